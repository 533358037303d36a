// CoverEngine runs the two exact-cover kernels in turns and continues with the one predicted to be faster;
// Kernel is their common interface.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "unjam/exact_cover_dancing_cells.hpp"
#include "unjam/exact_cover_scan.hpp"
#include "unjam/outcome.hpp"

namespace unjam::packing {

/// Cells of a board, at most: those of the widest kernel.
inline constexpr std::uint32_t max_cells = 128 * 128;

enum class Algorithm : std::uint8_t { automatic, scan, cover };

constexpr std::uint64_t endless = ~std::uint64_t{0};
using OnKernelFilling = std::function<bool(std::uint32_t, const Id*, std::uint32_t)>;

using OnFilling = std::function<bool(const Id*, std::uint32_t)>;

/// One of the exact-cover kernels, of any width.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual void begin(const std::vector<Id>& chosen, const std::vector<Id>& floor, std::uint32_t max_more) = 0;
    /// Searches until `work` more steps are done.
    virtual CoverEnding search(std::uint64_t work, Guard& guard, const OnFilling& on_filling) = 0;
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
    void begin(const std::vector<Id>& chosen, const std::vector<Id>& floor, std::uint32_t max_more) override {
        cover_.begin(chosen, floor, max_more);
    }
    CoverEnding search(std::uint64_t work, Guard& guard, const OnFilling& on_filling) override {
        cover_.work_limit = work == endless ? endless : cover_.work() + work;
        return cover_.search(guard, on_filling);
    }
    double progress() const override { return cover_.progress(); }
    std::uint64_t work() const override { return cover_.work(); }
    std::uint64_t expanded() const override { return cover_.expanded; }
    std::uint64_t generated() const override { return cover_.generated; }
    std::size_t bytes() const override { return cover_.bytes(); }

private:
    Cover cover_;
};

/// Returns the kernel for a problem, or null if it needs more than `bytes`.
inline std::unique_ptr<Kernel> kernel_for(const ExactCover& problem, bool scan, std::size_t bytes) {
    const auto build = [&]<class Cover>(std::type_identity<Cover>) -> std::unique_ptr<Kernel> {
        if (Cover::needs(problem) > bytes) return nullptr;
        return std::make_unique<KernelOf<Cover>>(problem);
    };
    if (!scan) return build(std::type_identity<DancingCells>());
    if (problem.cells <= 64) return build(std::type_identity<ScanCover<1>>());
    if (problem.cells <= 128) return build(std::type_identity<ScanCover<2>>());
    if (problem.cells <= 256) return build(std::type_identity<ScanCover<4>>());
    if (problem.cells <= 1024) return build(std::type_identity<ScanCover<16>>());
    return build(std::type_identity<ScanCover<max_cells / 64>>());
}

/// Searches with one of the kernels, or with whichever proves faster.
///
/// A step of the scan takes a hundredth of the time of a step of the other, so the scan begins, and most searches end
/// before there is a choice. After that both get a try. Each reports how much of its search is done, which predicts how
/// long the rest will take. The faster one goes on, and the other gets a small share of the time while it may still
/// win. Everything is measured in steps, not seconds, so that a search always runs the same way.
class CoverEngine {
public:
    CoverEngine(const ExactCover& problem, Algorithm algorithm, Guard& guard)
        : problem_(problem), automatic_(algorithm == Algorithm::automatic) {
        leader_ = algorithm == Algorithm::cover;
        build_kernel(leader_, guard);
        if (!contenders_[leader_].kernel) guard.stop(Stop::memory);
    }

    /// Calls `on_filling(kernel, ids, n)` for every cover that contains the `chosen` options, no other option of class
    /// k below `floor[k]`, and at most `max_more` further options; it returns false to stop the search. Both kernels, 0
    /// and 1, may find the same cover: only those of `winner()` count. Returns false if `on_filling`, a limit or
    /// `budget` stopped it.
    bool run(const std::vector<Id>& chosen, const std::vector<Id>& floor, std::uint32_t max_more, Guard& guard,
             const OnKernelFilling& on_filling, std::uint64_t budget = endless) {
        if (!contenders_[leader_].kernel || guard.check(expanded(), 0)) return false;
        for (Contender& contender : contenders_) contender.is_begun = false;
        for (std::uint32_t turn = leader_;; turn = choose_turn(guard)) {
            Contender& contender = contenders_[turn];
            if (!contender.is_begun) {
                contender.kernel->begin(chosen, floor, max_more);
                contender.is_begun = true;
                contender.done = contender.fillings = 0;
            }
            const std::uint64_t before = contender.kernel->work();
            const std::uint64_t slice = automatic_ ? std::min(budget, slice_for(contender)) : budget;
            const CoverEnding ending =
                contender.kernel->search(slice, guard, [&](const Id* filling, std::uint32_t size) {
                    ++contender.fillings;
                    return on_filling(turn, filling, size);
                });
            const std::uint64_t done = contender.kernel->work() - before;
            contender.done += done;
            contender.total += done;
            if (budget != endless) budget -= std::min(budget, done);
            if (ending == CoverEnding::exhausted || (ending == CoverEnding::stopped && !guard.stopped()))
                leader_ = turn;
            if (ending != CoverEnding::paused || budget == 0) return ending == CoverEnding::exhausted;
            contender.estimate();
        }
    }

