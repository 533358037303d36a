// The limits of one worker of the any-solution search.
#pragma once

#include <atomic>
#include <cstdint>

#include "unjam/limits.hpp"

namespace unjam::sokoban {

/// Watches the limits for one worker. It also stops the worker if another one found a solution in this round after
/// fewer expansions, so that the answer does not depend on which thread was faster.
class WorkerLimits {
public:
    /// `is_caller`: the worker runs on the caller's thread, which alone may poll. `workers` share the memory.
    WorkerLimits(Guard& guard, std::atomic<std::uint64_t>& best_spent, bool is_caller, std::size_t workers)
        : guard_(guard), best_spent_(best_spent), is_caller_(is_caller), workers_(workers) {}

    void begin_round() { spent_ = 0; }

    void set_caller(bool is_caller) { is_caller_ = is_caller; }

    /// Counts one expansion of a search that holds `bytes`; true if it must stop.
    bool tick(std::uint64_t expanded, std::size_t bytes) {
        ++spent_;
        expanded_ = expanded;
        return (is_caller_ ? guard_.check(expanded, 0) : guard_.out_of_time()) ||
               guard_.refuses(with_gaps(other_bytes_ + bytes) * workers_) ||
               spent_ > best_spent_.load(std::memory_order_relaxed);
    }

    /// Reads the clock in the middle of a long expansion, and polls on the caller's thread.
    bool out_of_time() { return guard_.stopped() || (is_caller_ ? guard_.check(expanded_, 0) : guard_.out_of_time()); }
    bool stopped() const { return guard_.stopped() || spent_ > best_spent_.load(std::memory_order_relaxed); }

    /// Memory of the worker apart from the search that ticks.
    void set_other_bytes(std::size_t bytes) { other_bytes_ = bytes; }
    /// Adjusts that memory after a part of it grew.
    void add_growth(std::size_t before, std::size_t after) { other_bytes_ += after - before; }
    std::uint64_t spent() const { return spent_; }
    /// What this worker may hold.
    std::size_t byte_limit() const { return guard_.byte_limit() / workers_; }

private:
    // Searches come and go; the gaps they leave between other blocks are not all reused.
    static std::uint64_t with_gaps(std::uint64_t bytes) { return bytes + bytes / 16; }

    Guard& guard_;
    std::atomic<std::uint64_t>& best_spent_;
    bool is_caller_;
    std::size_t workers_, other_bytes_ = 0;
    std::uint64_t spent_ = 0, expanded_ = 0;
};

}  // namespace unjam::sokoban
