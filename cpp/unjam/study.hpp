// What the core computes for a rating: how a fallible player fares, and what the best solutions have in common.
#pragma once

#include <cstdint>

#include "unjam/limits.hpp"

namespace unjam {

/// Chances are logarithms to base 2. If `exact` is false the space was too large to list: the chance is sampled, with
/// its standard error, and unknown values are -1. If `goal_reached` is false no sampled walk reached the goal, and the
/// chance is smaller than `log2_chance` says. A family leaves the fields it does not compute at their defaults.
struct Study {
    Stop stop = Stop::none;
    bool exact = false, goal_reached = true;
    std::uint64_t positions = 0;  // listed
    double log2_chance = 0, error = 0;
    double log2_box_chance = 1;     // for a player who plans whole boxes; 1: unknown
    double hidden = -1;             // share of positions that are dead without looking dead
    double log2_solutions = -1;     // shortest solutions
    int choices = -1, forced = -1;  // best first moves; moves at the start that have no equally good alternative
    int dead_end = -1;              // moves to the nearest dead position; -1: none
    bool dead_end_hidden = false;   // it does not look dead
};

}  // namespace unjam
