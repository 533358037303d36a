// The optimal search, in pushes or in moves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "families/sokoban/assignment.hpp"
#include "families/sokoban/corrals.hpp"
#include "families/sokoban/packing.hpp"
#include "families/sokoban/pairs.hpp"
#include "families/sokoban/store.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

struct Start {
    std::vector<Square> boxes;
    Square player;
};

/// A* over pushes (P. E. Hart, N. J. Nilsson, B. Raphael, 1968). The estimate is the cheapest assignment of boxes to
/// goals by player-aware push distances with frozen boxes as walls; it is consistent, and positions may still be
/// reopened. `Moves`: cost counts the walks too, and the player's square is part of the position.
template <bool Moves>
class Search {
public:
    Search(const Maze& maze, unsigned rules, Guard& guard, int boxes)
        : maze_(maze),
          rules_(rules),
          guard_(guard),
          ground_(maze),
          corrals_(maze),
          size_(std::max<int>(boxes, static_cast<int>(maze.goals.size()))),
          words_((maze.live + 63) / 64),
          store_(words_),
          here_(size_),
          there_(size_),
          zero_(here_.stride(), 0),
          keys_(maze.floor + 1) {
        std::uint64_t x = 0x9e3779b97f4a7c15u;
        for (auto& key : keys_) key = mix(x += 0x9e3779b97f4a7c15u);
        store_.rehash = [](const Store& store, std::uint32_t id, void* self, std::uint64_t& out) {
            const auto& search = *static_cast<const Search*>(self);
            out = search.hash(search.box_hash(store.boxes(id)), static_cast<Square>(store.note(id).player));
        };
        store_.rehash_with = this;
        if (maze.fill) rules_ &= ~(rule::freeze | rule::frozen_tables | rule::corrals);
        if (!(rules_ & rule::freeze)) rules_ &= ~rule::frozen_tables;
        if (Moves && (rules_ & rule::lines)) {
            walks_.emplace(maze);
            rules_ &= ~rule::pairs;  // the two estimates cannot be added up
        }
        if (rules_ & rule::eager) plan_after_ = 0;
        if (rules_ & rule::symmetry) images_ = maze.symmetries.size();
    }

