// The exact-cover kernels behind one interface, and the choice between them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "unjam/dancing_cells.hpp"
#include "unjam/outcome.hpp"
#include "unjam/scan_cover.hpp"

namespace unjam::packing {

/// The most cells of a board: those of the widest kernel.
inline constexpr std::uint32_t most_cells = 128 * 128;

enum class Algorithm : std::uint8_t { automatic, scan, cover };

constexpr std::uint64_t kEndless = ~std::uint64_t{0};
using Found = std::function<bool(std::uint32_t, const Id*, std::uint32_t)>;

using Filling = std::function<bool(const Id*, std::uint32_t)>;

/// One of the exact-cover kernels, whatever its width.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual void begin(const std::vector<Id>& given, const std::vector<Id>& floor, std::uint32_t most) = 0;
    /// Goes on until so much more work is done.
    virtual Search go(std::uint64_t work, Guard& guard, const Filling& found) = 0;
    virtual double progress() const = 0;
    virtual std::uint64_t work() const = 0;
    virtual std::uint64_t expanded() const = 0;
    virtual std::uint64_t generated() const = 0;
    virtual std::size_t bytes() const = 0;
};

template <class Cover>
class KernelOf final : public Kernel {
public:
    explicit KernelOf(const ExactCover& problem) : cover_(problem) {}
    void begin(const std::vector<Id>& given, const std::vector<Id>& floor, std::uint32_t most) override {
        cover_.begin(given, floor, most);
    }
    Search go(std::uint64_t work, Guard& guard, const Filling& found) override {
        cover_.last = work == kEndless ? kEndless : cover_.work() + work;
        return cover_.go(guard, found);
    }
    double progress() const override { return cover_.progress(); }
    std::uint64_t work() const override { return cover_.work(); }
    std::uint64_t expanded() const override { return cover_.expanded; }
    std::uint64_t generated() const override { return cover_.generated; }
    std::size_t bytes() const override { return cover_.bytes(); }

private:
    Cover cover_;
};

/// The kernel for a problem, or null where it needs more than `bytes`.
inline std::unique_ptr<Kernel> kernel_for(const ExactCover& problem, bool scan, std::size_t bytes) {
    const auto made = [&]<class Cover>(std::type_identity<Cover>) -> std::unique_ptr<Kernel> {
        if (Cover::needs(problem) > bytes) return nullptr;
        return std::make_unique<KernelOf<Cover>>(problem);
    };
    if (!scan) return made(std::type_identity<DancingCells>());
    if (problem.cells <= 64) return made(std::type_identity<ScanCover<1>>());
    if (problem.cells <= 128) return made(std::type_identity<ScanCover<2>>());
    if (problem.cells <= 256) return made(std::type_identity<ScanCover<4>>());
    if (problem.cells <= 1024) return made(std::type_identity<ScanCover<16>>());
    return made(std::type_identity<ScanCover<most_cells / 64>>());
}

/// Searches with one of the kernels, or with the one that proves better.
///
/// A step of the scan takes a hundredth of the time of a step of the other, so it begins, and most searches are over
/// before there is a choice. From then on both have a try. Each says how much of its search is done, which tells how
/// long the rest will take; the one that will be done sooner goes on, and the other gets a small share of the time as
/// long as it may come out better. All is measured in steps, not seconds, so that a search goes the same way every
/// time.
class Engine {
public:
    Engine(const ExactCover& problem, Algorithm algorithm, Guard& guard)
        : problem_(problem), automatic_(algorithm == Algorithm::automatic) {
        leader_ = algorithm == Algorithm::cover;
        make(leader_, guard);
        if (!runners_[leader_].kernel) guard.stop(Stop::memory);
    }

    /// Calls `found(who, ids, n)` for every cover of the rest once the options of `given` are chosen, with no other
    /// option of class k below `floor[k]` and at most `most` further ones; `found` returns false to end the search.
    /// Both kernels, 0 and 1, may find the same: only what was found by `winner()` counts. False when `found`, a limit
    /// or `budget` ended it.
    bool run(const std::vector<Id>& given, const std::vector<Id>& floor, std::uint32_t most, Guard& guard,
             const Found& found, std::uint64_t budget = kEndless) {
        if (!runners_[leader_].kernel || guard.check(expanded(), 0)) return false;
        for (Runner& runner : runners_) runner.begun = false;
        for (std::uint32_t at = leader_;; at = next(guard)) {
            Runner& runner = runners_[at];
            if (!runner.begun) {
                runner.kernel->begin(given, floor, most);
                runner.begun = true;
                runner.done = runner.fillings = 0;
            }
            const std::uint64_t before = runner.kernel->work();
            const std::uint64_t slice = automatic_ ? std::min(budget, slice_of(runner)) : budget;
            const Search search = runner.kernel->go(slice, guard, [&](const Id* filling, std::uint32_t many) {
                ++runner.fillings;
                return found(at, filling, many);
            });
            const std::uint64_t done = runner.kernel->work() - before;
            runner.done += done;
            runner.total += done;
            if (budget != kEndless) budget -= std::min(budget, done);
            if (search == Search::exhausted || (search == Search::ended && !guard.stopped())) leader_ = at;
            if (search != Search::paused || budget == 0) return search == Search::exhausted;
            runner.estimate();
        }
    }

