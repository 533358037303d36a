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
#include "families/rushhour/every.hpp"

namespace unjam::bind {

namespace {

rushhour::EveryWish wish_of(int side, int row, const std::vector<int>& orders, const std::vector<int>& walls) {
    rushhour::EveryWish wish;
    wish.side = side;
    wish.row = row;
    const auto demand = [](bool holds) {
        if (!holds) throw std::invalid_argument("there are no boards like this");
    };
    const int given = static_cast<int>(orders.size());
    demand(side >= 3 && side <= rushhour::every_side && (given == side || given == side + 2));
    for (const int order : orders) demand(order >= 0 && order < rushhour::every::orders);
    for (int r = 0; r < side; ++r) wish.orders[r] = static_cast<std::uint8_t>(orders[r]);
    if (given > side)
        wish.columns = {static_cast<std::uint8_t>(orders[side]), static_cast<std::uint8_t>(orders[side + 1])};
    for (const int wall : walls) {
        demand(wall >= 0 && wall < side * side);
        wish.walls |= std::uint64_t{1} << (6 * (wall / side) + wall % side);
    }
    return wish;
}

/// Layouts, spaces, positions, expanded, solvable spaces by moves, minimal boards with their moves.
using Found = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::vector<std::uint64_t>,
                         std::vector<std::pair<nb::bytes, int>>>;

/// What was found among the boards with these orders of the rows and, where they are named, of two columns; each board
/// is side * side numbers as in `EveryFound`. None when it was stopped.
std::optional<Found> every(int side, int row, const std::vector<int>& orders, const std::vector<int>& walls,
                           const nb::object& task) {
    const rushhour::EveryWish wish = wish_of(side, row, orders, walls);
    const rushhour::EveryFound found = run(task, [&](const Limits& native) {
        Guard guard(native, 64);
        return rushhour::Every(wish, guard).run();
    });
    if (found.stop != Stop::none) return std::nullopt;
    std::vector<std::pair<nb::bytes, int>> boards;
    for (const auto& [cells, moves] : found.minimal) {
        std::array<char, rushhour::every_side * rushhour::every_side> out{};
        for (int cell = 0; cell < side * side; ++cell)
            out[cell] = static_cast<char>(cells[6 * (cell / side) + cell % side]);
        boards.emplace_back(nb::bytes(out.data(), static_cast<std::size_t>(side) * side), moves);
    }
    return Found{found.layouts, found.spaces, found.positions, found.expanded, found.solvable, boards};
}

std::uint64_t layouts(int side, int row, const std::vector<int>& orders, const std::vector<int>& walls) {
    const rushhour::EveryWish wish = wish_of(side, row, orders, walls);
    nb::gil_scoped_release unlocked;
    Guard guard(Limits{});
    return rushhour::Every(wish, guard).count();
}

}  // namespace

void register_rushhour_every(nb::module_& m) {
    m.attr("RUSHHOUR_ORDERS") = rushhour::every::orders;
    m.def("rushhour_every", &every, nb::arg("side"), nb::arg("row"), nb::arg("orders"), nb::arg("walls"),
          nb::arg("task").none());
    m.def("rushhour_layouts", &layouts, nb::arg("side"), nb::arg("row"), nb::arg("orders"), nb::arg("walls"));
}

}  // namespace unjam::bind
