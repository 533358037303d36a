#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <utility>

#include "bind/bind.hpp"
#include "families/sokoban/steps.hpp"
#include "families/tiles/steps.hpp"
#include "unjam/vector.hpp"

namespace unjam::bind {

namespace {

constexpr std::size_t most_boards = 1 << 20, most_cells = 1 << 28;

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

/// Many boards, and the arrays of their owner that each step is written into.
template <class Board>
class Boards {
public:
    Boards(std::vector<typename Board::Level> levels, std::int64_t boards, std::int64_t longest, double step_cost,
           double prize)
        : vector(std::move(levels), checked(boards), longest, step_cost, prize) {
        if (longest < 1) throw std::invalid_argument("an episode has at least one step");
        if (vector.size() * vector.observed() > most_cells) throw std::invalid_argument("too many boards");
    }

    void write_to(Array<std::uint8_t> planes, Array<double> rewards, Array<bool> solved, Array<bool> cut,
                  Array<std::int8_t> masks) {
        const std::size_t n = vector.size();
        if (planes.size() != n * vector.observed() || rewards.size() != n || solved.size() != n || cut.size() != n ||
            masks.size() != n * Board::actions)
            throw std::invalid_argument("the arrays have other sizes");
        planes_ = std::move(planes);
        rewards_ = std::move(rewards);
        solved_ = std::move(solved);
        cut_ = std::move(cut);
        masks_ = std::move(masks);
    }

    void reset(std::int64_t at, std::optional<std::uint64_t> seed) {
        if (at < 0 || static_cast<std::size_t>(at) >= vector.size()) throw std::invalid_argument("no such board");
        const Seen seen = this->seen();
        vector.reset(static_cast<std::size_t>(at), seed ? &*seed : nullptr, seen);
    }

    void step(const Array<const std::int64_t>& actions) {
        const Seen seen = this->seen();
        if (actions.size() != vector.size()) throw std::invalid_argument("one action a board");
        const std::span given(actions.data(), actions.size());
        for (std::int64_t action : given)
            if (action < 0 || action >= Board::actions) throw std::invalid_argument("no such action");
        nb::gil_scoped_release unlocked;
        vector.step(given, seen);
    }

    std::vector<int> chosen() const {
        std::vector<int> levels;
        for (std::size_t at = 0; at < vector.size(); ++at) levels.push_back(vector.level(at));
        return levels;
    }

private:
    static std::size_t checked(std::int64_t boards) {
        if (boards < 1 || static_cast<std::size_t>(boards) > most_boards)
            throw std::invalid_argument("no such number of boards");
        return static_cast<std::size_t>(boards);
    }

    Seen seen() const {
        if (!planes_.is_valid()) throw std::invalid_argument("there are no arrays to write to yet");
        return {{planes_.data(), planes_.size()},
                {rewards_.data(), rewards_.size()},
                {solved_.data(), solved_.size()},
                {cut_.data(), cut_.size()},
                {masks_.data(), masks_.size()}};
    }

    Vector<Board> vector;
    Array<std::uint8_t> planes_;
    Array<double> rewards_;
    Array<bool> solved_, cut_;
    Array<std::int8_t> masks_;
};

std::size_t area(int rows, int cols) {
    if (rows < 1 || cols < 1 || rows > 128 || cols > 128) throw std::invalid_argument("no such board");
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
}

/// Cells with 1 for a wall, 2 for a goal and 4 for a box added up, and where the player stands.
using SokobanCells = std::pair<std::vector<std::uint8_t>, int>;

std::vector<sokoban::StepLevel> sokoban_levels(int rows, int cols, const std::vector<SokobanCells>& given) {
    const std::size_t size = area(rows, cols);
    if (given.empty()) throw std::invalid_argument("no level");
    std::vector<sokoban::StepLevel> levels;
    for (const auto& [cells, player] : given) {
        if (cells.size() != size || player < 0 || static_cast<std::size_t>(player) >= size)
            throw std::invalid_argument("a level of another size");
        for (std::size_t cell = 0; cell < size; ++cell) {
            const std::size_t row = cell / static_cast<std::size_t>(cols), col = cell % static_cast<std::size_t>(cols);
            const bool rim = row == 0 || col == 0 || row + 1 == static_cast<std::size_t>(rows) ||
                             col + 1 == static_cast<std::size_t>(cols);
            if (cells[cell] > 7 || (rim && cells[cell] != sokoban::StepLevel::wall))
                throw std::invalid_argument("walls stand all round a level");
        }
        if ((cells[static_cast<std::size_t>(player)] & 5) != 0)
            throw std::invalid_argument("the player stands on the floor");
        levels.push_back({rows, cols, player, cells});
    }
    return levels;
}

using TileNumbers = std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>>;

bool permuted(const std::vector<std::uint8_t>& numbers, std::size_t size) {
    std::vector<bool> seen(size);
    for (std::uint8_t number : numbers) {
        if (number >= size || seen[number]) return false;
        seen[number] = true;
    }
    return numbers.size() == size;
}

std::vector<tiles::StepLevel> tiles_levels(int rows, int cols, const std::vector<TileNumbers>& given) {
    const std::size_t size = area(rows, cols);
    if (given.empty() || size > 100) throw std::invalid_argument("no such levels");
    std::vector<tiles::StepLevel> levels;
    for (const auto& [numbers, goal] : given) {
        if (!permuted(numbers, size) || !permuted(goal, size)) throw std::invalid_argument("each number once");
        levels.push_back({rows, cols, numbers, goal});
    }
    return levels;
}

template <class Board, class Given>
void register_boards(nb::module_& m, const char* name,
                     std::vector<typename Board::Level> (*levels)(int, int, const std::vector<Given>&)) {
    using Class = Boards<Board>;
    nb::class_<Class>(m, name)
        .def(
            "__init__",
            [levels](Class* self, int rows, int cols, const std::vector<Given>& given, std::int64_t boards,
                     std::int64_t longest, double step_cost,
                     double prize) { new (self) Class(levels(rows, cols, given), boards, longest, step_cost, prize); },
            nb::arg("rows"), nb::arg("cols"), nb::arg("levels"), nb::arg("boards"), nb::arg("longest"),
            nb::arg("step_cost"), nb::arg("prize"))
        .def("write_to", &Class::write_to, nb::arg("planes"), nb::arg("rewards"), nb::arg("solved"), nb::arg("cut"),
             nb::arg("masks"))
        .def("reset", &Class::reset, nb::arg("at"), nb::arg("seed").none())
        .def("step", &Class::step, nb::arg("actions"))
        .def("chosen", &Class::chosen);
}

}  // namespace

void register_vectors(nb::module_& m) {
    register_boards<sokoban::StepBoard, SokobanCells>(m, "SokobanVector", &sokoban_levels);
    register_boards<tiles::StepBoard, TileNumbers>(m, "TilesVector", &tiles_levels);
}

}  // namespace unjam::bind
