// Registers SokobanLargeBoard, for levels above the ordinary size, with less to do than SokobanBoard.
#include <nanobind/stl/vector.h>

#include "bind/sokoban_board.hpp"

namespace unjam::bind {

void register_sokoban_large(nb::module_& m) {
    using LargeBoard = AnyBoard<Large>;
    m.attr("SOKOBAN_MAX_LARGE_FLOOR") = Large::max_floor;
    m.attr("SOKOBAN_MAX_LARGE_BOXES") = Large::max_boxes;
    nb::class_<LargeBoard>(m, "SokobanLargeBoard")
        .def(nb::init<int, int, std::vector<std::uint8_t>, bool>(), nb::arg("rows"), nb::arg("cols"), nb::arg("cells"),
             nb::arg("fill"))
        .def("solve_any", &LargeBoard::solve_any, nb::arg("boxes"), nb::arg("player"), nb::arg("moves"),
             nb::arg("proof"), nb::arg("workers"), nb::arg("seed"), nb::arg("switched_off"), nb::arg("task").none());
}

}  // namespace unjam::bind
