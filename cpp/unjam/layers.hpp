// Breadth-first search by layers: optimal where every move costs 1 (E. F. Moore, 1959).
//
// All visited keys stand in one pool in the order they were found, so each layer is a range of it and the pool is
// queue, closed list and record of the search at once. Nobody keeps parents: the path back is found by asking, layer by
// layer, which key of the layer before leads here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "unjam/domain.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"
#include "unjam/pool.hpp"
#include "unjam/visited.hpp"

namespace unjam {

/// A domain that has its own way of expanding several keys together, and may note in a key how it was reached.
template <class D>
concept Follows = requires(const D& d, const typename D::Key& key) { d.plain(key); };

/// Writes the successors of `many` keys. With `stop_at_goal` it ends at the first with a solved successor; which one
/// that is is said in `solved`.
template <bool stop_at_goal, Domain D>
Expansion expand_each(const D& domain, const typename D::Key* from, unsigned many, typename D::Key* keys) {
    Expansion all;
    for (unsigned i = 0; i < many; ++i) {
        const Expansion found = domain.expand(from[i], keys + all.count);
        all.count += found.count;
        if (stop_at_goal && found.solved >= 0) [[unlikely]] {
            all.solved = static_cast<int>(i);
            break;
        }
    }
    return all;
}

/// The same in the domain's own way, where it has one; without notes, so that a position has one key.
template <bool stop_at_goal, Domain D>
Expansion expand_all(const D& domain, const typename D::Key* from, unsigned many, typename D::Key* keys) {
    if constexpr (Follows<D>)
        return domain.template follow<stop_at_goal>(from, many,
                                                    [&](const typename D::Key& key) { *keys++ = domain.plain(key); });
    else
        return expand_each<stop_at_goal>(domain, from, many, keys);
}

/// True when a successor of the key is solved; `keys` is room to work in.
template <Domain D>
bool nearly_solved(const D& domain, const typename D::Key& key, typename D::Key* keys) {
    if constexpr (Follows<D>)
        return domain.nearly_solved(key);
    else
        return domain.expand(key, keys).solved >= 0;
}

/// The key without its note.
template <class D>
typename D::Key plain(const D& domain, const typename D::Key& key) {
    if constexpr (Follows<D>)
        return domain.plain(key);
    else
        return key;
}

/// The visited set of a ranked domain.
template <class D>
struct RankedSet {
    Bitmap& bits;

    bool prepare(const D& domain, Guard& guard, std::size_t held) {
        if (guard.refuses(held + Bitmap::bytes_for(domain.ranks()))) return false;
        bits.reserve(domain.ranks());
        return true;
    }
    bool ready(std::size_t, Guard&, std::size_t) { return true; }
    std::size_t append_new(const D& domain, const typename D::Key* keys, std::size_t count, typename D::Key* out) {
        const auto* const first = out;
        for (std::size_t i = 0; i < count; ++i) {
            *out = keys[i];
            out += bits.insert(keys[i] >> domain.rank_shift());
        }
        return static_cast<std::size_t>(out - first);
    }
    /// Appends those successors of `many` keys that are new and moves `out` on; `keys` is room to work in.
    template <bool stop_at_goal>
    Expansion expand(const D& domain, const typename D::Key* from, unsigned many, typename D::Key* keys,
                     typename D::Key*& out) {
        if constexpr (Follows<D>) {
            auto* end = out;
            const unsigned shift = domain.rank_shift();
            const Expansion found = domain.template follow<stop_at_goal>(from, many, [&](const typename D::Key& key) {
                *end = key;
                end += bits.insert(key >> shift);
            });
            out = end;
            return found;
        } else {
            const Expansion found = expand_each<stop_at_goal>(domain, from, many, keys);
            out += append_new(domain, keys, found.count, out);
            return found;
        }
    }
    /// `append_new` for several threads. There is always room.
    std::size_t append_new_shared(const D& domain, const typename D::Key* keys, std::size_t count,
                                  typename D::Key* out) {
        const auto* const first = out;
        const unsigned shift = domain.rank_shift();
        for (std::size_t i = 0; i < count; ++i) {
            *out = keys[i];
            out += bits.insert_shared(keys[i] >> shift);
        }
        return static_cast<std::size_t>(out - first);
    }
    bool has_room(std::size_t) const { return true; }
    void settle(std::size_t) {}
    static std::size_t more_for(std::size_t, std::size_t, std::size_t) { return 0; }
    template <class Pieces>
    bool renew(std::size_t, Guard&, std::size_t, const Pieces&) {
        return true;
    }
    std::size_t bytes() const { return bits.bytes(); }
    std::size_t bytes_to_grow(std::size_t) const { return bytes(); }
    /// Clears what the pool names, word by word or all at once, whichever is less work.
    void forget(const D& domain, const Pool<typename D::Key>& pool) {
        if (bits.bytes() == 0) return;  // released
        if (Bitmap::bytes_for(domain.ranks()) / 64 <= pool.size()) return bits.forget_all(domain.ranks());
        for (std::size_t i = 0; i < pool.size(); ++i) bits.forget(pool[i] >> domain.rank_shift());
    }
    /// Gives its memory back.
    void release() { bits = Bitmap(); }
};

/// The visited set of a domain whose positions are too many to be ranked.
template <class D>
struct HashedSet {
    KeyTable<typename D::Key>& table;

