// One position of the any-solution search spread out: which squares are taken, and the parts of the floor they leave.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/ground.hpp"

namespace unjam::sokoban {

/// A Ground that also knows how many parts the boxes cut the floor into.
class Field : public Ground {
public:
    explicit Field(const Maze& maze) : Ground(maze), maze_(maze), part_(maze.floor + 1), queue_(maze.floor + 1) {}

    /// Labels every free square with its part; returns how many there are. Squares taken have part 0.
    int split() {
        std::fill(part_.begin(), part_.end(), std::uint16_t{0});
        int parts = 0;
        least_.clear();
        for (int s = 0; s < maze_.floor; ++s) {
            if (part_[s] || taken(static_cast<Square>(s))) continue;
            const auto part = static_cast<std::uint16_t>(++parts);
            least_.push_back(static_cast<Square>(s));
            int head = 0, tail = 0;
            queue_[tail++] = static_cast<Square>(s);
            part_[s] = part;
            const std::uint8_t* walls = taken();
            while (head < tail)
                for (Square q : maze_.next[queue_[head++]])
                    if (!part_[q] && !walls[q]) part_[q] = part, queue_[tail++] = q;
        }
        return parts;
    }
    int part(Square s) const { return part_[s]; }
    /// The least square of the part that `s` is in.
    Square least_of(Square s) const { return least_[part_[s] - 1]; }

    using Ground::taken;

private:
    const Maze& maze_;
    std::vector<std::uint16_t> part_;
    std::vector<Square> queue_, least_;
};

}  // namespace unjam::sokoban
