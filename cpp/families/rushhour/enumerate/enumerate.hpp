// Enumerates every Rush Hour board with given orders of cars: lists and counts layouts, floods each space,
// finds its hardest board, tests that it is minimal.
//
// The order of the cars in a row or column never changes, so a space consists of boards with equal orders. Every space
// contains a board on which no car can slide left or up. Those layouts are listed, by rows first: once the rows are
// fixed, the columns are independent. The space of each layout not seen yet is then flooded. This is the enumeration of
// M. Fogleman ("Solving Rush Hour, the Puzzle", 2018), who found the layouts of 6 by 6 with up to two walls. It is also
// his rule to skip rows without an empty cell, and to let the target be alone in its row.
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

#include "families/rushhour/enumerate/car_orders.hpp"
#include "unjam/limits.hpp"

namespace unjam::rushhour {

/// The boards to enumerate: side, row of the target, orders of the rows (none in the target's), and walls. The orders
/// of the first two columns can be fixed as well, to enumerate a part.
struct EnumerationRequest {
    int side = max_enumerated_side, row = 2;
    std::array<std::uint8_t, max_enumerated_side> orders{};
    std::optional<std::array<std::uint8_t, 2>> columns;
    std::uint64_t walls = 0;  // bit 6 * row + column
};

struct EnumerationResult {
    /// A board: 0 empty, 1 wall, 2 the target, then the other cars; 6 per row.
    using Cells = std::array<std::uint8_t, std::size_t{max_enumerated_side} * max_enumerated_side>;
    std::uint64_t layouts = 0, spaces = 0, positions = 0, expanded = 0;
    std::vector<std::uint64_t> solvable;  // spaces by the number of moves of their hardest board
    std::vector<std::pair<Cells, int>>
        minimal;  // hardest boards that get easier without any one car or wall, with their moves
    Stop stop = Stop::none;
};

/// Enumerates the boards of one request.
class Enumeration {
public:
    Enumeration(const EnumerationRequest& request, Guard& guard)
        : side_(request.side), row_(request.row), columns_(request.columns), guard_(guard) {
        if (side_ < 3 || side_ > max_enumerated_side || row_ < 0 || row_ >= side_) reject();
        for (int r = 0; r < max_enumerated_side; ++r)
            for (int c = 0; c < max_enumerated_side; ++c) {
                const std::uint64_t bit = std::uint64_t{1} << (6 * r + c);
                if (r >= side_ || c >= side_) walls_ |= bit;
                if (request.walls & bit & walls_) reject();
            }
        walls_ |= own_walls_ = request.walls;
        if (request.walls >> 36 || row_walls(row_) != outside()) reject();
        for (int r = 0; r < max_enumerated_side; ++r) {
            const int order = r == row_ ? 1 : request.orders[r];
            if (order >= enumeration::orders || (r == row_ && request.orders[r]) || (r >= side_ && order)) reject();
            orders_[r] = static_cast<std::uint8_t>(order);
        }
    }

    /// Counts the layouts.
    std::uint64_t count() {
        counting_ = true;
        list_layouts();
        return result_.layouts;
    }

    EnumerationResult run() {
        list_layouts();
        result_.layouts = layouts_.size();
        std::sort(layouts_.begin(), layouts_.end());
        for (auto at = layouts_.begin(); at != layouts_.end() && !guard_.stopped();) {
            const std::uint32_t columns = at->first;
            for (std::uint32_t c = 0, rest = columns; c < 6; ++c, rest /= enumeration::orders)
                orders_[enumeration::lines - 1 - c] = static_cast<std::uint8_t>(rest % enumeration::orders);
            const enumeration::Boards boards(orders_, walls_);
            seen_.clear();
            for (; at != layouts_.end() && at->first == columns; ++at)
                if (!seen_.has(at->second)) flood_space(boards, at->second);
        }
        result_.stop = guard_.why();
        return std::move(result_);
    }

private:
    [[noreturn]] static void reject() { throw std::invalid_argument("there are no boards like this"); }
    int outside() const { return 63 & ~((1 << side_) - 1); }
    int row_walls(int row) const { return static_cast<int>(walls_ >> (6 * row) & 63); }
    bool has_room(const LineOrder& order, int walls) const {
        return order.length() + std::popcount(static_cast<unsigned>(walls)) < max_enumerated_side;
    }
    bool allowed(int column, int order) const {
        return (column > 1 || !columns_ || (*columns_)[column] == order) &&
               has_room(enumeration::tables().order[order], outside());
    }
    bool solved(std::uint64_t key) const {
        return static_cast<int>(key >> (enumeration::bits * row_) & 7) == side_ - 2;
    }

