// A puzzle of sliding blocks as Python hands it over.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace unjam::blocks {

constexpr int most_side = 16, most_blocks = 52;

/// The puzzle as Python gives it. Cells are row * cols + col; a block stands where its first cell is.
struct Puzzle {
    int rows = 0, cols = 0;
    std::vector<std::uint8_t> walls;                       // one a cell, 1 for a wall
    std::vector<std::vector<std::pair<int, int>>> shapes;  // offsets (down, right) from the first cell
    struct Block {
        int shape = 0, at = 0, goal = -1;  // goal: the cell where it must stand, or -1
    };
    std::vector<Block> blocks;  // alike ones (same shape, no goal) side by side
};

/// Refuses what the board could not hold.
inline void check(const Puzzle& puzzle) {
    bool fits = puzzle.rows >= 1 && puzzle.cols >= 1 && puzzle.rows <= most_side && puzzle.cols <= most_side;
    const int cells = fits ? puzzle.rows * puzzle.cols : 0;
    fits = fits && puzzle.walls.size() == static_cast<std::size_t>(cells) && !puzzle.blocks.empty() &&
           puzzle.blocks.size() <= most_blocks;
    const auto near = [](int offset) { return offset > -most_side && offset < most_side; };
    for (const auto& shape : puzzle.shapes) {
        fits = fits && !shape.empty();
        for (const auto& [down, right] : shape) fits = fits && near(down) && near(right);
    }
    for (const auto& block : puzzle.blocks)
        fits = fits && block.shape >= 0 && static_cast<std::size_t>(block.shape) < puzzle.shapes.size() &&
               block.at >= 0 && block.at < cells && block.goal >= -1 && block.goal < cells;
    if (!fits) throw std::invalid_argument("this is no board of blocks");
}

enum class Metric : std::uint8_t { moves, steps };

}  // namespace unjam::blocks
