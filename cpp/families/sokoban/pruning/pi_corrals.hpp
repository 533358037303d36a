// PiCorrals finds PI-corrals, whose pushes alone need be tried: areas closed to the player whose boxes can
// only be pushed inwards, all of them now.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/model/occupancy.hpp"

namespace unjam::sokoban {

/// Looks for a corral that must be opened before anything outside it can help, so that only its pushes need be tried.
///
/// Why this loses no push-optimal solution: nothing inside can change until the first push of a corral's box. That push
/// is possible now, and making it first neither takes a square from the player nor costs more. In the metric `moves`
/// the order of pushes matters, so there only the result "no push left" may be used. (The idea is B. Damgaard's.)
class PiCorrals {
public:
    explicit PiCorrals(const Maze& maze)
        : maze_(maze),
          part_(maze.floor + 1),
          is_inside_(maze.floor + 2),
          is_edge_(maze.floor + 1),
          queue_(maze.floor + 1) {}

    /// True if such a corral was found; `pushes` are then all that need be tried, and none means that the position is
    /// dead. `occupancy.walk(player)` must have been called. With `dead_only` corrals that have a push left are
    /// skipped, which is faster.
    bool find(const Occupancy& occupancy, const std::vector<Square>& boxes, std::vector<Push>& pushes,
              bool dead_only = false) {
        dead_only_ = dead_only;
        const int floor = maze_.floor;
        if (occupancy.walked_count() + static_cast<int>(boxes.size()) == floor) return false;
        // Part 0: taken; 1: the player's area; 2 and more: out of the player's reach.
        part_count_ = 1;
        for (int s = 0; s < floor; ++s)
            part_[s] = static_cast<std::uint16_t>(occupancy.steps(static_cast<Square>(s)) ? 1 : 0);
        part_[floor] = 0;
        for (int s = 0; s < floor; ++s) {
            if (part_[s] || occupancy.is_occupied(static_cast<Square>(s))) continue;
            ++part_count_;
            int head = 0, tail = 0;
            queue_[tail++] = static_cast<Square>(s);
            part_[s] = static_cast<std::uint16_t>(part_count_);
            while (head < tail)
                for (Square q : maze_.next[queue_[head++]])
                    if (!part_[q] && !occupancy.is_occupied(q))
                        part_[q] = static_cast<std::uint16_t>(part_count_), queue_[tail++] = q;
        }
        touching_parts_.assign(boxes.size(), 0);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            for (Square q : maze_.ring[boxes[i]])
                if (part_[q] >= 2) touching_parts_[i] |= std::uint64_t{1} << (part_[q] & 63);
        bool has_corral = false;
        const auto consider = [&](int first_part, int second_part) {
            if (!grow(occupancy, boxes, first_part, second_part)) return false;
            if (!has_corral || pushes_.size() < pushes.size()) pushes = pushes_;
            has_corral = true;
            return pushes.empty();
        };
        for (int first_part = 2; first_part <= part_count_; ++first_part)
            if (consider(first_part, first_part)) return true;
        if (has_corral) return true;
        pairs_.clear();
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if ((touching_parts_[i] & (touching_parts_[i] - 1)) == 0) continue;
            for (Square p : maze_.ring[boxes[i]])
                for (Square q : maze_.ring[boxes[i]])
                    if (part_[p] >= 2 && part_[q] > part_[p]) {
                        const std::uint32_t pair = part_[p] * 65536u + part_[q];
                        if (std::find(pairs_.begin(), pairs_.end(), pair) == pairs_.end()) pairs_.push_back(pair);
                    }
        }
        for (std::uint32_t pair : pairs_)
            if (consider(static_cast<int>(pair >> 16), static_cast<int>(pair & 65535))) return true;
        return has_corral;
    }

private:
    // Grows the corral from its first parts; true if it is an unfinished PI-corral, with its pushes in pushes_.
    bool grow(const Occupancy& occupancy, const std::vector<Square>& boxes, int first_part, int second_part) {
        is_inside_.assign(part_count_ + 1, 0);
        is_inside_[first_part] = is_inside_[second_part] = 1;
        std::uint64_t within = std::uint64_t{1} << (first_part & 63) | std::uint64_t{1} << (second_part & 63);
        const bool good = grow_edge(occupancy, boxes, within) && is_unfinished(boxes.size() >= maze_.goals.size());
        for (Square b : edge_) is_edge_[b] = 0;
        return good;
    }

