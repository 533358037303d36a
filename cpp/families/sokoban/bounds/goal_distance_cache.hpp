// GoalDistanceCache builds and keeps the GoalDistances for every set of frozen boxes that a search meets.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// Builds a table when it is first needed.
class GoalDistanceCache {
public:
    /// `columns`: boxes to assign, which may be more than the goals; `stride`: distance between rows.
    GoalDistanceCache(const Maze& maze, int columns, int stride, const WalkBounds* walks)
        : maze_(maze), columns_(columns), stride_(stride), walks_(walks) {}

    /// The distances with these boxes, which must be sorted, as walls.
    const GoalDistances* with_walls(const std::vector<Square>& frozen) {
        if (last_table_ && frozen == last_walls_) return last_table_;
        auto& slot = tables_[frozen];
        if (!slot) {
            slot = std::make_unique<GoalDistances>(maze_, frozen, columns_, stride_, walks_);
            if (compares_with_unfrozen_) slot->compare(maze_, *unfrozen_, columns_);
            bytes_ += slot->bytes() + 64;
        }
        last_walls_ = frozen;
        return last_table_ = slot.get();
    }

    /// The distances without frozen boxes.
    const GoalDistances& unfrozen() {
        if (!unfrozen_) unfrozen_ = with_walls({});
        return *unfrozen_;
    }

    /// From now on every table records which of its rows equal those of the base (see `equals_unfrozen`).
    void compare_with_unfrozen() {
        unfrozen();
        compares_with_unfrozen_ = true;
        for (auto& [walls, table] : tables_)
            if (table.get() != unfrozen_) table->compare(maze_, *unfrozen_, columns_);
    }

    std::size_t bytes() const { return bytes_; }

private:
    struct Hash {
        std::size_t operator()(const std::vector<Square>& squares) const {
            std::uint64_t out = 0;
            for (Square s : squares) out = (out ^ s) * golden_ratio;
            return static_cast<std::size_t>(out ^ out >> 32);
        }
    };

    const Maze& maze_;
    int columns_, stride_;
    const WalkBounds* walks_;
    std::unordered_map<std::vector<Square>, std::unique_ptr<GoalDistances>, Hash> tables_;
    const GoalDistances* unfrozen_ = nullptr;
    const GoalDistances* last_table_ = nullptr;
    std::vector<Square> last_walls_;
    std::size_t bytes_ = 0;
    bool compares_with_unfrozen_ = false;
};

}  // namespace unjam::sokoban
