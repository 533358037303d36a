// A solution made shorter: in pushes, in moves, in either and then the other, or in box lines.
//
//   metric.hpp     what a push costs
//   route.hpp      a solution as the list of its pushes
//   vicinity.hpp   the box configurations near a route
//   shortcut.hpp   the cheapest way through given configurations
//   windows.hpp    parts of a route solved again by the optimal search
//
// What is asked for is never made worse, and nothing is believed: every change is played from the start before it is
// kept.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "families/sokoban/improve/shortcut.hpp"
#include "families/sokoban/improve/windows.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

/// Shortens one solution, round by round, each with more effort than the last, until the time is out or the rounds are.
class Improver {
public:
    Improver(const Maze& maze, const Position& start, Metric metric, const Limits& limits, Guard& guard)
        : maze_(maze),
          start_(start),
          metric_(metric),
          limits_(limits),
          guard_(guard),
          hash_(maze),
          rider_(maze, start, metric),
          vicinity_(maze, hash_),
          shortcut_(maze, hash_, metric, guard),
          windows_(maze, metric, limits, guard) {}

    /// Begins with the player's steps; false when they are no solution.
    bool begin(const std::vector<std::int32_t>& steps) {
        const auto pushes = rider_.pushes(start_.boxes, start_.player, steps);
        return pushes && take(*pushes);
    }

    void run() {
        if (pushes_.empty()) {
            proven_ = true;
            return;
        }
        settle();
        for (int round = 0; !is_over(); ++round) {
            while (near(round) && !is_over()) continue;
            while (again(round) && !is_over()) continue;
            if (round + 1 == static_cast<int>(rounds.size()) && !whole(most_whole << 4)) break;
        }
    }

    Outcome outcome() {
        Outcome out;
        out.status = Status::solved;
        out.cost = first_of(route_.back().cost);
        out.optimal = proven_;
        out.lower_bound = proven_ ? out.cost : bound_;
        out.expanded = expanded_ + shortcut_.expanded() + windows_.expanded();
        out.generated = out.expanded;
        out.peak_bytes = peak_;
        out.stop = guard_.why();
        out.moves = Rider(maze_, start_, metric_).steps(pushes_);
        out.seconds = guard_.seconds();
        return out;
    }

private:
    struct Round {
        Reaching reaching;
        std::size_t configurations;
        int window;                // pushes solved again at a time
        std::size_t window_bytes;  // what that may take
    };
    static constexpr std::size_t K = 1 << 10, M = 1 << 20;
    static constexpr std::array<Round, 9> rounds = {{
        {{1, 30, 60}, 256 * K, 12, 4 * M},
        {{2, 6, 30}, 512 * K, 20, 6 * M},
        {{2, 12, 50}, 1 * M, 30, 8 * M},
        {{3, 4, 15}, 1 * M, 40, 16 * M},
        {{2, 24, 80}, 2 * M, 60, 24 * M},
        {{3, 8, 30}, 4 * M, 80, 32 * M},
        {{2, 48, 160}, 4 * M, 120, 64 * M},
        {{3, 14, 60}, 8 * M, 160, 128 * M},
        {{4, 8, 40}, 16 * M, 240, 256 * M},
    }};
    static constexpr std::size_t most_whole = 100'000;  // positions
    static constexpr std::size_t settle_bytes = 48 * M;
    static constexpr double settle_share = 0.2;  // of the time

    bool is_over() {
        if (is_plain() && first_of(route_.back().cost) <= bound_) proven_ = true;
        return proven_ || guard_.stopped();
    }
    // Whether the first part of the cost is all that was asked for.
    bool is_plain() const { return metric_ == Metric::pushes || metric_ == Metric::moves; }

    // Keeps the pushes if they solve, and better than what there is.
    bool take(const std::vector<Push>& pushes) {
        auto found = rider_.stations(pushes);
        if (!found || (!route_.empty() && found->back().cost >= route_.back().cost)) return false;
        route_ = std::move(*found);
        pushes_.assign(pushes.begin(), pushes.begin() + static_cast<std::ptrdiff_t>(route_.size()) - 1);
        return true;
    }

    // The same with the pushes between two stations replaced.
    bool replace(int first, int last, const std::vector<Push>& part) {
        std::vector<Push> pushes(pushes_.begin(), pushes_.begin() + first);
        pushes.insert(pushes.end(), part.begin(), part.end());
        pushes.insert(pushes.end(), pushes_.begin() + last, pushes_.end());
        return take(pushes);
    }

