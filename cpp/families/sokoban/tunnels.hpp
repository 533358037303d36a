// Squares where a box shuts the player off and can only be pushed on.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/corrals.hpp"
#include "families/sokoban/goal_distances.hpp"

namespace unjam::sokoban {

/// A box off goal on a square that cuts the floor in two, the player on one side, from where it can be pushed in one
/// direction only, to the other side: in a tunnel or a door.
///
/// Pushing it on now loses no push-optimal solution: nothing on the far side can change before that push, whatever is
/// pushed on the near side before can be pushed after as well, for the way there only grows, and the push has to come.
/// If another box stands in the way of that push, it never can.
class Tunnels {
public:
    /// `base`: the distances without frozen boxes, which know the two sides.
    Tunnels(const Maze& maze, const GoalDistances& base) : maze_(maze), base_(base), only_(base.rows(), none) {
        for (int s = 0; s < maze.live; ++s) {
            const auto box = static_cast<Square>(s);
            if (maze.goal[box] || !base.several(box)) continue;
            for (int d = 0; d < 4; ++d) {
                const Square stand = maze.next[box][opposite(d)], ahead = maze.next[box][d];
                if (stand == maze.floor || ahead == maze.floor) continue;
                std::uint8_t& only = only_[base.row_of(box, stand)];
                const bool across = base.row_of(box, ahead) != base.row_of(box, stand) && ahead < maze.live;
                only = static_cast<std::uint8_t>(only == none && across ? d : several);
            }
        }
    }

    /// True when such a box is found that can be pushed on now, or never: then `pushes` is that one push, or empty.
    /// `ground.walk(player)` must have been called.
    bool find(const Ground& ground, const std::vector<Square>& boxes, Square player, std::vector<Push>& pushes) const {
        for (Square b : boxes) {
            if (!base_.several(b)) continue;
            const int d = only_[base_.row_of(b, player)];
            if (d >= several) continue;
            pushes.clear();
            if (ground.taken(maze_.next[b][d])) return true;
            if (!ground.steps(maze_.next[b][opposite(d)])) continue;
            pushes.push_back({b, static_cast<std::uint8_t>(d)});
            return true;
        }
        return false;
    }

private:
    static constexpr std::uint8_t several = 4, none = 5;

    const Maze& maze_;
    const GoalDistances& base_;
    std::vector<std::uint8_t> only_;  // for each row: the one direction, or several, or none
};

}  // namespace unjam::sokoban
