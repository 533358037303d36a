// IDA* over sliding tiles with walking distance.
//
// Source: Ken'ichiro Takahashi's 15-puzzle solver. Of each tile only the row it stands in and the row it belongs to
// count, and the gap may swap with any tile of a row beside its own: the least number of such swaps is a bound for the
// vertical moves. The columns give one for the horizontal moves, and as no move is both, the two add up.
#pragma once

#include <unordered_map>

#include "families/tiles/solve.hpp"

namespace unjam::tiles {

/// Every spread of the tiles of a board over its lines, its distance from home, and where each swap leads.
class Walks {
public:
    static constexpr int most_lines = most_side;
    /// `tiles[line][kind]`: how many tiles of a line belong to line `kind`.
    using Spread = std::array<std::array<std::uint8_t, most_lines>, most_lines>;
    /// Where the swaps of a spread begin in the list of all, and in the low byte how far from home it is.
    using Place = std::uint32_t;

    /// Stops where it would hold more than `most` bytes, and is then not `whole`.
    Walks(int lines, int length, int gap_home, std::size_t most) : lines_(lines) {
        if (lines > most_lines) throw std::invalid_argument("a board of up to six lines");
        Spread home{};
        for (int line = 0; line < lines; ++line) home[line][line] = static_cast<std::uint8_t>(length);
        --home[gap_home][gap_home];
        spreads_.push_back({home, gap_home});
        numbers_[key(spreads_[0])] = 0;
        for (std::size_t at = 0; at < spreads_.size(); ++at) {
            if (bytes() > most) return;
            places_.resize((at + 1) * stride(), 0);
            for (int behind = 0; behind < 2; ++behind) {
                const int gap = spreads_[at].gap, other = gap + (behind ? 1 : -1);
                if (other < 0 || other >= lines) continue;
                for (int kind = 0; kind < lines; ++kind) {
                    State after = spreads_[at];
                    if (after.tiles[other][kind] == 0) continue;
                    --after.tiles[other][kind];
                    ++after.tiles[gap][kind];
                    after.gap = other;
                    const auto [found, fresh] = numbers_.try_emplace(key(after), spreads_.size());
                    if (fresh) {
                        after.distance = static_cast<std::uint8_t>(spreads_[at].distance + 1);
                        spreads_.push_back(after);
                    }
                    places_[at * stride() + behind * lines + kind] =
                        static_cast<Place>(found->second * stride() << 8 | spreads_[found->second].distance);
                }
            }
        }
        whole_ = true;
    }

    /// Five and more lines have too many spreads, unless they are short: 5×5 has 65 million.
    static bool sensible(int lines, int length) { return lines <= 4 || lines * length <= 15; }

    bool whole() const { return whole_; }
    std::size_t bytes() const {
        return places_.capacity() * sizeof(Place) + spreads_.capacity() * sizeof(State) + numbers_.size() * 40;
    }

    Place place(const Spread& tiles, int gap) const {
        const std::size_t at = numbers_.at(key({tiles, gap}));
        return static_cast<Place>(at * stride() << 8 | spreads_[at].distance);
    }
    /// After the gap swapped with a tile of kind `kind` in the line before (`behind` 0) or behind (1) its own.
    Place operator()(Place from, int behind, int kind) const { return places_[(from >> 8) + behind * lines_ + kind]; }
    const Place* places() const { return places_.data(); }
    static int distance(Place place) { return static_cast<int>(place & 255); }

private:
    struct State {
        Spread tiles{};
        int gap = 0;
        std::uint8_t distance = 0;
    };

    std::size_t stride() const { return static_cast<std::size_t>(2 * lines_); }

    /// The last line and the last kind follow from the others: lines and kinds have their fixed sums.
    std::uint64_t key(const State& state) const {
        std::uint64_t key = static_cast<std::uint64_t>(state.gap);
        const int bits = lines_ == 6 ? 2 : 3;
        for (int line = 0; line + 1 < lines_; ++line)
            for (int kind = 0; kind + 1 < lines_; ++kind) key = key << bits | state.tiles[line][kind];
        return key;
    }

