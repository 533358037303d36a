// Exact cover by always filling the first empty cell: fastest for compact pieces on a compact board.
//
// The cells are numbered along the short side of the board. At every step the first empty cell must be covered by an
// option whose lowest cell it is, so a step is a look into one short list. The cells just ahead of it make a pattern, a
// few bits of the board. The options that fit the pattern and leave no island in it of an area that no pieces add up to
// are listed when the pattern first comes up and kept for the next time, so that most of the fitting and all of the
// looking for islands is done once for thousands of positions. A board of several parts is filled part by part, the
// smallest first, so that one that cannot be filled is not met again for every filling of the others.
//
// The scan by first empty cell is J. G. Fletcher's ("A program to solve the pentomino problem by the recursive use of
// macros", 1965).
#pragma once

#include "unjam/bits.hpp"
#include "unjam/exact_cover.hpp"
#include "unjam/limits.hpp"

namespace unjam {

/// A board of up to 64 * W cells. A narrow board is handed from step to step as a value, and an option is a mask of it;
/// on a wide one the options set and clear single bits of one board.
template <int W>
class ScanCover {
public:
    static constexpr bool kNarrow = W <= 16;
    static constexpr std::uint32_t kWindow = 13;       // cells of a pattern: 2^13 lists for each first cell at most
    static constexpr std::uint32_t kLists = 1u << 20;  // and so many in all

    /// What the kernel will hold at least, to be asked for before it is made.
    static std::size_t needs(const ExactCover& problem) {
        return problem.options() * sizeof(Option) + std::min(kLists, problem.cells << kWindow) * sizeof(List);
    }

    explicit ScanCover(const ExactCover& problem) : problem_(problem), possible_(problem.sums()) {
        number_cells();
        list_options();
    }

    /// Prepares a search for every cover of the rest once the options of `given` are chosen, with no other option of
    /// class k below `floor[k]` and at most `most` further ones.
    void begin(const std::vector<Id>& given, const std::vector<Id>& floor, std::uint32_t most) {
        start_ = outside_;
        left_ = problem_.count;
        floor_ = floor;
        path_.assign(given.begin(), given.end());
        depth_ = static_cast<std::uint32_t>(given.size());
        deepest_ = depth_ + std::min(most, problem_.pieces());
        path_.resize(deepest_);
        taken_.assign(deepest_ + 1, {});
        paused_at_ = kNone;
        hopeless_ = false;
        for (Id option : given) {
            const Bits<W> mask = mask_of(option);
            const std::uint32_t kind = problem_.kind[option];
            hopeless_ = hopeless_ || start_.meets(mask) || left_[kind] == 0;
            if (hopeless_) return;
            start_ = start_ | mask;
            if (--left_[kind] == 0) floor_[kind] = kNone;
        }
        hopeless_ = !plausible(start_);
    }

    /// Calls `found(ids, n)` for every cover, which returns false to end the search. After a pause, when so much work
    /// was done as `last` allows, it can be called again and goes on from there.
    template <class Found>
    Search go(Guard& guard, Found&& found) {
        if (hopeless_) return Search::exhausted;
        guard_ = &guard;
        resumed_at_ = std::exchange(paused_at_, kNone);
        Bits<W> board = start_;
        if (dive<Found>(board, depth_, found)) return Search::exhausted;
        return paused_at_ == kNone ? Search::ended : Search::paused;
    }

    /// Which share of the search is done, once it has paused; every option of a list is taken for as much work (P.
    /// Kilby, J. Slaney, S. Thiébaux, T. Walsh, "Estimating search tree size", 2006).
    double progress() const { return share_done(taken_, depth_, paused_at_); }

