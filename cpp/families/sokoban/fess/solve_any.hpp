// `solve_any` finds any solution of a hard level; ProofWithFallback runs the optimal search, and finds and
// shortens any solution in case of a limit.
//
//   solve_any.hpp         the entry point, and the optimal search with any solution as its fallback
//   any_solver.hpp        several workers that search in rounds
//   options.hpp           techniques that can be switched off, workers, seed
//   worker.hpp            one worker: its searches take turns; worker_limits.hpp: how long they may run
//   feature_search.hpp    the search loop over the cells of the feature space
//
// The three domains of the search loop:
//   forward_domain.hpp    pushes from the start: deadlocks, features, advisors
//   plan_domain.hpp       pulls from the goals, to find the packing plan
//   backward_domain.hpp   pulls from the goals, to an open board
//
// What they share:
//   plan.hpp              the packing plan; plan_progress.hpp: how far along it a position is
//   perimeter.hpp         where the forward and the backward search meet
//   target.hpp            squares that a search brings boxes to
//   level_tables.hpp      tables built once per level
//   rooms.hpp             rooms, corridors, and which connections are closed
//   hotspots.hpp          squares where a box blocks others from goals
//
// Y. Shoham, J. Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", 2020.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "families/sokoban/fess/any_solver.hpp"
#include "families/sokoban/solve.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

/// The player's steps for these pushes, with a shortest walk before each.
inline std::vector<std::int32_t> player_steps(const Maze& maze, const Position& start,
                                              const std::vector<Push>& pushes) {
    Occupancy occupancy(maze);
    occupancy.put_all(start.boxes);
    Square player = start.player;
    std::vector<std::int32_t> out;
    for (const Push& push : pushes) {
        occupancy.walk(maze.next[push.from][opposite(push.direction)]);
        while (occupancy.steps(player) > 1)
            for (int d = 0; d < 4; ++d) {
                const Square q = maze.next[player][d];
                if (!occupancy.steps(q) || occupancy.steps(q) >= occupancy.steps(player)) continue;
                out.push_back(d);
                player = q;
                break;
            }
        out.push_back(push.direction);
        occupancy.move_box(push.from, maze.next[push.from][push.direction]);
        player = push.from;
    }
    return out;
}

/// Finds any solution, or gives up. If every search comes to its end, that does not prove the level unsolvable, because
/// positions are identified by hashes. The optimal search solves easy levels first, before the tables of this search
/// are built. With `moves` the cost counts steps, not pushes.
template <class Size>
Outcome solve_any(const Maze& maze, const Position& start, bool moves, const Limits& limits,
                  const AnyOptions& options = {}) {
    constexpr std::uint64_t easy_expansions = 500;
    Guard guard(limits, 1);
    // always in pushes: with few expansions that search solves the most levels
    Outcome out = solve<Size>(maze, start, false, rule::all, limits, easy_expansions);
    if (moves && out.status == Status::solved) {
        out.cost = static_cast<int>(out.moves.size());
        out.optimal = out.cost == out.lower_bound;
    }
    if (out.status != Status::gave_up || out.stop != Stop::none) return out;
    AnySolver<Size> solver(maze, start, guard, options);
    const std::optional<std::vector<Push>> pushes = solver.run();
    if (pushes) {
        out.status = Status::solved;
        out.moves = player_steps(maze, start, *pushes);
        out.cost = static_cast<int>(moves ? out.moves.size() : pushes->size());
    }
    out.stop = guard.why();
    out.expanded += solver.expanded();
    out.generated += solver.generated();
    out.peak_bytes = std::max<std::uint64_t>(out.peak_bytes, solver.peak_bytes());
    out.seconds = guard.seconds();
    return out;
}

/// Shortens a solution, given as the player's steps, within the limits.
using Shorten = std::function<std::optional<Outcome>(const std::vector<std::int32_t>&, const Limits&)>;

