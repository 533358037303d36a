// The side of a search that begins at the start and makes pushes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "families/sokoban/conflicts.hpp"
#include "families/sokoban/distance_tables.hpp"
#include "families/sokoban/forced.hpp"
#include "families/sokoban/freeze.hpp"
#include "families/sokoban/goal_order.hpp"
#include "families/sokoban/matching.hpp"
#include "families/sokoban/side.hpp"

namespace unjam::sokoban {

/// Positions that the start leads to, each right after a push: `direction` is that push, `g` what it cost to get there;
/// in `moves` `extra` counts the pushes, else it is the square of the box pushed last. The estimate is the cheapest
/// assignment of boxes to goals by player-aware push distances with frozen boxes as walls.
template <class Size, bool Moves>
class Forward : public Side<Size, Moves> {
public:
    using Base = Side<Size, Moves>;
    Forward(const Maze& maze, const Canonical<Size, Moves>& canonical, unsigned rules, int size)
        : Base(maze, canonical, rules),
          size_(size),
          walks_(Moves && (rules & rule::walks) ? std::optional<Walks>(maze) : std::nullopt),
          matching_(size, walks_.has_value(), rules & rule::matching),
          tables_(maze, size, stride(), walks()),
          freeze_(maze),
          forced_(maze, rules, Moves ? nullptr : &tables_.base()) {}

    /// Stores the start; none when it is seen to be a dead end.
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
            const Key key = canonical_.key(ground_, set_, hashes_, start.player);
            id = this->keep(key, Note{}, [&] {
                const std::int32_t h = matching_.total();
                return walks_ && h < unreachable ? 0 : h;  // no push came before, so no walk is certain
            });
        }
        this->unload();
        return id;
    }

    /// Begins with what costs too much for levels that are easy without it.
    void plan(const std::vector<Square>& start) {
        if (maze_.fill || Moves) return;
        if ((rules_ & rule::conflicts) && (rules_ & rule::matching) && PairConflicts::fits(maze_)) {
            tables_.compare_with_base();
            conflicts_.emplace(maze_, base());
        }
        if (rules_ & rule::goal_order) goal_order_.emplace(maze_, start, size_, stride());
    }
    bool planned() const { return goal_order_.has_value(); }

    /// The distances without frozen boxes.
    const GoalDistances& base() { return tables_.base(); }
    const Walks* walks() const { return walks_ ? &*walks_ : nullptr; }
    int stride() const { return matching_.stride(); }
    std::size_t bytes() const { return Base::bytes() + tables_.bytes(); }

    /// Expands one position: those a push later are stored, and those to be expanded given to `open(id, missing)`, with
    /// how many goals still count as empty (0 without a plan).
    template <class Open>
    void expand(std::uint32_t id, Open&& open) {
        const Note note = this->load(id);
        branch(id, note, open);
        this->unload();
    }

