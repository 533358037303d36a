// Packing: counting the fillings of a board, up to its symmetries or not, and listing them in order.
//
// Integers only. The caller gives the cells still empty, the classes of equal pieces still to be placed with their
// options in the order of listing, and the symmetries as permutations of cells and classes.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "unjam/cover.hpp"
#include "unjam/outcome.hpp"
#include "unjam/scan.hpp"

namespace unjam::packing {

enum class Algorithm : std::uint8_t { automatic, scan, cover };

constexpr std::uint64_t kEndless = ~std::uint64_t{0};
using Found = std::function<bool(const Id*, std::uint32_t)>;

/// One of the exact-cover kernels, whatever its width.
class Engine {
public:
    virtual ~Engine() = default;
    virtual bool run(const std::vector<Id>& given, const std::vector<Id>& floor, std::uint32_t most, Guard& guard,
                     const Found& found, std::uint64_t budget = kEndless) = 0;
    virtual std::uint64_t expanded() const = 0;
    virtual std::uint64_t generated() const = 0;
    virtual std::size_t bytes() const = 0;
};

template <class Kernel>
class EngineOf final : public Engine {
public:
    explicit EngineOf(const Tiling& tiling) : kernel_(tiling) {}
    bool run(const std::vector<Id>& given, const std::vector<Id>& floor, std::uint32_t most, Guard& guard,
             const Found& found, std::uint64_t budget = kEndless) override {
        kernel_.last = budget == kEndless ? kEndless : kernel_.expanded + budget;
        return kernel_.run(given, floor, most, guard, found);
    }
    std::uint64_t expanded() const override { return kernel_.expanded; }
    std::uint64_t generated() const override { return kernel_.generated; }
    std::size_t bytes() const override { return kernel_.bytes(); }

private:
    Kernel kernel_;
};

/// The engine for a tiling, or null when the guard refuses the memory it needs.
template <class Kernel>
std::unique_ptr<Engine> made(const Tiling& tiling, Guard& guard) {
    if (guard.refuses(Kernel::needs(tiling))) return nullptr;
    return std::make_unique<EngineOf<Kernel>>(tiling);
}

/// Filling the first empty cell was the faster way on every kind of level we measured, so it is the automatic choice.
inline std::unique_ptr<Engine> engine_for(const Tiling& tiling, Algorithm algorithm, Guard& guard) {
    if (algorithm == Algorithm::cover) return made<Cover>(tiling, guard);
    if (tiling.cells <= 64) return made<Scan<1>>(tiling, guard);
    if (tiling.cells <= 128) return made<Scan<2>>(tiling, guard);
    if (tiling.cells <= 256) return made<Scan<4>>(tiling, guard);
    if (tiling.cells <= 1024) return made<Scan<16>>(tiling, guard);
    return made<Scan<64>>(tiling, guard);
}

/// A symmetry of the board and of the set of pieces: where each cell and each class goes.
struct Symmetry {
    std::vector<std::uint32_t> cell, kind;
};

/// The board, the pieces, and what every symmetry makes of every option. The identity is not among the symmetries.
class Puzzle {
public:
    Puzzle(Tiling tiling, const std::vector<Symmetry>& symmetries) : tiling_(std::move(tiling)) {
        std::vector<Id> sorted(tiling_.options());
        std::iota(sorted.begin(), sorted.end(), Id{0});
        auto below = [](std::uint32_t a, const std::uint16_t* a0, const std::uint16_t* a1, std::uint32_t b,
                        const std::uint16_t* b0, const std::uint16_t* b1) {
            return a != b ? a < b : std::lexicographical_compare(a0, a1, b0, b1);
        };
        std::sort(sorted.begin(), sorted.end(), [&](Id a, Id b) {
            return below(tiling_.kind[a], tiling_.begin(a), tiling_.end(a), tiling_.kind[b], tiling_.begin(b),
                         tiling_.end(b));
        });
        std::vector<std::uint16_t> there;
        for (const Symmetry& symmetry : symmetries) {
            auto& image = image_.emplace_back(tiling_.options());
            kind_.push_back(symmetry.kind);
            for (Id id = 0; id < tiling_.options(); ++id) {
                there.clear();
                for (const auto* cell = tiling_.begin(id); cell != tiling_.end(id); ++cell) {
                    there.push_back(static_cast<std::uint16_t>(symmetry.cell[*cell]));
                }
                std::sort(there.begin(), there.end());
                const std::uint32_t kind = symmetry.kind[tiling_.kind[id]];
                image[id] = *std::lower_bound(sorted.begin(), sorted.end(), 0, [&](Id a, int) {
                    return below(tiling_.kind[a], tiling_.begin(a), tiling_.end(a), kind, there.data(),
                                 there.data() + there.size());
                });
            }
        }
        mark_.assign(tiling_.options(), 0);
    }

    const Tiling& tiling() const { return tiling_; }
    std::size_t symmetries() const { return image_.size(); }
    Id image(std::size_t symmetry, Id option) const { return image_[symmetry][option]; }
    std::uint32_t kind_image(std::size_t symmetry, std::uint32_t kind) const { return kind_[symmetry][kind]; }

