// Goal distances of a lone box that ignore where the player is, as a person estimates them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"

namespace unjam::sokoban {

/// Has the interface of GoalDistances, for MatchingBound.
class NaiveGoalDistances {
public:
    NaiveGoalDistances(const Maze& maze, int columns, int stride)
        : stride_(stride), pushes_(maze.live * stride, unreachable) {
        std::vector<Square> queue;
        for (int g = 0; g < static_cast<int>(maze.goals.size()); ++g) {
            queue.assign(1, maze.goals[g]);
            cost(maze.goals[g], g) = 0;
            for (std::size_t head = 0; head < queue.size(); ++head)
                for (int d = 0; d < 4; ++d) {
                    const Square from = maze.next[queue[head]][opposite(d)];
                    if (from >= maze.live || maze.next[from][opposite(d)] == maze.floor) continue;
                    if (cost(from, g) != unreachable) continue;
                    cost(from, g) = cost(queue[head], g) + 1;
                    queue.push_back(from);
                }
        }
        for (int j = static_cast<int>(maze.goals.size()); j < columns; ++j)  // surplus boxes may stay anywhere
            for (int s = 0; s < maze.live; ++s) cost(static_cast<Square>(s), j) = 0;
    }
    const std::int32_t* row(Square s, Square) const { return pushes_.data() + static_cast<std::size_t>(s) * stride_; }
    const std::int32_t* row_behind(Square s, int) const { return row(s, 0); }
    bool depends_on_side(Square) const { return false; }

private:
    std::int32_t& cost(Square s, int g) { return pushes_[static_cast<std::size_t>(s) * stride_ + g]; }

    int stride_;
    std::vector<std::int32_t> pushes_;
};

}  // namespace unjam::sokoban
