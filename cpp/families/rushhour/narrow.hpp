// Boards of up to 8 by 8, the size that people play: everything in one word and small tables.
//
// A key holds a few bits per line that can move, and above them the rank: the same states as one mixed-radix number.
// The cells covered by the lines of one direction stand in one word with a byte for each line of the other, which is
// thus the mask of the cars that cross it. Under each such mask a line's state leads to a set of states, listed once
// per kind of line and kept from board to board. A move adds the same difference to a line's bits and to the rank.
//
// Below its lines a key may note which line was moved last. A car that is alone in its line and was just moved need not
// be moved again: wherever it can go now, it could have gone before, so all of that stands in its layer already.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "families/rushhour/leads.hpp"
#include "unjam/domain.hpp"

namespace unjam::rushhour {

/// `Lanes` is the most states a line can have: 8 where lines have up to 6 cells, else 16.
template <unsigned Lanes>
class NarrowBoard {
public:
    using Key = std::uint64_t;

    NarrowBoard(const Lot& lot, Metric metric) : lines_(lines_of(lot)) {
        static thread_local KnownLeads<Lanes> known;
        // First the target's line, then those beside it, then those across: see Half.
        const bool across = lot.cars[lot.target].horizontal;
        std::sort(lines_.begin(), lines_.end(), [&](const Line& a, const Line& b) {
            return place(a, across, lot.target) < place(b, across, lot.target);
        });
        for (const Line& line : lines_) {
            if (line.states() == 1 && line.seat_of(lot.target) < 0) {
                halves_[line.horizontal != across].fixed |= spread(line, 0);
                continue;
            }
            held_[count_] = {&line, known(line, metric)};
            Live& live = live_[count_];
            live.leads = held_[count_].table->data();
            live.crossed = static_cast<std::uint8_t>((line.horizontal == across ? 8 : 0) + line.lane);
            live.states = static_cast<std::uint8_t>(line.states());
            live.width = static_cast<std::uint8_t>(std::bit_width(static_cast<unsigned>(line.states() - 1)));
            if (line.horizontal == across) ++beside_;
            ++count_;
        }
        lay_out_keys(metric);
        lay_out_words();
        halves_[0].join(live_.data(), held_.data(), beside_);
        halves_[1].join(live_.data() + beside_, held_.data() + beside_, count_ - beside_);
        watch_target(lot);
    }
    NarrowBoard(const NarrowBoard&) = delete;  // lines are pointed at
    NarrowBoard& operator=(const NarrowBoard&) = delete;

    Key start() const { return start_; }
    std::uint64_t ranks() const { return ranks_; }
    unsigned rank_shift() const { return rank_shift_; }
    std::size_t most_successors() const { return count_ * std::size_t{Lanes == 8 ? 4 : 8}; }
    bool solved(Key key) const { return solved_ >> live_[0].state(key) & 1; }

    /// True when a successor is solved.
    bool nearly_solved(Key key) const {
        const unsigned crossing = halves_[1].covered(key) >> (live_[0].crossed - 8) * 8 & 255;
        return !((crossing | never) & needed_[live_[0].state(key)]);
    }

    Expansion expand(Key key, Key* keys) const {
        key = plain(key);
        Key* end = keys;
        Expansion out = follow<true>(&key, 1, [&](Key next) { *end++ = plain(next); });
        if (out.solved >= 0)
            out.solved = static_cast<int>(std::find_if(keys, end, [this](Key next) { return solved(next); }) - keys);
        return out;
    }

    /// Calls visit(key) for the successors of up to `most_together` keys, which may be noted and are noted then; those
    /// that the notes show to be known are left out. With `stop_at_goal` it ends at the first key with a solved
    /// successor, which is said in `solved`.
    ///
    /// This is done in two steps, for all lines and several positions at a time: a loop that visits is left when no
    /// processor foresees it, and should then have nothing to wait for.
    template <bool stop_at_goal, class Visit>
    Expansion follow(const Key* from, unsigned many, Visit&& visit) const {
        return words_ == 1 ? follow<stop_at_goal, true>(from, many, visit)
                           : follow<stop_at_goal, false>(from, many, visit);
    }
    /// The key without its note.
    Key plain(Key key) const { return key & ~notes_; }

    /// Every slide can be slid back, so the positions before are the positions after.
    unsigned before(Key key, Key* keys) const { return expand(key, keys).count; }

    /// Calls visit(line, from, to) for each line whose state differs between two positions.
    template <class Visit>
    void each_change(Key from, Key to, Visit&& visit) const {
        for (unsigned i = 0; i < count_; ++i)
            if (live_[i].state(from) != live_[i].state(to))
                visit(*held_[i].line, static_cast<int>(live_[i].state(from)), static_cast<int>(live_[i].state(to)));
    }

