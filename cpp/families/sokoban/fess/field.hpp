// One position of the any-solution search spread out: which squares are taken, and the parts of the floor they leave.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/ground.hpp"

namespace unjam::sokoban {

/// A Ground that also knows how many parts the boxes cut the floor into.
class Field : public Ground {
public:
    explicit Field(const Maze& maze)
        : Ground(maze), maze_(maze), part_(maze.floor + 1), other_(maze.floor + 1), queue_(maze.floor + 1) {}

    /// Labels every free square with its part; returns how many there are. Squares taken have part 0.
    int split() { return parts_ = label(part_, least_); }
    int part(Square s) const { return part_[s]; }
    /// The least square of the part that `s` is in.
    Square least_of(Square s) const { return least_[part_[s] - 1]; }

    /// The least square of the player's part with these boxes, on a field that is empty otherwise.
    template <int Words>
    Square least_with(const Bits<Words>& boxes, Square player) {
        boxes.each([&](std::uint32_t b) { put_one(static_cast<Square>(b)); });
        const Square out = least(player);
        boxes.each([&](std::uint32_t b) { lift_one(static_cast<Square>(b)); });
        return out;
    }

    /// How many parts there are and the least square of the player's.
    struct Shape {
        int parts;
        Square least;
    };

    /// The shape after a box went from one square to another, as the field now shows it, or was taken off (`to` is no
    /// square), for a player on `player`. The labels are those of `split` before that; mostly they tell.
    Shape after(Square from, Square to, Square player) {
        if (from == to) return {parts_, least_of(player)};
        unsigned mask = 0;
        if (to < maze_.floor)
            for (int k = 0; k < 8; ++k) mask |= static_cast<unsigned>(!taken(maze_.ring[to][k])) << k;
        if (to >= maze_.floor ||
            !ring_splits()[mask]) {  // a box on `to` cuts nothing; lifting one joins what is around
            std::uint16_t joined[4];
            int count = 0;
            Square least = from;
            bool mine = player == from;
            for (Square q : maze_.next[from]) {
                const std::uint16_t part = part_[q];
                if (!part || std::find(joined, joined + count, part) != joined + count) continue;
                joined[count++] = part;
                least = std::min(least, least_[part - 1]);
                mine |= part == part_[player];
            }
            if (!mine) least = least_[part_[player] - 1];
            if (least != to) return {parts_ - count + 1, least};
        }
        const int parts = label(other_, other_least_);
        return {parts, other_least_[other_[player] - 1]};
    }

    using Ground::taken;

private:
    int label(std::vector<std::uint16_t>& part_of, std::vector<Square>& least) {
        std::fill(part_of.begin(), part_of.end(), std::uint16_t{0});
        int parts = 0;
        least.clear();
        const std::uint8_t* walls = taken();
        for (int s = 0; s < maze_.floor; ++s) {
            if (part_of[s] || walls[s]) continue;
            const auto part = static_cast<std::uint16_t>(++parts);
            least.push_back(static_cast<Square>(s));
            int head = 0, tail = 0;
            queue_[tail++] = static_cast<Square>(s);
            part_of[s] = part;
            while (head < tail)
                for (Square q : maze_.next[queue_[head++]])
                    if (!part_of[q] && !walls[q]) part_of[q] = part, queue_[tail++] = q;
        }
        return parts;
    }

    const Maze& maze_;
    int parts_ = 0;
    std::vector<std::uint16_t> part_, other_;
    std::vector<Square> queue_, least_, other_least_;
};

}  // namespace unjam::sokoban
