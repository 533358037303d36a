// NarrowBoard, the domain for boards of up to 8 by 8: a key with its rank in one word, several positions
// expanded together by move tables.
//
// A key has a few bits per movable line, and above them the rank: the same states as one mixed-radix number. The cells
// covered by the lines of one direction are in one word with a byte for each line of the other direction, which is the
// mask of the cars that cross it. For each such mask a table per kind of line, kept from board to board, lists the
// states that a line can move to. A move adds the same difference to a line's bits and to the rank.
//
// Below its lines a key may note which line was moved last. A car that is alone in its line and was just moved need not
// be moved again: wherever it can go now, it could have gone before, so those positions are in its layer already.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "families/rushhour/move_table.hpp"
#include "unjam/domain.hpp"

namespace unjam::rushhour {

/// The lines of the lot: the target's first, then those parallel to it, then those across (see NarrowBoard::Half).
inline std::vector<Line> lines_by_direction(const Lot& lot) {
    std::vector<Line> lines = lines_of(lot);
    const bool across = lot.cars[lot.target].horizontal;
    const auto place = [&](const Line& line) {
        if (line.seat_of(lot.target) >= 0) return 0;
        return (line.horizontal == across ? 1 : 2) * 64 + line.lane;
    };
    std::sort(lines.begin(), lines.end(), [&](const Line& a, const Line& b) { return place(a) < place(b); });
    return lines;
}

/// `Lanes` is the maximum number of states of a line: 8 for lines of up to 6 cells, otherwise 16.
template <unsigned Lanes>
class NarrowBoard {
public:
    using Key = std::uint64_t;

    NarrowBoard(const Lot& lot, Metric metric) : lines_(lines_by_direction(lot)) {
        static thread_local MoveTableCache<Lanes> tables;
        const bool across = lot.cars[lot.target].horizontal;
        for (const Line& line : lines_) {
            if (line.states() == 1 && line.seat_of(lot.target) < 0) {
                halves_[line.horizontal != across].fixed |= seen_across(line, 0);
                continue;
            }
            sources_[count_] = {&line, tables(line, metric)};
            LineFields& fields = fields_[count_];
            fields.table = sources_[count_].table->data();
            fields.cross_byte = static_cast<std::uint8_t>((line.horizontal == across ? 8 : 0) + line.lane);
            fields.states = static_cast<std::uint8_t>(line.states());
            fields.width = static_cast<std::uint8_t>(std::bit_width(static_cast<unsigned>(line.states() - 1)));
            if (line.horizontal == across) ++parallel_count_;
            ++count_;
        }
        assign_key_bits(metric);
        assign_words();
        halves_[0].join(fields_.data(), sources_.data(), parallel_count_);
        halves_[1].join(fields_.data() + parallel_count_, sources_.data() + parallel_count_, count_ - parallel_count_);
        tabulate_goal(lot);
    }
    NarrowBoard(const NarrowBoard&) = delete;  // sources point to lines
    NarrowBoard& operator=(const NarrowBoard&) = delete;

    Key start() const { return start_; }
    std::uint64_t ranks() const { return ranks_; }
    unsigned rank_shift() const { return rank_shift_; }
    std::size_t max_successors() const { return count_ * std::size_t{Lanes == 8 ? 4 : 8}; }
    bool solved(Key key) const { return solved_ >> fields_[0].state(key) & 1; }

    bool is_one_move_away(Key key) const {
        const unsigned crossing = halves_[1].covered(key) >> (fields_[0].cross_byte - 8) * 8 & 255;
        return !((crossing | always_covered) & goal_cells_[fields_[0].state(key)]);
    }

    Expansion expand(Key key, Key* keys) const {
        key = without_note(key);
        Key* end = keys;
        Expansion out = expand_together<true>(&key, 1, [&](Key next) { *end++ = without_note(next); });
        if (out.solved >= 0)
            out.solved = static_cast<int>(std::find_if(keys, end, [this](Key next) { return solved(next); }) - keys);
        return out;
    }