    Outcome run(const Start& start) {
        Outcome out;
        bound_ = 0;
        boxes_ = start.boxes;
        std::sort(boxes_.begin(), boxes_.end());
        start_ = boxes_;
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

    std::size_t bytes() const { return store_.bytes() + 2 * queue_.bytes() + table_bytes_; }
    std::uint32_t states() const { return store_.size(); }

private:
    static std::uint64_t mix(std::uint64_t x) {
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
        x = (x ^ x >> 27) * 0x94d049bb133111ebu;
        return x ^ x >> 31;
    }
    // In `moves` all positions with the same boxes share a home in the index, and the mark ends with the player's
    // square.
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

    struct Named {
        std::uint64_t set[8];
        std::uint64_t key;
        Square player;
        int image;  // 0: as it is, k: seen through symmetry k - 1
    };

    // One name for a position and all its mirror images: of the box sets that the board's symmetries make of it the one
    // with the least hash, and of the player's squares the least. `hashes` are those of the box sets; the ground must
    // hold the boxes. The player's key is left out when it is known already.
    Named name(const std::uint64_t* set, const std::uint64_t* hashes, Square player, int known = -1) {
        Named out;
        std::uint64_t least = hashes[0];
        for (std::size_t k = 1; k <= images_; ++k) least = std::min(least, hashes[k]);
        out.image = -1;
        bool walked = false;
        for (std::size_t k = 0; k <= images_; ++k) {
            if (hashes[k] != least) continue;
            Square key = player;
            if constexpr (Moves) {
                if (k) key = maze_.symmetries[k - 1].to[player];
            } else if (k == 0 && known >= 0) {
                key = static_cast<Square>(known);
            } else {
                const Square own = walked ? key : ground_.least(player);
                walked = true;
                key = k ? ground_.least_image(maze_.symmetries[k - 1].to) : own;
            }
            if (out.image < 0 || key < out.player) out.player = key, out.image = static_cast<int>(k);
        }
        if (out.image == 0) {
            std::memcpy(out.set, set, sizeof(std::uint64_t) * words_);
        } else {
            std::memset(out.set, 0, sizeof(std::uint64_t) * words_);
            const auto& to = maze_.symmetries[out.image - 1].to;
            for (int w = 0; w < words_; ++w)
                for (std::uint64_t bits = set[w]; bits; bits &= bits - 1) {
                    const Square s = to[w * 64 + __builtin_ctzll(bits)];
                    out.set[s / 64] |= std::uint64_t{1} << (s % 64);
                }
        }
        out.key = hash(least, out.player);
        return out;
    }

    void hash_images(const std::uint64_t* set, std::uint64_t* out) const {
        out[0] = box_hash(set);
        for (std::size_t k = 1; k <= images_; ++k) {
            out[k] = 0;
            for (int w = 0; w < words_; ++w)
                for (std::uint64_t bits = set[w]; bits; bits &= bits - 1)
                    out[k] ^= keys_[maze_.symmetries[k - 1].to[w * 64 + __builtin_ctzll(bits)]];
        }
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
            h = walks_ ? 0 : std::min(h, most);  // no push came before, so no walk is certain
        }
        std::uint64_t hashes[8];
        hash_images(set, hashes);
        const Named named = name(set, hashes, start.player);
        ground_.lift(boxes_);
        if (!alive) return false;
        Note note{};
        note.player = named.player;
        note.h = static_cast<std::uint64_t>(h);
        const std::uint32_t id = store_.add(named.key, named.set, note);
        bound_ = h;
        push(id, note);
        return true;
    }

    void push(std::uint32_t id, const Note& note, int missing = 0) {
        const int sum = static_cast<int>(note.g + note.h);
        queue_.push(sum, static_cast<int>(note.h), id);
        if (packing_) {
            if (missing >= static_cast<int>(cells_.size())) cells_.resize(missing + 1);
            cells_[missing].push(sum, static_cast<int>(note.h), id);
        }
    }

    Status loop() {
        while (!queue_.empty()) {
            int sum, second;
            std::uint32_t id;
            if (!packing_ || (turn_ ^= 1) || !next_cell(id, sum, second)) id = queue_.pop(sum, second);
            look_ahead(sum, second);
            Note& note = store_.note(id);
            if (note.closed || static_cast<int>(note.g + note.h) != sum) continue;
            if (sum > bound_) bound_ = sum;
            if (expanded_ == plan_after_ && (rules_ & rule::pairs) && (rules_ & rule::matching) && Pairs::fits(maze_))
                begin_pairs();
            if (expanded_ == plan_after_ && plans()) packing_.emplace(maze_, start_, size_, here_.stride());
            if (guard_.tick(expanded_, bytes(), bound_)) return Status::gave_up;
            note.closed = 1;
            if (!expand(id)) return guard_.stopped() ? Status::gave_up : Status::solved;
        }
        return Status::unsolvable;
    }

    // Most of the time goes by waiting for memory, so the positions whose turn is near are asked for early: first what
    // is stored of them, then, when that should have come, their place in the index.
    void look_ahead(int sum, int second) const {
        if (const std::uint32_t id = queue_.peek(sum, second, 6); id != Store::none) store_.fetch(id);
        if constexpr (Moves)
            if (const std::uint32_t id = queue_.peek(sum, second, 2); id != Store::none)
                store_.fetch(hash(box_hash(store_.boxes(id)), 0));
    }

