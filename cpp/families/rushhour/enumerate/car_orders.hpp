// For enumerate.hpp: the orders of cars in a line, tables of their states and cells, Boards with their
// slides, KeySet (a hash table of its own), `flood`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "unjam/key_sets.hpp"
#include "unjam/prefetch.hpp"

namespace unjam::rushhour {

/// Rows and columns, at most. Smaller boards have walls in the rest.
inline constexpr int max_enumerated_side = 6;

/// The lengths of the cars of a line in their order, with all states of such a line.
struct LineOrder {
    std::vector<int> lengths;
    std::vector<std::array<int, 2>> offsets;       // of the cars, by state
    std::array<std::uint8_t, 6> cells{};           // covered, by state
    std::array<std::uint8_t, 6> free_before{};     // free cells left of (or above) a car, by state
    std::array<std::uint8_t, 6 * 64> reachable{};  // states one slide away, by state and by cells covered by others
    int states() const { return static_cast<int>(offsets.size()); }
    int length() const {
        int sum = 0;
        for (const int length : lengths) sum += length;
        return sum;
    }
};

namespace enumeration {

inline constexpr int orders = 6, lines = 2 * max_enumerated_side, bits = 3;
inline constexpr std::uint64_t key_mask = (std::uint64_t{1} << (bits * lines)) - 1;
inline constexpr unsigned no_line = 15;

inline int cells_of(int offset, int length) { return ((1 << length) - 1) << offset; }

inline LineOrder make_order(std::vector<int> lengths) {
    LineOrder out;
    out.lengths = std::move(lengths);
    const std::vector<int>& cars = out.lengths;
    if (cars.empty()) out.offsets.push_back({});
    for (int a = 0; !cars.empty() && a + cars[0] <= max_enumerated_side; ++a) {
        if (cars.size() == 1) out.offsets.push_back({a, 0});
        for (int b = a + cars[0]; cars.size() == 2 && b + cars[1] <= max_enumerated_side; ++b)
            out.offsets.push_back({a, b});
    }
    for (int s = 0; s < out.states(); ++s) {
        int taken = 0, free_before = 0;
        for (std::size_t i = 0; i < cars.size(); ++i) {
            taken |= cells_of(out.offsets[s][i], cars[i]);
            free_before |= (1 << out.offsets[s][i]) >> 1;
        }
        out.cells[s] = static_cast<std::uint8_t>(taken);
        out.free_before[s] = static_cast<std::uint8_t>(free_before & ~taken);
        for (int t = 0; t < out.states(); ++t)
            for (std::size_t i = 0; i < cars.size(); ++i) {
                const int from = out.offsets[s][i], to = out.offsets[t][i], low = std::min(from, to);
                if (from == to || (cars.size() == 2 && out.offsets[s][1 - i] != out.offsets[t][1 - i])) continue;
                const int swept = cells_of(low, std::max(from, to) - low + cars[i]);
                const int other = cars.size() == 2 ? cells_of(out.offsets[s][1 - i], cars[1 - i]) : 0;
                for (int others = 0; others < 64; ++others)
                    if (!(swept & (other | others)))
                        out.reachable[s * 64 + others] |= static_cast<std::uint8_t>(1 << t);
            }
    }
    return out;
}

/// Tables for all boards: the orders of a line, and the cells covered by three lines, by their orders and states.
struct Tables {
    std::array<LineOrder, orders> order{make_order({}),     make_order({2}),    make_order({3}),
                                        make_order({2, 2}), make_order({2, 3}), make_order({3, 2})};
    /// Three lines whose states are the bits of the index; a cell is the bit 6 * place in the line + line.
    std::vector<std::array<std::uint64_t, 512>> taken{std::size_t{2} * orders * orders * orders};
    /// The possible columns of a layout (order and state), by the cells covered by others (bits 0 to 5) and the cells
    /// that its cars must cover to block a car left of them.
    std::vector<std::vector<std::pair<std::uint8_t, std::uint8_t>>> columns{64 * 64};

