// Rush Hour solved, explored and counted: chooses board type, visited set and search (breadth-first, or A* on
// large boards), reuses memory, turns paths into slides.
//
//   solve.hpp                the entry point: chooses the board type by size, and the search
//   lot.hpp                  a position as Python passes it in
//   lines.hpp                a row or column with cars, and all its states
//   narrow_board.hpp         boards of up to 8 by 8; move_table.hpp: the moves of their lines
//   wide_board.hpp           boards of up to 16 by 16
//   must_move.hpp            the lower bound that guides A*
//   generate.hpp             new boards
//   rating/difficulty.hpp    what a rating needs to know of a level
//   rating/player.hpp        the fallible player; player_chain.hpp: the chance that the player solves a level
//   enumerate/enumerate.hpp  every board, by reachable space; car_orders.hpp: the orders of cars in lines
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "families/rushhour/must_move.hpp"
#include "families/rushhour/narrow_board.hpp"
#include "families/rushhour/wide_board.hpp"
#include "unjam/astar.hpp"
#include "unjam/breadth_first.hpp"
#include "unjam/explore.hpp"
#include "unjam/perft.hpp"

namespace unjam::rushhour {

/// Up to this many rows and columns breadth-first search is best; larger boards are searched by A* with must-move.
inline constexpr int max_breadth_first_side = 8;

/// Memory that a thread reuses from board to board.
struct Scratch {
    Bitmap bits;
    KeyTable<std::uint64_t> table;
    Layers<std::uint64_t> layers;

    /// Frees what a large board needed; a bitmap of ranks is always kept.
    void trim() {
        constexpr std::size_t enough = std::size_t{128} << 20;
        if (table.bytes() > enough) table = KeyTable<std::uint64_t>();
        if (layers.pool.bytes() > enough) layers.pool = GrowingArray<std::uint64_t>();
    }
};

/// Calls use(board) with the right type of board for a lot of up to 8 by 8.
template <class Use>
auto with_narrow_board(const Lot& lot, Metric metric, Use&& use) {
    if (lot.rows <= 6 && lot.cols <= 6) return use(NarrowBoard<8>(lot, metric));
    return use(NarrowBoard<16>(lot, metric));
}

/// Only narrow boards are searched breadth-first by several threads: for wide boards A* is better.
template <class Board>
inline constexpr bool is_narrow = false;
template <unsigned Lanes>
inline constexpr bool is_narrow<NarrowBoard<Lanes>> = true;

/// Calls use(board) with a wide board, which may be of any size, with keys of as many words as the lot needs.
template <class Use>
auto with_wide_board(const Lot& lot, Metric metric, Use&& use) {
    const unsigned words = fields_of(target_first(lot)).back().word + 1;
    if (words == 1) return use(WideBoard<1>(lot, metric));
    if (words == 2) return use(WideBoard<2>(lot, metric));
    if (words <= 4) return use(WideBoard<4>(lot, metric));
    return use(WideBoard<6>(lot, metric));
}

/// Calls use(board) with the right type of board for the lot.
template <class Use>
auto with_board(const Lot& lot, Metric metric, Use&& use) {
    return lot.rows <= 8 && lot.cols <= 8 ? with_narrow_board(lot, metric, use) : with_wide_board(lot, metric, use);
}

/// Calls use(set, layers) with the right visited set for the board, in the scratch memory if its keys are words.
template <class Board, class Use>
auto with_set(const Board& board, Scratch& scratch, Guard& guard, Use&& use) {
    if constexpr (std::is_same_v<typename Board::Key, std::uint64_t>) {
        if (board.ranks() && Bitmap::bytes_for(board.ranks()) <= guard.byte_limit() / 2) {
            RankedSet<Board> set{scratch.bits};
            return use(set, scratch.layers);
        }
        HashedSet<Board> set{scratch.table};
        return use(set, scratch.layers);
    } else {
        KeyTable<typename Board::Key> table;
        Layers<typename Board::Key> layers;
        HashedSet<Board> set{table};
        return use(set, layers);
    }
}

/// The slide between two neighbouring positions.
template <class Board>
Slide slide_between(const Board& board, const typename Board::Key& from, const typename Board::Key& to) {
    Slide slide;
    board.each_change(from, to, [&](const Line& line, int before, int after) { slide = line.slide(before, after); });
    return slide;
}

/// The moves along a path of keys. Consecutive steps of one car in one direction are joined to one slide.
template <class Board>
std::vector<std::int32_t> slides(const Board& board, const std::vector<typename Board::Key>& path, Metric metric) {
    std::vector<std::int32_t> moves;
    int last = -1;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const Slide slide = slide_between(board, path[i - 1], path[i]);
        if (metric == Metric::steps && slide.car == last) moves.pop_back();
        last = slide.car;
        moves.push_back(slide.car << 8 | slide.to);
    }
    return moves;
}

