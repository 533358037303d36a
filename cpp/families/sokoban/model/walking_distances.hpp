// Walking distances on the empty floor.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/model/maze.hpp"

namespace unjam::sokoban {

/// Walking distances between all squares of the empty floor.
class WalkingDistances {
public:
    explicit WalkingDistances(const Maze& maze) : floor_(maze.floor), steps_(maze.floor * maze.floor, far) {
        std::vector<Square> queue(floor_);
        for (int s = 0; s < floor_; ++s) {
            std::uint16_t* row = &steps_[s * floor_];
            int head = 0, tail = 0;
            queue[tail++] = static_cast<Square>(s);
            row[s] = 0;
            while (head < tail) {
                const Square at = queue[head++];
                for (Square q : maze.next[at])
                    if (q < floor_ && row[q] == far)
                        row[q] = static_cast<std::uint16_t>(row[at] + 1), queue[tail++] = q;
            }
        }
    }
    int operator()(Square a, Square b) const { return steps_[a * floor_ + b]; }

private:
    static constexpr std::uint16_t far = 9999;
    int floor_;
    std::vector<std::uint16_t> steps_;
};

}  // namespace unjam::sokoban