    /// How many symmetries, the identity included, leave the filling as it is.
    std::uint32_t stabiliser(const Id* filling, std::uint32_t many) {
        for (std::uint32_t n = 0; n < many; ++n) mark_[filling[n]] = 1;
        std::uint32_t fixed = 1;
        for (const auto& image : image_) {
            std::uint32_t n = 0;
            while (n < many && mark_[image[filling[n]]]) ++n;
            fixed += n == many;
        }
        for (std::uint32_t n = 0; n < many; ++n) mark_[filling[n]] = 0;
        return fixed;
    }

private:
    Tiling tiling_;
    std::vector<std::vector<Id>> image_;            // per symmetry, per option
    std::vector<std::vector<std::uint32_t>> kind_;  // per symmetry, per class
    std::vector<std::uint8_t> mark_;
};

/// A piece confined to one place of each set that the symmetries make of each other, and how large each set is.
struct Confined {
    std::vector<std::pair<Id, std::uint64_t>> places;
};

/// The single piece that most symmetries map to itself and that has the fewest places up to them; none where every
/// piece has an equal, may be left over, or has no symmetry.
inline std::optional<Confined> confine(const Puzzle& puzzle) {
    const Tiling& tiling = puzzle.tiling();
    std::optional<Confined> best;
    std::size_t most = 0;
    if (tiling.leftover) return best;
    for (std::uint32_t k = 0; k < tiling.classes(); ++k) {
        if (tiling.count[k] != 1) continue;
        std::vector<std::size_t> own;
        for (std::size_t g = 0; g < puzzle.symmetries(); ++g) {
            if (puzzle.kind_image(g, k) == k) own.push_back(g);
        }
        if (own.empty() || own.size() < most) continue;
        Confined confined;
        std::vector<std::uint8_t> seen(tiling.options(), 0);
        for (Id id = tiling.first[k]; id < tiling.first[k + 1]; ++id) {
            if (seen[id]) continue;
            std::uint64_t size = 1;
            seen[id] = 1;
            for (std::size_t g : own) {
                const Id image = puzzle.image(g, id);
                size += !seen[image];
                seen[image] = 1;
            }
            confined.places.emplace_back(id, size);
        }
        if (!best || own.size() > most || confined.places.size() < best->places.size()) best = std::move(confined);
        most = own.size();
    }
    return best;
}

inline void note(Outcome& outcome, const Engine* engine, const Guard& guard) {
    if (engine) {
        outcome.expanded = engine->expanded();
        outcome.generated = engine->generated();
        outcome.peak_bytes = engine->bytes();
    }
    outcome.seconds = guard.seconds();
}

struct Count {
    Outcome outcome;
    std::uint64_t solutions = 0;
};

/// How many fillings there are, or how many up to symmetry. One piece is confined where possible: a filling is counted
/// as often as its set of symmetric places is large, and up to symmetry divided by the size of its own orbit.
inline Count count(Puzzle& puzzle, bool reduced, Algorithm algorithm, const Limits& limits) {
    Guard guard(limits);
    Count result;
    const auto engine = engine_for(puzzle.tiling(), algorithm, guard);
    if (engine) {
        std::vector<std::uint64_t> tally(puzzle.symmetries() + 2,
                                         0);  // per number of symmetries that leave it as it is
        std::uint64_t weight = 1;
        const std::vector<Id> floor(puzzle.tiling().classes(), 0);
        const Found found = [&](const Id* filling, std::uint32_t many) {
            tally[reduced ? puzzle.stabiliser(filling, many) : 1] += weight;
            return true;
        };
        if (const auto confined = confine(puzzle)) {
            bool on = true;
            for (const auto& [place, size] : confined->places) {
                weight = size;
                if (on) on = engine->run({place}, floor, kNone, guard, found);
            }
        } else {
            engine->run({}, floor, kNone, guard, found);
        }
        for (std::size_t fixed = 1; fixed < tally.size(); ++fixed) result.solutions += tally[fixed] * fixed;
        if (reduced) result.solutions /= puzzle.symmetries() + 1;
    }
    Outcome& outcome = result.outcome;
    outcome.stop = guard.why();
    outcome.status = guard.stopped() ? Status::gave_up : result.solutions > 0 ? Status::solved : Status::unsolvable;
    outcome.optimal = outcome.status == Status::solved;
    note(outcome, engine.get(), guard);
    return result;
}

/// Any one filling with the fewest pieces (they are all the same number unless some may be left over).
inline Outcome any(const Puzzle& puzzle, bool fewest, Algorithm algorithm, const Limits& limits) {
    Guard guard(limits);
    Outcome outcome;
    const Tiling& tiling = puzzle.tiling();
    const auto engine = engine_for(tiling, algorithm, guard);
    const Found found = [&](const Id* filling, std::uint32_t many) {
        outcome.moves.assign(filling, filling + many);
        outcome.cost = many;
        return false;
    };
    const std::vector<Id> floor(tiling.classes(), 0);
    const std::uint32_t all = tiling.pieces();
    std::uint32_t most = all;
    if (tiling.leftover && fewest) {
        std::vector<std::uint32_t> areas;
        for (std::uint32_t k = 0; k < tiling.classes(); ++k) areas.insert(areas.end(), tiling.count[k], tiling.area[k]);
        std::sort(areas.rbegin(), areas.rend());
        std::uint32_t filled = 0;
        for (most = 0; most < all && filled < tiling.cells; ++most) filled += areas[most];
    }
    outcome.lower_bound = tiling.leftover ? most : all;
    for (; engine && most <= all; ++most) {
        outcome.lower_bound = tiling.leftover && !fewest ? 0 : most;
        if (!engine->run({}, floor, most, guard, found)) break;
    }
    outcome.stop = guard.why();
    outcome.status = outcome.cost >= 0 ? Status::solved : guard.stopped() ? Status::gave_up : Status::unsolvable;
    outcome.optimal = outcome.cost >= 0 && (fewest || !tiling.leftover);
    note(outcome, engine.get(), guard);
    return outcome;
}

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
    Stream(Puzzle puzzle, std::vector<std::uint32_t> order, bool reduced, Algorithm algorithm)
        : puzzle_(std::move(puzzle)), order_(std::move(order)), reduced_(reduced), algorithm_(algorithm) {}

