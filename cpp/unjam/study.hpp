// What the core says of a level for a rating: how fallible players fare, and what its best solutions have in common.
#pragma once

#include <cstdint>

#include "unjam/limits.hpp"

namespace unjam {

/// Chances are logarithms to base 2. `exact` is false where the space is larger than what was listed: then the chance
/// is sampled, with its standard error, and what is not known is -1. `found` is false where no sampled walk came
/// through; then the chance is smaller than what is given. What a family does not have stays as it is here.
struct Study {
    Stop stop = Stop::none;
    bool exact = false, found = true;
    std::uint64_t positions = 0;  // listed
    double log2_chance = 0, error = 0;
    double log2_box_chance = 1;     // of a player who thinks in whole boxes; 1: not known
    double hidden = -1;             // share of positions that are dead without a visible reason
    double log2_solutions = -1;     // the best ones
    int choices = -1, forced = -1;  // best first moves; moves at the beginning without another choice as good
    int dead_end = -1;              // moves to the nearest position that is dead; -1: none
    bool dead_end_hidden = false;   // whether nothing in it shows that
};

}  // namespace unjam
