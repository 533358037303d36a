// The options of the search for any solution.
#pragma once

#include <array>
#include <cstdint>

#include "families/sokoban/pruning/pruning_rules.hpp"

namespace unjam::sokoban {

/// Each technique can be switched off, to measure what it is worth.
namespace technique {

constexpr unsigned plan = 1, advisors = 2, round_robin = 4, deadlocks = 8, going_on = 16, meeting = 32, greedy = 64;

constexpr std::array<NamedBit, 7> named = {{
    {"plan", plan},                // pack boxes by a plan that was found backwards
    {"advisors", advisors},        // try a few moves of each board before all others
    {"round_robin", round_robin},  // the cells of the feature space take turns
    {"deadlocks", deadlocks},      // small searches prove boards dead and learn patterns of boxes
    {"going_on", going_on},        // continue from the best board with a new plan
    {"meeting", meeting},          // search from the goals too, until both sides meet
    {"greedy", greedy},            // with few boxes: best-first from both ends, without a plan
}};

}  // namespace technique

/// Options besides the limits. The same seed and number of workers find the same solution.
struct AnyOptions {
    unsigned workers = 1;
    std::uint64_t seed = 0;
    unsigned switched_off = 0;  // techniques
};

}  // namespace unjam::sokoban
