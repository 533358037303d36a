// RecentSet, a visited set that remembers only the last layers, for domains with reversible moves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "unjam/layers.hpp"

namespace unjam {

/// If every move is reversible, the successors of a layer lie in the layer before, the same or the next one, so only
/// those three are kept (R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, "Frontier search", 2005). The table stays small,
/// mostly within the cache, however many positions there are. Older keys are dropped when it is full.
template <class D>
class RecentSet : public HashedSet<D> {
public:
    using Key = typename D::Key;

    explicit RecentSet(const Layers<Key>& layers) : HashedSet<D>{table_}, layers_(layers) {}

    bool prepare(const D&, Guard& guard, std::size_t pool_bytes) { return reserve(1024, guard, pool_bytes); }
    /// Makes room for `more` keys; false if the limits refuse it.
    bool reserve(std::size_t more, Guard& guard, std::size_t pool_bytes) {
        if (table_.has_room(more)) return true;
        const auto& starts = layers_.starts;
        const std::size_t depth = static_cast<std::size_t>(layers_.depth);
        const std::size_t first = starts.empty() ? 0 : starts[depth > 0 ? depth - 1 : 0];
        const std::size_t end = layers_.pool.size(), recent_count = end - std::min(first, end);
        const std::span<const Key> recent(layers_.pool.data() + (end - recent_count), recent_count);
        return rebuild(growth(0, recent_count, more), guard, pool_bytes, std::span(&recent, 1));
    }

    /// Three times the recent keys, so that the set is rarely rebuilt.
    static std::size_t growth(std::size_t, std::size_t recent_count, std::size_t least) {
        return 3 * recent_count + least;
    }
    std::uint64_t bytes_to_grow(std::size_t more) const {
        return std::max<std::uint64_t>(table_.bytes(), KeyTable<Key>().bytes_to_grow(more));
    }
    /// Drops all but the recent keys. Afterwards there is room for `more` keys, the recent ones included.
    template <class Parts>
    bool rebuild(std::size_t more, Guard& guard, std::size_t pool_bytes, const Parts& recent) {
        table_.clear();
        if (!table_.has_room(more)) {
            table_ = KeyTable<Key>();
            if (guard.refuses(pool_bytes + table_.bytes_to_grow(more))) return false;
            if (!table_.grow(more, guard)) return false;
        }
        for (const auto& part : recent)
            for (std::size_t i = 0; i < part.size(); ++i) {
                if (i + 12 < part.size()) table_.prefetch(part[i + 12]);
                table_.insert(part[i]);
            }
        return true;
    }

private:
    const Layers<Key>& layers_;
    KeyTable<Key> table_;
};

}  // namespace unjam
