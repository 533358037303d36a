// Sliding blocks solved, explored and counted: chooses the board type and the visited set, searches
// breadth-first, turns a path of keys into moves.
//
//   solve.hpp         the entry point: chooses the smallest board type for the puzzle, and searches
//   puzzle.hpp        the puzzle as Python passes it in
//   packed_board.hpp  boards of up to 64 cells, positions packed to the information they carry
//   board.hpp         all other boards; the key lists the place of each block
#pragma once

#include <vector>

#include "families/blocks/board.hpp"
#include "families/blocks/packed_board.hpp"
#include "families/blocks/puzzle.hpp"
#include "unjam/breadth_first.hpp"
#include "unjam/explore.hpp"
#include "unjam/perft.hpp"
#include "unjam/recent_set.hpp"

namespace unjam::blocks {

/// From this many positions on the search uses several threads.
constexpr std::size_t large_space = 500'000;

/// Calls use(board) with the smallest type of board that holds the puzzle.
template <class Use>
auto with_board(const Puzzle& puzzle, Metric metric, Use&& use) {
    const unsigned words = Board<1, 1>::key_words(puzzle), packed = PackedBoard<1>::key_words(puzzle);
    if (packed <= 1) return use(PackedBoard<1>(puzzle, metric));
    if (words <= 1 && puzzle.rows * puzzle.cols <= 64) return use(Board<1, 1>(puzzle, metric));
    if (packed <= 2) return use(PackedBoard<2>(puzzle, metric));
    if (words <= 2) return use(Board<4, 2>(puzzle, metric));
    return use(Board<4, 8>(puzzle, metric));
}

/// Calls use(set, layers) with an empty visited set for the board.
template <class Board, class Use>
auto with_set(const Board&, Use&& use) {
    Layers<typename Board::Key> layers;
    RecentSet<Board> set(layers);
    return use(set, layers);
}

/// The moves along a path, as from and to cells. Consecutive steps of one block are joined.
template <class Board>
std::vector<std::int32_t> moves(const Board& board, const std::vector<typename Board::Key>& path) {
    std::vector<std::int32_t> moves;
    for (std::size_t i = 1; i < path.size(); ++i) {
        auto [from, to] = board.difference(path[i - 1], path[i]);
        if (!moves.empty() && (moves.back() & 0xFF) == from) {
            from = moves.back() >> 8;
            moves.pop_back();
        }
        moves.push_back(from << 8 | to);
    }
    return moves;
}

/// Finds a solution with the least number of moves or steps, or proves that there is none.
inline Outcome solve(const Puzzle& puzzle, Metric metric, unsigned threads, const Limits& limits) {
    return run_within(limits, [&](Guard& guard, Outcome& outcome) {
        with_board(puzzle, metric, [&](const auto& board) {
            if (board.solved(board.start())) {
                outcome.expanded = 1;
                return outcome.conclude(Ending::solved, 0, Stop::none);
            }
            with_set(board, [&](auto& set, auto& layers) {
                solve_by_layers(board, set, layers, guard, {threads, large_space}, outcome,
                                [&](const auto& path) { return moves(board, path); });
            });
        });
    });
}

/// Explores the whole space; a farthest position is the list of its blocks' cells.
inline Space explore(const Puzzle& puzzle, Metric metric, const Limits& limits) {
    return explore_within(limits, [&](Guard& guard, Space& space) {
        with_board(puzzle, metric, [&](const auto& board) {
            with_set(board, [&](auto& set, auto& layers) {
                survey(board, set, layers, guard, space, [&](const auto& key, std::vector<std::uint8_t>& out) {
                    for (const std::uint8_t cell : board.cells(key)) out.push_back(cell);
                });
            });
        });
    });
}

inline std::vector<std::uint64_t> perft(const Puzzle& puzzle, Metric metric, unsigned depth) {
    return with_board(puzzle, metric, [&](const auto& board) { return unjam::perft(board, depth); });
}

}  // namespace unjam::blocks
