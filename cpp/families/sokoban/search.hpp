// The optimal search, in pushes or in moves.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "families/sokoban/assignment.hpp"
#include "families/sokoban/corrals.hpp"
#include "families/sokoban/store.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

struct Start {
    std::vector<Square> boxes;
    Square player;
};

/// A* over pushes (P. E. Hart, N. J. Nilsson, B. Raphael, 1968). The estimate is the cheapest assignment of boxes to goals
/// by player-aware push distances with frozen boxes as walls; it is consistent, and positions may still be reopened.
/// `Moves`: cost counts the walks too, and the player's square is part of the position.
template <bool Moves>
class Search {
public:
    Search(const Maze& maze, unsigned rules, Guard& guard, int boxes)
        : maze_(maze), rules_(rules), guard_(guard), ground_(maze), corrals_(maze),
          size_(std::max<int>(boxes, static_cast<int>(maze.goals.size()))), words_((maze.live + 63) / 64),
          store_(words_), here_(size_), there_(size_), zero_(here_.stride(), 0), keys_(maze.floor + 1) {
        std::uint64_t x = 0x9e3779b97f4a7c15u;
        for (auto& key : keys_) key = mix(x += 0x9e3779b97f4a7c15u);
        store_.rehash = [](const Store& store, std::uint32_t id, void* self, std::uint64_t& out) {
            const auto& search = *static_cast<const Search*>(self);
            out = search.hash(search.box_hash(store.boxes(id)), static_cast<Square>(store.note(id).player));
        };
        store_.rehash_with = this;
        if (maze.fill) rules_ &= ~(rule::freeze | rule::frozen_tables | rule::corrals);
        if (!(rules_ & rule::freeze)) rules_ &= ~rule::frozen_tables;
    }

    Outcome run(const Start& start) {
        Outcome out;
        bound_ = 0;
        boxes_ = start.boxes;
        std::sort(boxes_.begin(), boxes_.end());
        out.status = begin(start) ? loop() : (guard_.stopped() ? Status::gave_up : Status::unsolvable);
        out.stop = guard_.why();
        out.lower_bound = bound_;
        out.expanded = expanded_;
        out.generated = generated_;
        out.peak_bytes = bytes();
        if (out.status == Status::solved) {
            out.cost = static_cast<std::int64_t>(store_.note(goal_).g);
            out.lower_bound = out.cost;
            out.optimal = true;
            trace(start, out.moves);
        }
        out.seconds = guard_.seconds();
        return out;
    }

    std::size_t bytes() const { return store_.bytes() + queue_.bytes() + table_bytes_; }
    std::uint32_t states() const { return store_.size(); }

private:
    static std::uint64_t mix(std::uint64_t x) {
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
        x = (x ^ x >> 27) * 0x94d049bb133111ebu;
        return x ^ x >> 31;
    }
    // In `moves` all positions with the same boxes share a home in the index, and the mark ends with the player's square.
    std::uint64_t hash(std::uint64_t boxes, Square player) const {
        if constexpr (Moves) return (boxes & ~std::uint64_t{255}) | (player & 255);
        return mix(boxes + player * 0x9e3779b97f4a7c15u);
    }
    std::uint64_t box_hash(const std::uint64_t* set) const {
        std::uint64_t out = 0;
        for (int w = 0; w < words_; ++w)
            for (std::uint64_t bits = set[w]; bits; bits &= bits - 1) out ^= keys_[w * 64 + __builtin_ctzll(bits)];
        return out;
    }

    bool begin(const Start& start) {
        if (maze_.fill ? boxes_.size() < maze_.goals.size() : boxes_.size() > maze_.goals.size()) return false;
        for (Square b : boxes_)
            if (b >= maze_.live) return false;
        std::uint64_t set[8] = {};
        for (Square b : boxes_) set[b / 64] |= std::uint64_t{1} << (b % 64);
        ground_.place(boxes_);
        bool alive = true;
        frozen_.clear();
        if (rules_ & rule::freeze) alive = ground_.freeze(boxes_, frozen_);
        std::int32_t h = 0;
        if (alive) {
            table_ = table(frozen_);
            assign(start.player);
            h = estimate(here_);
            alive = h < unreachable;
            h = std::min(h, most);
        }
        const Square player = Moves ? start.player : ground_.least(start.player);
        ground_.lift(boxes_);
        if (!alive) return false;
        Note note{};
        note.player = player;
        note.h = static_cast<std::uint64_t>(h);
        const std::uint32_t id = store_.add(hash(box_hash(set), player), set, note);
        bound_ = h;
        push(id, note);
        return true;
    }

