// Sokoban solved optimally, in pushes or in moves: drops rules that do not apply, runs A* and TwoSided,
// returns the player's steps.
//
// Entry points:
//   solve.hpp                        the optimal search: A*, later joined by the two-sided search
//   fess/solve_any.hpp               any solution, for levels too hard for a proof; has the map of fess/
//   greedy/greedy_search.hpp         any solution with few boxes, from both ends, a part of the former
//   improve/improve.hpp              shortens a solution; has the map of improve/
//   rating/difficulty.hpp            what a rating needs to know of a level
//   generate/generate.hpp            new levels
//   cross_checks.hpp                 counts and verdicts on single positions, to compare with the Python rules
//   env_board.hpp                    a board for vector environments (unjam/vector_env.hpp)
//
// model/: the board and one position
//   maze.hpp                         the board as a graph of squares, dead squares last, and its symmetries
//   box_set.hpp                      a set of boxes, a position, a push
//   occupancy.hpp                    occupied squares: where the player can walk, what can be pushed
//   areas.hpp                        the areas that the boxes cut the floor into
//   macro_moves.hpp                  one box goes any distance while the others stay
//   box_reach.hpp                    where a lone box can be pushed to or come from
//   walking_distances.hpp            the player's distance between any two squares of the empty floor
//   ../size.hpp                      the sizes of level that a search is compiled for
//
// bounds/: lower bounds on the remaining pushes or moves
//   goal_distances.hpp               from each square to each goal, for a lone box among frozen boxes
//   goal_distance_cache.hpp          the same for every set of frozen boxes that a search meets
//   start_distances.hpp              from each box of the start to each square, for the search from the goals
//   walk_bounds.hpp                  the player's walk between two pushes
//   matching_bound.hpp               the cheapest assignment of boxes to goals, by these distances
//   assignment.hpp                   the assignment problem (Jonker and Volgenant)
//   perfect_matching.hpp             whether there is any assignment at all
//   pair_conflicts.hpp               pairs of boxes that need two pushes more
//
// deadlocks/: proofs that a position cannot be solved
//   freeze.hpp                       boxes that can never move again
//   dead_corrals.hpp                 areas that can never be opened, by a small search
//   dead_subsets.hpp                 boxes that can never all be brought home, by a search with these alone
//   dead_patterns.hpp                the sets of boxes that were proved dead so far
//   deadlock_proofs.hpp              the last three together, as a search uses them
//   lost_position.hpp                all proofs for one position: which boxes are to blame
//
// pruning/: pushes that need not be tried
//   pruning_rules.hpp                every rule by name, so that tests can switch it off
//   forced_pushes.hpp                pushes that can be made first, because of:
//   pi_corrals.hpp                   a PI-corral that must be opened first
//   tunnels.hpp                      a box that can only be pushed on through a tunnel
//
// search/: the optimal search
//   astar.hpp, two_sided.hpp         A* from the start; bidirectional search
//   search_side.hpp                  what both sides share; forward_side.hpp pushes, backward_side.hpp undoes pushes
//   frontier.hpp                     the positions that one side has yet to expand
//   position_store.hpp               all stored positions, packed, with an index
//   canonical_key.hpp                the key and hash of a position and its mirror images
//   goal_order.hpp                   a good order to fill the goals, to break ties
//   solution_steps.hpp               from stored positions to the player's steps
//
// rating/: fallible players, who do not look ahead
//   position_graph.hpp               all positions as a graph: the exact chance of a solution, dead ends
//   random_player.hpp                random walks, to sample the chance on large levels
//   naive_goal_distances.hpp         push distances as a person sees them, ignoring the player
//
// generate/pull_space.hpp            all solvable positions of a small room, found by undoing pushes
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "families/sokoban/search/astar.hpp"
#include "families/sokoban/search/solution_steps.hpp"
#include "families/sokoban/search/two_sided.hpp"

namespace unjam::sokoban {

/// The order of the goals is only computed on boards of up to this many squares.
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
        SolutionSteps<Size, Moves> solution(maze, canonical, forward.store(),
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