    /// Puts up to `most` fillings into `outcome.moves`, an option or -1 for each piece of the order; none when done.
    Outcome next(std::size_t most, const Limits& limits) {
        Guard guard(limits);
        const Tiling& tiling = puzzle_.tiling();
        if (!engine_) {
            engine_ = engine_for(tiling, algorithm_, guard);
            if (engine_) take_up_again();
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
        note(outcome, engine_.get(), guard);
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
        Id next = kNone;         // not looked at yet
    };

    bool grown() const { return handful_ * order_.size() >= kHandfulCells; }

    void take_up_again() {
        nodes_.clear();
        nodes_.push_back({{}, std::vector<Id>(puzzle_.tiling().classes(), 0)});
        phase_begin_ = engine_->expanded();
        phase_fillings_ = 0;
    }

    /// Looks at one more prefix; false when a limit was reached.
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
                node.next = std::max(puzzle_.tiling().first[kind], std::min(node.floor[kind], end_of(kind)));
                const bool resumed =
                    !last_.empty() && std::equal(node.prefix.begin(), node.prefix.end(), last_.begin());
                if (resumed) node.next = std::max(node.next, std::min(last_[depth], end_of(kind)));
            }
            return true;
        }
        const std::uint32_t kind = order_[node.prefix.size()];
        if (node.next > end_of(kind) || (node.next == end_of(kind) && !puzzle_.tiling().leftover)) {
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

    Id end_of(std::uint32_t kind) const { return puzzle_.tiling().first[kind + 1]; }

    /// Collects the fillings that begin with the node's prefix, sorted, unless they are more than a handful; `whole_`
    /// says.
    bool gather(const Node& node, Guard& guard) {
        std::vector<Id> given;
        for (Id id : node.prefix) {
            if (id != kNone) given.push_back(id);
        }
        const std::size_t width = order_.size();
        ready_.clear();
        ready_at_ = 0;
        const bool last = node.prefix.size() == width;
        const std::uint64_t budget = last || grown() ? kEndless : kWork * handful_;
        const bool all = engine_->run(
            given, node.floor, kNone, guard,
            [&](const Id* filling, std::uint32_t many) {
                const std::size_t begin = ready_.size();
                if (!last && begin >= handful_ * width) return false;
                arrange(filling, many, ready_);
                if (!last_.empty() &&
                    !std::lexicographical_compare(last_.begin(), last_.end(), ready_.begin() + begin, ready_.end())) {
                    ready_.resize(begin);  // handed out already
                }
                return true;
            },
            budget);
        whole_ = all || last;
        if (guard.stopped() || !whole_) {
            ready_.clear();
            return !guard.stopped();
        }
        sort_ready();
        return true;
    }

    /// Appends the filling in the order of listing: each class's options ascending.
    void arrange(const Id* filling, std::uint32_t many, std::vector<Id>& out) {
        sorted_.assign(filling, filling + many);
        std::sort(sorted_.begin(), sorted_.end());
        const Tiling& tiling = puzzle_.tiling();
        at_.resize(tiling.classes());
        for (std::uint32_t k = 0, n = 0; k < tiling.classes(); ++k) {
            at_[k] = n;
            while (n < many && sorted_[n] < tiling.first[k + 1]) ++n;
        }
        for (std::uint32_t kind : order_) {
            const bool there = at_[kind] < many && sorted_[at_[kind]] < tiling.first[kind + 1];
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
    std::size_t ready_at_ = 0, handful_ = 16, phase_fillings_ = 0;
    std::uint64_t phase_begin_ = 0;
    std::vector<Id> last_;  // the filling handed out last
    bool whole_ = true;
    std::vector<Id> sorted_, image_, listed_;
    std::vector<std::uint32_t> at_;
};

}  // namespace unjam::packing