    /// Writes the offset of each car that can move; the others stay as in the lot.
    void place_cars(Key key, std::uint8_t* offsets) const {
        for (unsigned i = 0; i < count_; ++i) held_[i].line->place_cars(static_cast<int>(live_[i].state(key)), offsets);
    }

private:
    static constexpr unsigned never = 256;  // a cell that is always crossed
    static constexpr unsigned note_bits = Lanes == 8 ? 4 : 5;

    /// What the search asks of a line that can move.
    struct Live {
        const Lead<Lanes>* leads = nullptr;
        std::uint8_t crossed = 0;                // which byte of the covered cells
        std::uint8_t width = 0, shift = 0;       // its bits in a key
        std::uint8_t states = 0, first_bit = 0;  // its bits in a Word

        unsigned bits() const { return Lanes == 8 ? 3 : width; }  // of one width where there is room for that
        unsigned mask() const { return (1u << bits()) - 1; }
        unsigned state(Key key) const { return static_cast<unsigned>(key >> shift) & mask(); }
        std::uint64_t leads_to(unsigned state, const std::uint8_t* crossing) const {
            return leads[state * masks<Lanes> + crossing[crossed]];
        }
    };
    /// What it asks when it is over.
    struct Held {
        const Line* line = nullptr;
        std::shared_ptr<const Leads<Lanes>> table;
    };

    /// Lines whose states have one bit each in one word.
    struct Word {
        unsigned first = 0, end = 0, shift = 0;
        std::array<std::uint8_t, 64> at{};         // for each bit its place in parts_
        std::array<std::uint64_t, 17> left_out{};  // for each line that need not be moved its bits
    };

    /// The cells covered by all lines of one direction, looked up for some lines at a time.
    struct Half {
        static constexpr unsigned joined = Lanes == 8 ? 3 : 2, most = Lanes == 8 ? 2 : 4;
        std::uint64_t fixed = 0;  // under cars that cannot move
        unsigned groups = 0;
        std::array<std::uint8_t, most> shift{};
        std::array<std::uint16_t, most> mask{};
        std::array<std::array<std::uint64_t, Lanes == 8 ? 512 : 256>, most> covers{};

        void join(const Live* live, const Held* held, unsigned count) {
            for (unsigned end = 0; end < count; ++groups) {
                const unsigned first = end;
                end = std::min(count, first + joined);
                auto& cover = covers[groups];
                unsigned bits = 0;
                for (unsigned i = end; i-- != first; bits += live[i].bits())
                    for (unsigned s = live[i].states; s-- != 0;) {  // 0 last: the others are made from it
                        const std::uint64_t more = spread(*held[i].line, static_cast<int>(s));
                        for (unsigned below = 0; below < 1u << bits; ++below)
                            cover[s << bits | below] = cover[below] | more;
                    }
                shift[groups] = live[end - 1].shift;
                mask[groups] = static_cast<std::uint16_t>((1u << bits) - 1);
            }
        }
        std::uint64_t covered(Key key) const {
            std::uint64_t all = fixed;
            for (unsigned i = 0; i < groups; ++i) all |= covers[i][key >> shift[i] & mask[i]];
            return all;
        }
    };

    /// Successors of a position, not yet written out.
    struct Found {
        std::array<std::uint64_t, 4> chosen;  // states, as in word_
        std::array<Key, 16> others;           // for each line the key without its part
    };

    template <bool stop_at_goal, bool one_word, class Visit>
    Expansion follow(const Key* from, unsigned many, Visit&& visit) const {
        const unsigned words = one_word ? 1 : words_;
        std::array<Found, most_together> found;
        Expansion out;
        for (unsigned i = 0; i < many; ++i) {
            const Key key = plain(from[i]);
            const std::array<std::uint64_t, 2> covered{halves_[0].covered(key), halves_[1].covered(key)};
            std::array<std::uint8_t, 16> crossing;
            std::memcpy(crossing.data(), covered.data(), 16);
            const unsigned left_out = left_out_[from[i] & notes_];
            for (unsigned w = 0; w < words; ++w) {
                const std::uint64_t chosen =
                    find(word_[w], key, crossing.data(), found[i].others.data()) & ~word_[w].left_out[left_out];
                found[i].chosen[w] = chosen;
                out.count += static_cast<unsigned>(std::popcount(chosen));
            }
            if (stop_at_goal && !((crossing[live_[0].crossed] | never) & needed_[live_[0].state(key)])) [[unlikely]] {
                out.solved = static_cast<int>(i);
                many = i + 1;
            }
        }
        for (unsigned i = 0; i < many; ++i)
            for (unsigned w = 0; w < words; ++w)
                for (std::uint64_t chosen = found[i].chosen[w]; chosen; chosen &= chosen - 1) {
                    const unsigned at = word_[w].at[static_cast<unsigned>(std::countr_zero(chosen))];
                    visit(found[i].others[at / Lanes] + parts_[at]);
                }
        return out;
    }

