#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bind/sokoban_board.hpp"
#include "families/sokoban/fess/lost.hpp"
#include "families/sokoban/improve/improve.hpp"
#include "families/sokoban/luck.hpp"
#include "families/sokoban/make.hpp"
#include "families/sokoban/oracle.hpp"
#include "families/sokoban/solve.hpp"

namespace unjam::bind {

namespace {

using namespace sokoban;

/// What the core does for a board of ordinary size.
class SokobanBoard : public AnyBoard<Ordinary> {
public:
    using AnyBoard::AnyBoard;

    Outcome solve(const std::vector<int>& boxes, int player, bool moves, unsigned rules, const nb::object& task) const {
        const Maze maze = this->maze(rules);
        const Position start = this->start(maze, boxes, player);
        return run(task,
                   [&](const Limits& native) { return sokoban::solve<Ordinary>(maze, start, moves, rules, native); });
    }

    /// Any solution, or with `proof` the optimum; where a limit comes first, a solution that was made shorter.
    Outcome solve_any(const std::vector<int>& boxes, int player, bool moves, bool proof, std::int64_t workers,
                      std::uint64_t seed, unsigned without, const nb::object& task) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        return search_any(maze, start, moves, proof, {threads_of(workers), seed, without}, task,
                          [&](const std::vector<std::int32_t>& steps, const Limits& native) {
                              return sokoban::improve<Ordinary>(maze, start, steps,
                                                                moves ? Metric::moves : Metric::pushes, native);
                          });
    }

    Study study(const std::vector<int>& boxes, int player, std::size_t most, std::size_t walks, std::uint64_t seed,
                const nb::object& task) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        return run(task, [&](const Limits& native) { return sokoban::study(maze, start, most, walks, seed, native); });
    }

    /// A solution given as directions, made shorter in the metric with that number.
    Outcome improve(const std::vector<int>& boxes, int player, std::vector<std::int32_t> moves, int metric,
                    const nb::object& task) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        if (metric < 0 || metric >= metrics) throw std::invalid_argument("no such metric");
        for (std::int32_t d : moves)
            if (d < 0 || d > 3) throw std::invalid_argument("a direction is 0 (up), 1 (down), 2 (left) or 3 (right)");
        for (Square b : start.boxes)
            if (b >= maze.live) throw std::invalid_argument("a box can never get home");
        const auto found = run(task, [&](const Limits& native) {
            return sokoban::improve<Ordinary>(maze, start, moves, static_cast<Metric>(metric), native);
        });
        if (!found) throw std::invalid_argument("the moves are no solution");
        return *found;
    }

    std::vector<std::int64_t> perft(const std::vector<int>& boxes, int player, int depth) const {
        const Maze maze = this->maze(0);
        const Position start = this->start(maze, boxes, player);
        return sokoban::perft(maze, start.boxes, start.player, depth);
    }

    /// What one stored position takes, without its place in the index (8 bytes a slot, at most three quarters full).
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

    /// The places of boxes that show that the position is lost, and whether they shut a part of the floor for good.
    std::pair<std::vector<int>, bool> lost(const std::vector<int>& boxes, int player) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        if (fill_ || start.boxes.size() != maze.goals.size())
            throw std::invalid_argument("nothing is proved unless there are as many boxes as goals");
        Lost found;
        {
            nb::gil_scoped_release unlocked;
            found = sokoban::lost<Ordinary>(maze, start);
        }
        std::vector<int> places;
        for (Square b : found.boxes) places.push_back(maze.cell[b]);
        return {std::move(places), found.shut};
    }

    /// What the search for any solution proves of positions that can come of the first: dead by some of its boxes, by a
    /// corral, by a pattern learned from any of them.
    std::vector<std::tuple<bool, bool, bool>> refute(const std::vector<int>& boxes, int player,
                                                     const std::vector<std::pair<std::vector<int>, int>>& asked,
                                                     int rounds) const {
        const Maze maze = this->maze(rule::all);
        const Position start = this->start(maze, boxes, player);
        if (fill_) throw std::invalid_argument("nothing is proved of levels with more boxes than goals");
        if (rounds < 0 || rounds > 100) throw std::invalid_argument("from 0 to 100 rounds");
        std::vector<Position> positions;
        for (const auto& [set, at] : asked) {
            positions.push_back(this->start(maze, set, at));
            if (set.size() != boxes.size()) throw std::invalid_argument("not as many boxes as in the first position");
        }
        std::vector<std::tuple<bool, bool, bool>> out;
        for (const Refuted& each : sokoban::refute<Ordinary>(maze, start, positions, rounds))
            out.emplace_back(each.subset, each.corral, each.pattern);
        return out;
    }
};

