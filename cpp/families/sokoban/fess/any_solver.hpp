// AnySolver runs several workers on threads, in rounds, for any solution; divides preferences among them and
// shares the patterns they learned.
//
// Y. Shoham, J. Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", 2020.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "families/sokoban/fess/options.hpp"
#include "families/sokoban/fess/worker.hpp"

namespace unjam::sokoban {

/// Workers search in rounds, each longer than the last. They share what they learned only between rounds, so that the
/// answer does not depend on timing.
template <class Size>
class AnySolver {
public:
    AnySolver(const Maze& maze, const Position& start, Guard& guard, const AnyOptions& options = {})
        : start_(start),
          guard_(guard),
          options_(options),
          plan_limits_(guard, best_spent_, true, 1),
          level_(maze, start.boxes, &plan_limits_) {
        options_.workers = std::clamp(options.workers, 1u, static_cast<unsigned>(preferences.size()));
    }

    /// Returns the pushes of a solution; nothing if a limit was reached or every search came to its end.
    std::optional<std::vector<Push>> run() {
        if (!(options_.switched_off & technique::plan)) {
            plan_ = find_plan(level_, start_.boxes, plan_limits_, &expanded_);
            if (plan_.steps.empty()) return std::nullopt;
        }
        for (unsigned k = 0; k < options_.workers; ++k)
            workers_.push_back(std::make_unique<Worker<Size>>(
                level_, plan_, start_, preferences_of(k), WorkerLimits(guard_, best_spent_, k == 0, options_.workers),
                options_.seed * options_.workers + k));
        for (std::uint64_t turns = first_turns; !guard_.stopped(); turns += turns / 2) {
            const std::vector<std::uint8_t> solved = round(turns);
            std::size_t best = solved.size();
            bool open = false;
            for (std::size_t k = 0; k < solved.size(); ++k) {
                open |= workers_[k]->is_open();
                if (solved[k] && (best == solved.size() || spent(k) < spent(best))) best = k;
            }
            if (best < solved.size()) return workers_[best]->pushes();
            if (!open) break;
            share_patterns();
        }
        return std::nullopt;
    }

    std::uint64_t expanded() const {
        std::uint64_t out = expanded_;
        for (const auto& each : workers_) out += each->expanded();
        return out;
    }
    std::uint64_t generated() const {
        std::uint64_t out = 0;
        for (const auto& each : workers_) out += each->generated();
        return out;
    }
    std::size_t peak_bytes() const {
        std::size_t out = 0;
        for (const auto& each : workers_) out += each->peak_bytes();
        return out;
    }

private:
    static constexpr std::uint64_t first_turns = 1500;
    static constexpr std::array<Preference, 6> preferences = {{
        {},
        {.near = true},
        {.hot = false, .opener = false},
        {.hot = false, .rooms = false},
        {.pack = false},
        {.hot = false},
    }};

    // Every n-th preference (n = workers). Another seed begins elsewhere and breaks ties differently.
    std::vector<Preference> preferences_of(unsigned worker) const {
        std::vector<Preference> out;
        for (std::size_t k = worker; k < preferences.size(); k += options_.workers) {
            out.push_back(preferences[(k + options_.seed) % preferences.size()]);
            out.back().noise = options_.seed;
            out.back().switched_off = options_.switched_off;
        }
        return out;
    }

    std::vector<std::uint8_t> round(std::uint64_t turns) {
        std::vector<std::uint8_t> solved(workers_.size(), 0);
        const auto work = [&](std::size_t k) {
            if (!workers_[k]->round(turns)) return;
            solved[k] = 1;
            std::uint64_t least = best_spent_.load();
            while (spent(k) < least && !best_spent_.compare_exchange_weak(least, spent(k)));
        };
        std::atomic<std::size_t> running{workers_.size() - 1};
        std::vector<std::jthread> threads;
        std::size_t without_thread = workers_.size();  // workers from here on have no thread
        for (std::size_t k = 1; k < without_thread; ++k) {
            try {
                threads.emplace_back([&, k] {
                    work(k);
                    --running;
                });
            } catch (const std::system_error&) {
                without_thread = k;  // the system has no more threads: this one does the work of the others in turn
                running -= workers_.size() - k;
            }
        }
        work(0);
        for (std::size_t k = without_thread; k < workers_.size(); ++k) {
            workers_[k]->limits().set_caller(true);
            work(k);
            workers_[k]->limits().set_caller(false);
        }
        while (running) {  // only this thread may poll the caller
            if (!guard_.stopped()) guard_.check(workers_[0]->expanded(), 0);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return threads.clear(), solved;
    }

    std::uint64_t spent(std::size_t k) const { return workers_[k]->limits().spent(); }

    // Gives each worker the patterns that the others have learned in this round.
    void share_patterns() {
        std::vector<std::size_t> sizes;
        for (const auto& each : workers_) sizes.push_back(each->proofs().patterns.size());
        for (std::size_t to = 0; to < workers_.size(); ++to)
            for (std::size_t from = 0; from < workers_.size(); ++from)
                if (to != from)
                    workers_[to]->proofs().patterns.copy_from(workers_[from]->proofs().patterns, shared_, sizes[from]);
        shared_ = 0;
        for (const auto& each : workers_) shared_ = std::max(shared_, each->proofs().patterns.size());
    }

    const Position& start_;
    Guard& guard_;
    AnyOptions options_;
    std::atomic<std::uint64_t> best_spent_{
        ~std::uint64_t{0}};  // the fewest expansions in a round that led to a solution
    WorkerLimits plan_limits_;
    LevelTables<Size> level_;
    Plan plan_;
    std::vector<std::unique_ptr<Worker<Size>>> workers_;
    std::size_t shared_ = 0;
    std::uint64_t expanded_ = 0;
};

}  // namespace unjam::sokoban