    /// Calls visit(key) for the successors of up to `max_together` keys, with notes. Successors that the notes of the
    /// keys show to be known are left out. With `stop_at_goal` it ends at the first key with a solved successor, whose
    /// number is then in `solved`.
    ///
    /// This is done in two passes over all lines and positions. The loop that visits has an unpredictable end, and
    /// should have nothing to wait for.
    template <bool stop_at_goal, class Visit>
    Expansion expand_together(const Key* from, unsigned count, Visit&& visit) const {
        return words_ == 1 ? expand_together<stop_at_goal, true>(from, count, visit)
                           : expand_together<stop_at_goal, false>(from, count, visit);
    }
    Key without_note(Key key) const { return key & ~note_mask_; }

    /// Every slide is reversible, so predecessors are successors.
    unsigned predecessors(Key key, Key* keys) const { return expand(key, keys).count; }

    /// Calls visit(line, from, to) for each line whose state differs.
    template <class Visit>
    void each_change(Key from, Key to, Visit&& visit) const {
        for (unsigned i = 0; i < count_; ++i)
            if (fields_[i].state(from) != fields_[i].state(to))
                visit(*sources_[i].line, static_cast<int>(fields_[i].state(from)),
                      static_cast<int>(fields_[i].state(to)));
    }

    /// Writes the offset of each car that can move; the others stay as in the lot.
    void place_cars(Key key, std::uint8_t* offsets) const {
        for (unsigned i = 0; i < count_; ++i)
            sources_[i].line->place_cars(static_cast<int>(fields_[i].state(key)), offsets);
    }

private:
    static constexpr unsigned always_covered = 256;  // the bit of a cell that is never free
    static constexpr unsigned note_bits = Lanes == 8 ? 4 : 5;

    /// What the search needs of a movable line.
    struct LineFields {
        const StateMask<Lanes>* table = nullptr;
        std::uint8_t cross_byte = 0;             // its byte of the covered cells
        std::uint8_t width = 0, shift = 0;       // its bits in a key
        std::uint8_t states = 0, first_bit = 0;  // its bits in a Word

        unsigned bits() const { return Lanes == 8 ? 3 : width; }  // a fixed width on small boards
        unsigned mask() const { return (1u << bits()) - 1; }
        unsigned state(Key key) const { return static_cast<unsigned>(key >> shift) & mask(); }
        std::uint64_t reachable(unsigned state, const std::uint8_t* crossing) const {
            return table[state * masks<Lanes> + crossing[cross_byte]];
        }
    };
    /// What is needed of a line after the search.
    struct LineSource {
        const Line* line = nullptr;
        std::shared_ptr<const MoveTable<Lanes>> table;
    };

    /// Lines whose states have one bit each in one word.
    struct Word {
        unsigned first = 0, end = 0, shift = 0;
        std::array<std::uint8_t, 64> at{};        // for each bit its index in parts_
        std::array<std::uint64_t, 17> skipped{};  // for each line that may be skipped its bits
    };

    /// The cells covered by all lines of one direction, looked up for a few lines at a time.
    struct Half {
        static constexpr unsigned joined = Lanes == 8 ? 3 : 2, max_groups = Lanes == 8 ? 2 : 4;
        std::uint64_t fixed = 0;  // covered by cars that cannot move
        unsigned groups = 0;
        std::array<std::uint8_t, max_groups> shift{};
        std::array<std::uint16_t, max_groups> mask{};
        std::array<std::array<std::uint64_t, Lanes == 8 ? 512 : 256>, max_groups> covers{};

