// What a solution is to be short in, and what one push costs there.
#pragma once

#include <cstdint>

#include "families/sokoban/box_set.hpp"

namespace unjam::sokoban {

/// By name in Python, in this order. The second of a pair only decides between solutions that are equal in the first.
enum class Metric : std::uint8_t { pushes, moves, pushes_moves, moves_pushes, lines };
constexpr int metrics = 5;

/// What comes first in the upper half, what decides between equals in the lower half: costs add up and compare as they
/// are.
using Cost = std::uint64_t;
constexpr int first_of(Cost cost) { return static_cast<int>(cost >> 32); }
constexpr Cost of_first(int first) { return static_cast<Cost>(first) << 32; }

/// The cost of a push after a walk of so many steps. A box line is a run of pushes of one box in one direction.
constexpr Cost price(Metric metric, int walk, bool new_line) {
    const Cost steps = static_cast<Cost>(walk) + 1;
    switch (metric) {
        case Metric::pushes:
            return of_first(1);
        case Metric::pushes_moves:
            return of_first(1) + steps;
        case Metric::lines:
            return of_first(new_line) + steps;
        default:
            return (steps << 32) + 1;
    }
}

/// Whether it does not matter where in his area the player is, because walks cost nothing.
constexpr bool by_area(Metric metric) { return metric == Metric::pushes; }
/// Whether a push makes the first part of a cost grow by one at least, so that pushes still needed bound it.
constexpr bool counts_pushes(Metric metric) { return metric != Metric::lines; }

}  // namespace unjam::sokoban
