// ScanCover, exact cover by always filling the first empty cell, from cached lists of fitting options:
// fastest for compact pieces on a compact board.
//
// The cells are numbered along the short side of the board. At every step the first empty cell must be covered by an
// option whose lowest cell it is, so a step reads one short list. The cells just ahead form a window of a few bits. For
// each pattern of occupied cells in the window, the options that fit and leave no island of an unfillable area are
// listed once and kept, so that thousands of positions share the work. A board of several components is filled
// component by component, smallest first: otherwise one that cannot be filled would be tried again for every filling of
// the others.
//
// The scan by first empty cell is J. G. Fletcher's ("A program to solve the pentomino problem by the recursive use of
// macros", 1965).
#pragma once

#include "unjam/bits.hpp"
#include "unjam/exact_cover.hpp"
#include "unjam/limits.hpp"

namespace unjam {

/// What a scan prepares: the numbers of the cells, the options by lowest cell, and the windows.
class ScanTables {
public:
    static constexpr std::uint32_t max_window = 13;       // cells of a pattern: at most 2^13 lists for each first cell
    static constexpr std::uint32_t max_lists = 1u << 20;  // in all

protected:
    /// `words`: how many words the scan's boards have.
    ScanTables(const ExactCover& problem, std::uint32_t words)
        : problem_(problem), is_fillable_area_(problem.fillable_areas()) {
        number_cells();
        list_options();
        choose_windows(words);
    }

    struct List {
        std::uint32_t begin = 1, end = 0;  // begin > end: not listed yet
    };
    struct Window {
        std::uint32_t word = 0, lists = 0;    // first word of the window, and where its lists begin
        std::array<std::uint64_t, 3> mask{};  // which bits of three words are in the window
    };

    const ExactCover& problem_;
    std::vector<bool> is_fillable_area_;
    std::vector<std::uint32_t> bit_of_cell_;  // cell of the problem -> its bit here
    std::vector<std::pair<std::uint32_t, std::array<std::uint32_t, 4>>> neighbours_;
    std::vector<Id> sorted_options_;  // by lowest bit; freed once the scan has its own list
    std::vector<std::uint32_t> first_option_;
    std::vector<Window> windows_;
    std::vector<List> lists_;

private:
    void number_cells() {
        std::vector<std::uint32_t> order(problem_.cells);
        std::iota(order.begin(), order.end(), 0u);
        std::array<std::int32_t, 2> low{1 << 20, 1 << 20}, high{-(1 << 20), -(1 << 20)};
        for (const auto& at : problem_.position) {
            for (int axis : {0, 1}) {
                low[axis] = std::min(low[axis], at[axis]);
                high[axis] = std::max(high[axis], at[axis]);
            }
        }
        const bool by_columns = high[1] - low[1] <= high[0] - low[0];
        const auto component = problem_.components();
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const auto &p = problem_.position[a], &q = problem_.position[b];
            if (component[a] != component[b]) return component[a] < component[b];
            return by_columns ? p < q : std::pair{p[1], p[0]} < std::pair{q[1], q[0]};
        });
        bit_of_cell_.resize(problem_.cells);
        for (std::uint32_t n = 0; n < problem_.cells; ++n) bit_of_cell_[order[n]] = n;
        const auto neighbours = problem_.neighbours();
        neighbours_.resize(problem_.cells);
        for (std::uint32_t c = 0; c < problem_.cells; ++c) {
            auto& [count, list] = neighbours_[bit_of_cell_[c]];
            count = 0;
            for (std::uint16_t near : neighbours[c]) list[count++] = bit_of_cell_[near];
        }
    }

    void list_options() {
        std::vector<std::uint32_t> lowest(problem_.options(), no_id);
        for (Id id = 0; id < problem_.options(); ++id)
            for (const auto* cell = problem_.begin(id); cell != problem_.end(id); ++cell)
                lowest[id] = std::min(lowest[id], bit_of_cell_[*cell]);
        first_option_.assign(problem_.cells + 1, 0);
        for (const std::uint32_t cell : lowest) ++first_option_[cell + 1];
        std::partial_sum(first_option_.begin(), first_option_.end(), first_option_.begin());
        sorted_options_.resize(problem_.options());
        auto next = first_option_;
        for (Id id = 0; id < problem_.options(); ++id) sorted_options_[next[lowest[id]]++] = id;
    }

    void choose_windows(std::uint32_t words) {
        windows_.resize(problem_.cells);
        std::vector<std::uint32_t> use_count(problem_.cells, 0), useful;
        for (std::uint32_t c = 0; c < problem_.cells; ++c) {
            Window& window = windows_[c];
            window.word = std::min<std::uint32_t>(c >> 6, words > 3 ? words - 3 : 0);
            useful.clear();
            const auto each = [&](auto&& use) {
                for (std::uint32_t o = first_option_[c]; o < first_option_[c + 1]; ++o)
                    for (const auto *cell = problem_.begin(sorted_options_[o]), *end = problem_.end(sorted_options_[o]);
                         cell != end; ++cell)
                        use(bit_of_cell_[*cell]);
            };
            each([&](std::uint32_t n) {
                if (++use_count[n] == 1 && n > c && (n >> 6) < window.word + 3) useful.push_back(n);
            });
            std::sort(useful.begin(), useful.end(), [&](auto a, auto b) {
                return use_count[a] != use_count[b] ? use_count[a] > use_count[b] : a < b;
            });
            each([&](std::uint32_t n) { use_count[n] = 0; });
            const std::uint32_t width =
                std::bit_width(first_option_[c + 1] - first_option_[c]) + 7u;  // few options need few patterns
            const std::uint32_t widest =
                std::min(max_window, static_cast<std::uint32_t>(std::bit_width(max_lists / problem_.cells)) - 1);
            useful.resize(std::min<std::size_t>(useful.size(), std::min(width, widest)));
            for (std::uint32_t n : useful) {
                window.mask[(n >> 6) - window.word] |= std::uint64_t{1} << (n & 63);
            }
            window.lists = static_cast<std::uint32_t>(lists_.size());
            lists_.resize(lists_.size() + (std::size_t{1} << useful.size()));
        }
    }
};