    bool prepare(const D&, Guard& guard, std::size_t held) { return ready(1024, guard, held); }
    /// Makes room for `more` keys; false when the limits refuse it.
    bool ready(std::size_t more, Guard& guard, std::size_t held) {
        if (table.has_room(more)) return true;
        if (guard.refuses(held + table.bytes_to_grow(more))) return false;
        return table.grow(more, guard);
    }
    std::size_t append_new(const D&, const typename D::Key* keys, std::size_t count, typename D::Key* out) {
        return table.append_new(keys, count, out);
    }
    template <bool stop_at_goal>
    Expansion expand(const D& domain, const typename D::Key* from, unsigned many, typename D::Key* keys,
                     typename D::Key*& out) {
        const Expansion found = expand_all<stop_at_goal>(domain, from, many, keys);
        out += table.append_new(keys, found.count, out);
        return found;
    }
    /// `append_new` for several threads. They must have asked for room, and the table is told how many were added when
    /// they have finished.
    std::size_t append_new_shared(const D&, const typename D::Key* keys, std::size_t count, typename D::Key* out) {
        constexpr std::size_t ahead = 12;
        const auto* const first = out;
        for (std::size_t i = 0; i < count && i < ahead; ++i) table.prefetch(keys[i]);
        for (std::size_t i = 0; i < count; ++i) {
            if (i + ahead < count) table.prefetch(keys[i + ahead]);
            *out = keys[i];
            out += table.insert_shared(keys[i]);
        }
        return static_cast<std::size_t>(out - first);
    }
    bool has_room(std::size_t more) const { return table.has_room(more); }
    void settle(std::size_t added) { table.settle(added); }
    /// How many more keys to make room for when a table is full that holds `all`, `live` of them lately, and needs
    /// `least`; and making it, given the keys of late.
    static std::size_t more_for(std::size_t all, std::size_t, std::size_t least) { return std::max(all, least); }
    template <class Pieces>
    bool renew(std::size_t more, Guard& guard, std::size_t held, const Pieces&) {
        return ready(more, guard, held);
    }
    std::size_t bytes() const { return table.bytes(); }
    std::size_t bytes_to_grow(std::size_t more) const { return table.bytes_to_grow(more); }
    void forget(const D&, const Pool<typename D::Key>&) { table.clear(); }
    void release() { table = KeyTable<typename D::Key>(); }
};

/// The state of a layered search: the pool of keys, where each layer starts in it, and the counts.
template <class Key>
struct Layers {
    Pool<Key> pool;
    std::vector<std::size_t> starts;  // starts[d] is where layer d begins; one more entry than full layers
    std::uint64_t expanded = 0, generated = 0;
    Key goal{};
    int depth = 0;  // the layer being expanded; the depth of the goal once solved

