// Forward, the start's side of a search: makes pushes, applies deadlock and pruning rules, estimates and
// stores the successors.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "families/sokoban/bounds/goal_distance_cache.hpp"
#include "families/sokoban/bounds/matching_bound.hpp"
#include "families/sokoban/bounds/pair_conflicts.hpp"
#include "families/sokoban/deadlocks/freeze.hpp"
#include "families/sokoban/pruning/forced_pushes.hpp"
#include "families/sokoban/search/goal_order.hpp"
#include "families/sokoban/search/search_side.hpp"

namespace unjam::sokoban {

/// Positions reached from the start, each right after a push: `direction` is that push, `g` the cost so far. In `moves`
/// `extra` counts the pushes, otherwise it is the square of the box pushed last. The estimate is the cheapest
/// assignment of boxes to goals by player-aware push distances with frozen boxes as walls.
template <class Size, bool Moves>
class Forward : public Side<Size, Moves> {
public:
    using Base = Side<Size, Moves>;
    Forward(const Maze& maze, const Canonical<Size, Moves>& canonical, unsigned rules, int size)
        : Base(maze, canonical, rules),
          size_(size),
          walks_(Moves && (rules & rule::walks) ? std::optional<WalkBounds>(maze) : std::nullopt),
          matching_(size, walks_.has_value(), rules & rule::matching),
          tables_(maze, size, stride(), walks()),
          freeze_(maze),
          forced_pushes_(maze, rules, Moves ? nullptr : &tables_.unfrozen()) {}

    /// Stores the start; none if it is obviously dead.
    std::uint32_t begin(const Position& start) {
        if (maze_.fill ? start.boxes.size() < maze_.goals.size() : start.boxes.size() > maze_.goals.size())
            return Store::none;
        for (Square b : start.boxes)
            if (b >= maze_.live) return Store::none;
        this->place(start.boxes);
        std::uint32_t id = Store::none;
        if (!(rules_ & rule::freeze) || freeze_.find(boxes_, frozen_)) {
            matching_.begin(table(frozen_));
            matching_.assign(boxes_, start.player);
            const Key key = canonical_.key(occupancy_, box_set_, hashes_, start.player);
            id = this->record(key, Note{}, [&] {
                const std::int32_t h = matching_.total();
                return walks_ && h < unreachable ? 0 : h;  // without a push before it no walk is certain
            });
        }
        this->unload();
        return id;
    }

    /// Adds what would cost too much on easy levels.
    void plan(const std::vector<Square>& start) {
        if (maze_.fill || Moves) return;
        if ((rules_ & rule::conflicts) && (rules_ & rule::matching) && PairConflicts::fits(maze_)) {
            tables_.compare_with_unfrozen();
            conflicts_.emplace(maze_, unfrozen_distances());
        }
        if (rules_ & rule::goal_order) goal_order_.emplace(maze_, start, size_, stride());
    }
    bool planned() const { return goal_order_.has_value(); }

    /// The distances without frozen boxes.
    const GoalDistances& unfrozen_distances() { return tables_.unfrozen(); }
    const WalkBounds* walks() const { return walks_ ? &*walks_ : nullptr; }
    int stride() const { return matching_.stride(); }
    std::size_t bytes() const { return Base::bytes() + tables_.bytes(); }

    /// Called with a position to be expanded and the number of goals that count as empty (0 without a plan).
    using Open = std::function<void(std::uint32_t id, int missing)>;

    /// Expands one position: stores its successors, and calls `open` for those to be expanded.
    void expand(std::uint32_t id, const Open& open) {
        const Note note = this->load(id);
        branch(id, note, open);
        this->unload();
    }

private:
    using Base::boxes_, Base::generated_, Base::occupancy_, Base::hashes_, Base::dead_end, Base::maze_,
        Base::canonical_, Base::rules_, Base::box_set_, Base::store_;
    using typename Base::Key;
    using typename Base::Note;
    using typename Base::Store;

