// Optimal solutions of sliding tiles: one board on one or several threads, or many boards at once.
//
//   solve.hpp             the way in: IDA* with rising ceilings on one thread or several
//   grid.hpp              a board of cells and its symmetries
//   pattern_tables.hpp    additive pattern tables and their bound
//   fill_tables.hpp       fills the tables
//   idastar.hpp           IDA* within one ceiling, with pattern tables
//   walking_distance.hpp  IDA* within one ceiling, with walking distance
//   beam_search.hpp       a good solution quickly
//   hill_climb.hpp        the boards that a hill climber visits
//   explore.hpp           the whole space of a small board
//   env_board.hpp         a board for vector environments (unjam/vector_env.hpp)
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "families/tiles/beam_search.hpp"
#include "families/tiles/idastar.hpp"
#include "unjam/batch.hpp"
#include "unjam/outcome.hpp"

namespace unjam::tiles {

/// Searches one board with ceilings that rise by two until the goal is within.
///
/// An engine (`Slides`, `WalkingDistance`) provides the estimate and the search below a branch within a ceiling.
template <class Engine>
class Solver {
public:
    Solver(const Engine& engine, std::span<const std::uint8_t> board, const Limits& limits)
        : engine_(engine), root_(engine.branch(board)), guard_(limits), bound_(root_.bound()) {}

    Outcome run(int threads) {
        out_.peak_bytes = engine_.bytes();
        if (!guard_.refuses(out_.peak_bytes)) {
            // A board that one thread solves quickly gets the same counts every time.
            while (out_.status != Status::solved && !guard_.stopped() && (threads == 1 || out_.expanded < shared_from))
                run_ceiling();
            if (out_.status != Status::solved && !guard_.stopped()) run_ceilings_on_threads(threads);
        }
        if (out_.status == Status::solved) {
            out_.optimal = true;
            out_.cost = static_cast<std::int64_t>(out_.moves.size());
        } else {
            out_.stop = guard_.why();
        }
        out_.lower_bound = out_.status == Status::solved ? out_.cost : bound_;
        out_.seconds = guard_.seconds();
        return std::move(out_);
    }

private:
    static constexpr std::uint64_t shared_from = 4'000'000;
    static constexpr std::size_t tasks_per_thread = 128;

    using Branch = typename Engine::Branch;

    void set_solution(const Branch& branch, const std::vector<std::int32_t>& moves_back) {
        out_.status = Status::solved;
        out_.moves = branch.moves;
        out_.moves.insert(out_.moves.end(), moves_back.rbegin(), moves_back.rend());
    }

    /// Searches one ceiling on this thread.
    void run_ceiling() {
        const std::uint64_t before = out_.expanded;
        const DiveResult result = engine_.dive(
            root_, bound_, [&](std::uint64_t expanded) { return guard_.check(before + expanded, bound_); });
        out_.expanded += result.expanded;
        out_.generated += result.generated;
        if (result.reached)
            set_solution(root_, result.moves_back);
        else if (!guard_.check(out_.expanded, bound_))
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
        std::stable_sort(layer.begin(), layer.end(),
                         [](const Branch& a, const Branch& b) { return a.bound() < b.bound(); });
        return layer;
    }

    /// Searches ceiling after ceiling on all threads. The answer is that of the first task that reaches the goal,
    /// whichever thread is faster.
    void run_ceilings_on_threads(int threads) {
        const std::vector<Branch> branches = tasks(tasks_per_thread * static_cast<std::size_t>(threads));
        while (out_.status != Status::solved && !guard_.stopped()) {
            std::atomic<std::size_t> next{0}, best{branches.size()};
            std::atomic<std::uint64_t> expanded{out_.expanded}, generated{out_.generated};
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
                    const DiveResult result = engine_.dive(branches[task], bound_, should_stop);
                    expanded += result.expanded - reported;
                    generated += result.generated;
                    if (!result.reached) continue;
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
            out_.expanded = expanded;
            out_.generated = generated;
            if (out_.status != Status::solved && !guard_.stopped()) bound_ += 2;
        }
    }

    const Engine& engine_;
    Branch root_;
    Guard guard_;
    int bound_;
    Outcome out_;
};

template <class Engine>
Outcome solve(const Engine& engine, std::span<const std::uint8_t> board, const Limits& limits, int threads) {
    return Solver<Engine>(engine, board, limits).run(std::max(threads, 1));
}

/// Finds a good solution by beam search, then raises the lower bound for a while to show how good it is. The answer is
/// the same on every machine unless a limit is reached. No solution and no limit reached means that the beam lost its
/// way.
inline Outcome solve_any(const Slides& slides, std::span<const std::uint8_t> board, const Limits& limits) {
    constexpr std::uint64_t beam_positions = 2'500'000, proof_positions = 8'000'000;
    return run_within(limits, [&](Guard& guard, Outcome& out) {
        const Branch root = slides.branch(board);
        out.lower_bound = root.bound();
        if (guard.refuses(slides.bytes())) {
            out.stop = guard.why();
            return;
        }
        out.moves = Beam(slides, guard).run(board, beam_positions, out);
        if (!out.moves.empty() || root.home()) {
            out.status = Status::solved;
            out.cost = static_cast<std::int64_t>(out.moves.size());
        }
        for (std::uint64_t left = proof_positions; left && !guard.stopped() && out.lower_bound != out.cost;) {
            const std::uint64_t before = out.expanded;
            bool is_budget_spent = false;
            const auto should_stop = [&](std::uint64_t expanded) {
                is_budget_spent = expanded >= left;
                return is_budget_spent || guard.check(before + expanded, out.lower_bound);
            };
            const DiveResult result = slides.dive(root, static_cast<int>(out.lower_bound), should_stop);
            out.expanded += result.expanded;
            out.generated += result.generated;
            left -= std::min(left, result.expanded);
            if (result.reached) {
                out.moves.assign(result.moves_back.rbegin(), result.moves_back.rend());
                out.status = Status::solved;
                out.cost = out.lower_bound;
            } else if (!is_budget_spent && !guard.stopped()) {
                out.lower_bound += 2;
            } else {
                break;
            }
        }
        out.optimal = out.status == Status::solved && out.cost == out.lower_bound;
        if (out.status != Status::solved) out.stop = guard.why();
    });
}

/// Solves all boards (one after another in `boards`); the limits hold for each.
template <class Engine>
std::vector<Outcome> solve_many(const Engine& engine, std::span<const std::uint8_t> boards, const Limits& limits,
                                int threads) {
    const auto cells = static_cast<std::size_t>(engine.grid().cells());
    return solve_batch(boards.size() / cells, static_cast<unsigned>(std::max(threads, 1)), limits,
                       [&](std::size_t i, unsigned own_threads, const Limits& own) {
                           return solve(engine, boards.subspan(i * cells, cells), own, static_cast<int>(own_threads));
                       });
}

}  // namespace unjam::tiles
