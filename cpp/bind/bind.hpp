// PythonTask (the limits of a Python task, polled for Ctrl-C and progress), `run`, which searches without the
// GIL, and the register functions of all families.
#pragma once

#include <nanobind/nanobind.h>

#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam::bind {

namespace nb = nanobind;

/// The limits of a Python `Task`, and the link to its `Control`. While the search runs without the GIL it polls about
/// every 50 ms: it takes the GIL, lets signals (Ctrl-C) through, reports progress and reads `stopped`.
class PythonTask {
public:
    explicit PythonTask(const nb::object& task);
    const Limits& limits() const { return limits_; }

    /// Raises in Python what was raised during a poll (KeyboardInterrupt, an error of `report`).
    void rethrow() const;

private:
    nb::object control_;
    bool reports_ = false;
    Limits limits_;
};

/// Checks a requested number of threads and cuts it to a sensible maximum.
unsigned threads_of(std::int64_t requested);

/// Runs a search without the GIL under the limits of a Python task, and raises what was raised meanwhile.
template <class Search>
auto run(const nb::object& task, Search&& search) {
    PythonTask python_task(task);
    auto outcome = [&] {
        nb::gil_scoped_release unlocked;
        return search(python_task.limits());
    }();
    python_task.rethrow();
    return outcome;
}

void register_outcome(nb::module_& m);
void register_rushhour(nb::module_& m);
void register_rushhour_enumerate(nb::module_& m);
void register_packing(nb::module_& m);
void register_sokoban(nb::module_& m);
void register_sokoban_large(nb::module_& m);
void register_tiles(nb::module_& m);
void register_blocks(nb::module_& m);
void register_vector_envs(nb::module_& m);

}  // namespace unjam::bind
