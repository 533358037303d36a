// Priority queues for small integer keys, as arrays of stacks: Buckets by one key, BucketQueue by two, for
// A*. R. B. Dial, "Shortest-path forest with topological ordering", 1969.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace unjam {

/// Entries by one key. The least key comes first, and among equal keys the newest entry.
template <class Entry>
class Buckets {
public:
    static constexpr int none = 1 << 29;  // more than any key

    /// Returns by how many bytes the queue grew.
    std::size_t push(int key, const Entry& entry) {
        if (key >= static_cast<int>(buckets_.size())) buckets_.resize(key + 1);
        auto& bucket = buckets_[key];
        const std::size_t before = bucket.capacity();
        bucket.push_back(entry);
        least_key_ = std::min(least_key_, key);
        return (bucket.capacity() - before) * sizeof(Entry);
    }

    /// The least key that has entries, or `none`.
    int least() {
        for (; least_key_ < static_cast<int>(buckets_.size()); ++least_key_)
            if (!buckets_[least_key_].empty()) return least_key_;
        return none;
    }

    /// Removes the newest entry of a key, which must have one.
    Entry pop(int key) {
        const Entry entry = buckets_[key].back();
        buckets_[key].pop_back();
        return entry;
    }

    std::size_t count(int key) const { return key < static_cast<int>(buckets_.size()) ? buckets_[key].size() : 0; }
    /// Returns the entry that `pop` would return after `ahead` others, which must exist.
    const Entry& peek(int key, std::size_t ahead) const { return buckets_[key][buckets_[key].size() - 1 - ahead]; }

    /// Moves all entries of the other here, as if they were pushed now. Returns by how many bytes this grew.
    std::size_t take(Buckets&& other) {
        if (buckets_.size() < other.buckets_.size()) buckets_.resize(other.buckets_.size());
        const std::size_t before = bytes();
        for (std::size_t key = 0; key < other.buckets_.size(); ++key) {
            auto &from = other.buckets_[key], &to = buckets_[key];
            if (from.empty()) continue;
            least_key_ = std::min(least_key_, static_cast<int>(key));
            if (to.empty())
                to.swap(from);
            else
                to.insert(to.end(), from.begin(), from.end());
        }
        return bytes() - before;
    }

    std::size_t size() const {
        std::size_t total = 0;
        for (const auto& bucket : buckets_) total += bucket.size();
        return total;
    }
    std::size_t bytes() const {
        std::size_t total = 0;
        for (const auto& bucket : buckets_) total += bucket.capacity() * sizeof(Entry);
        return total;
    }

    template <class Visit>
    void each(Visit&& visit) const {
        for (const auto& bucket : buckets_)
            for (const Entry& entry : bucket) visit(entry);
    }

private:
    std::vector<std::vector<Entry>> buckets_;
    int least_key_ = none;
};

/// Entries by a first key, then a second: the frontier of A*, by sum and estimate. A first key that is used up gives
/// its memory back.
template <class Entry>
class BucketQueue {
public:
    void push(int first, int second, const Entry& entry) {
        if (first >= static_cast<int>(buckets_.size())) buckets_.resize(first + 1);
        bytes_ += buckets_[first].push(second, entry);
        least_key_ = std::min(least_key_, first);
        ++size_;
    }
    bool empty() const { return size_ == 0; }
    std::size_t bytes() const { return bytes_; }

    /// The least first key; the queue must not be empty.
    int least() {
        while (buckets_[least_key_].least() == Buckets<Entry>::none) drop(least_key_++);
        return least_key_;
    }

    /// Removes the next entry and reports the keys it was pushed with.
    Entry pop(int& first, int& second) {
        first = least();
        second = buckets_[first].least();
        --size_;
        return buckets_[first].pop(second);
    }

    /// Removes and returns all entries of the least first key.
    Buckets<Entry> pop_all() {
        const int first = least();
        Buckets<Entry> bucket = std::move(buckets_[first]);
        buckets_[first] = {};
        size_ -= bucket.size();
        bytes_ -= bucket.bytes();
        return bucket;
    }

    /// Returns the entry `ahead` places after the last one popped with these keys, or null if this key pair has fewer
    /// entries. Only valid if nothing was pushed since.
    const Entry* peek(int first, int second, std::size_t ahead) const {
        const Buckets<Entry>& buckets = buckets_[first];
        return buckets.count(second) < ahead ? nullptr : &buckets.peek(second, ahead - 1);
    }

    /// Calls visit(first, entry) for all entries.
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t first = 0; first < buckets_.size(); ++first)
            buckets_[first].each([&](const Entry& entry) { visit(static_cast<int>(first), entry); });
    }

private:
    void drop(int first) {
        bytes_ -= buckets_[first].bytes();
        buckets_[first] = {};
    }

    std::vector<Buckets<Entry>> buckets_;
    int least_key_ = Buckets<Entry>::none;
    std::size_t size_ = 0, bytes_ = 0;
};

}  // namespace unjam
