// `solve_by_layers` searches breadth-first on one thread, hands a large space to ParallelLayers, and fills in
// the outcome with the moves of the path.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "unjam/layers.hpp"
#include "unjam/outcome.hpp"
#include "unjam/parallel_layers.hpp"

namespace unjam {

/// How many threads may search one position, and from how many visited positions on the extra threads pay off.
struct Sharing {
    unsigned threads = 1;
    std::size_t above = std::size_t{1} << 16;
};

/// Fills in the outcome of a search for the nearest goal. `moves(path)` turns the keys of a solution into the family's
/// move code. The caller must clear the visited set (`forget`) before using it again. Only domains with `may_share`
/// are compiled for several threads.
template <bool may_share = true, Domain D, class Set, class Moves>
void solve_by_layers(const D& domain, Set& set, Layers<typename D::Key>& layers, Guard& guard, Sharing sharing,
                     Outcome& outcome, Moves&& moves) {
    constexpr bool shareable =
        may_share && std::is_same_v<typename D::Key, std::uint64_t>;  // wider keys cannot be added atomically
    Ending ending = Ending::stopped;
    if (begin(domain, set, layers, guard)) {
        const bool share = shareable && sharing.threads > 1;
        ending = run_layers<true>(domain, set, layers, guard, share ? sharing.above : ~std::size_t{0});
    }
    outcome.peak_bytes = set.bytes() + layers.pool.bytes();
    if (ending == Ending::paused) {
        if constexpr (shareable) {
            ParallelLayers<D, Set> search(domain, set, layers, sharing.threads, guard);
            ending = search.run();
            layers.expanded = search.expanded();
            layers.generated = search.generated();
            layers.depth = search.depth();
            outcome.peak_bytes = std::max<std::uint64_t>(outcome.peak_bytes, search.peak_bytes());
            if (ending == Ending::solved) outcome.moves = moves(search.walk_back());
            set.release();  // it holds keys that are not in `layers`
        }
    } else if (ending == Ending::solved) {
        outcome.moves = moves(walk_back(domain, layers));
    }
    outcome.expanded = layers.expanded;
    outcome.generated = layers.generated;
    // All layers before the one in which a limit stopped the search were expanded completely.
    outcome.conclude(ending, ending == Ending::stopped ? layers.depth + 1 : layers.depth, guard.why());
}

}  // namespace unjam
