// What both sides of a search share: the positions met, and one of them spread out on the ground.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "families/sokoban/assignment.hpp"
#include "families/sokoban/frontier.hpp"
#include "families/sokoban/names.hpp"
#include "families/sokoban/store.hpp"

namespace unjam::sokoban {

/// One side of a search. `Moves`: cost counts the walks too, and the player's square is part of a position.
template <bool Moves>
class Side {
public:
    using Name = typename Names<Moves>::Name;
    using Hashes = typename Names<Moves>::Hashes;
    static constexpr int lost = 0xffff;  // the estimate of a position that no solution goes through

    Side(const Maze& maze, const Names<Moves>& names, unsigned rules, int size, int words)
        : maze_(maze),
          names_(names),
          rules_(rules),
          words_(words),
          ground_(maze),
          store_(words),
          here_(size),
          there_(size) {
        store_.rehash = [](const Store& store, std::uint32_t id, void* self, std::uint64_t& out) {
            const Names<Moves>& names = static_cast<const Side*>(self)->names_;
            out = names.hash(names.of_boxes(store.boxes(id)), static_cast<Square>(store.note(id).player));
        };
        store_.rehash_with = this;
    }
    Side(const Side&) = delete;
    Side& operator=(const Side&) = delete;

    Store& store() { return store_; }
    const Store& store() const { return store_; }
    Frontier& frontier() { return frontier_; }
    std::uint64_t generated() const { return generated_; }
    std::size_t bytes() const { return store_.bytes() + frontier_.bytes(); }

protected:
    void place(const std::vector<Square>& boxes) {
        boxes_ = boxes;
        std::memset(set_, 0, sizeof set_);
        for (Square b : boxes_) set_[b / 64] |= std::uint64_t{1} << (b % 64);
        ground_.place(boxes_);
        names_.hash_images(set_, hashes_);
    }

    // Puts a stored position on the ground and lets the player walk everywhere.
    Note load(std::uint32_t id) {
        std::memcpy(set_, store_.boxes(id), sizeof(std::uint64_t) * words_);
        boxes_.clear();
        for (int w = 0; w < words_; ++w)
            for (std::uint64_t bits = set_[w]; bits; bits &= bits - 1)
                boxes_.push_back(static_cast<Square>(w * 64 + __builtin_ctzll(bits)));
        store_.note(id).closed = 1;
        const Note note = store_.note(id);
        ground_.place(boxes_);
        ground_.walk(static_cast<Square>(note.player));
        names_.hash_images(set_, hashes_);
        return note;
    }
    void unload() { ground_.lift(boxes_); }

    // Is there another position with these boxes that cost less even with the walk between the two? Then it leads, or
    // led, to all that this one does. Every such rival that is looked at goes to `see`, which may settle it.
    template <class See>
    bool dominated(std::uint32_t id, const Note& note, See&& see) const {
        bool out = false;
        store_.each(names_.hash(hashes_[0], 0), ~255u, [&](std::uint32_t other) {
            if (other == id) return false;
            const Note& rival = store_.note(other);
            const int walk = ground_.steps(static_cast<Square>(rival.player)) - 1;
            if (walk < 0 || !store_.same_boxes(other, set_)) return false;
            const auto cost = rival.g + static_cast<unsigned>(walk);
            out = see(rival) || cost < note.g || (cost == note.g && rival.extra <= note.extra);
            return out;
        });
        return out;
    }

    // The name of the position that the shift of one box makes; the ground must show it.
    Name shifted(Square from, Square to, Square player, int known = -1) {
        std::uint64_t set[8];
        Hashes hashes;
        std::memcpy(set, set_, sizeof(std::uint64_t) * words_);
        set[from / 64] &= ~(std::uint64_t{1} << (from % 64));
        set[to / 64] |= std::uint64_t{1} << (to % 64);
        names_.shift(hashes_, from, to, hashes);
        return names_.name(ground_, set, hashes, player, known);
    }

    // Stores what was found of a position, unless as good is known. Returns its number when it must be looked at
    // (again), else none. Only a new position is judged by `estimate`.
    template <class Estimate>
    std::uint32_t keep(const Name& name, const Note& fresh, Estimate&& estimate) {
        if (const std::uint32_t known = store_.find(name.hash, name.set, name.player); known != Store::none) {
            Note& old = store_.note(known);
            if (old.h == lost || old.g < fresh.g || (old.g == fresh.g && (!Moves || old.extra <= fresh.extra)))
                return Store::none;
            old.g = fresh.g;
            old.way = fresh.way;
            old.extra = fresh.extra;
            old.closed = 0;
            return known;
        }
        Note note = fresh;
        note.player = name.player;
        const std::int32_t h = estimate();
        note.closed = h >= unreachable;  // remembered all the same, so that it is judged once
        note.h = static_cast<std::uint64_t>(h >= unreachable ? lost : std::min(h, lost - 1));
        const std::uint32_t id = store_.add(name.hash, name.set, note);
        return note.closed ? Store::none : id;
    }

    int turned(const Name& name, int way) const { return name.image ? names_.symmetry(name.image).way[way] : way; }

    const Maze& maze_;
    const Names<Moves>& names_;
    unsigned rules_;
    int words_;
    Ground ground_;
    Store store_;
    Frontier frontier_;
    Assignment here_, there_;
    std::uint64_t set_[8] = {};
    Hashes hashes_ = {};
    std::vector<Square> boxes_;
    std::uint64_t generated_ = 0;
};

}  // namespace unjam::sokoban
