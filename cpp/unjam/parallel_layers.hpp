// ParallelLayers continues a layered search of a large space on several threads: chunks, growth of the shared
// set, ends of layers, and its own `walk_back`.
//
// The threads share the visited set. Most successors are in it already, which a plain read shows. A new one is added
// atomically, so that exactly one thread puts it into its part of the next layer. Whoever is free takes the next chunk
// of a layer. All threads wait for each other between layers and when the set must grow. Which thread finds a position
// first, and so the order within a layer, is chance, but no result depends on it: the layer before the goal is always
// searched to its end, and of several suitable positions or moves the least is taken.
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
class ParallelLayers {
public:
    using Key = typename D::Key;

    /// Takes over a paused search with its set and its layers.
    ParallelLayers(const D& domain, Set& set, const Layers<Key>& paused, unsigned threads, Guard& guard)
        : domain_(domain), set_(set), earlier_layers_(paused), guard_(guard), workers_(threads) {
        expanded_ = paused.expanded;
        generated_ = paused.generated;
        depth_ = paused.depth;
        pool_bytes_ = paused.pool.bytes();
        peak_bytes_ = pool_bytes_ + set.bytes();
        begin_layer();
    }

    /// Searches until the goal is found, the space is exhausted or a limit stops it.
    Ending run() {
        std::barrier barrier(static_cast<std::ptrdiff_t>(workers_.size()), [this]() noexcept { finish_step(); });
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < workers_.size(); ++i) {
            try {
                helpers.emplace_back([&, i] { work(workers_[i], false, barrier); });
            } catch (const std::system_error&) {
                barrier.arrive_and_drop();  // the system has no more threads: go on with those that started
            }
        }
        work(workers_[0], true, barrier);
        helpers.clear();
        if (guard_.stopped()) return Ending::stopped;
        if (!before_goal_) return Ending::exhausted;
        ++expanded_;  // the goal is counted as expanded
        ++depth_;
        return Ending::solved;
    }

    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }
    int depth() const { return depth_; }
    std::uint64_t peak_bytes() const { return peak_bytes_; }

    /// Returns the keys from the start to the goal, both included; the least of several suitable ones each time.
    std::vector<Key> walk_back() const {
        std::vector<Key> keys(domain_.max_successors() + slack);
        const Expansion last = domain_.expand(*before_goal_, keys.data());
        std::vector<Key> path = unjam::walk_back(
            domain_, *before_goal_, depth_ - 1,
            [this](const PredecessorSet<Key>& predecessors, std::size_t layer) { return find(predecessors, layer); });
        path.push_back(keys[static_cast<unsigned>(last.solved)]);
        return path;
    }

