// Sokoban solved optimally, in pushes or in moves.
//
// The ways in:
//   solve.hpp              the optimal search: begins with A*, joined by the two-sided search
//   fess/solve_any.hpp     any solution, for levels too hard for a proof; fess/fess.hpp has the map of that folder
//   improve/improve.hpp    shortens a solution, and has the map of that folder
//   difficulty.hpp         what a rating needs: position_graph.hpp lists positions, player.hpp walks at random
//   generate.hpp           new levels; pull_space.hpp: what can still be solved in a small room
//   cross_checks.hpp       single verdicts and counts, so that the rules here and in Python can check each other
//   env_board.hpp          a board for vector environments (unjam/vector_env.hpp)
//
// The level and a single position, independent of any search:
//   size.hpp               the sizes of level that a search is built for
//   pruning_rules.hpp      the pruning rules by name
//   maze.hpp               the board as a graph of squares, dead squares last, and its symmetries
//   box_set.hpp            a set of boxes, a position, a push
//   occupancy.hpp          occupied squares: where the player can walk, what can be pushed
//   freeze.hpp             boxes that can never move again
//   forced_pushes.hpp      pushes that can be made first: corrals.hpp (PI-corrals) and tunnels.hpp
//   goal_distances.hpp     the pushes (or moves) of a lone box to each goal; start_distances.hpp: from each start
//   distance_tables.hpp    goal distances for each set of frozen boxes
//   walks.hpp              lower bounds on the player's walk between pushes
//   matching.hpp           the estimate; assignment.hpp: the assignment problem behind it
//   pair_conflicts.hpp     pairs of boxes that waste pushes
//   goal_order.hpp         a good order to fill the goals
//   canonical_key.hpp      the canonical key and hash of a position
//
// The search:
//   astar.hpp              A* from the start
//   two_sided.hpp          the search from both ends
//   search_side.hpp        what both sides share; forward_side.hpp pushes, backward_side.hpp undoes pushes
//   position_store.hpp     all stored positions, packed, with an index
//   frontier.hpp           the positions that one side has yet to expand
//   solution.hpp           from stored positions to the player's steps
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "families/sokoban/astar.hpp"
#include "families/sokoban/solution.hpp"
#include "families/sokoban/two_sided.hpp"

namespace unjam::sokoban {

/// Squares up to which the order of the goals is computed.
constexpr int max_planned_floor = 500;

/// Freezing, corrals and tunnels assume that every box must get home, which is wrong if there are more boxes than
/// goals.
inline unsigned applicable_rules(const Maze& maze, unsigned rules) {
    if (maze.fill) rules &= ~(rule::freeze | rule::corrals | rule::tunnels);
    if (!(rules & rule::freeze)) rules &= ~rule::frozen_tables;
    return rules;
}

/// A* from the start, joined by a search from the goals if there are as many goals as boxes: at once in `moves`, where
/// estimates are weak, and in pushes once a level proves hard. With `max_expanded` only A* runs, and it gives up after
/// that many expansions.
template <class Size, bool Moves>
Outcome solve(const Maze& maze, Position start, unsigned rules, Guard& guard, std::uint64_t max_expanded = 0) {
    std::sort(start.boxes.begin(), start.boxes.end());
    rules = applicable_rules(maze, rules);
    const bool eager = rules & rule::eager;
    const bool use_two_sided = (rules & rule::two_sided) && !maze.fill && start.boxes.size() == maze.goals.size();
    const int size = static_cast<int>(std::max(start.boxes.size(), maze.goals.size()));
    const bool may_plan = maze.floor <= max_planned_floor;  // on larger boards planning takes seconds
    const std::uint64_t plan_after = !may_plan ? ~std::uint64_t{0} : eager ? 0 : 3000;
    const std::uint64_t join_after = max_expanded     ? max_expanded
                                     : !use_two_sided ? ~std::uint64_t{0}
                                     : Moves || eager ? 0
                                                      : 50000;

    Canonical<Size, Moves> canonical(maze);
    if (rules & rule::symmetry) canonical.use_symmetries(start.boxes, !use_two_sided);
    Forward<Size, Moves> forward(maze, canonical, rules, size);
    SearchState state{guard};
    AStar<Size, Moves> astar(maze, forward, state);
    std::optional<TwoSided<Size, Moves>> two_sided;
    Outcome out;
    out.status = Status::unsolvable;
    if (const std::uint32_t first = forward.begin(start); first != PositionStore<Size>::none) {
        astar.open(first, 0);
        if (astar.goals_reached(first)) {
            state.best = 0, state.last = first, state.expanded = 1;
            out.status = Status::solved;
        } else {
            out.status = astar.run(start, plan_after, join_after);
        }
        if (out.status == Status::gave_up && !guard.stopped() && !max_expanded) {
            if (may_plan && state.expanded <= plan_after) forward.plan(start.boxes);
            two_sided.emplace(maze, canonical, forward, astar, state, start, rules, size);
            out.status = two_sided->run();
        }
    }
    out.stop = guard.why();
    out.lower_bound = state.bound;
    out.expanded = state.expanded;
    out.generated = forward.generated() + (two_sided ? two_sided->backward().generated() : 0);
    out.peak_bytes = astar.bytes() + (two_sided ? two_sided->backward().bytes() : 0);
    if (out.status == Status::solved) {
        out.cost = out.lower_bound = state.best;
        out.optimal = true;
        Solution<Size, Moves> solution(maze, canonical, forward.store(),
                                       two_sided ? &two_sided->backward().store() : nullptr);
        out.moves =
            solution.steps(start, state.last, state.best - static_cast<int>(forward.store().note(state.last).g));
    }
    out.seconds = guard.seconds();
    return out;
}

template <class Size>
Outcome solve(const Maze& maze, const Position& start, bool moves, unsigned rules, const Limits& limits,
              std::uint64_t max_expanded = 0) {
    Guard guard(limits, 64);
    return moves ? solve<Size, true>(maze, start, rules, guard, max_expanded)
                 : solve<Size, false>(maze, start, rules, guard, max_expanded);
}

}  // namespace unjam::sokoban
