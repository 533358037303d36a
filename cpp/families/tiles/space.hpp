// The whole space of a small board.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "families/tiles/grid.hpp"
#include "unjam/space.hpp"

namespace unjam::tiles {

constexpr int most_explored = 12;

/// Numbers the boards that can be reached: the gap's cell, then the order of the tiles without their last two, which
/// the parity decides. A step to the side leaves the order of the tiles as it is.
class Numbering {
public:
    Numbering(const Grid& grid, std::span<const std::uint8_t> goal) : grid_(grid), tiles_(grid.cells() - 1) {
        per_gap_ = 1;
        for (int i = 3; i <= tiles_; ++i) per_gap_ *= static_cast<std::size_t>(i);
        std::array<std::uint8_t, most_explored> order{};
        int gap = 0, at = 0;
        for (int cell = 0; cell < grid.cells(); ++cell)
            if (goal[cell] == 0)
                gap = cell;
            else
                order[at++] = static_cast<std::uint8_t>(goal[cell] - 1);
        // Passing a tile over cols - 1 others, as a vertical step does, turns the parity cols - 1 times.
        const int odd = is_odd(order) ^ (gap / grid.cols & (grid.cols - 1) & 1);
        for (int cell = 0; cell < grid.cells(); ++cell) odd_[cell] = odd ^ (cell / grid.cols & (grid.cols - 1) & 1);
    }

    std::size_t size() const { return per_gap_ * static_cast<std::size_t>(grid_.cells()); }
    std::size_t per_gap() const { return per_gap_; }

    std::size_t rank(const std::array<std::uint8_t, most_explored>& order, int gap) const {
        std::size_t rank = 0;
        unsigned used = 0;
        for (int i = 0; i < tiles_ - 2; ++i) {
            rank = rank * static_cast<std::size_t>(tiles_ - i) + order[i] -
                   static_cast<unsigned>(std::popcount(used & ((1U << order[i]) - 1U)));
            used |= 1U << order[i];
        }
        return per_gap_ * static_cast<std::size_t>(gap) + rank;
    }

    std::array<std::uint8_t, most_explored> order(std::size_t rank, int gap) const {
        std::array<std::uint8_t, most_explored> digits{}, order{};
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
    int is_odd(const std::array<std::uint8_t, most_explored>& order) const {
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
    std::array<int, most_explored> odd_{};
};

/// Breadth-first from the goal, one byte a board. For boards of 4 to 12 cells with at least two rows and columns.
/// `farthest` has the boards at the greatest distance, or at the wanted one.
inline Space explore(int rows, int cols, std::span<const std::uint8_t> goal, const Limits& limits, int wanted = -1) {
    constexpr std::size_t block = 1 << 20;  // boards between two looks at the limits
    const Grid grid(rows, cols);
    const Numbering numbering(grid, goal);
    const int cells = grid.cells();
    Guard guard(limits);
    Space space;
    space.goals = 1;
    if (guard.refuses(numbering.size())) {
        space.stop = guard.why();
        return space;
    }
    std::vector<std::uint8_t> distance(numbering.size(), 255);
    std::array<std::uint8_t, most_explored> order{};
    for (int cell = 0, at = 0; cell < cells; ++cell)
        if (goal[cell]) order[at++] = static_cast<std::uint8_t>(goal[cell] - 1);
    const int home = static_cast<int>(std::find(goal.begin(), goal.end(), 0) - goal.begin());
    distance[numbering.rank(order, home)] = 0;
    for (std::uint8_t depth = 0;; ++depth) {
        std::uint64_t count = 0;
        for (int gap = 0; gap < cells; ++gap) {
            const std::size_t base = numbering.per_gap() * static_cast<std::size_t>(gap);
            for (std::size_t rank = 0; rank < numbering.per_gap(); ++rank) {
                if (rank % block == 0 && guard.check(space.states + count, depth)) {
                    space.states += count;
                    space.stop = guard.why();
                    return space;
                }
                const std::size_t left = std::min(block - rank % block, numbering.per_gap() - rank);
                const auto* here = &distance[base + rank];
                const auto* found = static_cast<const std::uint8_t*>(std::memchr(here, depth, left));
                rank += found ? static_cast<std::size_t>(found - here) : left - 1;
                if (!found) continue;
                ++count;
                const auto reach = [&](std::size_t there) {
                    if (distance[there] == 255) distance[there] = static_cast<std::uint8_t>(depth + 1);
                };
                if (const int left = grid.beside[gap][1]; left >= 0)
                    reach(numbering.per_gap() * static_cast<std::size_t>(left) + rank);
                if (const int right = grid.beside[gap][2]; right >= 0)
                    reach(numbering.per_gap() * static_cast<std::size_t>(right) + rank);
                const auto tiles = numbering.order(rank, gap);
                if (const int up = grid.beside[gap][0]; up >= 0) {
                    auto after = tiles;  // the tile above the gap comes after the cols - 1 tiles between the two
                    std::rotate(after.begin() + up, after.begin() + up + 1, after.begin() + gap);
                    reach(numbering.rank(after, up));
                }
                if (const int down = grid.beside[gap][3]; down >= 0) {
                    auto after = tiles;
                    std::rotate(after.begin() + gap, after.begin() + down - 1, after.begin() + down);
                    reach(numbering.rank(after, down));
                }
            }
        }
        if (count == 0) break;
        space.states += count;
        space.histogram.push_back(count);
    }
    const auto last = static_cast<int>(space.histogram.size()) - 1;
    const auto farthest = static_cast<std::uint8_t>(wanted < 0 ? last : std::min(wanted, last + 1));
    for (std::size_t at = 0; at < distance.size() && space.farthest.size() < most_farthest; ++at) {
        if (distance[at] != farthest) continue;
        const int gap = static_cast<int>(at / numbering.per_gap());
        const auto tiles = numbering.order(at % numbering.per_gap(), gap);
        for (int cell = 0; cell < cells; ++cell)
            space.farthest.push_back(cell == gap ? std::uint8_t{0}
                                                 : static_cast<std::uint8_t>(tiles[cell - (cell > gap)] + 1));
    }
    return space;
}

}  // namespace unjam::tiles
