// One position spread out on the floor: where boxes stand, where the player can walk, what can be pushed.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "families/sokoban/box_set.hpp"

namespace unjam::sokoban {

/// The occupied squares of one position and the questions that only need those. It knows no search: set it up with
/// `place` and `walk`, ask, and clear it with `lift`.
class Ground {
public:
    explicit Ground(const Maze& maze)
        : maze_(maze),
          taken_(maze.floor + 1, 0),
          seen_(maze.floor + 1, 0),
          queue_(maze.floor + 1),
          steps_(maze.floor + 1, 0) {
        taken_[maze.floor] = 1;
    }

    void place(const std::vector<Square>& boxes) {
        for (Square b : boxes) taken_[b] = 1;
    }
    void lift(const std::vector<Square>& boxes) {
        for (Square b : boxes) taken_[b] = 0;
    }
    void shift(Square from, Square to) {
        taken_[from] = 0;
        taken_[to] = 1;
    }
    void put_one(Square s) { taken_[s] = 1; }
    void lift_one(Square s) { taken_[s] = 0; }
    bool taken(Square s) const { return taken_[s]; }
    const std::uint8_t* taken() const { return taken_.data(); }

    /// The least square of the area around `player`.
    Square least(Square player) {
        std::memcpy(seen_.data(), taken_.data(), seen_.size());
        int head = 0, tail = 0;
        queue_[tail++] = player;
        seen_[player] = 1;
        Square out = player;
        while (head < tail)
            for (Square q : maze_.next[queue_[head++]])
                if (!seen_[q]) {
                    seen_[q] = 1;
                    queue_[tail++] = q;
                    if (q < out) out = q;
                }
        area_ = tail;
        return out;
    }

    /// The least square of the image of the area that `least` walked last.
    Square least_image(const std::vector<Square>& image) const {
        Square out = static_cast<Square>(maze_.floor);
        for (int i = 0; i < area_; ++i) out = std::min(out, image[queue_[i]]);
        return out;
    }

    /// Walks everywhere from `player`. Afterwards `steps(s)` is the length of the shortest walk plus 1, or 0.
    void walk(Square player) {
        std::memset(steps_.data(), 0, steps_.size() * sizeof steps_[0]);
        std::memcpy(seen_.data(), taken_.data(), seen_.size());
        seen_[player] = 1;
        int head = 0, tail = 0;
        queue_[tail++] = player;
        steps_[player] = 1;
        least_ = second_ = static_cast<Square>(maze_.floor);
        while (head < tail) {
            const Square s = queue_[head++];
            if (s < least_)
                second_ = least_, least_ = s;
            else if (s < second_)
                second_ = s;
            const auto now = static_cast<std::uint16_t>(steps_[s] + 1);
            for (Square q : maze_.next[s]) {  // without a jump: which squares are new cannot be foretold
                const bool fresh = !seen_[q];
                seen_[q] = 1;
                queue_[tail] = q;
                tail += fresh;
                steps_[q] = fresh ? now : steps_[q];
            }
        }
        walked_ = tail;
    }
    int steps(Square s) const { return steps_[s]; }
    int walked() const { return walked_; }

    /// All pushes of these boxes that leave them on live squares; `walk` must have been called.
    void list_pushes(const std::vector<Square>& boxes, std::vector<Push>& out) const {
        out.clear();
        for (Square b : boxes)
            for (int d = 0; d < 4; ++d) {
                const Square ahead = maze_.next[b][d];
                if (ahead < maze_.live && !taken_[ahead] && steps_[maze_.next[b][opposite(d)]])
                    out.push_back({b, static_cast<std::uint8_t>(d)});
            }
    }

    /// The least square of the player's area after the push `from` -> `to`, which must already be shifted; `walk` must
    /// have been called before the push. Only where the push may have joined or cut areas is the floor walked again.
    Square least_after(Square from, Square to) {
        for (Square q : maze_.next[from])
            if (!taken_[q] && !steps_[q]) return least(from);
        if (steps_[to]) {
            unsigned mask = 0;
            for (int k = 0; k < 8; ++k) mask |= static_cast<unsigned>(!taken_[maze_.ring[to][k]]) << k;
            if (ring_splits()[mask]) return least(from);
        }
        return std::min(from, least_ == to ? second_ : least_);
    }

private:
    const Maze& maze_;
    std::vector<std::uint8_t> taken_, seen_;
    std::vector<Square> queue_;
    std::vector<std::uint16_t> steps_;
    Square least_ = 0, second_ = 0;
    int walked_ = 0, area_ = 0;
};

}  // namespace unjam::sokoban
