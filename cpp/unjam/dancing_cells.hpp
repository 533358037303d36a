// Exact cover by always branching on what has the fewest options left: steady for any shapes and
// multiplicities.
//
// Items are the cells and the classes. The options still possible for an item stand in the front part of one array per
// item, so that taking an option out is a swap and putting it back only moves the border ("dancing cells": D. E. Knuth,
// "The Art of Computer Programming", section 7.2.2.3, the sparse sets of P. Briggs and L. Torczon, 1993). The branch is
// on the cell, or the class with one piece left, that has the fewest options (minimum remaining values). A class with
// more than one piece left is never branched on, so that each set of options is met exactly once. Where the board has
// several parts, the smallest is filled first: to go from one to another would try every filling of the one with every
// filling of the other. What has the same number of options is taken in order, so that a search goes the same way
// whatever was searched before, and can be gone on with.
#pragma once

#include "unjam/exact_cover.hpp"
#include "unjam/limits.hpp"

namespace unjam {

class DancingCells {
public:
    /// What the kernel will hold at least, to be asked for before it is made.
    static std::size_t needs(const ExactCover& problem) {
        return problem.covered.size() * (sizeof(Node) + sizeof(std::uint32_t)) + problem.options() * 2 * sizeof(Node);
    }

    explicit DancingCells(const ExactCover& problem) : problem_(problem) {
        items_.resize(problem.cells + problem.classes());
        node_.assign(problem.options() + 1, 0);
        for (Id id = 0; id < problem.options(); ++id) {
            for (const auto* cell = problem.begin(id); cell != problem.end(id); ++cell) add(*cell, id);
            add(problem.cells + problem.kind[id], id);
            node_[id + 1] = static_cast<std::uint32_t>(nodes_.size());
        }
        std::uint32_t begin = 0;
        for (Item& item : items_) {
            item.begin = begin;
            begin += item.size;
            item.size = 0;
        }
        set_.resize(nodes_.size());
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
            Item& item = items_[nodes_[n].item];
            nodes_[n].place = item.begin + item.size++;
            set_[nodes_[n].place] = n;
        }
        const auto region = problem.regions();
        for (std::uint32_t c = 0; c < problem.cells; ++c) items_[c].region = region[c];
        hidden_.assign(problem.options(), 0);
        open_.resize(items_.size());
        for (std::uint32_t i = 0; i < items_.size(); ++i) open_[i] = items_[i].spot = i;
    }

    /// Prepares a search for every cover of the rest once the options of `given` are chosen, with no other option of
    /// class k below `floor[k]` and at most `most` further ones.
    void begin(const std::vector<Id>& given, const std::vector<Id>& floor, std::uint32_t most) {
        take_all_back();
        left_ = problem_.count;
        opened_ = static_cast<std::uint32_t>(items_.size());
        cells_left_ = problem_.cells;
        for (std::uint32_t k = 0; k < problem_.classes(); ++k) {
            items_[problem_.cells + k].need = problem_.leftover ? 0 : left_[k];
        }
        bool fits = true;
        for (const Item& item : items_) fits &= item.size >= item.need;
        for (std::size_t n = 0; fits && n < given.size(); ++n) {
            fits = !hidden_[given[n]] && left_[problem_.kind[given[n]]] > 0;
            if (!fits) break;
            given_.emplace_back(given[n], trail_.size());
            fits = choose(given[n]);
        }
        given_end_ = trail_.size();
        for (std::uint32_t k = 0; fits && k < problem_.classes(); ++k) {
            for (Id id = problem_.first[k]; fits && id < std::min(floor[k], problem_.first[k + 1]); ++id) {
                fits = hidden_[id] || hide(id);
            }
        }
        hopeless_ = !fits;
        depth_ = static_cast<std::uint32_t>(given.size());
        deepest_ = depth_ + std::min(most, problem_.pieces());
        path_.assign(given.begin(), given.end());
        path_.resize(deepest_);
        taken_.assign(deepest_ + 1, {});
        paused_at_ = kNone;
    }

