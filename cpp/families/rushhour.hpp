// Rush Hour solved and explored: picks the board that fits the size and the kernel that fits the space.
#pragma once

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "families/rushhour/must_move.hpp"
#include "families/rushhour/narrow.hpp"
#include "families/rushhour/wide.hpp"
#include "unjam/astar.hpp"
#include "unjam/layers.hpp"
#include "unjam/outcome.hpp"
#include "unjam/shards.hpp"
#include "unjam/space.hpp"

namespace unjam::rushhour {

/// How many threads search one board, once its space has turned out to hold more positions than pay for one.
struct Sharing {
    unsigned threads = 1;
    std::size_t above = std::size_t{1} << 18;
};

/// Where each car of the lot stands.
inline std::vector<std::uint8_t> offsets_of(const Lot& lot) {
    std::vector<std::uint8_t> offsets(lot.cars.size());
    std::transform(lot.cars.begin(), lot.cars.end(), offsets.begin(),
                   [](const Car& car) { return static_cast<std::uint8_t>(car.offset); });
    return offsets;
}

/// Memory that a thread keeps from board to board.
struct Scratch {
    Bitmap bits;
    KeyTable<std::uint64_t> table;
    Layers<std::uint64_t> layers;

    /// Gives back what one large board took.
    void trim() {
        constexpr std::size_t enough = std::size_t{64} << 20;
        if (bits.bytes() > enough) bits = Bitmap();
        if (table.bytes() > enough) table = KeyTable<std::uint64_t>();
        if (layers.pool.bytes() > enough) layers.pool = Pool<std::uint64_t>();
    }
};

/// Calls use(board) with the kind of board that fits the lot.
template <class Use>
auto with_board(const Lot& lot, Metric metric, Use&& use) {
    if (lot.rows <= 6 && lot.cols <= 6) return use(NarrowBoard<8>(lot, metric));
    if (lot.rows <= 8 && lot.cols <= 8) return use(NarrowBoard<16>(lot, metric));
    switch (fields_of(target_first(lot)).back().word + 1) {
        case 1:
            return use(WideBoard<1>(lot, metric));
        case 2:
            return use(WideBoard<2>(lot, metric));
        case 3:
            return use(WideBoard<3>(lot, metric));
        case 4:
            return use(WideBoard<4>(lot, metric));
        default:
            return use(WideBoard<6>(lot, metric));
    }
}

/// The moves along a path of keys, consecutive steps of one car in one direction joined to one slide.
template <class Board>
std::vector<std::int32_t> slides(const Board& board, const std::vector<typename Board::Key>& path, Metric metric) {
    std::vector<std::int32_t> moves;
    int last = -1;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const Slide slide = board.slide(path[i - 1], path[i]);
        if (metric == Metric::steps && slide.car == last) moves.pop_back();
        last = slide.car;
        moves.push_back(slide.car << 8 | slide.to);
    }
    return moves;
}

/// Searches with the given set of visited positions, in shards once the space turns out large.
template <class Board, class Set>
void search(const Board& board, Set& set, Layers<typename Board::Key>& layers, Guard& guard, Metric metric,
            Sharing sharing, Outcome& outcome) {
    Ending ending = Ending::stopped;
    if (begin(board, set, layers, guard))
        ending = run_layers<true>(board, set, layers, guard, sharing.threads > 1 ? sharing.above : ~std::size_t{0});
    outcome.peak_bytes = set.bytes() + layers.pool.bytes();
    if (ending == Ending::paused) {
        set.forget(board, layers.pool);
        ShardedSearch<Board> shards(board, sharing.threads, guard);
        ending = shards.run(layers, outcome.peak_bytes);
        layers.expanded = shards.expanded();
        layers.generated = shards.generated();
        layers.depth = shards.depth();
        outcome.peak_bytes = shards.peak_bytes();
        if (ending == Ending::solved) outcome.moves = slides(board, shards.walk_back(), metric);
    } else {
        if (ending == Ending::solved) outcome.moves = slides(board, walk_back(board, layers), metric);
        set.forget(board, layers.pool);
    }
    outcome.expanded = layers.expanded;
    outcome.generated = layers.generated;
    if (ending == Ending::solved) {
        outcome.status = Status::solved;
        outcome.optimal = true;
        outcome.cost = outcome.lower_bound = layers.depth;
    } else if (ending == Ending::exhausted) {
        outcome.status = Status::unsolvable;
    } else {
        outcome.stop = guard.why();
        outcome.lower_bound = layers.depth + 1;  // everything up to this layer was looked at, its successors not
    }
}

