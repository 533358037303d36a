// PatternSearch, the engine of IdaStar with pattern tables: precomputed slides, Branch (a board with its
// table entries), depth-first search within one threshold.
//
// A move changes the Manhattan distance by one. A branch stays within its threshold as long as it has `room`: half of
// what the threshold allows beyond the moves made and the Manhattan distance left. A move towards home keeps the room,
// a move away takes one of it, and the tables say how much of it the tiles will still need. Thresholds rise by two,
// since all solutions of a board have the same parity.
#pragma once

#include "families/tiles/idastar.hpp"
#include "families/tiles/pattern_tables.hpp"

namespace unjam::tiles {

/// A part's index in its table, and the value there.
struct Entry {
    std::uint32_t index = 0, extra = 0;
};

/// A branch of the search tree where a search can begin: the board, its table entries, and the moves made.
struct Branch {
    std::array<std::uint8_t, max_cells> board{};
    std::array<std::array<Entry, max_cells>, 2> entries{};
    std::array<int, 2> surplus{};           // the sum of the extras, by view
    int gap = 0, manhattan = 0, last = -1;  // Manhattan distance left; the direction that would undo the last move
    std::vector<std::int32_t> moves;

    Branch(const PatternTables& patterns, std::span<const std::uint8_t> from) {
        std::copy(from.begin(), from.end(), board.begin());
        for (int at = 0; at < patterns.grid().cells(); ++at) {
            const int tile = board[at];
            if (tile == patterns.gap()) {
                gap = at;
                continue;
            }
            manhattan += patterns.grid().distance(at, tile);
            for (int view = 0; view < patterns.views(); ++view)
                if (const int part = patterns.part(view, tile); part >= 0)
                    entries[view][part].index += patterns.weight(view, tile, at);
        }
        for (int view = 0; view < patterns.views(); ++view)
            for (int part = 0; part < patterns.parts(); ++part) {
                Entry& entry = entries[view][part];
                entry.extra = patterns.surplus(part, entry.index);
                surplus[view] += static_cast<int>(entry.extra);
            }
    }
    int bound() const { return manhattan + 2 * std::max(surplus[0], surplus[1]); }
    bool home() const { return manhattan == 0; }
};

/// What a step of a tile changes, precomputed for the hot loop.
struct Slide {
    std::array<std::uint32_t, 2> add{};  // to the index of its part, by view
    std::array<std::uint8_t, 2> part{};
    std::uint8_t away = 0;  // 1 if it moves the tile away from home
};

/// All steps, by the gap's cell, the direction that the tile comes from, and the tile. Together with the tables they
/// are an engine of `IdaStar`.
class PatternSearch {
public:
    using Branch = tiles::Branch;

    explicit PatternSearch(const PatternTables& patterns) : patterns_(patterns), cells_(patterns.grid().cells()) {
        const Grid& grid = patterns.grid();
        slides_.resize(static_cast<std::size_t>(cells_) * cells_ * 4);
        for (int gap = 0; gap < cells_; ++gap)
            for (int direction = 0; direction < 4; ++direction)
                for (int tile = 0; tile < cells_; ++tile) {
                    const int from = grid.neighbours[gap][direction];
                    if (from < 0 || tile == patterns.gap()) continue;
                    Slide& slide = slides_[at(gap, direction, tile)];
                    for (int view = 0; view < patterns.views() && patterns.part(view, tile) >= 0; ++view) {
                        slide.part[view] = static_cast<std::uint8_t>(patterns.part(view, tile));
                        slide.add[view] = patterns.weight(view, tile, gap) - patterns.weight(view, tile, from);
                    }
                    slide.away = grid.distance(gap, tile) > grid.distance(from, tile);
                }
    }
    const PatternTables& patterns() const { return patterns_; }
    const Grid& grid() const { return patterns_.grid(); }
    std::size_t bytes() const { return patterns_.bytes(); }
    Branch branch(std::span<const std::uint8_t> board) const { return {patterns_, board}; }

