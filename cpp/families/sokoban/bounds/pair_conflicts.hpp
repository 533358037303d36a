// PairConflicts finds, by a small search, pairs of boxes that cannot both go home without a detour; Conflicts
// counts disjoint ones in a position.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"
#include "families/sokoban/model/occupancy.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// For two boxes alone on the board: can they be brought home to some pair of goals without a detour of either? If not,
/// they need at least two pushes more than their distances say (not one, because each push changes the colour of the
/// square as on a chessboard). Each pair is computed when it is first needed. A generalised linear conflict (O.
/// Hansson, A. Mayer, M. Yung, 1992), like a small pattern database.
class PairConflicts {
public:
    PairConflicts(const Maze& maze, const GoalDistances& unfrozen)
        : maze_(maze),
          unfrozen_(unfrozen),
          live_(maze.live),
          entries_(static_cast<std::size_t>(maze.live) * maze.live, unknown),
          occupancy_(maze),
          direct_pushes_(static_cast<std::size_t>(unfrozen.rows()) * 4, 0) {
        const int goals = static_cast<int>(maze.goals.size());
        reachable_goals_.resize(unfrozen.rows(), 0);
        for (int r = 0; r < unfrozen.rows(); ++r) {
            const Square s = unfrozen.square_of(r);
            for (int g = 0; g < goals; ++g)
                if (unfrozen.at(r)[g] < unreachable) reachable_goals_[r] |= std::uint64_t{1} << g;
            for (int d = 0; d < 4; ++d) {
                const Square behind = maze.next[s][opposite(d)], to = maze.next[s][d];
                if (behind == maze.floor || to >= maze.live ||
                    unfrozen.row_of(s, behind) != static_cast<std::uint32_t>(r))
                    continue;
                const std::int32_t* now = unfrozen.at(r);
                const std::int32_t* then = unfrozen.row(to, s);
                for (int g = 0; g < goals; ++g)
                    if (now[g] < unreachable && then[g] + 1 == now[g])
                        direct_pushes_[r * 4 + d] |= std::uint64_t{1} << g;
            }
        }
    }

    static bool fits(const Maze& maze) { return maze.goals.size() <= 64; }

    /// A lower bound on the pushes wasted by the boxes on a and b with the player on `player`: 0 or 2.
    int wasted(Square a, Square b, Square player) {
        if (a > b) std::swap(a, b);
        std::uint32_t& entry = entries_[static_cast<std::size_t>(a) * live_ + b];
        if (entry == no_conflict) return 0;
        if (entry == unknown) entry = compute(a, b);
        if (entry == no_conflict) return 0;
        const std::uint8_t* labels = labels_.data() + static_cast<std::size_t>(entry) * (maze_.floor + 1);
        return labels[player];
    }

    std::size_t bytes() const { return entries_.size() * 4 + labels_.capacity() + direct_pushes_.size() * 8; }

private:
    static constexpr std::uint32_t unknown = 0xffffffffu, no_conflict = 0xfffffffeu;

    std::uint32_t compute(Square a, Square b) {
        const std::vector<Square> boxes{a, b};
        occupancy_.put_all(boxes);
        std::vector<std::uint8_t> labels(maze_.floor + 1, 0), seen(maze_.floor + 1, 0);
        bool any = false;
        for (int d = 0; d < 8; ++d) {  // areas next to neither box do not matter
            const Square s = maze_.next[d < 4 ? a : b][d & 3];
            if (s == maze_.floor || occupancy_.is_occupied(s) || seen[s]) continue;
            occupancy_.walk(s);
            const bool conflict = !has_path_without_detour(a, b, s);
            occupancy_.walk(s);
            for (int q = 0; q < maze_.floor; ++q)
                if (occupancy_.steps(static_cast<Square>(q))) {
                    seen[q] = 1;
                    labels[q] = conflict ? 2 : 0;
                }
            any |= conflict;
        }
        occupancy_.remove_all(boxes);
        if (!any) return no_conflict;
        const auto out = static_cast<std::uint32_t>(labels_.size() / (maze_.floor + 1));
        labels_.insert(labels_.end(), labels.begin(), labels.end());
        return out;
    }

    struct Node {
        Square a, b, player;
        std::uint64_t goals_of_a, goals_of_b;  // goals for which no push was a detour so far
    };

