// PythonTask reads a task's limits, polls for Ctrl-C and reports progress; registers what searches return
// (Outcome, Space, Study); checks numbers of threads.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "bind/bind.hpp"
#include "unjam/explore.hpp"
#include "unjam/study.hpp"

namespace unjam::bind {

namespace {

/// An attribute of a task; TypeError if it has none of that name.
nb::object part(const nb::object& whole, const char* name) {
    if (!nb::hasattr(whole, name)) throw nb::type_error("a task has limits (seconds, bytes) and control");
    return whole.attr(name);
}

template <class T>
T number(const nb::object& value, const char* message) {
    T out{};
    if (!nb::try_cast<T>(value, out)) throw nb::type_error(message);
    return out;
}

}  // namespace

PythonTask::PythonTask(const nb::object& task) {
    if (task.is_none()) return;
    const nb::object limits = part(task, "limits");
    if (const nb::object seconds = part(limits, "seconds"); !seconds.is_none()) {
        limits_.seconds = number<double>(seconds, "the seconds of a task's limits are a number");
        if (!(limits_.seconds >= 0)) throw std::invalid_argument("a time limit is no less than 0 seconds");
    }
    if (const nb::object bytes = part(limits, "bytes"); !bytes.is_none())
        limits_.bytes = static_cast<std::size_t>(std::min<std::uint64_t>(
            max_bytes, number<std::uint64_t>(bytes, "the bytes of a task's limits are a whole number, 0 or more")));
    control_ = part(task, "control");
    reports_ = !part(control_, "report").is_none();
    limits_.stopped = number<bool>(part(control_, "stopped"), "whether a task is stopped is True or False");
    limits_.poll = [this](const Progress& progress) {
        nb::gil_scoped_acquire locked;
        if (PyErr_Occurred() || PyErr_CheckSignals() != 0) return true;
        try {
            if (reports_) control_.attr("report")(progress.expanded, progress.bound, progress.seconds);
            return nb::cast<bool>(control_.attr("stopped"));
        } catch (nb::python_error& error) {
            error.restore();
        } catch (const nb::cast_error&) {
            PyErr_SetString(PyExc_TypeError, "whether a task is stopped is True or False");
        }
        return true;
    };
}

unsigned threads_of(std::int64_t requested) {
    constexpr std::int64_t max_threads = 256;
    if (requested < 1) throw std::invalid_argument("a search needs at least one thread");
    return static_cast<unsigned>(std::min(requested, max_threads));
}

void PythonTask::rethrow() const {
    if (PyErr_Occurred()) throw nb::python_error();
}

void register_outcome(nb::module_& m) {
    nb::enum_<Status>(m, "Status")
        .value("solved", Status::solved)
        .value("unsolvable", Status::unsolvable)
        .value("gave_up", Status::gave_up);
    nb::enum_<Stop>(m, "Stop")
        .value("none", Stop::none)
        .value("time", Stop::time)
        .value("memory", Stop::memory)
        .value("requested", Stop::requested);
    nb::class_<Outcome>(m, "Outcome")
        .def_ro("status", &Outcome::status)
        .def_ro("stop", &Outcome::stop)
        .def_ro("optimal", &Outcome::optimal)
        .def_ro("cost", &Outcome::cost)
        .def_ro("lower_bound", &Outcome::lower_bound)
        .def_ro("expanded", &Outcome::expanded)
        .def_ro("generated", &Outcome::generated)
        .def_ro("peak_bytes", &Outcome::peak_bytes)
        .def_ro("seconds", &Outcome::seconds)
        .def_ro("moves", &Outcome::moves);
    nb::class_<Study>(m, "Study")
        .def_ro("stop", &Study::stop)
        .def_ro("exact", &Study::exact)
        .def_ro("goal_reached", &Study::goal_reached)
        .def_ro("positions", &Study::positions)
        .def_ro("log2_chance", &Study::log2_chance)
        .def_ro("error", &Study::error)
        .def_ro("log2_box_chance", &Study::log2_box_chance)
        .def_ro("hidden", &Study::hidden)
        .def_ro("log2_solutions", &Study::log2_solutions)
        .def_ro("choices", &Study::choices)
        .def_ro("forced", &Study::forced)
        .def_ro("dead_end", &Study::dead_end)
        .def_ro("dead_end_hidden", &Study::dead_end_hidden);
    nb::class_<Space>(m, "Space")
        .def_ro("stop", &Space::stop)
        .def_ro("states", &Space::states)
        .def_ro("goals", &Space::goals)
        .def_ro("histogram", &Space::histogram)
        .def_prop_ro("farthest",
                     [](const Space& space) { return nb::bytes(space.farthest.data(), space.farthest.size()); });
}

}  // namespace unjam::bind
