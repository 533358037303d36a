// DancingCells, exact cover by branching on the item with the fewest options, hidden and shown again by
// swaps: steady for any shapes and counts.
//
// Items are the cells and the classes. The remaining options of an item are the front part of one array, so that
// removing an option is a swap and restoring it only moves the border ("dancing cells": D. E. Knuth, "The Art of
// Computer Programming", section 7.2.2.3; the sparse sets of P. Briggs and L. Torczon, 1993). It branches on the cell,
// or the class with one piece left, that has the fewest options. It never branches on a class with several pieces left,
// so that each cover is found exactly once. If the board has several components, the smallest is filled first;
// switching between them would try every filling of one with every filling of the other. Ties are broken by number, so
// that a search always runs the same way and can be resumed.
#pragma once

#include "unjam/exact_cover.hpp"
#include "unjam/limits.hpp"

namespace unjam {

class DancingCells {
public:
    /// A lower bound on the kernel's memory, to check before it is built.
    static std::size_t needs(const ExactCover& problem) {
        return problem.option_cells.size() * (sizeof(Node) + sizeof(std::uint32_t)) +
               problem.options() * 2 * sizeof(Node);
    }

    explicit DancingCells(const ExactCover& problem) : problem_(problem) {
        items_.resize(problem.cells + problem.classes());
        first_node_.assign(problem.options() + 1, 0);
        for (Id id = 0; id < problem.options(); ++id) {
            for (const auto* cell = problem.begin(id); cell != problem.end(id); ++cell) add(*cell, id);
            add(problem.cells + problem.class_of[id], id);
            first_node_[id + 1] = static_cast<std::uint32_t>(nodes_.size());
        }
        std::uint32_t begin = 0;
        for (Item& item : items_) {
            item.begin = begin;
            begin += item.size;
            item.size = 0;
        }
        item_nodes_.resize(nodes_.size());
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
            Item& item = items_[nodes_[n].item];
            nodes_[n].item_nodes_index = item.begin + item.size++;
            item_nodes_[nodes_[n].item_nodes_index] = n;
        }
        const auto component = problem.components();
        for (std::uint32_t c = 0; c < problem.cells; ++c) items_[c].component = component[c];
        hidden_.assign(problem.options(), 0);
        open_items_.resize(items_.size());
        for (std::uint32_t i = 0; i < items_.size(); ++i) open_items_[i] = items_[i].open_items_index = i;
    }

    /// Prepares a search for every cover that contains the `chosen` options, no other option of class k below
    /// `floor[k]`, and at most `max_more` further options.
    void begin(const std::vector<Id>& chosen, const std::vector<Id>& floor, std::uint32_t max_more) {
        take_all_back();
        pieces_left_ = problem_.count;
        open_count_ = static_cast<std::uint32_t>(items_.size());
        cells_left_ = problem_.cells;
        for (std::uint32_t k = 0; k < problem_.classes(); ++k) {
            items_[problem_.cells + k].min_options = problem_.leftover ? 0 : pieces_left_[k];
        }
        bool fits = true;
        for (const Item& item : items_) fits &= item.size >= item.min_options;
        for (std::size_t n = 0; fits && n < chosen.size(); ++n) {
            fits = !hidden_[chosen[n]] && pieces_left_[problem_.class_of[chosen[n]]] > 0;
            if (!fits) break;
            preset_options_.emplace_back(chosen[n], trail_.size());
            fits = choose(chosen[n]);
        }
        preset_trail_size_ = trail_.size();
        for (std::uint32_t k = 0; fits && k < problem_.classes(); ++k) {
            for (Id id = problem_.first_option[k]; fits && id < std::min(floor[k], problem_.first_option[k + 1]);
                 ++id) {
                fits = hidden_[id] || hide(id);
            }
        }
        is_impossible_ = !fits;
        depth_ = static_cast<std::uint32_t>(chosen.size());
        max_depth_ = depth_ + std::min(max_more, problem_.pieces());
        path_.assign(chosen.begin(), chosen.end());
        path_.resize(max_depth_);
        paused_steps_.assign(max_depth_ + 1, {});
        paused_at_ = no_id;
    }

