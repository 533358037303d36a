// Python's view of Rush Hour: reads and writes boards as bytes (`lot_of`, `code_of`); solves, explores,
// rates, counts, generates; the fallible player's move chances.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <utility>

#include "bind/bind.hpp"
#include "families/rushhour/generate.hpp"
#include "families/rushhour/rating/difficulty.hpp"
#include "families/rushhour/solve.hpp"
#include "unjam/batch.hpp"

namespace unjam::bind {

namespace {

/// Reads: rows, cols, target, goal, number of cars, then (across, lane, length, offset) per car, then the wall cells.
rushhour::Lot lot_of(const nb::bytes& code) {
    const auto* at = reinterpret_cast<const unsigned char*>(code.c_str());
    const auto* const end = at + code.size();
    const auto next = [&]() -> int {
        if (at == end) throw std::invalid_argument("this is no Rush Hour board");
        return *at++;
    };
    rushhour::Lot lot;
    lot.rows = next();
    lot.cols = next();
    lot.target = next();
    lot.goal = next();
    for (int cars = next(); cars > 0; --cars) {
        rushhour::Car car;
        car.horizontal = next() != 0;
        car.lane = next();
        car.length = next();
        car.offset = next();
        lot.cars.push_back(car);
    }
    lot.walls.assign(static_cast<std::size_t>(lot.rows) * static_cast<std::size_t>(lot.cols), false);
    while (at != end) {
        const auto cell = static_cast<std::size_t>(next());
        if (cell >= lot.walls.size()) throw std::invalid_argument("this is no Rush Hour board");
        lot.walls[cell] = true;
    }
    rushhour::check(lot);
    return lot;
}

rushhour::Metric metric_of(bool steps) { return steps ? rushhour::Metric::steps : rushhour::Metric::moves; }

std::vector<Outcome> solve(const std::vector<nb::bytes>& codes, bool steps, std::int64_t threads,
                           const nb::object& task, std::size_t share_above, std::optional<bool> guided) {
    std::vector<rushhour::Lot> lots;
    lots.reserve(codes.size());
    for (const nb::bytes& code : codes) lots.push_back(lot_of(code));
    const unsigned thread_count = threads_of(threads);
    return run(task, [&](const Limits& limits) {
        return solve_batch(
            lots.size(), thread_count, limits, [&](std::size_t i, unsigned own_threads, const Limits& board_limits) {
                static thread_local rushhour::Scratch shared_scratch;
                rushhour::Scratch own_scratch;
                return rushhour::solve(lots[i], metric_of(steps), {own_threads, share_above}, board_limits,
                                       lots.size() == 1 ? own_scratch : shared_scratch, guided);
            });
    });
}

Space explore(const nb::bytes& code, bool steps, const nb::object& task) {
    const rushhour::Lot lot = lot_of(code);
    return run(task, [&](const Limits& limits) { return rushhour::explore(lot, metric_of(steps), limits); });
}

Study study(const nb::bytes& code, std::size_t max_positions, std::size_t walks, std::uint64_t seed,
            const nb::object& task) {
    const rushhour::Lot lot = lot_of(code);
    return run(task, [&](const Limits& limits) { return rushhour::study(lot, max_positions, walks, seed, limits); });
}

std::vector<double> choices(const nb::bytes& code) { return rushhour::choices(lot_of(code)); }

std::vector<std::uint64_t> perft(const nb::bytes& code, bool steps, unsigned depth) {
    return rushhour::perft(lot_of(code), metric_of(steps), depth);
}

/// Writes what `lot_of` reads.
nb::bytes code_of(const rushhour::Lot& lot) {
    std::vector<unsigned char> out;
    const auto put = [&](int number) { out.push_back(static_cast<unsigned char>(number)); };
    for (const int number : {lot.rows, lot.cols, lot.target, lot.goal, static_cast<int>(lot.cars.size())}) put(number);
    for (const rushhour::Car& car : lot.cars)
        for (const int number : {static_cast<int>(car.horizontal), car.lane, car.length, car.offset}) put(number);
    for (std::size_t cell = 0; cell < lot.walls.size(); ++cell)
        if (lot.walls[cell]) put(static_cast<int>(cell));
    return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size());
}

/// Returns a new board and its cost, or an empty board and 0 if the effort is spent.
std::pair<nb::bytes, int> generate(int rows, int cols, int lane, int cars, int walls, int min_cost, int max_cost,
                                   int max_positions, int effort, std::uint64_t seed,
                                   const std::optional<nb::bytes>& start, const nb::object& task) {
    if (rows < 3 || rows > 8 || cols < 3 || cols > 8 || lane < 0 || lane >= rows || cars < 1 || cars > 25 ||
        walls < 0 || max_positions < 1 || max_positions > 1'000'000 || effort > 1'000'000)
        throw std::invalid_argument("no board can be made like this");
    std::optional<rushhour::Lot> first;
    if (start) {
        first = lot_of(*start);
        const rushhour::Car& target = first->cars[0];
        if (first->rows != rows || first->cols != cols || first->target != 0 || !target.horizontal ||
            target.lane != lane || first->goal != cols - 2 || target.length != 2)
            throw std::invalid_argument("the board to begin with is of another kind");
    }
    const rushhour::Request request{rows, cols, lane, cars, walls, min_cost, max_cost, max_positions, effort, seed};
    const std::optional<rushhour::Jam> jam = run(task, [&](const Limits& limits) {
        Guard guard(limits);
        return rushhour::JamGenerator(request, first).generate(guard);
    });
    return jam ? std::pair{code_of(jam->lot), jam->cost} : std::pair{nb::bytes("", 0), 0};
}

}  // namespace

void register_rushhour(nb::module_& m) {
    m.attr("RUSHHOUR_MAX_SIDE") = rushhour::max_side;
    m.def("rushhour_solve", &solve, nb::arg("boards"), nb::arg("steps"), nb::arg("threads"), nb::arg("task").none(),
          nb::arg("share_above") = Sharing().above, nb::arg("guided").none() = nb::none());
    m.def("rushhour_explore", &explore, nb::arg("board"), nb::arg("steps"), nb::arg("task").none());
    m.def(
        "rushhour_estimate",
        [](const nb::bytes& code, bool steps) { return rushhour::estimate(lot_of(code), metric_of(steps)); },
        nb::arg("board"), nb::arg("steps"));
    m.def("rushhour_study", &study, nb::arg("board"), nb::arg("max_positions"), nb::arg("walks"), nb::arg("seed"),
          nb::arg("task").none());
    m.def("rushhour_move_chances", &choices, nb::arg("board"));
    m.def("rushhour_generate", &generate, nb::arg("rows"), nb::arg("cols"), nb::arg("lane"), nb::arg("cars"),
          nb::arg("walls"), nb::arg("min_cost"), nb::arg("max_cost"), nb::arg("max_positions"), nb::arg("effort"),
          nb::arg("seed"), nb::arg("start").none() = nb::none(), nb::arg("task").none() = nb::none());
    m.def("rushhour_perft", &perft, nb::arg("board"), nb::arg("steps"), nb::arg("depth"));
}

}  // namespace unjam::bind
