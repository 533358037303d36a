// GoalDistances: the pushes or moves of a lone box to each goal, by its square and the player's side of it,
// with frozen boxes as walls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "families/sokoban/bounds/walk_bounds.hpp"

namespace unjam::sokoban {

constexpr std::int32_t unreachable = 1 << 22;

/// Push distances of one box with some boxes frozen in place as walls. A box on a square cuts the rest of the floor
/// into parts. Which part the player is in decides which pushes are possible, so each (square, part) has a row. After
/// A. Junghanns, J. Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain knowledge", 2001
/// (there without the player's side).
class GoalDistances {
public:
    /// With `walks` the rows count moves: see `measure_moves`.
    GoalDistances(const Maze& maze, const std::vector<Square>& frozen, int columns, int stride,
                  const WalkBounds* walks = nullptr)
        : stride_(stride), part_offset_(maze.live), first_row_(maze.live), depends_on_side_(maze.live) {
        const int floor = maze.floor;
        std::vector<std::uint8_t> wall(floor + 1, 0);
        wall[floor] = 1;
        for (Square s : frozen) wall[s] = 1;
        // Parts of the floor without boxes, shared by all squares whose box cuts nothing; then a row of zeros.
        parts_.assign(2 * floor, 0);
        std::vector<Square> queue(floor + 1);
        const int areas = label(maze, wall, floor, parts_.data(), queue);
        std::vector<std::uint32_t> rows_of;  // how many rows each live square has
        int rows = 0;
        for (int s = 0; s < maze.live; ++s) {
            first_row_[s] = rows;
            if (wall[s]) {
                part_offset_[s] = floor;
                rows += 1;
                if (walks) rows += 4;
                continue;
            }
            unsigned mask = 0;
            for (int k = 0; k < 8; ++k) mask |= static_cast<unsigned>(!wall[maze.ring[s][k]]) << k;
            if (!ring_splits()[mask]) {
                part_offset_[s] = 0;
                rows += areas;
            } else {
                part_offset_[s] = static_cast<std::uint32_t>(parts_.size());
                parts_.resize(parts_.size() + floor);
                wall[s] = 1;
                rows += label(maze, wall, floor, parts_.data() + part_offset_[s], queue);
                wall[s] = 0;
            }
            depends_on_side_[s] = rows - static_cast<int>(first_row_[s]) > 1;
            if (walks) rows += 4;  // for a player who just pushed the box here, by direction
        }
        costs_.assign(static_cast<std::size_t>(rows) * stride, unreachable);
        square_of_row_.resize(rows);
        for (int s = 0; s < maze.live; ++s) {
            const int end = s + 1 < maze.live ? static_cast<int>(first_row_[s + 1]) : rows;
            for (int r = first_row_[s]; r < end; ++r) square_of_row_[r] = static_cast<Square>(s);
        }
        std::vector<std::uint32_t> nodes(rows);
        for (int g = 0; g < static_cast<int>(maze.goals.size()); ++g)
            walks ? measure_moves(maze, wall, *walks, g) : measure_pushes(maze, wall, g, nodes);
        for (int j = static_cast<int>(maze.goals.size()); j < columns; ++j)  // surplus boxes may stay anywhere
            for (int r = 0; r < rows; ++r) costs_[static_cast<std::size_t>(r) * stride + j] = 0;
    }

    /// The pushes to each goal for a box on `s` with the player on `player`.
    const std::int32_t* row(Square s, Square player) const {
        return costs_.data() + static_cast<std::size_t>(first_row_[s] + parts_[part_offset_[s] + player]) * stride_;
    }
    /// With walks: the moves for a box on `s` that the player just pushed there in direction `d`.
    const std::int32_t* row_behind(Square s, int d) const { return at(static_cast<int>(row_behind_of(s, d))); }
    std::uint32_t row_behind_of(Square s, int d) const { return end_of(s) - 4 + d; }
    /// Rows by number, and the square a row is of.
    std::uint32_t row_of(Square s, Square player) const { return first_row_[s] + parts_[part_offset_[s] + player]; }
    const std::int32_t* at(int r) const { return costs_.data() + static_cast<std::size_t>(r) * stride_; }
    Square square_of(int r) const { return square_of_row_[r]; }
    int rows() const { return static_cast<int>(square_of_row_.size()); }

    /// Records which rows equal those of `unfrozen` for every goal they reach at all (see `equals_unfrozen`).
    void compare(const Maze& maze, const GoalDistances& unfrozen, int columns) {
        equals_unfrozen_.assign(square_of_row_.size(), 0);
        std::vector<std::uint8_t> done(square_of_row_.size(), 0);
        for (int s = 0; s < maze.live; ++s)
            for (int q = 0; q < maze.floor; ++q) {
                const std::uint32_t r = row_of(static_cast<Square>(s), static_cast<Square>(q));
                if (q == s || done[r]) continue;
                done[r] = 1;
                const std::int32_t* own_row = at(static_cast<int>(r));
                const std::int32_t* unfrozen_row = unfrozen.row(static_cast<Square>(s), static_cast<Square>(q));
                bool same = true;
                for (int j = 0; j < columns; ++j) same &= own_row[j] >= unreachable || own_row[j] == unfrozen_row[j];
                equals_unfrozen_[r] = same;
            }
    }
    bool equals_unfrozen(Square s, Square player) const {
        return equals_unfrozen_.empty() || equals_unfrozen_[row_of(s, player)];
    }

