// Exact cover by always filling the first empty cell: fastest for compact pieces on a compact board.
//
// The cells are numbered along the short side of the board. At every step the first empty cell must be covered by an
// option whose lowest cell it is, so a step is a look into one short list. The cells just
// ahead of it make a pattern, a few bits of the board. The options that fit the pattern and leave no island in it of an
// area that no pieces add up to are listed when the pattern first comes up and kept for the next time, so that most of
// the fitting and all of the looking for islands is done once for thousands of positions.
//
// The scan by first empty cell is J. G. Fletcher's ("A program to solve the pentomino problem by the recursive use of
// macros", 1965).
#pragma once

#include "unjam/bits.hpp"
#include "unjam/exact_cover.hpp"
#include "unjam/limits.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace unjam {

template <int W>
class ScanCover {
public:
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

    /// Calls `found(ids, n)` for every cover of the rest once the options of `given` are chosen, with no other
    /// option of class k below `floor[k]` and at most `most` further ones; `found` returns false to end the search.
    /// False when `found` or a limit ended it.
    template <class Found>
    bool run(const std::vector<Id>& given, const std::vector<Id>& floor, std::uint32_t most, Guard& guard,
             Found&& found) {
        Bits<W> occupied = outside_;
        left_ = problem_.count;
        floor_ = floor;
        guard_ = &guard;
        path_.assign(given.begin(), given.end());
        for (Id option : given) {
            Bits<W> mask;
            for (const auto* cell = problem_.begin(option); cell != problem_.end(option); ++cell) mask.set(bit_[*cell]);
            const std::uint32_t kind = problem_.kind[option];
            if (occupied.meets(mask) || left_[kind] == 0) return true;
            occupied = occupied | mask;
            if (--left_[kind] == 0) floor_[kind] = kNone;
        }
        if (!plausible(occupied)) return true;
        const auto depth = static_cast<std::uint32_t>(given.size());
        const std::uint32_t deepest = depth + std::min(most, problem_.pieces());
        path_.resize(deepest);
        return dive(occupied, depth, deepest, found);
    }

    std::uint64_t expanded = 0, generated = 0;
    std::uint64_t last = ~std::uint64_t{0};  // the search ends when so many were expanded
    std::size_t bytes() const {
        return (options_.capacity() + fitting_.capacity()) * sizeof(Option) + lists_.capacity() * sizeof(List) +
               windows_.capacity() * sizeof(Window);
    }

private:
    struct Option {
        Bits<W> mask;
        Id id;
        std::uint32_t kind;
    };
    struct List {
        std::uint32_t begin = 1, end = 0;  // so as long as it is not known
    };
    struct Window {
        std::uint32_t word = 0, lists = 0;    // where the pattern's bits begin, and its lists
        std::array<std::uint64_t, 3> mask{};  // which bits of three words make the pattern
        Bits<W> cells;                        // the same bits
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
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const auto &p = problem_.at[a], &q = problem_.at[b];
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
        options_.resize(problem_.options());
        for (Id id = 0; id < problem_.options(); ++id) {
            Option& option = options_[id];
            option.id = id;
            option.kind = problem_.kind[id];
            for (const auto* cell = problem_.begin(id); cell != problem_.end(id); ++cell) {
                option.mask.set(bit_[*cell]);
            }
        }
        auto lowest = [](const Option& option) {
            std::uint32_t w = 0;
            while (!option.mask.word[w]) ++w;
            return w * 64 + static_cast<std::uint32_t>(std::countr_zero(option.mask.word[w]));
        };
        std::stable_sort(options_.begin(), options_.end(),
                         [&](const Option& a, const Option& b) { return lowest(a) < lowest(b); });
        begin_.assign(problem_.cells + 1, 0);
        for (const Option& option : options_) ++begin_[lowest(option) + 1];
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());

