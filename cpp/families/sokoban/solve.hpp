// Sokoban solved optimally, in pushes or in moves.
//
// The way in:
//   solve.hpp            the optimal search, begun with A* and joined by the two-sided search
//   luck.hpp             how much luck the level asks of fallible players
//   fess/fess.hpp        any solution, of levels too hard for a proof; its parts are listed there
//   improve/improve.hpp  a solution made shorter; its parts are listed there
//   oracle.hpp           single verdicts and counts, so that the rules here and in Python can check each other
//   make.hpp             new levels; pull_space.hpp has what can still be solved in a small room
//
// The level and what can be said of one position; none of these knows a search:
//   rules.hpp            the rules of pruning by name, and the largest level
//   maze.hpp             the board as a graph of squares, dead squares last, and its symmetries
//   box_set.hpp          a set of boxes, a position, a push
//   ground.hpp           one position spread out: where the player can walk, what can be pushed
//   freeze.hpp           boxes that can never move again
//   corrals.hpp          PI-corrals: areas that must be opened first
//   tunnels.hpp          squares where a box can only be pushed on
//   forced.hpp           the two above: the pushes that may be made first
//   goal_distances.hpp   the pushes (or moves) of a lone box to each goal
//   start_distances.hpp  the same from each box of the start
//   distance_tables.hpp  goal distances for each set of frozen boxes
//   walks.hpp            how far the player walks between pushes, at the least
//   assignment.hpp       a square assignment problem, solved again where rows change
//   matching.hpp         the estimate: the cheapest assignment of boxes to goals
//   conflicts.hpp        pairs of boxes that waste pushes
//   goal_order.hpp       in which order goals are best filled
//   canonical.hpp        the canonical key and hash of a position
//
// The search:
//   astar.hpp            A* from the start
//   two_sided.hpp        the search from both ends
//   side.hpp             what both sides share; forward.hpp pushes, backward.hpp takes pushes back
//   store.hpp            every position stored, packed, with an index
//   frontier.hpp         the positions that one side has yet to expand
//   solution.hpp         from stored positions to the player's steps
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "families/sokoban/astar.hpp"
#include "families/sokoban/solution.hpp"
#include "families/sokoban/two_sided.hpp"

namespace unjam::sokoban {

/// The most squares for which the order of the goals is worked out.
constexpr int most_planned = 500;

/// Freezing, corrals and tunnels reason that every box must get home, which is not so where there are more boxes than
/// goals.
inline unsigned allowed(const Maze& maze, unsigned rules) {
    if (maze.fill) rules &= ~(rule::freeze | rule::corrals | rule::tunnels);
    if (!(rules & rule::freeze)) rules &= ~rule::frozen_tables;
    return rules;
}

/// A* from the start, joined by a search from the goals where there are as many goals as boxes: at once in `moves`,
/// where estimates are weak, and in pushes once a level proves hard.
/// With `most`, only that A*, and it gives up after so many expansions.
template <class Size, bool Moves>
Outcome solve(const Maze& maze, Position start, unsigned rules, Guard& guard, std::uint64_t most = 0) {
    std::sort(start.boxes.begin(), start.boxes.end());
    rules = allowed(maze, rules);
    const bool eager = rules & rule::eager;
    const bool both = (rules & rule::two_sided) && !maze.fill && start.boxes.size() == maze.goals.size();
    const int size = static_cast<int>(std::max(start.boxes.size(), maze.goals.size()));
    const bool plans = maze.floor <= most_planned;  // on larger boards that takes seconds
    const std::uint64_t plan_after = !plans ? ~std::uint64_t{0} : eager ? 0 : 3000;
    const std::uint64_t join_after = most ? most : !both ? ~std::uint64_t{0} : Moves || eager ? 0 : 50000;

    Canonical<Size, Moves> canonical(maze);
    if (rules & rule::symmetry) canonical.use_symmetries(start.boxes, !both);
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
        if (out.status == Status::gave_up && !guard.stopped() && !most) {
            if (plans && state.expanded <= plan_after) forward.plan(start.boxes);
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
              std::uint64_t most = 0) {
    Guard guard(limits, 64);
    return moves ? solve<Size, true>(maze, start, rules, guard, most)
                 : solve<Size, false>(maze, start, rules, guard, most);
}

}  // namespace unjam::sokoban
