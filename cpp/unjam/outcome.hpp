// Outcome, the result of a native search in integers only, with Status and Ending; `run_within` runs a search
// under its limits. The Python family turns them into moves and replays them.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "unjam/limits.hpp"

namespace unjam {

enum class Status : std::uint8_t { solved, unsolvable, gave_up };

/// How a search kernel ended or paused.
enum class Ending : std::uint8_t { solved, exhausted, stopped, paused };

struct Outcome {
    Status status = Status::gave_up;
    Stop stop = Stop::none;  // why it gave up
    bool optimal = false;    // only when proven
    std::int64_t cost = -1;  // -1: no solution
    std::int64_t lower_bound = 0;
    std::uint64_t expanded = 0, generated = 0;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    std::vector<std::int32_t> moves;  // the family's own code

    /// Records how an optimal search ended. `bound` is the cost of the solution, or a lower bound when there is none
    /// yet.
    void conclude(Ending ending, std::int64_t bound, Stop why) {
        if (ending == Ending::solved) {
            status = Status::solved;
            optimal = true;
            cost = lower_bound = bound;
        } else if (ending == Ending::exhausted) {
            status = Status::unsolvable;
        } else {
            stop = why;
            lower_bound = bound;
        }
    }
};

/// Runs `search(guard, outcome)` under the limits. It gives up, as at a memory limit, if the system refuses memory.
template <class Search>
Outcome run_within(const Limits& limits, Search&& search) {
    Guard guard(limits);
    Outcome outcome;
    try {
        search(guard, outcome);
    } catch (const std::bad_alloc&) {
        outcome = Outcome();
        outcome.stop = Stop::memory;
    }
    outcome.seconds = guard.seconds();
    return outcome;
}

}  // namespace unjam
