// RankedSet and HashedSet, the visited sets of a layered search: expand positions into them, append new keys,
// make room, forget; `expand_all` for any domain.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "unjam/domain.hpp"
#include "unjam/growing_array.hpp"
#include "unjam/key_sets.hpp"
#include "unjam/limits.hpp"

namespace unjam {

/// A domain that expands several keys in one call, and may note in a key how it was reached.
template <class D>
concept ExpandsTogether = requires(const D& d, const typename D::Key& key) { d.without_note(key); };

/// Writes the successors of `count` keys. With `stop_at_goal` it ends at the first key with a solved successor, whose
/// number is then in `solved`.
template <bool stop_at_goal, Domain D>
Expansion expand_each(const D& domain, const typename D::Key* from, unsigned count, typename D::Key* keys) {
    Expansion total;
    for (unsigned i = 0; i < count; ++i) {
        const Expansion expansion = domain.expand(from[i], keys + total.count);
        total.count += expansion.count;
        if (stop_at_goal && expansion.solved >= 0) [[unlikely]] {
            total.solved = static_cast<int>(i);
            break;
        }
    }
    return total;
}

/// The same by the domain's own function if it has one. Notes are removed, so that a position has one key.
template <bool stop_at_goal, Domain D>
Expansion expand_all(const D& domain, const typename D::Key* from, unsigned count, typename D::Key* keys) {
    if constexpr (ExpandsTogether<D>)
        return domain.template expand_together<stop_at_goal>(
            from, count, [&](const typename D::Key& key) { *keys++ = domain.without_note(key); });
    else
        return expand_each<stop_at_goal>(domain, from, count, keys);
}

/// True if a successor of the key is solved; `keys` is scratch memory.
template <Domain D>
bool is_one_move_away(const D& domain, const typename D::Key& key, typename D::Key* keys) {
    if constexpr (ExpandsTogether<D>)
        return domain.is_one_move_away(key);
    else
        return domain.expand(key, keys).solved >= 0;
}

template <class D>
typename D::Key without_note(const D& domain, const typename D::Key& key) {
    if constexpr (ExpandsTogether<D>)
        return domain.without_note(key);
    else
        return key;
}

/// The visited set of a ranked domain.
template <class D>
struct RankedSet {
    Bitmap& bits;

    bool prepare(const D& domain, Guard& guard, std::size_t pool_bytes) {
        if (guard.refuses(pool_bytes + Bitmap::bytes_for(domain.ranks()))) return false;
        bits.reserve(domain.ranks());
        return true;
    }
    bool reserve(std::size_t, Guard&, std::size_t) { return true; }
    std::size_t append_new(const D& domain, const typename D::Key* keys, std::size_t count, typename D::Key* out) {
        const auto* const first = out;
        for (std::size_t i = 0; i < count; ++i) {
            *out = keys[i];
            out += bits.insert(keys[i] >> domain.rank_shift());
        }
        return static_cast<std::size_t>(out - first);
    }
    /// Appends the new successors of `count` keys at `out`, which moves on; `keys` is scratch memory.
    template <bool stop_at_goal>
    Expansion expand(const D& domain, const typename D::Key* from, unsigned count, typename D::Key* keys,
                     typename D::Key*& out) {
        if constexpr (ExpandsTogether<D>) {
            auto* end = out;
            const unsigned shift = domain.rank_shift();
            const Expansion expansion =
                domain.template expand_together<stop_at_goal>(from, count, [&](const typename D::Key& key) {
                    *end = key;
                    end += bits.insert(key >> shift);
                });
            out = end;
            return expansion;
        } else {
            const Expansion expansion = expand_each<stop_at_goal>(domain, from, count, keys);
            out += append_new(domain, keys, expansion.count, out);
            return expansion;
        }
    }
    /// `append_new` for several threads; a bitmap always has room.
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
    void add_to_size(std::size_t) {}
    static std::size_t growth(std::size_t, std::size_t, std::size_t) { return 0; }
    template <class Parts>
    bool rebuild(std::size_t, Guard&, std::size_t, const Parts&) {
        return true;
    }
    std::size_t bytes() const { return bits.bytes(); }
    std::uint64_t bytes_to_grow(std::size_t) const { return bytes(); }
    /// Clears the bits of all keys in the pool, word by word or all at once, whichever is less work.
    void forget(const D& domain, const GrowingArray<typename D::Key>& pool) {
        if (bits.bytes() == 0) return;  // memory was given back
        if (Bitmap::bytes_for(domain.ranks()) / 64 <= pool.size()) return bits.clear(domain.ranks());
        for (std::size_t i = 0; i < pool.size(); ++i) bits.forget(pool[i] >> domain.rank_shift());
    }
    void release() { bits = Bitmap(); }
};

/// The visited set of a domain with too many positions for ranks.
template <class D>
struct HashedSet {
    KeyTable<typename D::Key>& table;

    bool prepare(const D&, Guard& guard, std::size_t pool_bytes) { return reserve(1024, guard, pool_bytes); }
    /// Makes room for `more` keys; false if the limits refuse it.
    bool reserve(std::size_t more, Guard& guard, std::size_t pool_bytes) {
        if (table.has_room(more)) return true;
        if (guard.refuses(pool_bytes + table.bytes_to_grow(more))) return false;
        return table.grow(more, guard);
    }
    std::size_t append_new(const D&, const typename D::Key* keys, std::size_t count, typename D::Key* out) {
        return table.append_new(keys, count, out);
    }
    template <bool stop_at_goal>
    Expansion expand(const D& domain, const typename D::Key* from, unsigned count, typename D::Key* keys,
                     typename D::Key*& out) {
        const Expansion expansion = expand_all<stop_at_goal>(domain, from, count, keys);
        out += table.append_new(keys, expansion.count, out);
        return expansion;
    }
    /// `append_new` for several threads. They must have reserved room, and report how many they added (`add_to_size`)
    /// when all have finished.
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
    void add_to_size(std::size_t added) { table.add_to_size(added); }
    /// How many keys to make room for when the set is full: `total` are in it, `recent_count` of them recent, and
    /// `least` are needed. `rebuild` then makes the room; a set that forgets gets the recent keys.
    static std::size_t growth(std::size_t total, std::size_t, std::size_t least) { return std::max(total, least); }
    template <class Parts>
    bool rebuild(std::size_t more, Guard& guard, std::size_t pool_bytes, const Parts&) {
        return reserve(more, guard, pool_bytes);
    }
    std::size_t bytes() const { return table.bytes(); }
    std::uint64_t bytes_to_grow(std::size_t more) const { return table.bytes_to_grow(more); }
    void forget(const D&, const GrowingArray<typename D::Key>&) { table.clear(); }
    void release() { table = KeyTable<typename D::Key>(); }
};

}  // namespace unjam