    /// Lists the layouts on which no car can slide left or up, each with the orders of its columns.
    void list_layouts() {
        for (int r = 0; r < side_; ++r)
            if (!has_room(enumeration::tables().order[orders_[r]], row_walls(r))) return;
        list_rows(0, 0, {}, {});
    }
    using Columns = std::array<int, max_enumerated_side>;
    void list_rows(int r, std::uint64_t key, Columns taken, Columns required) {
        if (r == max_enumerated_side) {
            if (counting_)
                count_columns(taken, required);
            else
                list_columns(0, key, 0, taken, required);
            return;
        }
        const LineOrder& order = enumeration::tables().order[orders_[r]];
        const int walls = row_walls(r);
        for (int s = 0; s < order.states(); ++s) {
            if (order.cells[s] & walls) continue;
            Columns now = taken, next = required;
            for (int c = 0; c < max_enumerated_side; ++c) {
                now[c] |= ((order.cells[s] | walls) >> c & 1) << r;
                next[c] |= (order.free_before[s] & ~walls) >> c & 1 ? 1 << r : 0;
            }
            list_rows(r + 1, key | static_cast<std::uint64_t>(s) << (enumeration::bits * r), now, next);
        }
    }
    /// `taken`: cells of rows and walls. `required`: cells that a car of the column must cover, to block a car in a
    /// row.
    void list_columns(int c, std::uint64_t key, std::uint32_t orders, const Columns& taken, const Columns& required) {
        if (c == max_enumerated_side) {
            layouts_.emplace_back(orders, key);
            return;
        }
        for (const auto& [order, state] : enumeration::tables().columns[taken[c] + 64 * required[c]])
            if (allowed(c, order))
                list_columns(c + 1, key | std::uint64_t{state} << (enumeration::bits * (6 + c)),
                             orders * enumeration::orders + order, taken, required);
    }

    void count_columns(const Columns& taken, const Columns& required) {
        std::uint64_t product = 1;
        for (int c = 0; c < max_enumerated_side && product; ++c) {
            std::uint64_t ways = 0;
            for (const auto& [order, state] : enumeration::tables().columns[taken[c] + 64 * required[c]])
                ways += allowed(c, order);
            product *= ways;
        }
        result_.layouts += product;
    }

