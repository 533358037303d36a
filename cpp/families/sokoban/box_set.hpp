// The squares where boxes stand, as a set and as a list, and a position made of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/maze.hpp"
#include "unjam/bits.hpp"

namespace unjam::sokoban {

using BoxSet = Bits<(most_floor + 63) / 64>;

inline BoxSet box_set(const std::vector<Square>& boxes) {
    BoxSet out;
    for (Square b : boxes) out.set(b);
    return out;
}

/// Writes the squares of the set, in order.
inline void list_boxes(const BoxSet& set, std::vector<Square>& out) {
    out.clear();
    set.each([&](std::uint32_t s) { out.push_back(static_cast<Square>(s)); });
}

/// The set after a box went from one square to another.
inline BoxSet shifted(const BoxSet& set, Square from, Square to) {
    BoxSet out = set;
    out.reset(from);
    out.set(to);
    return out;
}

/// Where the boxes and the player stand.
struct Position {
    std::vector<Square> boxes;
    Square player;
};

/// One push: the box that stands on `from` goes one square in the direction.
struct Push {
    Square from;
    std::uint8_t direction;
};

}  // namespace unjam::sokoban
