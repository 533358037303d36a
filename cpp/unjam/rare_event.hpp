// Estimates the chance of a rare event by splitting: many short random walks instead of one long one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "unjam/limits.hpp"
#include "unjam/random.hpp"

namespace unjam {

/// An estimated chance: its logarithm to base 2 and the standard error of that. If `goal_reached` is false no walk got
/// to the goal, and the chance is smaller than `log2_chance` says.
struct Estimate {
    double log2_chance = 0, error = 0;
    bool goal_reached = true;
};

/// Random steps of one estimate, at most, so that it ends.
inline constexpr std::size_t max_steps = 400'000;

/// Fixed-effort splitting (M. Garvels, "The splitting method in rare event simulation", 2000). In each stage, `walks`
/// walks start at the states where earlier walks first came this near, and end when they come nearer. The chance is the
/// product of the shares that do. `step(state)` makes one random step and returns false where the walk ends;
/// `distance(state)` is 0 only at the goal. The estimate is unbiased for any distance function; a good one makes it
/// sharp.
template <class State, class Step, class Distance>
Estimate estimate_chance(const State& start, std::size_t walks, Random& random, Guard& guard, Step&& step,
                         Distance&& distance) {
    Estimate out;
    walks = std::clamp<std::size_t>(walks, 1, max_steps);
    double variance = 0;
    std::size_t steps = 0;
    std::vector<std::pair<State, int>> here{{start, distance(start)}}, next;
    for (int target = here[0].second - 1; target >= 0; --target) {
        next.clear();
        for (std::size_t walk = 0; walk < walks; ++walk) {
            auto [state, left] = here[random.below(here.size())];
            while (left > target) {
                ++steps;
                if (steps > max_steps || guard.tick(steps, 0, 0)) return {out.log2_chance, std::sqrt(variance), false};
                if (!step(state)) break;
                left = distance(state);
            }
            if (left <= target) next.emplace_back(std::move(state), left);
        }
        const double share = static_cast<double>(next.empty() ? 1 : next.size()) / static_cast<double>(walks);
        out.log2_chance += std::log2(share);
        variance += (1 - share) / (share * static_cast<double>(walks)) / (std::log(2.0) * std::log(2.0));
        if (next.empty()) {
            out.goal_reached = false;
            break;
        }
        std::swap(here, next);
    }
    out.error = std::sqrt(variance);
    return out;
}

}  // namespace unjam
