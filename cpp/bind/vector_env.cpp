// Python's view of vector environments: checks levels and NumPy arrays, resets and steps many Sokoban or tile
// boards at once.
#include "unjam/vector_env.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <utility>

#include "bind/bind.hpp"
#include "families/sokoban/env_board.hpp"
#include "families/tiles/env_board.hpp"

namespace unjam::bind {

namespace {

constexpr std::size_t max_boards = 1 << 20, max_cells = 1 << 28;

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

/// Many boards, and the caller's arrays that each step writes to.
template <class Board>
class Boards {
public:
    Boards(std::vector<typename Board::Level> levels, std::int64_t boards, std::int64_t max_steps, double step_cost,
           double prize)
        : vector(std::move(levels), check_count(boards), max_steps, step_cost, prize) {
        if (max_steps < 1) throw std::invalid_argument("an episode has at least one step");
        if (vector.size() * vector.observation_size() > max_cells) throw std::invalid_argument("too many boards");
    }

    void set_arrays(Array<std::uint8_t> planes, Array<double> rewards, Array<bool> solved, Array<bool> truncated,
                    Array<std::int8_t> masks) {
        const std::size_t n = vector.size();
        if (planes.size() != n * vector.observation_size() || rewards.size() != n || solved.size() != n ||
            truncated.size() != n || masks.size() != n * Board::actions)
            throw std::invalid_argument("the arrays have other sizes");
        planes_ = std::move(planes);
        rewards_ = std::move(rewards);
        solved_ = std::move(solved);
        truncated_ = std::move(truncated);
        masks_ = std::move(masks);
    }

    void reset(std::int64_t at, std::optional<std::uint64_t> seed) {
        if (at < 0 || static_cast<std::size_t>(at) >= vector.size()) throw std::invalid_argument("no such board");
        const StepArrays arrays = this->arrays();
        vector.reset(static_cast<std::size_t>(at), seed ? &*seed : nullptr, arrays);
    }

    void step(const Array<const std::int64_t>& actions) {
        const StepArrays arrays = this->arrays();
        if (actions.size() != vector.size()) throw std::invalid_argument("one action a board");
        const std::span action_list(actions.data(), actions.size());
        for (std::int64_t action : action_list)
            if (action < 0 || action >= Board::actions) throw std::invalid_argument("no such action");
        nb::gil_scoped_release unlocked;
        vector.step(action_list, arrays);
    }

    std::vector<int> level_numbers() const {
        std::vector<int> levels;
        for (std::size_t at = 0; at < vector.size(); ++at) levels.push_back(vector.level(at));
        return levels;
    }

private:
    static std::size_t check_count(std::int64_t boards) {
        if (boards < 1 || static_cast<std::size_t>(boards) > max_boards)
            throw std::invalid_argument("no such number of boards");
        return static_cast<std::size_t>(boards);
    }

    StepArrays arrays() const {
        if (!planes_.is_valid()) throw std::invalid_argument("the arrays are not set yet");
        return {{planes_.data(), planes_.size()},
                {rewards_.data(), rewards_.size()},
                {solved_.data(), solved_.size()},
                {truncated_.data(), truncated_.size()},
                {masks_.data(), masks_.size()}};
    }

    VectorEnv<Board> vector;
    Array<std::uint8_t> planes_;
    Array<double> rewards_;
    Array<bool> solved_, truncated_;
    Array<std::int8_t> masks_;
};

std::size_t area(int rows, int cols) {
    if (rows < 1 || cols < 1 || rows > 128 || cols > 128) throw std::invalid_argument("no such board");
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
}

/// Cells (1 for a wall, plus 2 for a goal, plus 4 for a box) and the player's cell.
using SokobanCells = std::pair<std::vector<std::uint8_t>, int>;

std::vector<sokoban::EnvLevel> sokoban_levels(int rows, int cols, const std::vector<SokobanCells>& level_data) {
    const std::size_t size = area(rows, cols);
    if (level_data.empty()) throw std::invalid_argument("no level");
    std::vector<sokoban::EnvLevel> levels;
    for (const auto& [cells, player] : level_data) {
        if (cells.size() != size || player < 0 || static_cast<std::size_t>(player) >= size)
            throw std::invalid_argument("a level of another size");
        for (std::size_t cell = 0; cell < size; ++cell) {
            const std::size_t row = cell / static_cast<std::size_t>(cols), col = cell % static_cast<std::size_t>(cols);
            const bool is_edge = row == 0 || col == 0 || row + 1 == static_cast<std::size_t>(rows) ||
                                 col + 1 == static_cast<std::size_t>(cols);
            if (cells[cell] > 7 || (is_edge && cells[cell] != sokoban::EnvLevel::wall))
                throw std::invalid_argument("walls stand all round a level");
        }
        if ((cells[static_cast<std::size_t>(player)] & 5) != 0)
            throw std::invalid_argument("the player stands on the floor");
        levels.push_back({rows, cols, player, cells});
    }
    return levels;
}

using TileNumbers = std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>>;

bool is_permutation(const std::vector<std::uint8_t>& numbers, std::size_t size) {
    std::vector<bool> seen(size);
    for (std::uint8_t number : numbers) {
        if (number >= size || seen[number]) return false;
        seen[number] = true;
    }
    return numbers.size() == size;
}

std::vector<tiles::EnvLevel> tiles_levels(int rows, int cols, const std::vector<TileNumbers>& level_data) {
    const std::size_t size = area(rows, cols);
    if (level_data.empty() || size > 100) throw std::invalid_argument("no such levels");
    std::vector<tiles::EnvLevel> levels;
    for (const auto& [numbers, goal] : level_data) {
        if (!is_permutation(numbers, size) || !is_permutation(goal, size))
            throw std::invalid_argument("each number once");
        levels.push_back({rows, cols, numbers, goal});
    }
    return levels;
}

template <class Board, class LevelData>
void register_boards(nb::module_& m, const char* name,
                     std::vector<typename Board::Level> (*levels)(int, int, const std::vector<LevelData>&)) {
    using Class = Boards<Board>;
    nb::class_<Class>(m, name)
        .def(
            "__init__",
            [levels](Class* self, int rows, int cols, const std::vector<LevelData>& level_data, std::int64_t boards,
                     std::int64_t max_steps, double step_cost, double prize) {
                new (self) Class(levels(rows, cols, level_data), boards, max_steps, step_cost, prize);
            },
            nb::arg("rows"), nb::arg("cols"), nb::arg("levels"), nb::arg("boards"), nb::arg("max_steps"),
            nb::arg("step_cost"), nb::arg("prize"))
        .def("set_arrays", &Class::set_arrays, nb::arg("planes"), nb::arg("rewards"), nb::arg("solved"),
             nb::arg("truncated"), nb::arg("masks"))
        .def("reset", &Class::reset, nb::arg("at"), nb::arg("seed").none())
        .def("step", &Class::step, nb::arg("actions"))
        .def("level_numbers", &Class::level_numbers);
}

}  // namespace

void register_vector_envs(nb::module_& m) {
    register_boards<sokoban::EnvBoard, SokobanCells>(m, "SokobanVector", &sokoban_levels);
    register_boards<tiles::EnvBoard, TileNumbers>(m, "TilesVector", &tiles_levels);
}

}  // namespace unjam::bind
