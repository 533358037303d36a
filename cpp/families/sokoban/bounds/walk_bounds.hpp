// Lower bounds on the player's walk between two pushes; for the metric `moves`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/model/box_set.hpp"

namespace unjam::sokoban {

/// The walk before a push begins where the previous push ended: behind the same box (`after_own_push`), or behind
/// another box (`after_other_box`), that is, on some square where a push of another box can end while this one stays.
class WalkBounds {
public:
    explicit WalkBounds(const Maze& maze) : after_other_box_(maze.live * 4, 0), after_own_push_(maze.live * 16, 0) {
        std::vector<Square> queue(maze.floor + 1);
        std::vector<int> steps(maze.floor + 1);
        for (int s = 0; s < maze.live; ++s)
            for (int d = 0; d < 4; ++d) {
                const Square goal = maze.next[s][opposite(d)];
                if (goal == maze.floor) continue;
                std::fill(steps.begin(), steps.end(), -1);
                steps[s] = 0;  // the box is here
                int head = 0, tail = 0, nearest = 1 << 15;
                steps[goal] = 0;
                queue[tail++] = goal;
                while (head < tail) {
                    const Square at = queue[head++];
                    if (steps[at] < nearest && ends_push(maze, at, static_cast<Square>(s))) nearest = steps[at];
                    for (Square q : maze.next[at])
                        if (q != maze.floor && steps[q] < 0) steps[q] = steps[at] + 1, queue[tail++] = q;
                }
                after_other_box_[s * 4 + d] = static_cast<std::int16_t>(nearest);
                for (int before = 0; before < 4; ++before) {
                    const Square stand = maze.next[s][opposite(before)];
                    const int own = stand == maze.floor || steps[stand] < 0 ? nearest : steps[stand];
                    after_own_push_[(s * 4 + before) * 4 + d] = static_cast<std::int16_t>(std::min(own, nearest));
                }
            }
    }
    int after_other_box(Square s, int d) const { return after_other_box_[s * 4 + d]; }
    int after_own_push(Square s, int before, int d) const { return after_own_push_[(s * 4 + before) * 4 + d]; }

private:
    // Can a push of another box leave the player on `at` while a box is on `s`?
    static bool ends_push(const Maze& maze, Square at, Square s) {
        if (at >= maze.live) return false;
        for (int d = 0; d < 4; ++d) {
            const Square to = maze.next[at][d], origin = maze.next[at][opposite(d)];
            if (to < maze.live && to != s && origin != maze.floor && origin != s) return true;
        }
        return false;
    }

    std::vector<std::int16_t> after_other_box_, after_own_push_;
};

}  // namespace unjam::sokoban
