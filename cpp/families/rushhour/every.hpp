// Every board there is: all ways to park cars of two and three cells round a target of two, by reachable space.
//
// The order of the cars in a row or column never changes, so a space lies within the boards of equal orders. Every
// space has a board on which no car can slide left or up; those layouts are listed, by rows first: with the rows
// given, the columns do not depend on each other. From each that was not seen yet its space is flooded. This is the
// enumeration of M. Fogleman ("Solving Rush Hour, the Puzzle", 2018), who found the layouts of 6 by 6 with up to two
// walls; that a row without an empty cell is left out, and that the target is alone in its row, is his as well.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "families/rushhour/orders.hpp"
#include "unjam/limits.hpp"

namespace unjam::rushhour {

/// What is asked for: the side of the board, the target's row, the orders of its rows (none in the target's) and,
/// where only a part is wanted, of the first two columns, walls.
struct EveryWish {
    int side = every_side, row = 2;
    std::array<std::uint8_t, every_side> orders{};
    std::optional<std::array<std::uint8_t, 2>> columns;
    std::uint64_t walls = 0;  // bit 6 * row + column
};

/// What was found among those boards.
struct EveryFound {
    /// The hardest board of its space: 0 empty, 1 wall, 2 the target, then the other cars; 6 a row.
    using Cells = std::array<std::uint8_t, std::size_t{every_side} * every_side>;
    std::uint64_t layouts = 0, spaces = 0, positions = 0, expanded = 0;
    std::vector<std::uint64_t> solvable;         // spaces by the distance of their hardest board
    std::vector<std::pair<Cells, int>> minimal;  // of those, the boards that need all they hold, with their moves
    Stop stop = Stop::none;
};

/// Goes through the boards of one wish.
class Every {
public:
    Every(const EveryWish& wish, Guard& guard)
        : side_(wish.side), row_(wish.row), columns_(wish.columns), guard_(guard) {
        if (side_ < 3 || side_ > every_side || row_ < 0 || row_ >= side_) bad();
        for (int r = 0; r < every_side; ++r)
            for (int c = 0; c < every_side; ++c) {
                const std::uint64_t bit = std::uint64_t{1} << (6 * r + c);
                if (r >= side_ || c >= side_) walls_ |= bit;
                if (wish.walls & bit & walls_) bad();
            }
        walls_ |= own_walls_ = wish.walls;
        if (wish.walls >> 36 || row_walls(row_) != outside()) bad();
        for (int r = 0; r < every_side; ++r) {
            const int order = r == row_ ? 1 : wish.orders[r];
            if (order >= every::orders || (r == row_ && wish.orders[r]) || (r >= side_ && order)) bad();
            orders_[r] = static_cast<std::uint8_t>(order);
        }
    }

    /// How many layouts there are.
    std::uint64_t count() {
        counting_ = true;
        list();
        return found_.layouts;
    }

    EveryFound run() {
        list();
        found_.layouts = layouts_.size();
        std::sort(layouts_.begin(), layouts_.end());
        for (auto at = layouts_.begin(); at != layouts_.end() && !guard_.stopped();) {
            const std::uint32_t columns = at->first;
            for (std::uint32_t c = 0, rest = columns; c < 6; ++c, rest /= every::orders)
                orders_[every::lines - 1 - c] = static_cast<std::uint8_t>(rest % every::orders);
            const every::Boards boards(orders_, walls_);
            seen_.clear();
            for (; at != layouts_.end() && at->first == columns; ++at)
                if (!seen_.has(at->second)) space(boards, at->second);
        }
        found_.stop = guard_.why();
        return std::move(found_);
    }

private:
    [[noreturn]] static void bad() { throw std::invalid_argument("there are no boards like this"); }
    int outside() const { return 63 & ~((1 << side_) - 1); }
    int row_walls(int row) const { return static_cast<int>(walls_ >> (6 * row) & 63); }
    bool fits(const LineOrder& order, int walls) const {
        return order.length() + std::popcount(static_cast<unsigned>(walls)) < every_side;
    }
    bool allowed(int column, int order) const {
        return (column > 1 || !columns_ || (*columns_)[column] == order) &&
               fits(every::tables().order[order], outside());
    }
    bool solved(std::uint64_t key) const { return static_cast<int>(key >> (every::bits * row_) & 7) == side_ - 2; }