    /// Calls `on_cover(ids, n)` for every cover; it returns false to stop the search. The search pauses once its work
    /// exceeds `last`, and another call resumes it.
    template <class OnCover>
    CoverEnding search(Guard& guard, OnCover&& on_cover) {
        if (is_impossible_) return CoverEnding::exhausted;
        guard_ = &guard;
        resumed_at_ = std::exchange(paused_at_, no_id);
        choices_.clear();
        min_expanded_ = expanded + 2 * (max_depth_ - depth_);
        if (search_below(depth_, on_cover)) return CoverEnding::exhausted;
        return paused_at_ == no_id ? CoverEnding::stopped : CoverEnding::paused;
    }

    /// The share of a paused search that is done.
    double progress() const { return share_done(paused_steps_, depth_, paused_at_); }

    /// The work done, in the steps of a scan, which take as long as six nodes.
    std::uint64_t work() const { return expanded * 4 + nodes_touched_ / 6; }
    std::uint64_t expanded = 0, generated = 0;
    std::uint64_t work_limit = ~std::uint64_t{0};  // the search pauses when its work exceeds this
    std::size_t bytes() const {
        return (item_nodes_.capacity() + first_node_.capacity() + open_items_.capacity() + trail_.capacity()) *
                   sizeof(std::uint32_t) +
               nodes_.capacity() * sizeof(Node) + items_.capacity() * sizeof(Item) + hidden_.capacity();
    }

private:
    static constexpr std::uint64_t nodes_per_check = 1 << 20;

    struct Item {
        std::uint32_t begin = 0, size = 0;   // its nodes in item_nodes_; those of the first `size` options still fit
        std::uint32_t open_items_index = 0;  // its index in open_items_
        std::uint32_t min_options = 1;       // no solution with fewer options
        std::uint32_t component = 0;         // of a cell
    };
    struct Node {
        std::uint32_t item, item_nodes_index;  // the item, and the node's index in item_nodes_
        Id option;
    };

    void add(std::uint32_t item, Id id) {
        nodes_.push_back({item, 0, id});
        ++items_[item].size;
    }

    /// Removes the option from all its open items; false if one has too few options left.
    bool hide(Id option) {
        bool all_served = true;
        hidden_[option] = 1;
        nodes_touched_ += first_node_[option + 1] - first_node_[option];
        trail_.push_back(option);
        for (std::uint32_t n = first_node_[option]; n < first_node_[option + 1]; ++n) {
            Item& item = items_[nodes_[n].item];
            if (item.open_items_index >= open_count_) continue;
            const std::uint32_t last = item.begin + --item.size, at = nodes_[n].item_nodes_index,
                                other = item_nodes_[last];
            item_nodes_[at] = other;
            nodes_[other].item_nodes_index = at;
            item_nodes_[last] = n;
            nodes_[n].item_nodes_index = last;
            all_served &= item.size >= item.min_options;
        }
        return all_served;
    }

    /// Restores the options hidden since the trail was `mark` long, latest first.
    void show_back_to(std::size_t mark) {
        for (; trail_.size() > mark; trail_.pop_back()) {
            const Id option = trail_.back();
            hidden_[option] = 0;
            for (std::uint32_t n = first_node_[option]; n < first_node_[option + 1]; ++n) {
                Item& item = items_[nodes_[n].item];
                item.size += item.open_items_index < open_count_;
            }
        }
    }

    void close(std::uint32_t closed) {
        const std::uint32_t last = open_items_[--open_count_], at = items_[closed].open_items_index;
        open_items_[at] = last;
        items_[last].open_items_index = at;
        open_items_[open_count_] = closed;
        items_[closed].open_items_index = open_count_;
    }

    /// Chooses an option: closes its cells, and its class after the last piece, and hides all options that clash. False
    /// as soon as some item has too few options left.
    bool choose(Id option) {
        const std::uint32_t kind = problem_.class_of[option];
        cells_left_ -= first_node_[option + 1] - first_node_[option] - 1;
        const bool last = --pieces_left_[kind] == 0;
        if (!last && !problem_.leftover) --items_[problem_.cells + kind].min_options;
        const std::uint32_t end = first_node_[option + 1] - (last ? 0 : 1);
        for (std::uint32_t n = first_node_[option]; n < end; ++n) close(nodes_[n].item);
        for (std::uint32_t n = first_node_[option]; n < end; ++n) {
            const Item item = items_[nodes_[n].item];
            for (std::uint32_t at = item.begin; at < item.begin + item.size; ++at) {
                const Id clash = nodes_[item_nodes_[at]].option;
                if (!hidden_[clash] && !hide(clash)) return false;
            }
        }
        return true;
    }

