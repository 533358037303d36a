// SokobanBoard, Python's view of ordinary levels: solves, rates, improves, judges single positions and proves
// them lost; generates levels; names rules and techniques. SokobanLargeBoard, for larger levels, has less to do.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bind/sokoban_board.hpp"
#include "families/sokoban/cross_checks.hpp"
#include "families/sokoban/deadlocks/lost_position.hpp"
#include "families/sokoban/generate/generate.hpp"
#include "families/sokoban/improve/improve.hpp"
#include "families/sokoban/rating/difficulty.hpp"
#include "families/sokoban/solve.hpp"

namespace unjam::bind {

namespace {

using namespace sokoban;

/// Everything the core does for a board of ordinary size.
class SokobanBoard : public AnyBoard<Ordinary> {
public:
    using AnyBoard::AnyBoard;

    Outcome solve(const std::vector<int>& boxes, int player, bool moves, unsigned rules, const nb::object& task) const {
        const Maze maze = this->maze(rules);
        const Position start = this->start(maze, boxes, player);
        return run(task,
                   [&](const Limits& limits) { return sokoban::solve<Ordinary>(maze, start, moves, rules, limits); });
    }

    /// Any solution, or with `proof` the optimum; at a limit, a solution that was shortened.
    Outcome solve_any_shortened(const std::vector<int>& boxes, int player, bool moves, bool proof, std::int64_t workers,
                                std::uint64_t seed, unsigned switched_off, const nb::object& task) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        return search_any(maze, start, moves, proof, {threads_of(workers), seed, switched_off}, task,
                          [&](const std::vector<std::int32_t>& steps, const Limits& limits) {
                              return sokoban::improve<Ordinary>(maze, start, steps,
                                                                moves ? Metric::moves : Metric::pushes, limits);
                          });
    }

    Study study(const std::vector<int>& boxes, int player, std::size_t max_positions, std::size_t walks,
                std::uint64_t seed, const nb::object& task) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        return run(task, [&](const Limits& limits) {
            return sokoban::study(maze, start, max_positions, walks, seed, limits);
        });
    }

