// Any solution of a hard level: feature-space search along a packing plan.
//
//   field.hpp          one position spread out, and the parts of the floor it leaves
//   macros.hpp         macro moves: one box goes as far as it can while the others stand still
//   reach.hpp          where a lone box can be pushed; walking distances; pairings
//   rooms.hpp          rooms, corridors, and which connections are closed
//   hotspots.hpp       squares where a box bars others from goals
//   corral_proofs.hpp  corrals that can never be opened
//   level.hpp          the tables of a level
//   cells.hpp          the search loop over cells of features
//   plan.hpp           the packing plan, found backwards
//   packing.hpp        how far a position is along the plan
//   dead_patterns.hpp  boxes that were found to be lost whatever else stands around
//   subset_proofs.hpp  how they are found; proofs.hpp: all that is proved of a level
//   packer.hpp         the forward search: macro moves, dead ends, features, advisors
//   spread.hpp         the search from the goals for an open board; perimeter.hpp: where both sides meet
//   worker.hpp         all these searches take turns; watch.hpp: how long they may
//
// Y. Shoham, J. Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", 2020.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "families/sokoban/fess/worker.hpp"
#include "families/sokoban/oracle.hpp"
#include "families/sokoban/solve.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

/// What an any-solution search is told besides its limits. The same seed and number of workers find the same solution.
struct AnyOptions {
    unsigned workers = 1;
    std::uint64_t seed = 0;
    unsigned without = 0;  // parts that are switched off (see part::named)
};

/// Workers search in rounds, each a little longer; only between rounds do they learn from each other.
template <class Size>
class AnySolver {
public:
    AnySolver(const Maze& maze, const Position& start, Guard& guard, const AnyOptions& options = {})
        : start_(start),
          guard_(guard),
          options_(options),
          first_(guard, found_, true, 1),
          level_(maze, start.boxes, &first_) {
        options_.workers = std::clamp(options.workers, 1u, static_cast<unsigned>(tastes.size()));
    }