private:
    using Base::boxes_, Base::generated_, Base::ground_, Base::hashes_, Base::dead_end, Base::maze_, Base::canonical_,
        Base::rules_, Base::set_, Base::store_;
    using typename Base::Key;
    using typename Base::Note;
    using typename Base::Store;

    template <class Open>
    void branch(std::uint32_t id, const Note& note, Open&& open) {
        const auto player = static_cast<Square>(note.player);
        bool judged = false;  // a rival in the same area was expanded and not found to be a dead end
        if constexpr (Moves) {
            // What can be won does not hang on where in one area the player stands: a rival at a dead end settles it.
            const auto see = [&](const Note& rival) {
                judged |= rival.closed != 0;
                return rival.h == dead_end;
            };
            if ((rules_ & rule::dominance) && this->dominated(id, note, see)) return;
        }
        if (!judged && may_close(id, note) && forced_.find(ground_, boxes_, player, pushes_)) {
            if (pushes_.empty()) {
                store_.note(id).h = dead_end;
                return;
            }
            if constexpr (Moves) ground_.list_pushes(boxes_, pushes_);
        } else {
            ground_.list_pushes(boxes_, pushes_);
        }
        if (pushes_.empty()) return;
        if (rules_ & rule::freeze) freeze_.find(boxes_, frozen_);
        table_ = table(frozen_);
        matching_.begin(table_, pushed(id, note), static_cast<int>(note.direction));
        if (conflicts_) {
            matching_.assign(boxes_, player);
            const std::int32_t h = matching_.total() + conflicts_->of(boxes_, table_, player);
            if (h > static_cast<std::int32_t>(note.h) && h < dead_end) {  // judged better now than when it was stored
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
            ground_.shift(push.from, to);
            child(note, push, to, open);
            ground_.shift(to, push.from);
        }
    }

    // In `moves` corrals only show dead ends. One without the box pushed last was there before the push, and the
    // position before was not found to be a dead end; so it is enough to look when that box borders on floor out of
    // reach.
    bool may_close(std::uint32_t id, const Note& note) const {
        if (!Moves || id == 0) return true;
        for (Square q : maze_.ring[maze_.next[note.player][note.direction]])
            if (q != maze_.floor && !ground_.steps(q) && !ground_.taken(q)) return true;
        return false;
    }

    const GoalDistances* table(const std::vector<Square>& frozen) {
        return rules_ & rule::frozen_tables ? tables_.with_walls(frozen) : &tables_.base();
    }

    // The box that the push to this position moved, or -1 at the start.
    int pushed(std::uint32_t id, const Note& note) const {
        if (!walks_ || id == 0) return -1;
        const Square box = maze_.next[note.player][note.direction];
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            if (boxes_[i] == box) return static_cast<int>(i);
        return -1;
    }

    template <class Open>
    void child(const Note& note, const Push& push, Square to, Open&& open) {
        const Square from = push.from;
        const GoalDistances* table_there = table_;
        std::size_t moved = 0;
        while (boxes_[moved] != from) ++moved;
        if ((rules_ & rule::freeze) && freeze_.possible(ground_, to)) {
            boxes_[moved] = to;
            const bool fine = freeze_.find(boxes_, frozen_there_);
            boxes_[moved] = from;
            if (!fine) return;
            if ((rules_ & rule::frozen_tables) && frozen_there_ != frozen_) table_there = table(frozen_there_);
        }
        const Key key = this->key_after(from, to, from, Moves ? -1 : ground_.least_after(from, to));
        Note fresh{};
        fresh.direction = static_cast<unsigned>(this->turned(key, push.direction));
        fresh.g = note.g + (Moves ? ground_.steps(maze_.next[from][opposite(push.direction)]) : 1);
        fresh.extra = Moves       ? static_cast<unsigned>(note.extra) + 1
                      : key.image ? canonical_.symmetry(key.image).to[to]
                                  : to;
        const std::uint32_t id = this->keep(key, fresh, [&] {
            matching_.assign(boxes_, static_cast<Square>(note.player));
            const std::int32_t h = matching_.after(boxes_, table_there, moved, to, from, push.direction);
            if (h >= unreachable || !conflicts_) return h;
            return h + conflicts_->after(boxes_, table_there, table_there != table_, static_cast<int>(moved), from, to);
        });
        if (id != Store::none) open(id, missing(from, to));
    }

    int missing(Square from, Square to) { return goal_order_ ? goal_order_->missing(boxes_, from, to) : 0; }

    int size_;
    std::optional<Walks> walks_;
    Matching<GoalDistances> matching_;
    DistanceTables tables_;
    Freeze freeze_;
    ForcedPushes forced_;
    std::optional<GoalOrder> goal_order_;
    std::optional<Conflicts> conflicts_;
    const GoalDistances* table_ = nullptr;
    std::vector<Square> frozen_, frozen_there_;
    std::vector<Push> pushes_;
};

}  // namespace unjam::sokoban
