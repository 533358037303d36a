// Boards of up to 8 by 8, the size that people play: everything in one word and small tables.
//
// A key holds a few bits per line that can move, and above them the rank: the same states as one mixed-radix number.
// The cells covered by the lines of one direction stand in one word with a byte for each line of the other, which is
// thus the mask of the cars that cross it. Under each such mask a line's state leads to a set of states, listed once
// per kind of line and kept from board to board. A move adds the same difference to a line's bits and to the rank.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "families/rushhour/lines.hpp"
#include "unjam/domain.hpp"
#include "unjam/select.hpp"

namespace unjam::rushhour {

inline constexpr int narrowest = 8;

/// The states that one move leads to, one bit each, for `state << cells | mask of crossing cars`.
using Leads = std::vector<std::uint16_t>;

inline Leads tabulate(const Line& line, Metric metric) {
    const std::size_t n = line.seats.size();
    const int states = line.states(), masks = 1 << line.cells;
    Leads leads(static_cast<std::size_t>(states * masks));
    std::vector<std::uint8_t> after(n);
    for (int s = 0; s < states; ++s) {
        const std::uint8_t* at = line.state(s);
        for (std::size_t i = 0; i < n; ++i) {
            for (const int direction : {-1, 1}) {
                unsigned swept = 0;  // the cells that must not be crossed
                for (int to = at[i] + direction; line.may_stand(s, i, to); to += direction) {
                    swept |= 1u << (direction < 0 ? to : to + line.seats[i].length - 1);
                    std::copy(at, at + n, after.begin());
                    after[i] = static_cast<std::uint8_t>(to);
                    const unsigned bit = 1u << line.find(after.data());
                    for (unsigned mask = 0; mask < static_cast<unsigned>(masks); ++mask)
                        if (!(mask & swept))
                            leads[static_cast<unsigned>(s * masks) + mask] |= static_cast<std::uint16_t>(bit);
                    if (metric == Metric::steps) break;
                }
            }
        }
    }
    return leads;
}

/// The tables of the kinds of line met so far; one store per thread.
class KnownLeads {
public:
    using Shared = std::shared_ptr<const Leads>;

    Shared operator()(const Line& line, Metric metric) {
        std::uint64_t kind = static_cast<std::uint64_t>(line.cells) << 1 | (metric == Metric::steps);
        for (const Seat& seat : line.seats)
            kind = kind << 12 | static_cast<std::uint64_t>(seat.length << 8 | seat.first << 4 | seat.last);
        if (known_.size() > 2000) known_.clear();  // boards hold on to their own tables
        Shared& found = known_[kind];
        if (!found) found = std::make_shared<const Leads>(tabulate(line, metric));
        return found;
    }

private:
    std::unordered_map<std::uint64_t, Shared> known_;
};

/// `Lanes` is the most states a line can have: 8 where lines have up to 6 cells, else 16.
template <unsigned Lanes>
class NarrowBoard {
public:
    using Key = std::uint64_t;

    NarrowBoard(const Lot& lot, Metric metric) : lines_(lines_of(lot)) {
        static thread_local KnownLeads known;
        // First the target's line, then those beside it, then those across: see Half.
        const bool across = lot.cars[lot.target].horizontal;
        std::sort(lines_.begin(), lines_.end(), [&](const Line& a, const Line& b) {
            return place(a, across, lot.target) < place(b, across, lot.target);
        });
        std::uint64_t ranks = 1;
        for (const Line& line : lines_) {
            if (line.states() == 1 && line.seat_of(lot.target) < 0) {
                halves_[line.horizontal != across].fixed |= spread(line, 0);
                continue;
            }
            Live& live = live_[count_++];
            live.line = &line;
            live.table = known(line, metric);
            live.leads = live.table->data();
            live.cells = static_cast<std::uint8_t>(line.cells);
            live.crossed = static_cast<std::uint8_t>(line.lane * 8);
            live.shift = static_cast<std::uint8_t>(rank_shift_);
            live.mask = static_cast<std::uint8_t>(std::bit_ceil(static_cast<unsigned>(line.states())) - 1);
            rank_shift_ += static_cast<unsigned>(std::countr_one(live.mask));
            if (line.horizontal == across) ++beside_;
            ranks = ranks > most_ranks ? ranks : ranks * static_cast<std::uint64_t>(line.states());
        }
        ranked_ = ranks <= most_ranks && rank_shift_ + static_cast<unsigned>(std::bit_width(ranks)) <= 64;
        ranks_ = ranked_ ? ranks : 0;
        std::uint64_t weight = 1;
        for (unsigned i = 0; i < count_; ++i) {
            Live& live = live_[i];
            const auto states = static_cast<unsigned>(live.line->states());
            const std::uint64_t one = (1ull << live.shift) + (ranked_ ? weight << rank_shift_ : 0);
            for (std::uint64_t s = 0; s < states; ++s)
                for (std::uint64_t to = 0; to < states; ++to) live.jumps[s][to] = (to - s) * one;
            start_ += static_cast<std::uint64_t>(live.line->start) * one;
            weight *= states;
        }
        halves_[0].pair_up(live_.data(), beside_);
        halves_[1].pair_up(live_.data() + beside_, count_ - beside_);
        watch_target(lot);
    }
    NarrowBoard(const NarrowBoard&) = delete;  // lines are pointed at
    NarrowBoard& operator=(const NarrowBoard&) = delete;

    Key start() const { return start_; }
    std::uint64_t ranks() const { return ranks_; }
    unsigned rank_shift() const { return rank_shift_; }
    std::size_t most_successors() const { return count_ * std::size_t{Lanes == 8 ? 4 : 8}; }
    bool solved(Key key) const { return solved_ >> live_[0].state(key) & 1; }

