// Freeze finds boxes that can never move again, and tells whether one of them is off a goal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/model/occupancy.hpp"

namespace unjam::sokoban {

/// Freeze deadlocks. An axis of a box is free if both its squares are free of walls and frozen boxes and at least one
/// of them is not a dead square. A box without a free axis is frozen.
class Freeze {
public:
    explicit Freeze(const Maze& maze) : maze_(maze), stuck_(maze.floor + 1, 0) { stuck_[maze.floor] = 1; }

    /// Could the box on `s` be frozen, if every other box counted as a wall?
    bool possible(const Occupancy& occupancy, Square s) const {
        return blocked(occupancy.occupied(), s, 2, 3) && blocked(occupancy.occupied(), s, 0, 1);
    }

    /// Finds the frozen boxes: removes boxes with a free axis until nothing changes. Returns false if one of the rest
    /// is not on a goal, which is a dead end; `frozen` lists them, sorted.
    bool find(const std::vector<Square>& boxes, std::vector<Square>& frozen) {
        frozen.assign(boxes.begin(), boxes.end());
        for (Square b : frozen) stuck_[b] = 1;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < frozen.size();) {
                const Square b = frozen[i];
                if (blocked(stuck_.data(), b, 2, 3) && blocked(stuck_.data(), b, 0, 1)) {
                    ++i;
                    continue;
                }
                stuck_[b] = 0;
                frozen[i] = frozen.back();
                frozen.pop_back();
                changed = true;
            }
        }
        bool all_on_goals = true;
        for (Square b : frozen) {
            stuck_[b] = 0;
            all_on_goals &= maze_.goal[b] != 0;
        }
        std::sort(frozen.begin(), frozen.end());
        return all_on_goals;
    }

private:
    bool blocked(const std::uint8_t* walls, Square s, int first, int second) const {
        const Square a = maze_.next[s][first], b = maze_.next[s][second];
        return walls[a] || walls[b] || (a >= maze_.live && b >= maze_.live);
    }

    const Maze& maze_;
    std::vector<std::uint8_t> stuck_;
};

}  // namespace unjam::sokoban
