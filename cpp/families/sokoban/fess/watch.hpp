// How long one of several searches may go on.
#pragma once

#include <atomic>
#include <cstdint>

#include "unjam/limits.hpp"

namespace unjam::sokoban {

/// Watches the limits for one worker, and whether another has found a solution after fewer expansions in this round:
/// so the answer does not depend on which thread was faster.
class Watch {
public:
    /// `outer`: this is the thread that was called from outside. `workers` share the memory.
    Watch(Guard& guard, std::atomic<std::uint64_t>& found, bool outer, std::size_t workers)
        : guard_(guard), found_(found), outer_(outer), workers_(workers) {}

    void begin_round() { spent_ = 0; }

    /// Counts one expansion, with `bytes` held by the search that makes it; true when it must stop.
    bool tick(std::uint64_t expanded, std::size_t bytes) {
        ++spent_;
        return (outer_ ? guard_.check(expanded, 0) : guard_.late()) || guard_.refuses((held_ + bytes) * workers_) ||
               spent_ > found_.load(std::memory_order_relaxed);
    }

    /// Reads the clock in the middle of a long expansion.
    bool late() { return guard_.late(); }
    bool stopped() const { return guard_.stopped() || spent_ > found_.load(std::memory_order_relaxed); }

    /// What the worker holds besides the search that ticks.
    void hold(std::size_t bytes) { held_ = bytes; }
    /// So much more of it since then.
    void grow(std::size_t bytes) { held_ += bytes; }
    std::uint64_t spent() const { return spent_; }

private:
    Guard& guard_;
    std::atomic<std::uint64_t>& found_;
    bool outer_;
    std::size_t workers_, held_ = 0;
    std::uint64_t spent_ = 0;
};

}  // namespace unjam::sokoban
