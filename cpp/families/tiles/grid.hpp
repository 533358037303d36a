// Grid, a board of cells: neighbours, distances, floods, symmetries, and whether a board can be solved
// (parity); `dispatch_gap` for code specialised by the gap. Bit i of a mask is cell i, counted row by row.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace unjam::tiles {

constexpr int max_side = 6, max_cells = max_side * max_side;
using Mask = std::uint64_t;

/// The cell up (0), left, right or down (3) of the gap, for a board size known at compile time; -1 beyond the edge.
template <int Rows, int Cols>
constexpr int neighbour(int gap, int direction) {
    const int row = gap / Cols, col = gap % Cols;
    if (direction == 0) return row > 0 ? gap - Cols : -1;
    if (direction == 1) return col > 0 ? gap - 1 : -1;
    if (direction == 2) return col + 1 < Cols ? gap + 1 : -1;
    return row + 1 < Rows ? gap + Cols : -1;
}

template <int N>
using Fixed = std::integral_constant<int, N>;

/// Calls go(gap, last) with the gap's cell and the direction that would undo the last move as constants, so that the
/// search has specialised code for each pair that can occur.
template <int Rows, int Cols, class Go>
bool dispatch_gap(int gap, int last, Go&& go) {
    const auto try_pair = [&]<int Pair>(Fixed<Pair>, bool& answer) {
        if constexpr (neighbour<Rows, Cols>(Pair / 4, Pair % 4) >= 0) {
            if (gap * 4 + last != Pair) return false;
            answer = go(Fixed<Pair / 4>{}, Fixed<Pair % 4>{});
            return true;
        }
        return false;
    };
    bool answer = false;
    [&]<int... Pairs>(std::integer_sequence<int, Pairs...>) {
        (void)(try_pair(Fixed<Pairs>{}, answer) || ...);
    }(std::make_integer_sequence<int, Rows * Cols * 4>());
    return answer;
}

struct Grid {
    int rows = 0, cols = 0;
    std::array<std::array<std::int8_t, 4>, max_cells> neighbours{};  // up, left, right, down; -1 beyond the edge

    Grid(int rows, int cols) : rows(rows), cols(cols) {
        for (int at = 0; at < cells(); ++at) {
            const int row = at / cols, col = at % cols;
            neighbours[at] = {static_cast<std::int8_t>(row > 0 ? at - cols : -1),
                              static_cast<std::int8_t>(col > 0 ? at - 1 : -1),
                              static_cast<std::int8_t>(col + 1 < cols ? at + 1 : -1),
                              static_cast<std::int8_t>(row + 1 < rows ? at + cols : -1)};
            if (col > 0) not_left_ |= Mask{1} << at;
            if (col + 1 < cols) not_right_ |= Mask{1} << at;
            all_cells_ |= Mask{1} << at;
        }
    }

    /// Throws if the board is empty or too large for a mask, or the gap is not on it.
    static Grid checked(int rows, int cols, int gap = 0) {
        if (rows < 1 || cols < 1 || rows > max_side || cols > max_side || gap < 0 || gap >= rows * cols)
            throw std::invalid_argument("a board of up to 6x6 with its gap on it");
        return {rows, cols};
    }

    int cells() const { return rows * cols; }
    Mask all_cells() const { return all_cells_; }

    int distance(int a, int b) const {
        const int down = a / cols - b / cols, right = a % cols - b % cols;
        return (down < 0 ? -down : down) + (right < 0 ? -right : right);
    }

    /// The cells of `free` that are connected to `from`.
    Mask flood(Mask from, Mask free) const {
        for (Mask seen = from & free;;) {
            const Mask wider =
                (seen | (seen & not_right_) << 1 | (seen & not_left_) >> 1 | seen << cols | seen >> cols) & free;
            if (wider == seen) return seen;
            seen = wider;
        }
    }

    /// Can the board be solved? `home[tile]` is the goal cell of a tile or of the gap. Every move swaps the gap with
    /// one tile, so the parity of the order changes with each step of the gap; and tiles in a single line never pass
    /// each other.
    template <class Board, class Home>
    bool solvable(const Board& board, const Home& home, int gap) const {
        if (rows == 1 || cols == 1) {
            int last = -1;
            for (int at = 0; at < cells(); ++at) {
                if (board[at] == gap) continue;
                if (home[board[at]] < last) return false;
                last = home[board[at]];
            }
            return true;
        }
        bool odd = false;
        Mask seen = 0;
        for (int first = 0; first < cells(); ++first)
            for (int at = first; !(seen >> at & 1); at = home[board[at]]) {
                seen |= Mask{1} << at;
                if (home[board[at]] != first) odd = !odd;
            }
        const auto gap_cell = static_cast<int>(std::find(&board[0], &board[0] + cells(), gap) - &board[0]);
        return odd == (distance(gap_cell, home[gap]) % 2 != 0);
    }

    /// The image of each cell under each symmetry of the board; the identity comes first, then the transposition if
    /// there is one.
    std::vector<std::array<std::uint8_t, max_cells>> symmetries() const {
        std::vector<std::array<std::uint8_t, max_cells>> maps;
        for (const int kind : {0, 4, 1, 2, 3, 5, 6, 7}) {
            if ((kind & 4) && rows != cols) continue;
            std::array<std::uint8_t, max_cells> map{};
            for (int at = 0; at < cells(); ++at) {
                int row = at / cols, col = at % cols;
                if (kind & 4) std::swap(row, col);
                if (kind & 1) row = rows - 1 - row;
                if (kind & 2) col = cols - 1 - col;
                map[at] = static_cast<std::uint8_t>(row * cols + col);
            }
            maps.push_back(map);
        }
        return maps;
    }

private:
    Mask not_left_ = 0, not_right_ = 0, all_cells_ = 0;
};

}  // namespace unjam::tiles
