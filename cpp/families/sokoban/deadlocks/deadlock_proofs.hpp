// The proofs of the any-solution search that a position is dead: corrals, subsets of the boxes, learned patterns.
#pragma once

#include "families/sokoban/bounds/goal_distance_cache.hpp"
#include "families/sokoban/deadlocks/dead_corrals.hpp"
#include "families/sokoban/deadlocks/dead_patterns.hpp"
#include "families/sokoban/deadlocks/dead_subsets.hpp"

namespace unjam::sokoban {

/// What was proved of a level so far, shared by all searches of a worker.
template <class Size>
struct DeadlockProofs {
    GoalDistanceCache tables;
    DeadPatterns<Size> patterns;
    DeadSubsets<Size> subsets;
    DeadCorrals<Size> corrals;

    explicit DeadlockProofs(const LevelTables<Size>& level)
        : tables(level.maze, static_cast<int>(level.maze.goals.size()), static_cast<int>(level.maze.goals.size()),
                 nullptr),
          patterns(level.maze),
          subsets(level, tables, patterns),
          corrals(level, subsets) {}

    std::size_t bytes() const { return tables.bytes() + patterns.bytes() + subsets.bytes() + corrals.bytes(); }
};

}  // namespace unjam::sokoban
