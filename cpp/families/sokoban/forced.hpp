// Pushes that may be made first without losing a push-optimal solution.
#pragma once

#include <optional>
#include <vector>

#include "families/sokoban/corrals.hpp"
#include "families/sokoban/tunnels.hpp"

namespace unjam::sokoban {

/// Where a tunnel or a PI-corral allows it, the search need not try all pushes of a position.
class ForcedPushes {
public:
    /// `base`: the distances without frozen boxes, which tunnels need. Without it (in the metric `moves`, where the
    /// order of pushes matters) corrals only show dead ends.
    ForcedPushes(const Maze& maze, unsigned rules, const GoalDistances* base) : dead_only_(!base), corrals_(maze) {
        use_corrals_ = (rules & rule::corrals) != 0;
        if (base && (rules & rule::tunnels)) tunnels_.emplace(maze, *base);
    }

    /// True when `pushes` are all that need be tried; none of them: the position is a dead end.
    /// `ground.walk(player)` must have been called for this position.
    bool find(const Ground& ground, const std::vector<Square>& boxes, Square player, std::vector<Push>& pushes) {
        return (tunnels_ && tunnels_->find(ground, boxes, player, pushes)) ||
               (use_corrals_ && corrals_.find(ground, boxes, pushes, dead_only_));
    }

private:
    bool dead_only_, use_corrals_ = false;
    Corrals corrals_;
    std::optional<Tunnels> tunnels_;
};

}  // namespace unjam::sokoban
