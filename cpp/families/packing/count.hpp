// How many fillings there are, up to the symmetries or not.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "families/packing/engine.hpp"
#include "families/packing/puzzle.hpp"

namespace unjam::packing {

/// A piece confined to one place of each set that the symmetries make of each other, and how large each set is.
struct Confined {
    std::vector<std::pair<Id, std::uint64_t>> places;
};

/// The single piece that most symmetries map to itself and that has the fewest places up to them; none where every
/// piece has an equal, may be left over, or has no symmetry.
inline std::optional<Confined> confine(const Puzzle& puzzle) {
    const ExactCover& problem = puzzle.problem();
    std::optional<Confined> best;
    std::size_t most = 0;
    if (problem.leftover) return best;
    for (std::uint32_t k = 0; k < problem.classes(); ++k) {
        if (problem.count[k] != 1) continue;
        std::vector<std::size_t> own;
        for (std::size_t g = 0; g < puzzle.symmetries(); ++g) {
            if (puzzle.kind_image(g, k) == k) own.push_back(g);
        }
        if (own.empty() || own.size() < most) continue;
        Confined confined;
        std::vector<std::uint8_t> seen(problem.options(), 0);
        for (Id id = problem.first[k]; id < problem.first[k + 1]; ++id) {
            if (seen[id]) continue;
            std::uint64_t size = 1;
            seen[id] = 1;
            for (std::size_t g : own) {
                const Id image = puzzle.image(g, id);
                size += !seen[image];
                seen[image] = 1;
            }
            confined.places.emplace_back(id, size);
        }
        if (!best || own.size() > most || confined.places.size() < best->places.size()) best = std::move(confined);
        most = own.size();
    }
    return best;
}

struct Count {
    Outcome outcome;
    std::uint64_t solutions = 0;
};

/// How many fillings there are, or how many up to symmetry. One piece is confined where possible: a filling is counted
/// as often as its set of symmetric places is large, and up to symmetry divided by the size of its own orbit.
inline Count count(Puzzle& puzzle, bool reduced, Algorithm algorithm, const Limits& limits) {
    Guard guard(limits);
    Count result;
    Engine engine(puzzle.problem(), algorithm, guard);
    if (!guard.stopped()) {
        // Fillings by the number of symmetries that leave them as they are.
        std::vector<std::uint64_t> tally(puzzle.symmetries() + 2, 0);
        std::array<std::vector<std::uint64_t>, 2> found_by;
        const std::vector<Id> floor(puzzle.problem().classes(), 0);
        const Found found = [&](std::uint32_t who, const Id* filling, std::uint32_t many) {
            ++found_by[who][reduced ? puzzle.stabiliser(filling, many) : 1];
            return true;
        };
        const auto add = [&](const std::vector<Id>& given, std::uint64_t weight) {
            for (auto& each : found_by) each.assign(tally.size(), 0);
            const bool on = engine.run(given, floor, kNone, guard, found);
            for (std::size_t fixed = 1; fixed < tally.size(); ++fixed)
                tally[fixed] += weight * found_by[engine.winner()][fixed];
            return on;
        };
        if (const auto confined = confine(puzzle)) {
            bool on = true;
            for (const auto& [place, size] : confined->places) {
                if (on) on = add({place}, size);
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
    note(outcome, engine, guard);
    return result;
}

}  // namespace unjam::packing
