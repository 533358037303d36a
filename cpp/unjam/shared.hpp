// The layered search of one large space by several threads.
//
// They share the visited set: most successors are found in it by a plain read, and a new one is added by one atomic
// step, so that exactly one thread takes it into its part of the next layer. A layer is worked off in small chunks,
// whoever is free taking the next; between layers, and when the set must grow, all wait for each other. Which thread
// finds a position first is chance, and so is the order in a layer; nothing that is reported depends on it: the layer
// before the goal is always looked at to its end, and of several positions or moves that would do the least is taken.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "unjam/layers.hpp"

namespace unjam {

template <Domain D, class Set>
class SharedSearch {
public:
    using Key = typename D::Key;

    /// Takes over a paused search with its set and its layers.
    SharedSearch(const D& domain, Set& set, const Layers<Key>& paused, unsigned threads, Guard& guard)
        : domain_(domain), set_(set), paused_(paused), guard_(guard), workers_(threads) {
        expanded_ = paused.expanded;
        generated_ = paused.generated;
        depth_ = paused.depth;
        held_ = paused.pool.bytes();
        peak_ = held_ + set.bytes();
        begin_layer();
    }

    /// Goes on to the end.
    Ending run() {
        std::barrier barrier(static_cast<std::ptrdiff_t>(workers_.size()), [this]() noexcept { decide(); });
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < workers_.size(); ++i) {
            try {
                others.emplace_back([&, i] { work(workers_[i], false, barrier); });
            } catch (const std::system_error&) {
                barrier.arrive_and_drop();  // the system has no more threads to give: those there are do the work
            }
        }
        work(workers_[0], true, barrier);
        others.clear();
        if (guard_.stopped()) return Ending::stopped;
        if (!nearest_) return Ending::exhausted;
        ++expanded_;  // the goal is counted as expanded
        ++depth_;
        return Ending::solved;
    }

    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }
    int depth() const { return depth_; }
    std::size_t peak_bytes() const { return peak_; }

    /// The keys from the start to the goal, both included. Of several that would do, always the least is taken.
    std::vector<Key> walk_back() const {
        std::vector<Key> keys(domain_.most_successors() + slack);
        const Expansion last = domain_.expand(*nearest_, keys.data());
        std::vector<Key> path =
            unjam::walk_back(domain_, *nearest_, depth_ - 1,
                             [this](const Sought<Key>& sought, std::size_t layer) { return find(sought, layer); });
        path.push_back(keys[static_cast<unsigned>(last.solved)]);
        return path;
    }

