// A few boxes that can never all be brought home: the level with these alone, searched to its end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "families/sokoban/corrals.hpp"
#include "families/sokoban/distance_tables.hpp"
#include "families/sokoban/fess/dead_patterns.hpp"
#include "families/sokoban/fess/level.hpp"
#include "families/sokoban/freeze.hpp"

namespace unjam::sokoban {

/// Whatever solves a position solves it also when some of its boxes are taken away. So if some boxes alone cannot be
/// brought home, the position is dead. What is proved is made as small as it can be and kept as a pattern.
template <class Size>
class SubsetProofs {
public:
    SubsetProofs(const LevelTables<Size>& level, DistanceTables& tables, DeadPatterns<Size>& patterns)
        : level_(level),
          maze_(level.maze),
          tables_(tables),
          patterns_(patterns),
          small_(level.maze),
          freeze_(level.maze),
          corrals_(level.maze),
          pushes_(level.maze) {}

    /// Whether these boxes are proved to be lost. The more often the same ones are asked for, the longer they are
    /// searched, at first for so many positions.
    bool dead(const std::vector<Square>& boxes, Square player, std::size_t first) {
        small_.place(boxes);
        player = small_.least(player);
        small_.lift(boxes);
        Known& known = known_[hash(boxes, player)];
        ++known.asked;
        if (known.settled || (known.asked & (known.asked - 1))) return known.dead;  // at 1, 2, 4, 8, … questions
        const int verdict = search(boxes, player, std::min<std::size_t>(first * known.asked, longest));
        known.settled = verdict != 0;
        known.dead = verdict < 0;
        if (verdict < 0) keep(boxes, player);
        return verdict < 0;
    }

    /// The boxes that cannot be moved about at will, when those that can are taken away.
    std::vector<Square> stuck(std::vector<Square> boxes, Square player) {
        std::vector<Macro> moves;
        for (bool changed = true; changed;) {
            changed = false;
            small_.place(boxes);
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                small_.split();
                moves.clear();
                pushes_.list(small_, boxes[i], small_.part(player), level_.live.data(), moves);
                if (moves.size() < at_will) continue;
                small_.lift_one(boxes[i]);
                boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
                changed = true;
                break;
            }
            small_.lift(boxes);
        }
        return boxes;
    }

    /// The boxes of the last proof, as few as it needs.
    const std::vector<Square>& proved() const { return proved_; }

    std::size_t bytes() const { return table_bytes(known_); }

private:
    static constexpr std::size_t longest = 2000, at_will = 10;

    struct Known {
        std::uint32_t asked = 0;
        bool settled = false, dead = false;
    };

    std::uint64_t hash(const std::vector<Square>& boxes, Square least) const {
        std::uint64_t key = level_.player_key[least];
        for (Square b : boxes) key ^= level_.box_key[b];
        return key;
    }

    void keep(std::vector<Square> boxes, Square player) {
        const std::size_t most = nodes_.size() + 50;
        for (std::size_t i = boxes.size(); i-- > 0;) {
            std::vector<Square> fewer = boxes;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (!fewer.empty() && search(fewer, player, most) < 0) boxes = std::move(fewer);
        }
        patterns_.add(boxes, small_, player);
        proved_ = std::move(boxes);
    }

    // 1: they can be brought home; -1: they cannot; 0: not known after so many positions. Best first by distance.
    int search(const std::vector<Square>& boxes, Square player, std::size_t most) {
        seen_.clear();
        heap_.clear();
        nodes_.clear();
        if (!freeze_.find(boxes, walls_)) return -1;
        std::vector<Square> movers;
        for (Square b : boxes)
            if (!std::binary_search(walls_.begin(), walls_.end(), b)) movers.push_back(b);
        small_.place(walls_);
        const int out = bring_home(movers, player, most);
        small_.lift(walls_);
        return out;
    }

    int bring_home(const std::vector<Square>& boxes, Square player, std::size_t most) {
        table_ = tables_.with_walls(walls_);
        if (add(boxes, player)) return 1;
        while (!heap_.empty()) {
            if (nodes_.size() > most) return 0;
            std::pop_heap(heap_.begin(), heap_.end());
            const Position now = nodes_[heap_.back().second];
            heap_.pop_back();
            small_.place(now.boxes);
            small_.walk(now.player);
            all_ = now.boxes;
            all_.insert(all_.end(), walls_.begin(), walls_.end());
            std::sort(all_.begin(), all_.end());
            if (!corrals_.find(small_, all_, list_)) small_.list_pushes(now.boxes, list_);
            small_.lift(now.boxes);
            for (const Push& push : list_) {
                next_ = now.boxes;
                const Square to = maze_.next[push.from][push.direction];
                *std::find(next_.begin(), next_.end(), push.from) = to;
                if (is_open(to, push.from) && add(next_, push.from)) return 1;
            }
        }
        return -1;
    }

    // Whether the position `next_`, in which a box has just come to `to`, is not dead at first sight.
    bool is_open(Square to, Square player) {
        small_.place(next_);
        const bool tight = freeze_.possible(small_, to);
        small_.lift(next_);
        if (tight) {
            all_ = next_;
            all_.insert(all_.end(), walls_.begin(), walls_.end());
            if (!freeze_.find(all_, frozen_)) return false;
        }
        BoxSet<Size> set = box_set<Size>(next_);
        for (Square b : walls_) set.set(b);
        return !patterns_.match(set, player, to);
    }

    // True when all are at home.
    bool add(const std::vector<Square>& boxes, Square player) {
        small_.place(boxes);
        const Square least = small_.least(player);
        small_.lift(boxes);
        if (!seen_.insert(hash(boxes, least)).second) return false;
        int distance = 0;
        const int goals = static_cast<int>(maze_.goals.size());
        for (Square b : boxes) {
            const std::int32_t* row = table_->row(b, least);
            const int near = *std::min_element(row, row + goals);
            if (near >= unreachable) return false;
            distance += near;
        }
        if (!distance) return true;
        heap_.emplace_back(-distance, static_cast<std::uint32_t>(nodes_.size()));
        std::push_heap(heap_.begin(), heap_.end());
        nodes_.push_back({boxes, least});
        return false;
    }

    const LevelTables<Size>& level_;
    const Maze& maze_;
    DistanceTables& tables_;
    DeadPatterns<Size>& patterns_;
    Field small_;
    Freeze freeze_;
    Corrals corrals_;
    Macros<false> pushes_;
    const GoalDistances* table_ = nullptr;
    std::unordered_map<std::uint64_t, Known> known_;
    std::unordered_set<std::uint64_t> seen_;
    std::vector<std::pair<int, std::uint32_t>> heap_;
    std::vector<Position> nodes_;
    std::vector<Push> list_;
    std::vector<Square> walls_, next_, all_, frozen_, proved_;
};

}  // namespace unjam::sokoban
