// PushesNeeded, the estimate of Shortcut: a lower bound on the pushes that bring the boxes to target squares.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/assignment.hpp"

namespace unjam::sokoban {

/// The cheapest assignment of the boxes to target squares, each box alone on the board; admissible and consistent.
class PushesNeeded {
public:
    explicit PushesNeeded(const Maze& maze) : maze_(maze), assignment_(0), assignment_after_(0) {}

    /// Sets the target squares; not `is_on`: the estimate is 0.
    void set_targets(const std::vector<Square>& targets, int boxes, bool is_on) {
        is_on_ = is_on;
        size_ = std::max(boxes, static_cast<int>(targets.size()));
        if (size_ != assignment_size_) assignment_ = assignment_after_ = Assignment(assignment_size_ = size_);
        if (!is_on) return;
        distance_rows_.assign(static_cast<std::size_t>(maze_.live) * assignment_.stride(), unreachable);
        zero_row_.assign(assignment_.stride(), 0);
        for (std::size_t column = 0; column < targets.size(); ++column) measure_pushes(targets[column], column);
    }

    /// Begins a new position.
    void begin(const std::vector<Square>& boxes) {
        boxes_ = &boxes;
        assigned_ = false;
    }

    /// The estimate; `unreachable` or more if some box has no target square.
    int total() {
        if (!is_on_) return 0;
        assign();
        return assignment_.total();
    }

    /// The same after box number `box` was pushed to `to`.
    int total_after(std::size_t box, Square to) {
        if (!is_on_) return 0;
        assign();
        assignment_after_.copy_from(assignment_);
        assignment_after_.replace_row(static_cast<int>(box), row(to));
        assignment_after_.assign_row(static_cast<int>(box));
        return assignment_after_.total();
    }

private:
    const std::int32_t* row(Square s) const {
        return &distance_rows_[static_cast<std::size_t>(s) * assignment_.stride()];
    }

    void assign() {
        if (assigned_) return;
        assigned_ = true;
        for (int i = 0; i < size_; ++i)
            assignment_.set_row(i, i < static_cast<int>(boxes_->size()) ? row((*boxes_)[i]) : zero_row_.data());
        assignment_.solve();
    }

    // Computes the pushes of a lone box to the target square, backwards.
    void measure_pushes(Square target, std::size_t column) {
        const auto pushes = [&](Square s) -> std::int32_t& {
            return distance_rows_[static_cast<std::size_t>(s) * assignment_.stride() + column];
        };
        queue_.assign(1, target);
        pushes(target) = 0;
        for (std::size_t head = 0; head < queue_.size(); ++head)
            for (int d = 0; d < 4; ++d) {
                const Square at = queue_[head], before = maze_.next[at][opposite(d)];
                if (before >= maze_.live || pushes(before) != unreachable) continue;
                if (maze_.next[before][opposite(d)] == maze_.floor) continue;
                pushes(before) = pushes(at) + 1;
                queue_.push_back(before);
            }
    }

    const Maze& maze_;
    bool is_on_ = false, assigned_ = false;
    int size_ = 0, assignment_size_ = 0;
    Assignment assignment_, assignment_after_;
    std::vector<std::int32_t> distance_rows_, zero_row_;
    std::vector<Square> queue_;
    const std::vector<Square>* boxes_ = nullptr;
};

}  // namespace unjam::sokoban
