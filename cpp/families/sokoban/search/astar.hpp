// AStar from the start (P. E. Hart, N. J. Nilsson, B. Raphael, 1968): its queues, also by empty goals, and
// its limits; SearchState, shared with TwoSided.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/search/forward_side.hpp"
#include "unjam/bucket_queue.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

/// What A* and the two-sided search share: the counts, the proven bound, and the cheapest solution so far.
struct SearchState {
    Guard& guard;
    std::uint64_t expanded = 0;
    std::int64_t bound = 0;      // a proven lower bound
    int best = Frontier::never;  // cost of the cheapest solution so far
    unsigned pushes = 0;         // its pushes
    std::uint32_t last = 0;      // its last position on the start's side
};

/// Expands the start's side by cost plus estimate. In pushes, once there is a plan (see GoalOrder), positions are also
/// queued by the number of empty goals, and every other turn goes round those queues.
template <class Size, bool Moves>
class AStar {
public:
    using Boxes = BoxSet<Size>;
    using Store = PositionStore<Size>;
    using Note = PositionNote<Size>;
    AStar(const Maze& maze, Forward<Size, Moves>& forward, SearchState& state)
        : fill_(maze.fill), goals_(box_set<Size>(maze.goals)), forward_(forward), state_(state) {}

    /// Puts a position on the frontier; `missing`: goals that count as empty.
    void open(std::uint32_t id, int missing) {
        const Note& note = forward_.store().note(id);
        const int sum = static_cast<int>(note.g + note.h);
        queue_.push(sum, static_cast<int>(note.h), id);
        if (!forward_.planned()) return;
        if (missing >= static_cast<int>(queues_.size())) queues_.resize(missing + 1);
        queues_[missing].push(sum, static_cast<int>(note.h), id);
    }

    /// Runs until the level is solved, the guard stops it, or `max_expanded` positions were expanded; begins with the
    /// plan after `plan_after`. In `moves` it continues among equally short solutions to one with the fewest pushes.
    Status run(const Position& start, std::uint64_t plan_after, std::uint64_t max_expanded) {
        while (!queue_.empty() && queue_.least() < state_.best + Moves) {
            if (state_.expanded >= max_expanded) return Status::gave_up;
            if (state_.expanded == plan_after) forward_.plan(start.boxes);
            const std::uint32_t id = next();
            if (id == Store::none) continue;
            if (!may_continue(bytes() + forward_.store().next_bytes())) return Status::gave_up;
            const Note& note = forward_.store().note(id);
            if (goals_reached(id) && (state_.best == Frontier::never || note.extra < state_.pushes)) {
                state_.best = static_cast<int>(note.g);
                state_.pushes = static_cast<unsigned>(note.extra);
                state_.last = id;
            }
            ++state_.expanded;  // the goal counts too
            if (Moves || state_.best == Frontier::never)
                forward_.expand(id, [&](std::uint32_t after, int missing) { open(after, missing); });
        }
        return state_.best < Frontier::never ? Status::solved : Status::unsolvable;
    }

    /// Whether another position may be expanded, if that takes `bytes` of memory.
    bool may_continue(std::size_t bytes) {
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

    /// Calls visit(id) for every current position on the frontier.
    template <class Visit>
    void each(Visit&& visit) const {
        queue_.each([&](int sum, std::uint32_t id) {
            const Note& note = forward_.store().note(id);
            if (!note.closed && static_cast<int>(note.g + note.h) <= sum) visit(id);
        });
    }

    /// Returns the position to expand next, least sum first, or none if the entry was out of date.
    std::uint32_t next() {
        int sum, second;
        std::uint32_t id = Store::none;
        alternate_ ^= 1;
        if (forward_.planned() && alternate_) id = next_by_goals(sum, second);
        if (id == Store::none) id = queue_.pop(sum, second);
        if (const std::uint32_t* soon = queue_.peek(sum, second, 6)) forward_.store().fetch(*soon);
        const Note& note = forward_.store().note(id);
        if (note.closed || static_cast<int>(note.g + note.h) != sum) return Store::none;
        if (sum > state_.bound) state_.bound = sum;
        return id;
    }

private:
    using Queue = BucketQueue<std::uint32_t>;

    std::uint32_t next_by_goals(int& sum, int& second) {
        const int least = queue_.least();
        for (std::size_t k = 0; k < queues_.size(); ++k) {
            if (++turn_queue_ >= queues_.size()) turn_queue_ = 0;
            if (!queues_[turn_queue_].empty() && queues_[turn_queue_].least() == least)
                return queues_[turn_queue_].pop(sum, second);
        }
        return Store::none;
    }

    bool fill_;
    Boxes goals_;
    Forward<Size, Moves>& forward_;
    SearchState& state_;
    Queue queue_;
    std::vector<Queue> queues_;  // by the number of empty goals
    std::size_t turn_queue_ = 0;
    int alternate_ = 0;
};

}  // namespace unjam::sokoban
