// How long one of several searches may go on.
#pragma once

#include <atomic>
#include <cstdint>

#include "unjam/limits.hpp"

namespace unjam::sokoban {

/// What a hash table of the standard library holds as the allocator hands it out, and what its index will hold for a
/// moment when it grows next.
template <class Table>
std::size_t table_bytes(const Table& table) {
    constexpr std::size_t block = 16;
    constexpr std::size_t entry = (sizeof(typename Table::value_type) + 2 * sizeof(void*) + block - 1) / block * block;
    const std::size_t index = table.bucket_count() * sizeof(void*);
    return table.size() * entry + (table.size() >= table.bucket_count() ? 3 * index : index);
}

/// Watches the limits for one worker, and whether another has found a solution after fewer expansions in this round:
/// so the answer does not depend on which thread was faster.
class Watch {
public:
    /// `outer`: this is the thread that was called from outside. `workers` share the memory.
    Watch(Guard& guard, std::atomic<std::uint64_t>& found, bool outer, std::size_t workers)
        : guard_(guard), found_(found), outer_(outer), workers_(workers) {}

    void begin_round() { spent_ = 0; }

    /// Whether the worker runs on the thread that was called from outside, which alone may look whether to stop.
    void set_outer(bool outer) { outer_ = outer; }

    /// Counts one expansion, with `bytes` held by the search that makes it; true when it must stop.
    bool tick(std::uint64_t expanded, std::size_t bytes) {
        ++spent_;
        expanded_ = expanded;
        return (outer_ ? guard_.check(expanded, 0) : guard_.late()) ||
               guard_.refuses(with_gaps(held_ + bytes) * workers_) || spent_ > found_.load(std::memory_order_relaxed);
    }

    /// Reads the clock in the middle of a long expansion, and looks whether it is asked to stop.
    bool late() { return guard_.stopped() || (outer_ ? guard_.check(expanded_, 0) : guard_.late()); }
    bool stopped() const { return guard_.stopped() || spent_ > found_.load(std::memory_order_relaxed); }

    /// What the worker holds besides the search that ticks.
    void hold(std::size_t bytes) { held_ = bytes; }
    /// What a part of it held a moment ago, and what it holds now.
    void grow(std::size_t before, std::size_t after) { held_ += after - before; }
    std::uint64_t spent() const { return spent_; }

private:
    // Searches come and go; what they leave between blocks that stay is not all used again.
    static std::size_t with_gaps(std::size_t bytes) { return bytes + bytes / 16; }

    Guard& guard_;
    std::atomic<std::uint64_t>& found_;
    bool outer_;
    std::size_t workers_, held_ = 0;
    std::uint64_t spent_ = 0, expanded_ = 0;
};

}  // namespace unjam::sokoban
