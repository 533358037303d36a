// AnyBoard, the base of SokobanBoard and SokobanLargeBoard: turns checked places into a start position, and
// finds any solution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind/bind.hpp"
#include "families/sokoban/fess/solve_any.hpp"

namespace unjam::bind {

namespace {

using namespace sokoban;

/// A board that Python passes in once; places on it are row * columns + column.
template <class Size>
class AnyBoard {
public:
    AnyBoard(int rows, int cols, std::vector<std::uint8_t> cells, bool fill)
        : rows_(rows), cols_(cols), cells_(std::move(cells)), fill_(fill) {
        int floor = 0, goals = 0;
        if (rows < 1 || cols < 1 || cells_.size() != static_cast<std::size_t>(rows) * cols)
            throw std::invalid_argument("the board does not have rows * columns cells");
        for (int i = 0; i < rows * cols; ++i) {
            const int r = i / cols, c = i % cols;
            if (cells_[i] && (r == 0 || c == 0 || r == rows - 1 || c == cols - 1))
                throw std::invalid_argument("the rim of the board is not all wall");
            if (cells_[i] > 2) throw std::invalid_argument("a cell is 0 (wall), 1 (floor) or 2 (storage)");
            floor += cells_[i] != 0;
            goals += cells_[i] == 2;
        }
        if (floor > Size::max_floor || goals > Size::max_boxes) throw std::invalid_argument("the board is too large");
    }

    Maze maze(unsigned rules) const { return Maze(rows_, cols_, cells_, fill_, rules & rule::dead_squares); }

    Position start(const Maze& maze, const std::vector<int>& boxes, int player) const {
        if (boxes.size() > Size::max_boxes) throw std::invalid_argument("too many boxes");
        Position out;
        out.player = square(maze, player);
        for (int box : boxes) {
            out.boxes.push_back(square(maze, box));
            if (out.boxes.back() == out.player) throw std::invalid_argument("a box where the player stands");
        }
        std::sort(out.boxes.begin(), out.boxes.end());
        if (std::adjacent_find(out.boxes.begin(), out.boxes.end()) != out.boxes.end())
            throw std::invalid_argument("two boxes on one square");
        return out;
    }

    /// Any solution, or gave_up; with `proof` the optimal search, and any solution at a limit. For levels with as many
    /// boxes as goals.
    Outcome solve_any(const std::vector<int>& boxes, int player, bool moves, bool proof, std::int64_t workers,
                      std::uint64_t seed, unsigned switched_off, const nb::object& task) const {
        const Maze maze = this->maze(rule::all);
        return search_any(maze, this->start(maze, boxes, player), moves, proof,
                          {threads_of(workers), seed, switched_off}, task, {});
    }

protected:
    Outcome search_any(const Maze& maze, const Position& start, bool moves, bool proof, const AnyOptions& options,
                       const nb::object& task, const Shorten& shorten) const {
        if (fill_ || start.boxes.empty() || start.boxes.size() != maze.goals.size())
            throw std::invalid_argument("any solution is only looked for where there are as many boxes as goals");
        return run(task, [&](const Limits& limits) {
            if (!proof) return sokoban::solve_any<Size>(maze, start, moves, limits, options);
            return ProofWithFallback<Size>(maze, start, moves, limits, options, shorten).run(rule::all);
        });
    }

    Square square(const Maze& maze, int place) const {
        if (place < 0 || place >= rows_ * cols_ || maze.square[place] < 0)
            throw std::invalid_argument("a box or the player is not on the floor");
        return static_cast<Square>(maze.square[place]);
    }

    int rows_, cols_;
    std::vector<std::uint8_t> cells_;
    bool fill_;
};

}  // namespace

}  // namespace unjam::bind