    bool depends_on_side(Square s) const { return depends_on_side_[s]; }
    std::size_t bytes() const {
        return sizeof *this + costs_.capacity() * 4 + parts_.capacity() + part_offset_.capacity() * 11 +
               square_of_row_.capacity() * 2;
    }

private:
    static int label(const Maze& maze, const std::vector<std::uint8_t>& wall, int floor, std::uint8_t* out,
                     std::vector<Square>& queue) {
        constexpr std::uint8_t none = 255;
        for (int s = 0; s < floor; ++s) out[s] = none;
        int parts = 0;
        for (int s = 0; s < floor; ++s) {
            if (wall[s] || out[s] != none) continue;
            const auto part = static_cast<std::uint8_t>(std::min(parts, 254));
            int head = 0, tail = 0;
            queue[tail++] = static_cast<Square>(s);
            out[s] = part;
            while (head < tail)
                for (Square q : maze.next[queue[head++]])
                    if (!wall[q] && out[q] == none) out[q] = part, queue[tail++] = q;
            ++parts;
        }
        for (int s = 0; s < floor; ++s)
            if (out[s] == none) out[s] = 0;  // walls: never used
        return std::max(1, std::min(parts, 255));
    }

    // Breadth-first by pulls from one goal over (square, part of the player).
    void measure_pushes(const Maze& maze, const std::vector<std::uint8_t>& wall, int g,
                        std::vector<std::uint32_t>& nodes) {
        const Square home = maze.goals[g];
        const int end =
            home + 1 < maze.live ? static_cast<int>(first_row_[home + 1]) : static_cast<int>(square_of_row_.size());
        int head = 0, tail = 0;
        for (int r = first_row_[home]; r < end; ++r) {
            costs_[static_cast<std::size_t>(r) * stride_ + g] = 0;
            nodes[tail++] = r;
        }
        if (wall[home]) return;  // a box frozen here is home; no other can come
        while (head < tail) {
            const std::uint32_t node = nodes[head++];
            const Square to = square_of_row_[node];
            const int part = static_cast<int>(node - first_row_[to]);
            const std::int32_t pushes = costs_[static_cast<std::size_t>(node) * stride_ + g] + 1;
            for (int d = 0; d < 4; ++d) {
                const Square from = maze.next[to][opposite(d)];
                if (from >= maze.live || wall[from] || parts_[part_offset_[to] + from] != part) continue;
                const Square player = maze.next[from][opposite(d)];
                if (wall[player]) continue;
                const std::uint32_t before = first_row_[from] + parts_[part_offset_[from] + player];
                std::int32_t& entry = costs_[static_cast<std::size_t>(before) * stride_ + g];
                if (entry <= pushes) continue;
                entry = pushes;
                nodes[tail++] = before;
            }
        }
    }

    // The least number of moves that one box accounts for: its pushes, and before each push the walk since the push
    // before it (see WalkBounds). No two boxes account for the same step.
    void measure_moves(const Maze& maze, const std::vector<std::uint8_t>& wall, const WalkBounds& walks, int g) {
        const Square home = maze.goals[g];
        for (std::uint32_t r = first_row_[home]; r < end_of(home); ++r)
            costs_[static_cast<std::size_t>(r) * stride_ + g] = 0;
        if (wall[home]) return;
        std::vector<std::pair<Square, int>> queue;  // (square, direction of the push that brought the box there)
        for (int d = 0; d < 4; ++d) queue.emplace_back(home, d);
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const auto [to, d] = queue[head];
            const Square from = maze.next[to][opposite(d)];
            if (from >= maze.live || wall[from]) continue;
            const Square behind = maze.next[from][opposite(d)];
            if (wall[behind]) continue;
            const int part = parts_[part_offset_[from] + behind];
            const std::int32_t push = costs_[static_cast<std::size_t>(end_of(to) - 4 + d) * stride_ + g] + 1;
            const auto lower = [&](std::uint32_t row, std::int32_t cost) {
                std::int32_t& entry = costs_[static_cast<std::size_t>(row) * stride_ + g];
                if (cost >= entry) return false;
                entry = cost;
                return true;
            };
            lower(first_row_[from] + part, push + walks.after_other_box(from, d));
            for (int before = 0; before < 4; ++before) {
                const Square stand = maze.next[from][opposite(before)];
                if (!wall[stand] && parts_[part_offset_[from] + stand] == part &&
                    lower(end_of(from) - 4 + before, push + walks.after_own_push(from, before, d)))
                    queue.emplace_back(from, before);
            }
        }
    }

    std::uint32_t end_of(Square s) const {
        return s + 1u < first_row_.size() ? first_row_[s + 1] : static_cast<std::uint32_t>(square_of_row_.size());
    }

    int stride_;
    std::vector<std::uint32_t> part_offset_, first_row_;
    std::vector<std::uint8_t> depends_on_side_, parts_, equals_unfrozen_;
    std::vector<std::int32_t> costs_;
    std::vector<Square> square_of_row_;
};

}  // namespace unjam::sokoban
