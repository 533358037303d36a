// Improver shortens a solution in rounds (whole level, vicinity of the route, parts solved again), in pushes,
// moves, one then the other, or box lines.
//
//   improve.hpp        the entry point: rounds with more and more effort
//   metric.hpp         what a push costs
//   route.hpp          a solution as the list of its pushes
//   vicinity.hpp       the box configurations near a route; configurations.hpp: a set of their hashes
//   shortcut.hpp       the cheapest path through allowed configurations; pushes_needed.hpp: its estimate
//   part_solver.hpp    parts of a route solved again by the optimal search
//
// The result is never worse, and every change is replayed from the start before it is accepted.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "families/sokoban/improve/part_solver.hpp"
#include "families/sokoban/improve/shortcut.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

/// Shortens one solution in rounds of growing effort, until the time or the rounds are used up.
template <class Size>
class Improver {
public:
    Improver(const Maze& maze, const Position& start, Metric metric, const Limits& limits, Guard& guard)
        : maze_(maze),
          start_(start),
          metric_(metric),
          limits_(limits),
          guard_(guard),
          hash_(maze),
          replay_(maze, start, metric),
          vicinity_(maze, hash_),
          shortcut_(maze, hash_, metric, guard),
          part_solver_(maze, metric, limits, guard) {}

    /// Begins with the player's steps; false if they are not a solution.
    bool begin(const std::vector<std::int32_t>& steps) {
        const auto pushes = replay_.pushes(start_.boxes, start_.player, steps);
        return pushes && accept(*pushes);
    }

    void run() {
        if (pushes_.empty()) {
            proven_ = true;
            return;
        }
        solve_whole_level();
        for (int round = 0; !is_finished(); ++round) {
            while (!is_finished() && search_vicinity(round)) continue;
            solve_parts(round);
            if (round + 1 == static_cast<int>(rounds.size()) && !search_whole(max_whole_positions << 4)) break;
        }
    }

    Outcome outcome() {
        Outcome out;
        out.status = Status::solved;
        out.cost = first_of(route_.back().cost);
        out.optimal = proven_;
        out.lower_bound = proven_ ? out.cost : bound_;
        out.expanded = expanded_ + shortcut_.expanded() + part_solver_.expanded();
        out.generated = out.expanded;
        out.peak_bytes = peak_;
        out.stop = guard_.why();
        out.moves = RouteReplay(maze_, start_, metric_).steps(pushes_);
        out.seconds = guard_.seconds();
        return out;
    }

private:
    struct Round {
        Radius radius;
        std::size_t configurations;
        std::size_t part_bytes;  // memory for a part solved again
    };
    static constexpr std::size_t K = 1 << 10, M = 1 << 20;
    static constexpr std::array<Round, 10> rounds = {{
        {{1, 12, 24}, 32 * K, 4 * M},
        {{1, 30, 60}, 128 * K, 8 * M},
        {{2, 5, 24}, 256 * K, 12 * M},
        {{2, 10, 40}, 512 * K, 16 * M},
        {{3, 4, 16}, 1 * M, 24 * M},
        {{2, 20, 80}, 2 * M, 32 * M},
        {{3, 7, 30}, 4 * M, 48 * M},
        {{2, 40, 160}, 4 * M, 64 * M},
        {{3, 12, 60}, 8 * M, 96 * M},
        {{4, 8, 40}, 16 * M, 128 * M},
    }};
    static constexpr std::size_t max_whole_positions = 100'000;  // positions
    static constexpr std::size_t whole_level_bytes = 48 * M;
    static constexpr double whole_level_time_share = 0.1;  // of the time
    static constexpr int shortest_part = 12;               // pushes
    static constexpr int max_failures = 8;                 // parts per round that may prove too hard

    bool is_finished() {
        if (has_single_metric() && first_of(route_.back().cost) <= bound_) proven_ = true;
        return proven_ || guard_.stopped();
    }
    // Whether only the first part of the cost counts.
    bool has_single_metric() const { return metric_ == Metric::pushes || metric_ == Metric::moves; }

    bool is_by_pushes() const { return metric_ == Metric::pushes || metric_ == Metric::pushes_moves; }

    // Accepts the pushes if they are a better solution.
    bool accept(const std::vector<Push>& pushes) {
        auto stations = replay_.stations(pushes);
        if (!stations || (!route_.empty() && stations->back().cost >= route_.back().cost)) return false;
        route_ = std::move(*stations);
        pushes_.assign(pushes.begin(), pushes.begin() + static_cast<std::ptrdiff_t>(route_.size()) - 1);
        return true;
    }

    // The same with the pushes between two stations replaced.
    bool replace(int first, int last, const std::vector<Push>& part) {
        std::vector<Push> pushes(pushes_.begin(), pushes_.begin() + first);
        pushes.insert(pushes.end(), part.begin(), part.end());
        pushes.insert(pushes.end(), pushes_.begin() + last, pushes_.end());
        return accept(pushes);
    }

    // Solves the whole level with little effort by the optimal search, which finishes easy levels and bounds the
    // others, and by the plain search, which can also prove metric pairs and lines.
    void solve_whole_level() {
        if (metric_ != Metric::lines) {
            const Limits limits =
                limits_within(limits_, guard_, limits_.seconds * whole_level_time_share, whole_level_bytes);
            const Outcome out = solve<Size>(maze_, start_, !is_by_pushes(), rule::all, limits);
            expanded_ += out.expanded;
            bound_ = out.lower_bound;
            if (out.stop == Stop::requested) guard_.stop(Stop::requested);
            if (out.status == Status::solved) {
                if (const auto pushes = replay_.pushes(start_.boxes, start_.player, out.moves)) accept(*pushes);
                proven_ = has_single_metric();
            }
        }
        if (!is_finished()) search_whole(max_whole_positions);
    }

