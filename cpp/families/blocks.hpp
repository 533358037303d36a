// Solving and exploring sliding blocks: breadth-first over packed positions.
#pragma once

#include <new>

#include "families/blocks/board.hpp"
#include "unjam/layers.hpp"
#include "unjam/outcome.hpp"
#include "unjam/shards.hpp"
#include "unjam/space.hpp"

namespace unjam::blocks {

/// Above this many positions the search goes on in shards, one a thread.
constexpr std::size_t large_space = 500'000;

/// Calls use(board) with the smallest board and key that hold the puzzle.
template <class Use>
auto with_board(const Puzzle& puzzle, Metric metric, Use&& use) {
    const unsigned words = Board<1, 1>::key_words(puzzle);
    if (puzzle.rows * puzzle.cols <= 64) {
        if (words <= 1) return use(Board<1, 1>(puzzle, metric));
        if (words <= 2) return use(Board<1, 2>(puzzle, metric));
        return use(Board<1, 8>(puzzle, metric));
    }
    if (words <= 2) return use(Board<4, 2>(puzzle, metric));
    return use(Board<4, 8>(puzzle, metric));
}

/// The moves along a path: from which cell to which a first cell goes, steps of one block after another joined.
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

/// A solution with the least number of moves or steps, or the proof that there is none.
inline Outcome solve(const Puzzle& puzzle, Metric metric, unsigned threads, const Limits& limits) {
    Guard guard(limits);
    Outcome out;
    const auto search = [&](const auto& board) {
        using Board = std::decay_t<decltype(board)>;
        if (board.solved(board.start())) {
            out.status = Status::solved;
            out.optimal = true;
            out.cost = 0;
            out.expanded = 1;
            return;
        }
        KeyTable<typename Board::Key> table;
        Layers<typename Board::Key> layers;
        HashedSet<Board> set{table};
        Ending ending = Ending::stopped;
        if (begin(board, set, layers, guard))
            ending = run_layers<true>(board, set, layers, guard, threads > 1 ? large_space : ~std::size_t{0});
        out.peak_bytes = set.bytes() + layers.pool.bytes();
        std::vector<typename Board::Key> path;
        if (ending == Ending::paused) {
            table = KeyTable<typename Board::Key>();
            ShardedSearch<Board> shards(board, threads, guard);
            ending = shards.run(layers, layers.pool.bytes());
            layers.expanded = shards.expanded();
            layers.generated = shards.generated();
            layers.depth = shards.depth();
            out.peak_bytes = std::max<std::uint64_t>(out.peak_bytes, shards.peak_bytes());
            if (ending == Ending::solved) path = shards.walk_back();
        } else if (ending == Ending::solved) {
            path = walk_back(board, layers);
        }
        out.expanded = layers.expanded;
        out.generated = layers.generated;
        if (ending == Ending::solved) {
            out.status = Status::solved;
            out.optimal = true;
            out.cost = out.lower_bound = layers.depth;
            out.moves = moves(board, path);
        } else if (ending == Ending::exhausted) {
            out.status = Status::unsolvable;
            out.optimal = true;
        } else {
            out.stop = guard.why();
            out.lower_bound = layers.depth + 1;
        }
    };
    try {
        with_board(puzzle, metric, search);
    } catch (const std::bad_alloc&) {
        out = Outcome();
        out.stop = Stop::memory;
    }
    out.seconds = guard.seconds();
    return out;
}

/// The whole reachable space; a farthest position is the cells of its blocks.
inline Space explore(const Puzzle& puzzle, Metric metric, const Limits& limits) {
    Guard guard(limits);
    Space space;
    try {
        with_board(puzzle, metric, [&](const auto& board) {
            using Board = std::decay_t<decltype(board)>;
            KeyTable<typename Board::Key> table;
            Layers<typename Board::Key> layers;
            HashedSet<Board> set{table};
            survey(board, set, layers, guard, space, [&](const auto& key, std::vector<std::uint8_t>& out) {
                for (const std::uint8_t cell : board.cells(key)) out.push_back(cell);
            });
        });
    } catch (const std::bad_alloc&) {
        space.stop = Stop::memory;
    }
    return space;
}

/// How many ways there are to make 0, 1, … `depth` moves one after another.
inline std::vector<std::uint64_t> perft(const Puzzle& puzzle, Metric metric, unsigned depth) {
    return with_board(puzzle, metric, [&](const auto& board) { return unjam::perft(board, depth); });
}

}  // namespace unjam::blocks
