// FillingStream lists all fillings in order, a few at a time: extends prefixes of placed pieces, sorts small
// batches, leaves out symmetric fillings.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "families/packing/cover_engine.hpp"
#include "families/packing/puzzle.hpp"

namespace unjam::packing {

/// Every filling in order: the pieces in the order of their classes, each at its places in order, so that the list of
/// fillings is sorted. Of equal pieces the earlier one has the earlier place; a piece that is left over comes after all
/// places.
///
/// The engine finds fillings in another order. It searches for all fillings that begin with a prefix: places for the
/// first few pieces. If they are at most a batch, and found with little work, they are sorted and returned; otherwise
/// the prefix is extended by each place of the next piece. After a while the list restarts at the first piece with a
/// larger batch and skips what was returned already. So the first filling comes soon, the last ones as cheaply as by
/// counting, and memory stays flat.
class FillingStream {
public:
    static constexpr std::size_t max_at_once = 65536;

    FillingStream(Puzzle puzzle, std::vector<std::uint32_t> order, bool reduced, Algorithm algorithm)
        : puzzle_(std::move(puzzle)), order_(std::move(order)), reduced_(reduced), algorithm_(algorithm) {
        std::vector<std::uint32_t> left = puzzle_.problem().count;
        for (const std::uint32_t kind : order_)
            if (kind >= left.size() || left[kind]-- == 0) throw std::invalid_argument("an order of other pieces");
        if (order_.empty() || order_.size() != puzzle_.problem().pieces())
            throw std::invalid_argument("an order of all the pieces is needed");
    }

    /// Puts up to `max_fillings` fillings into `outcome.moves`, an option or -1 for each piece of the order; none at
    /// the end.
    Outcome next(std::size_t max_fillings, const Limits& limits) {
        if (max_fillings < 1 || max_fillings > max_at_once)
            throw std::invalid_argument("1 to 65536 fillings can be asked for");
        Guard guard(limits);
        const ExactCover& problem = puzzle_.problem();
        if (!engine_) {
            engine_ = std::make_unique<CoverEngine>(problem, algorithm_, guard);
            restart();
        }
        Outcome outcome;
        std::size_t size = 0;
        while (size < max_fillings && !guard.stopped()) {
            if (next_filling_ < fillings_.size()) {
                const auto* filling = fillings_.data() + next_filling_;
                next_filling_ += order_.size();
                outcome.moves.insert(outcome.moves.end(), filling, filling + order_.size());
                last_filling_.assign(filling, filling + order_.size());
                ++phase_fillings_;
                ++size;
            } else if (nodes_.empty() || !step(guard)) {
                break;
            }
        }
        outcome.stop = guard.why();
        outcome.status = size > 0 ? Status::solved : guard.stopped() ? Status::gave_up : Status::unsolvable;
        add_counts(outcome, *engine_, guard);
        outcome.peak_bytes += fillings_.capacity() * sizeof(Id);
        return outcome;
    }

private:
    static constexpr std::size_t max_ready_ids = std::size_t{1} << 20;  // ids held ready, at most
    static constexpr std::uint64_t work_per_filling = 1000;             // steps per filling of a batch

    /// A prefix of the order with its places; `next` is the next piece's place to try.
    struct Node {
        std::vector<Id> prefix;  // no_id: left over
        std::vector<Id> floor;   // per class
        Id next = no_id;         // not expanded yet
    };

    bool is_batch_full() const { return batch_ * order_.size() >= max_ready_ids; }

    void restart() {
        nodes_.clear();
        nodes_.push_back({{}, std::vector<Id>(puzzle_.problem().classes(), 0)});
        phase_start_ = engine_->expanded();
        phase_fillings_ = 0;
    }

    /// Expands one more prefix; false at a limit.
    bool step(Guard& guard) {
        if (!is_batch_full() &&
            (phase_fillings_ >= batch_ || engine_->expanded() - phase_start_ > 64 * work_per_filling * batch_)) {
            batch_ = std::min(batch_ * 16, max_ready_ids / order_.size() + 1);
            restart();
        }
        Node& node = nodes_.back();
        if (node.next == no_id) {
            if (!collect(node, guard)) return false;
            if (is_collected_) {
                nodes_.pop_back();
            } else {
                const std::size_t depth = node.prefix.size();
                const std::uint32_t kind = order_[depth];
                node.next = std::max(puzzle_.problem().first_option[kind], std::min(node.floor[kind], end_of(kind)));
                const bool resumed =
                    !last_filling_.empty() && std::equal(node.prefix.begin(), node.prefix.end(), last_filling_.begin());
                if (resumed) node.next = std::max(node.next, std::min(last_filling_[depth], end_of(kind)));
            }
            return true;
        }
        const std::uint32_t kind = order_[node.prefix.size()];
        if (node.next > end_of(kind) || (node.next == end_of(kind) && !puzzle_.problem().leftover)) {
            nodes_.pop_back();
            return true;
        }
        Node child{node.prefix, node.floor};
        const bool is_left_over = node.next == end_of(kind);
        child.prefix.push_back(is_left_over ? no_id : node.next);
        child.floor[kind] = is_left_over ? no_id : node.next + 1;
        ++node.next;
        nodes_.push_back(std::move(child));
        return true;
    }