    std::uint64_t work() const { return expanded; }
    std::uint64_t expanded = 0, generated = 0;
    std::uint64_t last = ~std::uint64_t{0};  // the search pauses when so much work was done
    std::size_t bytes() const {
        return (options_.capacity() + fitting_.capacity()) * sizeof(Option) + lists_.capacity() * sizeof(List) +
               windows_.capacity() * sizeof(Window);
    }

private:
    struct Nothing {};
    struct Option {
        [[no_unique_address]] std::conditional_t<kNarrow, Bits<W>, Nothing> mask;
        Id id;
        std::uint32_t kind;
    };
    using Board = std::conditional_t<kNarrow, Bits<W>, Bits<W>&>;
    struct List {
        std::uint32_t begin = 1, end = 0;  // so as long as it is not known
    };
    struct Window {
        std::uint32_t word = 0, lists = 0;    // where the pattern's bits begin, and its lists
        std::array<std::uint64_t, 3> mask{};  // which bits of three words make the pattern
    };

    void number_cells() {
        std::vector<std::uint32_t> order(problem_.cells);
        std::iota(order.begin(), order.end(), 0u);
        std::array<std::int32_t, 2> low{1 << 20, 1 << 20}, high{-(1 << 20), -(1 << 20)};
        for (const auto& at : problem_.at) {
            for (int axis : {0, 1}) {
                low[axis] = std::min(low[axis], at[axis]);
                high[axis] = std::max(high[axis], at[axis]);
            }
        }
        const bool by_columns = high[1] - low[1] <= high[0] - low[0];
        const auto region = problem_.regions();
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const auto &p = problem_.at[a], &q = problem_.at[b];
            if (region[a] != region[b]) return region[a] < region[b];
            return by_columns ? p < q : std::pair{p[1], p[0]} < std::pair{q[1], q[0]};
        });
        bit_.resize(problem_.cells);
        for (std::uint32_t n = 0; n < problem_.cells; ++n) bit_[order[n]] = n;
        for (std::uint32_t n = problem_.cells; n < 64 * W; ++n) outside_.set(n);
        const auto neighbours = problem_.neighbours();
        beside_.resize(problem_.cells);
        for (std::uint32_t c = 0; c < problem_.cells; ++c) {
            auto& [many, list] = beside_[bit_[c]];
            many = 0;
            for (std::uint16_t near : neighbours[c]) list[many++] = bit_[near];
        }
    }

    void list_options() {
        std::vector<std::uint32_t> lowest(problem_.options(), kNone);
        for (Id id = 0; id < problem_.options(); ++id)
            for (const auto* cell = problem_.begin(id); cell != problem_.end(id); ++cell)
                lowest[id] = std::min(lowest[id], bit_[*cell]);
        begin_.assign(problem_.cells + 1, 0);
        for (const std::uint32_t cell : lowest) ++begin_[cell + 1];
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        options_.resize(problem_.options());
        auto next = begin_;
        for (Id id = 0; id < problem_.options(); ++id) {
            Option& option = options_[next[lowest[id]]++];
            option.id = id;
            option.kind = problem_.kind[id];
            if constexpr (kNarrow) option.mask = mask_of(id);
        }

        windows_.resize(problem_.cells);
        std::vector<std::uint32_t> uses(problem_.cells, 0), useful;
        for (std::uint32_t c = 0; c < problem_.cells; ++c) {
            Window& window = windows_[c];
            window.word = std::min<std::uint32_t>(c >> 6, W > 3 ? W - 3 : 0);
            useful.clear();
            const auto each = [&](auto&& use) {
                for (std::uint32_t o = begin_[c]; o < begin_[c + 1]; ++o)
                    for (const auto *cell = problem_.begin(options_[o].id), *end = problem_.end(options_[o].id);
                         cell != end; ++cell)
                        use(bit_[*cell]);
            };
            each([&](std::uint32_t n) {
                if (++uses[n] == 1 && n > c && (n >> 6) < window.word + 3) useful.push_back(n);
            });
            std::sort(useful.begin(), useful.end(),
                      [&](auto a, auto b) { return uses[a] != uses[b] ? uses[a] > uses[b] : a < b; });
            each([&](std::uint32_t n) { uses[n] = 0; });
            const std::uint32_t width =
                std::bit_width(begin_[c + 1] - begin_[c]) + 7u;  // few options need few patterns
            const std::uint32_t widest =
                std::min(kWindow, static_cast<std::uint32_t>(std::bit_width(kLists / problem_.cells)) - 1);
            useful.resize(std::min<std::size_t>(useful.size(), std::min(width, widest)));
            for (std::uint32_t n : useful) {
                window.mask[(n >> 6) - window.word] |= std::uint64_t{1} << (n & 63);
            }
            window.lists = static_cast<std::uint32_t>(lists_.size());
            lists_.resize(lists_.size() + (std::size_t{1} << useful.size()));
        }
    }

    Bits<W> mask_of(Id id) const {
        Bits<W> mask;
        toggle(mask, id);
        return mask;
    }

    std::size_t pattern(const Window& window, const Bits<W>& occupied) const {
        std::uint64_t out = extract(occupied.word[window.word], window.mask[0]);
        int shift = std::popcount(window.mask[0]);
        for (std::uint32_t w = 1; w < 3 && w < W; ++w) {
            out |= extract(occupied.word[window.word + w], window.mask[w]) << shift;
            shift += std::popcount(window.mask[w]);
        }
        return out;
    }

    /// The options for a first empty cell and a pattern of occupied cells ahead of it.
    const List& listed(std::uint32_t cell, const Bits<W>& occupied) {
        const Window& window = windows_[cell];
        List& list = lists_[window.lists + pattern(window, occupied)];
        if (list.begin <= list.end) return list;
        list.begin = static_cast<std::uint32_t>(fitting_.size());
        Bits<W> seen = outside_;  // what is known of the board: the cells so far, and those of the pattern
        for (std::uint32_t n = 0; n < cell; ++n) seen.set(n);
        Bits<W> taken = seen;
        seen.set(cell);
        for (std::uint32_t w = 0; w < 3 && w < W; ++w) {
            seen.word[window.word + w] |= window.mask[w];
            taken.word[window.word + w] |= window.mask[w] & occupied.word[window.word + w];
        }
        for (std::uint32_t o = begin_[cell]; o < begin_[cell + 1]; ++o) {
            const Option& option = options_[o];
            if (clash(taken, option)) continue;
            Bits<W> after = taken;
            toggle(after, option.id);
            bool good = true;
            for (std::uint32_t w = 0; w < 3 && w < W; ++w)
                for (std::uint64_t rest; good && (rest = window.mask[w] & ~after.word[window.word + w]);)
                    good = island(after, (window.word + w) * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)),
                                  seen);
            if (good) fitting_.push_back(option);
        }
        list.end = static_cast<std::uint32_t>(fitting_.size());
        return list;
    }

    /// Marks the empty cells around `from` that are seen as occupied; false when they are an island whose area is one
    /// that no pieces add up to. What touches a cell not seen is given the benefit of the doubt.
    bool island(Bits<W>& occupied, std::uint32_t from, const Bits<W>& seen) {
        std::uint32_t area = 0, todo = 0;
        bool open = false;
        stack_[todo++] = from;
        occupied.set(from);
        while (todo) {
            const auto& [many, list] = beside_[stack_[--todo]];
            ++area;
            for (std::uint32_t n = 0; n < many; ++n) {
                const std::uint32_t near = list[n];
                if (occupied.test(near)) continue;
                if (!seen.test(near)) {
                    open = true;
                    continue;
                }
                occupied.set(near);
                stack_[todo++] = near;
            }
        }
        return open || possible_[area];
    }

    /// False when an empty region has an area that no pieces add up to.
    bool plausible(Bits<W> occupied) {
        Bits<W> all;
        for (std::uint64_t& word : all.word) word = ~std::uint64_t{0};
        for (std::uint32_t cell; (cell = occupied.lowest_zero()) < problem_.cells;) {
            if (!island(occupied, cell, all)) return false;
        }
        return true;
    }

    bool clash(const Bits<W>& occupied, const Option& option) const {
        if constexpr (kNarrow)
            return occupied.meets(option.mask);
        else
            return std::any_of(problem_.begin(option.id), problem_.end(option.id),
                               [&](auto cell) { return occupied.test(bit_[cell]); });
    }
    /// Puts the option on a board or takes it off.
    void toggle(Bits<W>& occupied, Id id) const {
        for (const auto* cell = problem_.begin(id); cell != problem_.end(id); ++cell)
            occupied.word[bit_[*cell] >> 6] ^= std::uint64_t{1} << (bit_[*cell] & 63);
    }

    /// Notes for a pause at which option of a list the search was.
    void note_pause(const Bits<W>& occupied, std::uint32_t depth, const List& list, std::uint32_t at) {
        Taken& taken = taken_[depth];
        taken = {at - list.begin, 0, 0};
        for (std::uint32_t n = list.begin; n < list.end; ++n) {
            const bool fits = fitting_[n].id >= floor_[fitting_[n].kind] && !clash(occupied, fitting_[n]);
            taken.done += fits && n < at;
            taken.of += fits;
        }
    }

    template <class Found>
    bool dive(Board occupied, std::uint32_t depth, Found& found) {
        const std::uint32_t cell = occupied.lowest_zero();
        if (cell >= problem_.cells) return found(static_cast<const Id*>(path_.data()), depth);
        if (depth == deepest_) return true;
        if (++expanded > last) [[unlikely]] {
            paused_at_ = depth;
            return false;
        }
        if (guard_->tick(expanded, bytes(), 0)) return false;
        const List list = listed(cell, occupied);
        std::uint32_t n = list.begin;
        if (resumed_at_ != kNone) [[unlikely]] {
            --expanded;  // it was counted before the pause
            if (depth < resumed_at_)
                n += taken_[depth].at;
            else
                resumed_at_ = kNone;
        }
        for (; n < list.end; ++n) {
            const Option& option = fitting_[n];
            if (option.id < floor_[option.kind] || clash(occupied, option)) continue;
            ++generated;
            const std::uint32_t kind = option.kind;
            const Id floor = floor_[kind];
            if (--left_[kind] == 0) floor_[kind] = kNone;
            path_[depth] = option.id;
            bool on;
            if constexpr (kNarrow) {
                on = dive<Found>(occupied | option.mask, depth + 1, found);
            } else {
                const Id id = option.id;  // the lists may move meanwhile
                toggle(occupied, id);
                on = dive<Found>(occupied, depth + 1, found);
                toggle(occupied, id);
            }
            ++left_[kind];
            floor_[kind] = floor;
            if (!on) {
                note_pause(occupied, depth, list, n);
                return false;
            }
        }
        return true;
    }

    const ExactCover& problem_;
    Guard* guard_ = nullptr;
    std::vector<bool> possible_;
    std::vector<std::uint32_t> bit_;  // cell of the problem -> its bit here
    Bits<W> outside_;
    std::vector<std::pair<std::uint32_t, std::array<std::uint32_t, 4>>> beside_;
    std::vector<Option> options_;  // sorted by lowest bit
    std::vector<std::uint32_t> begin_;
    std::vector<Window> windows_;
    std::vector<List> lists_;
    std::vector<Option> fitting_;
    std::vector<std::uint32_t> left_;  // per class: pieces not yet used
    std::vector<Id> floor_;            // per class: the lowest option still allowed
    std::vector<Id> path_;
    Bits<W> start_;
    std::uint32_t depth_ = 0, deepest_ = 0;                 // how many are given, and how many there may be
    std::vector<Taken> taken_;                              // per depth, once the search has paused
    std::uint32_t paused_at_ = kNone, resumed_at_ = kNone;  // depths
    bool hopeless_ = false;
    std::array<std::uint32_t, 64 * W> stack_{};
};

}  // namespace unjam