    // Searches all paths from the start; true if it found a better one. If it comes to its end the route is proven
    // optimal.
    bool search_whole(std::size_t max_positions) {
        const typename Shortcut<Size>::End end =
            shortcut_.run(route_.front(), nullptr, route_.back().cost, nullptr, affordable_nodes(max_positions));
        update_peak(0);
        if (end == Shortcut<Size>::End::none) proven_ = true;
        if (end != Shortcut<Size>::End::reached) return false;
        proven_ = accept(shortcut_.pushes());
        return proven_;
    }

    // Makes one pass of vicinity search along the route; true if it got better.
    bool search_vicinity(int round) {
        const Round& how = rounds[round];
        const std::size_t max_configurations =
            std::max<std::size_t>(K, std::min(how.configurations, limits_.bytes / 8 / (2 * sizeof(std::uint64_t))));
        bool better = false;
        for (int first = 0; first + 1 < size() && !is_finished();) {
            allowed_.clear();
            int last = first;
            const auto stop = [&] { return tick(); };
            while (last < size() && vicinity_.add(route_, last, how.radius, max_configurations, allowed_, stop)) ++last;
            last = std::max(first + 1, std::min(last, size() - 1));
            const bool to_end = last == size() - 1;
            const Cost below = route_[last].cost - route_[first].cost;
            const typename Shortcut<Size>::End end =
                shortcut_.run(route_[first], to_end ? nullptr : &route_[last], below, &allowed_,
                              affordable_nodes(4 * max_configurations));
            update_peak(allowed_.bytes());
            if (end == Shortcut<Size>::End::reached && replace(first, last, shortcut_.pushes())) {
                better = true;
                continue;  // again, around the new route
            }
            if (to_end) break;
            first += std::max(1, (last - first) / 2);
        }
        return better;
    }

    // Solves parts of the route again, longer and longer ones until a few were too hard.
    void solve_parts(int round) {
        if (metric_ == Metric::lines) return;
        int failures = 0;
        hard_parts_.clear();
        if (route_.back().cost != cost_with_parts_solved_)
            part_length_ = shortest_part;  // otherwise the short parts are optimal already
        while (!is_finished() && failures < max_failures) {
            while (!is_finished() && solve_parts_of_length(part_length_, rounds[round].part_bytes, failures)) continue;
            if (part_length_ >= size()) break;
            if (failures < max_failures) part_length_ += part_length_ / 2;
        }
        cost_with_parts_solved_ = route_.back().cost;
    }

    // Makes one pass along the route; true if it got better.
    bool solve_parts_of_length(int length, std::size_t bytes, int& failures) {
        bool better = false;
        for (int first = 0; first + 1 < size() && !is_finished() && failures < max_failures; first += length / 2) {
            const int last = std::min(first + length, size() - 1);
            if (is_hard(first, last)) continue;
            const auto steps = part_solver_.solve(route_[first], route_[last], std::min(bytes, limits_.bytes / 2));
            if (!steps) hard_parts_.push_back({first, last}), ++failures;
            if (tick() || !steps) continue;
            const auto part = replay_.pushes(route_[first].at, route_[first].player, *steps);
            if (!part || !replace(first, last, *part)) continue;
            better = true;
            shift_hard(first, last, static_cast<int>(part->size()) - (last - first));
        }
        return better;
    }

    // Whether this part contains one that was too hard.
    bool is_hard(int first, int last) const {
        for (const auto& [from, to] : hard_parts_)
            if (first <= from && to <= last) return true;
        return false;
    }

    // Updates the hard parts after the part between two stations became longer by `more`.
    void shift_hard(int first, int last, int more) {
        std::erase_if(hard_parts_, [&](const auto& part) { return part.first < last && first < part.second; });
        for (auto& part : hard_parts_)
            if (part.first >= last) part.first += more, part.second += more;
    }

    int size() const { return static_cast<int>(route_.size()); }
    bool tick() { return guard_.check(expanded_ + shortcut_.expanded() + part_solver_.expanded(), bound_); }
    std::size_t affordable_nodes(std::size_t nodes) const {
        return std::min(nodes, limits_.bytes / 3 / shortcut_.node_bytes());
    }
    void update_peak(std::size_t more) { peak_ = std::max(peak_, shortcut_.bytes() + more); }

    const Maze& maze_;
    const Position& start_;
    Metric metric_;
    const Limits& limits_;
    Guard& guard_;
    BoxHash hash_;
    RouteReplay replay_;
    Vicinity vicinity_;
    Shortcut<Size> shortcut_;
    PartSolver<Size> part_solver_;
    Configurations allowed_;
    std::vector<Push> pushes_;
    std::vector<Station> route_;
    std::uint64_t expanded_ = 0;
    std::int64_t bound_ = 0;
    std::size_t peak_ = 0;
    bool proven_ = false;
    std::vector<std::pair<int, int>> hard_parts_;  // too hard in this round
    int part_length_ = shortest_part;
    Cost cost_with_parts_solved_ = 0;  // of the route whose shorter parts are solved optimally
};

/// Shortens a solution, given as the player's steps, in the metric; nothing if the steps are not a solution.
template <class Size>
std::optional<Outcome> improve(const Maze& maze, const Position& start, const std::vector<std::int32_t>& steps,
                               Metric metric, const Limits& limits) {
    Guard guard(limits, 64);
    Improver<Size> improver(maze, start, metric, limits, guard);
    if (!improver.begin(steps)) return std::nullopt;
    try {
        improver.run();
    } catch (const std::bad_alloc&) {  // the route so far is still valid
        guard.stop(Stop::memory);
    }
    return improver.outcome();
}

}  // namespace unjam::sokoban