    /// Lists the layouts on which no car can slide left or up, each with the orders of its columns.
    void list() {
        for (int r = 0; r < side_; ++r)
            if (!fits(every::tables().order[orders_[r]], row_walls(r))) return;
        list_rows(0, 0, {}, {});
    }
    using Columns = std::array<int, every_side>;
    void list_rows(int r, std::uint64_t key, Columns taken, Columns wanted) {
        if (r == every_side) {
            if (counting_)
                count_columns(taken, wanted);
            else
                list_columns(0, key, 0, taken, wanted);
            return;
        }
        const LineOrder& order = every::tables().order[orders_[r]];
        const int walls = row_walls(r);
        for (int s = 0; s < order.states(); ++s) {
            if (order.cells[s] & walls) continue;
            Columns now = taken, next = wanted;
            for (int c = 0; c < every_side; ++c) {
                now[c] |= ((order.cells[s] | walls) >> c & 1) << r;
                next[c] |= (order.before[s] & ~walls) >> c & 1 ? 1 << r : 0;
            }
            list_rows(r + 1, key | static_cast<std::uint64_t>(s) << (every::bits * r), now, next);
        }
    }
    /// `taken`: cells of rows and walls; `wanted`: those that a car of the column must take, for one of a row to stop.
    void list_columns(int c, std::uint64_t key, std::uint32_t orders, const Columns& taken, const Columns& wanted) {
        if (c == every_side) {
            layouts_.emplace_back(orders, key);
            return;
        }
        for (const auto& [order, state] : every::tables().columns[taken[c] + 64 * wanted[c]])
            if (allowed(c, order))
                list_columns(c + 1, key | std::uint64_t{state} << (every::bits * (6 + c)),
                             orders * every::orders + order, taken, wanted);
    }

    void count_columns(const Columns& taken, const Columns& wanted) {
        std::uint64_t product = 1;
        for (int c = 0; c < every_side && product; ++c) {
            std::uint64_t ways = 0;
            for (const auto& [order, state] : every::tables().columns[taken[c] + 64 * wanted[c]])
                ways += allowed(c, order);
            product *= ways;
        }
        found_.layouts += product;
    }

    /// Floods the space of a board, then goes back from its solved boards to the hardest one.
    void space(const every::Boards& boards, std::uint64_t start) {
        constexpr std::uint64_t first = std::uint64_t{every::no_line} << (every::bits * every::lines);
        queue_.assign(1, start | first);
        seen_.insert(start);
        every::spread(boards, queue_, 0, 1, true, seen_);
        ++found_.spaces;
        found_.positions += queue_.size();
        found_.expanded += queue_.size();
        back_.clear();
        from_goals_.clear();
        for (const std::uint64_t queued : queue_)
            if (solved(queued) && back_.insert(queued & every::key_mask))
                from_goals_.push_back((queued & every::key_mask) | first);
        if (from_goals_.empty()) {
            tick();
            return;
        }
        int distance = 0;
        std::size_t layer = 0;  // the boards at that distance begin here
        for (std::size_t end = from_goals_.size();; ++distance, layer = end, end = from_goals_.size()) {
            every::spread(boards, from_goals_, layer, end, false, back_);
            if (from_goals_.size() == end) break;
        }
        found_.expanded += from_goals_.size();
        std::uint64_t hardest = every::key_mask;
        for (std::size_t i = layer; i < from_goals_.size(); ++i)
            hardest = std::min(hardest, from_goals_[i] & every::key_mask);
        if (found_.solvable.size() <= static_cast<std::size_t>(distance)) found_.solvable.resize(distance + 1);
        ++found_.solvable[distance];
        if (distance && !tick() && is_minimal(boards.orders_of(), hardest, distance))
            found_.minimal.emplace_back(drawn(boards.orders_of(), hardest), distance);
    }
    bool tick() { return guard_.tick(found_.expanded, bytes(), 0); }
    std::size_t bytes() const {
        return 16 * layouts_.capacity() + 8 * (queue_.capacity() + from_goals_.capacity()) + seen_.bytes() +
               back_.bytes() + without_.bytes();
    }