    // Takes turns among the cells that hold positions of the least sum.
    bool next_cell(std::uint32_t& id, int& sum, int& second) {
        const int least = queue_.least();
        for (std::size_t k = 0; k < cells_.size(); ++k) {
            if (++cell_ >= cells_.size()) cell_ = 0;
            if (cells_[cell_].empty() || cells_[cell_].least() != least) continue;
            id = cells_[cell_].pop(sum, second);
            return true;
        }
        return false;
    }

    void begin_pairs() {
        const Distances* base = table(no_squares_);
        if (!base) return;
        base_ = base;
        for (auto& [key, other] : tables_)
            if (other.get() != base) other->compare(maze_, *base, size_);
        pairs_.emplace(maze_, *base);
    }

    // Finds the pairs of this position's boxes that waste pushes and counts them so that no box counts twice.
    std::int32_t clashes(Square player) {
        const int n = static_cast<int>(boxes_.size());
        clash_.clear();
        if (maze_.fill) return 0;
        for (int i = 0; i < n; ++i) comparable_[i] = table_->like_base(boxes_[i], player);
        for (int i = 0; i < n; ++i) {
            if (!comparable_[i]) continue;
            for (int j = i + 1; j < n; ++j)
                if (comparable_[j] && pairs_->wasted(boxes_[i], boxes_[j], player)) clash_.push_back({i, j});
        }
        return count(-1);
    }

    // Disjoint clashes, greedily; those of box `without` are left out and counted afresh from `fresh_`.
    std::int32_t count(int without) {
        std::int32_t out = 0;
        std::fill(paired_.begin(), paired_.end(), 0);
        for (const auto& list : {&fresh_, &clash_}) {
            if (list == &fresh_ && without < 0) continue;
            for (const auto& [i, j] : *list) {
                if ((list == &clash_ && (i == without || j == without)) || paired_[i] || paired_[j]) continue;
                paired_[i] = paired_[j] = 1;
                out += 2;
            }
        }
        return out;
    }

    // The same after box `moved` went to `to`, the player to `player`.
    std::int32_t clashes_after(const Distances* table_there, std::size_t moved, Square player, Square to) {
        if (!pairs_ || maze_.fill) return 0;
        fresh_.clear();
        const int n = static_cast<int>(boxes_.size()), k = static_cast<int>(moved);
        const bool same_table = table_there == table_;
        if (!same_table) {  // other walls: judge every pair again
            std::vector<std::pair<int, int>> kept;
            kept.swap(clash_);
            for (const auto& [i, j] : kept)
                if (i != k && j != k && table_there->like_base(boxes_[i], player) &&
                    table_there->like_base(boxes_[j], player))
                    clash_.push_back({i, j});
            const std::int32_t out = moved_clashes(table_there, k, n, player, to);
            clash_.swap(kept);
            return out;
        }
        return moved_clashes(table_there, k, n, player, to);
    }
    std::int32_t moved_clashes(const Distances* table_there, int k, int n, Square player, Square to) {
        if (table_there->like_base(to, player))
            for (int j = 0; j < n; ++j)
                if (j != k && pairs_->wasted(to, boxes_[j], player) && table_there->like_base(boxes_[j], player))
                    fresh_.push_back({k, j});
        return count(k);
    }