    /// Shortens a solution, given as directions, in the metric with that number.
    Outcome improve(const std::vector<int>& boxes, int player, std::vector<std::int32_t> moves, int metric,
                    const nb::object& task) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        if (metric < 0 || metric >= metrics) throw std::invalid_argument("no such metric");
        for (std::int32_t d : moves)
            if (d < 0 || d > 3) throw std::invalid_argument("a direction is 0 (up), 1 (down), 2 (left) or 3 (right)");
        for (Square b : start.boxes)
            if (b >= maze.live) throw std::invalid_argument("a box can never get home");
        const auto outcome = run(task, [&](const Limits& limits) {
            return sokoban::improve<Ordinary>(maze, start, moves, static_cast<Metric>(metric), limits);
        });
        if (!outcome) throw std::invalid_argument("the moves are no solution");
        return *outcome;
    }

    std::vector<std::int64_t> perft(const std::vector<int>& boxes, int player, int depth) const {
        const Maze maze = this->maze(0);
        const Position start = this->start(maze, boxes, player);
        return sokoban::perft(maze, start.boxes, start.player, depth);
    }

    /// Bytes of one stored position, without its slot in the index (8 bytes, at most three quarters full).
    int state_bytes() const { return ((maze(rule::all).live + 63) / 64 + 1) * 8; }

    using Judgement = std::tuple<bool, bool, bool, bool, bool, int, std::vector<std::pair<int, int>>>;
    Judgement judge(const std::vector<int>& boxes, int player) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        const Verdict verdict = sokoban::judge<Ordinary>(maze, start.boxes, start.player);
        std::vector<std::pair<int, int>> pushes;
        for (const Push& push : verdict.pushes) pushes.emplace_back(maze.cell[push.from], push.direction);
        return {verdict.dead_square, verdict.frozen,   verdict.unmatched, verdict.shut_dead,
                verdict.corral,      verdict.estimate, std::move(pushes)};
    }

    /// The cells of boxes that prove the position lost, and whether they close off an area for ever.
    std::pair<std::vector<int>, bool> prove_lost(const std::vector<int>& boxes, int player) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        if (fill_ || start.boxes.size() != maze.goals.size())
            throw std::invalid_argument("nothing is proved unless there are as many boxes as goals");
        LostPosition result;
        {
            nb::gil_scoped_release unlocked;
            result = sokoban::find_lost<Ordinary>(maze, start);
        }
        std::vector<int> places;
        for (Square b : result.boxes) places.push_back(maze.cell[b]);
        return {std::move(places), result.closes_area};
    }

    /// Which of the positions, all reachable from the first one, the any-solution search proves dead: by a subset of
    /// the boxes, by a corral, by a pattern learned from any of them.
    std::vector<std::tuple<bool, bool, bool>> refute(const std::vector<int>& boxes, int player,
                                                     const std::vector<std::pair<std::vector<int>, int>>& queries,
                                                     int rounds) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        if (fill_) throw std::invalid_argument("nothing is proved of levels with more boxes than goals");
        if (rounds < 0 || rounds > 100) throw std::invalid_argument("from 0 to 100 rounds");
        std::vector<std::tuple<bool, bool, bool>> out;
        for (const Refutation& refutation :
             sokoban::refute<Ordinary>(maze, start, this->positions(maze, boxes.size(), queries), rounds))
            out.emplace_back(refutation.subset, refutation.corral, refutation.pattern);
        return out;
    }

    /// For each position the least number of boxes that the tables of the greedy search prove lost, and that they prove
    /// not to come from the first position.
    std::vector<std::pair<int, int>> find_outside_tables(
        const std::vector<int>& boxes, int player, const std::vector<std::pair<std::vector<int>, int>>& queries) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->small_start(maze, boxes, player);
        return sokoban::find_outside_tables(maze, start, positions(maze, boxes.size(), queries));
    }

    /// The greedy search by itself: the steps of a solution, and whether it saw all that can be reached.
    std::pair<std::vector<std::int32_t>, bool> search_greedily(const std::vector<int>& boxes, int player,
                                                               std::uint64_t seed, std::uint64_t expansions) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->small_start(maze, boxes, player);
        if (expansions > 10'000'000) throw std::invalid_argument("at most ten million expansions");
        GreedySearch<FewBoxes> search(maze, start, seed);
        search.build_tables([] { return false; });
        const bool met = search.run(expansions, [] { return false; });
        return {met ? player_steps(maze, start, search.pushes()) : std::vector<std::int32_t>{}, search.is_exhausted()};
    }

private:
    Position small_start(const Maze& maze, const std::vector<int>& boxes, int player) const {
        const Position out = this->start(maze, boxes, player);
        if (!FewBoxes::fits(maze, out)) throw std::invalid_argument("the greedy search is not for such levels");
        for (Square b : out.boxes)
            if (b >= maze.live) throw std::invalid_argument("a box can never get home");
        return out;
    }

    std::vector<Position> positions(const Maze& maze, std::size_t boxes,
                                    const std::vector<std::pair<std::vector<int>, int>>& queries) const {
        std::vector<Position> out;
        for (const auto& [set, at] : queries) {
            out.push_back(this->start(maze, set, at));
            if (set.size() != boxes) throw std::invalid_argument("not as many boxes as in the first position");
        }
        return out;
    }
};

