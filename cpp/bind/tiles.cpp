#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "bind/bind.hpp"
#include "families/tiles/climb.hpp"
#include "families/tiles/fill.hpp"
#include "families/tiles/solve.hpp"
#include "families/tiles/space.hpp"
#include "families/tiles/walking.hpp"

namespace unjam::bind {

namespace {

using namespace tiles;

std::span<const std::uint8_t> view(const nb::bytes& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
}

nb::bytes bytes(const std::vector<std::uint8_t>& from) { return nb::bytes(from.data(), from.size()); }

/// Refuses what is not whole boards with each of 0 … cells - 1 once: the searches trust their boards.
std::span<const std::uint8_t> boards(const nb::bytes& given, int cells) {
    const auto all = view(given);
    if (cells < 1 || cells > most_cells || all.empty() || all.size() % cells)
        throw std::invalid_argument("not a whole number of boards");
    for (std::size_t at = 0; at < all.size(); at += cells) {
        Mask seen = 0;
        for (const std::uint8_t tile : all.subspan(at, cells)) seen |= tile < cells ? Mask{1} << tile : 0;
        if (std::popcount(seen) != cells) throw std::invalid_argument("not a board of tiles");
    }
    return all;
}

std::span<const std::uint8_t> board(const nb::bytes& given, int cells) {
    if (given.size() != static_cast<std::size_t>(cells)) throw std::invalid_argument("not one board");
    return boards(given, cells);
}

/// The same for boards that a search is to lead home: from one of wrong parity it would never get there.
template <class Solver>
std::span<const std::uint8_t> solvable(const Solver& solver, std::span<const std::uint8_t> all) {
    const Grid& grid = solver.engine().grid();
    std::array<std::uint8_t, most_cells> home{};
    std::iota(home.begin(), home.end(), std::uint8_t{0});
    for (std::size_t at = 0; at < all.size(); at += grid.cells())
        if (!grid.solvable(all.subspan(at, grid.cells()), home, solver.gap()))
            throw std::invalid_argument("the board cannot be solved: its parity is wrong");
    return all;
}

/// The table with `size` bytes from `offset` on it.
Table& table(Patterns& patterns, std::size_t number, std::size_t offset, std::size_t size) {
    if (number >= patterns.tables().size()) throw std::invalid_argument("no table of this number");
    Table& found = patterns.tables()[number];
    if (offset > found.bytes() || size > found.bytes() - offset)
        throw std::invalid_argument("beyond the end of the table");
    return found;
}

/// Tables that are ready stand under solvers and must not change any more.
void still_open(const Patterns& patterns) {
    if (patterns.ready()) throw std::invalid_argument("the tables are filled already");
}

/// Takes the memory of a read-only buffer (a mapped file, say) as a table without copying it.
void attach(Patterns& patterns, std::size_t number, const nb::object& data) {
    still_open(patterns);
    Table& to = table(patterns, number, 0, 0);
    auto view = std::make_unique<Py_buffer>();
    if (PyObject_GetBuffer(data.ptr(), view.get(), PyBUF_SIMPLE) != 0) throw nb::python_error();
    const auto release = [](Py_buffer* held) {
        PyBuffer_Release(held);
        delete held;
    };
    const std::shared_ptr<Py_buffer> held(view.release(), release);
    if (!held->readonly || static_cast<std::size_t>(held->len) != to.bytes())
        throw std::invalid_argument("not a read-only buffer as large as the table");
    to.mapped = std::shared_ptr<const std::uint8_t>(held, static_cast<const std::uint8_t*>(held->buf));
}

/// Pattern tables and the steps made ready from them; the tables must not change any more.
class TileSolver {
public:
    explicit TileSolver(const Patterns& patterns) : slides_(patterns) {
        if (!patterns.ready() && patterns.parts() > 0) throw std::invalid_argument("the tables are not filled");
    }
    const Slides& engine() const { return slides_; }
    int cells() const { return slides_.patterns().grid().cells(); }
    int gap() const { return slides_.patterns().gap(); }

private:
    Slides slides_;
};

class TileWalker {
public:
    TileWalker(int rows, int cols, int gap, std::size_t most)
        : walking_(Grid::checked(rows, cols, gap).rows, cols, gap, most), gap_(gap) {}
    const Walking& engine() const { return walking_; }
    int cells() const { return walking_.grid().cells(); }
    int gap() const { return gap_; }

private:
    Walking walking_;
    int gap_;
};

template <class Solver>
void offer_solving(nb::class_<Solver>& offered) {
    offered
        .def(
            "solve",
            [](const Solver& solver, const nb::bytes& given, const nb::object& task, std::int64_t threads) {
                const auto start = solvable(solver, board(given, solver.cells()));
                const auto at_once = static_cast<int>(threads_of(threads));
                return run(task,
                           [&](const Limits& watched) { return solve(solver.engine(), start, watched, at_once); });
            },
            nb::arg("board"), nb::arg("task").none(), nb::arg("threads"))
        .def(
            "solve_many",
            [](const Solver& solver, const nb::bytes& given, const nb::object& task, std::int64_t threads) {
                const auto starts = solvable(solver, boards(given, solver.cells()));
                const auto at_once = static_cast<int>(threads_of(threads));
                return run(
                    task, [&](const Limits& watched) { return solve_many(solver.engine(), starts, watched, at_once); });
            },
            nb::arg("boards"), nb::arg("task").none(), nb::arg("threads"));
}

Outcome build(Patterns& patterns, const nb::object& task) {
    still_open(patterns);
    return run(task, [&](const Limits& watched) {
        Guard guard(watched);
        Outcome out;
        std::size_t peak = 0;
        out.status = fill(patterns, guard, out.expanded, peak) ? Status::solved : Status::gave_up;
        out.stop = guard.why();
        out.peak_bytes = peak;
        out.seconds = guard.seconds();
        return out;
    });
}

}  // namespace

void register_tiles(nb::module_& m) {
    m.attr("TILES_MOST_SIDE") = most_side;
    m.attr("TILES_MOST_EXPLORED") = most_explored;
    nb::class_<Patterns>(m, "TilePatterns")
        .def(nb::init<int, int, int, const std::vector<std::vector<int>>&>(), nb::arg("rows"), nb::arg("cols"),
             nb::arg("gap"), nb::arg("parts"))
        .def_prop_ro("size", &Patterns::bytes)
        .def_prop_ro("ready", &Patterns::ready)
        .def_prop_ro("sizes",
                     [](const Patterns& patterns) {
                         std::vector<std::size_t> sizes;
                         for (const Table& each : patterns.tables()) sizes.push_back(each.bytes());
                         return sizes;
                     })
        .def("build", &build, nb::arg("task").none())
        .def(
            "chunk",
            [](Patterns& patterns, std::size_t number, std::size_t offset, std::size_t size) {
                const Table& from = table(patterns, number, offset, 0);
                if (!from.whole()) throw std::invalid_argument("the tables are not filled");
                return nb::bytes(from.begin() + offset, std::min(size, from.bytes() - offset));
            },
            nb::arg("table"), nb::arg("offset"), nb::arg("size"))
        .def("attach", &attach, nb::arg("table"), nb::arg("data"))
        .def("declare_ready", &Patterns::declare_ready)
        .def(
            "bound",
            [](const Patterns& patterns, const nb::bytes& given) {
                if (!patterns.ready() && patterns.parts() > 0) throw std::invalid_argument("the tables are not filled");
                return patterns.bound(board(given, patterns.grid().cells()));
            },
            nb::arg("board"));
    nb::class_<TileSolver> solver(m, "TileSolver");
    solver.def(nb::init<const Patterns&>(), nb::arg("patterns"), nb::keep_alive<1, 2>());
    offer_solving(solver);
    solver.def(
        "solve_any",
        [](const TileSolver& each, const nb::bytes& given, const nb::object& task) {
            const auto start = solvable(each, board(given, each.cells()));
            return run(task, [&](const Limits& watched) { return solve_any(each.engine(), start, watched); });
        },
        nb::arg("board"), nb::arg("task").none());
    nb::class_<TileWalker> walker(m, "TileWalker");
    walker
        .def(nb::init<int, int, int, std::size_t>(), nb::arg("rows"), nb::arg("cols"), nb::arg("gap"), nb::arg("most"))
        .def_prop_ro("whole", [](const TileWalker& each) { return each.engine().whole(); })
        .def_prop_ro("size", [](const TileWalker& each) { return each.engine().bytes(); })
        .def(
            "bound",
            [](const TileWalker& each, const nb::bytes& given) {
                return each.engine().line(solvable(each, board(given, each.cells()))).bound();
            },
            nb::arg("board"));
    offer_solving(walker);
    m.def(
        "tiles_explore",
        [](int rows, int cols, const nb::bytes& goal, const nb::object& task, int depth) {
            const auto wanted = board(goal, Grid::checked(rows, cols).cells());
            if (rows < 2 || cols < 2 || rows * cols > most_explored)
                throw std::invalid_argument("a board of 4 to 12 cells");
            return run(task, [&](const Limits& watched) { return explore(rows, cols, wanted, watched, depth); });
        },
        nb::arg("rows"), nb::arg("cols"), nb::arg("goal"), nb::arg("task").none(), nb::arg("depth") = -1);
    m.def(
        "tiles_climb",
        [](int rows, int cols, const nb::bytes& start, const nb::bytes& goal, const nb::bytes& prices,
           const nb::object& task) {
            const Grid grid = Grid::checked(rows, cols);
            const int cells = grid.cells();
            const auto from = board(start, cells), wanted = board(goal, cells);
            if (cells > 16 || prices.size() != static_cast<std::size_t>(cells) * cells)
                throw std::invalid_argument("a board of up to 16 cells");
            std::array<std::uint8_t, most_cells> home{};
            for (int at = 0; at < cells; ++at) home[wanted[at]] = static_cast<std::uint8_t>(at);
            if (!grid.solvable(from, home, 0))
                throw std::invalid_argument("the board cannot be solved: its parity is wrong");
            const Climb walk = run(
                task, [&](const Limits& watched) { return climb(rows, cols, from, wanted, view(prices), watched); });
            return std::make_tuple(walk.stop, walk.path, bytes(walk.visited));
        },
        nb::arg("rows"), nb::arg("cols"), nb::arg("start"), nb::arg("goal"), nb::arg("prices"), nb::arg("task").none());
}

}  // namespace unjam::bind
