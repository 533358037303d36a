// Many independent searches on several threads, under one caller who may watch and stop them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam {

/// Calls job(index, limits) for every index below `count`, on `threads` threads of which the caller is one. The limits
/// are for each job by itself. Only the caller's thread looks up; when it is asked to stop, jobs under way are stopped
/// and the rest is skipped. What a job throws ends the batch and is thrown to the caller.
template <class Job>
void run_batch(std::size_t count, unsigned threads, const Limits& limits, Job&& job) {
    using Clock = std::chrono::steady_clock;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> asked{limits.stopped};
    const auto start = Clock::now();
    auto last_look = start;
    const auto look = [&](const Progress& progress) {
        last_look = Clock::now();
        if (limits.look && limits.look(progress)) asked = true;
        return asked.load();
    };
    const auto look_in_time = [&] {
        const auto now = Clock::now();
        if (now - last_look >= std::chrono::milliseconds(50))
            look({next.load(), 0, std::chrono::duration<double>(now - start).count()});
    };
    const Limits own{limits.seconds, limits.bytes, look};
    const Limits others{limits.seconds, limits.bytes, [&](const Progress&) { return asked.load(); }};

    std::mutex mutex;
    std::condition_variable finished;
    std::exception_ptr thrown;
    unsigned running = 0;
    const auto work = [&](const Limits& mine, auto&& between) {
        try {
            for (std::size_t index; !asked && (index = next++) < count; between()) job(index, mine);
        } catch (...) {
            asked = true;
            const std::lock_guard lock(mutex);
            thrown = std::current_exception();
        }
    };
    const auto help = [&] {
        work(others, [] {});
        const std::lock_guard lock(mutex);
        --running;
        finished.notify_one();
    };
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < threads && i < count; ++i) {
        try {
            const std::lock_guard lock(mutex);
            helpers.emplace_back(help);
            ++running;
        } catch (const std::system_error&) {
            break;  // the system has no more threads to give: those there are do the work
        }
    }
    work(own, look_in_time);
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
        lock.unlock();
        look_in_time();
        lock.lock();
    }
    if (thrown) std::rethrow_exception(thrown);
}

/// The outcomes of solve(index, threads, limits) for every index below `count`, in order. A single one gets all the
/// threads; of several each gets one.
template <class Solve>
std::vector<Outcome> solve_batch(std::size_t count, unsigned threads, const Limits& limits, Solve&& solve) {
    std::vector<Outcome> outcomes(count);
    if (count == 1) {
        outcomes[0] = solve(std::size_t{0}, threads, limits);
        return outcomes;
    }
    for (Outcome& outcome : outcomes) outcome.stop = Stop::asked;  // stays with those that are never begun
    run_batch(count, threads, limits, [&](std::size_t i, const Limits& own) { outcomes[i] = solve(i, 1u, own); });
    return outcomes;
}

}  // namespace unjam
