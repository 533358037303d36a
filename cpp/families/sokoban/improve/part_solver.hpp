// PartSolver solves parts of a route again by the optimal search, as levels of their own; `limits_within` for
// a search within another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/sokoban/improve/route.hpp"
#include "families/sokoban/solve.hpp"

namespace unjam::sokoban {

/// Limits for a search within another: the rest of the time, and its own share of memory.
inline Limits limits_within(const Limits& limits, const Guard& guard, double seconds, std::size_t bytes) {
    Limits out;
    out.seconds = std::clamp(limits.seconds - guard.seconds(), 0.0, seconds);
    out.bytes = std::min(limits.bytes, bytes);
    out.poll = limits.poll;
    out.stopped = guard.stopped();
    return out;
}

/// Solves the part between two positions of a route; the boxes of the later one are the goals. Effort is counted in
/// bytes, so the same bytes give the same answer.
template <class Size>
class PartSolver {
public:
    PartSolver(const Maze& maze, Metric metric, const Limits& limits, Guard& guard)
        : maze_(maze),
          moves_(metric == Metric::moves || metric == Metric::moves_pushes),
          limits_(limits),
          guard_(guard),
          cells_(maze.square.size(), 0) {}

    /// The player's steps from one station to the boxes of another, at the least cost; nothing if that takes more than
    /// `bytes`.
    std::optional<std::vector<std::int32_t>> solve(const Station& from, const Station& to, std::size_t bytes) {
        for (int s = 0; s < maze_.floor; ++s) cells_[maze_.cell[s]] = 1;
        for (Square s : to.at) cells_[maze_.cell[s]] = 2;
        const Maze part(maze_.rows, maze_.cols, cells_, false, true);
        Position start;
        start.player = square_in(part, from.player);
        for (Square s : from.at) start.boxes.push_back(square_in(part, s));
        const Outcome out =
            sokoban::solve<Size>(part, start, moves_, rule::all, limits_within(limits_, guard_, max_seconds, bytes));
        expanded_ += out.expanded;
        if (out.stop == Stop::requested) guard_.stop(Stop::requested);
        if (out.status != Status::solved) return std::nullopt;
        return out.moves;
    }

    std::uint64_t expanded() const { return expanded_; }

private:
    static constexpr double max_seconds = 1e9;

    Square square_in(const Maze& part, Square s) const { return static_cast<Square>(part.square[maze_.cell[s]]); }

    const Maze& maze_;
    bool moves_;
    const Limits& limits_;
    Guard& guard_;
    std::vector<std::uint8_t> cells_;
    std::uint64_t expanded_ = 0;
};

}  // namespace unjam::sokoban