        windows_.resize(problem_.cells);
        for (std::uint32_t c = 0; c < problem_.cells; ++c) {
            Window& window = windows_[c];
            window.word = std::min<std::uint32_t>(c >> 6, W > 3 ? W - 3 : 0);
            std::vector<std::uint32_t> uses(64 * W, 0);
            for (std::uint32_t o = begin_[c]; o < begin_[c + 1]; ++o) {
                const Id id = options_[o].id;
                for (const auto* cell = problem_.begin(id); cell != problem_.end(id); ++cell) ++uses[bit_[*cell]];
            }
            std::vector<std::uint32_t> useful;
            for (std::uint32_t n = c + 1; n < problem_.cells && (n >> 6) < window.word + 3; ++n) {
                if (uses[n]) useful.push_back(n);
            }
            std::stable_sort(useful.begin(), useful.end(), [&](auto a, auto b) { return uses[a] > uses[b]; });
            const std::uint32_t width =
                std::bit_width(begin_[c + 1] - begin_[c]) + 7u;  // few options need few patterns
            const std::uint32_t widest =
                std::min(kWindow, static_cast<std::uint32_t>(std::bit_width(kLists / problem_.cells)) - 1);
            useful.resize(std::min<std::size_t>(useful.size(), std::min(width, widest)));
            for (std::uint32_t n : useful) {
                window.mask[(n >> 6) - window.word] |= std::uint64_t{1} << (n & 63);
                window.cells.set(n);
            }
            window.lists = static_cast<std::uint32_t>(lists_.size());
            lists_.resize(lists_.size() + (std::size_t{1} << useful.size()));
        }
    }

    static std::uint64_t extract(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
        return _pext_u64(word, mask);
#else
        std::uint64_t out = 0;
        for (int n = 0; mask; ++n, mask &= mask - 1) out |= (word >> std::countr_zero(mask) & 1) << n;
        return out;
#endif
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
        Bits<W> taken, unknown;  // what the pattern says, and the cells it says nothing about
        for (std::uint32_t n = 0; n < 64 * W; ++n) {
            const bool seen = n <= cell || n >= problem_.cells || window.cells.test(n);
            if (!seen) unknown.set(n);
            if (n < cell || n >= problem_.cells || (seen && occupied.test(n))) taken.set(n);
        }
        for (std::uint32_t o = begin_[cell]; o < begin_[cell + 1]; ++o) {
            const Option& option = options_[o];
            if (option.mask.meets(taken)) continue;
            Bits<W> after = taken | option.mask;
            bool good = true;
            for (std::uint32_t n = cell; good && n < problem_.cells; ++n) {
                if (!window.cells.test(n) || after.test(n)) continue;
                good = island(after, n, unknown);
            }
            if (good) fitting_.push_back(option);
        }
        list.end = static_cast<std::uint32_t>(fitting_.size());
        return list;
    }

    /// Marks the empty region around `from` as occupied; false when its area is one that no pieces add up to. A region
    /// that touches `unknown` is given the benefit of the doubt.
    bool island(Bits<W>& occupied, std::uint32_t from, const Bits<W>& unknown) {
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
                open |= unknown.test(near);
                occupied.set(near);
                stack_[todo++] = near;
            }
        }
        return open || possible_[area];
    }

    /// False when an empty region has an area that no pieces add up to.
    bool plausible(Bits<W> occupied) {
        for (std::uint32_t cell; (cell = occupied.lowest_zero()) < problem_.cells;) {
            if (!island(occupied, cell, {})) return false;
        }
        return true;
    }

    template <class Found>
    bool dive(const Bits<W> occupied, std::uint32_t depth, std::uint32_t deepest, Found& found) {
        const std::uint32_t cell = occupied.lowest_zero();
        if (cell >= problem_.cells) return found(static_cast<const Id*>(path_.data()), depth);
        if (depth == deepest) return true;
        ++expanded;
        if (expanded > last || guard_->tick(expanded, bytes(), 0)) return false;
        const List list = listed(cell, occupied);
        for (std::uint32_t n = list.begin; n < list.end; ++n) {
            const Option& option = fitting_[n];
            if (option.id < floor_[option.kind] || occupied.meets(option.mask)) continue;
            ++generated;
            const std::uint32_t kind = option.kind;
            const Id floor = floor_[kind];
            if (--left_[kind] == 0) floor_[kind] = kNone;
            path_[depth] = option.id;
            const bool on = dive(occupied | option.mask, depth + 1, deepest, found);
            ++left_[kind];
            floor_[kind] = floor;
            if (!on) return false;
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
    std::array<std::uint32_t, 64 * W> stack_{};
};

}  // namespace unjam
