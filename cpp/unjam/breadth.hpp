// The shortest solution by breadth-first search: on one thread, and on several once the space proves large.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "unjam/layers.hpp"
#include "unjam/outcome.hpp"
#include "unjam/shards.hpp"

namespace unjam {

/// How many threads search one position, once its space has turned out to hold more positions than pay for one.
struct Sharing {
    unsigned threads = 1;
    std::size_t above = std::size_t{1} << 18;
};

/// Fills in the outcome of a search for the nearest goal; `moves(path)` turns the keys of a solution into the family's
/// own code. A caller who keeps the set of visited positions for another search must empty it (`forget`).
template <Domain D, class Set, class Moves>
void solve_by_layers(const D& domain, Set& set, Layers<typename D::Key>& layers, Guard& guard, Sharing sharing,
                     Outcome& outcome, Moves&& moves) {
    Ending ending = Ending::stopped;
    if (begin(domain, set, layers, guard))
        ending = run_layers<true>(domain, set, layers, guard, sharing.threads > 1 ? sharing.above : ~std::size_t{0});
    outcome.peak_bytes = set.bytes() + layers.pool.bytes();
    if (ending == Ending::paused) {
        set.release();
        ShardedSearch<D> shards(domain, sharing.threads, guard);
        ending = shards.run(layers, layers.pool.bytes());
        layers.expanded = shards.expanded();
        layers.generated = shards.generated();
        layers.depth = shards.depth();
        outcome.peak_bytes = std::max<std::uint64_t>(outcome.peak_bytes, shards.peak_bytes());
        if (ending == Ending::solved) outcome.moves = moves(shards.walk_back());
    } else if (ending == Ending::solved) {
        outcome.moves = moves(walk_back(domain, layers));
    }
    outcome.expanded = layers.expanded;
    outcome.generated = layers.generated;
    // Whatever layer a limit stopped the search in, every position of the layers before it was expanded.
    outcome.conclude(ending, ending == Ending::stopped ? layers.depth + 1 : layers.depth, guard.why());
}

}  // namespace unjam
