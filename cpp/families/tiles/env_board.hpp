// EnvBoard, a board of sliding tiles for vector environments (unjam/vector_env.hpp): legal slides, and planes
// for where numbers are and belong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace unjam::tiles {

struct EnvLevel {
    int rows = 0, cols = 0;
    std::vector<std::uint8_t> numbers, goal;  // 0 is the gap

    std::size_t observation_size() const { return 2 * numbers.size() * numbers.size(); }
};

class EnvBoard {
public:
    using Level = EnvLevel;
    static constexpr int actions = 4;  // a tile goes up, down, left or right, into the gap

    void begin(const Level& level) {
        rows = level.rows;
        cols = level.cols;
        numbers = level.numbers;
        goal = level.goal;
        tiles_home = gap = 0;
        for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
            tiles_home += numbers[cell] == goal[cell];
            if (numbers[cell] == 0) gap = static_cast<int>(cell);
        }
    }

    bool solved() const { return tiles_home == static_cast<int>(numbers.size()); }

    bool legal(int action) const {
        const int row = gap / cols, col = gap % cols;
        return action == 0 ? row + 1 < rows : action == 1 ? row > 0 : action == 2 ? col + 1 < cols : col > 0;
    }

    std::array<int, 2> play(int action) {
        const int from = gap + (action == 0 ? cols : action == 1 ? -cols : action == 2 ? 1 : -1);
        tiles_home -= is_home(from) + is_home(gap);
        std::swap(numbers[static_cast<std::size_t>(from)], numbers[static_cast<std::size_t>(gap)]);
        tiles_home += is_home(from) + is_home(gap);
        return {std::exchange(gap, from), from};
    }

    /// One plane per number for where it is, then one per number for where it belongs.
    void paint(int cell, std::span<std::uint8_t> planes) const {
        const std::size_t size = numbers.size(), here = static_cast<std::size_t>(cell);
        for (std::size_t number = 0; number < size; ++number) planes[number * size + here] = numbers[here] == number;
    }

    void paint_all(std::span<std::uint8_t> planes) const {
        const std::size_t size = numbers.size();
        for (std::size_t cell = 0; cell < size; ++cell) {
            paint(static_cast<int>(cell), planes);
            planes[(size + goal[cell]) * size + cell] = 1;
        }
    }

private:
    int is_home(int cell) const {
        return numbers[static_cast<std::size_t>(cell)] == goal[static_cast<std::size_t>(cell)];
    }

    std::vector<std::uint8_t> numbers, goal;
    int rows = 0, cols = 1, gap = 0, tiles_home = 0;
};

}  // namespace unjam::tiles