    bool grow_edge(const Occupancy& occupancy, const std::vector<Square>& boxes, std::uint64_t within) {
        for (;;) {
            edge_.clear();
            for (std::size_t i = 0; i < boxes.size(); ++i)
                if (touching_parts_[i] & within && (part_count_ < 64 || touches(boxes[i]))) edge_.push_back(boxes[i]);
            for (Square b : edge_) is_edge_[b] = 1;
            pushes_.clear();
            bool has_grown = false, barred = false;
            for (std::size_t i = 0; i < edge_.size() && !has_grown; ++i) {
                for (int d = 0; d < 4; ++d) {
                    Square behind, ahead;
                    if (!possible(edge_[i], d, behind, ahead)) continue;
                    const bool inwards = part_[ahead] >= 2 && is_inside_[part_[ahead]];
                    const int joined = inwards ? part_[behind] : part_[ahead];
                    if (joined >= 2) {
                        is_inside_[joined] = 1;
                        within |= std::uint64_t{1} << (joined & 63);
                        has_grown = true;
                        break;
                    }
                    if (!inwards && part_[ahead] == 1) return false;  // it can be pushed out of the corral
                    if (dead_only_) return false;
                    barred |= !inwards || !occupancy.steps(behind);  // a box that blocks it may still join the edge
                    pushes_.push_back({edge_[i], static_cast<std::uint8_t>(d)});
                }
            }
            if (!has_grown) return !barred;
            for (Square b : edge_) is_edge_[b] = 0;
        }
    }

    bool touches(Square b) const {
        bool out = false;
        for (Square q : maze_.ring[b]) out |= part_[q] >= 2 && is_inside_[part_[q]];
        return out;
    }

    // A corral with all its boxes at home may stay as it is, unless a goal inside is free and all goals are needed.
    bool is_unfinished(bool all_needed) const {
        bool out = false;
        for (Square b : edge_) out |= !maze_.goal[b];
        if (all_needed)
            for (Square g : maze_.goals) out |= part_[g] >= 2 && is_inside_[part_[g]];
        return out;
    }

    // Could the edge box b ever be pushed in direction d while the edge stays, ignoring boxes outside the edge?
    bool possible(Square b, int d, Square& behind, Square& ahead) const {
        behind = maze_.next[b][opposite(d)];
        ahead = maze_.next[b][d];
        if (behind == maze_.floor || ahead >= maze_.live || is_edge_[behind] || is_edge_[ahead]) return false;
        if (part_[behind] >= 2 && is_inside_[part_[behind]]) return false;
        for (int k = 0; k < 8; k += 2) {  // would it complete a 2x2 square of walls and edge boxes, not all at home?
            const Square corner[3] = {maze_.ring[ahead][k], maze_.ring[ahead][(k + 1) & 7],
                                      maze_.ring[ahead][(k + 2) & 7]};
            bool full = true, home = maze_.goal[ahead] != 0;
            for (Square c : corner) {
                if (c == maze_.floor) continue;
                full &= is_edge_[c] && c != b;
                home &= maze_.goal[c] != 0;
            }
            if (full && !home) return false;
        }
        return true;
    }

    const Maze& maze_;
    std::vector<std::uint16_t> part_;
    std::vector<std::uint8_t> is_inside_, is_edge_;
    std::vector<Square> queue_, edge_;
    std::vector<std::uint32_t> pairs_;
    std::vector<std::uint64_t> touching_parts_;  // by box: the parts around it, as bits (parts may share a bit)
    std::vector<Push> pushes_;
    int part_count_ = 0;
    bool dead_only_ = false;
};

}  // namespace unjam::sokoban
