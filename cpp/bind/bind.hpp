// The only place where the core meets Python: limits in, outcomes out, one register function per family.
#pragma once

#include <nanobind/nanobind.h>

#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam::bind {

namespace nb = nanobind;

/// A search's limits, read from a Python `Limits`. While the search runs without the GIL it looks up about every 50 ms:
/// it takes the GIL, lets signals (Ctrl-C) through, reports progress and reads `stopped`.
class PythonLimits {
public:
    explicit PythonLimits(nb::object limits);
    const Limits& limits() const { return limits_; }

    /// Raises in Python what was raised while the search looked up (KeyboardInterrupt, an error of `report`).
    void rethrow() const;

private:
    nb::object object_;
    bool reports_ = false;
    Limits limits_;
};

/// Runs a search without the GIL under the given Python limits and raises what was raised meanwhile.
template <class Search>
auto run(nb::object limits, Search&& search) {
    PythonLimits watched(std::move(limits));
    auto outcome = [&] {
        nb::gil_scoped_release unlocked;
        return search(watched.limits());
    }();
    watched.rethrow();
    return outcome;
}

void register_outcome(nb::module_& m);
void register_rushhour(nb::module_& m);
void register_packing(nb::module_& m);
void register_sokoban(nb::module_& m);
void register_tiles(nb::module_& m);
void register_blocks(nb::module_& m);

}  // namespace unjam::bind
