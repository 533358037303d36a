// WalkingTable builds the table of one direction; WalkingDistance, an engine of IdaStar, adds both directions
// and searches depth-first within one threshold.
//
// After Ken'ichiro Takahashi's 15-puzzle solver. Only the row where each tile is and the row where it belongs count,
// and the gap may swap with any tile of a neighbouring row. The least number of such swaps is a lower bound on the
// vertical moves. The columns give one for the horizontal moves, and as no move is both, the two add up.
#pragma once

#include <unordered_map>

#include "families/tiles/idastar.hpp"

namespace unjam::tiles {

/// Every distribution of the tiles over the lines of a board, its distance from home, and where each swap leads.
class WalkingTable {
public:
    static constexpr int max_lines = max_side;
    /// `tiles[line][kind]`: how many tiles in a line belong to line `kind`.
    using Spread = std::array<std::array<std::uint8_t, max_lines>, max_lines>;
    /// Where the swaps of a spread begin in the list of all, and in the low byte its distance from home.
    using Place = std::uint32_t;

    /// Stops when it would need more than `max_bytes`; then it is not `is_complete()`.
    WalkingTable(int lines, int length, int gap_home, std::size_t max_bytes) : lines_(lines) {
        if (lines > max_lines) throw std::invalid_argument("a board of up to six lines");
        Spread home{};
        for (int line = 0; line < lines; ++line) home[line][line] = static_cast<std::uint8_t>(length);
        --home[gap_home][gap_home];
        spreads_.push_back({home, gap_home});
        numbers_[key(spreads_[0])] = 0;
        for (std::size_t at = 0; at < spreads_.size(); ++at) {
            if (bytes() > max_bytes) return;
            places_.resize((at + 1) * stride(), 0);
            for (int is_after = 0; is_after < 2; ++is_after) {
                const int gap = spreads_[at].gap, other = gap + (is_after ? 1 : -1);
                if (other < 0 || other >= lines) continue;
                for (int kind = 0; kind < lines; ++kind) {
                    State after = spreads_[at];
                    if (after.tiles[other][kind] == 0) continue;
                    --after.tiles[other][kind];
                    ++after.tiles[gap][kind];
                    after.gap = other;
                    const auto [entry, is_new] = numbers_.try_emplace(key(after), spreads_.size());
                    if (is_new) {
                        after.distance = static_cast<std::uint8_t>(spreads_[at].distance + 1);
                        spreads_.push_back(after);
                    }
                    places_[at * stride() + is_after * lines + kind] =
                        static_cast<Place>(entry->second * stride() << 8 | spreads_[entry->second].distance);
                }
            }
        }
        is_complete_ = true;
    }

    /// Five or more lines have too many spreads unless they are short: 5×5 has 65 million.
    static bool is_feasible(int lines, int length) { return lines <= 4 || lines * length <= 15; }

    bool is_complete() const { return is_complete_; }
    std::size_t bytes() const {
        return places_.capacity() * sizeof(Place) + spreads_.capacity() * sizeof(State) + numbers_.size() * 40;
    }

    Place place(const Spread& tiles, int gap) const {
        const std::size_t at = numbers_.at(key({tiles, gap}));
        return static_cast<Place>(at * stride() << 8 | spreads_[at].distance);
    }
    /// The place after the gap swapped with a tile of kind `kind` in the line before (0) or after (1) its own.
    Place operator()(Place from, int is_after, int kind) const {
        return places_[(from >> 8) + is_after * lines_ + kind];
    }
    const Place* places() const { return places_.data(); }
    static int distance(Place place) { return static_cast<int>(place & 255); }

private:
    struct State {
        Spread tiles{};
        int gap = 0;
        std::uint8_t distance = 0;
    };

    std::size_t stride() const { return static_cast<std::size_t>(2 * lines_); }

    /// Without the last line and the last kind, which follow from the others because all sums are fixed.
    std::uint64_t key(const State& state) const {
        std::uint64_t key = static_cast<std::uint64_t>(state.gap);
        const int bits = lines_ == 6 ? 2 : 3;
        for (int line = 0; line + 1 < lines_; ++line)
            for (int kind = 0; kind + 1 < lines_; ++kind) key = key << bits | state.tiles[line][kind];
        return key;
    }