/// A board of up to 64 * W cells. A narrow board is passed from step to step as a value, and an option is a mask of it.
/// On a wide one the options set and clear single bits of one board.
template <int W>
class ScanCover : ScanTables {
public:
    static constexpr bool is_narrow = W <= 16;

    /// A lower bound on the kernel's memory, to check before it is built.
    static std::size_t needs(const ExactCover& problem) {
        return problem.options() * sizeof(Option) + std::min(max_lists, problem.cells << max_window) * sizeof(List);
    }

    explicit ScanCover(const ExactCover& problem) : ScanTables(problem, W), options_(problem.options()) {
        for (std::uint32_t n = problem_.cells; n < 64 * W; ++n) outside_board_.set(n);
        for (std::size_t i = 0; i < options_.size(); ++i) {
            Option& option = options_[i];
            option.id = sorted_options_[i];
            option.kind = problem_.class_of[option.id];
            if constexpr (is_narrow) option.mask = mask_of(option.id);
        }
        sorted_options_ = {};
    }

    /// Prepares a search for every cover that contains the `chosen` options, no other option of class k below
    /// `floor[k]`, and at most `max_more` further options.
    void begin(const std::vector<Id>& chosen, const std::vector<Id>& floor, std::uint32_t max_more) {
        start_board_ = outside_board_;
        pieces_left_ = problem_.count;
        floor_ = floor;
        path_.assign(chosen.begin(), chosen.end());
        depth_ = static_cast<std::uint32_t>(chosen.size());
        max_depth_ = depth_ + std::min(max_more, problem_.pieces());
        path_.resize(max_depth_);
        paused_steps_.assign(max_depth_ + 1, {});
        paused_at_ = no_id;
        is_impossible_ = false;
        for (Id option : chosen) {
            const Bits<W> mask = mask_of(option);
            const std::uint32_t kind = problem_.class_of[option];
            is_impossible_ = is_impossible_ || start_board_.meets(mask) || pieces_left_[kind] == 0;
            if (is_impossible_) return;
            start_board_ = start_board_ | mask;
            if (--pieces_left_[kind] == 0) floor_[kind] = no_id;
        }
        is_impossible_ = !all_fillable(start_board_);
    }