    void push(std::uint32_t id, const Note& note) {
        const int sum = static_cast<int>(note.g + note.h);
        if constexpr (Moves) queue_.push(sum, static_cast<int>(note.h), id);
        else queue_.push(sum, static_cast<int>(note.h), id);
    }

    Status loop() {
        while (!queue_.empty()) {
            int sum, second;
            const std::uint32_t id = queue_.pop(sum, second);
            Note& note = store_.note(id);
            if (note.closed || static_cast<int>(note.g + note.h) != sum) continue;
            if (sum > bound_) bound_ = sum;
            if (guard_.tick(expanded_, bytes(), bound_)) return Status::gave_up;
            note.closed = 1;
            if (!expand(id)) return guard_.stopped() ? Status::gave_up : Status::solved;
        }
        return Status::unsolvable;
    }

    // Looks at one position; false when it is solved or the guard stops.
    bool expand(std::uint32_t id) {
        const Note note = store_.note(id);
        std::memcpy(set_, store_.boxes(id), sizeof(std::uint64_t) * words_);
        ++expanded_;
        boxes_.clear();
        for (int w = 0; w < words_; ++w)
            for (std::uint64_t bits = set_[w]; bits; bits &= bits - 1)
                boxes_.push_back(static_cast<Square>(w * 64 + __builtin_ctzll(bits)));
        if (solved()) {
            goal_ = id;
            return false;
        }
        const auto player = static_cast<Square>(note.player);
        ground_.place(boxes_);
        ground_.walk(player);
        const bool go_on = branch(id, note, player);
        ground_.lift(boxes_);
        return go_on;
    }

    bool solved() const {
        std::size_t home = 0;
        for (Square b : boxes_) home += maze_.goal[b] != 0;
        return home == (maze_.fill ? maze_.goals.size() : boxes_.size());
    }

    bool branch(std::uint32_t id, const Note& note, Square player) {
        if constexpr (Moves)
            if ((rules_ & rule::dominance) && dominated(id, note)) return true;
        if (rules_ & rule::corrals) {
            if (corrals_.find(ground_, boxes_, pushes_)) {
                if (pushes_.empty()) return true;
                if constexpr (Moves) list_pushes();
            } else {
                list_pushes();
            }
        } else {
            list_pushes();
        }
        if (pushes_.empty()) return true;
        if (rules_ & rule::freeze) ground_.freeze(boxes_, frozen_);
        table_ = table(frozen_);
        if (!table_) return false;
        assign(player);
        box_hash_ = box_hash(set_);
        for (const Push& push : pushes_)
            if (!follow(note, push)) return false;
        return true;
    }

    // Another walk to this position's boxes that was no longer: then all that can follow was already looked at.
    bool dominated(std::uint32_t id, const Note& note) const {
        bool out = false;
        store_.each(hash(box_hash(set_), 0), ~255u, [&](std::uint32_t other) {
            if (other == id) return false;
            const Note& rival = store_.note(other);
            const int way = ground_.steps(static_cast<Square>(rival.player)) - 1;
            if (way < 0 || !store_.same_boxes(other, set_)) return false;
            const auto cost = rival.g + static_cast<unsigned>(way);
            out = cost < note.g || (cost == note.g && rival.extra <= note.extra);
            return out;
        });
        return out;
    }

    void list_pushes() {
        pushes_.clear();
        for (Square b : boxes_)
            for (int d = 0; d < 4; ++d) {
                const Square ahead = maze_.next[b][d];
                if (ahead < maze_.live && !ground_.taken(ahead) && ground_.steps(maze_.next[b][opposite(d)]))
                    pushes_.push_back({b, static_cast<std::uint8_t>(d)});
            }
    }