    int lines_;
    bool whole_ = false;
    std::vector<State> spreads_;
    std::unordered_map<std::uint64_t, std::size_t> numbers_;
    std::vector<Place> places_;
};

/// Walking distance as an engine of `Solving`.
///
/// A direction with too many lines for a table, or too little memory for it, counts by Manhattan distance alone.
class Walking {
public:
    struct Line {
        std::array<std::uint8_t, most_cells> board{};
        std::array<Walks::Place, 2> places{};  // vertical, horizontal
        int gap = 0, last = -1;
        std::vector<std::int32_t> made;
        int bound() const { return Walks::distance(places[0]) + Walks::distance(places[1]); }
        bool home() const { return bound() == 0; }
    };

    Walking(int rows, int cols, int gap, std::size_t most) : grid_(rows, cols), gap_(gap) {
        const auto walks = [&](int lines, int length, int gap_home) -> std::shared_ptr<const Walks> {
            if (!Walks::sensible(lines, length)) return nullptr;
            auto built = std::make_shared<Walks>(lines, length, gap_home, most - std::min(most, bytes()));
            whole_ = whole_ && built->whole();
            return built->whole() ? built : nullptr;
        };
        walks_[0] = walks(rows, cols, gap / cols);
        walks_[1] = rows == cols && gap / cols == gap % cols ? walks_[0] : walks(cols, rows, gap % cols);
        for (int tile = 0; tile < grid_.cells(); ++tile) home_[0][tile] = tile / cols, home_[1][tile] = tile % cols;
    }

    /// False when a table was left out for want of memory.
    bool whole() const { return whole_; }
    const Grid& grid() const { return grid_; }
    std::size_t bytes() const {
        return (walks_[0] ? walks_[0]->bytes() : 0) + (walks_[1] && walks_[1] != walks_[0] ? walks_[1]->bytes() : 0);
    }

    Line line(std::span<const std::uint8_t> board) const {
        Line line;
        std::copy(board.begin(), board.end(), line.board.begin());
        for (int at = 0; at < grid_.cells(); ++at)
            if (board[at] == gap_) line.gap = at;
        for (int side = 0; side < 2; ++side) {
            Walks::Spread tiles{};
            int apart = 0;
            for (int at = 0; at < grid_.cells(); ++at)
                if (board[at] != gap_) {
                    const int now = side ? at % grid_.cols : at / grid_.cols, then = home_[side][board[at]];
                    ++tiles[now][then];
                    apart += now < then ? then - now : now - then;
                }
            line.places[side] = walks_[side]
                                    ? walks_[side]->place(tiles, side ? line.gap % grid_.cols : line.gap / grid_.cols)
                                    : static_cast<std::uint32_t>(apart);
        }
        return line;
    }

    /// Depth-first search below a line of play within a ceiling.
    Dived dive(const Line& line, int ceiling, const Watch& watch) const {
        const auto with = [&]<int Rows, int Cols>() {
            Dive<Rows, Cols> dive(*this, line, watch);
            dive.reached = dive.run(line, ceiling - static_cast<int>(line.made.size())) && !dive.halted;
            return Dived(std::move(dive));
        };
        return grid_.rows == 4 && grid_.cols == 4 ? with.template operator()<4, 4>() : with.template operator()<0, 0>();
    }

private:
    /// The search itself. With `Rows` and `Cols` given every cell of the gap has its own code, which is twice as fast;
    /// with 0 one function serves all boards.
    template <int Rows, int Cols>
    class Dive : public Dived {
    public:
        Dive(const Walking& walking, const Line& line, const Watch& watch)
            : walking_(walking), board_(line.board), watch_(watch) {
            for (int side = 0; side < 2; ++side)
                places_[side] = walking.walks_[side] ? walking.walks_[side]->places() : nullptr;
        }

