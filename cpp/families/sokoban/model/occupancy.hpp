// Occupancy, the occupied squares of one position: floods the player's area, finds shortest walks, lists
// pushes, updates the area after a push.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "families/sokoban/model/box_set.hpp"

namespace unjam::sokoban {

/// Set it up with `put_all` and `walk`, query it, and clear it with `remove_all`.
class Occupancy {
public:
    explicit Occupancy(const Maze& maze)
        : maze_(maze),
          occupied_(maze.floor + 1, 0),
          visited_(maze.floor + 1, 0),
          queue_(maze.floor + 1),
          steps_(maze.floor + 1, 0) {
        occupied_[maze.floor] = 1;
    }

    void put_all(const std::vector<Square>& boxes) {
        for (Square b : boxes) occupied_[b] = 1;
    }
    void remove_all(const std::vector<Square>& boxes) {
        for (Square b : boxes) occupied_[b] = 0;
    }
    void move_box(Square from, Square to) {
        occupied_[from] = 0;
        occupied_[to] = 1;
    }
    void put(Square s) { occupied_[s] = 1; }
    void remove(Square s) { occupied_[s] = 0; }
    bool is_occupied(Square s) const { return occupied_[s]; }
    const std::uint8_t* occupied() const { return occupied_.data(); }

    /// The least square that the player can reach: it identifies the player's area.
    Square least_in_area(Square player) {
        std::memcpy(visited_.data(), occupied_.data(), visited_.size());
        int head = 0, tail = 0;
        queue_[tail++] = player;
        visited_[player] = 1;
        Square out = player;
        while (head < tail)
            for (Square q : maze_.next[queue_[head++]])
                if (!visited_[q]) {
                    visited_[q] = 1;
                    queue_[tail++] = q;
                    if (q < out) out = q;
                }
        area_size_ = tail;
        return out;
    }

    /// The least square of the mirror image of the area that `least_in_area` flooded last.
    Square least_in_image(const std::vector<Square>& image) const {
        Square out = static_cast<Square>(maze_.floor);
        for (int i = 0; i < area_size_; ++i) out = std::min(out, image[queue_[i]]);
        return out;
    }

    /// Finds the shortest walk from `player` to every square. Afterwards `steps(s)` is the length of the shortest walk
    /// plus 1, or 0.
    void walk(Square player) {
        std::memset(steps_.data(), 0, steps_.size() * sizeof steps_[0]);
        std::memcpy(visited_.data(), occupied_.data(), visited_.size());
        visited_[player] = 1;
        int head = 0, tail = 0;
        queue_[tail++] = player;
        steps_[player] = 1;
        least_square_ = second_least_square_ = static_cast<Square>(maze_.floor);
        while (head < tail) {
            const Square s = queue_[head++];
            if (s < least_square_)
                second_least_square_ = least_square_, least_square_ = s;
            else if (s < second_least_square_)
                second_least_square_ = s;
            const auto now = static_cast<std::uint16_t>(steps_[s] + 1);
            for (Square q : maze_.next[s]) {  // branch-free: which squares are new is unpredictable
                const bool fresh = !visited_[q];
                visited_[q] = 1;
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
                if (ahead < maze_.live && !occupied_[ahead] && steps_[maze_.next[b][opposite(d)]])
                    out.push_back({b, static_cast<std::uint8_t>(d)});
            }
    }

    /// The least square of the player's area after the push `from` -> `to`, which must already be made here; `walk`
    /// must have been called before it. The floor is flooded again only if the push may have joined or cut areas.
    Square least_after(Square from, Square to) {
        for (Square q : maze_.next[from])
            if (!occupied_[q] && !steps_[q]) return least_in_area(from);
        if (steps_[to]) {
            unsigned mask = 0;
            for (int k = 0; k < 8; ++k) mask |= static_cast<unsigned>(!occupied_[maze_.ring[to][k]]) << k;
            if (ring_splits()[mask]) return least_in_area(from);
        }
        return std::min(from, least_square_ == to ? second_least_square_ : least_square_);
    }

private:
    const Maze& maze_;
    std::vector<std::uint8_t> occupied_, visited_;
    std::vector<Square> queue_;
    std::vector<std::uint16_t> steps_;
    Square least_square_ = 0, second_least_square_ = 0;
    int walked_count_ = 0, area_size_ = 0;
};

}  // namespace unjam::sokoban