    Id end_of(std::uint32_t kind) const { return puzzle_.problem().first_option[kind + 1]; }

    /// Collects the fillings that begin with the node's prefix, sorted, unless they are more than a batch;
    /// `is_collected_` says whether it did.
    bool collect(const Node& node, Guard& guard) {
        std::vector<Id> chosen;
        for (Id id : node.prefix) {
            if (id != no_id) chosen.push_back(id);
        }
        const std::size_t width = order_.size();
        fillings_.clear();
        for (auto& each : fillings_by_) each.clear();
        next_filling_ = 0;
        const bool is_full_prefix = node.prefix.size() == width;
        const std::uint64_t budget = is_full_prefix || is_batch_full() ? endless : work_per_filling * batch_;
        const bool all = engine_->run(
            chosen, node.floor, no_id, guard,
            [&](std::uint32_t kernel, const Id* filling, std::uint32_t size) {
                std::vector<Id>& fillings = fillings_by_[kernel];
                const std::size_t begin = fillings.size();
                if (!is_full_prefix && begin >= batch_ * width) return false;
                arrange(filling, size, fillings);
                if (!last_filling_.empty() && !std::lexicographical_compare(last_filling_.begin(), last_filling_.end(),
                                                                            fillings.begin() + begin, fillings.end())) {
                    fillings.resize(begin);  // returned already
                }
                return true;
            },
            budget);
        is_collected_ = all || is_full_prefix;
        if (guard.stopped() || !is_collected_) {
            return !guard.stopped();
        }
        std::swap(fillings_, fillings_by_[engine_->winner()]);
        sort_ready();
        return true;
    }

    /// Appends the filling in listing order: each class's options ascending.
    void arrange(const Id* filling, std::uint32_t size, std::vector<Id>& out) {
        sorted_.assign(filling, filling + size);
        std::sort(sorted_.begin(), sorted_.end());
        const ExactCover& problem = puzzle_.problem();
        next_of_class_.resize(problem.classes());
        for (std::uint32_t k = 0, n = 0; k < problem.classes(); ++k) {
            next_of_class_[k] = n;
            while (n < size && sorted_[n] < problem.first_option[k + 1]) ++n;
        }
        for (std::uint32_t kind : order_) {
            const bool there =
                next_of_class_[kind] < size && sorted_[next_of_class_[kind]] < problem.first_option[kind + 1];
            out.push_back(there ? sorted_[next_of_class_[kind]++] : no_id);
        }
    }

    void sort_ready() {
        const std::size_t width = order_.size();
        std::vector<const Id*> rows;
        for (std::size_t n = 0; n < fillings_.size(); n += width) {
            if (!reduced_ || is_least(fillings_.data() + n)) rows.push_back(fillings_.data() + n);
        }
        std::sort(rows.begin(), rows.end(),
                  [&](const Id* a, const Id* b) { return std::lexicographical_compare(a, a + width, b, b + width); });
        std::vector<Id> sorted;
        sorted.reserve(rows.size() * width);
        for (const Id* row : rows) sorted.insert(sorted.end(), row, row + width);
        fillings_ = std::move(sorted);
    }

    /// True if no symmetric filling is listed earlier.
    bool is_least(const Id* row) {
        const std::size_t width = order_.size();
        for (std::size_t g = 0; g < puzzle_.symmetries(); ++g) {
            image_.clear();
            for (std::size_t n = 0; n < width; ++n) {
                if (row[n] != no_id) image_.push_back(puzzle_.image(g, row[n]));
            }
            arranged_.clear();
            arrange(image_.data(), static_cast<std::uint32_t>(image_.size()), arranged_);
            if (std::lexicographical_compare(arranged_.begin(), arranged_.end(), row, row + width)) return false;
        }
        return true;
    }

    Puzzle puzzle_;
    std::vector<std::uint32_t> order_;
    bool reduced_;
    Algorithm algorithm_;
    std::unique_ptr<CoverEngine> engine_;
    std::vector<Node> nodes_;
    std::vector<Id> fillings_;
    std::array<std::vector<Id>, 2> fillings_by_;  // by either kernel
    std::size_t next_filling_ = 0, batch_ = 16, phase_fillings_ = 0;
    std::uint64_t phase_start_ = 0;
    std::vector<Id> last_filling_;  // the last filling returned
    bool is_collected_ = true;
    std::vector<Id> sorted_, image_, arranged_;
    std::vector<std::uint32_t> next_of_class_;
};

}  // namespace unjam::packing