    /// The pushes of a solution; nothing when a limit came first or every search came to its end.
    std::optional<std::vector<Push>> run() {
        if (!(options_.without & part::plan)) {
            plan_ = find_plan(level_, start_.boxes, first_, &expanded_);
            if (plan_.steps.empty()) return std::nullopt;
        }
        for (unsigned k = 0; k < options_.workers; ++k)
            workers_.push_back(std::make_unique<Worker<Size>>(level_, plan_, start_, tastes_of(k),
                                                              Watch(guard_, found_, k == 0, options_.workers)));
        for (std::uint64_t turns = first_turns; !guard_.stopped(); turns += turns / 2) {
            const std::vector<std::uint8_t> solved = round(turns);
            std::size_t best = solved.size();
            bool open = false;
            for (std::size_t k = 0; k < solved.size(); ++k) {
                open |= workers_[k]->open();
                if (solved[k] && (best == solved.size() || spent(k) < spent(best))) best = k;
            }
            if (best < solved.size()) return workers_[best]->way();
            if (!open) break;
            share();
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
    std::size_t bytes() const {
        std::size_t out = 0;
        for (const auto& each : workers_) out += each->bytes();
        return out;
    }

private:
    static constexpr std::uint64_t first_turns = 1500;
    static constexpr std::array<Taste, 6> tastes = {{
        {},
        {.near = true},
        {.hot = false, .opener = false},
        {.hot = false, .rooms = false},
        {.pack = false},
        {.hot = false},
    }};

    // Every so manieth taste; another seed begins elsewhere and breaks ties otherwise.
    std::vector<Taste> tastes_of(unsigned worker) const {
        std::vector<Taste> out;
        for (std::size_t k = worker; k < tastes.size(); k += options_.workers) {
            out.push_back(tastes[(k + options_.seed) % tastes.size()]);
            out.back().noise = options_.seed;
            out.back().without = options_.without;
        }
        return out;
    }

    std::vector<std::uint8_t> round(std::uint64_t turns) {
        std::vector<std::uint8_t> solved(workers_.size(), 0);
        const auto work = [&](std::size_t k) {
            if (!workers_[k]->round(turns)) return;
            solved[k] = 1;
            std::uint64_t least = found_.load();
            while (spent(k) < least && !found_.compare_exchange_weak(least, spent(k)));
        };
        std::atomic<std::size_t> running{workers_.size() - 1};
        std::vector<std::jthread> threads;
        std::size_t alone = workers_.size();  // from here on the workers have no thread of their own
        for (std::size_t k = 1; k < alone; ++k) {
            try {
                threads.emplace_back([&, k] {
                    work(k);
                    --running;
                });
            } catch (const std::system_error&) {
                alone = k;  // the system has no more threads to give: this one does the work of the others in turn
                running -= workers_.size() - k;
            }
        }
        work(0);
        for (std::size_t k = alone; k < workers_.size(); ++k) {
            workers_[k]->watch().set_outer(true);
            work(k);
            workers_[k]->watch().set_outer(false);
        }
        while (running) {  // only this thread may look whether it is asked to stop
            if (!guard_.stopped()) guard_.check(workers_[0]->expanded(), 0);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return threads.clear(), solved;
    }

    std::uint64_t spent(std::size_t k) const { return workers_[k]->watch().spent(); }

    // Each worker gets the patterns that the others have learned in this round.
    void share() {
        std::vector<std::size_t> sizes;
        for (const auto& each : workers_) sizes.push_back(each->proofs().patterns.size());
        for (std::size_t to = 0; to < workers_.size(); ++to)
            for (std::size_t from = 0; from < workers_.size(); ++from)
                if (to != from)
                    workers_[to]->proofs().patterns.take(workers_[from]->proofs().patterns, shared_, sizes[from]);
        shared_ = 0;
        for (const auto& each : workers_) shared_ = std::max(shared_, each->proofs().patterns.size());
    }

    const Position& start_;
    Guard& guard_;
    AnyOptions options_;
    std::atomic<std::uint64_t> found_{~std::uint64_t{0}};  // the fewest expansions of a round that led to a solution
    Watch first_;
    LevelTables<Size> level_;
    Plan plan_;
    std::vector<std::unique_ptr<Worker<Size>>> workers_;
    std::size_t shared_ = 0;
    std::uint64_t expanded_ = 0;
};

/// The player's steps for these pushes, each reached by a shortest walk.
inline std::vector<std::int32_t> steps_of(const Maze& maze, const Position& start, const std::vector<Push>& pushes) {
    Ground ground(maze);
    ground.place(start.boxes);
    Square player = start.player;
    std::vector<std::int32_t> out;
    for (const Push& push : pushes) {
        ground.walk(maze.next[push.from][opposite(push.direction)]);
        while (ground.steps(player) > 1)
            for (int d = 0; d < 4; ++d) {
                const Square q = maze.next[player][d];
                if (!ground.steps(q) || ground.steps(q) >= ground.steps(player)) continue;
                out.push_back(d);
                player = q;
                break;
            }
        out.push_back(push.direction);
        ground.shift(push.from, maze.next[push.from][push.direction]);
        player = push.from;
    }
    return out;
}

/// Any solution, or gave_up: that every search came to its end is no proof, for positions are told apart by hashes. An
/// easy level is solved by the optimal search before the tables of the other are made. `moves`: the cost counts steps,
/// not pushes.
template <class Size>
Outcome solve_any(const Maze& maze, const Position& start, bool moves, const Limits& limits,
                  const AnyOptions& options = {}) {
    constexpr std::uint64_t easy = 500;
    Guard guard(limits, 1);
    // in pushes whatever is asked: that search solves the most levels in so few expansions
    Outcome out = solve<Size>(maze, start, false, rule::all, limits, easy);
    if (moves && out.status == Status::solved) {
        out.cost = static_cast<int>(out.moves.size());
        out.optimal = out.cost == out.lower_bound;
    }
    if (out.status != Status::gave_up || out.stop != Stop::none) return out;
    AnySolver<Size> solver(maze, start, guard, options);
    const std::optional<std::vector<Push>> pushes = solver.run();
    if (pushes) {
        out.status = Status::solved;
        out.moves = steps_of(maze, start, *pushes);
        out.cost = static_cast<int>(moves ? out.moves.size() : pushes->size());
    }
    out.stop = guard.why();
    out.expanded += solver.expanded();
    out.generated += solver.generated();
    out.peak_bytes = std::max<std::uint64_t>(out.peak_bytes, solver.bytes());
    out.seconds = guard.seconds();
    return out;
}

/// A way to make a solution, given as the player's steps, shorter within the limits.
using Shorten = std::function<std::optional<Outcome>(const std::vector<std::int32_t>&, const Limits&)>;

/// The optimal search, and any solution where a limit may come before the proof: that search has its turn after a while
/// in which easy levels are long proved, what it finds is made shorter for a while, and the proof goes on after it.
/// Then `gave_up` comes with a solution and a bound; and a bound that reaches the cost of the solution proves it
/// optimal.
template <class Size>
Outcome solve_both(const Maze& maze, const Position& start, bool moves, unsigned rules, const Limits& limits,
                   const AnyOptions& options = {}, const Shorten& shorten = {}) {
    const bool endless = !std::isfinite(limits.seconds);
    Outcome any;
    double turn = endless ? 10 : std::min(10.0, limits.seconds / 10);
    const auto look_for_any = [&](double now, double seconds) {
        Limits own = limits;
        own.seconds = seconds;
        own.bytes = limits.bytes / 4;
        if (limits.look)
            own.look = [&](const Progress& p) { return limits.look({p.expanded, any.lower_bound, now + p.seconds}); };
        const std::int64_t bound = any.lower_bound;
        any = solve_any<Size>(maze, start, moves, own, options);
        any.lower_bound = std::max(any.lower_bound, bound);
        turn = endless ? 4 * (now + seconds) : std::numeric_limits<double>::infinity();
        if (!shorten || any.cost <= any.lower_bound) return;
        now += any.seconds;
        own.seconds = endless ? seconds : (limits.seconds - now) / 4;
        const std::optional<Outcome> better = shorten(any.moves, own);
        if (!better) return;
        any.expanded += better->expanded;
        any.generated += better->generated;
        any.peak_bytes = std::max(any.peak_bytes, better->peak_bytes);
        any.lower_bound = std::max(any.lower_bound, better->lower_bound);
        any.seconds += better->seconds;
        if (better->cost >= any.cost) return;
        any.cost = better->cost;
        any.moves = better->moves;
    };
    Limits mine = limits;
    mine.bytes = limits.bytes - limits.bytes / 4;
    mine.look = [&](const Progress& p) {
        any.lower_bound = std::max<std::int64_t>(any.lower_bound, p.bound);
        if (any.cost < 0 && p.seconds >= turn)
            look_for_any(p.seconds, endless ? p.seconds : limits.seconds - p.seconds);
        if (any.cost >= 0 && any.lower_bound >= any.cost) return true;  // proved
        return limits.look && limits.look(p);
    };
    Outcome out = solve<Size>(maze, start, moves, rules, mine);
    if (out.status != Status::gave_up) return out;
    if (any.cost < 0 && out.stop == Stop::memory && out.seconds < limits.seconds) {
        any.lower_bound = out.lower_bound;
        look_for_any(out.seconds, limits.seconds - out.seconds);
        out.seconds += any.seconds;
    }
    out.expanded += any.expanded;
    out.generated += any.generated;
    out.peak_bytes += any.peak_bytes;
    if (any.cost < 0) return out;
    out.moves = any.moves;
    out.cost = any.cost;
    out.lower_bound = std::max(out.lower_bound, any.lower_bound);
    if (out.lower_bound < any.cost) return out;
    out.status = Status::solved;
    out.lower_bound = any.cost;
    out.optimal = true;
    out.stop = Stop::none;
    return out;
}

}  // namespace unjam::sokoban
