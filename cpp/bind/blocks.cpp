// Python's view of sliding blocks: BlocksPuzzle from checked cells and shapes; solves many puzzles on
// threads, explores, counts (perft).
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>

#include "bind/bind.hpp"
#include "families/blocks/solve.hpp"
#include "unjam/batch.hpp"

namespace unjam::bind {

namespace {

using blocks::Metric;

/// Cells are row * cols + col, blocks are (shape, cell, goal cell or -1).
blocks::Puzzle puzzle_of(int rows, int cols, std::vector<std::uint8_t> walls,
                         std::vector<std::vector<std::pair<int, int>>> shapes,
                         const std::vector<std::tuple<int, int, int>>& block_specs) {
    blocks::Puzzle puzzle{rows, cols, std::move(walls), std::move(shapes), {}};
    for (const auto& [shape, at, goal] : block_specs) puzzle.blocks.push_back({shape, at, goal});
    blocks::check(puzzle);
    blocks::with_board(puzzle, Metric::moves, [](const auto&) {});  // throws if blocks overlap or stick out
    return puzzle;
}

Metric metric_of(bool steps) { return steps ? Metric::steps : Metric::moves; }

std::vector<Outcome> solve(const std::vector<const blocks::Puzzle*>& puzzles, bool steps, std::int64_t threads,
                           const nb::object& task) {
    if (std::find(puzzles.begin(), puzzles.end(), nullptr) != puzzles.end())
        throw nb::type_error("None is no puzzle of blocks");
    const unsigned thread_count = threads_of(threads);
    return run(task, [&](const Limits& limits) {
        return solve_batch(puzzles.size(), thread_count, limits,
                           [&](std::size_t i, unsigned own_threads, const Limits& own) {
                               return blocks::solve(*puzzles[i], metric_of(steps), own_threads, own);
                           });
    });
}

}  // namespace

void register_blocks(nb::module_& m) {
    m.attr("BLOCKS_MAX_SIDE") = blocks::max_side;
    nb::class_<blocks::Puzzle>(m, "BlocksPuzzle")
        .def(
            "__init__",
            [](blocks::Puzzle* self, int rows, int cols, std::vector<std::uint8_t> walls,
               std::vector<std::vector<std::pair<int, int>>> shapes,
               const std::vector<std::tuple<int, int, int>>& block_specs) {
                new (self) blocks::Puzzle(puzzle_of(rows, cols, std::move(walls), std::move(shapes), block_specs));
            },
            nb::arg("rows"), nb::arg("cols"), nb::arg("walls"), nb::arg("shapes"), nb::arg("blocks"));
    m.def("blocks_solve", &solve, nb::arg("puzzles"), nb::arg("steps"), nb::arg("threads"), nb::arg("task").none());
    m.def(
        "blocks_explore",
        [](const blocks::Puzzle& puzzle, bool steps, const nb::object& task) {
            return run(task, [&](const Limits& limits) { return blocks::explore(puzzle, metric_of(steps), limits); });
        },
        nb::arg("puzzle"), nb::arg("steps"), nb::arg("task").none());
    m.def(
        "blocks_perft",
        [](const blocks::Puzzle& puzzle, bool steps, unsigned depth) {
            return blocks::perft(puzzle, metric_of(steps), depth);
        },
        nb::arg("puzzle"), nb::arg("steps"), nb::arg("depth"));
}

}  // namespace unjam::bind
