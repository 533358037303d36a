// Counts the fillings, with or without symmetric ones, by confining one piece to one place of each orbit
// (`confine`).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "families/packing/cover_engine.hpp"
#include "families/packing/puzzle.hpp"

namespace unjam::packing {

/// One piece restricted to one place of each orbit under the symmetries, with the size of the orbit.
struct ConfinedPiece {
    std::vector<std::pair<Id, std::uint64_t>> places;
};

/// Chooses the unique piece that most symmetries map to itself, and among those the one with the fewest orbits; none if
/// every piece has an equal, may be left over, or has no symmetry.
inline std::optional<ConfinedPiece> confine(const Puzzle& puzzle) {
    const ExactCover& problem = puzzle.problem();
    std::optional<ConfinedPiece> best;
    std::size_t max_symmetries = 0;
    if (problem.leftover) return best;
    for (std::uint32_t k = 0; k < problem.classes(); ++k) {
        if (problem.count[k] != 1) continue;
        std::vector<std::size_t> own_symmetries;
        for (std::size_t g = 0; g < puzzle.symmetries(); ++g) {
            if (puzzle.kind_image(g, k) == k) own_symmetries.push_back(g);
        }
        if (own_symmetries.empty() || own_symmetries.size() < max_symmetries) continue;
        ConfinedPiece confined;
        std::vector<std::uint8_t> seen(problem.options(), 0);
        for (Id id = problem.first_option[k]; id < problem.first_option[k + 1]; ++id) {
            if (seen[id]) continue;
            std::uint64_t size = 1;
            seen[id] = 1;
            for (std::size_t g : own_symmetries) {
                const Id image = puzzle.image(g, id);
                size += !seen[image];
                seen[image] = 1;
            }
            confined.places.emplace_back(id, size);
        }
        if (!best || own_symmetries.size() > max_symmetries || confined.places.size() < best->places.size())
            best = std::move(confined);
        max_symmetries = own_symmetries.size();
    }
    return best;
}

struct Count {
    Outcome outcome;
    std::uint64_t solutions = 0;
};

/// Counts all fillings, or those that differ by more than a symmetry. If one piece can be confined, each filling counts
/// once for every place in the orbit of its place; `reduced` divides by the orbit of the filling.
inline Count count(Puzzle& puzzle, bool reduced, Algorithm algorithm, const Limits& limits) {
    Guard guard(limits);
    Count result;
    CoverEngine engine(puzzle.problem(), algorithm, guard);
    if (!guard.stopped()) {
        // Fillings by the number of symmetries that map them to themselves.
        std::vector<std::uint64_t> tally(puzzle.symmetries() + 2, 0);
        std::array<std::vector<std::uint64_t>, 2> tally_by;
        const std::vector<Id> floor(puzzle.problem().classes(), 0);
        const OnKernelFilling on_filling = [&](std::uint32_t kernel, const Id* filling, std::uint32_t size) {
            ++tally_by[kernel][reduced ? puzzle.stabiliser(filling, size) : 1];
            return true;
        };
        const auto add = [&](const std::vector<Id>& chosen, std::uint64_t weight) {
            for (auto& each : tally_by) each.assign(tally.size(), 0);
            const bool go_on = engine.run(chosen, floor, no_id, guard, on_filling);
            for (std::size_t fixed = 1; fixed < tally.size(); ++fixed)
                tally[fixed] += weight * tally_by[engine.winner()][fixed];
            return go_on;
        };
        if (const auto confined = confine(puzzle)) {
            bool go_on = true;
            for (const auto& [place, size] : confined->places) {
                if (go_on) go_on = add({place}, size);
            }
        } else {
            add({}, 1);
        }
        for (std::size_t fixed = 1; fixed < tally.size(); ++fixed) result.solutions += tally[fixed] * fixed;
        if (reduced) result.solutions /= puzzle.symmetries() + 1;
    }
    Outcome& outcome = result.outcome;
    outcome.stop = guard.why();
    outcome.status = guard.stopped() ? Status::gave_up : result.solutions > 0 ? Status::solved : Status::unsolvable;
    outcome.optimal = outcome.status == Status::solved;
    add_counts(outcome, engine, guard);
    return result;
}

}  // namespace unjam::packing
