// How many pushes a lone box needs to each goal, from each square and each side the player may be on.
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
        : stride_(stride), part_at_(maze.live), row_at_(maze.live), by_side_(maze.live) {
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
            row_at_[s] = rows;
            if (wall[s]) {
                part_at_[s] = floor;
                rows += 1;
                if (walks) rows += 4;
                continue;
            }
            unsigned mask = 0;
            for (int k = 0; k < 8; ++k) mask |= static_cast<unsigned>(!wall[maze.ring[s][k]]) << k;
            if (!ring_splits()[mask]) {
                part_at_[s] = 0;
                rows += areas;
            } else {
                part_at_[s] = static_cast<std::uint32_t>(parts_.size());
                parts_.resize(parts_.size() + floor);
                wall[s] = 1;
                rows += label(maze, wall, floor, parts_.data() + part_at_[s], queue);
                wall[s] = 0;
            }
            by_side_[s] = rows - static_cast<int>(row_at_[s]) > 1;
            if (walks) rows += 4;  // for a player who just pushed the box here, by direction
        }
        pushes_.assign(static_cast<std::size_t>(rows) * stride, unreachable);
        owner_.resize(rows);
        for (int s = 0; s < maze.live; ++s) {
            const int end = s + 1 < maze.live ? static_cast<int>(row_at_[s + 1]) : rows;
            for (int r = row_at_[s]; r < end; ++r) owner_[r] = static_cast<Square>(s);
        }
        std::vector<std::uint32_t> nodes(rows);
        for (int g = 0; g < static_cast<int>(maze.goals.size()); ++g)
            walks ? measure_moves(maze, wall, *walks, g) : measure_pushes(maze, wall, g, nodes);
        for (int j = static_cast<int>(maze.goals.size()); j < columns; ++j)  // surplus boxes may stay anywhere
            for (int r = 0; r < rows; ++r) pushes_[static_cast<std::size_t>(r) * stride + j] = 0;
    }

    /// The pushes to each goal for a box on `s` with the player on `player`.
    const std::int32_t* row(Square s, Square player) const {
        return pushes_.data() + static_cast<std::size_t>(row_at_[s] + parts_[part_at_[s] + player]) * stride_;
    }
    /// With walks: the moves for a box on `s` that the player just pushed there in direction `d`.
    const std::int32_t* row_behind(Square s, int d) const { return at(static_cast<int>(row_behind_of(s, d))); }
    std::uint32_t row_behind_of(Square s, int d) const { return end_of(s) - 4 + d; }
    /// Rows by number, and the square a row is of.
    std::uint32_t row_of(Square s, Square player) const { return row_at_[s] + parts_[part_at_[s] + player]; }
    const std::int32_t* at(int r) const { return pushes_.data() + static_cast<std::size_t>(r) * stride_; }
    Square owner(int r) const { return owner_[r]; }
    int rows() const { return static_cast<int>(owner_.size()); }

    /// Records which rows equal those of `base` for every goal they reach at all (see `equals_base`).
    void compare(const Maze& maze, const GoalDistances& base, int columns) {
        equals_base_.assign(owner_.size(), 0);
        std::vector<std::uint8_t> done(owner_.size(), 0);
        for (int s = 0; s < maze.live; ++s)
            for (int q = 0; q < maze.floor; ++q) {
                const std::uint32_t r = row_of(static_cast<Square>(s), static_cast<Square>(q));
                if (q == s || done[r]) continue;
                done[r] = 1;
                const std::int32_t* own_row = at(static_cast<int>(r));
                const std::int32_t* base_row = base.row(static_cast<Square>(s), static_cast<Square>(q));
                bool same = true;
                for (int j = 0; j < columns; ++j) same &= own_row[j] >= unreachable || own_row[j] == base_row[j];
                equals_base_[r] = same;
            }
    }
    bool equals_base(Square s, Square player) const { return equals_base_.empty() || equals_base_[row_of(s, player)]; }

    bool depends_on_side(Square s) const { return by_side_[s]; }
    std::size_t bytes() const {
        return sizeof *this + pushes_.capacity() * 4 + parts_.capacity() + part_at_.capacity() * 11 +
               owner_.capacity() * 2;
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
        const int end = home + 1 < maze.live ? static_cast<int>(row_at_[home + 1]) : static_cast<int>(owner_.size());
        int head = 0, tail = 0;
        for (int r = row_at_[home]; r < end; ++r) {
            pushes_[static_cast<std::size_t>(r) * stride_ + g] = 0;
            nodes[tail++] = r;
        }
        if (wall[home]) return;  // a box frozen here is home; no other can come
        while (head < tail) {
            const std::uint32_t node = nodes[head++];
            const Square to = owner_[node];
            const int part = static_cast<int>(node - row_at_[to]);
            const std::int32_t pushes = pushes_[static_cast<std::size_t>(node) * stride_ + g] + 1;
            for (int d = 0; d < 4; ++d) {
                const Square from = maze.next[to][opposite(d)];
                if (from >= maze.live || wall[from] || parts_[part_at_[to] + from] != part) continue;
                const Square player = maze.next[from][opposite(d)];
                if (wall[player]) continue;
                const std::uint32_t before = row_at_[from] + parts_[part_at_[from] + player];
                std::int32_t& entry = pushes_[static_cast<std::size_t>(before) * stride_ + g];
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
        for (std::uint32_t r = row_at_[home]; r < end_of(home); ++r)
            pushes_[static_cast<std::size_t>(r) * stride_ + g] = 0;
        if (wall[home]) return;
        std::vector<std::pair<Square, int>> queue;  // (square, direction of the push that brought the box there)
        for (int d = 0; d < 4; ++d) queue.emplace_back(home, d);
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const auto [to, d] = queue[head];
            const Square from = maze.next[to][opposite(d)];
            if (from >= maze.live || wall[from]) continue;
            const Square behind = maze.next[from][opposite(d)];
            if (wall[behind]) continue;
            const int part = parts_[part_at_[from] + behind];
            const std::int32_t push = pushes_[static_cast<std::size_t>(end_of(to) - 4 + d) * stride_ + g] + 1;
            const auto lower = [&](std::uint32_t row, std::int32_t cost) {
                std::int32_t& entry = pushes_[static_cast<std::size_t>(row) * stride_ + g];
                if (cost >= entry) return false;
                entry = cost;
                return true;
            };
            lower(row_at_[from] + part, push + walks.after_other_box(from, d));
            for (int before = 0; before < 4; ++before) {
                const Square stand = maze.next[from][opposite(before)];
                if (!wall[stand] && parts_[part_at_[from] + stand] == part &&
                    lower(end_of(from) - 4 + before, push + walks.after_own_push(from, before, d)))
                    queue.emplace_back(from, before);
            }
        }
    }

    std::uint32_t end_of(Square s) const {
        return s + 1u < row_at_.size() ? row_at_[s + 1] : static_cast<std::uint32_t>(owner_.size());
    }

    int stride_;
    std::vector<std::uint32_t> part_at_, row_at_;
    std::vector<std::uint8_t> by_side_, parts_, equals_base_;
    std::vector<std::int32_t> pushes_;
    std::vector<Square> owner_;
};

}  // namespace unjam::sokoban