        void join(const LineFields* fields, const LineSource* sources, unsigned count) {
            for (unsigned end = 0; end < count; ++groups) {
                const unsigned first = end;
                end = std::min(count, first + joined);
                auto& cover = covers[groups];
                unsigned bits = 0;
                for (unsigned i = end; i-- != first; bits += fields[i].bits())
                    for (unsigned s = fields[i].states; s-- != 0;) {  // 0 last: the others are computed from it
                        const std::uint64_t more = seen_across(*sources[i].line, static_cast<int>(s));
                        for (unsigned below = 0; below < 1u << bits; ++below)
                            cover[s << bits | below] = cover[below] | more;
                    }
                shift[groups] = fields[end - 1].shift;
                mask[groups] = static_cast<std::uint16_t>((1u << bits) - 1);
            }
        }
        std::uint64_t covered(Key key) const {
            std::uint64_t all = fixed;
            for (unsigned i = 0; i < groups; ++i) all |= covers[i][key >> shift[i] & mask[i]];
            return all;
        }
    };

    /// Successors of a position that are not written yet.
    struct Pending {
        std::array<std::uint64_t, 4> chosen;  // states, in the bits of word_
        std::array<Key, 16> bases;            // by line: the key without the line's part
    };

    template <bool stop_at_goal, bool one_word, class Visit>
    Expansion expand_together(const Key* from, unsigned count, Visit&& visit) const {
        const unsigned words = one_word ? 1 : words_;
        std::array<Pending, max_together> pending;
        Expansion out;
        for (unsigned i = 0; i < count; ++i) {
            const Key key = without_note(from[i]);
            const std::array<std::uint64_t, 2> covered{halves_[0].covered(key), halves_[1].covered(key)};
            std::array<std::uint8_t, 16> crossing;
            std::memcpy(crossing.data(), covered.data(), 16);
            const unsigned skipped = skipped_[from[i] & note_mask_];
            for (unsigned w = 0; w < words; ++w) {
                const std::uint64_t chosen =
                    find(word_[w], key, crossing.data(), pending[i].bases.data()) & ~word_[w].skipped[skipped];
                pending[i].chosen[w] = chosen;
                out.count += static_cast<unsigned>(std::popcount(chosen));
            }
            if (stop_at_goal && !((crossing[fields_[0].cross_byte] | always_covered) &
                                  goal_cells_[fields_[0].state(key)])) [[unlikely]] {
                out.solved = static_cast<int>(i);
                count = i + 1;
            }
        }
        for (unsigned i = 0; i < count; ++i)
            for (unsigned w = 0; w < words; ++w)
                for (std::uint64_t chosen = pending[i].chosen[w]; chosen; chosen &= chosen - 1) {
                    const unsigned at = word_[w].at[static_cast<unsigned>(std::countr_zero(chosen))];
                    visit(pending[i].bases[at / Lanes] + parts_[at]);
                }
        return out;
    }

    /// The states that the lines of the word can move to.
    std::uint64_t find(const Word& word, Key key, const std::uint8_t* crossing, Key* bases) const {
        std::uint64_t chosen = 0, states = key >> word.shift;
        const Key* taken = &taken_[word.end * Lanes];
        bases += word.end;
        for (const LineFields *fields = &fields_[word.end], *first = &fields_[word.first]; fields != first;) {
            --fields;
            taken -= Lanes;
            const unsigned s = static_cast<unsigned>(states) & fields->mask();
            states >>= fields->bits();
            *--bases = key - taken[s];
            chosen |= fields->reachable(s, crossing) << fields->first_bit;
        }
        return chosen;
    }