private:
    static constexpr std::size_t chunk = 10 * most_together;

    struct alignas(128) Worker {
        std::vector<Pool<Key>> layers;  // what it found, one pool for each layer since the search was taken over
        std::uint64_t generated = 0;
        std::optional<Key> nearest;  // the least key it met that has a solved successor
    };
    using Piece = std::span<const Key>;

    /// The parts of a layer.
    std::vector<Piece> pieces(std::size_t layer) const {
        std::vector<Piece> out;
        const std::size_t given = paused_.starts.size() - 1;
        if (layer < given) {
            out.emplace_back(paused_.pool.data() + paused_.starts[layer],
                             paused_.starts[layer + 1] - paused_.starts[layer]);
        } else {
            for (const Worker& worker : workers_)
                out.emplace_back(worker.layers[layer - given].data(), worker.layers[layer - given].size());
        }
        return out;
    }

    void begin_layer() {
        layer_ = pieces(static_cast<std::size_t>(depth_));
        chunks_ = 0;
        for (const Piece& piece : layer_) chunks_ += (piece.size() + chunk - 1) / chunk;
        next_ = 0;
        for (Worker& worker : workers_) worker.layers.emplace_back();
    }

    void work(Worker& mine, bool called, auto& barrier) {
        const std::size_t most = domain_.most_successors();
        std::vector<Key> keys(most_together * most + slack);
        while (!over_) {
            try {
                while (take_chunk(mine, keys, most))
                    if (called) guard_.check(expanded_ + next_ * chunk, depth_ + 1);
            } catch (const std::bad_alloc&) {
                guard_.stop(Stop::memory);
            }
            barrier.arrive_and_wait();
        }
    }

    /// Expands the next chunk; false when there is none, or the set must grow first.
    bool take_chunk(Worker& mine, std::vector<Key>& keys, std::size_t most) {
        Pool<Key>& out = mine.layers.back();
        if (guard_.stopped() || full_ || !make_room(out, chunk * most)) return false;
        if (!set_.has_room(added_ + workers_.size() * chunk * most)) {
            full_ = true;
            return false;
        }
        std::size_t number = next_++;
        if (number >= chunks_) return false;
        auto piece = layer_.begin();
        for (; number >= (piece->size() + chunk - 1) / chunk; ++piece) number -= (piece->size() + chunk - 1) / chunk;
        const Piece part = piece->subspan(number * chunk, std::min(chunk, piece->size() - number * chunk));
        const std::size_t before = out.size();
        for (std::size_t at = 0; at < part.size(); at += most_together)
            expand(mine, part.subspan(at, std::min<std::size_t>(most_together, part.size() - at)), keys, out);
        added_ += out.size() - before;
        return true;
    }

    void expand(Worker& mine, Piece from, std::vector<Key>& keys, Pool<Key>& out) {
        if (!found_) {
            const auto many = static_cast<unsigned>(from.size());
            const Expansion all = expand_all<true>(domain_, from.data(), many, keys.data());
            mine.generated += all.count;
            if (all.solved < 0) {
                out.take(out.size() + set_.append_new_shared(domain_, keys.data(), all.count, out.data() + out.size()));
                return;
            }
            found_ = true;
        }
        // The rest of the layer is only looked at.
        for (const Key& noted : from) {
            const Key key = plain(domain_, noted);
            if ((!mine.nearest || key < *mine.nearest) && nearly_solved(domain_, key, keys.data())) mine.nearest = key;
        }
    }

    /// Room for `more` keys, or the search is stopped for want of memory.
    bool make_room(Pool<Key>& pool, std::size_t more) {
        const std::size_t before = pool.bytes(), after = pool.bytes_for(pool.size() + more);
        if (after == before) return true;
        const std::size_t now = held_ += after - before;
        if (guard_.refuses(now + set_.bytes())) return false;
        pool.reserve(pool.size() + more);
        return true;
    }

    /// While all threads wait: one answer for all of them.
    void decide() noexcept {
        try {
            set_.settle(added_);
            added_ = 0;
            peak_ = std::max<std::size_t>(peak_, held_ + set_.bytes());
            if (full_) {
                // Much at once: nobody works meanwhile. Where moves can be taken back three layers are enough.
                std::vector<Piece> recent;
                std::size_t live = 0;
                for (int layer = std::max(depth_ - 1, 0); layer <= depth_ + 1; ++layer)
                    for (const Piece& piece : pieces(static_cast<std::size_t>(layer))) {
                        recent.push_back(piece);
                        live += piece.size();
                    }
                const std::size_t least = 2 * workers_.size() * chunk * domain_.most_successors();
                const std::size_t more = set_.more_for(expanded_, live, least);
                peak_ = std::max<std::size_t>(peak_, held_ + set_.bytes_to_grow(more));
                set_.renew(more, guard_, held_, recent);
                full_ = false;
            }
            if (!guard_.stopped() && next_ >= chunks_) end_layer();
        } catch (const std::bad_alloc&) {
            guard_.stop(Stop::memory);
        }
        if (guard_.stopped()) over_ = true;
    }

    void end_layer() {
        for (const Piece& piece : layer_) expanded_ += piece.size();
        bool more = false;
        for (const Worker& worker : workers_) {
            more = more || worker.layers.back().size() > 0;
            if (worker.nearest && (!nearest_ || *worker.nearest < *nearest_)) nearest_ = worker.nearest;
        }
        if (!nearest_)  // else it is chance how many were generated before the goal was seen
            for (Worker& worker : workers_) generated_ += std::exchange(worker.generated, 0);
        over_ = nearest_ || !more;
        if (over_) return;
        ++depth_;
        begin_layer();
    }

    Key find(const Sought<Key>& sought, std::size_t layer) const {
        std::optional<Key> least;
        for (const Piece& piece : pieces(layer))
            for (const Key& noted : piece)
                if (const Key key = plain(domain_, noted); sought.has(key) && (!least || key < *least)) least = key;
        return *least;
    }

    const D& domain_;
    Set& set_;
    const Layers<Key>& paused_;
    Guard& guard_;
    std::vector<Worker> workers_;
    std::vector<Piece> layer_;
    std::size_t chunks_ = 0, peak_ = 0;
    std::atomic<std::size_t> next_{0}, added_{0}, held_{0};
    std::atomic<bool> full_{false}, found_{false};
    bool over_ = false;
    std::uint64_t expanded_ = 0, generated_ = 0;
    int depth_ = 0;
    std::optional<Key> nearest_;
};

}  // namespace unjam
