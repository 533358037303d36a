// Python's view of sliding tiles: TilePatterns (builds, reads, attaches tables), the two solvers, exploring,
// hill climbing; checks boards and their parity.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "bind/bind.hpp"
#include "families/tiles/explore.hpp"
#include "families/tiles/fill_tables.hpp"
#include "families/tiles/hill_climb.hpp"
#include "families/tiles/solve.hpp"
#include "families/tiles/walking_distance.hpp"

namespace unjam::bind {

namespace {

using namespace tiles;

std::span<const std::uint8_t> view(const nb::bytes& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
}

nb::bytes bytes(const std::vector<std::uint8_t>& from) { return nb::bytes(from.data(), from.size()); }

/// Throws unless the bytes are whole boards with each of 0 … cells - 1 once: the searches trust their boards.
std::span<const std::uint8_t> boards(const nb::bytes& data, int cells) {
    const auto all = view(data);
    if (cells < 1 || cells > max_cells || all.empty() || all.size() % cells)
        throw std::invalid_argument("not a whole number of boards");
    for (std::size_t at = 0; at < all.size(); at += cells) {
        Mask seen = 0;
        for (const std::uint8_t tile : all.subspan(at, cells)) seen |= tile < cells ? Mask{1} << tile : 0;
        if (std::popcount(seen) != cells) throw std::invalid_argument("not a board of tiles");
    }
    return all;
}

std::span<const std::uint8_t> board(const nb::bytes& data, int cells) {
    if (data.size() != static_cast<std::size_t>(cells)) throw std::invalid_argument("not one board");
    return boards(data, cells);
}

/// Throws if a board has the wrong parity: a search would never end.
template <class Solver>
std::span<const std::uint8_t> solvable(const Solver& solver, std::span<const std::uint8_t> all) {
    const Grid& grid = solver.engine().grid();
    std::array<std::uint8_t, max_cells> home{};
    std::iota(home.begin(), home.end(), std::uint8_t{0});
    for (std::size_t at = 0; at < all.size(); at += grid.cells())
        if (!grid.solvable(all.subspan(at, grid.cells()), home, solver.gap()))
            throw std::invalid_argument("the board cannot be solved: its parity is wrong");
    return all;
}

/// Returns the table if it has `size` bytes from `offset` on.
Table& table(PatternTables& patterns, std::size_t number, std::size_t offset, std::size_t size) {
    if (number >= patterns.tables().size()) throw std::invalid_argument("no table of this number");
    Table& chosen_table = patterns.tables()[number];
    if (offset > chosen_table.bytes() || size > chosen_table.bytes() - offset)
        throw std::invalid_argument("beyond the end of the table");
    return chosen_table;
}

/// Solvers use tables that are ready, so those must not change any more.
void check_not_ready(const PatternTables& patterns) {
    if (patterns.is_ready()) throw std::invalid_argument("the tables are filled already");
}

/// Takes the memory of a read-only buffer (a mapped file, say) as a table without copying it.
void attach(PatternTables& patterns, std::size_t number, const nb::object& data) {
    check_not_ready(patterns);
    Table& to = table(patterns, number, 0, 0);
    auto view = std::make_unique<Py_buffer>();
    if (PyObject_GetBuffer(data.ptr(), view.get(), PyBUF_SIMPLE) != 0) throw nb::python_error();
    const auto release = [](Py_buffer* buffer) {
        PyBuffer_Release(buffer);
        delete buffer;
    };
    const std::shared_ptr<Py_buffer> buffer(view.release(), release);
    if (!buffer->readonly || static_cast<std::size_t>(buffer->len) != to.bytes())
        throw std::invalid_argument("not a read-only buffer as large as the table");
    to.mapped = std::shared_ptr<const std::uint8_t>(buffer, static_cast<const std::uint8_t*>(buffer->buf));
}

/// Pattern tables and the steps precomputed from them. The tables must not change any more.
class TilePatternSolver {
public:
    explicit TilePatternSolver(const PatternTables& patterns) : slides_(patterns) {
        if (!patterns.is_ready() && patterns.parts() > 0) throw std::invalid_argument("the tables are not filled");
    }
    const PatternSearch& engine() const { return slides_; }
    int cells() const { return slides_.patterns().grid().cells(); }
    int gap() const { return slides_.patterns().gap(); }

private:
    PatternSearch slides_;
};

class TileWalkingSolver {
public:
    TileWalkingSolver(int rows, int cols, int gap, std::size_t max_bytes)
        : walking_(Grid::checked(rows, cols, gap).rows, cols, gap, max_bytes), gap_(gap) {}
    const WalkingDistance& engine() const { return walking_; }
    int cells() const { return walking_.grid().cells(); }
    int gap() const { return gap_; }

private:
    WalkingDistance walking_;
    int gap_;
};

template <class Solver>
void bind_solving(nb::class_<Solver>& solver_class) {
    solver_class
        .def(
            "solve",
            [](const Solver& solver, const nb::bytes& data, const nb::object& task, std::int64_t threads) {
                const auto start = solvable(solver, board(data, solver.cells()));
                const auto thread_count = static_cast<int>(threads_of(threads));
                return run(task,
                           [&](const Limits& limits) { return solve(solver.engine(), start, limits, thread_count); });
            },
            nb::arg("board"), nb::arg("task").none(), nb::arg("threads"))
        .def(
            "solve_many",
            [](const Solver& solver, const nb::bytes& data, const nb::object& task, std::int64_t threads) {
                const auto starts = solvable(solver, boards(data, solver.cells()));
                const auto thread_count = static_cast<int>(threads_of(threads));
                return run(task, [&](const Limits& limits) {
                    return solve_many(solver.engine(), starts, limits, thread_count);
                });
            },
            nb::arg("boards"), nb::arg("task").none(), nb::arg("threads"));
}

Outcome build(PatternTables& patterns, const nb::object& task) {
    check_not_ready(patterns);
    return run(task, [&](const Limits& limits) {
        Guard guard(limits);
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
    m.attr("TILES_MAX_SIDE") = max_side;
    m.attr("TILES_MAX_EXPLORED") = max_explored;
    nb::class_<PatternTables>(m, "TilePatterns")
        .def(nb::init<int, int, int, const std::vector<std::vector<int>>&>(), nb::arg("rows"), nb::arg("cols"),
             nb::arg("gap"), nb::arg("parts"))
        .def_prop_ro("nbytes", &PatternTables::bytes)
        .def_prop_ro("is_ready", &PatternTables::is_ready)
        .def_prop_ro("table_bytes",
                     [](const PatternTables& patterns) {
                         std::vector<std::size_t> sizes;
                         for (const Table& each : patterns.tables()) sizes.push_back(each.bytes());
                         return sizes;
                     })
        .def("build", &build, nb::arg("task").none())
        .def(
            "read",
            [](PatternTables& patterns, std::size_t number, std::size_t offset, std::size_t size) {
                const Table& from = table(patterns, number, offset, 0);
                if (!from.is_complete()) throw std::invalid_argument("the tables are not filled");
                return nb::bytes(from.begin() + offset, std::min(size, from.bytes() - offset));
            },
            nb::arg("table"), nb::arg("offset"), nb::arg("size"))
        .def("attach", &attach, nb::arg("table"), nb::arg("data"))
        .def("mark_ready", &PatternTables::mark_ready)
        .def(
            "bound",
            [](const PatternTables& patterns, const nb::bytes& data) {
                if (!patterns.is_ready() && patterns.parts() > 0)
                    throw std::invalid_argument("the tables are not filled");
                return patterns.bound(board(data, patterns.grid().cells()));
            },
            nb::arg("board"));
    nb::class_<TilePatternSolver> solver(m, "TilePatternSolver");
    solver.def(nb::init<const PatternTables&>(), nb::arg("patterns"), nb::keep_alive<1, 2>());
    bind_solving(solver);
    solver.def(
        "solve_any",
        [](const TilePatternSolver& each, const nb::bytes& data, const nb::object& task) {
            const auto start = solvable(each, board(data, each.cells()));
            return run(task, [&](const Limits& limits) { return solve_any(each.engine(), start, limits); });
        },
        nb::arg("board"), nb::arg("task").none());
    nb::class_<TileWalkingSolver> walker(m, "TileWalkingSolver");
    walker
        .def(nb::init<int, int, int, std::size_t>(), nb::arg("rows"), nb::arg("cols"), nb::arg("gap"),
             nb::arg("max_bytes"))
        .def_prop_ro("is_complete", [](const TileWalkingSolver& each) { return each.engine().is_complete(); })
        .def_prop_ro("nbytes", [](const TileWalkingSolver& each) { return each.engine().bytes(); })
        .def(
            "bound",
            [](const TileWalkingSolver& each, const nb::bytes& data) {
                return each.engine().branch(solvable(each, board(data, each.cells()))).bound();
            },
            nb::arg("board"));
    bind_solving(walker);
    m.def(
        "tiles_explore",
        [](int rows, int cols, const nb::bytes& goal, const nb::object& task, int depth) {
            const auto goal_board = board(goal, Grid::checked(rows, cols).cells());
            if (rows < 2 || cols < 2 || rows * cols > max_explored)
                throw std::invalid_argument("a board of 4 to 12 cells");
            return run(task,
                       [&](const Limits& limits) { return Exploration(rows, cols, goal_board, limits).run(depth); });
        },
        nb::arg("rows"), nb::arg("cols"), nb::arg("goal"), nb::arg("task").none(), nb::arg("depth") = -1);
    m.def(
        "tiles_hill_climb",
        [](int rows, int cols, const nb::bytes& start, const nb::bytes& goal, const nb::bytes& prices,
           const nb::object& task) {
            const Grid grid = Grid::checked(rows, cols);
            const int cells = grid.cells();
            const auto from = board(start, cells), goal_board = board(goal, cells);
            if (cells > 16 || prices.size() != static_cast<std::size_t>(cells) * cells)
                throw std::invalid_argument("a board of up to 16 cells");
            std::array<std::uint8_t, max_cells> home{};
            for (int at = 0; at < cells; ++at) home[goal_board[at]] = static_cast<std::uint8_t>(at);
            if (!grid.solvable(from, home, 0))
                throw std::invalid_argument("the board cannot be solved: its parity is wrong");
            const Climb walk = run(task, [&](const Limits& limits) {
                return HillClimber(rows, cols, goal_board, view(prices), limits).run(from);
            });
            return std::make_tuple(walk.stop, walk.path, bytes(walk.visited));
        },
        nb::arg("rows"), nb::arg("cols"), nb::arg("start"), nb::arg("goal"), nb::arg("prices"), nb::arg("task").none());
}

}  // namespace unjam::bind
