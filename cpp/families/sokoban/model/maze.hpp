// Maze, the board as a graph of floor squares, live ones first, with goals and symmetries; `ring_splits`
// tells whether a box may cut the floor.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "families/sokoban/pruning/pruning_rules.hpp"

namespace unjam::sokoban {

using Square = std::uint16_t;

enum Direction : std::uint8_t { up, down, left, right };
constexpr int opposite(int d) { return d ^ 1; }

/// A rotation or reflection that maps walls to walls and goals to goals.
struct Symmetry {
    std::vector<Square> to;                 // square -> square
    std::array<std::uint8_t, 4> direction;  // direction -> direction
};

/// The floor that the player could walk on if there were no boxes.
///
/// Squares 0..live-1 are those from which a lone box can be pushed to some goal; any other square is dead for a box
/// (corners, and wall lines without a goal). Square `floor` stands for every wall.
struct Maze {
    int rows = 0, cols = 0, floor = 0, live = 0;
    bool fill = false;  // more boxes than goals: every goal needs a box (otherwise every box needs a goal)
    std::vector<std::array<Square, 4>> next;  // by direction; floor = wall
    std::vector<std::array<Square, 8>> ring;  // the eight neighbours, clockwise from above
    std::vector<Square> goal;                 // 1 + number of the goal, or 0
    std::vector<Square> goals;
    std::vector<int> cell;             // square -> cell of the grid, row * cols + column
    std::vector<int> square;           // cell of the grid -> square, or -1
    std::vector<Symmetry> symmetries;  // without the identity

    /// `cells`: 0 wall, 1 floor, 2 goal, row by row; the edge is all wall.
    Maze(int rows_, int cols_, const std::vector<std::uint8_t>& cells, bool fill_, bool prune_dead)
        : rows(rows_), cols(cols_), fill(fill_), square(cells.size(), -1) {
        const int steps[4] = {-cols, cols, -1, 1};
        std::vector<std::uint8_t> is_live(cells.size(), 0);
        std::vector<int> stack;
        for (int i = 0; i < static_cast<int>(cells.size()); ++i)
            if (cells[i] == 2) is_live[i] = 1, stack.push_back(i);
        while (!stack.empty()) {  // pull a box back from every goal
            const int at = stack.back();
            stack.pop_back();
            for (int step : steps) {
                const int before = at - step;
                if (cells[before] && !is_live[before] && cells[before - step])
                    is_live[before] = 1, stack.push_back(before);
            }
        }
        const bool all_live = fill || !prune_dead;
        for (int pass = 0; pass < 2; ++pass) {
            for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
                if (!cells[i] || (is_live[i] || all_live) != (pass == 0)) continue;
                square[i] = floor++;
                cell.push_back(i);
            }
            if (pass == 0) live = floor;
        }
        const int around[8] = {-cols, -cols + 1, 1, cols + 1, cols, cols - 1, -1, -cols - 1};
        next.resize(floor + 1);
        ring.resize(floor + 1);
        goal.assign(floor + 1, 0);
        const auto square_at = [&](int at) { return static_cast<Square>(square[at] < 0 ? floor : square[at]); };
        for (int s = 0; s < floor; ++s) {
            for (int d = 0; d < 4; ++d) next[s][d] = square_at(cell[s] + steps[d]);
            for (int k = 0; k < 8; ++k) ring[s][k] = square_at(cell[s] + around[k]);
            if (cells[cell[s]] == 2) {
                goals.push_back(static_cast<Square>(s));
                goal[s] = static_cast<Square>(goals.size());
            }
        }
        next[floor].fill(static_cast<Square>(floor));
        ring[floor].fill(static_cast<Square>(floor));
        find_symmetries();
    }

private:
    void find_symmetries() {
        int top = rows, bottom = 0, first = cols, last = 0;
        for (int at : cell) {
            top = std::min(top, at / cols), bottom = std::max(bottom, at / cols);
            first = std::min(first, at % cols), last = std::max(last, at % cols);
        }
        const int height = bottom - top + 1, width = last - first + 1;
        for (int kind = 1; kind < 8; ++kind) {  // bit 0: upside down, bit 1: left for right, bit 2: rows for columns
            if ((kind & 4) && height != width) continue;
            const auto image = [&](int r, int c) {
                if (kind & 4) std::swap(r, c);
                if (kind & 1) r = height - 1 - r;
                if (kind & 2) c = width - 1 - c;
                return (r + top) * cols + c + first;
            };
            Symmetry symmetry;
            bool is_symmetry = true;
            for (int s = 0; s < floor && is_symmetry; ++s) {
                const int to = square[image(cell[s] / cols - top, cell[s] % cols - first)];
                is_symmetry = to >= 0 && (goal[to] != 0) == (goal[s] != 0);
                symmetry.to.push_back(static_cast<Square>(std::max(to, 0)));
            }
            if (!is_symmetry) continue;
            for (int d = 0; d < 4; ++d) {
                int to = d;
                if (kind & 4) to = d ^ 2;  // up <-> left, down <-> right
                if ((kind & 1) && to < 2) to ^= 1;
                if ((kind & 2) && to >= 2) to ^= 1;
                symmetry.direction[d] = static_cast<std::uint8_t>(to);
            }
            symmetries.push_back(std::move(symmetry));
        }
    }
};

/// By the pattern of free squares in a ring of eight: whether a box in the middle may cut the free squares apart. (Only
/// the squares above, right, below and left touch the middle; the diagonal ones join two of those.)
inline const std::array<bool, 256>& ring_splits() {
    static const std::array<bool, 256> table = [] {
        std::array<bool, 256> out{};
        for (unsigned mask = 0; mask < 256; ++mask) {
            int groups = 0;
            for (int k = 0; k < 8; k += 2) {
                if (!(mask >> k & 1)) continue;
                const bool joined = (mask >> ((k + 1) & 7) & 1) && (mask >> ((k + 2) & 7) & 1);
                groups += !joined;
            }
            out[mask] = groups > 1;  // a full circle has no end and counts as one
        }
        return out;
    }();
    return table;
}

}  // namespace unjam::sokoban
