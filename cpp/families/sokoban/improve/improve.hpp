// A solution made shorter: in pushes, in moves, in either and then the other, or in box lines.
//
//   metric.hpp     what a push costs
//   route.hpp      a solution as the list of its pushes
//   vicinity.hpp   the box configurations near a route
//   needed.hpp     how many pushes are still needed, at the least
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
            while (!is_over() && near(round)) continue;
            solve_parts(round);
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
        std::size_t part_bytes;  // what a part solved again may take
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
    static constexpr std::size_t most_whole = 100'000;  // positions
    static constexpr std::size_t settle_bytes = 48 * M;
    static constexpr double settle_share = 0.1;  // of the time
    static constexpr int shortest_part = 12;     // pushes
    static constexpr int most_failures = 8;      // of parts that take too much, each round

    bool is_over() {
        if (is_plain() && first_of(route_.back().cost) <= bound_) proven_ = true;
        return proven_ || guard_.stopped();
    }
    // Whether the first part of the cost is all that was asked for.
    bool is_plain() const { return metric_ == Metric::pushes || metric_ == Metric::moves; }

    bool is_by_pushes() const { return metric_ == Metric::pushes || metric_ == Metric::pushes_moves; }

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
            const Limits limits = share(limits_, guard_, limits_.seconds * settle_share, settle_bytes);
            const Outcome out = solve<Size>(maze_, start_, !is_by_pushes(), rule::all, limits);
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
        const typename Shortcut<Size>::End end =
            shortcut_.run(route_.front(), nullptr, route_.back().cost, nullptr, affordable(most));
        note_bytes(0);
        if (end == Shortcut<Size>::End::none) proven_ = true;
        if (end != Shortcut<Size>::End::found) return false;
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
            const typename Shortcut<Size>::End end =
                shortcut_.run(route_[first], to_end ? nullptr : &route_[last], below, &allowed_, affordable(4 * most));
            note_bytes(allowed_.bytes());
            if (end == Shortcut<Size>::End::found && replace(first, last, shortcut_.way())) {
                better = true;
                continue;  // the same again, around the new route
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
        hard_.clear();
        if (route_.back().cost != parted_) length_ = shortest_part;  // else the short ones are known to be the best
        while (!is_over() && failures < most_failures) {
            while (!is_over() && again(length_, rounds[round].part_bytes, failures)) continue;
            if (length_ >= size()) break;
            if (failures < most_failures) length_ += length_ / 2;
        }
        parted_ = route_.back().cost;
    }

    // One pass along the route; true when it became better.
    bool again(int length, std::size_t bytes, int& failures) {
        bool better = false;
        for (int first = 0; first + 1 < size() && !is_over() && failures < most_failures; first += length / 2) {
            const int last = std::min(first + length, size() - 1);
            if (is_hard(first, last)) continue;
            const auto steps = windows_.solve(route_[first], route_[last], std::min(bytes, limits_.bytes / 2));
            if (!steps) hard_.push_back({first, last}), ++failures;
            if (tick() || !steps) continue;
            const auto part = rider_.pushes(route_[first].at, route_[first].player, *steps);
            if (!part || !replace(first, last, *part)) continue;
            better = true;
            shift_hard(first, last, static_cast<int>(part->size()) - (last - first));
        }
        return better;
    }

    // Whether a part that was too hard lies within this one.
    bool is_hard(int first, int last) const {
        for (const auto& [from, to] : hard_)
            if (first <= from && to <= last) return true;
        return false;
    }

    // What was too hard, after the part between two stations became so much longer.
    void shift_hard(int first, int last, int more) {
        std::erase_if(hard_, [&](const auto& part) { return part.first < last && first < part.second; });
        for (auto& part : hard_)
            if (part.first >= last) part.first += more, part.second += more;
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
    Shortcut<Size> shortcut_;
    Windows<Size> windows_;
    Configurations allowed_;
    std::vector<Push> pushes_;
    std::vector<Station> route_;
    std::uint64_t expanded_ = 0;
    std::int64_t bound_ = 0;
    std::size_t peak_ = 0;
    bool proven_ = false;
    std::vector<std::pair<int, int>> hard_;  // parts that were too hard in this round
    int length_ = shortest_part;             // of the parts solved again
    Cost parted_ = 0;                        // of the route whose shorter parts are solved
};

/// The solution given as the player's steps, made shorter in the metric; nothing when it is none.
template <class Size>
std::optional<Outcome> improve(const Maze& maze, const Position& start, const std::vector<std::int32_t>& steps,
                               Metric metric, const Limits& limits) {
    Guard guard(limits, 64);
    Improver<Size> improver(maze, start, metric, limits, guard);
    if (!improver.begin(steps)) return std::nullopt;
    try {
        improver.run();
    } catch (const std::bad_alloc&) {  // what it has is as good as before
        guard.stop(Stop::memory);
    }
    return improver.outcome();
}

}  // namespace unjam::sokoban