/// A new level: its cells, its boxes, the player, and 64 times the bits of luck it needs; no cells if the effort is
/// spent.
std::tuple<nb::bytes, std::vector<int>, int, int> generate(int rows, int cols, int boxes, int squares,
                                                           std::pair<int, int> bits, std::pair<int, int> pushes,
                                                           bool exact, std::int64_t effort, std::uint64_t seed,
                                                           const nb::object& task) {
    if (rows < 4 || rows > 20 || cols < 4 || cols > 20 || boxes < 1 || boxes > PullSpace::max_boxes || squares < 1 ||
        squares > PullSpace::max_squares || effort > 1'000'000'000)
        throw std::invalid_argument("no level can be made like this");
    const Request request{rows,         cols,          boxes, squares, bits.first, bits.second,
                          pushes.first, pushes.second, exact, effort,  seed};
    const std::optional<GeneratedLevel> level = run(task, [&](const Limits& limits) {
        Guard guard(limits);
        return RoomGenerator(request).generate(guard);
    });
    if (!level) return {nb::bytes("", 0), {}, 0, 0};
    const auto& cells = level->room.cells;
    return {nb::bytes(reinterpret_cast<const char*>(cells.data()), cells.size()), level->start.boxes,
            level->start.player, level->bits};
}

}  // namespace

void register_sokoban(nb::module_& m) {
    m.def(
        "sokoban_rules",
        [] {
            nb::dict rules;
            for (const NamedBit& each : rule::named) rules[each.name] = each.bit;
            return rules;
        },
        nb::sig("def sokoban_rules() -> dict[str, int]"));
    m.def(
        "sokoban_techniques",
        [] {
            nb::dict parts;
            for (const NamedBit& each : technique::named) parts[each.name] = each.bit;
            return parts;
        },
        nb::sig("def sokoban_techniques() -> dict[str, int]"));
    m.attr("SOKOBAN_EAGER") = rule::eager;
    m.attr("SOKOBAN_MAX_FLOOR") = Ordinary::max_floor;
    m.attr("SOKOBAN_MAX_BOXES") = Ordinary::max_boxes;
    m.attr("SOKOBAN_MAX_GENERATED_BOXES") = PullSpace::max_boxes;
    m.def("sokoban_generate", &generate, nb::arg("rows"), nb::arg("cols"), nb::arg("boxes"), nb::arg("squares"),
          nb::arg("bits"), nb::arg("pushes"), nb::arg("exact"), nb::arg("effort"), nb::arg("seed"),
          nb::arg("task").none() = nb::none());
    nb::class_<SokobanBoard>(m, "SokobanBoard")
        .def(nb::init<int, int, std::vector<std::uint8_t>, bool>(), nb::arg("rows"), nb::arg("cols"), nb::arg("cells"),
             nb::arg("fill"))
        .def("solve", &SokobanBoard::solve, nb::arg("boxes"), nb::arg("player"), nb::arg("moves"), nb::arg("rules"),
             nb::arg("task").none())
        .def("study", &SokobanBoard::study, nb::arg("boxes"), nb::arg("player"), nb::arg("max_positions"),
             nb::arg("walks"), nb::arg("seed"), nb::arg("task").none())
        .def("solve_any", &SokobanBoard::solve_any_shortened, nb::arg("boxes"), nb::arg("player"), nb::arg("moves"),
             nb::arg("proof"), nb::arg("workers"), nb::arg("seed"), nb::arg("switched_off"), nb::arg("task").none())
        .def("improve", &SokobanBoard::improve, nb::arg("boxes"), nb::arg("player"), nb::arg("moves"),
             nb::arg("metric"), nb::arg("task").none())
        .def("perft", &SokobanBoard::perft, nb::arg("boxes"), nb::arg("player"), nb::arg("depth"))
        .def("state_bytes", &SokobanBoard::state_bytes)
        .def("judge", &SokobanBoard::judge, nb::arg("boxes"), nb::arg("player"))
        .def("prove_lost", &SokobanBoard::prove_lost, nb::arg("boxes"), nb::arg("player"))
        .def("refute", &SokobanBoard::refute, nb::arg("boxes"), nb::arg("player"), nb::arg("queries"),
             nb::arg("rounds"))
        .def("find_outside_tables", &SokobanBoard::find_outside_tables, nb::arg("boxes"), nb::arg("player"),
             nb::arg("queries"))
        .def("search_greedily", &SokobanBoard::search_greedily, nb::arg("boxes"), nb::arg("player"), nb::arg("seed"),
             nb::arg("expansions"));
}

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
