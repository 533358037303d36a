// Side, the base of Forward and Backward: unpacks a stored position, records one unless it is known at no
// more cost, drops dominated ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"
#include "families/sokoban/search/canonical_key.hpp"
#include "families/sokoban/search/frontier.hpp"
#include "families/sokoban/search/position_store.hpp"

namespace unjam::sokoban {

/// One side of a search. With `Moves` the cost counts walks too, and the player's square is part of a position.
template <class Size, bool Moves>
class Side {
public:
    using Boxes = BoxSet<Size>;
    using Store = PositionStore<Size>;
    using Note = PositionNote<Size>;
    using Key = typename Canonical<Size, Moves>::Key;
    using Hashes = typename Canonical<Size, Moves>::Hashes;
    static constexpr int dead_end = 0xffff;  // the estimate of a dead position

    Side(const Maze& maze, const Canonical<Size, Moves>& canonical, unsigned rules)
        : maze_(maze),
          canonical_(canonical),
          rules_(rules),
          occupancy_(maze),
          store_(maze, [&canonical](const Boxes& boxes, Square player) {
              return canonical.hash(canonical.hash_boxes(boxes), player);
          }) {}
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
        box_set_ = box_set<Size>(boxes);
        occupancy_.put_all(boxes_);
        canonical_.hash_images(box_set_, hashes_);
    }

    // Unpacks a stored position and lets the player walk everywhere.
    Note load(std::uint32_t id) {
        store_.read_boxes(id, box_set_);
        list_boxes(box_set_, boxes_);
        store_.note(id).closed = 1;
        const Note note = store_.note(id);
        occupancy_.put_all(boxes_);
        occupancy_.walk(static_cast<Square>(note.player));
        canonical_.hash_images(box_set_, hashes_);
        return note;
    }
    void unload() { occupancy_.remove_all(boxes_); }

    // Is there a position with the same boxes that costs less even with the walk from there? Then it leads to
    // everything that this one leads to. `on_rival` is called with each candidate; if it returns true, that one
    // dominates.
    template <class OnRival>
    bool is_dominated(std::uint32_t id, const Note& note, OnRival&& on_rival) const {
        bool out = false;
        store_.each(canonical_.hash(hashes_[0], 0), ~255u, [&](std::uint32_t other) {
            if (other == id) return false;
            const Note& rival = store_.note(other);
            const int walk = occupancy_.steps(static_cast<Square>(rival.player)) - 1;
            if (walk < 0 || !store_.same_boxes(other, box_set_)) return false;
            const auto cost = rival.g + static_cast<unsigned>(walk);
            out = on_rival(rival) || cost < note.g || (cost == note.g && rival.extra <= note.extra);
            return out;
        });
        return out;
    }

    // The key after one box moved; the squares must already show it.
    Key key_after(Square from, Square to, Square player, int known_id = -1) {
        Hashes hashes;
        canonical_.hash_images_after(hashes_, from, to, hashes);
        return canonical_.key_after(occupancy_, box_set_, from, to, hashes, player, known_id);
    }

    // Stores a position, unless it is known at no more cost. Returns its number if it must be expanded (again),
    // otherwise none. Only new positions are estimated.
    template <class Estimate>
    std::uint32_t record(const Key& key, const Note& fresh, Estimate&& estimate) {
        if (const std::uint32_t known_id = store_.find(key.hash, key.boxes, key.player); known_id != Store::none) {
            Note& old = store_.note(known_id);
            if (old.h == dead_end || old.g < fresh.g || (old.g == fresh.g && (!Moves || old.extra <= fresh.extra)))
                return Store::none;
            old.g = fresh.g;
            old.direction = fresh.direction;
            old.extra = fresh.extra;
            old.closed = 0;
            return known_id;
        }
        Note note = fresh;
        note.player = key.player;
        const std::int32_t h = estimate();
        note.closed = h >= unreachable;  // stored all the same, so that it is estimated once
        note.h = static_cast<std::uint64_t>(h >= unreachable ? dead_end : std::min(h, dead_end - 1));
        const std::uint32_t id = store_.add(key.hash, key.boxes, note);
        return note.closed ? Store::none : id;
    }

    // The direction in the mirror image that the key chose.
    int direction_in_image(const Key& key, int direction) const {
        return key.image ? canonical_.symmetry(key.image).direction[direction] : direction;
    }

    const Maze& maze_;
    const Canonical<Size, Moves>& canonical_;
    unsigned rules_;
    Occupancy occupancy_;
    Store store_;
    Frontier frontier_;
    Boxes box_set_;
    Hashes hashes_ = {};
    std::vector<Square> boxes_;
    std::uint64_t generated_ = 0;
};

}  // namespace unjam::sokoban
