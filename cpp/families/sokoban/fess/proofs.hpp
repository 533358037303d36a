// Everything that is proved of a level while it is searched.
#pragma once

#include "families/sokoban/distance_tables.hpp"
#include "families/sokoban/fess/corral_proofs.hpp"
#include "families/sokoban/fess/dead_patterns.hpp"
#include "families/sokoban/fess/subset_proofs.hpp"

namespace unjam::sokoban {

/// Shared by all searches of a worker.
template <class Size>
struct Proofs {
    DistanceTables tables;
    DeadPatterns<Size> patterns;
    SubsetProofs<Size> subsets;
    CorralProofs<Size> corrals;

    explicit Proofs(const LevelTables<Size>& level)
        : tables(level.maze, static_cast<int>(level.maze.goals.size()), static_cast<int>(level.maze.goals.size()),
                 nullptr),
          patterns(level.maze),
          subsets(level, tables, patterns),
          corrals(level, subsets) {}

    std::size_t bytes() const { return tables.bytes() + patterns.bytes() + subsets.bytes() + corrals.bytes(); }
};

}  // namespace unjam::sokoban
