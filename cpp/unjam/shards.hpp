// The layered search of one very large space by several threads.
//
// Every key belongs to one shard by its hash, and every shard to one thread: its table, its layers and its part of the
// frontier are touched by nobody else. Work goes in rounds. In the first half of a round each thread expands some keys
// of its own and sorts the successors by shard; in the second half each takes what the others have for it and keeps
// what is new. Two barriers a round are all the locking there is (after the hash-distributed search of A. Kishimoto, A.
// Fukunaga and A. Botea, 2009, with breadth-first rounds in place of messages).
#pragma once

#include <atomic>
#include <barrier>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "unjam/layers.hpp"

namespace unjam {

template <Domain D>
class ShardedSearch {
public:
    using Key = typename D::Key;

    /// Takes over a paused search: its layers are dealt out to the shards.
    ShardedSearch(const D& domain, unsigned threads, Guard& guard) : domain_(domain), guard_(guard) {
        for (unsigned i = 0; i < threads; ++i) {
            shards_.push_back(std::make_unique<Shard>());
            shards_.back()->outbox.resize(threads);
        }
    }

    /// Goes on to the end; `held` bytes are the caller's and count towards the limit.
    Ending run(const Layers<Key>& paused, std::size_t held) {
        held_ = peak_ = held;
        expanded_ = paused.expanded;
        generated_ = paused.generated;
        depth_ = paused.depth;
        if (!deal(paused)) return Ending::stopped;
        std::barrier barrier(static_cast<std::ptrdiff_t>(shards_.size()), [this]() noexcept { decide(); });
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < shards_.size(); ++i) others.emplace_back([&, i] { work(*shards_[i], i, barrier); });
        work(*shards_[0], 0, barrier);
        others.clear();
        for (auto& shard : shards_) {
            expanded_ += shard->expanded;
            generated_ += shard->generated;
        }
        if (guard_.stopped()) return Ending::stopped;
        for (auto& shard : shards_)
            if (shard->found) {
                goal_ = shard->goal;
                ++expanded_;  // the goal is counted as expanded
                ++depth_;
                return Ending::solved;
            }
        return Ending::exhausted;
    }

    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }
    int depth() const { return depth_; }
    std::size_t peak_bytes() const { return peak_; }
    std::uint64_t states() const {
        std::uint64_t all = 0;
        for (auto& shard : shards_) all += shard->pool.size();
        return all;
    }

    /// The keys from the start to the goal, both included.
    std::vector<Key> walk_back() const {
        return unjam::walk_back(domain_, goal_, depth_,
                                [this](const Sought<Key>& sought, std::size_t layer) { return find(sought, layer); });
    }