/// Calls use(set, layers) with the visited set that fits the board, kept in the scratch where its keys are words.
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

/// Searches a board that is too large for breadth: the estimate leads, and most cars never come into it.
template <class Board>
void search_led(const Board& board, const Lot& lot, Guard& guard, Metric metric, Outcome& outcome) {
    AStar<Board> search(board, guard);
    MustMove must_move(lot);
    std::vector<std::uint8_t> offsets = offsets_of(lot);
    const Ending ending = search.run([&](const auto& key) {
        board.place_cars(key, offsets.data());
        return must_move(offsets.data(), metric);
    });
    outcome.peak_bytes = search.bytes();
    outcome.expanded = search.expanded();
    outcome.generated = search.generated();
    outcome.lower_bound = search.bound();
    if (ending == Ending::solved) {
        outcome.status = Status::solved;
        outcome.optimal = true;
        outcome.cost = outcome.lower_bound = search.depth();
        outcome.moves = slides(board, search.path(), metric);
    } else if (ending == Ending::exhausted) {
        outcome.status = Status::unsolvable;
    } else {
        outcome.stop = guard.why();
    }
}

/// A solution with the least number of slides or steps, or the proof that there is none.
/// Breadth-first search answers the sizes that people play at once; larger boards are searched with the estimate.
inline Outcome solve(const Lot& lot, Metric metric, Sharing sharing, const Limits& limits, Scratch& scratch, bool led) {
    Guard guard(limits);
    Outcome outcome;
    if (lot.cars[lot.target].offset == lot.goal) {
        outcome.status = Status::solved;
        outcome.optimal = true;
        outcome.cost = 0;
        outcome.expanded = 1;
        return outcome;
    }
    try {
        with_board(lot, metric, [&](const auto& board) {
            if (led) return search_led(board, lot, guard, metric, outcome);
            with_set(board, scratch, guard,
                     [&](auto& set, auto& layers) { search(board, set, layers, guard, metric, sharing, outcome); });
        });
    } catch (const std::bad_alloc&) {
        scratch = Scratch();
        outcome = Outcome();
        outcome.stop = Stop::memory;
    }
    scratch.trim();
    outcome.seconds = guard.seconds();
    return outcome;
}

/// The whole reachable space; a farthest position is the offsets of its cars.
inline Space explore(const Lot& lot, Metric metric, const Limits& limits) {
    Guard guard(limits);
    Scratch scratch;
    Space space;
    std::vector<std::uint8_t> offsets = offsets_of(lot);
    try {
        with_board(lot, metric, [&](const auto& board) {
            with_set(board, scratch, guard, [&](auto& set, auto& layers) {
                survey(board, set, layers, guard, space, [&](const auto& key, std::vector<std::uint8_t>& out) {
                    board.place_cars(key, offsets.data());
                    out.insert(out.end(), offsets.begin(), offsets.end());
                });
            });
        });
    } catch (const std::bad_alloc&) {
        space.stop = Stop::memory;
    }
    return space;
}

/// How many ways there are to make 0, 1, … `depth` moves one after another.
inline std::vector<std::uint64_t> perft(const Lot& lot, Metric metric, unsigned depth) {
    return with_board(lot, metric, [&](const auto& board) { return unjam::perft(board, depth); });
}

/// The estimate "must-move" of the position; the Python rules must say the same.
inline unsigned estimate(const Lot& lot, Metric metric) { return MustMove(lot)(offsets_of(lot).data(), metric); }

}  // namespace unjam::rushhour
