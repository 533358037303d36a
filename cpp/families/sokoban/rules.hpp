// The rules of pruning by name, and the largest level: the one place where they are listed.
#pragma once

#include <array>

namespace unjam::sokoban {

/// The rules of pruning can be switched off one by one, so that tests can compare with and without.
namespace rule {

constexpr unsigned dead_squares = 1, freeze = 2, frozen_tables = 4, corrals = 8, matching = 16, dominance = 32,
                   walks = 64, conflicts = 128, symmetry = 256, goal_order = 512, two_sided = 1024, tunnels = 2048;

struct Named {
    const char* name;
    unsigned bit;
};
constexpr std::array<Named, 12> named = {{
    {"dead_squares", dead_squares},    // a box may not go where no goal can be reached from
    {"freeze", freeze},                // boxes that block each other for good must be on goals
    {"frozen_tables", frozen_tables},  // distances with frozen boxes as walls
    {"corrals", corrals},              // PI-corrals are opened first
    {"matching", matching},            // the estimate: cheapest assignment of boxes to goals
    {"dominance", dominance},          // moves: drop what another position reaches by a walk at no more cost
    {"walks", walks},                  // moves: the estimate counts walks between pushes
    {"conflicts", conflicts},          // pushes: the estimate counts pairs of boxes that waste pushes
    {"symmetry", symmetry},            // mirror images are one position
    {"goal_order", goal_order},        // pushes: prefer positions that fill goals in a good order
    {"two_sided", two_sided},          // search from the goals as well
    {"tunnels", tunnels},              // a box in a tunnel is pushed on at once
}};

constexpr unsigned all = [] {
    unsigned bits = 0;
    for (const Named& each : named) bits |= each.bit;
    return bits;
}();

/// Not a rule: begin at once what otherwise begins when a level proves hard (conflicts, goal_order, two_sided).
constexpr unsigned eager = 0x8000;

}  // namespace rule

/// The parts of the search for any solution. They can be switched off one by one, to measure what each is worth.
namespace part {

constexpr unsigned plan = 1, advisors = 2, round_robin = 4, deadlocks = 8, going_on = 16, meeting = 32;

constexpr std::array<rule::Named, 6> named = {{
    {"plan", plan},                // boxes are packed as a plan says, which was found backwards
    {"advisors", advisors},        // a few moves of each board are tried before all others
    {"round_robin", round_robin},  // the cells of features take turns
    {"deadlocks", deadlocks},      // small searches prove boards dead and learn patterns of boxes
    {"going_on", going_on},        // from the best board with a new plan
    {"meeting", meeting},          // a search from the goals, met by one from the start
}};

}  // namespace part

}  // namespace unjam::sokoban