    Tables() {
        for (int taken_cells = 0; taken_cells < 64; ++taken_cells)
            for (int slot_value = 0; slot_value < 64; ++slot_value)
                for (int o = 0; o < orders; ++o)
                    for (int s = 0; s < order[o].states(); ++s)
                        if (!(order[o].cells[s] & taken_cells) && !(slot_value & ~order[o].cells[s]) &&
                            !(order[o].free_before[s] & ~taken_cells))
                            columns[taken_cells + 64 * slot_value].emplace_back(o, s);
        for (std::size_t three = 0; three < taken.size(); ++three)
            for (int states = 0; states < 512; ++states)
                for (std::size_t i = 0, rest = three / 2; i < 3; ++i, rest /= orders) {
                    const LineOrder& own = order[rest % orders];
                    const int state = states >> (bits * i) & 7;
                    if (state >= own.states()) continue;
                    for (int place = 0; place < max_enumerated_side; ++place)
                        if (own.cells[state] >> place & 1)
                            taken[three][states] |= std::uint64_t{1} << (6 * place + (three % 2) * 3 + i);
                }
    }
    const std::uint64_t* cells_of_three(std::size_t half, const std::uint8_t* orders_of_three) const {
        const std::uint8_t* o = orders_of_three;
        return taken[2 * (o[0] + orders * (o[1] + std::size_t{orders} * o[2])) + half].data();
    }
};

inline const Tables& tables() {
    static const Tables instance;
    return instance;
}

using Lines = std::array<std::uint8_t, lines>;  // the order of each row, then of each column

/// The boards with these orders and walls. The key of a board has three bits for the state of each line. In a queue it
/// also has, above them, the line that was moved last: a lone car need not be moved twice in a row.
class Boards {
public:
    Boards(const Lines& lines_of, std::uint64_t walls) : orders_(lines_of) {
        for (int i = 0; i < lines; ++i) {
            const LineOrder& order = tables().order[lines_of[i]];
            reachable_[i] = order.reachable.data();
            lone_ |= static_cast<unsigned>(order.lengths.size() == 1) << i;
        }
        for (std::size_t i = 0; i < 4; ++i) taken_[i] = tables().cells_of_three(i % 2, &lines_of[3 * i]);
        for (int r = 0; r < max_enumerated_side; ++r)
            for (int c = 0; c < max_enumerated_side; ++c)
                if (walls >> (6 * r + c) & 1) {
                    walls_in_rows_ |= std::uint64_t{1} << (6 * r + c);
                    walls_in_columns_ |= std::uint64_t{1} << (6 * c + r);
                }
    }

    const Lines& orders_of() const { return orders_; }

    /// Writes the boards one slide away, each with its line, and returns their end.
    std::uint64_t* successors(std::uint64_t queued, std::uint64_t* out) const {
        const std::uint64_t key = queued & key_mask;
        const unsigned last = static_cast<unsigned>(queued >> (bits * lines));
        const std::uint64_t in_columns = taken_[0][key & 511] | taken_[1][key >> 9 & 511] | walls_in_columns_;
        const std::uint64_t in_rows = taken_[2][key >> 18 & 511] | taken_[3][key >> 27] | walls_in_rows_;
        std::uint64_t rows = 0, columns = 0;
        for (int i = 0; i < 6; ++i) {
            rows |= std::uint64_t{reachable_[i][(key >> (3 * i) & 7) * 64 + (in_rows >> (6 * i) & 63)]} << (8 * i);
            columns |= std::uint64_t{reachable_[6 + i][(key >> (18 + 3 * i) & 7) * 64 + (in_columns >> (6 * i) & 63)]}
                       << (8 * i);
        }
        if (lone_ >> last & 1) (last < 6 ? rows : columns) &= ~(std::uint64_t{255} << (8 * (last % 6)));
        return write(key, columns, 6, write(key, rows, 0, out));
    }

private:
    static std::uint64_t* write(std::uint64_t key, std::uint64_t reachable, unsigned first, std::uint64_t* out) {
        for (; reachable; reachable &= reachable - 1) {
            const auto at = static_cast<unsigned>(std::countr_zero(reachable));
            const unsigned line = first + (at >> 3), shift = bits * line;
            *out++ = (key & ~(std::uint64_t{7} << shift)) | static_cast<std::uint64_t>(at & 7) << shift |
                     std::uint64_t{line} << (bits * lines);
        }
        return out;
    }

