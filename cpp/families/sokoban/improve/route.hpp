// A solution as the list of its pushes: what it costs, where it comes by, and the player's steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/sokoban/ground.hpp"
#include "families/sokoban/improve/metric.hpp"

namespace unjam::sokoban {

constexpr std::uint8_t no_direction = 4;

/// One position of a route: after so many pushes. `at` has the boxes by number, the same number for the same box
/// throughout.
struct Station {
    std::vector<Square> at;
    Square player;
    std::uint8_t direction = no_direction;  // of the last push
    Cost cost = 0;                          // so far
};

inline bool is_solved(const Maze& maze, const std::vector<Square>& boxes) {
    std::size_t home = 0;
    for (Square b : boxes) home += maze.goal[b] != 0;
    return maze.fill ? home == maze.goals.size() : home == boxes.size();
}

/// Plays routes from one start.
class Rider {
public:
    Rider(const Maze& maze, const Position& start, Metric metric)
        : maze_(maze), start_(start), metric_(metric), ground_(maze) {}

    /// Every position of the route up to the first that is solved; nothing when a push cannot be made or it does not
    /// solve.
    std::optional<std::vector<Station>> stations(const std::vector<Push>& pushes) {
        std::vector<Station> out{{start_.boxes, start_.player, no_direction, 0}};
        ground_.place(start_.boxes);
        bool good = true;
        for (std::size_t i = 0; good && !is_solved(maze_, out.back().at); ++i) {
            good = i < pushes.size() && play(out.back(), pushes[i], out);
        }
        ground_.lift(out.back().at);
        if (!good) return std::nullopt;
        return out;
    }

    /// The player's steps for pushes that can be made, each after a shortest walk.
    std::vector<std::int32_t> steps(const std::vector<Push>& pushes) {
        std::vector<std::int32_t> out;
        std::vector<Square> boxes = start_.boxes;
        Square player = start_.player;
        ground_.place(boxes);
        for (const Push& push : pushes) {
            ground_.walk(maze_.next[push.from][opposite(push.direction)]);
            while (ground_.steps(player) > 1) player = nearer(player, out);
            out.push_back(push.direction);
            shift(boxes, push);
            player = push.from;
        }
        ground_.lift(boxes);
        return out;
    }

    /// The pushes of a walk that begins at a position; nothing when a step cannot be made.
    std::optional<std::vector<Push>> pushes(const std::vector<Square>& from, Square player,
                                            const std::vector<std::int32_t>& steps) {
        std::vector<Push> out;
        std::vector<Square> boxes = from;
        ground_.place(boxes);
        bool good = true;
        for (std::int32_t d : steps) {
            const Square to = maze_.next[player][d];
            if (to == maze_.floor) good = false;
            if (good && ground_.taken(to)) {
                const Square beyond = maze_.next[to][d];
                good = beyond < maze_.live && !ground_.taken(beyond);
                if (good) {
                    out.push_back({to, static_cast<std::uint8_t>(d)});
                    shift(boxes, out.back());
                }
            }
            if (!good) break;
            player = to;
        }
        ground_.lift(boxes);
        if (!good) return std::nullopt;
        return out;
    }

private:
    bool play(const Station& before, const Push& push, std::vector<Station>& out) {
        const Square stand = maze_.next[push.from][opposite(push.direction)];
        const Square to = maze_.next[push.from][push.direction];
        ground_.walk(before.player);
        if (!ground_.taken(push.from) || push.from == maze_.floor || !ground_.steps(stand) || ground_.taken(to) ||
            to >= maze_.live)
            return false;
        const bool same = before.direction == push.direction && maze_.next[before.player][push.direction] == push.from;
        Station after = before;
        after.cost += price(metric_, ground_.steps(stand) - 1, !same);
        shift(after.at, push);
        after.player = push.from;
        after.direction = push.direction;
        out.push_back(std::move(after));
        return true;
    }

    void shift(std::vector<Square>& boxes, const Push& push) {
        const Square to = maze_.next[push.from][push.direction];
        ground_.shift(push.from, to);
        *std::find(boxes.begin(), boxes.end(), push.from) = to;
    }

    // One step closer to where `walk` began.
    Square nearer(Square player, std::vector<std::int32_t>& out) const {
        for (int d = 0;; ++d) {
            const Square q = maze_.next[player][d];
            if (!ground_.steps(q) || ground_.steps(q) >= ground_.steps(player)) continue;
            out.push_back(d);
            return q;
        }
    }

    const Maze& maze_;
    const Position& start_;
    Metric metric_;
    Ground ground_;
};

}  // namespace unjam::sokoban
