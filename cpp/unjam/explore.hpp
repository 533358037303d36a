// `survey` explores the whole reachable space of a domain (Space): how many positions, and how far each is
// from the nearest goal.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "unjam/layers.hpp"

namespace unjam {

struct Space {
    Stop stop = Stop::none;
    std::uint64_t states = 0, goals = 0;
    std::vector<std::uint64_t> histogram;  // positions by distance to the nearest goal
    std::vector<std::uint8_t> farthest;    // the farthest positions in the family's encoding, one after another
};

/// Runs `search(guard, space)` under the limits. It stops, as at a memory limit, if the system refuses memory.
template <class Search>
Space explore_within(const Limits& limits, Search&& search) {
    Guard guard(limits);
    Space space;
    try {
        search(guard, space);
    } catch (const std::bad_alloc&) {
        space.stop = Stop::memory;
    }
    return space;
}

/// Bytes of farthest positions that are collected, at most: people look at a handful.
inline constexpr std::size_t max_farthest_bytes = std::size_t{1} << 26;

/// Lists every position breadth-first from the start, then searches again from all goals at once. Moves are reversible,
/// so distances from the goals are distances to them. `write(key, bytes)` appends a position.
template <Domain D, class Set, class Write>
void survey(const D& domain, Set& set, Layers<typename D::Key>& layers, Guard& guard, Space& space, Write&& write) {
    const bool whole =
        begin(domain, set, layers, guard) && run_layers<false>(domain, set, layers, guard) == Ending::exhausted;
    auto& pool = layers.pool;
    space.states = pool.size();
    space.stop = guard.why();
    if (!whole) return;
    std::vector<typename D::Key> goals;
    for (std::size_t i = 0; i < pool.size(); ++i)
        if (domain.solved(pool[i])) goals.push_back(without_note(domain, pool[i]));
    space.goals = goals.size();
    if (goals.empty()) return;
    set.forget(domain, pool);
    layers.clear();
    Ending ending = Ending::stopped;
    if (set.reserve(goals.size(), guard, pool.bytes())) {
        pool.reserve(goals.size() + slack);
        pool.set_size(set.append_new(domain, goals.data(), goals.size(), pool.data()));
        layers.starts = {0, goals.size()};
        ending = run_layers<false>(domain, set, layers, guard);
    }
    space.stop = guard.why();
    if (ending != Ending::exhausted) return;
    const auto& starts = layers.starts;
    for (std::size_t d = 0; d + 1 < starts.size() && starts[d] != starts[d + 1]; ++d)
        space.histogram.push_back(starts[d + 1] - starts[d]);
    const std::size_t last = space.histogram.size() - 1;
    for (std::size_t i = starts[last]; i < starts[last + 1] && space.farthest.size() < max_farthest_bytes; ++i)
        write(pool[i], space.farthest);
}

}  // namespace unjam