    /// Searches depth-first below a branch, within a threshold.
    SearchResult search_within(const Branch& branch, int threshold, const ShouldStop& should_stop) const;

    const Slide& operator()(int gap, int direction, int tile) const { return slides_[at(gap, direction, tile)]; }

private:
    std::size_t at(int gap, int direction, int tile) const {
        return (static_cast<std::size_t>(gap) * 4 + direction) * cells_ + tile;
    }
    const PatternTables& patterns_;
    int cells_;
    std::vector<Slide> slides_;
};

/// Depth-first search below a branch, within a threshold.
///
/// `Views` is how many views are looked up; 0 leaves Manhattan distance alone. With `Rows` and `Cols` every cell of the
/// gap has its own code, which is a third faster; with 0 one function serves all boards.
template <int Rows, int Cols, int Views, bool Ranked>
class ThresholdSearch : public SearchResult {
public:
    ThresholdSearch(const PatternSearch& slides, const Branch& branch, const ShouldStop& should_stop)
        : slides_(slides),
          patterns_(slides.patterns()),
          board_(branch.board),
          entries_(branch.entries),
          should_stop_(should_stop) {
        for (int part = 0; part < patterns_.parts(); ++part) {
            data_[part] = patterns_.table(part).begin();
            size_[part] = patterns_.table(part).ranked ? static_cast<int>(patterns_.table(part).tiles.size()) : 0;
        }
    }

    /// True if the goal was reached within the room, or `should_stop` ended the search.
    bool run(const Branch& branch, int room) {
        if (branch.manhattan == 0) return true;
        const int slack_a = room - branch.surplus[0], slack_b = room - branch.surplus[1];
        if ((slack_a | slack_b) < 0) return false;
        return search_below(branch.gap, branch.last, slack_a, slack_b, branch.manhattan);
    }

private:
    /// A move with the table entries after it.
    struct Child {
        std::array<Entry, 2> after;
        std::array<std::uint8_t, 2> part;
        std::uint8_t tile, away;
    };

    std::uint8_t read_table(int part, std::uint32_t index) const {
        std::size_t at = index;
        if constexpr (Ranked)
            if (size_[part]) at = patterns_.ranking()(index, size_[part]);
        return data_[part][at >> 1] >> (at & 1) * 4 & 15;
    }

    void prepare(int gap, int direction, int from, Child& child) const {
        child.tile = board_[from];
        const Slide& slide = slides_(gap, direction, child.tile);
        child.away = slide.away;
        child.part = slide.part;
        for (int view = 0; view < Views; ++view) {
            const std::uint32_t index = entries_[view][slide.part[view]].index + slide.add[view];
            child.after[view] = {index, read_table(slide.part[view], index)};
        }
    }

    template <class Gap, class Last, class From>
    bool try_child(Gap gap, Last last, From from, const Child& child, int slack_a, int slack_b, int manhattan) {
        Entry &a = entries_[0][child.part[0]], &b = entries_[1][child.part[1]];
        slack_a -= child.away;
        slack_b -= child.away;
        if constexpr (Views >= 1) slack_a += static_cast<int>(a.extra) - static_cast<int>(child.after[0].extra);
        if constexpr (Views >= 2) slack_b += static_cast<int>(b.extra) - static_cast<int>(child.after[1].extra);
        if ((slack_a | slack_b) < 0) return false;
        manhattan += child.away ? 1 : -1;
        const Entry before_a = a, before_b = b;
        if constexpr (Views >= 1) a = child.after[0];
        if constexpr (Views >= 2) b = child.after[1];
        board_[gap] = child.tile;
        if (manhattan == 0 || search_below(from, last, slack_a, slack_b, manhattan)) {
            moves_back.push_back(child.tile);
            return true;
        }
        if constexpr (Views >= 1) a = before_a;
        if constexpr (Views >= 2) b = before_b;
        board_[from] = child.tile;
        return false;
    }

    bool must_stop() {
        ++expanded;
        if ((expanded & 1023) == 0 && should_stop_(expanded)) is_stopped = true;
        return is_stopped;
    }

