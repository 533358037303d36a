// Explores the whole space of a small board: Numbering ranks boards, Exploration searches from the goal with
// one byte per board, lists the farthest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "families/tiles/grid.hpp"
#include "unjam/explore.hpp"

namespace unjam::tiles {

constexpr int max_explored = 12;

/// Numbers the reachable boards: the gap's cell, then the order of the tiles without the last two, which the parity
/// decides. A horizontal step does not change the order of the tiles.
class Numbering {
public:
    Numbering(const Grid& grid, std::span<const std::uint8_t> goal) : grid_(grid), tiles_(grid.cells() - 1) {
        per_gap_ = 1;
        for (int i = 3; i <= tiles_; ++i) per_gap_ *= static_cast<std::size_t>(i);
        std::array<std::uint8_t, max_explored> order{};
        int gap = 0, at = 0;
        for (int cell = 0; cell < grid.cells(); ++cell)
            if (goal[cell] == 0)
                gap = cell;
            else
                order[at++] = static_cast<std::uint8_t>(goal[cell] - 1);
        // A vertical step passes a tile over cols - 1 others, which changes the parity cols - 1 times.
        const int odd = is_odd(order) ^ (gap / grid.cols & (grid.cols - 1) & 1);
        for (int cell = 0; cell < grid.cells(); ++cell) odd_[cell] = odd ^ (cell / grid.cols & (grid.cols - 1) & 1);
    }

    std::size_t size() const { return per_gap_ * static_cast<std::size_t>(grid_.cells()); }
    std::size_t per_gap() const { return per_gap_; }

    std::size_t rank(const std::array<std::uint8_t, max_explored>& order, int gap) const {
        std::size_t rank = 0;
        unsigned used = 0;
        for (int i = 0; i < tiles_ - 2; ++i) {
            rank = rank * static_cast<std::size_t>(tiles_ - i) + order[i] -
                   static_cast<unsigned>(std::popcount(used & ((1U << order[i]) - 1U)));
            used |= 1U << order[i];
        }
        return per_gap_ * static_cast<std::size_t>(gap) + rank;
    }

    std::array<std::uint8_t, max_explored> order(std::size_t rank, int gap) const {
        std::array<std::uint8_t, max_explored> digits{}, order{};
        for (int i = tiles_ - 3; i >= 0; --i) {
            digits[i] = static_cast<std::uint8_t>(rank % static_cast<std::size_t>(tiles_ - i));
            rank /= static_cast<std::size_t>(tiles_ - i);
        }
        unsigned left = (1U << tiles_) - 1U;
        for (int i = 0; i < tiles_; ++i) {
            unsigned pick = left;
            for (int skip = digits[i]; skip > 0; --skip) pick &= pick - 1;
            order[i] = static_cast<std::uint8_t>(std::countr_zero(pick));
            left &= ~(pick & -pick);
        }
        if (tiles_ >= 2 && is_odd(order) != odd_[gap]) std::swap(order[tiles_ - 2], order[tiles_ - 1]);
        return order;
    }

private:
    int is_odd(const std::array<std::uint8_t, max_explored>& order) const {
        int odd = 0;
        unsigned used = 0;
        for (int i = 0; i < tiles_; ++i) {
            odd ^= std::popcount(used >> order[i]) & 1;
            used |= 1U << order[i];
        }
        return odd;
    }

    const Grid& grid_;
    int tiles_;
    std::size_t per_gap_ = 1;
    std::array<int, max_explored> odd_{};
};

/// Breadth-first from the goal, one byte per board. For boards of 4 to 12 cells with at least two rows and columns.
class Exploration {
public:
    Exploration(int rows, int cols, std::span<const std::uint8_t> goal, const Limits& limits)
        : grid_(rows, cols), numbering_(grid_, goal), guard_(limits), goal_(goal) {}

