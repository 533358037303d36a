// Corrals that can never be opened: a small search with the boxes around one alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "families/sokoban/fess/level.hpp"
#include "families/sokoban/fess/subset_proofs.hpp"
#include "families/sokoban/freeze.hpp"

namespace unjam::sokoban {

/// A corral is a part of the floor that the player cannot enter. With all boxes taken away but those around it he can
/// do whatever he could before. If even so he can neither get in nor bring all of them home with a box on every goal
/// inside, the position is dead: before he gets in, no other box does.
template <class Size>
class CorralProofs {
public:
    CorralProofs(const LevelTables<Size>& level, SubsetProofs<Size>& subsets)
        : level_(level),
          maze_(level.maze),
          subsets_(subsets),
          small_(level.maze),
          freeze_(level.maze),
          inside_(level.maze.floor + 1, 0) {}

    /// Whether some corral of the position is proved dead. `field` holds the boxes and is split into parts.
    bool dead(const Field& field, const std::vector<Square>& boxes, const std::vector<Square>& frozen, Square player,
              int parts) {
        if (parts < 2) return false;
        const int mine = field.part(player);
        for (int part = 1; part <= parts; ++part) {
            if (part == mine) continue;
            around_.clear();
            bool home = true;
            for (Square b : boxes) {
                bool touches = false;
                for (Square q : maze_.ring[b]) touches |= field.part(q) == part && q < maze_.floor;
                if (!touches) continue;
                around_.push_back(b);
                home &= maze_.goal[b] != 0;
            }
            if (home) {
                bool waiting = false;
                for (Square g : maze_.goals) waiting |= field.part(g) == part;
                if (!waiting) continue;
            }
            if (around_.size() == boxes.size() && boxes.size() > 12) continue;
            for (int s = 0; s < maze_.floor; ++s) inside_[s] = field.part(static_cast<Square>(s)) == part;
            if (is_shut(player)) {
                proved_ = around_;
                return true;
            }
            if (around_.size() > few) continue;
            movers_.clear();
            std::set_union(around_.begin(), around_.end(), frozen.begin(), frozen.end(), std::back_inserter(movers_));
            if (subsets_.dead(movers_, player, 30)) {
                proved_ = subsets_.proved();
                return true;
            }
        }
        return false;
    }

    /// The boxes of the last proof.
    const std::vector<Square>& proved() const { return proved_; }

    std::size_t bytes() const { return table_bytes(known_); }

private:
    static constexpr std::size_t most = 100, few = 8;
    enum Verdict : std::uint8_t { alive, is_dead };

    bool is_shut(Square player) {
        small_.place(around_);
        const Square least = small_.least(player);
        small_.lift(around_);
        std::uint64_t key = level_.player_key[least];
        for (Square b : around_) key ^= level_.box_key[b];
        const auto [found, fresh] = known_.try_emplace(key, alive);
        if (fresh && search(player)) known_[key] = is_dead;
        return known_[key] == is_dead;
    }

    // True when the search came to an end without a way in, all boxes at home and no goal left inside.
    bool search(Square player) {
        seen_.clear();
        stack_.clear();
        if (!add(around_, player)) return false;
        for (std::size_t head = 0; head < stack_.size(); ++head) {
            const Position now = stack_[head];
            small_.place(now.boxes);
            small_.walk(now.player);
            bool open = false, done = true;
            for (int s = 0; s < maze_.floor && !open; ++s) open = inside_[s] && small_.steps(static_cast<Square>(s));
            for (Square b : now.boxes) done &= maze_.goal[b] != 0;
            for (Square g : maze_.goals) done &= !inside_[g] || small_.taken(g);
            std::vector<Push> pushes;
            if (!open && !done) small_.list_pushes(now.boxes, pushes);
            small_.lift(now.boxes);
            if (open || done) return false;
            for (const Push& push : pushes) {
                std::vector<Square> boxes = now.boxes;
                const Square to = maze_.next[push.from][push.direction];
                *std::find(boxes.begin(), boxes.end(), push.from) = to;
                std::sort(boxes.begin(), boxes.end());
                small_.place(boxes);
                const bool stuck = freeze_.possible(small_, to) && !freeze_.find(boxes, frozen_);
                small_.lift(boxes);
                if (!stuck && !add(boxes, push.from)) return false;
            }
        }
        return true;
    }

    bool add(const std::vector<Square>& boxes, Square player) {
        small_.place(boxes);
        const Square least = small_.least(player);
        small_.lift(boxes);
        std::uint64_t key = level_.player_key[least];
        for (Square b : boxes) key ^= level_.box_key[b];
        if (!seen_.insert(key).second) return true;
        stack_.push_back({boxes, least});
        return stack_.size() <= most;
    }

    const LevelTables<Size>& level_;
    const Maze& maze_;
    SubsetProofs<Size>& subsets_;
    Field small_;
    Freeze freeze_;
    std::vector<std::uint8_t> inside_;
    std::vector<Square> around_, movers_, frozen_, proved_;
    std::vector<Position> stack_;
    std::unordered_set<std::uint64_t> seen_;
    std::unordered_map<std::uint64_t, Verdict> known_;
};

}  // namespace unjam::sokoban
