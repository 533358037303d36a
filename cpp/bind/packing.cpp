// Python's view of packing: PackingPuzzle built from cells, options and symmetries; finds one filling,
// counts, lists (PackingStream) and generates.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>

#include "bind/bind.hpp"
#include "families/packing/generate.hpp"
#include "families/packing/solve.hpp"

namespace unjam::bind {

using packing::Algorithm;

namespace {

/// Builds the exact cover from cells (x, y) and, for each class of equal pieces, its count, area and options, which are
/// lists of cells one after another.
ExactCover problem_of(const std::vector<std::pair<std::int32_t, std::int32_t>>& cells,
                      const std::vector<std::uint32_t>& count, const std::vector<std::uint32_t>& area,
                      const std::vector<std::vector<std::uint16_t>>& options, bool leftover) {
    if (cells.size() > packing::max_cells) throw std::invalid_argument("the board is too large");
    if (area.size() != count.size() || options.size() != count.size() || count.size() > UINT16_MAX)
        throw std::invalid_argument("each class has a count, an area and its options");
    ExactCover problem;
    problem.cells = static_cast<std::uint32_t>(cells.size());
    problem.leftover = leftover;
    for (const auto& [x, y] : cells) problem.position.push_back({x, y});
    problem.count = count;
    problem.area = area;
    for (std::size_t k = 0; k < count.size(); ++k) {
        if (area[k] == 0 || options[k].size() % area[k] != 0 ||
            problem.option_cells.size() + options[k].size() > INT32_MAX)
            throw std::invalid_argument("an option has as many cells as the area of its class");
        problem.option_cells.insert(problem.option_cells.end(), options[k].begin(), options[k].end());
        for (std::size_t n = 0; n < options[k].size() / area[k]; ++n) {
            problem.first_cell.push_back(problem.first_cell.back() + area[k]);
            problem.class_of.push_back(static_cast<std::uint16_t>(k));
        }
        problem.first_option.push_back(problem.options());
    }
    return problem;
}

std::vector<int> generate(int width, int height, std::pair<int, int> cells, int max_side, std::pair<int, int> pieces,
                          int orientations, int solutions, int max_changes, std::uint64_t seed,
                          const nb::object& task) {
    const auto [min_cells, max_cells] = cells;
    if (width < 1 || height < 1 || width > packing::Cutter::max_cells || height > packing::Cutter::max_cells ||
        width * height > packing::Cutter::max_cells || min_cells < 1 || max_cells < min_cells || pieces.second > 26 ||
        (orientations != 1 && orientations != 4 && orientations != 8) || solutions < 1 || max_changes > 100'000)
        throw std::invalid_argument("no level can be cut like this");
    const packing::Request request{width,         height,       min_cells, max_cells,   max_side, pieces.first,
                                   pieces.second, orientations, solutions, max_changes, seed};
    return run(task, [&](const Limits& limits) {
        Guard guard(limits);
        return packing::Cutter(request).generate(guard);
    });
}

}  // namespace

void register_packing(nb::module_& m) {
    m.attr("PACKING_MAX_CELLS") = packing::max_cells;
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
                std::vector<packing::Symmetry> all_symmetries;
                for (const auto& [cell, kind] : symmetries) all_symmetries.push_back({cell, kind});
                new (self) packing::Puzzle(problem_of(cells, count, area, options, leftover), all_symmetries);
            },
            nb::arg("cells"), nb::arg("count"), nb::arg("area"), nb::arg("options"), nb::arg("leftover"),
            nb::arg("symmetries"));

    nb::class_<packing::FillingStream>(m, "PackingStream")
        .def(nb::init<packing::Puzzle, std::vector<std::uint32_t>, bool, Algorithm>(), nb::arg("puzzle"),
             nb::arg("order"), nb::arg("reduced"), nb::arg("algorithm"))
        .def(
            "next",
            [](packing::FillingStream& self, std::size_t max_fillings, const nb::object& task) {
                return run(task, [&](const Limits& limits) { return self.next(max_fillings, limits); });
            },
            nb::arg("max_fillings"), nb::arg("task").none());

    m.def(
        "packing_count",
        [](packing::Puzzle& puzzle, bool reduced, Algorithm algorithm, const nb::object& task) {
            const auto count =
                run(task, [&](const Limits& limits) { return packing::count(puzzle, reduced, algorithm, limits); });
            return std::pair{count.outcome, count.solutions};
        },
        nb::arg("puzzle"), nb::arg("reduced"), nb::arg("algorithm"), nb::arg("task").none());
    m.def(
        "packing_solve_any",
        [](const packing::Puzzle& puzzle, bool fewest, Algorithm algorithm, const nb::object& task) {
            return run(task,
                       [&](const Limits& limits) { return packing::solve_any(puzzle, fewest, algorithm, limits); });
        },
        nb::arg("puzzle"), nb::arg("fewest"), nb::arg("algorithm"), nb::arg("task").none());
    m.def("packing_generate", &generate, nb::arg("width"), nb::arg("height"), nb::arg("cells"), nb::arg("max_side"),
          nb::arg("pieces"), nb::arg("orientations"), nb::arg("solutions"), nb::arg("max_changes"), nb::arg("seed"),
          nb::arg("task").none() = nb::none());
}

}  // namespace unjam::bind
