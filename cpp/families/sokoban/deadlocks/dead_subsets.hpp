// DeadSubsets proves that some boxes can never all be brought home, by a best-first search with these alone,
// and learns the smallest such set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "families/sokoban/bounds/goal_distance_cache.hpp"
#include "families/sokoban/deadlocks/dead_patterns.hpp"
#include "families/sokoban/deadlocks/freeze.hpp"
#include "families/sokoban/fess/level_tables.hpp"
#include "families/sokoban/pruning/pi_corrals.hpp"
#include "unjam/table_bytes.hpp"

namespace unjam::sokoban {

/// A solution of a position also solves it without some of its boxes. So if some boxes alone cannot be brought home,
/// the position is dead. A proved set is reduced to a smallest one and stored as a pattern.
template <class Size>
class DeadSubsets {
public:
    DeadSubsets(const LevelTables<Size>& level, GoalDistanceCache& tables, DeadPatterns<Size>& patterns)
        : level_(level),
          maze_(level.maze),
          tables_(tables),
          patterns_(patterns),
          areas_(level.maze),
          freeze_(level.maze),
          corrals_(level.maze),
          macro_pushes_(level.maze) {}

    /// Whether these boxes are proved lost. The search gets longer the more often the same boxes are queried, beginning
    /// with `first_positions`.
    bool is_dead(const std::vector<Square>& boxes, Square player, std::size_t first_positions) {
        areas_.put_all(boxes);
        player = areas_.least_in_area(player);
        areas_.remove_all(boxes);
        Record& record = records_[hash(boxes, player)];
        ++record.queries;
        if (record.settled || (record.queries & (record.queries - 1)))
            return record.dead;  // search again at 1, 2, 4, 8, … queries
        const int verdict =
            search(boxes, player, std::min<std::size_t>(first_positions * record.queries, max_positions));
        record.settled = verdict != 0;
        record.dead = verdict < 0;
        if (verdict < 0) learn(boxes, player);
        return verdict < 0;
    }

    /// The boxes that are hard to move once those that move freely are removed.
    std::vector<Square> hard_to_move(std::vector<Square> boxes, Square player) {
        std::vector<MacroMove> moves;
        for (bool changed = true; changed;) {
            changed = false;
            areas_.put_all(boxes);
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                areas_.split();
                moves.clear();
                macro_pushes_.list(areas_, boxes[i], areas_.part(player), level_.live.data(), moves);
                if (moves.size() < free_moves) continue;
                areas_.remove(boxes[i]);
                boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
                changed = true;
                break;
            }
            areas_.remove_all(boxes);
        }
        return boxes;
    }

    /// The boxes of the last proof, as few as it needs.
    const std::vector<Square>& last_proof() const { return last_proof_; }

    std::size_t bytes() const { return table_bytes(records_); }

private:
    static constexpr std::size_t max_positions = 2000, free_moves = 10;

    struct Record {
        std::uint32_t queries = 0;
        bool settled = false, dead = false;
    };

    std::uint64_t hash(const std::vector<Square>& boxes, Square least) const {
        std::uint64_t key = level_.player_key[least];
        for (Square b : boxes) key ^= level_.box_key[b];
        return key;
    }

    void learn(std::vector<Square> boxes, Square player) {
        const std::size_t max_nodes = nodes_.size() + 50;
        for (std::size_t i = boxes.size(); i-- > 0;) {
            std::vector<Square> fewer = boxes;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (!fewer.empty() && search(fewer, player, max_nodes) < 0) boxes = std::move(fewer);
        }
        patterns_.add(boxes, areas_, player);
        last_proof_ = std::move(boxes);
    }

    // 1: they can be brought home; -1: they cannot; 0: unknown after `max_nodes` positions. Best-first by distance.
    int search(const std::vector<Square>& boxes, Square player, std::size_t max_nodes) {
        visited_.clear();
        heap_.clear();
        nodes_.clear();
        if (!freeze_.find(boxes, frozen_boxes_)) return -1;
        std::vector<Square> movers;
        for (Square b : boxes)
            if (!std::binary_search(frozen_boxes_.begin(), frozen_boxes_.end(), b)) movers.push_back(b);
        areas_.put_all(frozen_boxes_);
        const int out = search_home(movers, player, max_nodes);
        areas_.remove_all(frozen_boxes_);
        return out;
    }

    int search_home(const std::vector<Square>& boxes, Square player, std::size_t max_nodes) {
        distances_ = tables_.with_walls(frozen_boxes_);
        if (add(boxes, player)) return 1;
        while (!heap_.empty()) {
            if (nodes_.size() > max_nodes) return 0;
            std::pop_heap(heap_.begin(), heap_.end());
            const Position now = nodes_[heap_.back().second];
            heap_.pop_back();
            areas_.put_all(now.boxes);
            areas_.walk(now.player);
            all_boxes_ = now.boxes;
            all_boxes_.insert(all_boxes_.end(), frozen_boxes_.begin(), frozen_boxes_.end());
            std::sort(all_boxes_.begin(), all_boxes_.end());
            if (!corrals_.find(areas_, all_boxes_, pushes_)) areas_.list_pushes(now.boxes, pushes_);
            areas_.remove_all(now.boxes);
            for (const Push& push : pushes_) {
                next_boxes_ = now.boxes;
                const Square to = maze_.next[push.from][push.direction];
                *std::find(next_boxes_.begin(), next_boxes_.end(), push.from) = to;
                if (may_be_alive(to, push.from) && add(next_boxes_, push.from)) return 1;
            }
        }
        return -1;
    }

    // Whether the position `next_boxes_`, in which a box just came to `to`, does not look dead.
    bool may_be_alive(Square to, Square player) {
        areas_.put_all(next_boxes_);
        const bool tight = freeze_.possible(areas_, to);
        areas_.remove_all(next_boxes_);
        if (tight) {
            all_boxes_ = next_boxes_;
            all_boxes_.insert(all_boxes_.end(), frozen_boxes_.begin(), frozen_boxes_.end());
            if (!freeze_.find(all_boxes_, frozen_after_)) return false;
        }
        BoxSet<Size> set = box_set<Size>(next_boxes_);
        for (Square b : frozen_boxes_) set.set(b);
        return !patterns_.match(set, player, to);
    }

    // True if all boxes are at home.
    bool add(const std::vector<Square>& boxes, Square player) {
        areas_.put_all(boxes);
        const Square least = areas_.least_in_area(player);
        areas_.remove_all(boxes);
        if (!visited_.insert(hash(boxes, least)).second) return false;
        int distance = 0;
        const int goals = static_cast<int>(maze_.goals.size());
        for (Square b : boxes) {
            const std::int32_t* row = distances_->row(b, least);
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
    GoalDistanceCache& tables_;
    DeadPatterns<Size>& patterns_;
    Areas areas_;
    Freeze freeze_;
    PiCorrals corrals_;
    MacroMoves<false> macro_pushes_;
    const GoalDistances* distances_ = nullptr;
    std::unordered_map<std::uint64_t, Record> records_;
    std::unordered_set<std::uint64_t> visited_;
    std::vector<std::pair<int, std::uint32_t>> heap_;
    std::vector<Position> nodes_;
    std::vector<Push> pushes_;
    std::vector<Square> frozen_boxes_, next_boxes_, all_boxes_, frozen_after_, last_proof_;
};

}  // namespace unjam::sokoban
