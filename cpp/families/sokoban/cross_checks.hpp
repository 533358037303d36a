// For tests against the Python rules: counts of positions (`perft`), the verdict of each rule on a position
// (`judge`), proofs of dead positions (`refute`, `find_outside_tables`).
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "families/sokoban/bounds/matching_bound.hpp"
#include "families/sokoban/bounds/pair_conflicts.hpp"
#include "families/sokoban/deadlocks/deadlock_proofs.hpp"
#include "families/sokoban/deadlocks/freeze.hpp"
#include "families/sokoban/greedy/subset_table.hpp"
#include "families/sokoban/pruning/forced_pushes.hpp"
#include "unjam/perft.hpp"

namespace unjam::sokoban {

/// Counts the different positions (boxes, player's square) whose shortest path has exactly 0, 1, … `depth` steps.
inline std::vector<std::int64_t> perft(const Maze& maze, std::vector<Square> boxes, Square player, int depth) {
    using Position = std::pair<Square, std::vector<Square>>;
    check_perft(depth, 0);
    std::sort(boxes.begin(), boxes.end());
    std::set<Position> seen{{player, boxes}};
    std::vector<Position> layer{{player, boxes}};
    std::vector<std::int64_t> out{1};
    for (int step = 0; step < depth; ++step) {
        std::vector<Position> following;
        for (const auto& [at, set] : layer)
            for (int d = 0; d < 4; ++d) {
                Position after{maze.next[at][d], set};
                if (after.first == maze.floor) continue;
                const auto box = std::lower_bound(after.second.begin(), after.second.end(), after.first);
                if (box != after.second.end() && *box == after.first) {
                    const Square to = maze.next[after.first][d];
                    if (to == maze.floor || std::binary_search(set.begin(), set.end(), to)) continue;
                    *box = to;
                    std::sort(after.second.begin(), after.second.end());
                }
                if (seen.insert(after).second) following.push_back(std::move(after));
                check_perft(depth, 4 * seen.size());  // each position is stored unpacked, which takes longer
            }
        out.push_back(static_cast<std::int64_t>(following.size()));
        layer = std::move(following);
    }
    return out;
}

/// The verdict of each rule on one position.
struct Verdict {
    bool dead_square = false, frozen = false, unmatched = false, shut_dead = false, corral = false, forced = false;
    std::int32_t estimate = 0;
    std::vector<Push> pushes;  // those that a push-optimal search must try
};

template <class Size>
Verdict judge(const Maze& maze, const std::vector<Square>& boxes, Square player) {
    Verdict out;
    Occupancy occupancy(maze);
    std::vector<Square> frozen;
    for (Square b : boxes) out.dead_square |= b >= maze.live;
    occupancy.put_all(boxes);
    occupancy.walk(player);
    if (!maze.fill) out.frozen = !Freeze(maze).find(boxes, frozen);
    if (!out.dead_square && !out.frozen) {
        const int size = static_cast<int>(std::max(boxes.size(), maze.goals.size()));
        MatchingBound<GoalDistances> matching(size, false, true);
        const GoalDistances table(maze, frozen, size, matching.stride());
        matching.begin(&table);
        matching.assign(boxes, player);
        out.estimate = matching.total();
        out.unmatched = out.estimate >= unreachable;
        if (!out.unmatched && !maze.fill && PairConflicts::fits(maze)) {
            const GoalDistances base(maze, {}, size, matching.stride());
            GoalDistances compared(maze, frozen, size, matching.stride());
            compared.compare(maze, base, size);
            PairConflicts pairs(maze, base);
            std::vector<bool> used(boxes.size());
            for (std::size_t i = 0; i < boxes.size(); ++i)
                for (std::size_t j = i + 1; j < boxes.size(); ++j) {
                    if (used[i] || used[j] || !compared.equals_unfrozen(boxes[i], player) ||
                        !compared.equals_unfrozen(boxes[j], player))
                        continue;
                    if (!pairs.wasted(boxes[i], boxes[j], player)) continue;
                    used[i] = used[j] = true;
                    out.estimate += 2;
                }
        }
    }
    if (!maze.fill && !out.dead_square) {
        const GoalDistances base(maze, {}, static_cast<int>(maze.goals.size()),
                                 static_cast<int>(maze.goals.size() + 7) / 8 * 8);
        out.forced = ForcedPushes(maze, rule::all, &base).find(occupancy, boxes, player, out.pushes);
        out.shut_dead = out.forced && out.pushes.empty();
    }
    if (!maze.fill && !out.dead_square && !out.frozen) {
        const LevelTables<Size> level(maze, boxes);
        Areas areas(maze);
        areas.put_all(boxes);
        const int parts = areas.split();
        out.corral = DeadlockProofs<Size>(level).corrals.is_dead(areas, boxes, frozen, player, parts);
    }
    if (!out.forced) occupancy.list_pushes(boxes, out.pushes);
    return out;
}

/// For each position: how many boxes of it alone cannot be brought home, and how many alone cannot have come from the
/// start; 0 if the tables have all of them.
inline std::vector<std::pair<int, int>> find_outside_tables(const Maze& maze, const Position& start,
                                                            const std::vector<Position>& positions) {
    std::vector<std::pair<int, int>> out(positions.size());
    const int most =
        std::min(SubsetTable::max_count, static_cast<int>(std::min(start.boxes.size(), maze.goals.size())));
    for (int count = 1; count <= most && SubsetTable::is_small(maze, count); ++count)
        for (SubsetTable::From from : {SubsetTable::From::goals, SubsetTable::From::start}) {
            const SubsetTable table(maze, count, from, start, [] { return false; });
            for (std::size_t k = 0; k < positions.size(); ++k) {
                const auto& [boxes, player] = positions[k];
                int& verdict = from == SubsetTable::From::goals ? out[k].first : out[k].second;
                if (boxes.back() >= maze.live) continue;  // a dead square: no table is needed
                for (std::size_t i = 0; i < boxes.size() && !verdict; ++i)
                    if (!table.has_all_with(boxes, i, player)) verdict = count;
            }
        }
    return out;
}

/// How the any-solution search proved a position dead.
struct Refutation {
    bool subset = false, corral = false, pattern = false;
};

/// Tries to prove positions dead that are reachable from the start. All are tried `rounds` times, each round with
/// longer searches, so that patterns learned from one help with the others. In the end all patterns are matched against
/// every position.
template <class Size>
std::vector<Refutation> refute(const Maze& maze, const Position& start, const std::vector<Position>& positions,
                               int rounds) {
    constexpr std::size_t first = 200;
    const LevelTables<Size> level(maze, start.boxes);
    DeadlockProofs<Size> proofs(level);
    Areas areas(maze);
    Freeze freeze(maze);
    std::vector<Square> frozen;
    std::vector<Refutation> out(positions.size());
    const auto has_dead_square = [&](const Position& p) {
        return std::any_of(p.boxes.begin(), p.boxes.end(), [&](Square b) { return b >= maze.live; });
    };
    for (int round = 0; round < rounds; ++round)
        for (std::size_t k = 0; k < positions.size(); ++k) {
            const auto& [boxes, player] = positions[k];
            if (has_dead_square(positions[k]) || !freeze.find(boxes, frozen)) continue;
            out[k].subset |= proofs.subsets.is_dead(proofs.subsets.hard_to_move(boxes, player), player, first);
            out[k].subset |= proofs.subsets.is_dead(boxes, player, first);
            areas.put_all(boxes);
            const int parts = areas.split();
            out[k].corral |= proofs.corrals.is_dead(areas, boxes, frozen, player, parts);
            areas.remove_all(boxes);
        }
    for (std::size_t k = 0; k < positions.size(); ++k)
        out[k].pattern = proofs.patterns.match_since(box_set<Size>(positions[k].boxes), positions[k].player, 0);
    return out;
}

}  // namespace unjam::sokoban