/// A new level: its cells, its boxes, the player, and 64 times the bits of luck it asks for; no cells when the effort
/// is spent.
std::tuple<nb::bytes, std::vector<int>, int, int> make(int rows, int cols, int boxes, int squares,
                                                       std::pair<int, int> bits, std::pair<int, int> pushes, bool exact,
                                                       std::int64_t effort, std::uint64_t seed,
                                                       const nb::object& task) {
    if (rows < 4 || rows > 20 || cols < 4 || cols > 20 || boxes < 1 || boxes > PullSpace::most_boxes || squares < 1 ||
        squares > PullSpace::most_squares || effort > 1'000'000'000)
        throw std::invalid_argument("no level can be made like this");
    const Order order{rows,         cols,          boxes, squares, bits.first, bits.second,
                      pushes.first, pushes.second, exact, effort,  seed};
    const std::optional<Made> made = run(task, [&](const Limits& all) {
        Guard guard(all);
        return RoomMaker(order).make(guard);
    });
    if (!made) return {nb::bytes("", 0), {}, 0, 0};
    const auto& cells = made->room.cells;
    return {nb::bytes(reinterpret_cast<const char*>(cells.data()), cells.size()), made->start.boxes, made->start.player,
            made->bits};
}

}  // namespace

void register_sokoban(nb::module_& m) {
    m.def(
        "sokoban_rules",
        [] {
            nb::dict rules;
            for (const rule::Named& each : rule::named) rules[each.name] = each.bit;
            return rules;
        },
        nb::sig("def sokoban_rules() -> dict[str, int]"));
    m.def(
        "sokoban_parts",
        [] {
            nb::dict parts;
            for (const rule::Named& each : part::named) parts[each.name] = each.bit;
            return parts;
        },
        nb::sig("def sokoban_parts() -> dict[str, int]"));
    m.attr("SOKOBAN_EAGER") = rule::eager;
    m.attr("SOKOBAN_MOST_FLOOR") = Ordinary::max_floor;
    m.attr("SOKOBAN_MOST_BOXES") = Ordinary::max_boxes;
    m.attr("SOKOBAN_MOST_MADE_BOXES") = PullSpace::most_boxes;
    m.def("sokoban_make", &make, nb::arg("rows"), nb::arg("cols"), nb::arg("boxes"), nb::arg("squares"),
          nb::arg("bits"), nb::arg("pushes"), nb::arg("exact"), nb::arg("effort"), nb::arg("seed"),
          nb::arg("task").none() = nb::none());
    nb::class_<SokobanBoard>(m, "SokobanBoard")
        .def(nb::init<int, int, std::vector<std::uint8_t>, bool>(), nb::arg("rows"), nb::arg("cols"), nb::arg("cells"),
             nb::arg("fill"))
        .def("solve", &SokobanBoard::solve, nb::arg("boxes"), nb::arg("player"), nb::arg("moves"), nb::arg("rules"),
             nb::arg("task").none())
        .def("study", &SokobanBoard::study, nb::arg("boxes"), nb::arg("player"), nb::arg("most"), nb::arg("walks"),
             nb::arg("seed"), nb::arg("task").none())
        .def("solve_any", &SokobanBoard::solve_any, nb::arg("boxes"), nb::arg("player"), nb::arg("moves"),
             nb::arg("proof"), nb::arg("workers"), nb::arg("seed"), nb::arg("without"), nb::arg("task").none())
        .def("improve", &SokobanBoard::improve, nb::arg("boxes"), nb::arg("player"), nb::arg("moves"),
             nb::arg("metric"), nb::arg("task").none())
        .def("perft", &SokobanBoard::perft, nb::arg("boxes"), nb::arg("player"), nb::arg("depth"))
        .def("state_bytes", &SokobanBoard::state_bytes)
        .def("judge", &SokobanBoard::judge, nb::arg("boxes"), nb::arg("player"))
        .def("lost", &SokobanBoard::lost, nb::arg("boxes"), nb::arg("player"))
        .def("refute", &SokobanBoard::refute, nb::arg("boxes"), nb::arg("player"), nb::arg("asked"), nb::arg("rounds"));
}

}  // namespace unjam::bind