    // Depth-first over pushes without a detour; also true if it takes too long to tell.
    bool has_path_without_detour(Square a, Square b, Square player) {
        std::unordered_set<std::uint64_t> seen;
        std::vector<Node> stack{{a, b, player, reachable_goals_[unfrozen_.row_of(a, player)],
                                 reachable_goals_[unfrozen_.row_of(b, player)]}};
        int budget = 1000;
        bool has_path = false;
        Square at_a = a, at_b = b;
        while (!stack.empty() && !has_path) {
            const Node node = stack.back();
            stack.pop_back();
            if (is_home(node.a, node.goals_of_a) && is_home(node.b, node.goals_of_b)) {
                has_path = true;
                break;
            }
            if (--budget < 0) {
                has_path = true;
                break;
            }
            move_to(at_a, at_b, node.a, node.b);
            occupancy_.walk(node.player);
            for (int which = 0; which < 2; ++which) {
                const Square s = which ? node.b : node.a;
                const std::uint32_t row = unfrozen_.row_of(s, node.player);
                const std::uint64_t goals = which ? node.goals_of_b : node.goals_of_a;
                for (int d = 0; d < 4; ++d) {
                    const std::uint64_t still = goals & direct_pushes_[row * 4 + d];
                    if (!still) continue;
                    const Square to = maze_.next[s][d];
                    if (occupancy_.is_occupied(to) || !occupancy_.steps(maze_.next[s][opposite(d)])) continue;
                    Node after = node;
                    (which ? after.b : after.a) = to;
                    (which ? after.goals_of_b : after.goals_of_a) = still;
                    after.player = s;
                    if (seen.insert(key(after)).second) stack.push_back(after);
                }
            }
        }
        move_to(at_a, at_b, a, b);
        return has_path;
    }

    void move_to(Square& at_a, Square& at_b, Square a, Square b) {
        occupancy_.remove_all({at_a, at_b});
        occupancy_.put_all({a, b});
        at_a = a;
        at_b = b;
    }

    bool is_home(Square s, std::uint64_t goals) const { return maze_.goal[s] && (goals >> (maze_.goal[s] - 1) & 1); }

    static std::uint64_t key(const Node& node) {
        std::uint64_t x = node.a | std::uint64_t{node.b} << 16 | std::uint64_t{node.player} << 32;
        x = (x ^ node.goals_of_a * golden_ratio) * mix_factor_1;
        x = (x ^ x >> 29 ^ node.goals_of_b * mix_factor_2) * golden_ratio;
        return x ^ x >> 32;
    }

    const Maze& maze_;
    const GoalDistances& unfrozen_;
    std::size_t live_;
    std::vector<std::uint32_t> entries_;
    std::vector<std::uint8_t> labels_;
    Occupancy occupancy_;
    std::vector<std::uint64_t> direct_pushes_, reachable_goals_;
};

/// The conflicts of one position and of its successors, counted so that no box counts twice.
class Conflicts {
public:
    Conflicts(const Maze& maze, const GoalDistances& unfrozen)
        : pair_conflicts_(maze, unfrozen), is_comparable_(256), is_paired_(256) {}

    /// A lower bound on the pushes that the boxes waste.
    std::int32_t wasted(const std::vector<Square>& boxes, const GoalDistances* table, Square player) {
        const int n = static_cast<int>(boxes.size());
        conflicts_.clear();
        for (int i = 0; i < n; ++i) is_comparable_[i] = table->equals_unfrozen(boxes[i], player);
        for (int i = 0; i < n; ++i) {
            if (!is_comparable_[i]) continue;
            for (int j = i + 1; j < n; ++j)
                if (is_comparable_[j] && pair_conflicts_.wasted(boxes[i], boxes[j], player))
                    conflicts_.push_back({i, j});
        }
        new_conflicts_.clear();
        return count(-1);
    }

    /// The same after box number `moved` went to `to` and the player to `player`. `table_changed`: frozen boxes changed
    /// the table, so every pair is checked again.
    std::int32_t wasted_after(const std::vector<Square>& boxes, const GoalDistances* table, bool table_changed,
                              int moved, Square player, Square to) {
        new_conflicts_.clear();
        if (table->equals_unfrozen(to, player))
            for (int j = 0; j < static_cast<int>(boxes.size()); ++j)
                if (j != moved && pair_conflicts_.wasted(to, boxes[j], player) &&
                    table->equals_unfrozen(boxes[j], player))
                    new_conflicts_.push_back({moved, j});
        if (!table_changed) return count(moved);
        conflicts_before_.swap(conflicts_);
        conflicts_.clear();
        for (const auto& [i, j] : conflicts_before_)
            if (i != moved && j != moved && table->equals_unfrozen(boxes[i], player) &&
                table->equals_unfrozen(boxes[j], player))
                conflicts_.push_back({i, j});
        const std::int32_t out = count(moved);
        conflicts_before_.swap(conflicts_);
        return out;
    }

private:
    // Counts disjoint conflicts greedily, with those of box `without` left out of `conflicts_`.
    std::int32_t count(int without) {
        std::int32_t out = 0;
        std::fill(is_paired_.begin(), is_paired_.end(), 0);
        for (const auto* list : {&new_conflicts_, &conflicts_})
            for (const auto& [i, j] : *list) {
                if ((list == &conflicts_ && (i == without || j == without)) || is_paired_[i] || is_paired_[j]) continue;
                is_paired_[i] = is_paired_[j] = 1;
                out += 2;
            }
        return out;
    }

    PairConflicts pair_conflicts_;
    std::vector<std::pair<int, int>> conflicts_, new_conflicts_, conflicts_before_;
    std::vector<std::uint8_t> is_comparable_, is_paired_;
};

}  // namespace unjam::sokoban
