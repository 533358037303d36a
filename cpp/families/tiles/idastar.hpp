// IdaStar raises the threshold by two until an engine reaches the goal, on one thread or with branches shared
// by several, and records the solution. R. E. Korf, "Depth-first iterative-deepening", 1985.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "families/tiles/grid.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam::tiles {

/// Called once in a thousand positions with their number so far; returns true to stop the search.
using ShouldStop = std::function<bool(std::uint64_t)>;

/// The result of a search within one threshold.
struct SearchResult {
    std::uint64_t expanded = 0, generated = 0;
    bool goal_reached = false;
    bool is_stopped = false;               // by `should_stop`
    std::vector<std::int32_t> moves_back;  // the moves to the goal, last first
};

/// Searches one board with thresholds that rise by two until the goal is within.
///
/// An engine (`PatternSearch`, `WalkingDistance`) provides the estimate and the search below a branch within a
/// threshold.
template <class Engine>
class IdaStar {
public:
    IdaStar(const Engine& engine, std::span<const std::uint8_t> board, const Limits& limits)
        : engine_(engine), root_(engine.branch(board)), guard_(limits), bound_(root_.bound()) {}

    Outcome run(int threads) {
        outcome_.peak_bytes = engine_.bytes();
        if (!guard_.refuses(outcome_.peak_bytes)) {
            // A board that one thread solves quickly gets the same counts every time.
            while (outcome_.status != Status::solved && !guard_.stopped() &&
                   (threads == 1 || outcome_.expanded < shared_from))
                run_threshold();
            if (outcome_.status != Status::solved && !guard_.stopped()) run_thresholds_on_threads(threads);
        }
        if (outcome_.status == Status::solved) {
            outcome_.optimal = true;
            outcome_.cost = static_cast<std::int64_t>(outcome_.moves.size());
        } else {
            outcome_.stop = guard_.why();
        }
        outcome_.lower_bound = outcome_.status == Status::solved ? outcome_.cost : bound_;
        outcome_.seconds = guard_.seconds();
        return std::move(outcome_);
    }

private:
    static constexpr std::uint64_t shared_from = 4'000'000;
    static constexpr std::size_t tasks_per_thread = 128;

    using Branch = typename Engine::Branch;

    void set_solution(const Branch& branch, const std::vector<std::int32_t>& moves_back) {
        outcome_.status = Status::solved;
        outcome_.moves = branch.moves;
        outcome_.moves.insert(outcome_.moves.end(), moves_back.rbegin(), moves_back.rend());
    }

    /// Searches one threshold on this thread.
    void run_threshold() {
        const std::uint64_t before = outcome_.expanded;
        const SearchResult result = engine_.search_within(
            root_, bound_, [&](std::uint64_t expanded) { return guard_.check(before + expanded, bound_); });
        outcome_.expanded += result.expanded;
        outcome_.generated += result.generated;
        if (result.goal_reached)
            set_solution(root_, result.moves_back);
        else if (!guard_.check(outcome_.expanded, bound_))
            bound_ += 2;
    }

    /// The branches that the threads share: all boards a few moves from the start, each once.
    std::vector<Branch> tasks(std::size_t min_count) const {
        const Grid& grid = engine_.grid();
        const auto cells = static_cast<std::size_t>(grid.cells());
        std::vector<Branch> layer{root_};
        std::set<std::array<std::uint8_t, max_cells>> seen;
        while (layer.size() < min_count && layer[0].moves.size() < 40) {
            std::vector<Branch> next;
            for (const Branch& branch : layer)
                for (int direction = 0; direction < 4; ++direction) {
                    const int from = grid.neighbours[branch.gap][direction];
                    if (from < 0 || direction == branch.last) continue;
                    std::array<std::uint8_t, max_cells> board = branch.board;
                    std::swap(board[branch.gap], board[from]);
                    if (!seen.insert(board).second) continue;
                    Branch after = engine_.branch(std::span(board).first(cells));
                    after.last = 3 - direction;
                    after.moves = branch.moves;
                    after.moves.push_back(branch.board[from]);
                    next.push_back(std::move(after));
                }
            layer.swap(next);
        }
        // The most promising come first: the goal is then often found early.
        std::vector<std::pair<int, std::size_t>> order;
        for (std::size_t i = 0; i < layer.size(); ++i) order.emplace_back(layer[i].bound(), i);
        std::sort(order.begin(), order.end());
        std::vector<Branch> sorted;
        for (const auto& [bound, i] : order) sorted.push_back(std::move(layer[i]));
        return sorted;
    }

    /// Searches threshold after threshold on all threads. The answer is that of the first task that reaches the goal,
    /// whichever thread is faster.
    void run_thresholds_on_threads(int threads) {
        const std::vector<Branch> branches = tasks(tasks_per_thread * static_cast<std::size_t>(threads));
        while (outcome_.status != Status::solved && !guard_.stopped()) {
            std::atomic<std::size_t> next{0}, best{branches.size()};
            std::atomic<std::uint64_t> expanded{outcome_.expanded}, generated{outcome_.generated};
            std::atomic<int> working{threads};
            std::mutex answer_mutex;
            const auto work = [&](bool is_caller) {
                for (std::size_t task; (task = next.fetch_add(1)) < best.load() && !guard_.stopped();) {
                    std::uint64_t reported = 0;
                    const auto should_stop = [&](std::uint64_t now) {
                        expanded += now - reported;
                        reported = now;
                        if (is_caller) guard_.check(expanded, bound_);
                        return guard_.stopped() || best.load(std::memory_order_relaxed) < task;
                    };
                    const SearchResult result = engine_.search_within(branches[task], bound_, should_stop);
                    expanded += result.expanded - reported;
                    generated += result.generated;
                    if (!result.goal_reached) continue;
                    const std::lock_guard lock(answer_mutex);
                    if (task < best) {
                        best = task;
                        set_solution(branches[task], result.moves_back);
                    }
                }
                --working;
            };
            std::vector<std::thread> helpers;
            for (int i = 1; i < threads; ++i) {
                try {
                    helpers.emplace_back(work, false);
                } catch (const std::system_error&) {
                    working -= threads - i;  // the system has no more threads
                    break;
                }
            }
            work(true);
            while (working > 0) {
                guard_.check(expanded, bound_);
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            for (auto& thread : helpers) thread.join();
            outcome_.expanded = expanded;
            outcome_.generated = generated;
            if (outcome_.status != Status::solved && !guard_.stopped()) bound_ += 2;
        }
    }

    const Engine& engine_;
    Branch root_;
    Guard guard_;
    int bound_;
    Outcome outcome_;
};

}  // namespace unjam::tiles