/// Runs the optimal search, and finds any solution in case a limit is reached before the proof. The other search has
/// its turn after a time in which easy levels are long proved; its solution is shortened for a while, and then the
/// proof continues. `gave_up` then comes with a solution and a bound, and a bound that reaches the cost of the solution
/// proves it optimal.
template <class Size>
class ProofWithFallback {
public:
    ProofWithFallback(const Maze& maze, const Position& start, bool moves, const Limits& limits,
                      const AnyOptions& options, const Shorten& shorten)
        : maze_(maze),
          start_(start),
          moves_(moves),
          limits_(limits),
          options_(options),
          shorten_(shorten),
          has_deadline_(std::isfinite(limits.seconds)),
          next_turn_(has_deadline_ ? std::min(10.0, limits.seconds / 10) : 10) {}

    Outcome run(unsigned rules) {
        Limits proof_limits = limits_;
        proof_limits.bytes = limits_.bytes - limits_.bytes / 4;
        proof_limits.poll = [&](const Progress& progress) { return poll(progress); };
        Outcome out = solve<Size>(maze_, start_, moves_, rules, proof_limits);
        if (out.status != Status::gave_up) return out;
        if (any_.cost < 0 && out.stop == Stop::memory && out.seconds < limits_.seconds) {
            any_.lower_bound = out.lower_bound;
            search_any(out.seconds, limits_.seconds - out.seconds);
            out.seconds += any_.seconds;
        }
        add_any(out);
        return out;
    }

private:
    bool poll(const Progress& progress) {
        any_.lower_bound = std::max<std::int64_t>(any_.lower_bound, progress.bound);
        if (any_.cost < 0 && progress.seconds >= next_turn_)
            search_any(progress.seconds, has_deadline_ ? limits_.seconds - progress.seconds : progress.seconds);
        if (any_.cost >= 0 && any_.lower_bound >= any_.cost) return true;  // proved
        return limits_.poll && limits_.poll(progress);
    }

    // Looks for any solution for some seconds, beginning at `now`, and shortens it.
    void search_any(double now, double seconds) {
        Limits any_limits = limits_;
        any_limits.seconds = seconds;
        any_limits.bytes = limits_.bytes / 4;
        if (limits_.poll)
            any_limits.poll = [&](const Progress& p) {
                return limits_.poll({p.expanded, any_.lower_bound, now + p.seconds});
            };
        const std::int64_t bound = any_.lower_bound;
        any_ = solve_any<Size>(maze_, start_, moves_, any_limits, options_);
        any_.lower_bound = std::max(any_.lower_bound, bound);
        next_turn_ = has_deadline_ ? std::numeric_limits<double>::infinity() : 4 * (now + seconds);
        if (!shorten_ || any_.cost <= any_.lower_bound) return;
        now += any_.seconds;
        any_limits.seconds = has_deadline_ ? (limits_.seconds - now) / 4 : seconds;
        if (const std::optional<Outcome> better = shorten_(any_.moves, any_limits)) accept(*better);
    }

    void accept(const Outcome& better) {
        any_.expanded += better.expanded;
        any_.generated += better.generated;
        any_.peak_bytes = std::max(any_.peak_bytes, better.peak_bytes);
        any_.lower_bound = std::max(any_.lower_bound, better.lower_bound);
        any_.seconds += better.seconds;
        if (better.cost >= any_.cost) return;
        any_.cost = better.cost;
        any_.moves = better.moves;
    }

    // Adds the solution found, if any, to the outcome of a proof that gave up.
    void add_any(Outcome& out) const {
        out.expanded += any_.expanded;
        out.generated += any_.generated;
        out.peak_bytes += any_.peak_bytes;
        if (any_.cost < 0) return;
        out.moves = any_.moves;
        out.cost = any_.cost;
        out.lower_bound = std::max(out.lower_bound, any_.lower_bound);
        if (out.lower_bound < any_.cost) return;
        out.status = Status::solved;
        out.lower_bound = any_.cost;
        out.optimal = true;
        out.stop = Stop::none;
    }

    const Maze& maze_;
    const Position& start_;
    bool moves_;
    const Limits& limits_;
    const AnyOptions& options_;
    const Shorten& shorten_;
    bool has_deadline_;
    double next_turn_;  // seconds after which any solution is looked for
    Outcome any_;
};

}  // namespace unjam::sokoban
