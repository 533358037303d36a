// Tells a player whether a position can never be solved, by the proofs of the any-solution search.
#pragma once

#include <vector>

#include "families/sokoban/bounds/matching_bound.hpp"
#include "families/sokoban/deadlocks/deadlock_proofs.hpp"

namespace unjam::sokoban {

/// The boxes that prove a position lost, as few as possible; none if nothing is proved.
struct LostPosition {
    std::vector<Square> boxes;
    bool closes_area = false;  // they close off an area for ever
};

/// For levels with as many boxes as goals, all of which the player can reach.
template <class Size>
LostPosition find_lost(const Maze& maze, const Position& position) {
    constexpr std::size_t max_positions = 1000;
    const auto& [boxes, player] = position;
    for (Square b : boxes)
        if (b >= maze.live) return {{b}};
    std::vector<Square> frozen;
    if (!Freeze(maze).find(boxes, frozen)) return {frozen};
    const LevelTables<Size> level(maze, boxes);
    DeadlockProofs<Size> proofs(level);
    Areas areas(maze);
    areas.put_all(boxes);
    const int parts = areas.split();
    if (proofs.corrals.is_dead(areas, boxes, frozen, player, parts)) return {proofs.corrals.last_proof(), true};
    const std::vector<Square> blocked = proofs.subsets.hard_to_move(boxes, player);
    if (!blocked.empty() && proofs.subsets.is_dead(blocked, player, max_positions))
        return {proofs.subsets.last_proof()};
    if (proofs.subsets.is_dead(boxes, player, max_positions)) return {proofs.subsets.last_proof()};
    const int size = static_cast<int>(boxes.size());
    MatchingBound<GoalDistances> matching(size, false, true);
    const GoalDistances table(maze, frozen, size, matching.stride());
    matching.begin(&table);
    matching.assign(boxes, player);
    if (matching.total() >= unreachable) return {boxes};
    return {};
}

}  // namespace unjam::sokoban