    const Distances* table(const std::vector<Square>& frozen) {
        const std::vector<Square>& walls = rules_ & rule::frozen_tables ? frozen : no_squares_;
        if (last_table_ && walls == last_walls_) return last_table_;
        std::uint64_t key = 0;
        for (Square s : walls) key ^= keys_[s];
        auto& slot = tables_[key];
        if (!slot) {
            slot = std::make_unique<Distances>(maze_, walls, size_, here_.stride());
            table_bytes_ += slot->bytes() + 64;
            if (guard_.refuses(bytes())) return nullptr;
        }
        last_walls_ = walls;
        return last_table_ = slot.get();
    }

    void assign(Square player) {
        for (int i = 0; i < size_; ++i)
            here_.point(i, i < static_cast<int>(boxes_.size()) ? table_->row(boxes_[i], player) : zero_.data());
        if (rules_ & rule::matching) here_.solve();
    }

    std::int32_t estimate(const Assignment& assignment) const {
        return rules_ & rule::matching ? assignment.total() : 0;
    }

    // Makes one push, judges and stores the position it leads to; false when the guard stops the search.
    bool follow(const Note& note, const Push& push) {
        ++generated_;
        const Square from = push.from, to = maze_.next[from][push.way];
        ground_.shift(from, to);
        const bool fine = child(note, push, from, to);
        ground_.shift(to, from);
        return fine;
    }

    bool child(const Note& note, const Push& push, Square from, Square to) {
        const Distances* table_there = table_;
        std::size_t moved = 0;
        while (boxes_[moved] != from) ++moved;
        if ((rules_ & rule::freeze) && ground_.may_freeze(to)) {
            boxes_[moved] = to;
            const bool fine = ground_.freeze(boxes_, frozen_there_);
            boxes_[moved] = from;
            if (!fine) return true;
            if ((rules_ & rule::frozen_tables) && frozen_there_ != frozen_) {
                table_there = table(frozen_there_);
                if (!table_there) return false;
            }
        }
        const Square player = Moves ? from : ground_.least_after(from, to);
        std::uint64_t set[8];
        std::memcpy(set, set_, sizeof(std::uint64_t) * words_);
        set[from / 64] &= ~(std::uint64_t{1} << (from % 64));
        set[to / 64] |= std::uint64_t{1} << (to % 64);
        const std::uint64_t key = hash(box_hash_ ^ keys_[from] ^ keys_[to], player);
        const auto cost = static_cast<unsigned>(note.g) + (Moves ? ground_.steps(maze_.next[from][opposite(push.way)]) : 1);
        const unsigned extra = Moves ? static_cast<unsigned>(note.extra) + 1 : to;
        if (const std::uint32_t known = store_.find(key, set, player); known != Store::none) {
            Note& old = store_.note(known);
            if (old.h == lost || old.g < cost || (old.g == cost && (!Moves || old.extra <= extra))) return true;
            old.g = cost;
            old.way = push.way;
            old.extra = extra;
            old.closed = 0;
            this->push(known, old);
            return true;
        }
        Note fresh{};
        fresh.player = player;
        fresh.way = push.way;
        fresh.g = cost;
        fresh.extra = extra;
        std::int32_t h = 0;
        if (rules_ & rule::matching) {
            h = estimate_after(table_there, moved, from, to);
            if (h < unreachable) {
                h = std::min(h, most);
            } else {  // remembered, so that it is judged once
                fresh.closed = 1;
                h = lost;
            }
        }
        fresh.h = static_cast<std::uint64_t>(h);
        if (guard_.refuses(bytes() + store_.next_bytes())) return false;
        if (store_.full()) {
            guard_.stop(Stop::memory);
            return false;
        }
        const std::uint32_t id = store_.add(key, set, fresh);
        if (!fresh.closed) this->push(id, fresh);
        return true;
    }

    std::int32_t estimate_after(const Distances* table_there, std::size_t moved, Square player, Square to) {
        there_.copy_from(here_);
        int changed[256], count = 0;
        changed[count++] = static_cast<int>(moved);
        const int n = static_cast<int>(boxes_.size());
        for (int i = 0; i < n; ++i) {
            if (i == static_cast<int>(moved)) continue;
            const Square b = boxes_[i];
            if (table_there == table_) {
                if (!table_->several(b)) continue;
                const std::int32_t* costs = table_->row(b, player);
                if (costs != here_.row(i)) there_.change(changed[count++] = i, costs);
            } else {
                const std::int32_t* costs = table_there->row(b, player);
                if (std::memcmp(costs, here_.row(i), sizeof(std::int32_t) * size_) == 0) there_.point(i, costs);
                else there_.change(changed[count++] = i, costs);
            }
        }
        there_.change(static_cast<int>(moved), table_there->row(to, player));
        for (int k = 0; k < count; ++k) there_.settle(changed[k]);
        return there_.total();
    }