    Expansion expand(Key key, Key* keys) const {
        const std::uint64_t beside = halves_[0].covered(key), across = halves_[1].covered(key);
        const unsigned crossed = across >> live_[0].crossed & 255;
        Key* end = keys;
        for (unsigned i = 0; i < beside_; ++i) end = live_[i].append(end, key, across);
        for (unsigned i = beside_; i < count_; ++i) end = live_[i].append(end, key, beside);
        Expansion out{static_cast<unsigned>(end - keys), -1};
        if (!((crossed | never) & needed_[live_[0].state(key)])) [[unlikely]]
            while (!solved(keys[++out.solved])) {
            }
        return out;
    }

    /// Every slide can be slid back, so the positions before are the positions after.
    unsigned before(Key key, Key* keys) const { return expand(key, keys).count; }

    /// The slide between two neighbouring positions.
    Slide slide(Key from, Key to) const {
        for (unsigned i = 0; i < count_; ++i)
            if (live_[i].state(from) != live_[i].state(to))
                return live_[i].line->slide(static_cast<int>(live_[i].state(from)),
                                            static_cast<int>(live_[i].state(to)));
        return {};
    }

    /// Writes the offset of each car that can move; the others stay as in the lot.
    void place_cars(Key key, std::uint8_t* offsets) const {
        for (unsigned i = 0; i < count_; ++i) live_[i].line->place_cars(static_cast<int>(live_[i].state(key)), offsets);
    }

private:
    static constexpr unsigned never = 256;  // a cell that is always crossed

    /// A line that can move.
    struct Live {
        const std::uint16_t* leads = nullptr;
        std::uint8_t cells = 0, crossed = 0, shift = 0, mask = 0;
        alignas(64) std::array<std::array<std::uint64_t, Lanes>, Lanes> jumps{};  // [from][to]
        const Line* line = nullptr;
        std::shared_ptr<const Leads> table;

        unsigned state(Key key) const { return static_cast<unsigned>(key >> shift) & mask; }
        Key* append(Key* end, Key key, std::uint64_t crossing) const {
            const unsigned s = state(key), crossed_by = static_cast<unsigned>(crossing >> crossed) & 255;
            return append_chosen<Lanes>(end, key, jumps[s].data(), leads[s << cells | crossed_by]);
        }
    };

    /// The cells covered by all lines of one direction, looked up for two lines at a time.
    struct Half {
        std::uint64_t fixed = 0;  // under cars that cannot move
        unsigned pairs = 0;
        std::array<std::uint8_t, 4> shift{};
        std::array<std::uint8_t, 4> mask{};
        std::array<std::array<std::uint64_t, Lanes * Lanes>, 4> covers;

        void pair_up(const Live* live, unsigned count) {
            for (unsigned i = 0; i < count; i += 2, ++pairs) {
                const Live& one = live[i];
                const Live* two = i + 1 < count ? &live[i + 1] : nullptr;
                const unsigned width = static_cast<unsigned>(std::countr_one(one.mask));
                shift[pairs] = one.shift;
                mask[pairs] = static_cast<std::uint8_t>(two ? one.mask | two->mask << width : one.mask);
                for (int b = 0; b < (two ? two->line->states() : 1); ++b) {
                    const std::uint64_t other = two ? spread(*two->line, b) : 0;
                    for (int a = 0; a < one.line->states(); ++a)
                        covers[pairs][static_cast<unsigned>(a) | static_cast<unsigned>(b) << width] =
                            fixed | other | spread(*one.line, a);
                }
            }
        }
        std::uint64_t covered(Key key) const {
            std::uint64_t all = fixed;
            for (unsigned i = 0; i < pairs; ++i) all |= covers[i][key >> shift[i] & mask[i]];
            return all;
        }
    };

    static int place(const Line& line, bool across, int target) {
        if (line.seat_of(target) >= 0) return 0;
        return (line.horizontal == across ? 1 : 2) * 64 + line.lane;
    }

    /// The cells a line covers, as the lines that cross it see them: a byte for each of those.
    static std::uint64_t spread(const Line& line, int s) {
        std::uint64_t out = 0;
        for (unsigned cells = line.covered(s); cells; cells &= cells - 1)
            out |= 1ull << (std::countr_zero(cells) * 8 + line.lane);
        return out;
    }

    /// For each state of the target's line: is it solved, and which cells must be free so that one move solves it.
    void watch_target(const Lot& lot) {
        const Line& line = *live_[0].line;
        const auto seat = static_cast<std::size_t>(line.seat_of(lot.target));
        for (int s = 0; s < line.states(); ++s)
            if (line.state(s)[seat] == lot.goal) solved_ |= 1u << s;
        needed_.fill(never);
        for (int s = 0; s < line.states(); ++s) {
            const unsigned cells = 1u << line.cells;
            const std::uint16_t* leads = live_[0].leads + static_cast<unsigned>(s) * cells;
            if (!(leads[0] & solved_) || solved_ >> s & 1) continue;
            needed_[s] = 0;
            for (unsigned cell = 1; cell < cells; cell <<= 1)
                if (!(leads[cell] & solved_)) needed_[s] |= cell;
        }
    }

    std::vector<Line> lines_;
    std::array<Live, 16> live_;
    std::array<Half, 2> halves_;
    unsigned beside_ = 0, count_ = 0, rank_shift_ = 0;
    bool ranked_ = false;
    Key start_ = 0;
    std::uint64_t ranks_ = 0;
    std::array<unsigned, 16> needed_{};
    unsigned solved_ = 0;
};

}  // namespace unjam::rushhour
