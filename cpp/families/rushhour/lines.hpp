// Line, a row or column with its cars (Seat): lists all its states, finds one by its offsets, and tells its
// covered cells and slides.
//
// Cars of one line never pass each other and never cross a wall, so a line's state is the list of its cars' offsets in
// a fixed order, and a position of the board is one state per line. Lines interact only through the cells they cover.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/rushhour/lot.hpp"

namespace unjam::rushhour {

/// A car in its line: its number in the lot, its length, and its first and last offset between the nearest walls.
struct Seat {
    int car = 0, length = 0, first = 0, last = 0;
};

/// One row or column with cars in it, in their order along it.
struct Line {
    bool horizontal = false;
    int lane = 0, cells = 0;
    std::vector<Seat> seats;
    std::vector<std::uint8_t> offsets;  // seats.size() per state, in lexicographic order
    int start = 0;                      // the state in the lot

    int states() const { return static_cast<int>(offsets.size() / seats.size()); }
    const std::uint8_t* state(int s) const { return offsets.data() + static_cast<std::size_t>(s) * seats.size(); }

    /// The cells covered by the line's cars in a state, one bit per cell.
    std::uint32_t covered(int s) const {
        std::uint32_t mask = 0;
        for (std::size_t i = 0; i < seats.size(); ++i) mask |= ((1u << seats[i].length) - 1) << state(s)[i];
        return mask;
    }
    /// The number of the state with these offsets.
    int find(const std::uint8_t* offsets_of_state) const {
        const std::size_t n = seats.size();
        int low = 0, high = states();
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            if (std::lexicographical_compare(offsets_of_state, offsets_of_state + n, state(middle), state(middle) + n))
                high = middle;
            else
                low = middle;
        }
        return low;
    }
    /// Whether walls and neighbouring cars allow the car in the seat to be at offset `to`.
    bool can_be_at(int s, std::size_t seat, int to) const {
        const Seat& at = seats[seat];
        if (to < at.first || to > at.last) return false;
        if (seat > 0 && to < state(s)[seat - 1] + seats[seat - 1].length) return false;
        return seat + 1 == seats.size() || to + at.length <= state(s)[seat + 1];
    }
    /// The slide from one state to another.
    Slide slide(int from, int to) const {
        for (std::size_t i = 0; i < seats.size(); ++i)
            if (state(from)[i] != state(to)[i]) return {seats[i].car, state(to)[i]};
        return {};
    }
    void place_cars(int s, std::uint8_t* places) const {
        for (std::size_t i = 0; i < seats.size(); ++i) places[seats[i].car] = state(s)[i];
    }
    /// The seat of the car, or -1.
    int seat_of(int car) const {
        for (std::size_t i = 0; i < seats.size(); ++i)
            if (seats[i].car == car) return static_cast<int>(i);
        return -1;
    }
};

/// Appends every arrangement of the remaining seats at or after the offset `free`.
inline void list_states(Line& line, std::vector<std::uint8_t>& offsets, int free) {
    const std::size_t seat = offsets.size();
    if (seat == line.seats.size()) {
        line.offsets.insert(line.offsets.end(), offsets.begin(), offsets.end());
        return;
    }
    const Seat& at = line.seats[seat];
    for (int to = std::max(at.first, free); to <= at.last; ++to) {
        offsets.push_back(static_cast<std::uint8_t>(to));
        list_states(line, offsets, to + at.length);
        offsets.pop_back();
    }
}

/// The lines of the lot that have cars, rows first, each with all its states.
inline std::vector<Line> lines_of(const Lot& lot) {
    std::vector<Line> lines;
    for (const bool horizontal : {true, false}) {
        const int lanes = horizontal ? lot.rows : lot.cols, cells = horizontal ? lot.cols : lot.rows;
        for (int lane = 0; lane < lanes; ++lane) {
            Line line{horizontal, lane, cells, {}, {}, 0};
            for (int car = 0; car < static_cast<int>(lot.cars.size()); ++car)
                if (lot.cars[car].horizontal == horizontal && lot.cars[car].lane == lane)
                    line.seats.push_back({car, lot.cars[car].length, 0, 0});
            if (line.seats.empty()) continue;
            std::sort(line.seats.begin(), line.seats.end(),
                      [&](const Seat& a, const Seat& b) { return lot.cars[a.car].offset < lot.cars[b.car].offset; });
            const auto wall = [&](int cell) {
                return lot.walls[horizontal ? lane * lot.cols + cell : cell * lot.cols + lane];
            };
            std::vector<std::uint8_t> start, none;
            for (Seat& seat : line.seats) {
                const int here = lot.cars[seat.car].offset;
                int front = here + seat.length;
                seat.first = here;
                while (seat.first > 0 && !wall(seat.first - 1)) --seat.first;
                while (front < cells && !wall(front)) ++front;
                seat.last = front - seat.length;
                start.push_back(static_cast<std::uint8_t>(here));
            }
            list_states(line, none, 0);
            line.start = line.find(start.data());
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

}  // namespace unjam::rushhour
