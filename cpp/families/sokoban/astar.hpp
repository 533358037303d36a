// A* from the start (P. E. Hart, N. J. Nilsson, B. Raphael, 1968).
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/forward.hpp"
#include "unjam/bucket_queue.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

/// What A* and the two-sided search share: how much was done, what is proven, and the cheapest solution known.
struct SearchState {
    Guard& guard;
    std::uint64_t expanded = 0;
    std::int64_t bound = 0;      // no solution costs less
    int best = Frontier::never;  // the cheapest solution known,
    unsigned pushes = 0;         // its pushes,
    std::uint32_t last = 0;      // and its last position of the start's side
};

/// The start's side expanded in the order of cost plus estimate. In pushes, once there is a plan (see GoalOrder), the
/// positions are also kept by how many goals count as empty, and every other turn goes round those.
template <class Size, bool Moves>
class AStar {
public:
    using Boxes = BoxSet<Size>;
    using Store = PositionStore<Size>;
    using Note = PositionNote<Size>;
    AStar(const Maze& maze, Forward<Size, Moves>& forward, SearchState& state)
        : fill_(maze.fill), goals_(box_set<Size>(maze.goals)), forward_(forward), state_(state) {}

    /// Puts a position on the frontier; `missing`: how many goals count as empty.
    void open(std::uint32_t id, int missing) {
        const Note& note = forward_.store().note(id);
        const int sum = static_cast<int>(note.g + note.h);
        queue_.push(sum, static_cast<int>(note.h), id);
        if (!forward_.planned()) return;
        if (missing >= static_cast<int>(cells_.size())) cells_.resize(missing + 1);
        cells_[missing].push(sum, static_cast<int>(note.h), id);
    }

    /// Runs until the level is solved, or the guard stops it, or `most` positions were expanded; begins with the plan
    /// after `plan_after`. In `moves` the search goes on among equally short solutions to the one with the fewest
    /// pushes.
    Status run(const Position& start, std::uint64_t plan_after, std::uint64_t most) {
        SearchState& at = state_;
        while (!queue_.empty() && queue_.least() < at.best + Moves) {
            if (at.expanded >= most) return Status::gave_up;
            if (at.expanded == plan_after) forward_.plan(start.boxes);
            const std::uint32_t id = next();
            if (id == Store::none) continue;
            if (!may_go_on(bytes() + forward_.store().next_bytes())) return Status::gave_up;
            const Note& note = forward_.store().note(id);
            if (goals_reached(id) && (at.best == Frontier::never || note.extra < at.pushes)) {
                at.best = static_cast<int>(note.g);
                at.pushes = static_cast<unsigned>(note.extra);
                at.last = id;
            }
            ++at.expanded;  // the goal counts too
            if (Moves || at.best == Frontier::never)
                forward_.expand(id, [&](std::uint32_t after, int missing) { open(after, missing); });
        }
        return at.best < Frontier::never ? Status::solved : Status::unsolvable;
    }

    /// May another position be expanded, when that takes it to `bytes`?
    bool may_go_on(std::size_t bytes) {
        if (forward_.store().full()) state_.guard.stop(Stop::memory);
        return !state_.guard.tick(state_.expanded, bytes, state_.bound);
    }

    bool goals_reached(std::uint32_t id) const {
        const Boxes boxes = forward_.store().boxes(id);
        return fill_ ? goals_.within(boxes) : boxes.within(goals_);
    }

    bool empty() const { return queue_.empty(); }
    int least() { return queue_.least(); }
    void clear() { queue_ = {}; }
    std::size_t bytes() const { return forward_.bytes() + 2 * queue_.bytes(); }

    /// Calls visit(id) for every position on the frontier that is not out of date.
    template <class Visit>
    void each(Visit&& visit) const {
        queue_.each([&](int sum, std::uint32_t id) {
            const Note& note = forward_.store().note(id);
            if (!note.closed && static_cast<int>(note.g + note.h) <= sum) visit(id);
        });
    }

    /// The position to expand next, least sum first, or none when what came up is out of date.
    std::uint32_t next() {
        int sum, second;
        std::uint32_t id = Store::none;
        turn_ ^= 1;
        if (forward_.planned() && turn_) id = next_of_cells(sum, second);
        if (id == Store::none) id = queue_.pop(sum, second);
        if (const std::uint32_t* soon = queue_.peek(sum, second, 6)) forward_.store().fetch(*soon);
        const Note& note = forward_.store().note(id);
        if (note.closed || static_cast<int>(note.g + note.h) != sum) return Store::none;
        if (sum > state_.bound) state_.bound = sum;
        return id;
    }

private:
    using Queue = BucketQueue<std::uint32_t>;

    std::uint32_t next_of_cells(int& sum, int& second) {
        const int least = queue_.least();
        for (std::size_t k = 0; k < cells_.size(); ++k) {
            if (++cell_ >= cells_.size()) cell_ = 0;
            if (!cells_[cell_].empty() && cells_[cell_].least() == least) return cells_[cell_].pop(sum, second);
        }
        return Store::none;
    }

    bool fill_;
    Boxes goals_;
    Forward<Size, Moves>& forward_;
    SearchState& state_;
    Queue queue_;
    std::vector<Queue> cells_;  // by how many goals count as empty
    std::size_t cell_ = 0;
    int turn_ = 0;
};

}  // namespace unjam::sokoban
