// The chance of a rare event, sampled by splitting: many short hops instead of one long shot.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "unjam/limits.hpp"
#include "unjam/random.hpp"

namespace unjam {

/// A sampled chance: its logarithm to base 2 and the standard error of that. `found` is false where no walk came
/// through; then the chance is smaller than what is given.
struct Sampled {
    double log2_chance = 0, error = 0;
    bool found = true;
};

/// The most random steps of one estimate, so that it ends.
inline constexpr std::size_t most_steps = 400'000;

/// Fixed-effort splitting (M. Garvels, "The splitting method in rare event simulation", 2000): `walks` walks from the
/// states where earlier ones first came as near as `distance`, until they come nearer still; the chance is the product
/// of the shares that do. `step(state)` makes one random step and returns false where the walk ends; `distance(state)`
/// is 0 at the goal alone. It ends at the latest after `most_steps` steps. The estimate is without bias whatever
/// distances are used; good ones make it sharp.
template <class State, class Step, class Distance>
Sampled split(const State& start, std::size_t walks, Random& random, Guard& guard, Step&& step, Distance&& distance) {
    Sampled out;
    walks = std::clamp<std::size_t>(walks, 1, most_steps);
    double variance = 0;
    std::size_t steps = 0;
    std::vector<std::pair<State, int>> here{{start, distance(start)}}, next;
    for (int level = here[0].second - 1; level >= 0; --level) {
        next.clear();
        for (std::size_t walk = 0; walk < walks; ++walk) {
            auto [state, left] = here[random.below(here.size())];
            while (left > level) {
                ++steps;
                if (steps > most_steps || guard.tick(steps, 0, 0)) return {out.log2_chance, std::sqrt(variance), false};
                if (!step(state)) break;
                left = distance(state);
            }
            if (left <= level) next.emplace_back(std::move(state), left);
        }
        const double share = static_cast<double>(next.empty() ? 1 : next.size()) / static_cast<double>(walks);
        out.log2_chance += std::log2(share);
        variance += (1 - share) / (share * static_cast<double>(walks)) / (std::log(2.0) * std::log(2.0));
        if (next.empty()) {
            out.found = false;
            break;
        }
        std::swap(here, next);
    }
    out.error = std::sqrt(variance);
    return out;
}

}  // namespace unjam