    int lines_;
    bool is_complete_ = false;
    std::vector<State> spreads_;
    std::unordered_map<std::uint64_t, std::size_t> numbers_;
    std::vector<Place> places_;
};

/// An engine of `IdaStar` with walking distance.
///
/// A direction with too many lines for a table, or too little memory for it, counts by Manhattan distance alone.
class WalkingDistance {
public:
    struct Branch {
        std::array<std::uint8_t, max_cells> board{};
        std::array<WalkingTable::Place, 2> places{};  // vertical, horizontal
        int gap = 0, last = -1;
        std::vector<std::int32_t> moves;
        int bound() const { return WalkingTable::distance(places[0]) + WalkingTable::distance(places[1]); }
        bool home() const { return bound() == 0; }
    };

    WalkingDistance(int rows, int cols, int gap, std::size_t max_bytes) : grid_(rows, cols), gap_(gap) {
        const auto walks = [&](int lines, int length, int gap_home) -> std::shared_ptr<const WalkingTable> {
            if (!WalkingTable::is_feasible(lines, length)) return nullptr;
            auto built =
                std::make_shared<WalkingTable>(lines, length, gap_home, max_bytes - std::min(max_bytes, bytes()));
            is_complete_ = is_complete_ && built->is_complete();
            return built->is_complete() ? built : nullptr;
        };
        tables_[0] = walks(rows, cols, gap / cols);
        tables_[1] = rows == cols && gap / cols == gap % cols ? tables_[0] : walks(cols, rows, gap % cols);
        for (int tile = 0; tile < grid_.cells(); ++tile) home_[0][tile] = tile / cols, home_[1][tile] = tile % cols;
    }

    /// False if a table was left out for lack of memory.
    bool is_complete() const { return is_complete_; }
    const Grid& grid() const { return grid_; }
    std::size_t bytes() const {
        return (tables_[0] ? tables_[0]->bytes() : 0) +
               (tables_[1] && tables_[1] != tables_[0] ? tables_[1]->bytes() : 0);
    }

    Branch branch(std::span<const std::uint8_t> board) const {
        Branch branch;
        std::copy(board.begin(), board.end(), branch.board.begin());
        for (int at = 0; at < grid_.cells(); ++at)
            if (board[at] == gap_) branch.gap = at;
        for (int side = 0; side < 2; ++side) {
            WalkingTable::Spread tiles{};
            int manhattan = 0;
            for (int at = 0; at < grid_.cells(); ++at)
                if (board[at] != gap_) {
                    const int now = side ? at % grid_.cols : at / grid_.cols, then = home_[side][board[at]];
                    ++tiles[now][then];
                    manhattan += now < then ? then - now : now - then;
                }
            branch.places[side] =
                tables_[side] ? tables_[side]->place(tiles, side ? branch.gap % grid_.cols : branch.gap / grid_.cols)
                              : static_cast<std::uint32_t>(manhattan);
        }
        return branch;
    }

    /// Searches depth-first below a branch, within a threshold.
    SearchResult search_within(const Branch& branch, int threshold, const ShouldStop& should_stop) const {
        const auto with = [&]<int Rows, int Cols>() {
            ThresholdSearch<Rows, Cols> search(*this, branch, should_stop);
            search.goal_reached =
                search.run(branch, threshold - static_cast<int>(branch.moves.size())) && !search.is_stopped;
            return SearchResult(std::move(search));
        };
        return grid_.rows == 4 && grid_.cols == 4 ? with.template operator()<4, 4>() : with.template operator()<0, 0>();
    }

private:
    /// With `Rows` and `Cols` every cell of the gap has its own code, which is twice as fast; with 0 one function
    /// serves all boards.
    template <int Rows, int Cols>
    class ThresholdSearch : public SearchResult {
    public:
        ThresholdSearch(const WalkingDistance& walking, const Branch& branch, const ShouldStop& should_stop)
            : walking_(walking), board_(branch.board), should_stop_(should_stop) {
            for (int side = 0; side < 2; ++side)
                places_[side] = walking.tables_[side] ? walking.tables_[side]->places() : nullptr;
        }

        /// `left`: the moves that the threshold still allows.
        bool run(const Branch& branch, int left) {
            if (branch.home()) return true;
            if (branch.bound() > left) return false;
            return search_below(branch.gap, branch.last, branch.places, left);
        }

    private:
        bool must_stop() {
            ++expanded;
            if ((expanded & 1023) == 0 && should_stop_(expanded)) is_stopped = true;
            return is_stopped;
        }

