// The side of a search that begins at the start and makes pushes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "families/sokoban/clashes.hpp"
#include "families/sokoban/corrals.hpp"
#include "families/sokoban/packing.hpp"
#include "families/sokoban/side.hpp"
#include "families/sokoban/tunnels.hpp"

namespace unjam::sokoban {

struct Start {
    std::vector<Square> boxes;
    Square player;
};

/// Positions that the start leads to, each right after a push: `way` is that push, `g` what it cost to get there; in
/// `moves` `extra` counts the pushes, else it is the square of the box pushed last. The estimate is the cheapest
/// assignment of boxes to goals by player-aware push distances with frozen boxes as walls.
template <bool Moves>
class Front : public Side<Moves> {
public:
    using Base = Side<Moves>;
    Front(const Maze& maze, const Names<Moves>& names, unsigned rules, int size, int words)
        : Base(maze, names, rules, size, words), corrals_(maze), size_(size), zero_(here_.stride(), 0) {
        if (Moves && (rules & rule::lines)) walks_.emplace(maze);
        if (!Moves && (rules & rule::tunnels)) tunnels_.emplace(maze, base());
    }

    /// Stores the start; none when it is seen to be lost.
    std::uint32_t begin(const Start& start) {
        if (maze_.fill ? start.boxes.size() < maze_.goals.size() : start.boxes.size() > maze_.goals.size())
            return Store::none;
        for (Square b : start.boxes)
            if (b >= maze_.live) return Store::none;
        this->place(start.boxes);
        std::uint32_t id = Store::none;
        if (!(rules_ & rule::freeze) || ground_.freeze(boxes_, frozen_)) {
            table_ = table(frozen_);
            assign(start.player);
            const Name name = names_.name(ground_, set_, hashes_, start.player);
            id = this->keep(name, Note{}, [&] {
                const std::int32_t h = estimate(here_);
                return walks_ && h < unreachable ? 0 : h;  // no push came before, so no walk is certain
            });
        }
        this->unload();
        return id;
    }

    /// Begins with what costs too much for levels that are easy without it.
    void plan(const std::vector<Square>& start) {
        if (maze_.fill || Moves) return;
        if ((rules_ & rule::pairs) && (rules_ & rule::matching) && Pairs::fits(maze_)) {
            base_ = &base();
            for (auto& [key, other] : tables_)
                if (other.get() != base_) other->compare(maze_, *base_, size_);
            clashes_.emplace(maze_, *base_);
        }
        if (rules_ & rule::packing) packing_.emplace(maze_, start, size_, here_.stride());
    }
    bool planned() const { return packing_.has_value(); }

    /// The distances without frozen boxes.
    const Distances& base() { return *table({}); }
    const Walks* walks() const { return walks_ ? &*walks_ : nullptr; }
    int stride() const { return here_.stride(); }
    std::size_t bytes() const { return Base::bytes() + table_bytes_; }

    /// Looks at one position: those a push later are stored, and those to look at given to `queue(id, missing)`, with
    /// how many goals still count as empty (0 without a plan).
    template <class Queue>
    void expand(std::uint32_t id, Queue&& queue) {
        const Note note = this->load(id);
        branch(id, note, queue);
        this->unload();
    }

private:
    using Base::boxes_, Base::generated_, Base::ground_, Base::hashes_, Base::here_, Base::lost, Base::maze_,
        Base::names_, Base::rules_, Base::set_, Base::store_, Base::there_;
    using typename Base::Name;

    template <class Queue>
    void branch(std::uint32_t id, const Note& note, Queue&& queue) {
        const auto player = static_cast<Square>(note.player);
        bool judged = false;  // a rival in the same area was looked at and not found lost
        if constexpr (Moves) {
            // What can be won does not hang on where in one area the player stands: a lost rival settles it.
            const auto see = [&](const Note& rival) {
                judged |= rival.closed != 0;
                return rival.h == lost;
            };
            if ((rules_ & rule::dominance) && this->dominated(id, note, see)) return;
        }
        const bool forced = (tunnels_ && tunnels_->find(ground_, boxes_, player, pushes_)) ||
                            ((rules_ & rule::corrals) && !judged && may_close(id, note) &&
                             corrals_.find(ground_, boxes_, pushes_, Moves));
        if (forced) {
            if (pushes_.empty()) {
                store_.note(id).h = lost;
                return;
            }
            if constexpr (Moves) ground_.list_pushes(boxes_, pushes_);
        } else {
            ground_.list_pushes(boxes_, pushes_);
        }
        if (pushes_.empty()) return;
        if (rules_ & rule::freeze) ground_.freeze(boxes_, frozen_);
        table_ = table(frozen_);
        pushed_ = pushed(id, note);
        pushed_way_ = static_cast<int>(note.way);
        assigned_ = false;
        if (clashes_) {
            assign(player);
            const std::int32_t h = estimate(here_) + clashes_->of(boxes_, table_, player);
            if (h > static_cast<std::int32_t>(note.h) && h < lost) {  // judged better now than when it was stored
                store_.note(id).h = static_cast<std::uint64_t>(h);
                store_.note(id).closed = 0;
                queue(id, missing(0, 0));
                return;
            }
        }
        if (Moves && names_.images() == 0)
            for (const Push& push : pushes_)
                store_.fetch(
                    names_.hash(hashes_[0] ^ names_.key(push.from) ^ names_.key(maze_.next[push.from][push.way]), 0));
        for (const Push& push : pushes_) {
            ++generated_;
            const Square to = maze_.next[push.from][push.way];
            ground_.shift(push.from, to);
            child(note, push, to, queue);
            ground_.shift(to, push.from);
        }
    }

