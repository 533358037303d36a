// The metrics in which a solution can be shortened, and what one push costs.
#pragma once

#include <cstdint>

#include "families/sokoban/model/box_set.hpp"

namespace unjam::sokoban {

/// In the order of their names in Python. The second of a pair decides between solutions that are equal in the first.
enum class Metric : std::uint8_t { pushes, moves, pushes_moves, moves_pushes, lines };
constexpr int metrics = 5;

/// The first criterion in the upper half, the second in the lower half, so that costs add up and compare as numbers.
using Cost = std::uint64_t;
constexpr int first_of(Cost cost) { return static_cast<int>(cost >> 32); }
constexpr Cost of_first(int first) { return static_cast<Cost>(first) << 32; }

/// The cost of a push after a walk. A box line is a sequence of pushes of one box in one direction.
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

/// Whether the player's square within his area does not matter, because walks cost nothing.
constexpr bool by_area(Metric metric) { return metric == Metric::pushes; }
/// Whether every push raises the first part of a cost, so that the pushes still needed are a lower bound.
constexpr bool counts_pushes(Metric metric) { return metric != Metric::lines; }

}  // namespace unjam::sokoban