    /// Calls `on_cover(ids, n)` for every cover; it returns false to stop the search. The search pauses once its work
    /// exceeds `last`, and another call resumes it.
    template <class OnCover>
    CoverEnding search(Guard& guard, OnCover&& on_cover) {
        if (is_impossible_) return CoverEnding::exhausted;
        guard_ = &guard;
        resumed_at_ = std::exchange(paused_at_, no_id);
        Bits<W> board = start_board_;
        if (search_below<OnCover>(board, depth_, on_cover)) return CoverEnding::exhausted;
        return paused_at_ == no_id ? CoverEnding::stopped : CoverEnding::paused;
    }

    /// The share of a paused search that is done, assuming that every option of a list is equal work (P. Kilby, J.
    /// Slaney, S. Thiébaux, T. Walsh, "Estimating search tree size", 2006).
    double progress() const { return share_done(paused_steps_, depth_, paused_at_); }

    std::uint64_t work() const { return expanded; }
    std::uint64_t expanded = 0, generated = 0;
    std::uint64_t work_limit = ~std::uint64_t{0};  // the search pauses when its work exceeds this
    std::size_t bytes() const {
        return (options_.capacity() + fitting_.capacity()) * sizeof(Option) + lists_.capacity() * sizeof(List) +
               windows_.capacity() * sizeof(Window);
    }

private:
    struct Nothing {};
    struct Option {
        [[no_unique_address]] std::conditional_t<is_narrow, Bits<W>, Nothing> mask;
        Id id;
        std::uint32_t kind;
    };
    using Board = std::conditional_t<is_narrow, Bits<W>, Bits<W>&>;
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

