// Tunnels finds a box that cuts off the player and can only be pushed on, and that one push.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"
#include "families/sokoban/pruning/pi_corrals.hpp"

namespace unjam::sokoban {

/// A box off goal on a square that cuts the floor in two, where the player's side allows only one push, to the other
/// side: in a tunnel or a door.
///
/// Pushing it on now loses no push-optimal solution: nothing on the far side can change before that push; whatever is
/// pushed on the near side before can be pushed after it as well, because the player's area only grows; and the push
/// has to come. If another box blocks that push, it can never be made.
class Tunnels {
public:
    /// `unfrozen`: the distances without frozen boxes, which distinguish the two sides.
    Tunnels(const Maze& maze, const GoalDistances& unfrozen)
        : maze_(maze), unfrozen_(unfrozen), only_push_(unfrozen.rows(), none) {
        for (int s = 0; s < maze.live; ++s) {
            const auto box = static_cast<Square>(s);
            if (maze.goal[box] || !unfrozen.depends_on_side(box)) continue;
            for (int d = 0; d < 4; ++d) {
                const Square stand = maze.next[box][opposite(d)], ahead = maze.next[box][d];
                if (stand == maze.floor || ahead == maze.floor) continue;
                std::uint8_t& only_push = only_push_[unfrozen.row_of(box, stand)];
                const bool across = unfrozen.row_of(box, ahead) != unfrozen.row_of(box, stand) && ahead < maze.live;
                only_push = static_cast<std::uint8_t>(only_push == none && across ? d : many);
            }
        }
    }

    /// True if there is such a box that can be pushed on now, or never: `pushes` is then that one push, or empty.
    /// `occupancy.walk(player)` must have been called.
    bool find(const Occupancy& occupancy, const std::vector<Square>& boxes, Square player,
              std::vector<Push>& pushes) const {
        for (Square b : boxes) {
            if (!unfrozen_.depends_on_side(b)) continue;
            const int d = only_push_[unfrozen_.row_of(b, player)];
            if (d >= many) continue;
            pushes.clear();
            if (occupancy.is_occupied(maze_.next[b][d])) return true;
            if (!occupancy.steps(maze_.next[b][opposite(d)])) continue;
            pushes.push_back({b, static_cast<std::uint8_t>(d)});
            return true;
        }
        return false;
    }

private:
    static constexpr std::uint8_t many = 4, none = 5;

    const Maze& maze_;
    const GoalDistances& unfrozen_;
    std::vector<std::uint8_t> only_push_;  // by row: the one direction, or many, or none
};

}  // namespace unjam::sokoban
