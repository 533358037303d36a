// A lower bound on the pushes needed to bring the boxes to given places.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/assignment.hpp"

namespace unjam::sokoban {

/// The cheapest assignment of the boxes to given places, each box alone on the board; admissible and consistent.
class PushesNeeded {
public:
    explicit PushesNeeded(const Maze& maze) : maze_(maze), here_(0), there_(0) {}

    /// Sets the places; not `is_on`: the estimate is 0.
    void set_places(const std::vector<Square>& places, int boxes, bool is_on) {
        is_on_ = is_on;
        size_ = std::max(boxes, static_cast<int>(places.size()));
        if (size_ != assignment_size_) here_ = there_ = Assignment(assignment_size_ = size_);
        if (!is_on) return;
        rows_.assign(static_cast<std::size_t>(maze_.live) * here_.stride(), unreachable);
        zero_.assign(here_.stride(), 0);
        for (std::size_t column = 0; column < places.size(); ++column) fill(places[column], column);
    }

    /// Begins a new position.
    void begin(const std::vector<Square>& boxes) {
        boxes_ = &boxes;
        assigned_ = false;
    }

    /// The estimate; `unreachable` or more if some box has no place.
    int total() {
        if (!is_on_) return 0;
        assign();
        return here_.total();
    }

    /// The same after box number `box` was pushed to `to`.
    int after(std::size_t box, Square to) {
        if (!is_on_) return 0;
        assign();
        there_.copy_from(here_);
        there_.replace_row(static_cast<int>(box), row(to));
        there_.assign_row(static_cast<int>(box));
        return there_.total();
    }

private:
    const std::int32_t* row(Square s) const { return &rows_[static_cast<std::size_t>(s) * here_.stride()]; }

    void assign() {
        if (assigned_) return;
        assigned_ = true;
        for (int i = 0; i < size_; ++i)
            here_.set_row(i, i < static_cast<int>(boxes_->size()) ? row((*boxes_)[i]) : zero_.data());
        here_.solve();
    }

    // Computes the pushes of a lone box to the place, backwards.
    void fill(Square place, std::size_t column) {
        const auto pushes = [&](Square s) -> std::int32_t& {
            return rows_[static_cast<std::size_t>(s) * here_.stride() + column];
        };
        queue_.assign(1, place);
        pushes(place) = 0;
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
    Assignment here_, there_;
    std::vector<std::int32_t> rows_, zero_;
    std::vector<Square> queue_;
    const std::vector<Square>* boxes_ = nullptr;
};

}  // namespace unjam::sokoban
