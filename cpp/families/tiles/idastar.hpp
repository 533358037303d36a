// IDA* over sliding tiles with pattern tables.
//
// Source: R. E. Korf, "Depth-first iterative-deepening", 1985. A move changes the Manhattan distance by one, so a line
// of play keeps within its ceiling as long as it has `room`: half of what the ceiling allows beyond moves made and
// Manhattan distance left. A move towards home keeps the room, a move away takes one of it, and the tables tell how
// much of it the tiles will still need. Ceilings rise by two, since every solution of a board has the same parity.
#pragma once

#include "families/tiles/patterns.hpp"

namespace unjam::tiles {

/// A part's place in its table and what the table says there.
struct Entry {
    std::uint32_t index = 0, extra = 0;
};

/// One line of play: the board, the tables' entries for it, and the moves made.
struct Line {
    std::array<std::uint8_t, most_cells> board{};
    std::array<std::array<Entry, most_cells>, 2> entries{};
    std::array<int, 2> need{};          // the sum of the extras, in each view
    int gap = 0, apart = 0, last = -1;  // Manhattan distance left; the direction that would take the last move back
    std::vector<std::int32_t> made;

    Line(const Patterns& patterns, std::span<const std::uint8_t> from) {
        std::copy(from.begin(), from.end(), board.begin());
        for (int at = 0; at < patterns.grid().cells(); ++at) {
            const int tile = board[at];
            if (tile == patterns.gap()) {
                gap = at;
                continue;
            }
            apart += patterns.grid().distance(at, tile);
            for (int view = 0; view < patterns.views(); ++view)
                if (const int part = patterns.part(view, tile); part >= 0)
                    entries[view][part].index += patterns.weight(view, tile, at);
        }
        for (int view = 0; view < patterns.views(); ++view)
            for (int part = 0; part < patterns.parts(); ++part) {
                Entry& entry = entries[view][part];
                entry.extra = patterns.surplus(part, entry.index);
                need[view] += static_cast<int>(entry.extra);
            }
    }
    int bound() const { return apart + 2 * std::max(need[0], need[1]); }
    bool home() const { return apart == 0; }
};

/// Asked once in a thousand positions with how many there were; stops a search by saying true.
using Watch = std::function<bool(std::uint64_t)>;

/// What came of the search within one ceiling.
struct Dived {
    std::uint64_t expanded = 0, generated = 0;
    bool reached = false, halted = false;  // the goal; the watch said stop
    std::vector<std::int32_t> found;       // the moves to the goal, last one first
};

/// What a step of a tile does, made ready for the hot loop.
struct Slide {
    std::array<std::uint32_t, 2> add{};  // to the index of its part, in each view
    std::array<std::uint8_t, 2> part{};
    std::uint8_t away = 0;  // 1 when it takes the tile away from home
};

/// All steps: the tile that slides into the gap at a cell from the cell that lies in that direction of it. With the
/// tables they are an engine of `Solving`.
class Slides {
public:
    using Line = tiles::Line;

    explicit Slides(const Patterns& patterns) : patterns_(patterns), cells_(patterns.grid().cells()) {
        const Grid& grid = patterns.grid();
        slides_.resize(static_cast<std::size_t>(cells_) * cells_ * 4);
        for (int gap = 0; gap < cells_; ++gap)
            for (int direction = 0; direction < 4; ++direction)
                for (int tile = 0; tile < cells_; ++tile) {
                    const int from = grid.beside[gap][direction];
                    if (from < 0 || tile == patterns.gap()) continue;
                    Slide& slide = slides_[at(gap, direction, tile)];
                    for (int view = 0; view < patterns.views() && patterns.part(view, tile) >= 0; ++view) {
                        slide.part[view] = static_cast<std::uint8_t>(patterns.part(view, tile));
                        slide.add[view] = patterns.weight(view, tile, gap) - patterns.weight(view, tile, from);
                    }
                    slide.away = grid.distance(gap, tile) > grid.distance(from, tile);
                }
    }
    const Patterns& patterns() const { return patterns_; }
    const Grid& grid() const { return patterns_.grid(); }
    std::size_t bytes() const { return patterns_.bytes(); }
    Line line(std::span<const std::uint8_t> board) const { return {patterns_, board}; }

    /// Depth-first search below a line of play within a ceiling.
    Dived dive(const Line& line, int ceiling, const Watch& watch) const;

    const Slide& operator()(int gap, int direction, int tile) const { return slides_[at(gap, direction, tile)]; }

private:
    std::size_t at(int gap, int direction, int tile) const {
        return (static_cast<std::size_t>(gap) * 4 + direction) * cells_ + tile;
    }
    const Patterns& patterns_;
    int cells_;
    std::vector<Slide> slides_;
};

/// Depth-first search below a line of play, within a ceiling.
///
/// `Views` is how many views are looked up; 0 leaves Manhattan distance alone. With `Rows` and `Cols` given every cell
/// of the gap has its own code, which is a third faster; with 0 one function serves all boards.
template <int Rows, int Cols, int Views, bool Ranked>
class Dive : public Dived {
public:
    Dive(const Slides& slides, const Line& line, const Watch& watch)
        : slides_(slides), patterns_(slides.patterns()), board_(line.board), entries_(line.entries), watch_(watch) {
        for (int part = 0; part < patterns_.parts(); ++part) {
            data_[part] = patterns_.table(part).begin();
            size_[part] = patterns_.table(part).ranked ? static_cast<int>(patterns_.table(part).tiles.size()) : 0;
        }
    }