    /// Calls `found(ids, n)` for every cover, which returns false to end the search. After a pause, when so much work
    /// was done as `last` allows, it can be called again and goes on from there.
    template <class Found>
    Search go(Guard& guard, Found&& found) {
        if (hopeless_) return Search::exhausted;
        guard_ = &guard;
        resumed_at_ = std::exchange(paused_at_, kNone);
        choices_.clear();
        descent_ = expanded + 2 * (deepest_ - depth_);
        if (dive(depth_, found)) return Search::exhausted;
        return paused_at_ == kNone ? Search::ended : Search::paused;
    }

    /// Which share of the search is done, once it has paused.
    double progress() const { return share_done(taken_, depth_, paused_at_); }

    /// What was done, in steps of a scan, which take as long as six nodes.
    std::uint64_t work() const { return expanded * 4 + touched_ / 6; }
    std::uint64_t expanded = 0, generated = 0;
    std::uint64_t last = ~std::uint64_t{0};  // the search pauses when so much work was done
    std::size_t bytes() const {
        return (set_.capacity() + node_.capacity() + open_.capacity() + trail_.capacity()) * sizeof(std::uint32_t) +
               nodes_.capacity() * sizeof(Node) + items_.capacity() * sizeof(Item) + hidden_.capacity();
    }

private:
    static constexpr std::uint64_t kLook = 1 << 20;

    struct Item {
        std::uint32_t begin = 0, size = 0;  // its nodes in set_: the first `size` are of options still possible
        std::uint32_t spot = 0;             // where it stands in open_
        std::uint32_t need = 1;             // with fewer options than this there is no solution
        std::uint32_t region = 0;           // of a cell: the part of the board
    };
    struct Node {
        std::uint32_t item, place;  // the item, and where the node stands in set_
        Id option;
    };

    void add(std::uint32_t item, Id id) {
        nodes_.push_back({item, 0, id});
        ++items_[item].size;
    }

    /// Takes the option out of the sets of all its items that are still open; false when one is left with too few.
    bool hide(Id option) {
        bool enough = true;
        hidden_[option] = 1;
        touched_ += node_[option + 1] - node_[option];
        trail_.push_back(option);
        for (std::uint32_t n = node_[option]; n < node_[option + 1]; ++n) {
            Item& item = items_[nodes_[n].item];
            if (item.spot >= opened_) continue;
            const std::uint32_t last = item.begin + --item.size, at = nodes_[n].place, other = set_[last];
            set_[at] = other;
            nodes_[other].place = at;
            set_[last] = n;
            nodes_[n].place = last;
            enough &= item.size >= item.need;
        }
        return enough;
    }

    /// Puts back what was hidden since the trail was `mark` long, latest first.
    void show_back_to(std::size_t mark) {
        for (; trail_.size() > mark; trail_.pop_back()) {
            const Id option = trail_.back();
            hidden_[option] = 0;
            for (std::uint32_t n = node_[option]; n < node_[option + 1]; ++n) {
                Item& item = items_[nodes_[n].item];
                item.size += item.spot < opened_;
            }
        }
    }

    void close(std::uint32_t closed) {
        const std::uint32_t last = open_[--opened_], at = items_[closed].spot;
        open_[at] = last;
        items_[last].spot = at;
        open_[opened_] = closed;
        items_[closed].spot = opened_;
    }

    /// Chooses an option: its cells, and its class when that was the last piece, are closed; all that clash are hidden.
    /// False as soon as some item has too few options left.
    bool choose(Id option) {
        const std::uint32_t kind = problem_.kind[option];
        cells_left_ -= node_[option + 1] - node_[option] - 1;
        const bool last = --left_[kind] == 0;
        if (!last && !problem_.leftover) --items_[problem_.cells + kind].need;
        const std::uint32_t end = node_[option + 1] - (last ? 0 : 1);
        for (std::uint32_t n = node_[option]; n < end; ++n) close(nodes_[n].item);
        for (std::uint32_t n = node_[option]; n < end; ++n) {
            const Item item = items_[nodes_[n].item];
            for (std::uint32_t at = item.begin; at < item.begin + item.size; ++at) {
                const Id clash = nodes_[set_[at]].option;
                if (!hidden_[clash] && !hide(clash)) return false;
            }
        }
        return true;
    }