    // Both versions make all look-ups of a position first: the memory accesses then overlap. With `Rows` and `Cols`
    // this one serves a start without a last move alone.
    bool search_below(int gap, int last, int slack_a, int slack_b, int manhattan) {
        if constexpr (Rows != 0)
            if (last >= 0)
                return dispatch_gap<Rows, Cols>(gap, last, [&](auto fixed_gap, auto fixed_last) {
                    return search_below(fixed_gap, fixed_last, slack_a, slack_b, manhattan);
                });
        if (must_stop()) return true;
        std::array<Child, 4> children;
        const auto& neighbours = patterns_.grid().neighbours[gap];
        for (int direction = 0; direction < 4; ++direction)
            if (neighbours[direction] >= 0 && direction != last) {
                prepare(gap, direction, neighbours[direction], children[direction]);
                ++generated;
            }
        for (int direction = 0; direction < 4; ++direction)
            if (neighbours[direction] >= 0 && direction != last &&
                try_child(gap, 3 - direction, static_cast<int>(neighbours[direction]), children[direction], slack_a,
                          slack_b, manhattan))
                return true;
        return false;
    }

    template <int Gap, int Last>
    bool search_below(Fixed<Gap>, Fixed<Last>, int slack_a, int slack_b, int manhattan) {
        if (must_stop()) return true;
        std::array<Child, 4> children;
        const auto ready = [&]<int Way>(Fixed<Way>) {
            if constexpr (neighbour<Rows, Cols>(Gap, Way) >= 0 && Way != Last) {
                prepare(Gap, Way, neighbour<Rows, Cols>(Gap, Way), children[Way]);
                ++generated;
            }
        };
        const auto try_way = [&]<int Way>(Fixed<Way>) {
            if constexpr (neighbour<Rows, Cols>(Gap, Way) >= 0 && Way != Last)
                return try_child(Fixed<Gap>{}, Fixed<3 - Way>{}, Fixed<neighbour<Rows, Cols>(Gap, Way)>{},
                                 children[Way], slack_a, slack_b, manhattan);
            else
                return false;
        };
        ready(Fixed<0>{}), ready(Fixed<1>{}), ready(Fixed<2>{}), ready(Fixed<3>{});
        return try_way(Fixed<0>{}) || try_way(Fixed<1>{}) || try_way(Fixed<2>{}) || try_way(Fixed<3>{});
    }

    const PatternSearch& slides_;
    const PatternTables& patterns_;
    std::array<std::uint8_t, max_cells> board_;
    std::array<std::array<Entry, max_cells>, 2> entries_;
    const ShouldStop& should_stop_;
    std::array<const std::uint8_t*, max_cells> data_{};
    std::array<int, max_cells> size_{};
};

inline SearchResult PatternSearch::search_within(const Branch& branch, int threshold,
                                                 const ShouldStop& should_stop) const {
    const int room = (threshold - static_cast<int>(branch.moves.size()) - branch.manhattan) / 2;
    const auto with = [&]<int Rows, int Cols, int Views, bool Ranked>() {
        ThresholdSearch<Rows, Cols, Views, Ranked> search(*this, branch, should_stop);
        search.goal_reached = search.run(branch, room) && !search.is_stopped;
        return SearchResult(std::move(search));
    };
    const PatternTables& patterns = patterns_;
    const Grid& grid = patterns.grid();
    if (patterns.parts() == 0) return with.template operator()<0, 0, 0, false>();
    if (patterns.views() == 1 && patterns.ranked()) return with.template operator()<0, 0, 1, true>();
    if (patterns.views() == 1) return with.template operator()<0, 0, 1, false>();
    if (patterns.ranked()) return with.template operator()<4, 4, 2, true>();
    if (grid.rows == 4 && grid.cols == 4) return with.template operator()<4, 4, 2, false>();
    if (grid.rows == 5 && grid.cols == 5) return with.template operator()<5, 5, 2, false>();
    return with.template operator()<0, 0, 2, false>();
}

}  // namespace unjam::tiles