    std::uint32_t winner() const { return leader_; }
    std::uint64_t expanded() const { return sum(&Kernel::expanded); }
    std::uint64_t generated() const { return sum(&Kernel::generated); }
    std::size_t bytes() const { return sum(&Kernel::bytes); }

private:
    static constexpr std::uint64_t kSlice = 1 << 14;  // the steps after which there is a choice
    static constexpr std::uint64_t kEarly = 1 << 17;  // as long as a search is short, the other has a quarter
    static constexpr std::uint64_t kFillings = 16;    // so many tell more than what is left to do
    static constexpr double kDoubt = 3;               // the search with few steps is mostly longer than it seems
    static constexpr double kHopeless = 8;            // times as long as the scan: it has no share

    struct Runner {
        std::unique_ptr<Kernel> kernel;
        bool begun = false;                 // in this run
        std::uint64_t total = 0, done = 0;  // work in all, and in this run
        std::uint64_t fillings = 0;         // found in this run
        double left = 0;                    // the work left to do, as far as can be told

        void estimate() {
            const double share = kernel->progress();
            left =
                share > 0 ? static_cast<double>(done) * (1 - share) / share : std::numeric_limits<double>::infinity();
        }
    };

    void make(std::uint32_t which, const Guard& guard) {
        const std::size_t held = bytes(), limit = guard.byte_limit();
        runners_[which].kernel = kernel_for(problem_, which == 0, limit - std::min(limit, held));
    }

    /// The work that one may have done in all while the other has done so much.
    static std::uint64_t share(std::uint64_t other) { return other / 32 + std::min(other, kEarly) / 4; }

    /// How much a runner may do before it is asked again whose turn it is. The first of a run goes on until the other,
    /// who had a try in earlier runs, is below its share.
    std::uint64_t slice_of(const Runner& runner) const {
        const Runner& other = runners_[&runner == runners_.data()];
        if (runner.done > 0) return std::max(kSlice, runner.done / 4);
        const std::uint64_t due = other.begun ? share(other.total) : other.total * 32;
        return std::max(kSlice, due - std::min(due, runner.total));
    }

    /// Whose turn it is.
    std::uint32_t next(const Guard& guard) {
        const std::uint32_t other = 1 - leader_;
        if (!runners_[other].kernel) {
            make(other, guard);
            automatic_ = runners_[other].kernel != nullptr;
            if (!automatic_) return leader_;
        }
        if (!runners_[other].begun) return other;
        std::array<double, 2> left{runners_[0].left, runners_[1].left};
        if (runners_[0].fillings + runners_[1].fillings >= kFillings)
            for (std::uint32_t n : {0, 1})
                left[n] = static_cast<double>(runners_[n].done) / static_cast<double>(runners_[n].fillings + 1);
        left[1] *= kDoubt;
        leader_ = left[1] < left[0];
        const Runner &first = runners_[leader_], &second = runners_[1 - leader_];
        const bool hopeless = left[1] > kHopeless * left[0];
        return !hopeless && second.total < share(first.total) ? 1 - leader_ : leader_;
    }

    template <class Number>
    Number sum(Number (Kernel::*number)() const) const {
        Number all = 0;
        for (const Runner& runner : runners_) all += runner.kernel ? ((*runner.kernel).*number)() : 0;
        return all;
    }

    const ExactCover& problem_;
    std::array<Runner, 2> runners_;  // the scan and the other
    std::uint32_t leader_ = 0;
    bool automatic_;
};

/// Notes in the outcome what the engine did.
inline void note(Outcome& outcome, const Engine& engine, const Guard& guard) {
    outcome.expanded = engine.expanded();
    outcome.generated = engine.generated();
    outcome.peak_bytes = engine.bytes();
    outcome.seconds = guard.seconds();
}

}  // namespace unjam::packing
