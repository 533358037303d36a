// `run_batch` and `solve_batch`: many independent searches on several threads, which the caller can watch and
// stop.
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

/// Calls job(index, limits) for every index below `count`, on `threads` threads including the caller's. The limits hold
/// for each job. Only the caller's thread polls. When the poll returns true, running jobs are stopped and the rest are
/// skipped. The first exception of a job ends the batch and is rethrown.
template <class Job>
void run_batch(std::size_t count, unsigned threads, const Limits& limits, Job&& job) {
    using Clock = std::chrono::steady_clock;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop_requested{limits.stopped};
    const auto start = Clock::now();
    auto last_poll = start;
    const auto poll = [&](const Progress& progress) {
        last_poll = Clock::now();
        if (limits.poll && limits.poll(progress)) stop_requested = true;
        return stop_requested.load();
    };
    const auto poll_if_due = [&] {
        const auto now = Clock::now();
        if (now - last_poll >= std::chrono::milliseconds(50))
            poll({next.load(), 0, std::chrono::duration<double>(now - start).count()});
    };
    const Limits caller_limits{limits.seconds, limits.bytes, poll};
    const Limits helper_limits{limits.seconds, limits.bytes, [&](const Progress&) { return stop_requested.load(); }};

    std::mutex mutex;
    std::condition_variable finished;
    std::exception_ptr failure;
    unsigned running = 0;
    const auto work = [&](const Limits& job_limits, auto&& after_job) {
        try {
            for (std::size_t index; !stop_requested && (index = next++) < count; after_job()) job(index, job_limits);
        } catch (...) {
            stop_requested = true;
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
        }
    };
    const auto help = [&] {
        work(helper_limits, [] {});
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
            break;  // the system has no more threads: go on with those that started
        }
    }
    work(caller_limits, poll_if_due);
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
        lock.unlock();
        poll_if_due();
        lock.lock();
    }
    if (failure) std::rethrow_exception(failure);
}

/// Returns the outcomes of solve(index, threads, limits) for every index below `count`, in order. A single board gets
/// all the threads; of several boards each gets one.
template <class Solve>
std::vector<Outcome> solve_batch(std::size_t count, unsigned threads, const Limits& limits, Solve&& solve) {
    std::vector<Outcome> outcomes(count);
    if (count == 1) {
        outcomes[0] = solve(std::size_t{0}, threads, limits);
        return outcomes;
    }
    for (Outcome& outcome : outcomes) outcome.stop = Stop::requested;  // for boards that are never begun
    run_batch(count, threads, limits,
              [&](std::size_t i, const Limits& job_limits) { outcomes[i] = solve(i, 1u, job_limits); });
    return outcomes;
}

}  // namespace unjam