    /// True when the goal was reached within the room or the watch said stop.
    bool run(const Line& line, int room) {
        if (line.apart == 0) return true;
        const int slack_a = room - line.need[0], slack_b = room - line.need[1];
        if ((slack_a | slack_b) < 0) return false;
        if constexpr (Rows != 0)
            return at_place<Rows * Cols>(line.gap, line.last, [&](auto gap, auto last) {
                return below(gap, last, slack_a, slack_b, line.apart);
            });
        else
            return below(line.gap, line.last, slack_a, slack_b, line.apart);
    }

private:
    /// A move with what the tables say after it.
    struct Child {
        std::array<Entry, 2> after;
        std::array<std::uint8_t, 2> part;
        std::uint8_t tile, away;
    };

    std::uint8_t look(int part, std::uint32_t index) const {
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
            child.after[view] = {index, look(slide.part[view], index)};
        }
    }

    template <class Gap, class Last, class From>
    bool enter(Gap gap, Last last, From from, const Child& child, int slack_a, int slack_b, int apart) {
        Entry &a = entries_[0][child.part[0]], &b = entries_[1][child.part[1]];
        slack_a -= child.away;
        slack_b -= child.away;
        if constexpr (Views >= 1) slack_a += static_cast<int>(a.extra) - static_cast<int>(child.after[0].extra);
        if constexpr (Views >= 2) slack_b += static_cast<int>(b.extra) - static_cast<int>(child.after[1].extra);
        if ((slack_a | slack_b) < 0) return false;
        apart += child.away ? 1 : -1;
        const Entry before_a = a, before_b = b;
        if constexpr (Views >= 1) a = child.after[0];
        if constexpr (Views >= 2) b = child.after[1];
        board_[gap] = child.tile;
        if (apart == 0 || below(from, last, slack_a, slack_b, apart)) {
            found.push_back(child.tile);
            return true;
        }
        if constexpr (Views >= 1) a = before_a;
        if constexpr (Views >= 2) b = before_b;
        board_[from] = child.tile;
        return false;
    }

    bool stops() {
        ++expanded;
        if ((expanded & 1023) == 0 && watch_(expanded)) halted = true;
        return halted;
    }

    // In both forms all look-ups of a position come first: they wait for memory side by side.
    bool below(int gap, int last, int slack_a, int slack_b, int apart) {
        if (stops()) return true;
        std::array<Child, 4> children;
        const auto& beside = patterns_.grid().beside[gap];
        for (int direction = 0; direction < 4; ++direction)
            if (beside[direction] >= 0 && direction != last) {
                prepare(gap, direction, beside[direction], children[direction]);
                ++generated;
            }
        for (int direction = 0; direction < 4; ++direction)
            if (beside[direction] >= 0 && direction != last &&
                enter(gap, 3 - direction, static_cast<int>(beside[direction]), children[direction], slack_a, slack_b,
                      apart))
                return true;
        return false;
    }

    template <int Gap, int Last>
    bool below(Fixed<Gap>, Fixed<Last>, int slack_a, int slack_b, int apart) {
        if (stops()) return true;
        std::array<Child, 4> children;
        const auto ready = [&]<int Way>(Fixed<Way>) {
            if constexpr (lies<Rows, Cols>(Gap, Way) >= 0 && Way != Last) {
                prepare(Gap, Way, lies<Rows, Cols>(Gap, Way), children[Way]);
                ++generated;
            }
        };
        const auto go = [&]<int Way>(Fixed<Way>) {
            if constexpr (lies<Rows, Cols>(Gap, Way) >= 0 && Way != Last)
                return enter(Fixed<Gap>{}, Fixed<3 - Way>{}, Fixed<lies<Rows, Cols>(Gap, Way)>{}, children[Way],
                             slack_a, slack_b, apart);
            else
                return false;
        };
        ready(Fixed<0>{}), ready(Fixed<1>{}), ready(Fixed<2>{}), ready(Fixed<3>{});
        return go(Fixed<0>{}) || go(Fixed<1>{}) || go(Fixed<2>{}) || go(Fixed<3>{});
    }

    const Slides& slides_;
    const Patterns& patterns_;
    std::array<std::uint8_t, most_cells> board_;
    std::array<std::array<Entry, most_cells>, 2> entries_;
    const Watch& watch_;
    std::array<const std::uint8_t*, most_cells> data_{};
    std::array<int, most_cells> size_{};
};

inline Dived Slides::dive(const Line& line, int ceiling, const Watch& watch) const {
    const int room = (ceiling - static_cast<int>(line.made.size()) - line.apart) / 2;
    // With the code made for the board at hand.
    const auto with = [&]<int Rows, int Cols, int Views, bool Ranked>() {
        Dive<Rows, Cols, Views, Ranked> dive(*this, line, watch);
        dive.reached = dive.run(line, room) && !dive.halted;
        return Dived(std::move(dive));
    };
    const Patterns& patterns = patterns_;
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
