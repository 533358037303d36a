// Lot, a Rush Hour position as Python passes it in, with its check; Car, Slide, and Metric (moves or steps).
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace unjam::rushhour {

inline constexpr int max_side = 16;

/// A car in its lane, which is a row or a column.
struct Car {
    bool horizontal = false;
    int lane = 0, length = 0, offset = 0;
};

/// One position: the board, its walls and its cars.
struct Lot {
    int rows = 0, cols = 0;
    std::vector<Car> cars;
    std::vector<bool> walls;  // row by row
    int target = 0;
    int goal = 0;  // the target's offset at the exit
};

/// One slide: which car, and its offset afterwards.
struct Slide {
    int car = 0, to = 0;
};

/// What counts as one move: a slide of any length, or one cell.
enum class Metric : std::uint8_t { moves, steps };

inline std::vector<std::uint8_t> offsets_of(const Lot& lot) {
    std::vector<std::uint8_t> offsets(lot.cars.size());
    std::transform(lot.cars.begin(), lot.cars.end(), offsets.begin(),
                   [](const Car& car) { return static_cast<std::uint8_t>(car.offset); });
    return offsets;
}

/// Throws unless the numbers describe a board, so that no table is ever read out of bounds.
inline void check(const Lot& lot) {
    const auto demand = [](bool holds) {
        if (!holds) throw std::invalid_argument("this is no Rush Hour board");
    };
    demand(lot.rows >= 1 && lot.rows <= max_side && lot.cols >= 1 && lot.cols <= max_side);
    demand(lot.walls.size() == static_cast<std::size_t>(lot.rows) * static_cast<std::size_t>(lot.cols));
    demand(lot.target >= 0 && lot.target < static_cast<int>(lot.cars.size()));
    std::vector<bool> taken = lot.walls;
    for (const Car& car : lot.cars) {
        const int lanes = car.horizontal ? lot.rows : lot.cols, cells = car.horizontal ? lot.cols : lot.rows;
        demand(car.lane >= 0 && car.lane < lanes && car.length >= 2 && car.offset >= 0);
        demand(car.offset + car.length <= cells);
        for (int i = car.offset; i < car.offset + car.length; ++i) {
            const int cell = car.horizontal ? car.lane * lot.cols + i : i * lot.cols + car.lane;
            demand(!taken[cell]);
            taken[cell] = true;
        }
    }
    const Car& target = lot.cars[lot.target];
    demand(lot.goal >= 0 && lot.goal + target.length <= (target.horizontal ? lot.cols : lot.rows));
}

}  // namespace unjam::rushhour
