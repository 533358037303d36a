// How long a search may run, how much it may hold, and how others watch it and stop it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace unjam {

/// Why a search ended before it had an answer.
enum class Stop : std::uint8_t { none, time, memory, asked };

/// What a running search can tell: shown to people about twenty times a second.
struct Progress {
    std::uint64_t expanded = 0;
    std::int64_t bound = 0;
    double seconds = 0;
};

/// The limits of one search. `look` is called on the searching thread about every 50 ms; true asks it to stop.
/// A search that is `stopped` before it begins gives up at its first look.
struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    std::function<bool(const Progress&)> look;
    bool stopped = false;
};

/// Watches the limits of one running search. Every thread may ask `stopped()`; only the thread that was called from
/// outside may `tick()`, because `look` may reach the caller's world. A tick costs a decrement; the clock is read once
/// in `stride` ticks, and memory is compared every time so that a table can ask before it grows.
class Guard {
public:
    explicit Guard(const Limits& limits, std::uint32_t stride = 1024)
        : limits_(limits), stride_(stride), left_(stride), start_(Clock::now()) {
        if (limits.stopped) stop(Stop::asked);
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
        if (limits_.look && now >= next_look_) {
            next_look_ = now + 0.05;
            if (limits_.look({expanded, bound, now})) stop(Stop::asked);
        }
        return stopped();
    }

    /// Only the clock, on any thread: for long steps in which nobody else looks.
    bool late() {
        if (seconds() > limits_.seconds) stop(Stop::time);
        return stopped();
    }

    /// True when `bytes` would be over the memory limit; a table asks before it grows.
    bool refuses(std::size_t bytes) {
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
    double next_look_ = 0.05;
    std::atomic<Stop> why_{Stop::none};
};

}  // namespace unjam
