// The walk of a hill climber.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "families/tiles/grid.hpp"
#include "unjam/limits.hpp"

namespace unjam::tiles {

/// The boards that a hill climber visits, in order, the goal last if it is reached.
///
/// Depth-first with a stack: of the neighbours never put on the stack the worst goes first and the best ends on top,
/// and among equals the lexicographically largest goes first. A board's worth is the sum over its cells of
/// `price[cell][tile]`. Boards of up to sixteen cells.
struct Climb {
    Stop stop = Stop::none;
    bool reached = false;
    std::vector<std::uint8_t> visited;  // boards one after the other
    std::vector<std::uint32_t> path;    // which of them lead from the start to the goal
};

inline Climb climb(int rows, int cols, std::span<const std::uint8_t> start, std::span<const std::uint8_t> goal,
                   std::span<const std::uint8_t> price, const Limits& limits) {
    const Grid grid(rows, cols);
    const int cells = grid.cells();
    using Packed = std::uint64_t;  // the first cell in the highest bits, so that numbers compare as boards do
    const auto shift = [&](int cell) { return 4 * (cells - 1 - cell); };
    const auto pack = [&](std::span<const std::uint8_t> board) {
        Packed packed = 0;
        for (int cell = 0; cell < cells; ++cell) packed |= Packed{board[cell]} << shift(cell);
        return packed;
    };
    struct Node {
        Packed board;
        std::uint32_t worth, from;  // from: the number of the visited board it was seen from
        std::uint8_t gap;
    };
    Guard guard(limits);
    Climb out;
    std::uint32_t worth = 0;
    for (int cell = 0; cell < cells; ++cell) worth += price[cell * cells + start[cell]];
    const auto gap = static_cast<std::uint8_t>(std::find(start.begin(), start.end(), 0) - start.begin());
    const Packed wanted = pack(goal);
    std::vector<Node> stack{{pack(start), worth, 0, gap}};
    std::vector<std::uint32_t> came;
    std::unordered_set<Packed> known{stack[0].board};
    while (!stack.empty()) {
        const Node node = stack.back();
        stack.pop_back();
        came.push_back(node.from);
        for (int cell = 0; cell < cells; ++cell)
            out.visited.push_back(static_cast<std::uint8_t>(node.board >> shift(cell) & 15));
        if (node.board == wanted) {
            out.reached = true;
            for (auto at = static_cast<std::uint32_t>(came.size() - 1); at != 0; at = came[at]) out.path.push_back(at);
            out.path.push_back(0);
            std::reverse(out.path.begin(), out.path.end());
            return out;
        }
        const std::size_t bytes = out.visited.capacity() + stack.capacity() * sizeof(Node) + known.size() * 44;
        if (guard.tick(out.visited.size() / static_cast<std::size_t>(cells), bytes, 0)) {
            out.stop = guard.why();
            return out;
        }
        std::array<Node, 4> fresh;
        int count = 0;
        for (const int from : grid.beside[node.gap]) {
            if (from < 0) continue;
            const Packed tile = node.board >> shift(from) & 15;
            const Packed board = node.board ^ tile << shift(from) ^ tile << shift(node.gap);
            if (!known.insert(board).second) continue;
            const auto at = static_cast<std::size_t>(tile);
            fresh[count++] = {board,
                              node.worth - price[from * cells + at] - price[node.gap * cells] +
                                  price[node.gap * cells + at] + price[from * cells],
                              static_cast<std::uint32_t>(came.size() - 1), static_cast<std::uint8_t>(from)};
        }
        std::sort(fresh.begin(), fresh.begin() + count, [](const Node& a, const Node& b) {
            return a.worth != b.worth ? a.worth > b.worth : a.board > b.board;
        });
        stack.insert(stack.end(), fresh.begin(), fresh.begin() + count);
    }
    return out;
}

}  // namespace unjam::tiles
