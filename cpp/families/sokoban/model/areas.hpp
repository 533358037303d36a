// Areas labels the areas that the boxes of a position cut the floor into, and tells how a move changes them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/model/occupancy.hpp"

namespace unjam::sokoban {

/// An Occupancy that also labels the areas of the floor.
class Areas : public Occupancy {
public:
    explicit Areas(const Maze& maze)
        : Occupancy(maze),
          maze_(maze),
          labels_(maze.floor + 1),
          labels_after_(maze.floor + 1),
          queue_(maze.floor + 1) {}

    /// Labels every free square with the number of its area; returns how many there are. Taken squares have label 0.
    int split() { return part_count_ = label_areas(labels_, least_squares_); }
    int part(Square s) const { return labels_[s]; }
    /// The least square of the area of `s`.
    Square least_of(Square s) const { return least_squares_[labels_[s] - 1]; }

    /// The least square of the player's area with these boxes; there must be no others.
    template <int Words>
    Square least_with(const Bits<Words>& boxes, Square player) {
        boxes.each([&](std::uint32_t b) { put(static_cast<Square>(b)); });
        const Square out = least_in_area(player);
        boxes.each([&](std::uint32_t b) { remove(static_cast<Square>(b)); });
        return out;
    }

    /// How many areas there are, and the least square of the player's.
    struct Shape {
        int parts;
        Square least;
    };

    /// The shape after a box moved, as the squares now show, or was removed (`to` is not a square), for a player on
    /// `player`. The labels are those of `split` before the move; usually they are enough.
    Shape after(Square from, Square to, Square player) {
        if (from == to) return {part_count_, least_of(player)};
        unsigned mask = 0;
        if (to < maze_.floor)
            for (int k = 0; k < 8; ++k) mask |= static_cast<unsigned>(!is_occupied(maze_.ring[to][k])) << k;
        if (to >= maze_.floor ||
            !ring_splits()[mask]) {  // the box on `to` cuts nothing; removing the one on `from` joins areas
            std::uint16_t joined[4];
            int count = 0;
            Square least = from;
            bool joins_player = player == from;
            for (Square q : maze_.next[from]) {
                const std::uint16_t part = labels_[q];
                if (!part || std::find(joined, joined + count, part) != joined + count) continue;
                joined[count++] = part;
                least = std::min(least, least_squares_[part - 1]);
                joins_player |= part == labels_[player];
            }
            if (!joins_player) least = least_squares_[labels_[player] - 1];
            if (least != to) return {part_count_ - count + 1, least};
        }
        const int parts = label_areas(labels_after_, least_squares_after_);
        return {parts, least_squares_after_[labels_after_[player] - 1]};
    }

    using Occupancy::is_occupied;

private:
    int label_areas(std::vector<std::uint16_t>& part_of, std::vector<Square>& least) {
        std::fill(part_of.begin(), part_of.end(), std::uint16_t{0});
        int parts = 0;
        least.clear();
        const std::uint8_t* walls = occupied();
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
    int part_count_ = 0;
    std::vector<std::uint16_t> labels_, labels_after_;
    std::vector<Square> queue_, least_squares_, least_squares_after_;
};

}  // namespace unjam::sokoban