    void take_back(Id option, std::size_t mark) {
        show_back_to(mark);
        const std::uint32_t kind = problem_.class_of[option];
        const bool last = pieces_left_[kind]++ == 0;
        if (!last && !problem_.leftover) ++items_[problem_.cells + kind].min_options;
        open_count_ += first_node_[option + 1] - first_node_[option] - (last ? 0 : 1);
        cells_left_ += first_node_[option + 1] - first_node_[option] - 1;
    }

    void take_all_back() {
        show_back_to(preset_trail_size_);
        for (; !preset_options_.empty(); preset_options_.pop_back())
            take_back(preset_options_.back().first, preset_options_.back().second);
        preset_trail_size_ = 0;
    }

    /// Returns the item to branch on.
    std::uint32_t choose_item() const {
        std::uint64_t least = ~std::uint64_t{0};
        for (std::uint32_t n = 0; n < open_count_; ++n) {
            const Item& item = items_[open_items_[n]];
            if (item.min_options != 1) continue;
            const std::uint64_t component = item.size > 1 ? item.component : 0;
            least = std::min(least, (component << 16 | std::min(item.size, 0xFFFFu)) << 32 | open_items_[n]);
        }
        return static_cast<std::uint32_t>(least);
    }

    template <class OnCover>
    bool search_below(std::uint32_t depth, OnCover& on_cover) {
        if (cells_left_ == 0) return on_cover(static_cast<const Id*>(path_.data()), depth);
        if (depth == max_depth_) return true;
        ++expanded;
        if (work() > work_limit && expanded > min_expanded_) {
            paused_at_ = depth;
            return false;
        }
        if (guard_->tick(expanded, bytes(), 0)) return false;
        if (nodes_touched_ - last_check_ > nodes_per_check) {  // steps take long on large boards
            last_check_ = nodes_touched_;
            if (guard_->check(expanded, 0)) return false;
        }
        const Item item = items_[choose_item()];
        const std::size_t first = choices_.size();
        for (std::uint32_t n = 0; n < item.size; ++n) choices_.push_back(nodes_[item_nodes_[item.begin + n]].option);
        std::sort(choices_.begin() + static_cast<std::ptrdiff_t>(first), choices_.end());
        std::uint32_t n = 0;
        if (resumed_at_ != no_id) {
            --expanded;  // counted before the pause
            if (depth < resumed_at_)
                n = paused_steps_[depth].at;
            else
                resumed_at_ = no_id;
        }
        bool go_on = true;
        for (; go_on && n < item.size; ++n) {
            const Id option = choices_[first + n];
            ++generated;
            path_[depth] = option;
            const std::size_t mark = trail_.size();
            go_on = !choose(option) || search_below(depth + 1, on_cover);
            take_back(option, mark);
            if (!go_on) paused_steps_[depth] = {n, n, item.size};
        }
        choices_.resize(first);
        return go_on;
    }

    const ExactCover& problem_;
    Guard* guard_ = nullptr;
    std::vector<Item> items_;                // the cells, then the classes
    std::vector<Node> nodes_;                // one per item of each option
    std::vector<std::uint32_t> first_node_;  // by option: its first node; one more at the end
    std::vector<std::uint32_t> item_nodes_;  // the nodes of each item, those of fitting options first
    std::vector<std::uint32_t> open_items_;  // the items, open ones first
    std::uint32_t open_count_ = 0, cells_left_ = 0;
    std::vector<std::uint8_t> hidden_;
    std::vector<Id> trail_;                             // hidden options, oldest first
    std::uint64_t nodes_touched_ = 0, last_check_ = 0;  // nodes of hidden options so far, and at the last clock check
    std::uint64_t min_expanded_ = 0;  // no pause before this, so that each run makes at least one descent
    std::vector<std::uint32_t> pieces_left_;
    std::vector<std::pair<Id, std::size_t>>
        preset_options_;                       // the options chosen beforehand, and the length of the trail before each
    std::size_t preset_trail_size_ = 0;        // and after the last
    std::uint32_t depth_ = 0, max_depth_ = 0;  // options chosen beforehand, and how many there may be in all
    std::vector<Id> path_, choices_;           // the options chosen so far, and the choices of each step
    std::vector<PausedStep> paused_steps_;     // by depth, after a pause
    std::uint32_t paused_at_ = no_id, resumed_at_ = no_id;  // depths
    bool is_impossible_ = false;
};

}  // namespace unjam
