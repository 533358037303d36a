// The exact-cover kernels behind one interface, and the choice between them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "unjam/dancing_cells.hpp"
#include "unjam/outcome.hpp"
#include "unjam/scan_cover.hpp"

namespace unjam::packing {

/// The most cells of a board: those of the widest kernel.
inline constexpr std::uint32_t most_cells = 64 * 64;

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
    explicit EngineOf(const ExactCover& problem) : kernel_(problem) {}
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

/// The engine for a problem, or null when the guard refuses the memory it needs.
template <class Kernel>
std::unique_ptr<Engine> made(const ExactCover& problem, Guard& guard) {
    if (guard.refuses(Kernel::needs(problem))) return nullptr;
    return std::make_unique<EngineOf<Kernel>>(problem);
}

/// Filling the first empty cell was faster on every kind of level we measured, so it is the automatic choice.
inline std::unique_ptr<Engine> engine_for(const ExactCover& problem, Algorithm algorithm, Guard& guard) {
    if (algorithm == Algorithm::cover) return made<DancingCells>(problem, guard);
    if (problem.cells <= 64) return made<ScanCover<1>>(problem, guard);
    if (problem.cells <= 128) return made<ScanCover<2>>(problem, guard);
    if (problem.cells <= 256) return made<ScanCover<4>>(problem, guard);
    if (problem.cells <= 1024) return made<ScanCover<16>>(problem, guard);
    return made<ScanCover<most_cells / 64>>(problem, guard);
}

/// Notes in the outcome what the engine did, if there was memory for one.
inline void note(Outcome& outcome, const Engine* engine, const Guard& guard) {
    if (engine) {
        outcome.expanded = engine->expanded();
        outcome.generated = engine->generated();
        outcome.peak_bytes = engine->bytes();
    }
    outcome.seconds = guard.seconds();
}

}  // namespace unjam::packing
