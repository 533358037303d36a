// The occupied squares of one position: where the player can walk, and what can be pushed.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "families/sokoban/model/box_set.hpp"

namespace unjam::sokoban {

/// Independent of any search: set it up with `put_all` and `walk`, query it, and clear it with `remove_all`.
class Occupancy {
public:
    explicit Occupancy(const Maze& maze)
        : maze_(maze),
          taken_(maze.floor + 1, 0),
          seen_(maze.floor + 1, 0),
          queue_(maze.floor + 1),
          steps_(maze.floor + 1, 0) {
        taken_[maze.floor] = 1;
    }

    void put_all(const std::vector<Square>& boxes) {
        for (Square b : boxes) taken_[b] = 1;
    }
    void remove_all(const std::vector<Square>& boxes) {
        for (Square b : boxes) taken_[b] = 0;
    }
    void move_box(Square from, Square to) {
        taken_[from] = 0;
        taken_[to] = 1;
    }
    void put(Square s) { taken_[s] = 1; }
    void remove(Square s) { taken_[s] = 0; }
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
        area_size_ = tail;
        return out;
    }

    /// The least square of the image of the area that `least` flooded last.
    Square least_image(const std::vector<Square>& image) const {
        Square out = static_cast<Square>(maze_.floor);
        for (int i = 0; i < area_size_; ++i) out = std::min(out, image[queue_[i]]);
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
            for (Square q : maze_.next[s]) {  // branch-free: which squares are new is unpredictable
                const bool fresh = !seen_[q];
                seen_[q] = 1;
                queue_[tail] = q;
                tail += fresh;
                steps_[q] = fresh ? now : steps_[q];
            }
        }
        walked_count_ = tail;
    }
    int steps(Square s) const { return steps_[s]; }
    int walked_count() const { return walked_count_; }

    /// Lists all pushes of these boxes to live squares; `walk` must have been called.
    void list_pushes(const std::vector<Square>& boxes, std::vector<Push>& out) const {
        out.clear();
        for (Square b : boxes)
            for (int d = 0; d < 4; ++d) {
                const Square ahead = maze_.next[b][d];
                if (ahead < maze_.live && !taken_[ahead] && steps_[maze_.next[b][opposite(d)]])
                    out.push_back({b, static_cast<std::uint8_t>(d)});
            }
    }

    /// The least square of the player's area after the push `from` -> `to`, which must already be made here; `walk`
    /// must have been called before it. The floor is flooded again only if the push may have joined or cut areas.
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
    int walked_count_ = 0, area_size_ = 0;
};

}  // namespace unjam::sokoban
