// StartDistances: the pushes or moves that bring a lone box from its square at the start to each square, for
// the search from the goals.
#pragma once

#include <utility>
#include <vector>

#include "families/sokoban/bounds/goal_distances.hpp"

namespace unjam::sokoban {

/// The counterpart of GoalDistances for a search from the goals: the same rows (a square and the player's part of the
/// floor), and a column for each box of the start.
class StartDistances {
public:
    /// `layout`: the distances without frozen boxes, which define the rows. `any_player_square`: the player's first
    /// square does not count, so that mirror images cost the same.
    StartDistances(const Maze& maze, const GoalDistances& layout, const std::vector<Square>& boxes, Square player,
                   bool any_player_square, int stride, const WalkBounds* walks)
        : layout_(layout), stride_(stride), costs_(static_cast<std::size_t>(layout.rows()) * stride, unreachable) {
        for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
            walks ? measure_moves(maze, *walks, boxes[i], player, any_player_square, i)
                  : measure_pushes(maze, boxes[i], player, any_player_square, i);
    }

    /// The cost from each box of the start to `s`, with the player on `player` afterwards.
    const std::int32_t* row(Square s, Square player) const { return at(layout_.row_of(s, player)); }
    /// With walks: the same with the player ready to push the box from `s` in direction `d`.
    const std::int32_t* row_behind(Square s, int d) const { return at(layout_.row_behind_of(s, d)); }
    bool depends_on_side(Square s) const { return layout_.depends_on_side(s); }
    std::size_t bytes() const { return sizeof *this + costs_.capacity() * sizeof(std::int32_t); }

private:
    const std::int32_t* at(std::uint32_t r) const { return costs_.data() + static_cast<std::size_t>(r) * stride_; }
    std::int32_t& cost(std::uint32_t r, int i) { return costs_[static_cast<std::size_t>(r) * stride_ + i]; }

    template <class Take>
    void first_pushes(const Maze& maze, Square home, Square player, bool any_player_square, Take&& take) {
        for (int d = 0; d < 4; ++d) {
            const Square stand = maze.next[home][opposite(d)], to = maze.next[home][d];
            if (stand == maze.floor) continue;
            if (any_player_square || layout_.row_of(home, stand) == layout_.row_of(home, player)) {
                cost(layout_.row_of(home, stand), current_) = 0;
                if (to < maze.live) take(to, d);
            }
        }
    }

    void measure_pushes(const Maze& maze, Square home, Square player, bool any_player_square, int i) {
        current_ = i;
        std::vector<std::pair<Square, Square>> queue;  // (box, player)
        const auto take = [&](Square box, Square at, std::int32_t pushes) {
            std::int32_t& entry = cost(layout_.row_of(box, at), i);
            if (entry <= pushes) return;
            entry = pushes;
            queue.emplace_back(box, at);
        };
        if (!any_player_square) cost(layout_.row_of(home, player), i) = 0;
        first_pushes(maze, home, player, any_player_square, [&](Square to, int) { take(to, home, 1); });
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const auto [box, at] = queue[head];
            const std::uint32_t row = layout_.row_of(box, at);
            const std::int32_t pushes = cost(row, i) + 1;
            for (int d = 0; d < 4; ++d) {
                const Square stand = maze.next[box][opposite(d)], to = maze.next[box][d];
                if (stand != maze.floor && to < maze.live && layout_.row_of(box, stand) == row) take(to, box, pushes);
            }
        }
    }

    // Like GoalDistances::measure_moves: pushes, and before each but the first of a box the walk since the push before.
    void measure_moves(const Maze& maze, const WalkBounds& walks, Square home, Square player, bool any_player_square,
                       int i) {
        current_ = i;
        std::vector<std::int32_t> moves_after_push(maze.live * 4,
                                                   unreachable);  // the box was just pushed here, by direction
        std::vector<std::pair<Square, int>> queue;
        const auto take = [&](Square to, int d, std::int32_t moves) {
            if (moves >= moves_after_push[to * 4 + d]) return;
            moves_after_push[to * 4 + d] = moves;
            queue.emplace_back(to, d);
        };
        if (!any_player_square) cost(layout_.row_of(home, player), i) = 0;
        first_pushes(maze, home, player, any_player_square, [&](Square to, int d) { take(to, d, 1); });
        for (int d = 0; d < 4; ++d)
            if (const Square stand = maze.next[home][opposite(d)]; stand != maze.floor)
                cost(layout_.row_behind_of(home, d), i) = cost(layout_.row_of(home, stand), i);
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const auto [box, before] = queue[head];
            const Square at = maze.next[box][opposite(before)];
            const std::uint32_t row = layout_.row_of(box, at);
            const std::int32_t moves = moves_after_push[box * 4 + before];
            cost(row, i) = std::min(cost(row, i), moves);
            for (int d = 0; d < 4; ++d) {
                const Square stand = maze.next[box][opposite(d)], to = maze.next[box][d];
                if (stand == maze.floor || layout_.row_of(box, stand) != row) continue;
                const std::int32_t ready = moves + walks.after_own_push(box, before, d);
                std::int32_t& entry = cost(layout_.row_behind_of(box, d), i);
                entry = std::min(entry, ready);
                if (to < maze.live) take(to, d, ready + 1);
            }
        }
    }

    const GoalDistances& layout_;
    int stride_, current_ = 0;
    std::vector<std::int32_t> costs_;
};

}  // namespace unjam::sokoban
