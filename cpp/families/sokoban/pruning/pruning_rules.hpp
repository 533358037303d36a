// The pruning rules of the optimal search, by name.
#pragma once

#include <array>

namespace unjam::sokoban {

/// A bit of a set of options, by name.
struct NamedBit {
    const char* name;
    unsigned bit;
};

/// Each rule can be switched off, so that tests can compare the search with and without it.
namespace rule {

constexpr unsigned dead_squares = 1, freeze = 2, frozen_tables = 4, corrals = 8, matching = 16, dominance = 32,
                   walks = 64, conflicts = 128, symmetry = 256, goal_order = 512, two_sided = 1024, tunnels = 2048;

constexpr std::array<NamedBit, 12> named = {{
    {"dead_squares", dead_squares},    // no box goes where it can reach no goal
    {"freeze", freeze},                // boxes that block each other for ever must be on goals
    {"frozen_tables", frozen_tables},  // distances with frozen boxes as walls
    {"corrals", corrals},              // PI-corrals are opened first
    {"matching", matching},            // the estimate: cheapest assignment of boxes to goals
    {"dominance", dominance},          // moves: drop a position that another one reaches by a walk at no more cost
    {"walks", walks},                  // moves: the estimate counts walks between pushes
    {"conflicts", conflicts},          // pushes: the estimate counts pairs of boxes that waste pushes
    {"symmetry", symmetry},            // mirror images are one position
    {"goal_order", goal_order},        // pushes: prefer positions that fill goals in a good order
    {"two_sided", two_sided},          // search from the goals too
    {"tunnels", tunnels},              // a box in a tunnel is pushed through at once
}};

constexpr unsigned all = [] {
    unsigned bits = 0;
    for (const NamedBit& each : named) bits |= each.bit;
    return bits;
}();

/// Not a rule: start at once what otherwise starts when a level proves hard (conflicts, goal_order, two_sided).
constexpr unsigned eager = 0x8000;

}  // namespace rule

}  // namespace unjam::sokoban