    std::uint32_t winner() const { return leader_; }
    std::uint64_t expanded() const { return sum(&Kernel::expanded); }
    std::uint64_t generated() const { return sum(&Kernel::generated); }
    std::size_t bytes() const { return sum(&Kernel::bytes); }

private:
    static constexpr std::uint64_t first_slice = 1 << 14;  // steps before the other kernel gets a try
    static constexpr std::uint64_t early_work = 1 << 17;   // up to here the other kernel gets a quarter of the work
    static constexpr std::uint64_t enough_fillings =
        16;                                      // from here on the rate of fillings decides, not the predicted rest
    static constexpr double doubt = 3;           // dancing cells mostly takes longer than predicted
    static constexpr double hopeless_ratio = 8;  // if it needs this many times as long as the scan, it gets no share

    struct Contender {
        std::unique_ptr<Kernel> kernel;
        bool is_begun = false;              // in this run
        std::uint64_t total = 0, done = 0;  // work in all, and in this run
        std::uint64_t fillings = 0;         // found in this run
        double left = 0;                    // the predicted remaining work

        void estimate() {
            const double share = kernel->progress();
            left =
                share > 0 ? static_cast<double>(done) * (1 - share) / share : std::numeric_limits<double>::infinity();
        }
    };

    void build_kernel(std::uint32_t which, const Guard& guard) {
        const std::size_t used = bytes(), limit = guard.byte_limit();
        contenders_[which].kernel = kernel_for(problem_, which == 0, limit - std::min(limit, used));
    }

    /// How much the second kernel may have done when the first has done `other`.
    static std::uint64_t share(std::uint64_t other) { return other / 32 + std::min(other, early_work) / 4; }

    /// How much a contender may do before the next choice. The first one of a run goes on until the other, which had
    /// its try in earlier runs, is below its share.
    std::uint64_t slice_for(const Contender& contender) const {
        const Contender& other = contenders_[&contender == contenders_.data()];
        if (contender.done > 0) return std::max(first_slice, contender.done / 4);
        const std::uint64_t due = other.is_begun ? share(other.total) : other.total * 32;
        return std::max(first_slice, due - std::min(due, contender.total));
    }

    std::uint32_t choose_turn(const Guard& guard) {
        const std::uint32_t other = 1 - leader_;
        if (!contenders_[other].kernel) {
            build_kernel(other, guard);
            automatic_ = contenders_[other].kernel != nullptr;
            if (!automatic_) return leader_;
        }
        if (!contenders_[other].is_begun) return other;
        std::array<double, 2> left{contenders_[0].left, contenders_[1].left};
        if (contenders_[0].fillings + contenders_[1].fillings >= enough_fillings)
            for (std::uint32_t n : {0, 1})
                left[n] = static_cast<double>(contenders_[n].done) / static_cast<double>(contenders_[n].fillings + 1);
        left[1] *= doubt;
        leader_ = left[1] < left[0];
        const Contender &first = contenders_[leader_], &second = contenders_[1 - leader_];
        const bool hopeless = left[1] > hopeless_ratio * left[0];
        return !hopeless && second.total < share(first.total) ? 1 - leader_ : leader_;
    }

    template <class Number>
    Number sum(Number (Kernel::*number)() const) const {
        Number all = 0;
        for (const Contender& contender : contenders_) all += contender.kernel ? ((*contender.kernel).*number)() : 0;
        return all;
    }

    const ExactCover& problem_;
    std::array<Contender, 2> contenders_;  // the scan and dancing cells
    std::uint32_t leader_ = 0;
    bool automatic_;
};

/// Copies the engine's counts to the outcome.
inline void add_counts(Outcome& outcome, const CoverEngine& engine, const Guard& guard) {
    outcome.expanded = engine.expanded();
    outcome.generated = engine.generated();
    outcome.peak_bytes = engine.bytes();
    outcome.seconds = guard.seconds();
}

}  // namespace unjam::packing
