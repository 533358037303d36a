// `study` computes what a rating needs, by PositionGraph or by random walks: the chances of fallible players,
// and the number of shortest solutions. One player thinks in single pushes, the other in whole boxes. Both
// prefer pushes that bring the boxes nearer to their goals and avoid what looks hopeless; neither looks
// ahead.
#pragma once

#include <algorithm>
#include <cstdint>

#include "families/sokoban/rating/position_graph.hpp"
#include "families/sokoban/rating/random_player.hpp"
#include "unjam/rare_event.hpp"
#include "unjam/study.hpp"

namespace unjam::sokoban {

/// Studies a level: exactly if at most `max_positions` can be reached. Otherwise the chance is sampled, `walks` walks
/// per stage, and the rest is what the listed positions show.
inline Study study(const Maze& maze, Position start, std::size_t max_positions, std::size_t walks, std::uint64_t seed,
                   const Limits& limits) {
    Study out;
    std::sort(start.boxes.begin(), start.boxes.end());
    for (const Square box : start.boxes)
        if (box >= maze.live) {
            out.goal_reached = false;
            return out;
        }
    Guard guard(limits, 64);
    {
        PositionGraph graph(maze, start, guard);
        out.exact = graph.list(max_positions);
        graph.find_dead_positions(out);
        if (graph.solvable()) {
            graph.count_solutions(out);
            out.log2_box_chance = graph.chance_by_boxes();
            if (out.exact) out.log2_chance = graph.chance_by_pushes();
        }
        out.goal_reached = !out.exact || graph.solvable();
    }
    out.stop = guard.why();
    if (out.exact || out.stop == Stop::time || out.stop == Stop::requested) return out;
    Limits rest = limits;
    rest.seconds = limits.seconds - guard.seconds();
    Guard fresh(rest, 16);
    Random random(seed);
    RandomPlayer player(maze, start, random);
    const Estimate estimate = estimate_chance(
        RandomPlayer::State{start.boxes, start.player}, walks, random, fresh,
        [&](RandomPlayer::State& state) { return player.step(state); },
        [&](const RandomPlayer::State& state) { return player.distance(state); });
    out.log2_chance = estimate.log2_chance, out.error = estimate.error, out.goal_reached = estimate.goal_reached;
    out.stop = fresh.why();
    return out;
}

}  // namespace unjam::sokoban