    /// The options that fit a first empty cell and the pattern of occupied cells ahead of it.
    const List& fitting_options(std::uint32_t cell, const Bits<W>& occupied) {
        const Window& window = windows_[cell];
        List& list = lists_[window.lists + pattern(window, occupied)];
        if (list.begin <= list.end) return list;
        list.begin = static_cast<std::uint32_t>(fitting_.size());
        Bits<W> known_cells = outside_board_;  // the cells before this one, and those in the window
        for (std::uint32_t n = 0; n < cell; ++n) known_cells.set(n);
        Bits<W> taken = known_cells;
        known_cells.set(cell);
        for (std::uint32_t w = 0; w < 3 && w < W; ++w) {
            known_cells.word[window.word + w] |= window.mask[w];
            taken.word[window.word + w] |= window.mask[w] & occupied.word[window.word + w];
        }
        for (std::uint32_t o = first_option_[cell]; o < first_option_[cell + 1]; ++o) {
            const Option& option = options_[o];
            if (clash(taken, option)) continue;
            Bits<W> after = taken;
            toggle(after, option.id);
            bool fillable = true;
            for (std::uint32_t w = 0; w < 3 && w < W; ++w)
                for (std::uint64_t rest; fillable && (rest = window.mask[w] & ~after.word[window.word + w]);)
                    fillable = is_fillable_island(
                        after, (window.word + w) * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)),
                        known_cells);
            if (fillable) fitting_.push_back(option);
        }
        list.end = static_cast<std::uint32_t>(fitting_.size());
        return list;
    }

    /// Fills the empty known cells around `from`; false if they are an island of an unfillable area. An area that
    /// touches an unknown cell may be larger, so it passes.
    bool is_fillable_island(Bits<W>& occupied, std::uint32_t from, const Bits<W>& known_cells) {
        std::uint32_t area = 0, stack_size = 0;
        bool open = false;
        stack_[stack_size++] = from;
        occupied.set(from);
        while (stack_size) {
            const auto& [count, list] = neighbours_[stack_[--stack_size]];
            ++area;
            for (std::uint32_t n = 0; n < count; ++n) {
                const std::uint32_t near = list[n];
                if (occupied.test(near)) continue;
                if (!known_cells.test(near)) {
                    open = true;
                    continue;
                }
                occupied.set(near);
                stack_[stack_size++] = near;
            }
        }
        return open || is_fillable_area_[area];
    }

    /// Whether every empty area of the board can be filled.
    bool all_fillable(Bits<W> occupied) {
        Bits<W> all;
        for (std::uint64_t& word : all.word) word = ~std::uint64_t{0};
        for (std::uint32_t cell; (cell = occupied.lowest_zero()) < problem_.cells;) {
            if (!is_fillable_island(occupied, cell, all)) return false;
        }
        return true;
    }

    bool clash(const Bits<W>& occupied, const Option& option) const {
        if constexpr (is_narrow)
            return occupied.meets(option.mask);
        else
            return std::any_of(problem_.begin(option.id), problem_.end(option.id),
                               [&](auto cell) { return occupied.test(bit_of_cell_[cell]); });
    }
    /// Puts the option on the board or takes it off.
    void toggle(Bits<W>& occupied, Id id) const {
        for (const auto* cell = problem_.begin(id); cell != problem_.end(id); ++cell)
            occupied.word[bit_of_cell_[*cell] >> 6] ^= std::uint64_t{1} << (bit_of_cell_[*cell] & 63);
    }

    /// Records for a pause which option of a list the search was at.
    void note_pause(const Bits<W>& occupied, std::uint32_t depth, const List& list, std::uint32_t at) {
        PausedStep& taken = paused_steps_[depth];
        taken = {at - list.begin, 0, 0};
        for (std::uint32_t n = list.begin; n < list.end; ++n) {
            const bool fits = fitting_[n].id >= floor_[fitting_[n].kind] && !clash(occupied, fitting_[n]);
            taken.done += fits && n < at;
            taken.options += fits;
        }
    }

    template <class OnCover>
    bool search_below(Board occupied, std::uint32_t depth, OnCover& on_cover) {
        const std::uint32_t cell = occupied.lowest_zero();
        if (cell >= problem_.cells) return on_cover(static_cast<const Id*>(path_.data()), depth);
        if (depth == max_depth_) return true;
        if (++expanded > work_limit) [[unlikely]] {
            paused_at_ = depth;
            return false;
        }
        if (guard_->tick(expanded, bytes(), 0)) return false;
        const List list = fitting_options(cell, occupied);
        std::uint32_t n = list.begin;
        if (resumed_at_ != no_id) [[unlikely]] {
            --expanded;  // counted before the pause
            if (depth < resumed_at_)
                n += paused_steps_[depth].at;
            else
                resumed_at_ = no_id;
        }
        for (; n < list.end; ++n) {
            const Option& option = fitting_[n];
            if (option.id < floor_[option.kind] || clash(occupied, option)) continue;
            ++generated;
            const std::uint32_t kind = option.kind;
            const Id floor = floor_[kind];
            if (--pieces_left_[kind] == 0) floor_[kind] = no_id;
            path_[depth] = option.id;
            bool go_on;
            if constexpr (is_narrow) {
                go_on = search_below<OnCover>(occupied | option.mask, depth + 1, on_cover);
            } else {
                const Id id = option.id;  // `fitting_` may be reallocated meanwhile
                toggle(occupied, id);
                go_on = search_below<OnCover>(occupied, depth + 1, on_cover);
                toggle(occupied, id);
            }
            ++pieces_left_[kind];
            floor_[kind] = floor;
            if (!go_on) {
                note_pause(occupied, depth, list, n);
                return false;
            }
        }
        return true;
    }

    Guard* guard_ = nullptr;
    Bits<W> outside_board_;
    std::vector<Option> options_;  // sorted by lowest bit
    std::vector<Option> fitting_;
    std::vector<std::uint32_t> pieces_left_;  // per class: pieces not yet used
    std::vector<Id> floor_;                   // per class: the lowest option still allowed
    std::vector<Id> path_;
    Bits<W> start_board_;
    std::uint32_t depth_ = 0, max_depth_ = 0;  // options chosen beforehand, and how many there may be in all
    std::vector<PausedStep> paused_steps_;     // by depth, after a pause
    std::uint32_t paused_at_ = no_id, resumed_at_ = no_id;  // depths
    bool is_impossible_ = false;
    std::array<std::uint32_t, 64 * W> stack_{};
};

}  // namespace unjam
