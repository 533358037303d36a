// Whether a position can never be solved any more, for a player who wants to know: the proofs of the search for any
// solution, each asked once.
#pragma once

#include <vector>

#include "families/sokoban/fess/proofs.hpp"
#include "families/sokoban/matching.hpp"

namespace unjam::sokoban {

/// The boxes that show that a position is lost, as few as the proof needs; none when nothing is proved.
struct Lost {
    std::vector<Square> boxes;
    bool shut = false;  // they shut a part of the floor that can never be opened
};

/// For levels with as many boxes as goals, all of which the player can get to.
template <class Size>
Lost lost(const Maze& maze, const Position& position) {
    constexpr std::size_t positions = 1000;
    const auto& [boxes, player] = position;
    for (Square b : boxes)
        if (b >= maze.live) return {{b}};
    std::vector<Square> frozen;
    if (!Freeze(maze).find(boxes, frozen)) return {frozen};
    const LevelTables<Size> level(maze, boxes);
    Proofs<Size> proofs(level);
    Field field(maze);
    field.place(boxes);
    const int parts = field.split();
    if (proofs.corrals.dead(field, boxes, frozen, player, parts)) return {proofs.corrals.proved(), true};
    const std::vector<Square> stuck = proofs.subsets.stuck(boxes, player);
    if (!stuck.empty() && proofs.subsets.dead(stuck, player, positions)) return {proofs.subsets.proved()};
    if (proofs.subsets.dead(boxes, player, positions)) return {proofs.subsets.proved()};
    const int size = static_cast<int>(boxes.size());
    Matching<GoalDistances> matching(size, false, true);
    const GoalDistances table(maze, frozen, size, matching.stride());
    matching.begin(&table);
    matching.assign(boxes, player);
    if (matching.total() >= unreachable) return {boxes};
    return {};
}

}  // namespace unjam::sokoban
