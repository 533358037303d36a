// Packing: one filling of a board, how many there are, or all of them in order.
//
//   solve.hpp   the way in, and one filling
//   puzzle.hpp  the board and the pieces as an exact cover, with its symmetries
//   engine.hpp  the exact-cover kernels behind one interface
//   count.hpp   how many fillings there are, up to the symmetries or not
//   stream.hpp  all fillings, listed in order
//   make.hpp    new levels
//
// Integers only. The caller gives the cells still empty, the classes of equal pieces still to be placed with their
// options in the order of listing, and the symmetries as permutations of cells and classes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/packing/count.hpp"
#include "families/packing/engine.hpp"
#include "families/packing/puzzle.hpp"
#include "families/packing/stream.hpp"

namespace unjam::packing {

/// Any one filling with the fewest pieces (they are all the same number unless some may be left over).
inline Outcome any(const Puzzle& puzzle, bool fewest, Algorithm algorithm, const Limits& limits) {
    Guard guard(limits);
    Outcome outcome;
    const ExactCover& problem = puzzle.problem();
    Engine engine(problem, algorithm, guard);
    const Found found = [&](std::uint32_t, const Id* filling, std::uint32_t many) {
        outcome.moves.assign(filling, filling + many);
        outcome.cost = many;
        return false;
    };
    const std::vector<Id> floor(problem.classes(), 0);
    const std::uint32_t all = problem.pieces();
    std::uint32_t most = all;
    if (problem.leftover && fewest) {
        std::vector<std::uint32_t> areas;
        for (std::uint32_t k = 0; k < problem.classes(); ++k)
            areas.insert(areas.end(), problem.count[k], problem.area[k]);
        std::sort(areas.rbegin(), areas.rend());
        std::uint32_t filled = 0;
        for (most = 0; most < all && filled < problem.cells; ++most) filled += areas[most];
    }
    outcome.lower_bound = problem.leftover ? most : all;
    for (; !guard.stopped() && most <= all; ++most) {
        outcome.lower_bound = problem.leftover && !fewest ? 0 : most;
        if (!engine.run({}, floor, most, guard, found)) break;
    }
    outcome.stop = guard.why();
    outcome.status = outcome.cost >= 0 ? Status::solved : guard.stopped() ? Status::gave_up : Status::unsolvable;
    outcome.optimal = outcome.cost >= 0 && (fewest || !problem.leftover);
    note(outcome, engine, guard);
    return outcome;
}

}  // namespace unjam::packing
