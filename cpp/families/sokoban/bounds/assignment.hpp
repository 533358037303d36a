// Assignment, the cheapest assignment of boxes to goals: assigns row by row along shortest augmenting paths,
// and updates it when a few boxes move.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"

namespace unjam::sokoban {

/// A square assignment problem that remembers its solution. When rows change, only those look for a goal again, each by
/// one shortest augmenting path: R. Jonker, A. Volgenant, "A shortest augmenting path algorithm for dense and sparse
/// linear assignment problems", 1987. Column prices stay valid whatever rows change, so every start is warm.
class Assignment {
public:
    explicit Assignment(int size)
        : size_(size),
          stride_((size + 7) / 8 * 8),
          row_costs_(size),
          column_of_(size, -1),
          row_of_(stride_, -1),
          price_(stride_, 0),
          distance_(stride_),
          open_distance_(stride_),
          row_before_(stride_),
          closed_columns_(size) {}

    int stride() const { return stride_; }
    const std::int32_t* row(int i) const { return row_costs_[i]; }

    /// Replaces the costs of row i and frees it; call `assign_row(i)` afterwards for every such row.
    void replace_row(int i, const std::int32_t* costs) {
        row_costs_[i] = costs;
        if (column_of_[i] >= 0) row_of_[column_of_[i]] = -1;
        column_of_[i] = -1;
    }

    /// Replaces the costs of row i by equal ones.
    void set_row(int i, const std::int32_t* costs) { row_costs_[i] = costs; }

    /// Finds a column for the free row i along a shortest augmenting path.
    void assign_row(int i) {
        const std::int32_t* costs = row_costs_[i];
        for (int j = 0; j < stride_; ++j) {
            distance_[j] = costs[j] - price_[j];
            open_distance_[j] = distance_[j];
            row_before_[j] = i;
        }
        for (int j = size_; j < stride_; ++j) open_distance_[j] = distance_[j] = far;
        int end = -1;
        std::int32_t least = 0;
        int closed = 0;
        for (;;) {
            least = open_distance_[0];
            for (int j = 1; j < stride_; ++j) least = std::min(least, open_distance_[j]);
            int at = 0;
            while (open_distance_[at] != least) ++at;
            if (row_of_[at] < 0) {
                end = at;
                break;
            }
            open_distance_[at] = far + 1;
            closed_columns_[closed++] = static_cast<std::int16_t>(at);
            const int other = row_of_[at];
            const std::int32_t* other_costs = row_costs_[other];
            const std::int32_t base = other_costs[at] - price_[at] - least;
            for (int j = 0; j < stride_; ++j) {
                const std::int32_t now = other_costs[j] - price_[j] - base;
                const bool better = now < open_distance_[j] && open_distance_[j] < far;
                open_distance_[j] = better ? now : open_distance_[j];
                distance_[j] = better ? now : distance_[j];
                row_before_[j] = better ? other : row_before_[j];
            }
        }
        for (int k = 0; k < closed; ++k) price_[closed_columns_[k]] += distance_[closed_columns_[k]] - least;
        for (int j = end;;) {
            const int taker = row_before_[j];
            row_of_[j] = taker;
            std::swap(column_of_[taker], j);
            if (taker == i) break;
        }
    }

    /// Solves from scratch for the rows set, warm from the last solution's prices.
    void solve() {
        std::fill(row_of_.begin(), row_of_.end(), -1);
        std::fill(column_of_.begin(), column_of_.end(), -1);
        int left = 0;
        for (int i = 0; i < size_; ++i) {
            const std::int32_t* costs = row_costs_[i];
            std::int32_t least = far;
            for (int j = 0; j < size_; ++j) least = std::min(least, costs[j] - price_[j]);
            int best = 0;  // a free column of the least cost, if any
            while (best < size_ && (costs[best] - price_[best] != least || row_of_[best] >= 0)) ++best;
            if (best < size_)
                row_of_[best] = i, column_of_[i] = best;
            else
                closed_columns_[left++] = static_cast<std::int16_t>(i);  // used as scratch memory for rows here
        }
        const std::vector<std::int16_t> free(closed_columns_.begin(), closed_columns_.begin() + left);
        for (const int i : free) assign_row(i);
    }

    /// The sum of the assigned costs; `unreachable` or more if some box has no goal.
    std::int32_t total() const {
        std::int32_t sum = 0;
        for (int i = 0; i < size_; ++i) sum += row_costs_[i][column_of_[i]];
        return sum;
    }

    int column_of(int i) const { return column_of_[i]; }

    void copy_from(const Assignment& other) {
        std::copy(other.row_costs_.begin(), other.row_costs_.end(), row_costs_.begin());
        std::memcpy(column_of_.data(), other.column_of_.data(), sizeof(column_of_[0]) * size_);
        std::memcpy(row_of_.data(), other.row_of_.data(), sizeof(row_of_[0]) * stride_);
        std::memcpy(price_.data(), other.price_.data(), sizeof(price_[0]) * stride_);
    }

private:
    static constexpr std::int32_t far = std::int32_t{1} << 30;

    int size_, stride_;
    std::vector<const std::int32_t*> row_costs_;
    std::vector<std::int32_t> column_of_, row_of_, price_, distance_, open_distance_, row_before_;
    std::vector<std::int16_t> closed_columns_;
};

}  // namespace unjam::sokoban