    Lines orders_;
    std::array<const std::uint8_t*, lines> reachable_{};
    std::array<const std::uint64_t*, 4> taken_{};
    std::uint64_t walls_in_rows_ = 0, walls_in_columns_ = 0;
    unsigned lone_ = 0;
};

/// A set of 36-bit keys. Each slot holds the epoch in which it was set, so that clearing the set is free.
class KeySet {
public:
    void clear() {
        constexpr std::size_t small = 12;
        if (slots_.empty() || bits_ > 16) {
            bits_ = small;
            slots_ = std::vector<std::uint64_t>(std::size_t{1} << small);
            epoch_ = 0;
        }
        if (++epoch_ >> 28) {
            std::fill(slots_.begin(), slots_.end(), 0);
            epoch_ = 1;
        }
        size_ = 0;
    }
    bool has(std::uint64_t key) const { return slots_[find(key)] == (key | epoch_ << 36); }
    /// Prefetches the slot of a key that will be looked up soon.
    void prefetch_key(std::uint64_t key) const { prefetch(&slots_[hash_key(key) >> (64 - bits_)]); }
    /// Adds the key; true if it is new.
    bool insert(std::uint64_t key) {
        std::uint64_t& slot = slots_[find(key)];
        const std::uint64_t slot_value = key | epoch_ << 36;
        if (slot == slot_value) return false;
        slot = slot_value;
        if (2 * ++size_ > slots_.size()) grow();
        return true;
    }
    std::size_t bytes() const { return 8 * slots_.size(); }

private:
    /// The slot of the key, or the one where it belongs.
    std::size_t find(std::uint64_t key) const {
        const std::uint64_t slot_value = key | epoch_ << 36;
        std::size_t at = hash_key(key) >> (64 - bits_);
        while (slots_[at] != slot_value && slots_[at] >> 36 == epoch_) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    void grow() {
        bits_ += 2;
        std::vector<std::uint64_t> old(std::size_t{1} << bits_);
        old.swap(slots_);
        for (const std::uint64_t slot : old)
            if (slot >> 36 == epoch_) slots_[find(slot & key_mask)] = slot;
    }

    std::vector<std::uint64_t> slots_;
    std::uint64_t epoch_ = 0;
    std::size_t bits_ = 0, size_ = 0;
};

/// Adds to the queue the new boards one slide away from its boards `at` to `end`; with `go_on` also from those added
/// meanwhile. The successors of a board are looked up while those of the next one are written, because the memory of a
/// large set is slow.
inline void flood(const Boards& boards, std::vector<std::uint64_t>& queue, std::size_t at, std::size_t end, bool go_on,
                  KeySet& set) {
    constexpr std::size_t max_boards = std::size_t{6} * lines;
    std::array<std::uint64_t, 2 * max_boards> room;
    std::uint64_t *successors = room.data(), *waiting = room.data() + max_boards, *waiting_end = waiting;
    const auto add = [&] {
        for (const std::uint64_t* next = waiting; next != waiting_end; ++next)
            if (set.insert(*next & key_mask)) queue.push_back(*next);
        waiting_end = waiting;
    };
    for (;; ++at) {
        if (at == end) {
            add();
            if (go_on) end = queue.size();
            if (at == end) return;
        }
        std::uint64_t* const successors_end = boards.successors(queue[at], successors);
        for (const std::uint64_t* next = successors; next != successors_end; ++next) set.prefetch_key(*next & key_mask);
        add();
        waiting_end = successors_end;
        std::swap(successors, waiting);
    }
}

}  // namespace enumeration

}  // namespace unjam::rushhour
