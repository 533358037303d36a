// Packing solved: finds one filling of a board, with as few pieces as possible if requested (`solve_any`).
//
//   solve.hpp           the entry point: one filling
//   puzzle.hpp          the board and the pieces as an exact cover, with its symmetries
//   cover_engine.hpp    the exact-cover kernels of unjam/ behind one interface
//   count.hpp           counts the fillings, with or without symmetric ones
//   filling_stream.hpp  all fillings, listed in order
//   generate.hpp        new levels
//
// Integers only. The caller passes the empty cells, the classes of equal pieces still to be placed with their
// options in listing order, and the symmetries as permutations of cells and classes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/packing/count.hpp"
#include "families/packing/cover_engine.hpp"
#include "families/packing/filling_stream.hpp"
#include "families/packing/puzzle.hpp"

namespace unjam::packing {

/// Finds one filling; with `fewest`, one with as few pieces as possible (the number only varies if pieces may be left
/// over).
inline Outcome solve_any(const Puzzle& puzzle, bool fewest, Algorithm algorithm, const Limits& limits) {
    Guard guard(limits);
    Outcome outcome;
    const ExactCover& problem = puzzle.problem();
    CoverEngine engine(problem, algorithm, guard);
    const OnKernelFilling on_filling = [&](std::uint32_t, const Id* filling, std::uint32_t size) {
        outcome.moves.assign(filling, filling + size);
        outcome.cost = size;
        return false;
    };
    const std::vector<Id> floor(problem.classes(), 0);
    const std::uint32_t all = problem.pieces();
    std::uint32_t max_pieces_used = all;
    if (problem.leftover && fewest) {
        std::vector<std::uint32_t> areas;
        for (std::uint32_t k = 0; k < problem.classes(); ++k)
            areas.insert(areas.end(), problem.count[k], problem.area[k]);
        std::sort(areas.rbegin(), areas.rend());
        std::uint32_t filled = 0;
        for (max_pieces_used = 0; max_pieces_used < all && filled < problem.cells; ++max_pieces_used)
            filled += areas[max_pieces_used];
    }
    outcome.lower_bound = problem.leftover ? max_pieces_used : all;
    for (; !guard.stopped() && max_pieces_used <= all; ++max_pieces_used) {
        outcome.lower_bound = problem.leftover && !fewest ? 0 : max_pieces_used;
        if (!engine.run({}, floor, max_pieces_used, guard, on_filling)) break;
    }
    outcome.stop = guard.why();
    outcome.status = outcome.cost >= 0 ? Status::solved : guard.stopped() ? Status::gave_up : Status::unsolvable;
    outcome.optimal = outcome.cost >= 0 && (fewest || !problem.leftover);
    add_counts(outcome, engine, guard);
    return outcome;
}

}  // namespace unjam::packing
