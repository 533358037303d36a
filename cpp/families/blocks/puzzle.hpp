// A puzzle of sliding blocks as Python passes it in, with its check; Metric (moves or steps).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace unjam::blocks {

constexpr int max_side = 16, max_blocks = 52;

/// Cells are row * cols + col; the first cell of a block is its place.
struct Puzzle {
    int rows = 0, cols = 0;
    std::vector<std::uint8_t> walls;                       // one per cell, 1 for a wall
    std::vector<std::vector<std::pair<int, int>>> shapes;  // offsets (down, right) from the first cell
    struct Block {
        int shape = 0, at = 0, goal = -1;  // goal: its cell in the end, or -1
    };
    std::vector<Block> blocks;  // equal ones (same shape, no goal) next to each other
};

/// Throws unless the numbers describe a board.
inline void check(const Puzzle& puzzle) {
    bool fits = puzzle.rows >= 1 && puzzle.cols >= 1 && puzzle.rows <= max_side && puzzle.cols <= max_side;
    const int cells = fits ? puzzle.rows * puzzle.cols : 0;
    fits = fits && puzzle.walls.size() == static_cast<std::size_t>(cells) && !puzzle.blocks.empty() &&
           puzzle.blocks.size() <= max_blocks;
    const auto in_range = [](int offset) { return offset > -max_side && offset < max_side; };
    for (const auto& shape : puzzle.shapes) {
        fits = fits && !shape.empty();
        for (const auto& [down, right] : shape) fits = fits && in_range(down) && in_range(right);
    }
    for (const auto& block : puzzle.blocks)
        fits = fits && block.shape >= 0 && static_cast<std::size_t>(block.shape) < puzzle.shapes.size() &&
               block.at >= 0 && block.at < cells && block.goal >= -1 && block.goal < cells;
    if (!fits) throw std::invalid_argument("this is no board of blocks");
}

enum class Metric : std::uint8_t { moves, steps };

}  // namespace unjam::blocks