    void clear() {
        pool.clear();
        starts.clear();
        expanded = generated = 0;
        depth = 0;
    }
};

/// Puts the domain's start into fresh layers.
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

/// Expands layer after layer. With `stop_at_goal` it ends at the first solved successor, which is then at the least
/// possible depth; without, it visits everything. It pauses between layers once the pool holds `pause_at` keys.
template <bool stop_at_goal, Domain D, class Set>
Ending run_layers(const D& domain, Set& set, Layers<typename D::Key>& layers, Guard& guard,
                  std::size_t pause_at = ~std::size_t{0}) {
    using Key = typename D::Key;
    constexpr std::size_t block = 1024;  // keys between two looks at the limits
    const std::size_t most = domain.most_successors();
    std::vector<Key> keys(most_together * most + slack);
    Pool<Key>& pool = layers.pool;
    while (layers.starts[layers.depth] != layers.starts[layers.depth + 1]) {
        const std::size_t end = layers.starts[layers.depth + 1];
        std::size_t at = layers.starts[layers.depth], tail = pool.size();
        if (tail >= pause_at) return Ending::paused;
        while (at < end) {
            const std::size_t stop = std::min(end, at + block), first = at, room = (stop - at) * most;
            if (pool.capacity() < tail + room) {
                if (guard.refuses(pool.bytes_for(tail + room) + set.bytes())) return Ending::stopped;
                pool.reserve(tail + room);
            }
            if (!set.ready(room, guard, pool.bytes())) return Ending::stopped;
            Key* const all = pool.data();
            Key* end_of_pool = all + tail;
            while (at < stop) {
                const auto many = static_cast<unsigned>(std::min<std::size_t>(stop - at, most_together));
                const Expansion found =
                    set.template expand<stop_at_goal>(domain, all + at, many, keys.data(), end_of_pool);
                layers.generated += found.count;
                pool.take(static_cast<std::size_t>(end_of_pool - all));
                if (stop_at_goal && found.solved >= 0) [[unlikely]] {
                    at += static_cast<unsigned>(found.solved);
                    layers.expanded += at - first + 2;  // the goal is counted as expanded
                    layers.goal = keys[static_cast<unsigned>(domain.expand(all[at], keys.data()).solved)];
                    ++layers.depth;
                    return Ending::solved;
                }
                at += many;
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

/// A small set of keys to look for in a long run of keys: most of the run is refused by one bit.
template <class Key>
class Sought {
public:
    Sought(const Key* keys, unsigned count) : keys_(keys), count_(count) {
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

/// The keys from the start to the goal, both included. `find(sought, depth)` names a key of that layer that is sought;
/// there is one, because every key of a layer was found from a key of the layer before.
template <Domain D, class Find>
std::vector<typename D::Key> walk_back(const D& domain, const typename D::Key& goal, int depth, Find&& find) {
    using Key = typename D::Key;
    std::vector<Key> path{goal}, keys(domain.most_successors() + slack);
    while (depth-- > 0) {
        const Sought<Key> sought(keys.data(), domain.before(path.back(), keys.data()));
        path.push_back(find(sought, static_cast<std::size_t>(depth)));
    }
    std::reverse(path.begin(), path.end());
    return path;
}

template <Domain D>
std::vector<typename D::Key> walk_back(const D& domain, const Layers<typename D::Key>& layers) {
    return walk_back(domain, layers.goal, layers.depth, [&](const auto& sought, std::size_t depth) {
        const auto* key = layers.pool.data() + layers.starts[depth];
        while (!sought.has(plain(domain, *key))) ++key;
        return plain(domain, *key);
    });
}

}  // namespace unjam
