// All fillings, listed in order, a few at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "families/packing/engine.hpp"
#include "families/packing/puzzle.hpp"

namespace unjam::packing {

/// Every filling in order: the pieces in the given order of their classes, each at its places in order, so that the
/// list of fillings is sorted. Of equal pieces the earlier one has the earlier place; a piece left over comes after all
/// places.
///
/// The engine works in an order of its own. It is asked for all fillings with the first few pieces given; when they are
/// no more than a handful, and found with little work, they are sorted and handed out, else one more piece is given,
/// each of its places in turn. After a while the list is taken up again from the first piece with a larger handful,
/// passing over what was handed out. So the first filling comes soon, the last ones as cheaply as by counting, and
/// memory stays flat.
class Stream {
public:
    static constexpr std::size_t most_at_once = 65536;

    Stream(Puzzle puzzle, std::vector<std::uint32_t> order, bool reduced, Algorithm algorithm)
        : puzzle_(std::move(puzzle)), order_(std::move(order)), reduced_(reduced), algorithm_(algorithm) {
        std::vector<std::uint32_t> left = puzzle_.problem().count;
        for (const std::uint32_t kind : order_)
            if (kind >= left.size() || left[kind]-- == 0) throw std::invalid_argument("an order of other pieces");
        if (order_.empty() || order_.size() != puzzle_.problem().pieces())
            throw std::invalid_argument("an order of all the pieces is needed");
    }

    /// Puts up to `most` fillings into `outcome.moves`, an option or -1 for each piece of the order; none when done.
    Outcome next(std::size_t most, const Limits& limits) {
        if (most < 1 || most > most_at_once) throw std::invalid_argument("1 to 65536 fillings can be asked for");
        Guard guard(limits);
        const ExactCover& problem = puzzle_.problem();
        if (!engine_) {
            engine_ = std::make_unique<Engine>(problem, algorithm_, guard);
            take_up_again();
        }
        Outcome outcome;
        std::size_t many = 0;
        while (many < most && !guard.stopped()) {
            if (ready_at_ < ready_.size()) {
                const auto* filling = ready_.data() + ready_at_;
                ready_at_ += order_.size();
                outcome.moves.insert(outcome.moves.end(), filling, filling + order_.size());
                last_.assign(filling, filling + order_.size());
                ++phase_fillings_;
                ++many;
            } else if (nodes_.empty() || !step(guard)) {
                break;
            }
        }
        outcome.stop = guard.why();
        outcome.status = many > 0 ? Status::solved : guard.stopped() ? Status::gave_up : Status::unsolvable;
        note(outcome, *engine_, guard);
        outcome.peak_bytes += ready_.capacity() * sizeof(Id);
        return outcome;
    }

private:
    static constexpr std::size_t kHandfulCells = std::size_t{1} << 20;  // the most ids held ready
    static constexpr std::uint64_t kWork = 1000;                        // steps for each filling of a handful

    /// A prefix of the order with its places; `next` is the place to give to the next piece.
    struct Node {
        std::vector<Id> prefix;  // kNone: left over
        std::vector<Id> floor;   // per class
        Id next = kNone;         // not expanded yet
    };

    bool grown() const { return handful_ * order_.size() >= kHandfulCells; }

    void take_up_again() {
        nodes_.clear();
        nodes_.push_back({{}, std::vector<Id>(puzzle_.problem().classes(), 0)});
        phase_begin_ = engine_->expanded();
        phase_fillings_ = 0;
    }

    /// Expands one more prefix; false when a limit was reached.
    bool step(Guard& guard) {
        if (!grown() && (phase_fillings_ >= handful_ || engine_->expanded() - phase_begin_ > 64 * kWork * handful_)) {
            handful_ = std::min(handful_ * 16, kHandfulCells / order_.size() + 1);
            take_up_again();
        }
        Node& node = nodes_.back();
        if (node.next == kNone) {
            if (!gather(node, guard)) return false;
            if (whole_) {
                nodes_.pop_back();
            } else {
                const std::size_t depth = node.prefix.size();
                const std::uint32_t kind = order_[depth];
                node.next = std::max(puzzle_.problem().first[kind], std::min(node.floor[kind], end_of(kind)));
                const bool resumed =
                    !last_.empty() && std::equal(node.prefix.begin(), node.prefix.end(), last_.begin());
                if (resumed) node.next = std::max(node.next, std::min(last_[depth], end_of(kind)));
            }
            return true;
        }
        const std::uint32_t kind = order_[node.prefix.size()];
        if (node.next > end_of(kind) || (node.next == end_of(kind) && !puzzle_.problem().leftover)) {
            nodes_.pop_back();
            return true;
        }
        Node child{node.prefix, node.floor};
        const bool absent = node.next == end_of(kind);
        child.prefix.push_back(absent ? kNone : node.next);
        child.floor[kind] = absent ? kNone : node.next + 1;
        ++node.next;
        nodes_.push_back(std::move(child));
        return true;
    }

