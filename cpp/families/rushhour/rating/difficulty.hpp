// `study` computes what a rating needs, by PlayerChain or by sampled random walks: the fallible player's
// chance and the number of shortest solutions; `choices` for one position.
#pragma once

#include <cstdint>
#include <vector>

#include "families/rushhour/must_move.hpp"
#include "families/rushhour/rating/player.hpp"
#include "families/rushhour/rating/player_chain.hpp"
#include "families/rushhour/solve.hpp"
#include "unjam/key_index.hpp"
#include "unjam/rare_event.hpp"
#include "unjam/study.hpp"

namespace unjam::rushhour {

/// The player on a random walk: the cars, and the car moved last.
struct WalkState {
    std::vector<std::uint8_t> offsets;
    int last = -1;
};

inline Estimate sample(const Lot& lot, std::size_t walks, Random& random, Guard& guard) {
    Player player(lot);
    MustMove must_move(lot);
    std::vector<Slide> legal;
    std::vector<double> chances;
    const auto step = [&](WalkState& walk) {
        if (random.fraction() >= Player::carry_on) return false;
        player.list(walk.offsets.data(), legal);
        player.choose(walk.offsets.data(), legal, chances);
        double total = 0;
        for (std::size_t i = 0; i < legal.size(); ++i) total += legal[i].car == walk.last ? 0 : chances[i];
        double left = random.fraction() * total;
        int chosen = -1;
        for (std::size_t i = 0; i < legal.size() && left >= 0; ++i)
            if (legal[i].car != walk.last) left -= chances[i], chosen = static_cast<int>(i);
        if (chosen < 0) return false;
        walk.last = legal[chosen].car;
        walk.offsets[walk.last] = static_cast<std::uint8_t>(legal[chosen].to);
        return true;
    };
    return estimate_chance(WalkState{offsets_of(lot), -1}, walks, random, guard, step, [&](const WalkState& walk) {
        must_move.place(walk.offsets.data());
        return static_cast<int>(must_move(Metric::moves));
    });
}

/// Studies a level: exactly if at most `max_positions` can be reached, otherwise by sampling, `walks` walks per stage.
inline Study study(const Lot& lot, std::size_t max_positions, std::size_t walks, std::uint64_t seed,
                   const Limits& limits) {
    Guard guard(limits, 64);
    Study out;
    if (lot.cars[lot.target].offset == lot.goal) {
        out.exact = true;
        return out;
    }
    PlayerChain chain(lot, guard);
    out.exact = with_board(lot, Metric::moves, [&](const auto& board) { return chain.list(board, max_positions); });
    out.positions = chain.positions();
    if (out.exact) {
        chain.measure_distances();
        chain.count(out);
        out.log2_chance = chain.solve();
    }
    if (!out.exact && guard.why() != Stop::time && guard.why() != Stop::requested) {
        Random random(seed);
        Limits rest = limits;
        rest.seconds = limits.seconds - guard.seconds();
        Guard fresh(rest, 64);
        const Estimate estimate = sample(lot, walks, random, fresh);
        out.log2_chance = estimate.log2_chance, out.error = estimate.error, out.goal_reached = estimate.goal_reached;
        out.stop = fresh.why();
    } else {
        out.stop = guard.why();
    }
    return out;
}

/// The chance of each legal slide: cars in order, each first backward from the nearest cell, then forward. The Python
/// rules must give the same.
inline std::vector<double> choices(const Lot& lot) {
    Player player(lot);
    const std::vector<std::uint8_t> offsets = offsets_of(lot);
    std::vector<Slide> legal;
    std::vector<double> chances;
    player.list(offsets.data(), legal);
    player.choose(offsets.data(), legal, chances);
    return chances;
}

}  // namespace unjam::rushhour