private:
    static constexpr std::size_t chunk = 10 * max_together;

    struct alignas(128) Worker {
        std::vector<GrowingArray<Key>> layers;  // the keys it found, by layer since the search was taken over
        std::uint64_t generated = 0;
        std::optional<Key> before_goal;  // the least key it found with a solved successor
    };
    using Part = std::span<const Key>;

    /// The keys of a layer: one part from the paused search, or one per worker.
    std::vector<Part> parts(std::size_t layer) const {
        std::vector<Part> out;
        const std::size_t earlier_count = earlier_layers_.starts.size() - 1;
        if (layer < earlier_count) {
            out.emplace_back(earlier_layers_.pool.data() + earlier_layers_.starts[layer],
                             earlier_layers_.starts[layer + 1] - earlier_layers_.starts[layer]);
        } else {
            for (const Worker& worker : workers_)
                out.emplace_back(worker.layers[layer - earlier_count].data(),
                                 worker.layers[layer - earlier_count].size());
        }
        return out;
    }

    void begin_layer() {
        layer_ = parts(static_cast<std::size_t>(depth_));
        chunk_count_ = 0;
        for (const Part& part : layer_) chunk_count_ += (part.size() + chunk - 1) / chunk;
        next_chunk_ = 0;
        for (Worker& worker : workers_) worker.layers.emplace_back();
    }

    void work(Worker& worker, bool is_caller, auto& barrier) {
        const std::size_t max_per_key = domain_.max_successors();
        std::vector<Key> keys(max_together * max_per_key + slack);
        while (!is_over_) {
            try {
                while (take_chunk(worker, keys, max_per_key))
                    if (is_caller) guard_.check(expanded_ + next_chunk_ * chunk, depth_ + 1);
            } catch (const std::bad_alloc&) {
                guard_.stop(Stop::memory);
            }
            barrier.arrive_and_wait();
        }
    }

    /// Expands the next chunk; false if there is none, or the set must grow first.
    bool take_chunk(Worker& worker, std::vector<Key>& keys, std::size_t max_per_key) {
        GrowingArray<Key>& out = worker.layers.back();
        if (guard_.stopped() || is_set_full_ || !make_room(out, chunk * max_per_key)) return false;
        if (!set_.has_room(keys_added_ + workers_.size() * chunk * max_per_key)) {
            is_set_full_ = true;
            return false;
        }
        std::size_t number = next_chunk_++;
        if (number >= chunk_count_) return false;
        auto part = layer_.begin();
        for (; number >= (part->size() + chunk - 1) / chunk; ++part) number -= (part->size() + chunk - 1) / chunk;
        const Part slice = part->subspan(number * chunk, std::min(chunk, part->size() - number * chunk));
        const std::size_t before = out.size();
        for (std::size_t at = 0; at < slice.size(); at += max_together)
            expand(worker, slice.subspan(at, std::min<std::size_t>(max_together, slice.size() - at)), keys, out);
        keys_added_ += out.size() - before;
        return true;
    }

    void expand(Worker& worker, Part from, std::vector<Key>& keys, GrowingArray<Key>& out) {
        if (!is_goal_seen_) {
            const auto count = static_cast<unsigned>(from.size());
            const Expansion expansion = expand_all<true>(domain_, from.data(), count, keys.data());
            worker.generated += expansion.count;
            if (expansion.solved < 0) {
                out.set_size(out.size() +
                             set_.append_new_shared(domain_, keys.data(), expansion.count, out.data() + out.size()));
                return;
            }
            is_goal_seen_ = true;
        }
        // The goal is next: only look for the least key that leads to it.
        for (const Key& noted_key : from) {
            const Key key = without_note(domain_, noted_key);
            if ((!worker.before_goal || key < *worker.before_goal) && is_one_move_away(domain_, key, keys.data()))
                worker.before_goal = key;
        }
    }

    /// Makes room for `more` keys, or stops the search at the memory limit.
    bool make_room(GrowingArray<Key>& pool, std::size_t more) {
        const std::uint64_t before = pool.bytes(), after = pool.bytes_for(pool.size() + more);
        if (after == before) return true;
        const std::uint64_t now = pool_bytes_ += after - before;
        if (guard_.refuses(now + set_.bytes())) return false;
        pool.reserve(pool.size() + more);
        return true;
    }

    /// Runs on one thread while all others wait.
    void finish_step() noexcept {
        try {
            set_.add_to_size(keys_added_);
            keys_added_ = 0;
            peak_bytes_ = std::max<std::uint64_t>(peak_bytes_, pool_bytes_ + set_.bytes());
            if (is_set_full_) {
                // Make much room at once, since all threads wait. A set that forgets needs only the last three layers.
                std::vector<Part> recent;
                std::size_t recent_count = 0;
                for (int layer = std::max(depth_ - 1, 0); layer <= depth_ + 1; ++layer)
                    for (const Part& part : parts(static_cast<std::size_t>(layer))) {
                        recent.push_back(part);
                        recent_count += part.size();
                    }
                const std::size_t least = 2 * workers_.size() * chunk * domain_.max_successors();
                const std::size_t more = set_.growth(expanded_, recent_count, least);
                peak_bytes_ = std::max<std::uint64_t>(peak_bytes_, pool_bytes_ + set_.bytes_to_grow(more));
                set_.rebuild(more, guard_, pool_bytes_, recent);
                is_set_full_ = false;
            }
            if (!guard_.stopped() && next_chunk_ >= chunk_count_) end_layer();
        } catch (const std::bad_alloc&) {
            guard_.stop(Stop::memory);
        }
        if (guard_.stopped()) is_over_ = true;
    }

    void end_layer() {
        for (const Part& part : layer_) expanded_ += part.size();
        bool more = false;
        for (const Worker& worker : workers_) {
            more = more || worker.layers.back().size() > 0;
            if (worker.before_goal && (!before_goal_ || *worker.before_goal < *before_goal_))
                before_goal_ = worker.before_goal;
        }
        if (!before_goal_)  // near the goal the number generated is chance, so it is not counted
            for (Worker& worker : workers_) generated_ += std::exchange(worker.generated, 0);
        is_over_ = before_goal_ || !more;
        if (is_over_) return;
        ++depth_;
        begin_layer();
    }

    Key find(const PredecessorSet<Key>& predecessors, std::size_t layer) const {
        std::optional<Key> least;
        for (const Part& part : parts(layer))
            for (const Key& noted_key : part)
                if (const Key key = without_note(domain_, noted_key); predecessors.has(key) && (!least || key < *least))
                    least = key;
        return *least;
    }

    const D& domain_;
    Set& set_;
    const Layers<Key>& earlier_layers_;
    Guard& guard_;
    std::vector<Worker> workers_;
    std::vector<Part> layer_;
    std::uint64_t peak_bytes_ = 0;
    std::size_t chunk_count_ = 0;
    std::atomic<std::size_t> next_chunk_{0}, keys_added_{0};
    std::atomic<std::uint64_t> pool_bytes_{0};
    std::atomic<bool> is_set_full_{false}, is_goal_seen_{false};
    bool is_over_ = false;
    std::uint64_t expanded_ = 0, generated_ = 0;
    int depth_ = 0;
    std::optional<Key> before_goal_;
};

}  // namespace unjam
