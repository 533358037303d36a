// One name for a position and for its mirror images, and the hashes by which a store finds it.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "families/sokoban/ground.hpp"

namespace unjam::sokoban {

/// Names positions: a box set and the player's key. In `moves` the key is the player's square, else the least square of
/// the player's area. Of the mirror images that the kept symmetries make of a position the one with the least hash of
/// its boxes is the name, and of the player's keys the least.
template <bool Moves>
class Names {
public:
    struct Name {
        std::uint64_t set[8];
        std::uint64_t hash;
        Square player;
        int image;  // 0: as it is, k: seen through symmetry k - 1
    };
    using Hashes = std::uint64_t[8];  // of a box set and of its images

    Names(const Maze& maze, int words) : maze_(maze), words_(words), keys_(maze.floor + 1) {
        std::uint64_t x = 0x9e3779b97f4a7c15u;
        for (auto& key : keys_) key = mix(x += 0x9e3779b97f4a7c15u);
    }

    /// Takes the mirror images of a position for the position itself: those through symmetries that leave `boxes`
    /// where they are, or, with `all`, through every symmetry of the board.
    void use_symmetries(const std::vector<Square>& boxes, bool all) {
        std::uint64_t set[8] = {};
        for (Square b : boxes) set[b / 64] |= std::uint64_t{1} << (b % 64);
        for (const Symmetry& symmetry : maze_.symmetries)
            if (all || fixes(symmetry, set)) symmetries_.push_back(&symmetry);
    }
    int images() const { return static_cast<int>(symmetries_.size()); }
    const Symmetry& symmetry(int image) const { return *symmetries_[image - 1]; }

    /// Does this image of the boxes stand where they do?
    bool fixes(const Symmetry& symmetry, const std::uint64_t* set) const {
        for (int w = 0; w < words_; ++w)
            for (std::uint64_t bits = set[w]; bits; bits &= bits - 1) {
                const Square s = symmetry.to[w * 64 + __builtin_ctzll(bits)];
                if (!(set[s / 64] >> (s % 64) & 1)) return false;
            }
        return true;
    }

    std::uint64_t key(Square s) const { return keys_[s]; }
    std::uint64_t of_boxes(const std::uint64_t* set) const {
        std::uint64_t out = 0;
        for (int w = 0; w < words_; ++w)
            for (std::uint64_t bits = set[w]; bits; bits &= bits - 1) out ^= keys_[w * 64 + __builtin_ctzll(bits)];
        return out;
    }
    /// In `moves` all positions with the same boxes share a home in the index, and the mark ends with the player's
    /// square.
    std::uint64_t hash(std::uint64_t boxes, Square player) const {
        if constexpr (Moves) return (boxes & ~std::uint64_t{255}) | (player & 255);
        return mix(boxes + player * 0x9e3779b97f4a7c15u);
    }
    void hash_images(const std::uint64_t* set, Hashes& out) const {
        out[0] = of_boxes(set);
        for (int k = 1; k <= images(); ++k) {
            out[k] = 0;
            for (int w = 0; w < words_; ++w)
                for (std::uint64_t bits = set[w]; bits; bits &= bits - 1)
                    out[k] ^= keys_[symmetry(k).to[w * 64 + __builtin_ctzll(bits)]];
        }
    }
    /// The hashes after a box went from one square to another.
    void shift(const Hashes& before, Square from, Square to, Hashes& out) const {
        out[0] = before[0] ^ keys_[from] ^ keys_[to];
        for (int k = 1; k <= images(); ++k)
            out[k] = before[k] ^ keys_[symmetry(k).to[from]] ^ keys_[symmetry(k).to[to]];
    }

    /// The name of the position with these boxes, their hashes, and the player here; the ground must hold the boxes.
    /// `known`: the player's key without symmetry, where the caller has it.
    Name name(Ground& ground, const std::uint64_t* set, const Hashes& hashes, Square player, int known = -1) const {
        Name out;
        std::uint64_t least = hashes[0];
        for (int k = 1; k <= images(); ++k) least = std::min(least, hashes[k]);
        out.image = -1;
        bool walked = false;
        for (int k = 0; k <= images(); ++k) {
            if (hashes[k] != least) continue;
            Square key = player;
            if constexpr (Moves) {
                if (k) key = symmetry(k).to[player];
            } else if (k == 0 && known >= 0) {
                key = static_cast<Square>(known);
            } else {
                const Square own = walked ? key : ground.least(player);
                walked = true;
                key = k ? ground.least_image(symmetry(k).to) : own;
            }
            if (out.image < 0 || key < out.player) out.player = key, out.image = k;
        }
        if (out.image == 0) {
            std::memcpy(out.set, set, sizeof(std::uint64_t) * words_);
        } else {
            std::memset(out.set, 0, sizeof(std::uint64_t) * words_);
            const auto& to = symmetry(out.image).to;
            for (int w = 0; w < words_; ++w)
                for (std::uint64_t bits = set[w]; bits; bits &= bits - 1) {
                    const Square s = to[w * 64 + __builtin_ctzll(bits)];
                    out.set[s / 64] |= std::uint64_t{1} << (s % 64);
                }
        }
        out.hash = hash(least, out.player);
        return out;
    }

private:
    static std::uint64_t mix(std::uint64_t x) {
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
        x = (x ^ x >> 27) * 0x94d049bb133111ebu;
        return x ^ x >> 31;
    }

    const Maze& maze_;
    int words_;
    std::vector<std::uint64_t> keys_;
    std::vector<const Symmetry*> symmetries_;
};

}  // namespace unjam::sokoban
