// Sliding tiles solved with an engine that the caller chose: `solve` by IDA*, `solve_many` on threads,
// `solve_any` by beam search, then a lower bound.
//
//   solve.hpp             the entry point
//   idastar.hpp           IDA*: thresholds that rise by two, on one thread or several
//   pattern_search.hpp    the search within one threshold, with pattern tables
//   pattern_tables.hpp    additive pattern tables and their bound; fill_tables.hpp fills them
//   walking_distance.hpp  walking distance, and the search within one threshold with it
//   beam_search.hpp       a good solution quickly
//   hill_climb.hpp        the boards that a hill climber visits
//   explore.hpp           the whole space of a small board
//   grid.hpp              a board of cells and its symmetries
//   env_board.hpp         a board for vector environments (unjam/vector_env.hpp)
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "families/tiles/beam_search.hpp"
#include "families/tiles/idastar.hpp"
#include "families/tiles/pattern_search.hpp"
#include "unjam/batch.hpp"
#include "unjam/outcome.hpp"

namespace unjam::tiles {

template <class Engine>
Outcome solve(const Engine& engine, std::span<const std::uint8_t> board, const Limits& limits, int threads) {
    return IdaStar<Engine>(engine, board, limits).run(std::max(threads, 1));
}

/// Finds a good solution by beam search, then raises the lower bound for a while to show how good it is. The answer is
/// the same on every machine unless a limit is reached. No solution and no limit reached means that the beam lost its
/// way.
inline Outcome solve_any(const PatternSearch& slides, std::span<const std::uint8_t> board, const Limits& limits) {
    constexpr std::uint64_t beam_positions = 2'500'000, proof_positions = 8'000'000;
    return run_within(limits, [&](Guard& guard, Outcome& out) {
        const Branch root = slides.branch(board);
        out.lower_bound = root.bound();
        if (guard.refuses(slides.bytes())) {
            out.stop = guard.why();
            return;
        }
        out.moves = Beam(slides, guard).run(board, beam_positions, out);
        if (!out.moves.empty() || root.home()) {
            out.status = Status::solved;
            out.cost = static_cast<std::int64_t>(out.moves.size());
        }
        for (std::uint64_t left = proof_positions; left && !guard.stopped() && out.lower_bound != out.cost;) {
            const std::uint64_t before = out.expanded;
            bool is_budget_spent = false;
            const auto should_stop = [&](std::uint64_t expanded) {
                is_budget_spent = expanded >= left;
                return is_budget_spent || guard.check(before + expanded, out.lower_bound);
            };
            const SearchResult result = slides.search_within(root, static_cast<int>(out.lower_bound), should_stop);
            out.expanded += result.expanded;
            out.generated += result.generated;
            left -= std::min(left, result.expanded);
            if (result.goal_reached) {
                out.moves.assign(result.moves_back.rbegin(), result.moves_back.rend());
                out.status = Status::solved;
                out.cost = out.lower_bound;
            } else if (!is_budget_spent && !guard.stopped()) {
                out.lower_bound += 2;
            } else {
                break;
            }
        }
        out.optimal = out.status == Status::solved && out.cost == out.lower_bound;
        if (out.status != Status::solved) out.stop = guard.why();
    });
}

/// Solves all boards (one after another in `boards`); the limits hold for each.
template <class Engine>
std::vector<Outcome> solve_many(const Engine& engine, std::span<const std::uint8_t> boards, const Limits& limits,
                                int threads) {
    const auto cells = static_cast<std::size_t>(engine.grid().cells());
    return solve_batch(boards.size() / cells, static_cast<unsigned>(std::max(threads, 1)), limits,
                       [&](std::size_t i, unsigned own_threads, const Limits& own) {
                           return solve(engine, boards.subspan(i * cells, cells), own, static_cast<int>(own_threads));
                       });
}

}  // namespace unjam::tiles
