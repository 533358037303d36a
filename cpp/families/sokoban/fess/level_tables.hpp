// LevelTables, built before the any-solution search begins: walking distances, rooms, pushes to the nearest
// goal, dead-end goals, hashes of boards.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"
#include "families/sokoban/fess/feature_search.hpp"
#include "families/sokoban/fess/rooms.hpp"
#include "families/sokoban/model/box_reach.hpp"
#include "families/sokoban/model/walking_distances.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

template <class Size>
struct LevelTables {
    using Boxes = BoxSet<Size>;

    const Maze& maze;
    WalkingDistances walking;
    Rooms<Size> rooms;
    std::vector<int> from_goal;               // pushes of a lone box to the nearest goal
    std::vector<std::uint8_t> live, origin;   // squares with some goal ahead and some start behind
    std::vector<std::uint8_t> dead_end_goal;  // goals in a dead end
    std::vector<Boxes> pushed_from;           // pushed_from[k]: the squares that box k of the start can reach
    std::vector<std::uint64_t> box_key, start_key, player_key;
    bool large;  // too large for tables that take a walk per square and goal

    /// Tables are left incomplete when time is out.
    LevelTables(const Maze& maze_, const std::vector<Square>& starts, WorkerLimits* limits = nullptr)
        : maze(maze_),
          walking(maze_),
          rooms(maze_),
          from_goal(maze_.floor + 1, 0),
          live(maze_.floor + 1, 0),
          origin(maze_.floor + 1, 0),
          dead_end_goal(maze_.floor + 1, 0),
          large(static_cast<std::size_t>(maze_.floor) * maze_.goals.size() > max_pairs) {
        Areas areas(maze);
        BoxReach<Size> reach(maze);
        for (Square s : starts) {
            pushed_from.push_back(limits && limits->out_of_time() ? Boxes{} : reach.push_targets(areas, s));
            pushed_from.back().each([&](std::uint32_t q) { origin[q] = 1; });
        }
        for (int s = 0; s < maze.live; ++s) live[s] = origin[s];
        for (int s = 0; s < maze.floor; ++s) origin[s] &= s < maze.live;
        const int goals = static_cast<int>(maze.goals.size());
        const GoalDistances table(maze, {}, goals, goals);
        for (int r = 0; r < table.rows(); ++r) {
            int least = unreachable;
            for (int g = 0; g < goals; ++g) least = std::min(least, static_cast<int>(table.at(r)[g]));
            int& nearest = from_goal[table.square_of(r)];
            if (least < unreachable) nearest = nearest ? std::min(nearest, least) : least;
        }
        for (Square g : maze.goals) from_goal[g] = 0;
        find_dead_end_goals();
        SplitMix64 random(golden_ratio);
        for (int s = 0; s < maze.floor; ++s) {
            box_key.push_back(random.next());
            start_key.push_back(random.next());
            player_key.push_back(random.next());
        }
    }

    std::uint64_t hash(const SearchBoard<Size>& board) const {
        std::uint64_t out = player_key[board.player];
        board.boxes.each([&](std::uint32_t s) { out ^= box_key[s]; });
        board.unfilled_starts.each([&](std::uint32_t s) { out ^= start_key[s]; });
        return out;
    }

private:
    static constexpr std::size_t max_pairs = 20000;

    void find_dead_end_goals() {
        for (bool changed = true; changed;) {
            changed = false;
            for (Square g : maze.goals) {
                int open = 0;
                for (Square q : maze.next[g]) open += q < maze.floor && !dead_end_goal[q];
                if (!dead_end_goal[g] && open <= 1) dead_end_goal[g] = 1, changed = true;
            }
        }
    }
};

}  // namespace unjam::sokoban
