// Breadth-first search by layers on one thread: Layers (all keys found), `run_layers`, and `walk_back`, which
// rebuilds the path. Optimal if every move costs 1 (E. F. Moore, 1959).
//
// All visited keys are in one array in the order they were found. Each layer is a range of it, so the array is queue,
// closed list and record of the search at once. No parents are stored: the path back is found by looking, layer by
// layer, for a predecessor in the layer before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "unjam/domain.hpp"
#include "unjam/growing_array.hpp"
#include "unjam/key_sets.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"
#include "unjam/visited_sets.hpp"

namespace unjam {

/// The state of a layered search: the pool of keys, where each layer starts in it, and the counts.
template <class Key>
struct Layers {
    GrowingArray<Key> pool;
    std::vector<std::size_t> starts;  // starts[d] is where layer d begins; one more entry than complete layers
    std::uint64_t expanded = 0, generated = 0;
    Key goal{};
    int depth = 0;  // the layer being expanded; once solved, the depth of the goal

    void clear() {
        pool.clear();
        starts.clear();
        expanded = generated = 0;
        depth = 0;
    }
};

/// Starts a new search from the domain's start.
template <Domain D, class Set>
bool begin(const D& domain, Set& set, Layers<typename D::Key>& layers, Guard& guard) {
    layers.clear();
    if (!set.prepare(domain, guard, layers.pool.bytes())) return false;
    const typename D::Key start = domain.start();
    layers.pool.push(start);
    set.append_new(domain, &start, 1, layers.pool.data());
    layers.starts = {0, 1};
    return true;
}

/// Expands layer after layer. With `stop_at_goal` it ends at the first solved successor, which is at the least possible
/// depth; without, it visits everything. It pauses between layers once `pause_at` keys are visited.
template <bool stop_at_goal, Domain D, class Set>
Ending run_layers(const D& domain, Set& set, Layers<typename D::Key>& layers, Guard& guard,
                  std::size_t pause_at = ~std::size_t{0}) {
    using Key = typename D::Key;
    constexpr std::size_t block = 1024;  // keys between two checks of the limits
    const std::size_t max_per_key = domain.max_successors();
    std::vector<Key> keys(max_together * max_per_key + slack);
    GrowingArray<Key>& pool = layers.pool;
    while (layers.starts[layers.depth] != layers.starts[layers.depth + 1]) {
        const std::size_t end = layers.starts[layers.depth + 1];
        std::size_t at = layers.starts[layers.depth], tail = pool.size();
        if (tail >= pause_at) return Ending::paused;
        while (at < end) {
            const std::size_t stop = std::min(end, at + block), first = at, room = (stop - at) * max_per_key;
            if (pool.capacity() < tail + room) {
                if (guard.refuses(pool.bytes_for(tail + room) + set.bytes())) return Ending::stopped;
                pool.reserve(tail + room);
            }
            if (!set.reserve(room, guard, pool.bytes())) return Ending::stopped;
            Key* const all = pool.data();
            Key* end_of_pool = all + tail;
            while (at < stop) {
                const auto count = static_cast<unsigned>(std::min<std::size_t>(stop - at, max_together));
                const Expansion expansion =
                    set.template expand<stop_at_goal>(domain, all + at, count, keys.data(), end_of_pool);
                layers.generated += expansion.count;
                pool.set_size(static_cast<std::size_t>(end_of_pool - all));
                if (stop_at_goal && expansion.solved >= 0) [[unlikely]] {
                    at += static_cast<unsigned>(expansion.solved);
                    layers.expanded += at - first + 2;  // the goal is counted as expanded
                    layers.goal = keys[static_cast<unsigned>(domain.expand(all[at], keys.data()).solved)];
                    ++layers.depth;
                    return Ending::solved;
                }
                at += count;
            }
            tail = pool.size();
            layers.expanded += stop - first;
            if (guard.check(layers.expanded, layers.depth + 1)) return Ending::stopped;
        }
        layers.starts.push_back(tail);
        ++layers.depth;
    }
    return Ending::exhausted;
}

/// The few predecessors of a key, to look for in a long layer: one bit rules out most keys of the layer.
template <class Key>
class PredecessorSet {
public:
    PredecessorSet(const Key* keys, unsigned count) : keys_(keys), count_(count) {
        for (unsigned i = 0; i < count; ++i) bits_[slot(keys[i]) >> 6] |= 1ull << (slot(keys[i]) & 63);
    }
    bool has(const Key& key) const {
        const unsigned at = slot(key);
        if (!(bits_[at >> 6] >> (at & 63) & 1)) [[likely]]
            return false;
        return std::find(keys_, keys_ + count_, key) != keys_ + count_;
    }

private:
    static unsigned slot(const Key& key) { return static_cast<unsigned>(hash_key(key) >> 54); }
    const Key* keys_;
    unsigned count_;
    std::uint64_t bits_[16] = {};
};

/// Returns the keys from the start to the goal, both included. `find(predecessors, depth)` returns a key of that layer
/// that is among the predecessors. There is one, because every key of a layer was reached from the layer before.
template <Domain D, class Find>
std::vector<typename D::Key> walk_back(const D& domain, const typename D::Key& goal, int depth, Find&& find) {
    using Key = typename D::Key;
    std::vector<Key> path{goal}, keys(domain.max_successors() + slack);
    while (depth-- > 0) {
        const PredecessorSet<Key> predecessors(keys.data(), domain.predecessors(path.back(), keys.data()));
        path.push_back(find(predecessors, static_cast<std::size_t>(depth)));
    }
    std::reverse(path.begin(), path.end());
    return path;
}

template <Domain D>
std::vector<typename D::Key> walk_back(const D& domain, const Layers<typename D::Key>& layers) {
    return walk_back(domain, layers.goal, layers.depth, [&](const auto& predecessors, std::size_t depth) {
        const auto* key = layers.pool.data() + layers.starts[depth];
        while (!predecessors.has(without_note(domain, *key))) ++key;
        return without_note(domain, *key);
    });
}

}  // namespace unjam
