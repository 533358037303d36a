// Canonical computes the key of a position, the same for its mirror images, and its Zobrist hashes, also
// after a box moved.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/model/occupancy.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// Computes keys: a box set, and for the player the square in `moves`, otherwise the least square of his area. Of the
/// mirror images under the symmetries in use, the one with the least hash of its boxes is canonical, and among those
/// the one with the least player square.
template <class Size, bool Moves>
class Canonical {
public:
    using Boxes = BoxSet<Size>;
    struct Key {
        Boxes boxes;
        std::uint64_t hash;
        Square player;
        int image;  // 0: not mirrored, k: by symmetry k - 1
    };
    using Hashes = std::uint64_t[8];  // of a box set and its images

    explicit Canonical(const Maze& maze) : maze_(maze), zobrist_(maze.floor + 1) {
        SplitMix64 random(golden_ratio);
        for (auto& number : zobrist_) number = random.next();
    }

    /// Treats mirror images of a position as equal: those by symmetries that map `boxes` to themselves, or, with `all`,
    /// by every symmetry of the board.
    void use_symmetries(const std::vector<Square>& boxes, bool all) {
        for (const Symmetry& symmetry : maze_.symmetries)
            if (all || fixes(symmetry, box_set<Size>(boxes))) symmetries_.push_back(&symmetry);
    }
    int images() const { return static_cast<int>(symmetries_.size()); }
    const Symmetry& symmetry(int image) const { return *symmetries_[image - 1]; }

    /// Does the symmetry map the box set to itself?
    bool fixes(const Symmetry& symmetry, const Boxes& set) const {
        bool same = true;
        set.each([&](std::uint32_t s) { same &= set.test(symmetry.to[s]); });
        return same;
    }

    /// The hash of a box set (A. L. Zobrist, 1970).
    std::uint64_t hash_boxes(const Boxes& set) const {
        std::uint64_t out = 0;
        set.each([&](std::uint32_t s) { out ^= zobrist_[s]; });
        return out;
    }
    /// The hash after a box moved.
    std::uint64_t hash_after(std::uint64_t before, Square from, Square to) const {
        return before ^ zobrist_[from] ^ zobrist_[to];
    }
    /// In `moves` all positions with the same boxes share a home slot in the index, and the mark ends with the player's
    /// square.
    std::uint64_t hash(std::uint64_t boxes, Square player) const {
        if constexpr (Moves) return (boxes & ~std::uint64_t{255}) | (player & 255);
        return mix(boxes + player * golden_ratio);
    }
    void hash_images(const Boxes& set, Hashes& out) const {
        out[0] = hash_boxes(set);
        for (int k = 1; k <= images(); ++k) {
            const auto& to = symmetry(k).to;
            std::uint64_t hash = 0;
            set.each([&](std::uint32_t s) { hash ^= zobrist_[to[s]]; });
            out[k] = hash;
        }
    }
    /// All hashes after a box moved.
    void hash_images_after(const Hashes& before, Square from, Square to, Hashes& out) const {
        out[0] = hash_after(before[0], from, to);
        for (int k = 1; k <= images(); ++k) out[k] = hash_after(before[k], symmetry(k).to[from], symmetry(k).to[to]);
    }

    /// The key of the position with these boxes, their hashes, and the player here; `occupancy` must hold the boxes.
    /// `known`: the player's least square without symmetry, if the caller has it.
    Key key(Occupancy& occupancy, const Boxes& set, const Hashes& hashes, Square player, int known = -1) const {
        Key out;
        out.boxes = set;
        choose_image(occupancy, hashes, player, known, out);
        return out;
    }
    /// The same after a box of the set moved; the hashes are those after the move.
    Key key_after(Occupancy& occupancy, const Boxes& set, Square from, Square to, const Hashes& hashes, Square player,
                  int known = -1) const {
        Key out;
        out.boxes = set;  // written in place: a copy right after single words were written would stall
        out.boxes.reset(from);
        out.boxes.set(to);
        choose_image(occupancy, hashes, player, known, out);
        return out;
    }

private:
    void choose_image(Occupancy& occupancy, const Hashes& hashes, Square player, int known, Key& out) const {
        std::uint64_t least = hashes[0];
        for (int k = 1; k <= images(); ++k) least = std::min(least, hashes[k]);
        out.image = -1;
        bool is_flooded = false;
        for (int k = 0; k <= images(); ++k) {
            if (hashes[k] != least) continue;
            Square square = player;
            if constexpr (Moves) {
                if (k) square = symmetry(k).to[player];
            } else if (k == 0 && known >= 0) {
                square = static_cast<Square>(known);
            } else {
                const Square least_square = is_flooded ? square : occupancy.least_in_area(player);
                is_flooded = true;
                square = k ? occupancy.least_in_image(symmetry(k).to) : least_square;
            }
            if (out.image < 0 || square < out.player) out.player = square, out.image = k;
        }
        if (out.image != 0) {
            const Boxes set = out.boxes;
            const auto& to = symmetry(out.image).to;
            out.boxes = {};
            set.each([&](std::uint32_t s) { out.boxes.set(to[s]); });
        }
        out.hash = hash(least, out.player);
    }

    const Maze& maze_;
    std::vector<std::uint64_t> zobrist_;  // by square
    std::vector<const Symmetry*> symmetries_;
};

}  // namespace unjam::sokoban