    /// Assigns each line its bits in a key, the last line the lowest, and its weight in the rank.
    void assign_key_bits(Metric metric) {
        std::uint64_t ranks = 1;
        for (unsigned i = count_; i-- > 0;) {
            fields_[i].shift = static_cast<std::uint8_t>(rank_shift_);
            rank_shift_ += fields_[i].bits();
            ranks = ranks > max_ranks ? ranks : ranks * fields_[i].states;
        }
        const unsigned bits = rank_shift_ + static_cast<unsigned>(std::bit_width(ranks));
        const bool ranked = ranks <= max_ranks && bits <= 64;
        ranks_ = ranked ? ranks : 0;
        if (ranked && metric == Metric::moves && bits + note_bits <= 64) {
            note_mask_ = (1ull << note_bits) - 1;
            rank_shift_ += note_bits;
            for (LineFields& fields : fields_) fields.shift = static_cast<std::uint8_t>(fields.shift + note_bits);
        }
        std::uint64_t weight = 1;
        for (unsigned i = 0; i < count_; ++i) {
            const std::uint64_t unit = (1ull << fields_[i].shift) + (ranked ? weight << rank_shift_ : 0);
            for (unsigned s = 0; s < fields_[i].states; ++s) {
                parts_[i * Lanes + s] = s * unit;
                taken_[i * Lanes + s] = s * unit - (note_mask_ ? i + 1 : 0);
            }
            start_ += static_cast<std::uint64_t>(sources_[i].line->start) * unit;
            weight *= fields_[i].states;
        }
    }

    void assign_words() {
        for (unsigned i = 0, bit = 0; i < count_; ++i) {
            if (i == 0 || bit + fields_[i].states > 64) {
                word_[words_++].first = i;
                bit = 0;
            }
            Word& word = word_[words_ - 1];
            word.end = i + 1;
            word.shift = fields_[i].shift;
            fields_[i].first_bit = static_cast<std::uint8_t>(bit);
            word.skipped[i + 1] = ((1ull << fields_[i].states) - 1) << bit;
            if (sources_[i].line->seats.size() == 1) skipped_[i + 1] = static_cast<std::uint8_t>(i + 1);
            for (unsigned s = 0; s < fields_[i].states; ++s) word.at[bit++] = static_cast<std::uint8_t>(i * Lanes + s);
        }
    }

    /// The cells of a line as the crossing lines see them: one byte per crossing line.
    static std::uint64_t seen_across(const Line& line, int s) {
        std::uint64_t out = 0;
        for (unsigned cells = line.covered(s); cells; cells &= cells - 1)
            out |= 1ull << (std::countr_zero(cells) * 8 + line.lane);
        return out;
    }

    /// For each state of the target's line: whether it is solved, and which cells must be free so that one move solves
    /// it.
    void tabulate_goal(const Lot& lot) {
        const Line& line = *sources_[0].line;
        const auto seat = static_cast<std::size_t>(line.seat_of(lot.target));
        for (int s = 0; s < line.states(); ++s)
            if (line.state(s)[seat] == lot.goal) solved_ |= 1u << s;
        goal_cells_.fill(always_covered);
        for (int s = 0; s < line.states(); ++s) {
            const StateMask<Lanes>* table = fields_[0].table + static_cast<unsigned>(s) * masks<Lanes>;
            if (!(table[0] & solved_) || solved_ >> s & 1) continue;
            goal_cells_[s] = 0;
            for (unsigned cell = 1; cell < 1u << line.cells; cell <<= 1)
                if (!(table[cell] & solved_)) goal_cells_[s] |= cell;
        }
    }

    std::vector<Line> lines_;
    std::array<LineFields, 16> fields_;
    std::array<Key, 16 * Lanes> parts_{};  // what each state of each line adds to a key
    std::array<Key, 16 * Lanes> taken_{};  // the same minus the note of the line
    std::array<Word, 4> word_;
    std::array<std::uint8_t, 32> skipped_{};  // by note: the line that may be skipped, counted from 1; 0: none
    std::array<Half, 2> halves_;
    std::array<LineSource, 16> sources_;
    unsigned words_ = 0, parallel_count_ = 0, count_ = 0, rank_shift_ = 0;
    Key start_ = 0, note_mask_ = 0;
    std::uint64_t ranks_ = 0;
    std::array<unsigned, 16> goal_cells_{};
    unsigned solved_ = 0;
};

}  // namespace unjam::rushhour
