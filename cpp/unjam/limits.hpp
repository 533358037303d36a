// Limits of a search (time, memory, a poll) and Guard, which watches them while it runs; Stop and Progress.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace unjam {

/// Why a search ended before it had an answer.
enum class Stop : std::uint8_t { none, time, memory, requested };

/// What a running search reports, about twenty times a second.
struct Progress {
    std::uint64_t expanded = 0;
    std::int64_t bound = 0;
    double seconds = 0;
};

/// What a search may hold at most, whatever its limits say: where addresses have 32 bits, half of what they reach. A
/// sum of sizes that exist then never overflows; sizes that a table would have are computed with 64 bits.
inline constexpr std::size_t max_bytes = std::numeric_limits<std::size_t>::max() >> (sizeof(std::size_t) < 8 ? 1 : 0);

/// The limits of one search. `poll` is called on the searching thread about every 50 ms and returns true to stop the
/// search. A search that is `stopped` from the start gives up at its first check.
struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::size_t bytes = max_bytes;
    std::function<bool(const Progress&)> poll;
    bool stopped = false;
};

/// Watches the limits of one running search. Every thread may call `stopped()`. Only the caller's thread may `tick()`,
/// because `poll` may call back into the caller. A tick costs a decrement: the clock is read once in `stride` ticks.
/// Memory is compared every time, so that a table can ask before it grows.
class Guard {
public:
    explicit Guard(const Limits& limits, std::uint32_t stride = 1024)
        : limits_(limits), stride_(stride), left_(stride), start_(Clock::now()) {
        if (limits.stopped) stop(Stop::requested);
    }

    /// Counts one unit of work; true when the search must stop.
    bool tick(std::uint64_t expanded, std::size_t bytes, std::int64_t bound) {
        if (bytes > limits_.bytes) stop(Stop::memory);
        if (--left_ == 0) {
            left_ = stride_;
            check(expanded, bound);
        }
        return stopped();
    }

    /// Reads the clock now; for loops whose single steps are long.
    bool check(std::uint64_t expanded, std::int64_t bound) {
        const double now = seconds();
        if (now > limits_.seconds) stop(Stop::time);
        if (limits_.poll && now >= next_poll_) {
            next_poll_ = now + 0.05;
            if (limits_.poll({expanded, bound, now})) stop(Stop::requested);
        }
        return stopped();
    }

    /// Reads only the clock, so any thread may call it; for long steps in which nothing else checks the limits.
    bool out_of_time() {
        if (seconds() > limits_.seconds) stop(Stop::time);
        return stopped();
    }

    /// True when `bytes` would be over the memory limit; a table asks before it grows.
    bool refuses(std::uint64_t bytes) {
        if (bytes > limits_.bytes) stop(Stop::memory);
        return stopped();
    }

    void stop(Stop why) {
        Stop none = Stop::none;
        why_.compare_exchange_strong(none, why, std::memory_order_relaxed);
    }
    bool stopped() const { return why_.load(std::memory_order_relaxed) != Stop::none; }
    Stop why() const { return why_.load(std::memory_order_relaxed); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    std::size_t byte_limit() const { return limits_.bytes; }

private:
    using Clock = std::chrono::steady_clock;
    const Limits& limits_;
    std::uint32_t stride_, left_;
    Clock::time_point start_;
    double next_poll_ = 0.05;
    std::atomic<Stop> why_{Stop::none};
};

}  // namespace unjam
