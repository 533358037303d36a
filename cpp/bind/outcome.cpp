#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "unjam/space.hpp"

namespace unjam::bind {

PythonTask::PythonTask(const nb::object& task) {
    if (task.is_none()) return;
    const nb::object spend = task.attr("limits");
    if (nb::object seconds = spend.attr("seconds"); !seconds.is_none()) limits_.seconds = nb::cast<double>(seconds);
    if (nb::object bytes = spend.attr("bytes"); !bytes.is_none()) limits_.bytes = nb::cast<std::size_t>(bytes);
    control_ = task.attr("control");
    reports_ = !control_.attr("report").is_none();
    limits_.stopped = nb::cast<bool>(control_.attr("stopped"));
    limits_.look = [this](const Progress& progress) {
        nb::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() != 0) return true;
        try {
            if (reports_) control_.attr("report")(progress.expanded, progress.bound, progress.seconds);
            return nb::cast<bool>(control_.attr("stopped"));
        } catch (nb::python_error& error) {
            error.restore();
            return true;
        }
    };
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
        .value("asked", Stop::asked);
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
    nb::class_<Space>(m, "Space")
        .def_ro("stop", &Space::stop)
        .def_ro("states", &Space::states)
        .def_ro("goals", &Space::goals)
        .def_ro("histogram", &Space::histogram)
        .def_prop_ro("farthest",
                     [](const Space& space) { return nb::bytes(space.farthest.data(), space.farthest.size()); });
}

}  // namespace unjam::bind