    void branch(std::uint32_t id, const Note& note, const Open& open) {
        const auto player = static_cast<Square>(note.player);
        bool is_checked = false;  // a rival in the same area was expanded and not found dead
        if constexpr (Moves) {
            // Whether a position can be solved does not depend on where in an area the player is: a dead rival proves
            // this one dead.
            const auto on_rival = [&](const Note& rival) {
                is_checked |= rival.closed != 0;
                return rival.h == dead_end;
            };
            if ((rules_ & rule::dominance) && this->is_dominated(id, note, on_rival)) return;
        }
        if (!is_checked && may_close(id, note) && forced_pushes_.find(occupancy_, boxes_, player, pushes_)) {
            if (pushes_.empty()) {
                store_.note(id).h = dead_end;
                return;
            }
            if constexpr (Moves) occupancy_.list_pushes(boxes_, pushes_);
        } else {
            occupancy_.list_pushes(boxes_, pushes_);
        }
        if (pushes_.empty()) return;
        if (rules_ & rule::freeze) freeze_.find(boxes_, frozen_);
        table_ = table(frozen_);
        matching_.begin(table_, pushed(id, note), static_cast<int>(note.direction));
        if (conflicts_) {
            matching_.assign(boxes_, player);
            const std::int32_t h = matching_.total() + conflicts_->wasted(boxes_, table_, player);
            if (h > static_cast<std::int32_t>(note.h) &&
                h < dead_end) {  // the estimate is better now than when it was stored
                store_.note(id).h = static_cast<std::uint64_t>(h);
                store_.note(id).closed = 0;
                open(id, missing(0, 0));
                return;
            }
        }
        if (Moves && canonical_.images() == 0)
            for (const Push& push : pushes_)
                store_.fetch(canonical_.hash(
                    canonical_.hash_after(hashes_[0], push.from, maze_.next[push.from][push.direction]), 0));
        for (const Push& push : pushes_) {
            ++generated_;
            const Square to = maze_.next[push.from][push.direction];
            occupancy_.move_box(push.from, to);
            add_successor(note, push, to, open);
            occupancy_.move_box(to, push.from);
        }
    }

    // In `moves` corrals only prove positions dead. A corral without the box pushed last existed before the push, and
    // the position before was not found dead, so it is enough to look if that box borders on floor out of reach.
    bool may_close(std::uint32_t id, const Note& note) const {
        if (!Moves || id == 0) return true;
        for (Square q : maze_.ring[maze_.next[note.player][note.direction]])
            if (q != maze_.floor && !occupancy_.steps(q) && !occupancy_.is_occupied(q)) return true;
        return false;
    }

    const GoalDistances* table(const std::vector<Square>& frozen) {
        return rules_ & rule::frozen_tables ? tables_.with_walls(frozen) : &tables_.unfrozen();
    }

    // The number of the box pushed last, or -1 at the start.
    int pushed(std::uint32_t id, const Note& note) const {
        if (!walks_ || id == 0) return -1;
        const Square box = maze_.next[note.player][note.direction];
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            if (boxes_[i] == box) return static_cast<int>(i);
        return -1;
    }

    void add_successor(const Note& note, const Push& push, Square to, const Open& open) {
        const Square from = push.from;
        const GoalDistances* table_after = table_;
        std::size_t moved = 0;
        while (boxes_[moved] != from) ++moved;
        if ((rules_ & rule::freeze) && freeze_.possible(occupancy_, to)) {
            boxes_[moved] = to;
            const bool is_alive = freeze_.find(boxes_, frozen_after_);
            boxes_[moved] = from;
            if (!is_alive) return;
            if ((rules_ & rule::frozen_tables) && frozen_after_ != frozen_) table_after = table(frozen_after_);
        }
        const Key key = this->key_after(from, to, from, Moves ? -1 : occupancy_.least_after(from, to));
        Note fresh{};
        fresh.direction = static_cast<unsigned>(this->direction_in_image(key, push.direction));
        fresh.g = note.g + (Moves ? occupancy_.steps(maze_.next[from][opposite(push.direction)]) : 1);
        fresh.extra = Moves       ? static_cast<unsigned>(note.extra) + 1
                      : key.image ? canonical_.symmetry(key.image).to[to]
                                  : to;
        const std::uint32_t id = this->record(key, fresh, [&] {
            matching_.assign(boxes_, static_cast<Square>(note.player));
            const std::int32_t h = matching_.total_after(boxes_, table_after, moved, to, from, push.direction);
            if (h >= unreachable || !conflicts_) return h;
            return h + conflicts_->wasted_after(boxes_, table_after, table_after != table_, static_cast<int>(moved),
                                                from, to);
        });
        if (id != Store::none) open(id, missing(from, to));
    }

    int missing(Square from, Square to) { return goal_order_ ? goal_order_->missing(boxes_, from, to) : 0; }

    int size_;
    std::optional<WalkBounds> walks_;
    MatchingBound<GoalDistances> matching_;
    GoalDistanceCache tables_;
    Freeze freeze_;
    ForcedPushes forced_pushes_;
    std::optional<GoalOrder> goal_order_;
    std::optional<Conflicts> conflicts_;
    const GoalDistances* table_ = nullptr;
    std::vector<Square> frozen_, frozen_after_;
    std::vector<Push> pushes_;
};

}  // namespace unjam::sokoban
