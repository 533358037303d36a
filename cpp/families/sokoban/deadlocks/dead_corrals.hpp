// DeadCorrals proves that an area which the player cannot enter can never be opened, by a small search with
// only the boxes around it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "families/sokoban/deadlocks/dead_subsets.hpp"
#include "families/sokoban/deadlocks/freeze.hpp"
#include "families/sokoban/fess/level_tables.hpp"
#include "unjam/table_bytes.hpp"

namespace unjam::sokoban {

/// A corral is an area that the player cannot enter. All boxes except those around it are removed, which takes nothing
/// from the player. If even then the player can neither get in nor bring these boxes home with a box on every goal
/// inside, the position is dead: no other box can get in before the player does.
template <class Size>
class DeadCorrals {
public:
    DeadCorrals(const LevelTables<Size>& level, DeadSubsets<Size>& subsets)
        : level_(level),
          maze_(level.maze),
          subsets_(subsets),
          areas_(level.maze),
          freeze_(level.maze),
          inside_(level.maze.floor + 1, 0) {}

    /// Whether some corral of the position is proved dead. `areas` holds the boxes and is split into parts.
    bool is_dead(const Areas& areas, const std::vector<Square>& boxes, const std::vector<Square>& frozen, Square player,
                 int parts) {
        if (parts < 2) return false;
        const int player_part = areas.part(player);
        for (int part = 1; part <= parts; ++part) {
            if (part == player_part) continue;
            boxes_around_.clear();
            bool all_home = true;
            for (Square b : boxes) {
                bool touches = false;
                for (Square q : maze_.ring[b]) touches |= areas.part(q) == part && q < maze_.floor;
                if (!touches) continue;
                boxes_around_.push_back(b);
                all_home &= maze_.goal[b] != 0;
            }
            if (all_home) {
                bool goal_inside = false;
                for (Square g : maze_.goals) goal_inside |= areas.part(g) == part;
                if (!goal_inside) continue;
            }
            if (boxes_around_.size() == boxes.size() && boxes.size() > 12) continue;
            for (int s = 0; s < maze_.floor; ++s) inside_[s] = areas.part(static_cast<Square>(s)) == part;
            if (is_never_opened(player)) {
                last_proof_ = boxes_around_;
                return true;
            }
            if (boxes_around_.size() > max_boxes) continue;
            movers_.clear();
            std::set_union(boxes_around_.begin(), boxes_around_.end(), frozen.begin(), frozen.end(),
                           std::back_inserter(movers_));
            if (subsets_.is_dead(movers_, player, 30)) {
                last_proof_ = subsets_.last_proof();
                return true;
            }
        }
        return false;
    }

    /// The boxes of the last proof.
    const std::vector<Square>& last_proof() const { return last_proof_; }

    std::size_t bytes() const { return table_bytes(verdicts_); }

private:
    static constexpr std::size_t max_positions = 100, max_boxes = 8;
    enum class Verdict : std::uint8_t { open, dead };

    bool is_never_opened(Square player) {
        areas_.put_all(boxes_around_);
        const Square least = areas_.least_in_area(player);
        areas_.remove_all(boxes_around_);
        std::uint64_t key = level_.player_key[least];
        for (Square b : boxes_around_) key ^= level_.box_key[b];
        const auto [entry, is_new] = verdicts_.try_emplace(key, Verdict::open);
        if (is_new && search(player)) verdicts_[key] = Verdict::dead;
        return verdicts_[key] == Verdict::dead;
    }

    // True if the search ended without a way in and without all boxes at home and no free goal inside.
    bool search(Square player) {
        visited_.clear();
        queue_.clear();
        if (!add(boxes_around_, player)) return false;
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            const Position now = queue_[head];
            areas_.put_all(now.boxes);
            areas_.walk(now.player);
            bool open = false, done = true;
            for (int s = 0; s < maze_.floor && !open; ++s) open = inside_[s] && areas_.steps(static_cast<Square>(s));
            for (Square b : now.boxes) done &= maze_.goal[b] != 0;
            for (Square g : maze_.goals) done &= !inside_[g] || areas_.is_occupied(g);
            std::vector<Push> pushes;
            if (!open && !done) areas_.list_pushes(now.boxes, pushes);
            areas_.remove_all(now.boxes);
            if (open || done) return false;
            for (const Push& push : pushes) {
                std::vector<Square> boxes = now.boxes;
                const Square to = maze_.next[push.from][push.direction];
                *std::find(boxes.begin(), boxes.end(), push.from) = to;
                std::sort(boxes.begin(), boxes.end());
                areas_.put_all(boxes);
                const bool stuck = freeze_.possible(areas_, to) && !freeze_.find(boxes, frozen_);
                areas_.remove_all(boxes);
                if (!stuck && !add(boxes, push.from)) return false;
            }
        }
        return true;
    }

    bool add(const std::vector<Square>& boxes, Square player) {
        areas_.put_all(boxes);
        const Square least = areas_.least_in_area(player);
        areas_.remove_all(boxes);
        std::uint64_t key = level_.player_key[least];
        for (Square b : boxes) key ^= level_.box_key[b];
        if (!visited_.insert(key).second) return true;
        queue_.push_back({boxes, least});
        return queue_.size() <= max_positions;
    }

    const LevelTables<Size>& level_;
    const Maze& maze_;
    DeadSubsets<Size>& subsets_;
    Areas areas_;
    Freeze freeze_;
    std::vector<std::uint8_t> inside_;
    std::vector<Square> boxes_around_, movers_, frozen_, last_proof_;
    std::vector<Position> queue_;
    std::unordered_set<std::uint64_t> visited_;
    std::unordered_map<std::uint64_t, Verdict> verdicts_;
};

}  // namespace unjam::sokoban