    // In `moves` corrals only show that a position is lost. One without the box pushed last was there before the push,
    // and the position before was not found lost; so it is enough to look when that box borders on floor out of reach.
    bool may_close(std::uint32_t id, const Note& note) const {
        if (!Moves || id == 0) return true;
        for (Square q : maze_.ring[maze_.next[note.player][note.way]])
            if (q != maze_.floor && !ground_.steps(q) && !ground_.taken(q)) return true;
        return false;
    }

    const Distances* table(const std::vector<Square>& frozen) {
        static const std::vector<Square> none;
        const std::vector<Square>& walls = rules_ & rule::frozen_tables ? frozen : none;
        if (last_table_ && walls == last_walls_) return last_table_;
        std::uint64_t key = 0;
        for (Square s : walls) key ^= names_.key(s);
        auto& slot = tables_[key];
        if (!slot) {
            slot = std::make_unique<Distances>(maze_, walls, size_, here_.stride(), walks());
            if (base_) slot->compare(maze_, *base_, size_);
            table_bytes_ += slot->bytes() + 64;
        }
        last_walls_ = walls;
        return last_table_ = slot.get();
    }

    // The box that the push to this position moved, or -1 at the start.
    int pushed(std::uint32_t id, const Note& note) const {
        if (!walks_ || id == 0) return -1;
        const Square box = maze_.next[note.player][note.way];
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            if (boxes_[i] == box) return static_cast<int>(i);
        return -1;
    }

    void assign(Square player) {
        assigned_ = true;
        for (int i = 0; i < size_; ++i)
            here_.point(i, i < static_cast<int>(boxes_.size()) ? table_->row(boxes_[i], player) : zero_.data());
        if (pushed_ >= 0) here_.point(pushed_, table_->row_behind(boxes_[pushed_], pushed_way_));
        if (rules_ & rule::matching) here_.solve();
    }
    std::int32_t estimate(const Assignment& assignment) const {
        return rules_ & rule::matching ? assignment.total() : 0;
    }

    template <class Queue>
    void child(const Note& note, const Push& push, Square to, Queue&& queue) {
        const Square from = push.from;
        const Distances* table_there = table_;
        std::size_t moved = 0;
        while (boxes_[moved] != from) ++moved;
        if ((rules_ & rule::freeze) && ground_.may_freeze(to)) {
            boxes_[moved] = to;
            const bool fine = ground_.freeze(boxes_, frozen_there_);
            boxes_[moved] = from;
            if (!fine) return;
            if ((rules_ & rule::frozen_tables) && frozen_there_ != frozen_) table_there = table(frozen_there_);
        }
        const Name name = this->shifted(from, to, from, Moves ? -1 : ground_.least_after(from, to));
        Note fresh{};
        fresh.way = static_cast<unsigned>(this->turned(name, push.way));
        fresh.g = note.g + (Moves ? ground_.steps(maze_.next[from][opposite(push.way)]) : 1);
        fresh.extra = Moves        ? static_cast<unsigned>(note.extra) + 1
                      : name.image ? names_.symmetry(name.image).to[to]
                                   : to;
        const std::uint32_t id = this->keep(name, fresh, [&] {
            if (!assigned_) assign(static_cast<Square>(note.player));
            return estimate_after(table_there, moved, from, to, push.way);
        });
        if (id != Store::none) queue(id, missing(from, to));
    }

    int missing(Square from, Square to) { return packing_ ? packing_->missing(boxes_, from, to) : 0; }

    std::int32_t estimate_after(const Distances* table_there, std::size_t moved, Square player, Square to, int way) {
        if (!(rules_ & rule::matching)) return 0;
        there_.copy_from(here_);
        int changed[256], count = 0;
        changed[count++] = static_cast<int>(moved);
        const int n = static_cast<int>(boxes_.size());
        for (int i = 0; i < n; ++i) {
            if (i == static_cast<int>(moved)) continue;
            const Square b = boxes_[i];
            if (table_there == table_) {
                if (!table_->several(b) && i != pushed_) continue;
                const std::int32_t* costs = table_->row(b, player);
                if (costs != here_.row(i)) there_.change(changed[count++] = i, costs);
            } else {
                const std::int32_t* costs = table_there->row(b, player);
                if (std::memcmp(costs, here_.row(i), sizeof(std::int32_t) * size_) == 0)
                    there_.point(i, costs);
                else
                    there_.change(changed[count++] = i, costs);
            }
        }
        there_.change(static_cast<int>(moved),
                      walks_ ? table_there->row_behind(to, way) : table_there->row(to, player));
        for (int k = 0; k < count; ++k) there_.settle(changed[k]);
        const std::int32_t h = there_.total();
        if (h >= unreachable || !clashes_) return h;
        return h + clashes_->after(boxes_, table_there, table_there != table_, static_cast<int>(moved), player, to);
    }

    Corrals corrals_;
    int size_;
    std::vector<std::int32_t> zero_;
    std::optional<Walks> walks_;
    std::optional<Tunnels> tunnels_;
    std::optional<Packing> packing_;
    std::optional<Clashes> clashes_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Distances>> tables_;
    const Distances* base_ = nullptr;
    const Distances* table_ = nullptr;
    const Distances* last_table_ = nullptr;
    std::vector<Square> last_walls_, frozen_, frozen_there_;
    std::size_t table_bytes_ = 0;
    int pushed_ = -1, pushed_way_ = 0;
    bool assigned_ = false;
    std::vector<Push> pushes_;
};

}  // namespace unjam::sokoban
