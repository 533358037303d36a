// Box sets, positions and pushes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/model/maze.hpp"
#include "families/sokoban/size.hpp"
#include "unjam/bits.hpp"

namespace unjam::sokoban {

template <class Size>
using BoxSet = Bits<(Size::max_floor + 63) / 64>;

template <class Size>
BoxSet<Size> box_set(const std::vector<Square>& boxes) {
    BoxSet<Size> out;
    for (Square b : boxes) out.set(b);
    return out;
}

/// Writes the squares of the set in order.
template <int Words>
void list_boxes(const Bits<Words>& set, std::vector<Square>& out) {
    out.clear();
    set.each([&](std::uint32_t s) { out.push_back(static_cast<Square>(s)); });
}

/// The set after a box moved.
template <int Words>
Bits<Words> shifted(const Bits<Words>& set, Square from, Square to) {
    Bits<Words> out = set;
    out.reset(from);
    out.set(to);
    return out;
}

struct Position {
    std::vector<Square> boxes;
    Square player;
};

/// One push: the box on `from` goes one square in the direction.
struct Push {
    Square from;
    std::uint8_t direction;
};

}  // namespace unjam::sokoban