    // Walks the found path back through the store, then forth again with the player's steps.
    void trace(const Start& start, std::vector<std::int32_t>& moves) {
        std::vector<Push> path;
        std::uint32_t id = goal_;
        while (id != 0) {
            const Note note = store_.note(id);
            std::uint64_t set[8];
            std::memcpy(set, store_.boxes(id), sizeof(std::uint64_t) * words_);
            const int way = static_cast<int>(note.way);
            const Square to = Moves ? maze_.next[note.player][way] : static_cast<Square>(note.extra);
            const Square from = maze_.next[to][opposite(way)];
            path.push_back({from, static_cast<std::uint8_t>(way)});
            set[to / 64] &= ~(std::uint64_t{1} << (to % 64));
            set[from / 64] |= std::uint64_t{1} << (from % 64);
            unpack(set);
            ground_.place(boxes_);
            const Square stand = maze_.next[from][opposite(way)];
            if constexpr (Moves) {
                ground_.walk(stand);
                id = earlier(set, note);
            } else {
                id = store_.find(hash(box_hash(set), ground_.least(stand)), set, ground_.least(stand));
            }
            ground_.lift(boxes_);
        }
        boxes_ = start.boxes;
        Square player = start.player;
        ground_.place(boxes_);
        for (auto push = path.rbegin(); push != path.rend(); ++push) {
            ground_.walk(maze_.next[push->from][opposite(push->way)]);
            while (ground_.steps(player) > 1) {  // downhill to where the push begins
                for (int d = 0; d < 4; ++d) {
                    const Square q = maze_.next[player][d];
                    if (!ground_.steps(q) || ground_.steps(q) >= ground_.steps(player)) continue;
                    moves.push_back(d);
                    player = q;
                    break;
                }
            }
            moves.push_back(push->way);
            ground_.shift(push->from, maze_.next[push->from][push->way]);
            for (Square& b : boxes_)
                if (b == push->from) b = maze_.next[push->from][push->way];
            player = push->from;
        }
        ground_.lift(boxes_);
    }

    // The position before the last push: same boxes, a player who walked there at the right cost.
    std::uint32_t earlier(const std::uint64_t* set, const Note& note) const {
        std::uint32_t out = 0;
        store_.each(hash(box_hash(set), 0), ~255u, [&](std::uint32_t other) {
            const Note& before = store_.note(other);
            const auto way = static_cast<unsigned>(ground_.steps(static_cast<Square>(before.player)));
            if (!way || before.g + way > note.g || (other != 0 && before.h == lost) || !store_.same_boxes(other, set)) return false;
            out = other;
            return before.g + way == note.g && before.extra + 1 == note.extra;
        });
        return out;
    }

    void unpack(const std::uint64_t* set) {
        boxes_.clear();
        for (int w = 0; w < words_; ++w)
            for (std::uint64_t bits = set[w]; bits; bits &= bits - 1)
                boxes_.push_back(static_cast<Square>(w * 64 + __builtin_ctzll(bits)));
    }

    static constexpr int lost = 0xffff, most = lost - 1;

    const Maze& maze_;
    unsigned rules_;
    Guard& guard_;
    Ground ground_;
    Corrals corrals_;
    int size_, words_;
    Store store_;
    Queue queue_;
    Assignment here_, there_;
    std::vector<std::int32_t> zero_;
    std::vector<std::uint64_t> keys_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Distances>> tables_;
    const Distances* table_ = nullptr;
    const Distances* last_table_ = nullptr;
    std::vector<Square> last_walls_, no_squares_;
    std::size_t table_bytes_ = 0;

    std::uint64_t set_[8] = {};
    std::uint64_t box_hash_ = 0;
    std::vector<Square> boxes_, frozen_, frozen_there_;
    std::vector<Push> pushes_;
    std::int64_t bound_ = 0;
    std::uint64_t expanded_ = 0, generated_ = 0;
    std::uint32_t goal_ = 0;
};

}  // namespace unjam::sokoban
