// Pairs of boxes of one position that waste pushes, counted so that no box counts twice.
#pragma once

#include <utility>
#include <vector>

#include "families/sokoban/pairs.hpp"

namespace unjam::sokoban {

/// The clashes of the position looked at, and of the positions one push away from it.
class Clashes {
public:
    Clashes(const Maze& maze, const Distances& base) : pairs_(maze, base), comparable_(256), paired_(256) {}

    /// How many pushes the boxes waste at the least.
    std::int32_t of(const std::vector<Square>& boxes, const Distances* table, Square player) {
        const int n = static_cast<int>(boxes.size());
        all_.clear();
        for (int i = 0; i < n; ++i) comparable_[i] = table->like_base(boxes[i], player);
        for (int i = 0; i < n; ++i) {
            if (!comparable_[i]) continue;
            for (int j = i + 1; j < n; ++j)
                if (comparable_[j] && pairs_.wasted(boxes[i], boxes[j], player)) all_.push_back({i, j});
        }
        fresh_.clear();
        return count(-1);
    }

    /// The same after box number `moved` went to `to` and the player to `player`; `other`: frozen boxes made another
    /// table, so every pair is judged again.
    std::int32_t after(const std::vector<Square>& boxes, const Distances* table, bool other, int moved, Square player,
                       Square to) {
        fresh_.clear();
        if (table->like_base(to, player))
            for (int j = 0; j < static_cast<int>(boxes.size()); ++j)
                if (j != moved && pairs_.wasted(to, boxes[j], player) && table->like_base(boxes[j], player))
                    fresh_.push_back({moved, j});
        if (!other) return count(moved);
        kept_.swap(all_);
        all_.clear();
        for (const auto& [i, j] : kept_)
            if (i != moved && j != moved && table->like_base(boxes[i], player) && table->like_base(boxes[j], player))
                all_.push_back({i, j});
        const std::int32_t out = count(moved);
        kept_.swap(all_);
        return out;
    }

private:
    // Disjoint clashes, greedily; those of box `without` are left out and counted afresh.
    std::int32_t count(int without) {
        std::int32_t out = 0;
        std::fill(paired_.begin(), paired_.end(), 0);
        for (const auto* list : {&fresh_, &all_})
            for (const auto& [i, j] : *list) {
                if ((list == &all_ && (i == without || j == without)) || paired_[i] || paired_[j]) continue;
                paired_[i] = paired_[j] = 1;
                out += 2;
            }
        return out;
    }

    Pairs pairs_;
    std::vector<std::pair<int, int>> all_, fresh_, kept_;
    std::vector<std::uint8_t> comparable_, paired_;
};

}  // namespace unjam::sokoban
