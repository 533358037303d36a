#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>

#include "bind/bind.hpp"
#include "families/packing/make.hpp"
#include "families/packing/solve.hpp"

namespace unjam::bind {

using packing::Algorithm;

void register_packing(nb::module_& m) {
    m.attr("PACKING_MOST_CELLS") = packing::most_cells;
    nb::enum_<Algorithm>(m, "PackingAlgorithm")
        .value("automatic", Algorithm::automatic)
        .value("scan", Algorithm::scan)
        .value("cover", Algorithm::cover);

    nb::class_<packing::Puzzle>(m, "PackingPuzzle")
        .def(
            "__init__",
            [](packing::Puzzle* self, const std::vector<std::pair<std::int32_t, std::int32_t>>& cells,
               const std::vector<std::uint32_t>& count, const std::vector<std::uint32_t>& area,
               const std::vector<std::vector<std::uint16_t>>& options, bool leftover,
               const std::vector<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>>& symmetries) {
                if (cells.size() > packing::most_cells) throw std::invalid_argument("the board is too large");
                ExactCover problem;
                if (area.size() != count.size() || options.size() != count.size() || count.size() > UINT16_MAX)
                    throw std::invalid_argument("each class has a count, an area and its options");
                problem.cells = static_cast<std::uint32_t>(cells.size());
                problem.leftover = leftover;
                for (const auto& [x, y] : cells) problem.at.push_back({x, y});
                problem.count = count;
                problem.area = area;
                for (std::size_t k = 0; k < count.size(); ++k) {
                    if (area[k] == 0 || options[k].size() % area[k] != 0 ||
                        problem.covered.size() + options[k].size() > INT32_MAX)
                        throw std::invalid_argument("an option has as many cells as the area of its class");
                    problem.covered.insert(problem.covered.end(), options[k].begin(), options[k].end());
                    for (std::size_t n = 0; n < options[k].size() / area[k]; ++n) {
                        problem.start.push_back(problem.start.back() + area[k]);
                        problem.kind.push_back(static_cast<std::uint16_t>(k));
                    }
                    problem.first.push_back(problem.options());
                }
                std::vector<packing::Symmetry> all;
                for (const auto& [cell, kind] : symmetries) all.push_back({cell, kind});
                new (self) packing::Puzzle(std::move(problem), all);
            },
            nb::arg("cells"), nb::arg("count"), nb::arg("area"), nb::arg("options"), nb::arg("leftover"),
            nb::arg("symmetries"));

    nb::class_<packing::Stream>(m, "PackingStream")
        .def(nb::init<packing::Puzzle, std::vector<std::uint32_t>, bool, Algorithm>(), nb::arg("puzzle"),
             nb::arg("order"), nb::arg("reduced"), nb::arg("algorithm"))
        .def(
            "next",
            [](packing::Stream& self, std::size_t most, const nb::object& task) {
                return run(task, [&](const Limits& all) { return self.next(most, all); });
            },
            nb::arg("most"), nb::arg("task").none());

    m.def(
        "packing_count",
        [](packing::Puzzle& puzzle, bool reduced, Algorithm algorithm, const nb::object& task) {
            const auto count =
                run(task, [&](const Limits& all) { return packing::count(puzzle, reduced, algorithm, all); });
            return std::pair{count.outcome, count.solutions};
        },
        nb::arg("puzzle"), nb::arg("reduced"), nb::arg("algorithm"), nb::arg("task").none());
    m.def(
        "packing_any",
        [](const packing::Puzzle& puzzle, bool fewest, Algorithm algorithm, const nb::object& task) {
            return run(task, [&](const Limits& all) { return packing::any(puzzle, fewest, algorithm, all); });
        },
        nb::arg("puzzle"), nb::arg("fewest"), nb::arg("algorithm"), nb::arg("task").none());
    m.def(
        "packing_make",
        [](int width, int height, std::pair<int, int> cells, int longest, std::pair<int, int> pieces, int ways,
           int wanted, int changes, std::uint64_t seed, const nb::object& task) {
            const auto [least, most] = cells;
            if (width < 1 || height < 1 || width > packing::Cutter::most_cells ||
                height > packing::Cutter::most_cells || width * height > packing::Cutter::most_cells || least < 1 ||
                most < least || pieces.second > 26 || (ways != 1 && ways != 4 && ways != 8) || wanted < 1 ||
                changes > 100'000)
                throw std::invalid_argument("no level can be cut like this");
            const packing::Order order{width,         height, least,  most,    longest, pieces.first,
                                       pieces.second, ways,   wanted, changes, seed};
            return run(task, [&](const Limits& all) {
                Guard guard(all);
                return packing::Cutter(order).make(guard);
            });
        },
        nb::arg("width"), nb::arg("height"), nb::arg("cells"), nb::arg("longest"), nb::arg("pieces"), nb::arg("ways"),
        nb::arg("wanted"), nb::arg("changes"), nb::arg("seed"), nb::arg("task").none() = nb::none());
}

}  // namespace unjam::bind