    /// Whether the board gets easier whichever car but the target, or whichever wall, is taken away.
    bool is_minimal(const every::Lines& lines_of, std::uint64_t key, int distance) {
        for (std::uint64_t left = own_walls_; left; left &= left - 1)
            if (!solved_within(every::Boards(lines_of, walls_ ^ (left & -left)), key, distance - 1)) return false;
        for (int line = every::lines - 1; line >= 0; --line) {
            if (line == row_) continue;
            const int shift = every::bits * line;
            const LineOrder& order = every::tables().order[lines_of[line]];
            const auto& offsets = order.offsets[key >> shift & 7];
            for (std::size_t gone = 0; gone < order.lengths.size(); ++gone) {
                every::Lines fewer = lines_of;
                std::uint64_t state = 0;
                fewer[line] = 0;
                if (order.lengths.size() == 2) {
                    fewer[line] = static_cast<std::uint8_t>(order.lengths[1 - gone] - 1);  // one of two or three cells
                    state = static_cast<std::uint64_t>(offsets[1 - gone]);
                }
                const std::uint64_t board = (key & ~(std::uint64_t{7} << shift)) | state << shift;
                if (!solved_within(every::Boards(fewer, walls_), board, distance - 1)) return false;
            }
        }
        return true;
    }
    bool solved_within(const every::Boards& boards, std::uint64_t start, int moves) {
        if (solved(start)) return true;
        without_.clear();
        without_.insert(start);
        queue_.assign(1, start | std::uint64_t{every::no_line} << (every::bits * every::lines));
        for (std::size_t layer = 0, end = 1; moves > 0 && layer < end; --moves, layer = end, end = queue_.size()) {
            every::spread(boards, queue_, layer, end, false, without_);
            found_.expanded += end - layer;
            for (std::size_t i = end; i < queue_.size(); ++i)
                if (solved(queue_[i])) return true;
        }
        return false;
    }

    EveryFound::Cells drawn(const every::Lines& lines_of, std::uint64_t key) const {
        EveryFound::Cells out{};
        std::uint8_t next = 3;
        for (std::size_t cell = 0; cell < out.size(); ++cell) out[cell] = walls_ >> cell & 1;
        for (int line = 0; line < every::lines; ++line) {
            const LineOrder& order = every::tables().order[lines_of[line]];
            const auto& offsets = order.offsets[key >> (every::bits * line) & 7];
            for (std::size_t i = 0; i < order.lengths.size(); ++i) {
                const std::uint8_t car = line == row_ ? 2 : next++;
                for (int place = offsets[i]; place < offsets[i] + order.lengths[i]; ++place)
                    out[line < 6 ? 6 * line + place : 6 * place + line - 6] = car;
            }
        }
        return out;
    }

    int side_, row_;
    std::optional<std::array<std::uint8_t, 2>> columns_;
    bool counting_ = false;
    Guard& guard_;
    std::uint64_t walls_ = 0, own_walls_ = 0;
    every::Lines orders_{};
    std::vector<std::pair<std::uint32_t, std::uint64_t>> layouts_;
    every::KeySet seen_, back_, without_;
    std::vector<std::uint64_t> queue_, from_goals_;
    EveryFound found_;
};

}  // namespace unjam::rushhour
