// WideBoard, the domain for boards of up to 16 by 16: the same lines, keys of several words, moves computed
// with bit counts instead of looked up.
//
// A table for all masks of crossing cars would be too large for 16 cells. Instead each state of a line lists, for each
// of its cars, how far it can go before a wall or a neighbour. Crossing cars shorten that, which takes two bit counts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "families/rushhour/lines.hpp"
#include "unjam/domain.hpp"
#include "unjam/key_sets.hpp"

namespace unjam::rushhour {

/// The lines of the lot, the target's first, so that a solved successor is found early.
inline std::vector<Line> target_first(const Lot& lot) {
    std::vector<Line> lines = lines_of(lot);
    const auto target =
        std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.seat_of(lot.target) >= 0; });
    std::rotate(lines.begin(), target, target + 1);
    return lines;
}

/// The bits of a line's state in a key.
struct Field {
    unsigned word = 0, shift = 0, bits = 0;
};

/// One field per line. Four bits of each word stay free, so that no key is all ones.
inline std::vector<Field> fields_of(const std::vector<Line>& lines) {
    std::vector<Field> fields;
    Field next;
    for (const Line& line : lines) {
        next.bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(line.states() - 1)));
        if (next.shift + next.bits > 60) next = {next.word + 1, 0, next.bits};
        fields.push_back(next);
        next.shift += next.bits;
    }
    return fields;
}

/// The cells of a line as the crossing lines see them: sixteen bits per crossing line.
using LineCover = std::array<std::uint16_t, 16>;

/// A car in a state: its offset, how far it can go, and where the resulting states are listed.
struct CarRun {
    std::uint8_t at = 0, front = 0, back = 0, ahead = 0;
    std::uint32_t first = 0;
};

/// A line with its moves, and its bits in a key.
struct LiveLine {
    const Line* line;
    unsigned word, shift, mask;
    bool across;
    std::uint64_t unit;             // what one state more adds to its word
    std::vector<LineCover> covers;  // by state
    std::vector<CarRun> runs;       // by state and seat
    std::vector<std::uint16_t> to;  // backward nearest first, then ahead nearest first
    std::size_t max_moves = 0;

    LiveLine(const Line& of, const Field& field, bool is_across, Metric metric)
        : line(&of),
          word(field.word),
          shift(field.shift),
          mask((1u << field.bits) - 1),
          across(is_across),
          unit(1ull << field.shift) {
        tabulate(metric);
    }

    void tabulate(Metric metric) {
        const std::size_t n = line->seats.size();
        std::vector<std::uint8_t> after(n);
        for (int s = 0; s < line->states(); ++s) {
            LineCover cover{};
            for (std::uint32_t cells = line->covered(s); cells; cells &= cells - 1)
                cover[static_cast<std::size_t>(std::countr_zero(cells))] = static_cast<std::uint16_t>(1u << line->lane);
            covers.push_back(cover);
            const std::size_t before = to.size();
            for (std::size_t i = 0; i < n; ++i) {
                const int at = line->state(s)[i];
                CarRun run{static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(at + line->seats[i].length), 0, 0,
                           static_cast<std::uint32_t>(to.size())};
                for (const int direction : {-1, 1})
                    for (int next = at + direction; line->can_be_at(s, i, next); next += direction) {
                        std::copy(line->state(s), line->state(s) + n, after.begin());
                        after[i] = static_cast<std::uint8_t>(next);
                        to.push_back(static_cast<std::uint16_t>(line->find(after.data())));
                        ++(direction < 0 ? run.back : run.ahead);
                        if (metric == Metric::steps) break;
                    }
                runs.push_back(run);
            }
            max_moves = std::max(max_moves, to.size() - before);
        }
    }
};

template <unsigned Words>
class WideBoard {
public:
    using Key = std::conditional_t<Words == 1, std::uint64_t, WideKey<Words>>;