    // The whole level by the optimal search with little effort, which settles easy levels and bounds the others; and by
    // the plain search, which can also prove pairs and lines.
    void settle() {
        if (metric_ != Metric::lines) {
            const bool moves = metric_ == Metric::moves || metric_ == Metric::moves_pushes;
            const Limits limits = share(limits_, guard_, limits_.seconds * settle_share, settle_bytes);
            const Outcome out = solve(maze_, start_, moves, rule::all, limits);
            expanded_ += out.expanded;
            bound_ = out.lower_bound;
            if (out.stop == Stop::asked) guard_.stop(Stop::asked);
            if (out.status == Status::solved) {
                if (const auto pushes = rider_.pushes(start_.boxes, start_.player, out.moves)) take(*pushes);
                proven_ = is_plain();
            }
        }
        if (!is_over()) whole(most_whole);
    }

    // Any way at all from the start; true when it found a better one. Where it comes to its end the route is proven.
    bool whole(std::size_t most) {
        const Shortcut::End end = shortcut_.run(route_.front(), nullptr, route_.back().cost, nullptr, affordable(most));
        note_bytes(0);
        if (end == Shortcut::End::none) proven_ = true;
        if (end != Shortcut::End::found) return false;
        proven_ = take(shortcut_.way());
        return proven_;
    }

    // One pass of vicinity search along the route; true when it became better.
    bool near(int round) {
        const Round& how = rounds[round];
        const std::size_t most =
            std::max<std::size_t>(K, std::min(how.configurations, limits_.bytes / 8 / (2 * sizeof(std::uint64_t))));
        bool better = false;
        for (int first = 0; first + 1 < size() && !is_over();) {
            allowed_.clear();
            int last = first;
            const auto stop = [&] { return tick(); };
            while (last < size() && vicinity_.add(route_, last, how.reaching, most, allowed_, stop)) ++last;
            last = std::max(first + 1, std::min(last, size() - 1));
            const bool to_end = last == size() - 1;
            const Cost below = route_[last].cost - route_[first].cost;
            const Shortcut::End end =
                shortcut_.run(route_[first], to_end ? nullptr : &route_[last], below, &allowed_, affordable(4 * most));
            note_bytes(allowed_.bytes());
            if (end == Shortcut::End::found && replace(first, last, shortcut_.way())) {
                better = true;
                continue;  // the same again, around the new route
            }
            if (to_end) break;
            first += std::max(1, (last - first) / 2);
        }
        return better;
    }

    // One pass of solving parts of the route again; true when it became better.
    bool again(int round) {
        const Round& how = rounds[round];
        if (metric_ == Metric::lines) return false;
        bool better = false;
        const int step = std::max(1, how.window / 2);
        for (int first = 0; first + 1 < size() && !is_over(); first += step) {
            const int last = std::min(first + how.window, size() - 1);
            const auto steps =
                windows_.solve(route_[first], route_[last], std::min(how.window_bytes, limits_.bytes / 2));
            if (tick() || !steps) continue;
            const auto part = rider_.pushes(route_[first].at, route_[first].player, *steps);
            if (part && replace(first, last, *part)) better = true;
        }
        return better;
    }

    int size() const { return static_cast<int>(route_.size()); }
    bool tick() { return guard_.check(expanded_ + shortcut_.expanded() + windows_.expanded(), bound_); }
    std::size_t affordable(std::size_t nodes) const {
        return std::min(nodes, limits_.bytes / 3 / shortcut_.node_bytes());
    }
    void note_bytes(std::size_t more) { peak_ = std::max(peak_, shortcut_.bytes() + more); }

    const Maze& maze_;
    const Position& start_;
    Metric metric_;
    const Limits& limits_;
    Guard& guard_;
    BoxHash hash_;
    Rider rider_;
    Vicinity vicinity_;
    Shortcut shortcut_;
    Windows windows_;
    Configurations allowed_;
    std::vector<Push> pushes_;
    std::vector<Station> route_;
    std::uint64_t expanded_ = 0;
    std::int64_t bound_ = 0;
    std::size_t peak_ = 0;
    bool proven_ = false;
};

/// The solution given as the player's steps, made shorter in the metric; nothing when it is none.
inline std::optional<Outcome> improve(const Maze& maze, const Position& start, const std::vector<std::int32_t>& steps,
                                      Metric metric, const Limits& limits) {
    Guard guard(limits, 64);
    Improver improver(maze, start, metric, limits, guard);
    if (!improver.begin(steps)) return std::nullopt;
    try {
        improver.run();
    } catch (const std::bad_alloc&) {  // what it has is as good as before
        guard.stop(Stop::memory);
    }
    return improver.outcome();
}

}  // namespace unjam::sokoban
