// The visited set of a search by layers in a space where every move can be taken back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "unjam/layers.hpp"

namespace unjam {

/// Where every move can be taken back, what is reached from a layer lies in the layer before it, in the same or in the
/// next, so only those three are kept (R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, "Frontier search", 2005). The table
/// stays small, mostly within the cache, however many positions there are. Older ones are dropped when it is full.
template <class D>
class RecentSet : public HashedSet<D> {
public:
    using Key = typename D::Key;

    explicit RecentSet(const Layers<Key>& layers) : HashedSet<D>{own_}, layers_(layers) {}

    bool prepare(const D&, Guard& guard, std::size_t held) { return ready(1024, guard, held); }
    /// Makes room for `more` keys; false when the limits refuse it.
    bool ready(std::size_t more, Guard& guard, std::size_t held) {
        if (own_.has_room(more)) return true;
        const auto& starts = layers_.starts;
        const std::size_t depth = static_cast<std::size_t>(layers_.depth);
        const std::size_t first = starts.empty() ? 0 : starts[depth > 0 ? depth - 1 : 0];
        const std::size_t end = layers_.pool.size(), live = end - std::min(first, end);
        const std::span<const Key> recent(layers_.pool.data() + (end - live), live);
        return renew(more_for(0, live, more), guard, held, std::span(&recent, 1));
    }

    /// How many keys to make room for at once: as many again as there are, so that this is not done often.
    static std::size_t more_for(std::size_t, std::size_t live, std::size_t least) { return 3 * live + least; }
    std::size_t bytes_to_grow(std::size_t more) const {
        return std::max(own_.bytes(), KeyTable<Key>().bytes_to_grow(more));
    }
    /// Drops all but the given keys and has room for `more` then, those included.
    template <class Pieces>
    bool renew(std::size_t more, Guard& guard, std::size_t held, const Pieces& recent) {
        own_.clear();
        if (!own_.has_room(more)) {
            own_ = KeyTable<Key>();
            if (guard.refuses(held + own_.bytes_to_grow(more))) return false;
            if (!own_.grow(more, guard)) return false;
        }
        for (const auto& piece : recent)
            for (std::size_t i = 0; i < piece.size(); ++i) {
                if (i + 12 < piece.size()) own_.prefetch(piece[i + 12]);
                own_.insert(piece[i]);
            }
        return true;
    }

private:
    const Layers<Key>& layers_;
    KeyTable<Key> own_;
};

}  // namespace unjam