    Id end_of(std::uint32_t kind) const { return puzzle_.problem().first[kind + 1]; }

    /// Collects the fillings that begin with the node's prefix, sorted, unless they are more than a handful; `whole_`
    /// says.
    bool gather(const Node& node, Guard& guard) {
        std::vector<Id> given;
        for (Id id : node.prefix) {
            if (id != kNone) given.push_back(id);
        }
        const std::size_t width = order_.size();
        ready_.clear();
        for (auto& each : found_by_) each.clear();
        ready_at_ = 0;
        const bool last = node.prefix.size() == width;
        const std::uint64_t budget = last || grown() ? kEndless : kWork * handful_;
        const bool all = engine_->run(
            given, node.floor, kNone, guard,
            [&](std::uint32_t who, const Id* filling, std::uint32_t many) {
                std::vector<Id>& ready = found_by_[who];
                const std::size_t begin = ready.size();
                if (!last && begin >= handful_ * width) return false;
                arrange(filling, many, ready);
                if (!last_.empty() &&
                    !std::lexicographical_compare(last_.begin(), last_.end(), ready.begin() + begin, ready.end())) {
                    ready.resize(begin);  // handed out already
                }
                return true;
            },
            budget);
        whole_ = all || last;
        if (guard.stopped() || !whole_) {
            return !guard.stopped();
        }
        std::swap(ready_, found_by_[engine_->winner()]);
        sort_ready();
        return true;
    }

    /// Appends the filling in the order of listing: each class's options ascending.
    void arrange(const Id* filling, std::uint32_t many, std::vector<Id>& out) {
        sorted_.assign(filling, filling + many);
        std::sort(sorted_.begin(), sorted_.end());
        const ExactCover& problem = puzzle_.problem();
        at_.resize(problem.classes());
        for (std::uint32_t k = 0, n = 0; k < problem.classes(); ++k) {
            at_[k] = n;
            while (n < many && sorted_[n] < problem.first[k + 1]) ++n;
        }
        for (std::uint32_t kind : order_) {
            const bool there = at_[kind] < many && sorted_[at_[kind]] < problem.first[kind + 1];
            out.push_back(there ? sorted_[at_[kind]++] : kNone);
        }
    }

    void sort_ready() {
        const std::size_t width = order_.size();
        std::vector<const Id*> rows;
        for (std::size_t n = 0; n < ready_.size(); n += width) {
            if (!reduced_ || is_least(ready_.data() + n)) rows.push_back(ready_.data() + n);
        }
        std::sort(rows.begin(), rows.end(),
                  [&](const Id* a, const Id* b) { return std::lexicographical_compare(a, a + width, b, b + width); });
        std::vector<Id> sorted;
        sorted.reserve(rows.size() * width);
        for (const Id* row : rows) sorted.insert(sorted.end(), row, row + width);
        ready_ = std::move(sorted);
    }

    /// True when no symmetry makes a filling of this one that is listed earlier.
    bool is_least(const Id* row) {
        const std::size_t width = order_.size();
        for (std::size_t g = 0; g < puzzle_.symmetries(); ++g) {
            image_.clear();
            for (std::size_t n = 0; n < width; ++n) {
                if (row[n] != kNone) image_.push_back(puzzle_.image(g, row[n]));
            }
            listed_.clear();
            arrange(image_.data(), static_cast<std::uint32_t>(image_.size()), listed_);
            if (std::lexicographical_compare(listed_.begin(), listed_.end(), row, row + width)) return false;
        }
        return true;
    }

    Puzzle puzzle_;
    std::vector<std::uint32_t> order_;
    bool reduced_;
    Algorithm algorithm_;
    std::unique_ptr<Engine> engine_;
    std::vector<Node> nodes_;
    std::vector<Id> ready_;
    std::array<std::vector<Id>, 2> found_by_;  // by either kernel
    std::size_t ready_at_ = 0, handful_ = 16, phase_fillings_ = 0;
    std::uint64_t phase_begin_ = 0;
    std::vector<Id> last_;  // the filling handed out last
    bool whole_ = true;
    std::vector<Id> sorted_, image_, listed_;
    std::vector<std::uint32_t> at_;
};

}  // namespace unjam::packing
