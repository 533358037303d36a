// ForcedPushes finds pushes that can be made first without losing a push-optimal solution, by PiCorrals and
// Tunnels.
#pragma once

#include <optional>
#include <vector>

#include "families/sokoban/pruning/pi_corrals.hpp"
#include "families/sokoban/pruning/tunnels.hpp"

namespace unjam::sokoban {

/// A tunnel or a PI-corral can make it unnecessary to try all pushes of a position.
class ForcedPushes {
public:
    /// `unfrozen`: the distances without frozen boxes, which tunnels need. Without it (in the metric `moves`, where the
    /// order of pushes matters) corrals only prove positions dead.
    ForcedPushes(const Maze& maze, unsigned rules, const GoalDistances* unfrozen)
        : dead_only_(!unfrozen), corrals_(maze) {
        use_corrals_ = (rules & rule::corrals) != 0;
        if (unfrozen && (rules & rule::tunnels)) tunnels_.emplace(maze, *unfrozen);
    }

    /// True if `pushes` are all that need be tried; none: the position is dead. `occupancy.walk(player)` must have been
    /// called.
    bool find(const Occupancy& occupancy, const std::vector<Square>& boxes, Square player, std::vector<Push>& pushes) {
        return (tunnels_ && tunnels_->find(occupancy, boxes, player, pushes)) ||
               (use_corrals_ && corrals_.find(occupancy, boxes, pushes, dead_only_));
    }

private:
    bool dead_only_, use_corrals_ = false;
    PiCorrals corrals_;
    std::optional<Tunnels> tunnels_;
};

}  // namespace unjam::sokoban
