// Sokoban once more, for boards up to 50 by 50 squares: wider sets of squares, which would slow down all others. Every
// name of the family gets a namespace of its own here, so that both sizes live in one module.
#define UNJAM_SOKOBAN_LARGE
#define sokoban sokoban_large

#include <nanobind/stl/vector.h>

#include "bind/sokoban_any.hpp"

namespace unjam::bind {

void register_sokoban_large(nb::module_& m) {
    m.attr("SOKOBAN_MOST_LARGE_FLOOR") = most_floor;
    m.attr("SOKOBAN_MOST_LARGE_BOXES") = most_boxes;
    nb::class_<AnyBoard>(m, "SokobanLargeBoard")
        .def(nb::init<int, int, std::vector<std::uint8_t>, bool>(), nb::arg("rows"), nb::arg("cols"), nb::arg("cells"),
             nb::arg("fill"))
        .def("solve_any", &AnyBoard::solve_any, nb::arg("boxes"), nb::arg("player"), nb::arg("moves"), nb::arg("proof"),
             nb::arg("workers"), nb::arg("seed"), nb::arg("without"), nb::arg("task").none());
}

}  // namespace unjam::bind
