// RouteReplay replays a list of pushes: its positions (Station) with their costs, the player's steps for it,
// and the pushes of a walk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/sokoban/improve/metric.hpp"
#include "families/sokoban/model/occupancy.hpp"

namespace unjam::sokoban {

constexpr std::uint8_t no_direction = 4;

/// One position of a route. `at` has the boxes by number; a box has the same number throughout.
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

/// Replays routes from one start.
class RouteReplay {
public:
    RouteReplay(const Maze& maze, const Position& start, Metric metric)
        : maze_(maze), start_(start), metric_(metric), occupancy_(maze) {}

    /// Every position of the route up to the first solved one; nothing if a push is illegal or the route does not
    /// solve.
    std::optional<std::vector<Station>> stations(const std::vector<Push>& pushes) {
        std::vector<Station> out{{start_.boxes, start_.player, no_direction, 0}};
        occupancy_.put_all(start_.boxes);
        bool is_legal = true;
        for (std::size_t i = 0; is_legal && !is_solved(maze_, out.back().at); ++i) {
            is_legal = i < pushes.size() && make_push(out.back(), pushes[i], out);
        }
        occupancy_.remove_all(out.back().at);
        if (!is_legal) return std::nullopt;
        return out;
    }

    /// The player's steps for legal pushes, each after a shortest walk.
    std::vector<std::int32_t> steps(const std::vector<Push>& pushes) {
        std::vector<std::int32_t> out;
        std::vector<Square> boxes = start_.boxes;
        Square player = start_.player;
        occupancy_.put_all(boxes);
        for (const Push& push : pushes) {
            occupancy_.walk(maze_.next[push.from][opposite(push.direction)]);
            while (occupancy_.steps(player) > 1) player = step_closer(player, out);
            out.push_back(push.direction);
            shift(boxes, push);
            player = push.from;
        }
        occupancy_.remove_all(boxes);
        return out;
    }

    /// The pushes of a walk that begins at a position; nothing if a step is illegal.
    std::optional<std::vector<Push>> pushes(const std::vector<Square>& from, Square player,
                                            const std::vector<std::int32_t>& steps) {
        std::vector<Push> out;
        std::vector<Square> boxes = from;
        occupancy_.put_all(boxes);
        bool is_legal = true;
        for (std::int32_t d : steps) {
            const Square to = maze_.next[player][d];
            if (to == maze_.floor) is_legal = false;
            if (is_legal && occupancy_.is_occupied(to)) {
                const Square beyond = maze_.next[to][d];
                is_legal = beyond < maze_.live && !occupancy_.is_occupied(beyond);
                if (is_legal) {
                    out.push_back({to, static_cast<std::uint8_t>(d)});
                    shift(boxes, out.back());
                }
            }
            if (!is_legal) break;
            player = to;
        }
        occupancy_.remove_all(boxes);
        if (!is_legal) return std::nullopt;
        return out;
    }

private:
    bool make_push(const Station& before, const Push& push, std::vector<Station>& out) {
        const Square behind = maze_.next[push.from][opposite(push.direction)];
        const Square to = maze_.next[push.from][push.direction];
        occupancy_.walk(before.player);
        if (!occupancy_.is_occupied(push.from) || push.from == maze_.floor || !occupancy_.steps(behind) ||
            occupancy_.is_occupied(to) || to >= maze_.live)
            return false;
        const bool continues_line =
            before.direction == push.direction && maze_.next[before.player][push.direction] == push.from;
        Station after = before;
        after.cost += price(metric_, occupancy_.steps(behind) - 1, !continues_line);
        shift(after.at, push);
        after.player = push.from;
        after.direction = push.direction;
        out.push_back(std::move(after));
        return true;
    }

    void shift(std::vector<Square>& boxes, const Push& push) {
        const Square to = maze_.next[push.from][push.direction];
        occupancy_.move_box(push.from, to);
        *std::find(boxes.begin(), boxes.end(), push.from) = to;
    }

    // Takes one step closer to where `walk` began.
    Square step_closer(Square player, std::vector<std::int32_t>& out) const {
        for (int d = 0;; ++d) {
            const Square q = maze_.next[player][d];
            if (!occupancy_.steps(q) || occupancy_.steps(q) >= occupancy_.steps(player)) continue;
            out.push_back(d);
            return q;
        }
    }

    const Maze& maze_;
    const Position& start_;
    Metric metric_;
    Occupancy occupancy_;
};

}  // namespace unjam::sokoban
