// Optimal solutions of sliding tiles: one board on one or all cores, or many boards at once.
//
//   solve.hpp     the way in: IDA* with rising ceilings on one thread or several
//   grid.hpp      a board of cells and its symmetries
//   patterns.hpp  additive pattern tables and their bound
//   fill.hpp      fills the tables
//   idastar.hpp   the search within one ceiling, with pattern tables
//   beam.hpp      a good solution quickly
//   walking.hpp   the same with walking distance
//   space.hpp     the whole space of a small board
//   climb.hpp     the walk of a hill climber
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "families/tiles/beam.hpp"
#include "families/tiles/idastar.hpp"
#include "unjam/batch.hpp"
#include "unjam/outcome.hpp"

namespace unjam::tiles {

/// One board, searched with ceilings that rise by two until the goal is within.
///
/// An engine (`Slides`, `Walking`) brings its estimate and the search below a line of play within a ceiling.
template <class Engine>
class Solving {
public:
    Solving(const Engine& engine, std::span<const std::uint8_t> board, const Limits& limits)
        : engine_(engine), root_(engine.line(board)), guard_(limits), bound_(root_.bound()) {}

    Outcome run(int threads) {
        out_.peak_bytes = engine_.bytes();
        if (!guard_.refuses(out_.peak_bytes)) {
            // A board that one core solves in a moment gets the same answer and the same counts every time.
            while (out_.status != Status::solved && !guard_.stopped() && (threads == 1 || out_.expanded < shared_from))
                alone();
            if (out_.status != Status::solved && !guard_.stopped()) together(threads);
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

    using Line = typename Engine::Line;

    void solved(const Line& line, const std::vector<std::int32_t>& found) {
        out_.status = Status::solved;
        out_.moves = line.made;
        out_.moves.insert(out_.moves.end(), found.rbegin(), found.rend());
    }

    /// One ceiling on this thread.
    void alone() {
        const std::uint64_t before = out_.expanded;
        const Dived dived = engine_.dive(
            root_, bound_, [&](std::uint64_t expanded) { return guard_.check(before + expanded, bound_); });
        out_.expanded += dived.expanded;
        out_.generated += dived.generated;
        if (dived.reached)
            solved(root_, dived.found);
        else if (!guard_.check(out_.expanded, bound_))
            bound_ += 2;
    }

    /// The lines of play that the threads share out: all boards a few moves from the start, each once.
    std::vector<Line> tasks(std::size_t wanted) const {
        const Grid& grid = engine_.grid();
        const auto cells = static_cast<std::size_t>(grid.cells());
        std::vector<Line> layer{root_};
        std::set<std::array<std::uint8_t, most_cells>> seen;
        while (layer.size() < wanted && layer[0].made.size() < 40) {
            std::vector<Line> next;
            for (const Line& line : layer)
                for (int direction = 0; direction < 4; ++direction) {
                    const int from = grid.beside[line.gap][direction];
                    if (from < 0 || direction == line.last) continue;
                    std::array<std::uint8_t, most_cells> board = line.board;
                    std::swap(board[line.gap], board[from]);
                    if (!seen.insert(board).second) continue;
                    Line after = engine_.line(std::span(board).first(cells));
                    after.last = 3 - direction;
                    after.made = line.made;
                    after.made.push_back(line.board[from]);
                    next.push_back(std::move(after));
                }
            layer.swap(next);
        }
        // The most promising first: the goal is then often met early.
        std::stable_sort(layer.begin(), layer.end(),
                         [](const Line& a, const Line& b) { return a.bound() < b.bound(); });
        return layer;
    }

    /// Ceilings on all threads. The answer is that of the first task that reaches the goal, whoever is faster.
    void together(int threads) {
        const std::vector<Line> lines = tasks(tasks_per_thread * static_cast<std::size_t>(threads));
        while (out_.status != Status::solved && !guard_.stopped()) {
            std::atomic<std::size_t> next{0}, best{lines.size()};
            std::atomic<std::uint64_t> expanded{out_.expanded}, generated{out_.generated};
            std::atomic<int> working{threads};
            std::mutex answer;
            const auto work = [&](bool outer) {
                for (std::size_t task; (task = next.fetch_add(1)) < best.load() && !guard_.stopped();) {
                    std::uint64_t told = 0;
                    const auto watch = [&](std::uint64_t now) {
                        expanded += now - told;
                        told = now;
                        if (outer) guard_.check(expanded, bound_);
                        return guard_.stopped() || best.load(std::memory_order_relaxed) < task;
                    };
                    const Dived dived = engine_.dive(lines[task], bound_, watch);
                    expanded += dived.expanded - told;
                    generated += dived.generated;
                    if (!dived.reached) continue;
                    const std::lock_guard lock(answer);
                    if (task < best) {
                        best = task;
                        solved(lines[task], dived.found);
                    }
                }
                --working;
            };
            std::vector<std::thread> others;
            for (int i = 1; i < threads; ++i) {
                try {
                    others.emplace_back(work, false);
                } catch (const std::system_error&) {
                    working -= threads - i;  // the system has no more threads to give
                    break;
                }
            }
            work(true);
            while (working > 0) {
                guard_.check(expanded, bound_);
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            for (auto& thread : others) thread.join();
            out_.expanded = expanded;
            out_.generated = generated;
            if (out_.status != Status::solved && !guard_.stopped()) bound_ += 2;
        }
    }

    const Engine& engine_;
    Line root_;
    Guard guard_;
    int bound_;
    Outcome out_;
};

template <class Engine>
Outcome solve(const Engine& engine, std::span<const std::uint8_t> board, const Limits& limits, int threads) {
    return Solving<Engine>(engine, board, limits).run(std::max(threads, 1));
}

/// A good solution by beam search, then ceilings for a while to say how good. The same answer on every machine, unless
/// a limit comes first; without a solution it gave up and was not stopped when the beam lost its way.
inline Outcome solve_any(const Slides& slides, std::span<const std::uint8_t> board, const Limits& limits) {
    constexpr std::uint64_t kept = 2'500'000, proving = 8'000'000;
    return watched(limits, [&](Guard& guard, Outcome& out) {
        const Line root = slides.line(board);
        out.lower_bound = root.bound();
        if (guard.refuses(slides.bytes())) {
            out.stop = guard.why();
            return;
        }
        out.moves = Beam(slides, guard).run(board, kept, out);
        if (!out.moves.empty() || root.home()) {
            out.status = Status::solved;
            out.cost = static_cast<std::int64_t>(out.moves.size());
        }
        for (std::uint64_t left = proving; left && !guard.stopped() && out.lower_bound != out.cost;) {
            const std::uint64_t before = out.expanded;
            bool spent = false;
            const auto watch = [&](std::uint64_t expanded) {
                spent = expanded >= left;
                return spent || guard.check(before + expanded, out.lower_bound);
            };
            const Dived dived = slides.dive(root, static_cast<int>(out.lower_bound), watch);
            out.expanded += dived.expanded;
            out.generated += dived.generated;
            left -= std::min(left, dived.expanded);
            if (dived.reached) {
                out.moves.assign(dived.found.rbegin(), dived.found.rend());
                out.status = Status::solved;
                out.cost = out.lower_bound;
            } else if (!spent && !guard.stopped()) {
                out.lower_bound += 2;
            } else {
                break;
            }
        }
        out.optimal = out.status == Status::solved && out.cost == out.lower_bound;
        if (out.status != Status::solved) out.stop = guard.why();
    });
}

/// All boards (one after the other in `boards`), in order; the limits hold for each.
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