        /// With `Rows` and `Cols` for a start without a last move alone.
        bool search_below(int gap, int last, const std::array<WalkingTable::Place, 2>& places, int left) {
            if constexpr (Rows != 0)
                if (last >= 0)
                    return dispatch_gap<Rows, Cols>(gap, last, [&](auto fixed_gap, auto fixed_last) {
                        return search_below(fixed_gap, fixed_last, places[0], places[1], left);
                    });
            if (must_stop()) return true;
            const auto& neighbours = walking_.grid_.neighbours[gap];
            if constexpr (Rows != 0)
                for (const int from : neighbours) generated += from >= 0;
            for (int direction = 0; direction < 4; ++direction) {
                const int from = neighbours[direction];
                if (from < 0 || direction == last) continue;
                if constexpr (Rows == 0) ++generated;
                const std::uint8_t tile = board_[from];
                auto after = places;
                WalkingTable::Place& moved = after[side_of(direction)];
                moved = walking_.step(side_of(direction), moved, direction >= 2, gap, tile);
                const int estimate = WalkingTable::distance(after[0]) + WalkingTable::distance(after[1]);
                if (estimate >= left) continue;
                board_[gap] = tile;
                if (estimate == 0 || search_below(from, 3 - direction, after, left - 1)) {
                    moves_back.push_back(tile);
                    return true;
                }
                board_[from] = tile;
            }
            return false;
        }

        // All look-ups of a position come first: the memory accesses then overlap.
        template <int Gap, int Last>
        bool search_below(Fixed<Gap>, Fixed<Last>, WalkingTable::Place up, WalkingTable::Place across, int left) {
            if (must_stop()) return true;
            std::array<std::uint8_t, 4> tiles;
            std::array<WalkingTable::Place, 4> moved;
            const auto ready = [&]<int Way>(Fixed<Way>) {
                constexpr int from = neighbour<Rows, Cols>(Gap, Way), side = side_of(Way);
                if constexpr (from >= 0 && Way != Last) {
                    const int tile = tiles[Way] = board_[from];
                    const int kind = side ? tile % Cols : tile / Cols;
                    moved[Way] = places_[side][((side ? across : up) >> 8) + (Way >= 2) * (side ? Cols : Rows) + kind];
                    ++generated;
                }
            };
            const auto try_way = [&]<int Way>(Fixed<Way>) {
                constexpr int from = neighbour<Rows, Cols>(Gap, Way), side = side_of(Way);
                if constexpr (from >= 0 && Way != Last) {
                    const int estimate =
                        WalkingTable::distance(moved[Way]) + WalkingTable::distance(side ? up : across);
                    if (estimate >= left) return false;
                    board_[Gap] = tiles[Way];
                    if (estimate == 0 || search_below(Fixed<from>{}, Fixed<3 - Way>{}, side ? up : moved[Way],
                                                      side ? moved[Way] : across, left - 1)) {
                        moves_back.push_back(tiles[Way]);
                        return true;
                    }
                    board_[from] = tiles[Way];
                }
                return false;
            };
            ready(Fixed<0>{}), ready(Fixed<1>{}), ready(Fixed<2>{}), ready(Fixed<3>{});
            return try_way(Fixed<0>{}) || try_way(Fixed<1>{}) || try_way(Fixed<2>{}) || try_way(Fixed<3>{});
        }

        const WalkingDistance& walking_;
        std::array<const WalkingTable::Place*, 2> places_{};
        std::array<std::uint8_t, max_cells> board_;
        const ShouldStop& should_stop_;
    };

    static constexpr int side_of(int direction) { return direction == 1 || direction == 2; }

    /// The place after a tile slid into the gap along `side`, from before the gap (0) or after it (1).
    WalkingTable::Place step(int side, WalkingTable::Place from, int is_after, int gap, int tile) const {
        const int then = home_[side][tile];
        if (tables_[side]) return (*tables_[side])(from, is_after, then);
        const int now = side ? gap % grid_.cols : gap / grid_.cols;
        return from + ((is_after ? then <= now : then >= now) ? -1U : 1U);
    }

    Grid grid_;
    int gap_;
    bool is_complete_ = true;
    std::array<std::shared_ptr<const WalkingTable>, 2> tables_;
    std::array<std::array<int, max_cells>, 2> home_{};
};

}  // namespace unjam::tiles