    /// The states that the lines of the word may go to.
    std::uint64_t find(const Word& word, Key key, const std::uint8_t* crossing, Key* others) const {
        std::uint64_t chosen = 0, states = key >> word.shift;
        const Key* taken = &taken_[word.end * Lanes];
        others += word.end;
        for (const Live *live = &live_[word.end], *first = &live_[word.first]; live != first;) {
            --live;
            taken -= Lanes;
            const unsigned s = static_cast<unsigned>(states) & live->mask();
            states >>= live->bits();
            *--others = key - taken[s];
            chosen |= live->leads_to(s, crossing) << live->first_bit;
        }
        return chosen;
    }

    /// Gives each line its bits in a key, the last line the lowest, and its weight in the rank.
    void lay_out_keys(Metric metric) {
        std::uint64_t ranks = 1;
        for (unsigned i = count_; i-- > 0;) {
            live_[i].shift = static_cast<std::uint8_t>(rank_shift_);
            rank_shift_ += live_[i].bits();
            ranks = ranks > most_ranks ? ranks : ranks * live_[i].states;
        }
        const unsigned bits = rank_shift_ + static_cast<unsigned>(std::bit_width(ranks));
        const bool ranked = ranks <= most_ranks && bits <= 64;
        ranks_ = ranked ? ranks : 0;
        if (ranked && metric == Metric::moves && bits + note_bits <= 64) {
            notes_ = (1ull << note_bits) - 1;
            rank_shift_ += note_bits;
            for (Live& live : live_) live.shift = static_cast<std::uint8_t>(live.shift + note_bits);
        }
        std::uint64_t weight = 1;
        for (unsigned i = 0; i < count_; ++i) {
            const std::uint64_t one = (1ull << live_[i].shift) + (ranked ? weight << rank_shift_ : 0);
            for (unsigned s = 0; s < live_[i].states; ++s) {
                parts_[i * Lanes + s] = s * one;
                taken_[i * Lanes + s] = s * one - (notes_ ? i + 1 : 0);
            }
            start_ += static_cast<std::uint64_t>(held_[i].line->start) * one;
            weight *= live_[i].states;
        }
    }

    void lay_out_words() {
        for (unsigned i = 0, bit = 0; i < count_; ++i) {
            if (i == 0 || bit + live_[i].states > 64) {
                word_[words_++].first = i;
                bit = 0;
            }
            Word& word = word_[words_ - 1];
            word.end = i + 1;
            word.shift = live_[i].shift;
            live_[i].first_bit = static_cast<std::uint8_t>(bit);
            word.left_out[i + 1] = ((1ull << live_[i].states) - 1) << bit;
            if (held_[i].line->seats.size() == 1) left_out_[i + 1] = static_cast<std::uint8_t>(i + 1);
            for (unsigned s = 0; s < live_[i].states; ++s) word.at[bit++] = static_cast<std::uint8_t>(i * Lanes + s);
        }
    }

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
        const Line& line = *held_[0].line;
        const auto seat = static_cast<std::size_t>(line.seat_of(lot.target));
        for (int s = 0; s < line.states(); ++s)
            if (line.state(s)[seat] == lot.goal) solved_ |= 1u << s;
        needed_.fill(never);
        for (int s = 0; s < line.states(); ++s) {
            const Lead<Lanes>* leads = live_[0].leads + static_cast<unsigned>(s) * masks<Lanes>;
            if (!(leads[0] & solved_) || solved_ >> s & 1) continue;
            needed_[s] = 0;
            for (unsigned cell = 1; cell < 1u << line.cells; cell <<= 1)
                if (!(leads[cell] & solved_)) needed_[s] |= cell;
        }
    }

    std::vector<Line> lines_;
    std::array<Live, 16> live_;
    std::array<Key, 16 * Lanes> parts_{};  // what each state of each line adds to a key
    std::array<Key, 16 * Lanes> taken_{};  // the same less the note of the line
    std::array<Word, 4> word_;
    std::array<std::uint8_t, 32> left_out_{};  // for each note the line that need not be moved, counted from 1; 0: none
    std::array<Half, 2> halves_;
    std::array<Held, 16> held_;
    unsigned words_ = 0, beside_ = 0, count_ = 0, rank_shift_ = 0;
    Key start_ = 0, notes_ = 0;
    std::uint64_t ranks_ = 0;
    std::array<unsigned, 16> needed_{};
    unsigned solved_ = 0;
};

}  // namespace unjam::rushhour