    /// `farthest` gets the boards at the greatest distance, or at `depth_wanted`.
    Space run(int depth_wanted) {
        space_.goals = 1;
        if (!guard_.refuses(numbering_.size())) {
            distance_.assign(numbering_.size(), unknown);
            set_goal();
            std::uint8_t depth = 0;
            while (expand_layer(depth)) ++depth;
        }
        space_.stop = guard_.why();
        if (!guard_.stopped()) list_farthest(depth_wanted);
        return std::move(space_);
    }

private:
    static constexpr std::size_t block = 1 << 20;  // boards between two checks of the limits
    static constexpr std::uint8_t unknown = 255;

    void set_goal() {
        std::array<std::uint8_t, max_explored> order{};
        for (int cell = 0, at = 0; cell < grid_.cells(); ++cell)
            if (goal_[cell]) order[at++] = static_cast<std::uint8_t>(goal_[cell] - 1);
        const int home = static_cast<int>(std::find(goal_.begin(), goal_.end(), 0) - goal_.begin());
        distance_[numbering_.rank(order, home)] = 0;
    }

    /// False if there is no board at this depth, or a limit was reached.
    bool expand_layer(std::uint8_t depth) {
        std::uint64_t count = 0;
        for (int gap = 0; gap < grid_.cells(); ++gap) {
            const std::size_t base = numbering_.per_gap() * static_cast<std::size_t>(gap);
            for (std::size_t rank = 0; rank < numbering_.per_gap(); ++rank) {
                if (rank % block == 0 && guard_.check(space_.states + count, depth)) {
                    space_.states += count;
                    return false;
                }
                const std::size_t left = std::min(block - rank % block, numbering_.per_gap() - rank);
                const auto* here = &distance_[base + rank];
                const auto* match = static_cast<const std::uint8_t*>(std::memchr(here, depth, left));
                rank += match ? static_cast<std::size_t>(match - here) : left - 1;
                if (!match) continue;
                ++count;
                reach_neighbours(rank, gap, static_cast<std::uint8_t>(depth + 1));
            }
        }
        if (count == 0) return false;
        space_.states += count;
        space_.histogram.push_back(count);
        return true;
    }

    void reach_neighbours(std::size_t rank, int gap, std::uint8_t depth) {
        const auto reach = [&](std::size_t board) {
            if (distance_[board] == unknown) distance_[board] = depth;
        };
        const auto [up, left, right, down] = grid_.neighbours[gap];
        if (left >= 0) reach(numbering_.per_gap() * static_cast<std::size_t>(left) + rank);
        if (right >= 0) reach(numbering_.per_gap() * static_cast<std::size_t>(right) + rank);
        const auto tiles = numbering_.order(rank, gap);
        if (up >= 0) {
            auto after = tiles;  // the tile above the gap comes after the cols - 1 tiles between the two
            std::rotate(after.begin() + up, after.begin() + up + 1, after.begin() + gap);
            reach(numbering_.rank(after, up));
        }
        if (down >= 0) {
            auto after = tiles;
            std::rotate(after.begin() + gap, after.begin() + down - 1, after.begin() + down);
            reach(numbering_.rank(after, down));
        }
    }

    void list_farthest(int depth_wanted) {
        const auto last = static_cast<int>(space_.histogram.size()) - 1;
        const auto depth = static_cast<std::uint8_t>(depth_wanted < 0 ? last : std::min(depth_wanted, last + 1));
        for (std::size_t at = 0; at < distance_.size() && space_.farthest.size() < max_farthest_bytes; ++at) {
            if (distance_[at] != depth) continue;
            const int gap = static_cast<int>(at / numbering_.per_gap());
            const auto tiles = numbering_.order(at % numbering_.per_gap(), gap);
            for (int cell = 0; cell < grid_.cells(); ++cell)
                space_.farthest.push_back(cell == gap ? std::uint8_t{0}
                                                      : static_cast<std::uint8_t>(tiles[cell - (cell > gap)] + 1));
        }
    }

    Grid grid_;
    Numbering numbering_;
    Guard guard_;
    std::span<const std::uint8_t> goal_;
    std::vector<std::uint8_t> distance_;
    Space space_;
};

}  // namespace unjam::tiles
