// GoalOrder ranks the goals in a good order to fill, so that of equally good positions the more promising is
// expanded first.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"

namespace unjam::sokoban {

/// Ranks goals by removing boxes from a solved board: rank 0 can be filled last (a box can still be pushed there when
/// all other goals are full), rank 1 when those of rank 0 are empty, and so on. It only orders the search; it prunes
/// nothing.
class GoalOrder {
public:
    GoalOrder(const Maze& maze, const std::vector<Square>& boxes, int columns, int stride) : rank_(maze.floor + 1, -1) {
        std::vector<Square> left = maze.goals;
        int rank = 0;
        while (!left.empty()) {
            std::vector<Square> later;
            for (Square g : left) {
                std::vector<Square> walls;
                for (Square other : left)
                    if (other != g) walls.push_back(other);
                const GoalDistances table(maze, walls, columns, stride);
                if (!reachable(maze, table, boxes, walls, g))
                    later.push_back(g);
                else
                    rank_[g] = rank;
            }
            if (later.size() == left.size()) {
                for (Square g : later) rank_[g] = rank;
                later.clear();
            }
            left.swap(later);
            ++rank;
        }
        ranks_ = rank;
        size_.assign(ranks_, 0);
        for (Square g : maze.goals) ++size_[rank_[g]];
        full_.resize(ranks_);
    }

    /// How many goals count as empty: a full goal only counts as full once every goal of a higher rank is.
    int missing(const std::vector<Square>& boxes, Square from, Square to) {
        std::fill(full_.begin(), full_.end(), 0);
        for (Square b : boxes)
            if (const int r = rank_[b == from ? to : b]; r >= 0) ++full_[r];
        int out = 0;
        for (int r = ranks_ - 1; r >= 0; --r) {
            out += size_[r] - full_[r];
            if (full_[r] == size_[r]) continue;
            while (--r >= 0) out += size_[r];
            break;
        }
        return out;
    }

private:
    static bool reachable(const Maze& maze, const GoalDistances& table, const std::vector<Square>& boxes,
                          const std::vector<Square>& walls, Square g) {
        for (Square b : boxes) {
            if (std::find(walls.begin(), walls.end(), b) != walls.end()) continue;
            for (int d = 0; d < 4; ++d) {
                const Square player = maze.next[b][d];
                if (player == maze.floor || std::find(walls.begin(), walls.end(), player) != walls.end()) continue;
                if (table.row(b, player)[maze.goal[g] - 1] < unreachable) return true;
            }
        }
        return false;
    }

    std::vector<int> rank_, size_, full_;
    int ranks_ = 0;
};

}  // namespace unjam::sokoban
