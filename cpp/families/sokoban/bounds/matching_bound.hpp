// MatchingBound, the estimate of a position and of its successors: the cheapest assignment of the boxes to
// goals, computed when first needed.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "families/sokoban/bounds/assignment.hpp"

namespace unjam::sokoban {

/// A lower bound for one position and its successors, which change a row or two. `Table` is GoalDistances, or
/// StartDistances for a search from the goals. Boxes are lists in one order.
template <class Table>
class MatchingBound {
public:
    /// `size`: the number of boxes or goals, whichever is larger. `walks`: the table has rows for a player behind a
    /// box. Not `is_on`: the estimate is 0.
    MatchingBound(int size, bool walks, bool is_on)
        : size_(size),
          walks_(walks),
          is_on_(is_on),
          assignment_(size),
          assignment_after_(size),
          zero_row_(assignment_.stride(), 0),
          changed_rows_(size) {}

    int stride() const { return assignment_.stride(); }

    /// Begins a new position. With walks, `ready_box` is the number of the box that the player is behind, about to push
    /// it or having pushed it in the direction, or -1.
    void begin(const Table* table, int ready_box = -1, int direction = 0) {
        table_ = table;
        ready_box_ = ready_box;
        direction_ = direction;
        assigned_ = false;
    }

    /// Computes the assignment for these boxes, once per position; it is expensive, so it is put off until needed.
    void assign(const std::vector<Square>& boxes, Square player) {
        if (assigned_) return;
        assigned_ = true;
        for (int i = 0; i < size_; ++i)
            assignment_.set_row(i,
                                i < static_cast<int>(boxes.size()) ? table_->row(boxes[i], player) : zero_row_.data());
        if (ready_box_ >= 0) assignment_.set_row(ready_box_, table_->row_behind(boxes[ready_box_], direction_));
        if (is_on_) assignment_.solve();
    }

    /// The estimate of the position; `unreachable` or more if some box has no goal.
    std::int32_t total() const { return is_on_ ? assignment_.total() : 0; }

    /// The estimate after box number `moved` went to `to` in the direction and the player to `player`, with the
    /// distances `table_after`.
    std::int32_t total_after(const std::vector<Square>& boxes, const Table* table_after, std::size_t moved, Square to,
                             Square player, int direction) {
        if (!is_on_) return 0;
        assignment_after_.copy_from(assignment_);
        int count = 0;
        changed_rows_[count++] = static_cast<int>(moved);
        for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
            if (i == static_cast<int>(moved)) continue;
            if (table_after == table_) {
                if (!table_->depends_on_side(boxes[i]) && i != ready_box_) continue;
                const std::int32_t* costs = table_->row(boxes[i], player);
                if (costs != assignment_.row(i)) assignment_after_.replace_row(changed_rows_[count++] = i, costs);
            } else {
                const std::int32_t* costs = table_after->row(boxes[i], player);
                if (std::memcmp(costs, assignment_.row(i), sizeof(std::int32_t) * size_) == 0)
                    assignment_after_.set_row(i, costs);
                else
                    assignment_after_.replace_row(changed_rows_[count++] = i, costs);
            }
        }
        assignment_after_.replace_row(static_cast<int>(moved),
                                      walks_ ? table_after->row_behind(to, direction) : table_after->row(to, player));
        for (int k = 0; k < count; ++k) assignment_after_.assign_row(changed_rows_[k]);
        return assignment_after_.total();
    }

private:
    int size_;
    bool walks_, is_on_;
    Assignment assignment_, assignment_after_;
    std::vector<std::int32_t> zero_row_;  // for goals without a box
    std::vector<int> changed_rows_;       // boxes whose row differs after the push
    const Table* table_ = nullptr;
    int ready_box_ = -1, direction_ = 0;
    bool assigned_ = false;
};

}  // namespace unjam::sokoban