    /// Floods the space of a board, then searches back from its solved boards to the hardest one.
    void flood_space(const enumeration::Boards& boards, std::uint64_t start) {
        constexpr std::uint64_t first = std::uint64_t{enumeration::no_line} << (enumeration::bits * enumeration::lines);
        queue_.assign(1, start | first);
        seen_.insert(start);
        enumeration::flood(boards, queue_, 0, 1, true, seen_);
        ++result_.spaces;
        result_.positions += queue_.size();
        result_.expanded += queue_.size();
        seen_from_goals_.clear();
        from_goals_.clear();
        for (const std::uint64_t queued : queue_)
            if (solved(queued) && seen_from_goals_.insert(queued & enumeration::key_mask))
                from_goals_.push_back((queued & enumeration::key_mask) | first);
        if (from_goals_.empty()) {
            tick();
            return;
        }
        int distance = 0;
        std::size_t layer = 0;  // where the boards at that distance begin
        for (std::size_t end = from_goals_.size();; ++distance, layer = end, end = from_goals_.size()) {
            enumeration::flood(boards, from_goals_, layer, end, false, seen_from_goals_);
            if (from_goals_.size() == end) break;
        }
        result_.expanded += from_goals_.size();
        std::uint64_t hardest = enumeration::key_mask;
        for (std::size_t i = layer; i < from_goals_.size(); ++i)
            hardest = std::min(hardest, from_goals_[i] & enumeration::key_mask);
        if (result_.solvable.size() <= static_cast<std::size_t>(distance)) result_.solvable.resize(distance + 1);
        ++result_.solvable[distance];
        if (distance && !tick() && is_minimal(boards.orders_of(), hardest, distance))
            result_.minimal.emplace_back(draw(boards.orders_of(), hardest), distance);
    }
    bool tick() { return guard_.tick(result_.expanded, bytes(), 0); }
    std::size_t bytes() const {
        return 16 * layouts_.capacity() + 8 * (queue_.capacity() + from_goals_.capacity()) + seen_.bytes() +
               seen_from_goals_.bytes() + seen_without_.bytes();
    }

    /// Whether the board gets easier without any one car but the target, or without any one wall.
    bool is_minimal(const enumeration::Lines& lines_of, std::uint64_t key, int distance) {
        for (std::uint64_t left = own_walls_; left; left &= left - 1)
            if (!solved_within(enumeration::Boards(lines_of, walls_ ^ (left & -left)), key, distance - 1)) return false;
        for (int line = enumeration::lines - 1; line >= 0; --line) {
            if (line == row_) continue;
            const int shift = enumeration::bits * line;
            const LineOrder& order = enumeration::tables().order[lines_of[line]];
            const auto& offsets = order.offsets[key >> shift & 7];
            for (std::size_t removed = 0; removed < order.lengths.size(); ++removed) {
                enumeration::Lines fewer = lines_of;
                std::uint64_t state = 0;
                fewer[line] = 0;
                if (order.lengths.size() == 2) {
                    fewer[line] =
                        static_cast<std::uint8_t>(order.lengths[1 - removed] - 1);  // a car of two or three cells
                    state = static_cast<std::uint64_t>(offsets[1 - removed]);
                }
                const std::uint64_t board = (key & ~(std::uint64_t{7} << shift)) | state << shift;
                if (!solved_within(enumeration::Boards(fewer, walls_), board, distance - 1)) return false;
            }
        }
        return true;
    }
    bool solved_within(const enumeration::Boards& boards, std::uint64_t start, int moves) {
        if (solved(start)) return true;
        seen_without_.clear();
        seen_without_.insert(start);
        queue_.assign(1, start | std::uint64_t{enumeration::no_line} << (enumeration::bits * enumeration::lines));
        for (std::size_t layer = 0, end = 1; moves > 0 && layer < end; --moves, layer = end, end = queue_.size()) {
            enumeration::flood(boards, queue_, layer, end, false, seen_without_);
            result_.expanded += end - layer;
            for (std::size_t i = end; i < queue_.size(); ++i)
                if (solved(queue_[i])) return true;
        }
        return false;
    }

    EnumerationResult::Cells draw(const enumeration::Lines& lines_of, std::uint64_t key) const {
        EnumerationResult::Cells out{};
        std::uint8_t next = 3;
        for (std::size_t cell = 0; cell < out.size(); ++cell) out[cell] = walls_ >> cell & 1;
        for (int line = 0; line < enumeration::lines; ++line) {
            const LineOrder& order = enumeration::tables().order[lines_of[line]];
            const auto& offsets = order.offsets[key >> (enumeration::bits * line) & 7];
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
    enumeration::Lines orders_{};
    std::vector<std::pair<std::uint32_t, std::uint64_t>> layouts_;
    enumeration::KeySet seen_, seen_from_goals_, seen_without_;
    std::vector<std::uint64_t> queue_, from_goals_;
    EnumerationResult result_;
};

}  // namespace unjam::rushhour
