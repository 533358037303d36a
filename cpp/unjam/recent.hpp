// The visited set of a search by layers in a space where every move can be taken back.
#pragma once

#include <algorithm>
#include <cstddef>

#include "unjam/layers.hpp"

namespace unjam {

/// Where every move can be taken back, what is reached from a layer lies in the layer before it, in the same or in the
/// next, so only those three are kept (R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, "Frontier search", 2005). The table
/// stays small, mostly within the cache, however many positions there are. Older ones are dropped when it is full.
template <class D>
class RecentSet {
public:
    using Key = typename D::Key;

    explicit RecentSet(const Layers<Key>& layers) : layers_(layers) {}

    bool prepare(const D&, Guard& guard, std::size_t held) { return ready(1024, guard, held); }
    /// Makes room for `more` keys; false when the limits refuse it.
    bool ready(std::size_t more, Guard& guard, std::size_t held) {
        if (table_.has_room(more)) return true;
        const auto& starts = layers_.starts;
        const std::size_t depth = static_cast<std::size_t>(layers_.depth);
        const std::size_t first = starts.empty() ? 0 : starts[depth > 0 ? depth - 1 : 0];
        const std::size_t end = layers_.pool.size(), live = end - std::min(first, end);
        table_.clear();
        // Room for as many again, so that this is not done often.
        if (!table_.has_room(2 * live + more)) {
            table_ = KeyTable<Key>();
            if (guard.refuses(held + table_.bytes_to_grow(2 * live + more))) return false;
            if (!table_.grow(2 * live + more, guard)) return false;
        }
        for (std::size_t i = end - live; i < end; ++i) {
            if (i + 12 < end) table_.prefetch(layers_.pool[i + 12]);
            table_.insert(layers_.pool[i]);
        }
        return true;
    }
    std::size_t append_new(const D&, const Key* keys, std::size_t count, Key* out) {
        return table_.append_new(keys, count, out);
    }
    std::size_t bytes() const { return table_.bytes(); }
    void forget(const D&, const Pool<Key>&) { table_.clear(); }
    void release() { table_ = KeyTable<Key>(); }

private:
    const Layers<Key>& layers_;
    KeyTable<Key> table_;
};

}  // namespace unjam