/// A* with the estimate must-move: most cars of a large board never matter.
template <class Board>
void solve_guided(const Board& board, const Lot& lot, Guard& guard, Metric metric, Outcome& outcome) {
    AStar<Board> search(board, guard);
    MustMove must_move(lot);
    auto last_key = board.start();
    const Ending ending = search.run([&](const auto& key) {
        board.each_change(last_key, key, [&](const Line& line, int from, int to) {
            for (std::size_t i = 0; i < line.seats.size(); ++i)
                if (line.state(from)[i] != line.state(to)[i]) must_move.lift(line.seats[i].car);
        });
        board.each_change(last_key, key, [&](const Line& line, int from, int to) {
            for (std::size_t i = 0; i < line.seats.size(); ++i)
                if (line.state(from)[i] != line.state(to)[i]) must_move.put(line.seats[i].car, line.state(to)[i]);
        });
        last_key = key;
        return must_move(metric);
    });
    outcome.peak_bytes = search.peak_bytes();
    outcome.expanded = search.expanded();
    outcome.generated = search.generated();
    outcome.conclude(ending, ending == Ending::solved ? search.depth() : search.bound(), guard.why());
    if (ending == Ending::solved) outcome.moves = slides(board, search.path(), metric);
}

/// Finds a solution with the least number of slides or steps, or proves that there is none. `guided` forces A* (true)
/// or breadth-first search (false) for any size; tests compare the two.
inline Outcome solve(const Lot& lot, Metric metric, Sharing sharing, const Limits& limits, Scratch& scratch,
                     std::optional<bool> guided = std::nullopt) {
    Outcome result = run_within(limits, [&](Guard& guard, Outcome& outcome) {
        if (lot.cars[lot.target].offset == lot.goal) {
            outcome.expanded = 1;
            return outcome.conclude(Ending::solved, 0, Stop::none);
        }
        if (guided.value_or(std::max(lot.rows, lot.cols) > max_breadth_first_side))
            return with_wide_board(lot, metric,
                                   [&](const auto& board) { solve_guided(board, lot, guard, metric, outcome); });
        with_board(lot, metric, [&]<class Board>(const Board& board) {
            with_set(board, scratch, guard, [&](auto& set, auto& layers) {
                solve_by_layers<is_narrow<Board>>(board, set, layers, guard, sharing, outcome,
                                                  [&](const auto& path) { return slides(board, path, metric); });
                set.forget(board, layers.pool);
            });
        });
    });
    if (result.stop == Stop::memory) scratch = Scratch();  // an allocation may have failed half-way
    scratch.trim();
    return result;
}

/// Explores the whole space; a farthest position is the list of its cars' offsets.
inline Space explore(const Lot& lot, Metric metric, const Limits& limits) {
    Scratch scratch;
    std::vector<std::uint8_t> offsets = offsets_of(lot);
    return explore_within(limits, [&](Guard& guard, Space& space) {
        with_board(lot, metric, [&](const auto& board) {
            with_set(board, scratch, guard, [&](auto& set, auto& layers) {
                survey(board, set, layers, guard, space, [&](const auto& key, std::vector<std::uint8_t>& out) {
                    board.place_cars(key, offsets.data());
                    out.insert(out.end(), offsets.begin(), offsets.end());
                });
            });
        });
    });
}

inline std::vector<std::uint64_t> perft(const Lot& lot, Metric metric, unsigned depth) {
    return with_board(lot, metric, [&](const auto& board) { return unjam::perft(board, depth); });
}

/// The estimate "must-move" of the position; the Python rules must give the same.
inline unsigned estimate(const Lot& lot, Metric metric) { return MustMove(lot)(metric); }

}  // namespace unjam::rushhour