    void take_back(Id option, std::size_t mark) {
        show_back_to(mark);
        const std::uint32_t kind = problem_.kind[option];
        const bool last = left_[kind]++ == 0;
        if (!last && !problem_.leftover) ++items_[problem_.cells + kind].need;
        opened_ += node_[option + 1] - node_[option] - (last ? 0 : 1);
        cells_left_ += node_[option + 1] - node_[option] - 1;
    }

    void take_all_back() {
        show_back_to(given_end_);
        for (; !given_.empty(); given_.pop_back()) take_back(given_.back().first, given_.back().second);
        given_end_ = 0;
    }

    /// The item to branch on.
    std::uint32_t fewest() const {
        std::uint64_t least = ~std::uint64_t{0};
        for (std::uint32_t n = 0; n < opened_; ++n) {
            const Item& item = items_[open_[n]];
            if (item.need != 1) continue;
            const std::uint64_t region = item.size > 1 ? item.region : 0;
            least = std::min(least, (region << 16 | std::min(item.size, 0xFFFFu)) << 32 | open_[n]);
        }
        return static_cast<std::uint32_t>(least);
    }

    template <class Found>
    bool dive(std::uint32_t depth, Found& found) {
        if (cells_left_ == 0) return found(static_cast<const Id*>(path_.data()), depth);
        if (depth == deepest_) return true;
        ++expanded;
        if (work() > last && expanded > descent_) {
            paused_at_ = depth;
            return false;
        }
        if (guard_->tick(expanded, bytes(), 0)) return false;
        if (touched_ - looked_at_ > kLook) {  // steps are long on large boards
            looked_at_ = touched_;
            if (guard_->check(expanded, 0)) return false;
        }
        const Item item = items_[fewest()];
        const std::size_t first = choices_.size();
        for (std::uint32_t n = 0; n < item.size; ++n) choices_.push_back(nodes_[set_[item.begin + n]].option);
        std::sort(choices_.begin() + static_cast<std::ptrdiff_t>(first), choices_.end());
        std::uint32_t n = 0;
        if (resumed_at_ != kNone) {
            --expanded;  // it was counted before the pause
            if (depth < resumed_at_)
                n = taken_[depth].at;
            else
                resumed_at_ = kNone;
        }
        bool on = true;
        for (; on && n < item.size; ++n) {
            const Id option = choices_[first + n];
            ++generated;
            path_[depth] = option;
            const std::size_t mark = trail_.size();
            on = !choose(option) || dive(depth + 1, found);
            take_back(option, mark);
            if (!on) taken_[depth] = {n, n, item.size};
        }
        choices_.resize(first);
        return on;
    }

    const ExactCover& problem_;
    Guard* guard_ = nullptr;
    std::vector<Item> items_;          // the cells, then the classes
    std::vector<Node> nodes_;          // one for each item of each option
    std::vector<std::uint32_t> node_;  // per option: its first node; one more at the end
    std::vector<std::uint32_t> set_;   // the nodes of each item, those still possible first
    std::vector<std::uint32_t> open_;  // the items, those still to be settled first
    std::uint32_t opened_ = 0, cells_left_ = 0;
    std::vector<std::uint8_t> hidden_;
    std::vector<Id> trail_;                      // hidden options, oldest first
    std::uint64_t touched_ = 0, looked_at_ = 0;  // nodes of hidden options, all counted; when the clock was read
    std::uint64_t descent_ = 0;                  // no pause before so many are expanded: one descent at least
    std::vector<std::uint32_t> left_;
    std::vector<std::pair<Id, std::size_t>> given_;         // the options chosen beforehand, and how long the trail was
    std::size_t given_end_ = 0;                             // and how long then
    std::uint32_t depth_ = 0, deepest_ = 0;                 // how many are given, and how many there may be
    std::vector<Id> path_, choices_;                        // the options chosen, and those of each step
    std::vector<Taken> taken_;                              // per depth, once the search has paused
    std::uint32_t paused_at_ = kNone, resumed_at_ = kNone;  // depths
    bool hopeless_ = false;
};

}  // namespace unjam