    bool plans() const { return !Moves && !maze_.fill && (rules_ & rule::packing); }

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
        judged_ = false;
        if constexpr (Moves)
            if ((rules_ & rule::dominance) && dominated(id, note)) return true;
        if ((rules_ & rule::corrals) && !judged_ && may_close(id, note)) {
            if (corrals_.find(ground_, boxes_, pushes_, Moves)) {
                if (pushes_.empty()) {
                    store_.note(id).h = lost;
                    return true;
                }
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
        pushed_ = pushed(id, note);
        pushed_way_ = static_cast<int>(note.way);
        assign(player);
        if (pairs_) {
            const std::int32_t h = estimate(here_) + clashes(player);
            if (h > static_cast<std::int32_t>(note.h) && h < most) {  // judged better now than when it was stored
                Note& own = store_.note(id);
                own.h = static_cast<std::uint64_t>(h);
                own.closed = 0;
                this->push(id, own, missing(0, 0));
                return true;
            }
        }
        hash_images(set_, hashes_);
        if (Moves && images_ == 0)
            for (const Push& push : pushes_)
                store_.fetch(hash(hashes_[0] ^ keys_[push.from] ^ keys_[maze_.next[push.from][push.way]], 0));
        for (const Push& push : pushes_)
            if (!follow(note, push)) return false;
        return true;
    }

    // In `moves` corrals only show that a position is lost. One without the box pushed last was there before the push,
    // and the position before was not found lost; so it is enough to look when that box borders on floor out of reach.
    bool may_close(std::uint32_t id, const Note& note) const {
        if (!Moves || id == 0) return true;
        for (Square q : maze_.ring[maze_.next[note.player][note.way]])
            if (q != maze_.floor && !ground_.steps(q) && !ground_.taken(q)) return true;
        return false;
    }

    // Another walk to this position's boxes that was no longer: then all that can follow was already looked at.
    // What can be won does not hang on where in one area the player stands, so a lost rival settles it too, and one
    // that was looked at and not found lost need not be searched for corrals again.
    bool dominated(std::uint32_t id, const Note& note) {
        bool out = false;
        store_.each(hash(box_hash(set_), 0), ~255u, [&](std::uint32_t other) {
            if (other == id) return false;
            const Note& rival = store_.note(other);
            const int way = ground_.steps(static_cast<Square>(rival.player)) - 1;
            if (way < 0 || !store_.same_boxes(other, set_)) return false;
            const auto cost = rival.g + static_cast<unsigned>(way);
            judged_ |= rival.closed != 0;
            out = rival.h == lost || cost < note.g || (cost == note.g && rival.extra <= note.extra);
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
            slot = std::make_unique<Distances>(maze_, walls, size_, here_.stride(), walks_ ? &*walks_ : nullptr);
            if (base_)
                slot->compare(maze_, *base_, size_);
            else if (walls.empty())
                base_ = slot.get();
            table_bytes_ += slot->bytes() + 64;
            if (guard_.refuses(bytes())) return nullptr;
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
        for (int i = 0; i < size_; ++i)
            here_.point(i, i < static_cast<int>(boxes_.size()) ? table_->row(boxes_[i], player) : zero_.data());
        if (pushed_ >= 0) here_.point(pushed_, table_->row_behind(boxes_[pushed_], pushed_way_));
        if (rules_ & rule::matching) here_.solve();
    }

    std::int32_t estimate(const Assignment& assignment) const {
        return rules_ & rule::matching ? assignment.total() : 0;
    }

    // Makes one push, judges and stores the position it leads to; false when the guard stops the search.
    bool follow(const Note& note, const Push& push) {
        ++generated_;
        const Square from = push.from, to = maze_.next[from][push.way];
        way_ = push.way;
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
        std::uint64_t set[8], hashes[8];
        std::memcpy(set, set_, sizeof(std::uint64_t) * words_);
        set[from / 64] &= ~(std::uint64_t{1} << (from % 64));
        set[to / 64] |= std::uint64_t{1} << (to % 64);
        hashes[0] = hashes_[0] ^ keys_[from] ^ keys_[to];
        for (std::size_t k = 1; k <= images_; ++k) {
            const auto& image = maze_.symmetries[k - 1].to;
            hashes[k] = hashes_[k] ^ keys_[image[from]] ^ keys_[image[to]];
        }
        const Named named = name(set, hashes, from, Moves ? -1 : ground_.least_after(from, to));
        const int way = named.image ? maze_.symmetries[named.image - 1].way[push.way] : push.way;
        const auto cost =
            static_cast<unsigned>(note.g) + (Moves ? ground_.steps(maze_.next[from][opposite(push.way)]) : 1);
        const unsigned extra = Moves         ? static_cast<unsigned>(note.extra) + 1
                               : named.image ? maze_.symmetries[named.image - 1].to[to]
                                             : to;
        if (const std::uint32_t known = store_.find(named.key, named.set, named.player); known != Store::none) {
            Note& old = store_.note(known);
            if (old.h == lost || old.g < cost || (old.g == cost && (!Moves || old.extra <= extra))) return true;
            old.g = cost;
            old.way = way;
            old.extra = extra;
            old.closed = 0;
            this->push(known, old, missing(from, to));
            return true;
        }
        Note fresh{};
        fresh.player = named.player;
        fresh.way = way;
        fresh.g = cost;
        fresh.extra = extra;
        std::int32_t h = 0;
        if (rules_ & rule::matching) {
            h = estimate_after(table_there, moved, from, to);
            if (h < unreachable) {
                h = std::min(h + clashes_after(table_there, moved, from, to), most);
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
        const std::uint32_t id = store_.add(named.key, named.set, fresh);
        if (!fresh.closed) this->push(id, fresh, missing(from, to));
        return true;
    }

    int missing(Square from, Square to) { return packing_ ? packing_->missing(boxes_, from, to) : 0; }

    std::int32_t estimate_after(const Distances* table_there, std::size_t moved, Square player, Square to) {
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
                      walks_ ? table_there->row_behind(to, way_) : table_there->row(to, player));
        for (int k = 0; k < count; ++k) there_.settle(changed[k]);
        return there_.total();
    }

    // Walks the found path back through the store, then forth again with the player's steps.
    void trace(const Start& start, std::vector<std::int32_t>& moves) {
        std::vector<std::uint32_t> path;
        for (std::uint32_t id = goal_; id != 0; id = earlier(id)) path.push_back(id);
        boxes_ = start.boxes;
        Square player = start.player;
        ground_.place(boxes_);
        for (auto id = path.rbegin(); id != path.rend(); ++id) {
            const Push push = towards(*id, player);
            ground_.walk(maze_.next[push.from][opposite(push.way)]);
            while (ground_.steps(player) > 1) {  // downhill to where the push begins
                for (int d = 0; d < 4; ++d) {
                    const Square q = maze_.next[player][d];
                    if (!ground_.steps(q) || ground_.steps(q) >= ground_.steps(player)) continue;
                    moves.push_back(d);
                    player = q;
                    break;
                }
            }
            moves.push_back(push.way);
            const Square to = maze_.next[push.from][push.way];
            ground_.shift(push.from, to);
            *std::find(boxes_.begin(), boxes_.end(), push.from) = to;
            player = push.from;
        }
        ground_.lift(boxes_);
    }

    // The push from the position on the ground that leads to the stored one or its mirror image, with the shortest
    // walk.
    Push towards(std::uint32_t id, Square player) {
        if (images_ == 0) {
            const Note& note = store_.note(id);
            const int way = static_cast<int>(note.way);
            const Square to = Moves ? maze_.next[note.player][way] : static_cast<Square>(note.extra);
            return {maze_.next[to][opposite(way)], static_cast<std::uint8_t>(way)};
        }
        ground_.walk(player);
        list_pushes();
        Push best{};
        int walk = 1 << 30;
        std::vector<int> steps;
        for (const Push& push : pushes_) steps.push_back(ground_.steps(maze_.next[push.from][opposite(push.way)]));
        for (std::size_t i = 0; i < pushes_.size(); ++i) {
            const Square from = pushes_[i].from, to = maze_.next[from][pushes_[i].way];
            if (steps[i] >= walk) continue;
            std::uint64_t set[8] = {}, hashes[8];
            for (Square b : boxes_) {
                const Square now = b == from ? to : b;
                set[now / 64] |= std::uint64_t{1} << (now % 64);
            }
            hash_images(set, hashes);
            ground_.shift(from, to);
            const Named named = name(set, hashes, from);
            ground_.shift(to, from);
            if (store_.find(named.key, named.set, named.player) == id) walk = steps[i], best = pushes_[i];
        }
        return best;
    }

    // The position before the last push of this one.
    std::uint32_t earlier(std::uint32_t id) {
        const Note note = store_.note(id);
        std::uint64_t set[8], hashes[8];
        std::memcpy(set, store_.boxes(id), sizeof(std::uint64_t) * words_);
        const int way = static_cast<int>(note.way);
        const Square to = Moves ? maze_.next[note.player][way] : static_cast<Square>(note.extra);
        const Square from = maze_.next[to][opposite(way)], stand = maze_.next[from][opposite(way)];
        set[to / 64] &= ~(std::uint64_t{1} << (to % 64));
        set[from / 64] |= std::uint64_t{1} << (from % 64);
        boxes_.clear();
        for (int w = 0; w < words_; ++w)
            for (std::uint64_t bits = set[w]; bits; bits &= bits - 1)
                boxes_.push_back(static_cast<Square>(w * 64 + __builtin_ctzll(bits)));
        ground_.place(boxes_);
        hash_images(set, hashes);
        std::uint32_t out = 0;
        if constexpr (Moves) {  // same boxes, and a player who walked from there to the push at the right cost
            ground_.walk(stand);
            std::uint64_t least = hashes[0];
            for (std::size_t k = 1; k <= images_; ++k) least = std::min(least, hashes[k]);
            for (std::size_t k = 0; k <= images_; ++k) {
                if (hashes[k] != least) continue;
                for (int s = 0; s < maze_.floor; ++s) {
                    if (!ground_.steps(static_cast<Square>(s))) continue;
                    const Square seen = k ? maze_.symmetries[k - 1].to[s] : static_cast<Square>(s);
                    const Named named = name(set, hashes, static_cast<Square>(s));
                    if (named.player != seen) continue;
                    const std::uint32_t other = store_.find(named.key, named.set, named.player);
                    if (other == Store::none) continue;
                    const Note& before = store_.note(other);
                    const auto walk = static_cast<unsigned>(ground_.steps(static_cast<Square>(s)));
                    if (before.g + walk == note.g && before.extra + 1 == note.extra) out = other;
                }
            }
        } else {
            const Named named = name(set, hashes, stand);
            out = store_.find(named.key, named.set, named.player);
        }
        ground_.lift(boxes_);
        return out;
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
    std::vector<Queue> cells_;
    std::size_t cell_ = 0;
    std::optional<Packing> packing_;
    std::uint64_t plan_after_ = 3000;
    int turn_ = 0;
    std::vector<Square> start_;
    std::optional<Pairs> pairs_;
    const Distances* base_ = nullptr;
    std::vector<std::pair<int, int>> clash_, fresh_;
    std::vector<std::uint8_t> comparable_ = std::vector<std::uint8_t>(256), paired_ = std::vector<std::uint8_t>(256);
    Assignment here_, there_;
    std::vector<std::int32_t> zero_;
    std::vector<std::uint64_t> keys_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Distances>> tables_;
    std::optional<Walks> walks_;
    bool judged_ = false;
    int pushed_ = -1, pushed_way_ = 0, way_ = 0;
    const Distances* table_ = nullptr;
    const Distances* last_table_ = nullptr;
    std::vector<Square> last_walls_, no_squares_;
    std::size_t table_bytes_ = 0;

    std::uint64_t set_[8] = {};
    std::uint64_t hashes_[8] = {};  // of the box set and of its images
    std::size_t images_ = 0;
    std::vector<Square> boxes_, frozen_, frozen_there_;
    std::vector<Push> pushes_;
    std::int64_t bound_ = 0;
    std::uint64_t expanded_ = 0, generated_ = 0;
    std::uint32_t goal_ = 0;
};

}  // namespace unjam::sokoban