private:
    struct alignas(128) Shard {
        KeyTable<Key> table;
        Pool<Key> pool;
        std::vector<std::size_t> starts;
        std::vector<Pool<Key>> outbox;  // successors by the shard they belong to
        std::size_t at = 0;
        std::uint64_t expanded = 0, generated = 0;
        bool found = false, failed = false;
        Key goal{};

        std::size_t bytes() const {
            std::size_t all = table.bytes() + pool.bytes();
            for (const Pool<Key>& box : outbox) all += box.bytes();
            return all;
        }
    };

    std::size_t shard_of(const Key& key) const {
        return static_cast<std::size_t>((hash_key(key) >> 8 & 0xffffffffu) * shards_.size() >> 32);
    }

    /// Room for `more` keys in the shard, or the search is stopped for want of memory.
    bool make_room(Shard& shard, std::size_t more) {
        const std::size_t before = shard.table.bytes() + shard.pool.bytes();
        const std::size_t pool = shard.pool.bytes_for(shard.pool.size() + more);
        const std::size_t table = shard.table.has_room(more) ? shard.table.bytes() : shard.table.bytes_to_grow(more);
        if (pool + table > before && guard_.refuses(held_ + pool + table - before)) return false;
        shard.pool.reserve(shard.pool.size() + more);
        if (!shard.table.has_room(more) && !shard.table.grow(more, guard_)) return false;
        const std::size_t after = shard.table.bytes() + shard.pool.bytes();
        const std::size_t now = held_ += after - before;
        for (std::size_t peak = peak_; now > peak && !peak_.compare_exchange_weak(peak, now);) {
        }
        return true;
    }

    bool deal(const Layers<Key>& paused) {
        for (std::size_t layer = 0; layer + 1 < paused.starts.size(); ++layer) {
            for (auto& shard : shards_) shard->starts.push_back(shard->pool.size());
            for (std::size_t i = paused.starts[layer]; i < paused.starts[layer + 1]; ++i) {
                const Key key = plain(domain_, paused.pool[i]);
                Shard& shard = *shards_[shard_of(key)];
                if (!shard.table.has_room(1) || shard.pool.capacity() == shard.pool.size())
                    if (!make_room(shard, 1024)) return false;
                shard.table.insert(key);
                shard.pool.push(key);
            }
        }
        for (auto& shard : shards_) {
            shard->at = shard->starts.back();
            shard->starts.push_back(shard->pool.size());
        }
        return true;
    }

    void work(Shard& mine, std::size_t me, auto& barrier) {
        constexpr std::size_t round = 4096;
        const std::size_t most = domain_.most_successors();
        std::vector<Key> keys(most + slack);
        for (;;) {
            try {
                expand_some(mine, keys, round);
            } catch (const std::bad_alloc&) {
                guard_.stop(Stop::memory);
            }
            if (me == 0) guard_.check(shards_.size() * mine.expanded + expanded_, depth_ + 1);
            barrier.arrive_and_wait();
            if (over_) return;
            try {
                take_in(mine, me);
            } catch (const std::bad_alloc&) {
                guard_.stop(Stop::memory);
            }
            barrier.arrive_and_wait();
            if (over_) return;
            if (layer_done_) mine.starts.push_back(mine.pool.size());
        }
    }

    /// Between two halves of a round, while all threads wait: one answer for all of them. Were each to look for itself,
    /// one could go on to the next barrier and another leave.
    void decide() {
        layer_done_ = took_in_ && every_layer_done();
        over_ = guard_.stopped() || any_found() || (layer_done_ && nothing_new());
        if (layer_done_ && !over_) ++depth_;
        took_in_ = !took_in_;
    }

    void expand_some(Shard& mine, std::vector<Key>& keys, std::size_t round) {
        const std::size_t end = std::min(mine.starts.back(), mine.at + round), before = mine.bytes();
        for (Pool<Key>& box : mine.outbox) box.clear();
        for (; mine.at < end; ++mine.at) {
            const Expansion found = domain_.expand(mine.pool[mine.at], keys.data());
            mine.generated += found.count;
            ++mine.expanded;
            if (found.solved >= 0) {
                mine.found = true;
                mine.goal = keys[static_cast<std::size_t>(found.solved)];
                return;
            }
            for (unsigned i = 0; i < found.count; ++i) mine.outbox[shard_of(keys[i])].push(keys[i]);
        }
        held_ += mine.bytes() - before;
    }

    void take_in(Shard& mine, std::size_t me) {
        for (auto& other : shards_) {
            const Pool<Key>& box = other->outbox[me];
            if (box.size() == 0) continue;
            if (!make_room(mine, box.size())) return;
            const std::size_t size = mine.pool.size();
            mine.pool.take(size + mine.table.append_new(box.data(), box.size(), mine.pool.data() + size));
        }
    }

    bool any_found() const {
        for (auto& shard : shards_)
            if (shard->found) return true;
        return false;
    }
    bool every_layer_done() const {
        for (auto& shard : shards_)
            if (shard->at != shard->starts.back()) return false;
        return true;
    }
    bool nothing_new() const {
        for (auto& shard : shards_)
            if (shard->pool.size() != shard->starts.back()) return false;
        return true;
    }
    const Key& find(const Sought<Key>& sought, std::size_t layer) const {
        for (auto& shard : shards_)
            for (std::size_t i = shard->starts[layer]; i < shard->starts[layer + 1]; ++i)
                if (sought.has(shard->pool[i])) return shard->pool[i];
        return goal_;  // never: the key after it was found from one of this layer
    }

    const D& domain_;
    Guard& guard_;
    std::vector<std::unique_ptr<Shard>> shards_;
    std::atomic<std::size_t> held_{0}, peak_{0};
    std::uint64_t expanded_ = 0, generated_ = 0;
    int depth_ = 0;
    bool took_in_ = false, layer_done_ = false, over_ = false;
    Key goal_{};
};

}  // namespace unjam