    WideBoard(const Lot& lot, Metric metric) : lines_(target_first(lot)) {
        const bool across = lot.cars[lot.target].horizontal;
        const std::vector<Field> fields = fields_of(lines_);
        std::uint64_t ranks = 1;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            LiveLine& live = live_.emplace_back(lines_[i], fields[i], lines_[i].horizontal != across, metric);
            max_moves_ += live.max_moves;
            fields_[live.word] |= std::uint64_t{live.mask} << live.shift;
            for (unsigned bit = 0; bit < fields[i].bits; ++bit)
                line_of_bit_[live.word * 64 + live.shift + bit] = static_cast<std::uint8_t>(i);
            ranks = ranks > max_ranks ? ranks : ranks * static_cast<std::uint64_t>(live.line->states());
        }
        const unsigned used = fields.back().shift + fields.back().bits;
        if (Words == 1 && ranks <= max_ranks && used + static_cast<unsigned>(std::bit_width(ranks)) <= 64) {
            ranks_ = ranks;
            rank_shift_ = used;
        }
        std::uint64_t weight = 1;
        for (LiveLine& live : live_) {
            if (ranks_) live.unit += weight << rank_shift_;
            weight *= static_cast<std::uint64_t>(live.line->states());
            add(start_, live, static_cast<std::uint64_t>(live.line->start));
        }
        const Line& line = *live_[0].line;
        const auto seat = static_cast<std::size_t>(line.seat_of(lot.target));
        for (int s = 0; s < line.states(); ++s) solved_.push_back(line.state(s)[seat] == lot.goal);
    }
    WideBoard(const WideBoard&) = delete;  // live_ points to lines
    WideBoard& operator=(const WideBoard&) = delete;

    Key start() const { return start_; }
    std::uint64_t ranks() const { return ranks_; }
    unsigned rank_shift() const { return rank_shift_; }
    std::size_t max_successors() const { return max_moves_; }
    bool solved(const Key& key) const { return solved_[state(key, live_[0])]; }

    Expansion expand(const Key& key, Key* keys) const {
        alignas(32) std::array<LineCover, 2> covered{};  // by the lines parallel to the target's, and by those across
        for (const LiveLine& live : live_) {
            const LineCover& more = live.covers[state(key, live)];
            for (std::size_t i = 0; i < 16; ++i) covered[live.across][i] |= more[i];
        }
        Expansion out;
        for (const LiveLine& live : live_) {
            const unsigned s = state(key, live);
            const unsigned crossing = covered[!live.across][static_cast<std::size_t>(live.line->lane)];
            const std::size_t seats = live.line->seats.size();
            for (const CarRun* run = &live.runs[s * seats]; run != &live.runs[s * seats] + seats; ++run) {
                const auto gap_back = run->at - std::bit_width(crossing & ((1u << run->at) - 1));
                const auto gap_ahead = std::countr_zero(crossing >> run->front | 1u << 16);
                const int back = std::min<int>(run->back, gap_back), ahead = std::min<int>(run->ahead, gap_ahead);
                const std::uint16_t* to = live.to.data() + run->first;
                for (int i = 0; i < back; ++i) keys[out.count++] = key_after(key, live, to[i] - s);
                for (int i = 0; i < ahead; ++i) keys[out.count++] = key_after(key, live, to[run->back + i] - s);
            }
            if (&live == &live_[0] && !solved_[s])
                for (unsigned i = 0; i < out.count; ++i)
                    if (solved(keys[i])) out.solved = static_cast<int>(i);
        }
        return out;
    }

    /// Every slide is reversible, so predecessors are successors.
    unsigned predecessors(const Key& key, Key* keys) const { return expand(key, keys).count; }

    /// Calls visit(line, from, to) for each line whose state differs.
    template <class Visit>
    void each_change(const Key& from, const Key& to, Visit&& visit) const {
        for (unsigned w = 0; w < Words; ++w)
            for (std::uint64_t left = (word(from, w) ^ word(to, w)) & fields_[w]; left;) {
                const LiveLine& live = live_[line_of_bit_[w * 64 + static_cast<unsigned>(std::countr_zero(left))]];
                left &= ~(std::uint64_t{live.mask} << live.shift);
                visit(*live.line, static_cast<int>(state(from, live)), static_cast<int>(state(to, live)));
            }
    }
    void place_cars(const Key& key, std::uint8_t* offsets) const {
        for (const LiveLine& live : live_) live.line->place_cars(static_cast<int>(state(key, live)), offsets);
    }

private:
    static std::uint64_t word(std::uint64_t key, unsigned) { return key; }
    template <std::size_t W>
    static std::uint64_t word(const WideKey<W>& key, unsigned which) {
        return key[which];
    }
    static void add(std::uint64_t& key, const LiveLine& live, std::uint64_t states) { key += states * live.unit; }
    template <std::size_t W>
    static void add(WideKey<W>& key, const LiveLine& live, std::uint64_t states) {
        key[live.word] += states * live.unit;
    }

    static unsigned state(const Key& key, const LiveLine& live) {
        return static_cast<unsigned>(word(key, live.word) >> live.shift) & live.mask;
    }
    static Key key_after(Key key, const LiveLine& live, unsigned difference) {
        add(key, live, static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(difference))));
        return key;
    }

    std::vector<Line> lines_;
    std::vector<LiveLine> live_;
    std::array<std::uint64_t, Words> fields_{};           // used by lines
    std::array<std::uint8_t, Words * 64> line_of_bit_{};  // the line of each bit
    std::vector<bool> solved_;                            // by state of the target's line
    std::size_t max_moves_ = 0;
    unsigned rank_shift_ = 64;
    std::uint64_t ranks_ = 0;
    Key start_{};
};

}  // namespace unjam::rushhour