        /// `left`: how many moves the ceiling still allows.
        bool run(const Line& line, int left) {
            if (line.home()) return true;
            if (line.bound() > left) return false;
            if constexpr (Rows != 0)
                return at_place<Rows * Cols>(line.gap, line.last, [&](auto gap, auto last) {
                    return below(gap, last, line.places[0], line.places[1], left);
                });
            else
                return below(line.gap, line.last, line.places, left);
        }

    private:
        bool stops() {
            ++expanded;
            if ((expanded & 1023) == 0 && watch_(expanded)) halted = true;
            return halted;
        }

        bool below(int gap, int last, const std::array<Walks::Place, 2>& places, int left) {
            if (stops()) return true;
            const auto& beside = walking_.grid_.beside[gap];
            for (int direction = 0; direction < 4; ++direction) {
                const int from = beside[direction];
                if (from < 0 || direction == last) continue;
                ++generated;
                const std::uint8_t tile = board_[from];
                auto after = places;
                Walks::Place& moved = after[side_of(direction)];
                moved = walking_.step(side_of(direction), moved, direction >= 2, gap, tile);
                const int need = Walks::distance(after[0]) + Walks::distance(after[1]);
                if (need >= left) continue;
                board_[gap] = tile;
                if (need == 0 || below(from, 3 - direction, after, left - 1)) {
                    found.push_back(tile);
                    return true;
                }
                board_[from] = tile;
            }
            return false;
        }

        // All look-ups of a position come first: they wait for memory side by side.
        template <int Gap, int Last>
        bool below(Fixed<Gap>, Fixed<Last>, Walks::Place up, Walks::Place across, int left) {
            if (stops()) return true;
            std::array<std::uint8_t, 4> tiles;
            std::array<Walks::Place, 4> moved;
            const auto ready = [&]<int Way>(Fixed<Way>) {
                constexpr int from = lies<Rows, Cols>(Gap, Way), side = side_of(Way);
                if constexpr (from >= 0 && Way != Last) {
                    const int tile = tiles[Way] = board_[from];
                    const int kind = side ? tile % Cols : tile / Cols;
                    moved[Way] = places_[side][((side ? across : up) >> 8) + (Way >= 2) * (side ? Cols : Rows) + kind];
                    ++generated;
                }
            };
            const auto go = [&]<int Way>(Fixed<Way>) {
                constexpr int from = lies<Rows, Cols>(Gap, Way), side = side_of(Way);
                if constexpr (from >= 0 && Way != Last) {
                    const int need = Walks::distance(moved[Way]) + Walks::distance(side ? up : across);
                    if (need >= left) return false;
                    board_[Gap] = tiles[Way];
                    if (need == 0 || below(Fixed<from>{}, Fixed<3 - Way>{}, side ? up : moved[Way],
                                           side ? moved[Way] : across, left - 1)) {
                        found.push_back(tiles[Way]);
                        return true;
                    }
                    board_[from] = tiles[Way];
                }
                return false;
            };
            ready(Fixed<0>{}), ready(Fixed<1>{}), ready(Fixed<2>{}), ready(Fixed<3>{});
            return go(Fixed<0>{}) || go(Fixed<1>{}) || go(Fixed<2>{}) || go(Fixed<3>{});
        }

        const Walking& walking_;
        std::array<const Walks::Place*, 2> places_{};
        std::array<std::uint8_t, most_cells> board_;
        const Watch& watch_;
    };

    static constexpr int side_of(int direction) { return direction == 1 || direction == 2; }

    /// After a tile slid into the gap at a cell: along `side`, from before the gap (`behind` 0) or from behind it (1).
    Walks::Place step(int side, Walks::Place from, int behind, int gap, int tile) const {
        const int then = home_[side][tile];
        if (walks_[side]) return (*walks_[side])(from, behind, then);
        const int now = side ? gap % grid_.cols : gap / grid_.cols;
        return from + ((behind ? then <= now : then >= now) ? -1U : 1U);
    }

    Grid grid_;
    int gap_;
    bool whole_ = true;
    std::array<std::shared_ptr<const Walks>, 2> walks_;
    std::array<std::array<int, most_cells>, 2> home_{};
};

}  // namespace unjam::tiles
