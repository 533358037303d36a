// Python's view of the enumeration of every Rush Hour board: checks the request, returns counts and minimal
// boards, counts layouts.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bind/bind.hpp"
#include "families/rushhour/enumerate/enumerate.hpp"

namespace unjam::bind {

namespace {

rushhour::EnumerationRequest request_of(int side, int row, const std::vector<int>& orders,
                                        const std::vector<int>& walls) {
    rushhour::EnumerationRequest request;
    request.side = side;
    request.row = row;
    const auto demand = [](bool holds) {
        if (!holds) throw std::invalid_argument("there are no boards like this");
    };
    const int order_count = static_cast<int>(orders.size());
    demand(side >= 3 && side <= rushhour::max_enumerated_side && (order_count == side || order_count == side + 2));
    for (const int order : orders) demand(order >= 0 && order < rushhour::enumeration::orders);
    for (int r = 0; r < side; ++r) request.orders[r] = static_cast<std::uint8_t>(orders[r]);
    if (order_count > side)
        request.columns = {static_cast<std::uint8_t>(orders[side]), static_cast<std::uint8_t>(orders[side + 1])};
    for (const int wall : walls) {
        demand(wall >= 0 && wall < side * side);
        request.walls |= std::uint64_t{1} << (6 * (wall / side) + wall % side);
    }
    return request;
}

/// Layouts, spaces, positions, expanded, solvable spaces by moves, minimal boards with their moves.
using Counts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::vector<std::uint64_t>,
                          std::vector<std::pair<nb::bytes, int>>>;

/// Enumerates the boards with these orders of the rows and, if given, of two columns. Each board is side * side numbers
/// as in `EnumerationResult`. Returns None if it was stopped.
std::optional<Counts> enumerate(int side, int row, const std::vector<int>& orders, const std::vector<int>& walls,
                                const nb::object& task) {
    const rushhour::EnumerationRequest request = request_of(side, row, orders, walls);
    const rushhour::EnumerationResult result = run(task, [&](const Limits& native) {
        Guard guard(native, 64);
        return rushhour::Enumeration(request, guard).run();
    });
    if (result.stop != Stop::none) return std::nullopt;
    std::vector<std::pair<nb::bytes, int>> boards;
    for (const auto& [cells, moves] : result.minimal) {
        std::array<char, rushhour::max_enumerated_side * rushhour::max_enumerated_side> out{};
        for (int cell = 0; cell < side * side; ++cell)
            out[cell] = static_cast<char>(cells[6 * (cell / side) + cell % side]);
        boards.emplace_back(nb::bytes(out.data(), static_cast<std::size_t>(side) * side), moves);
    }
    return Counts{result.layouts, result.spaces, result.positions, result.expanded, result.solvable, boards};
}

std::uint64_t layouts(int side, int row, const std::vector<int>& orders, const std::vector<int>& walls) {
    const rushhour::EnumerationRequest request = request_of(side, row, orders, walls);
    nb::gil_scoped_release unlocked;
    Guard guard(Limits{});
    return rushhour::Enumeration(request, guard).count();
}

}  // namespace

void register_rushhour_enumerate(nb::module_& m) {
    m.attr("RUSHHOUR_ORDERS") = rushhour::enumeration::orders;
    m.def("rushhour_enumerate", &enumerate, nb::arg("side"), nb::arg("row"), nb::arg("orders"), nb::arg("walls"),
          nb::arg("task").none());
    m.def("rushhour_count_layouts", &layouts, nb::arg("side"), nb::arg("row"), nb::arg("orders"), nb::arg("walls"));
}

}  // namespace unjam::bind
