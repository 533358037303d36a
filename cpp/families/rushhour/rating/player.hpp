// Player, a fallible person: lists the legal slides and the chance of each, by asking what blocks the exit,
// what blocks the blocker, and so on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/rushhour/lot.hpp"

namespace unjam::rushhour {

/// The chance with which the player makes each legal slide.
///
/// His first aim is "the target must go all the way to the exit". To move a car some cells in a direction he looks at
/// the cars in its way. If there are none he makes the move, each sufficient legal length being equally likely.
/// Otherwise he loses the thread with probability `lose_thread`, or picks one of the blockers and one of its ways out,
/// all equally likely, and continues from there: a crossing car clears the cell in either direction, one in the same
/// line moves on ahead. Ways that leave the board, and those he has already considered, are left out. When he has lost
/// the thread he makes any legal slide.
class Player {
public:
    static constexpr double lose_thread = 0.3, slip = 0.05, carry_on = 0.99;
    static constexpr int max_depth = 12;

    explicit Player(const Lot& lot)
        : lot_(lot),
          offsets_(offsets_of(lot)),
          first_(offsets_),
          last_(offsets_),
          is_considered_(2 * lot.cars.size(), 0) {
        slide_chance_.resize(lot.cars.size());
        for (std::size_t i = 0; i < lot.cars.size(); ++i) {
            const Car& car = lot.cars[i];
            const int cells = car.horizontal ? lot.cols : lot.rows;
            while (first_[i] > 0 && !lot.walls[cell(car, first_[i] - 1)]) --first_[i];
            while (last_[i] + car.length < cells && !lot.walls[cell(car, last_[i] + car.length)]) ++last_[i];
        }
    }

    /// Writes the chance of each legal slide in the position with these offsets; they add up to 1.
    void choose(const std::uint8_t* offsets, const std::vector<Slide>& legal, std::vector<double>& chances) {
        offsets_.assign(offsets, offsets + lot_.cars.size());
        place();
        for (auto& row : slide_chance_) row.fill(0);
        lost_weight_ = 0;
        const int target = lot_.target, here = offsets_[target];
        const int way = lot_.goal > here ? 1 : -1;
        pursue(target, way, way * (lot_.goal - here), 1, 0);
        const auto n = static_cast<double>(legal.size());
        chances.resize(legal.size());
        for (std::size_t i = 0; i < legal.size(); ++i)
            chances[i] = slip / n + (1 - slip) * (slide_chance_[legal[i].car][legal[i].to] + lost_weight_ / n);
    }

    /// Lists the legal slides of the position with these offsets, car by car.
    void list(const std::uint8_t* offsets, std::vector<Slide>& legal) {
        offsets_.assign(offsets, offsets + lot_.cars.size());
        place();
        legal.clear();
        for (int car = 0; car < static_cast<int>(lot_.cars.size()); ++car)
            for (const int way : {-1, 1}) {
                const int room = free_cells(car, way);
                for (int n = 1; n <= room; ++n) legal.push_back({car, offsets_[car] + way * n});
            }
    }

private:
    static constexpr std::int16_t empty = -1;

    int cell(const Car& car, int along) const {
        return car.horizontal ? car.lane * lot_.cols + along : along * lot_.cols + car.lane;
    }

    void place() {
        car_at_.fill(empty);
        for (std::size_t i = 0; i < lot_.cars.size(); ++i)
            for (int k = 0; k < lot_.cars[i].length; ++k)
                car_at_[cell(lot_.cars[i], offsets_[i] + k)] = static_cast<std::int16_t>(i);
    }

    /// The next cell along the lane that the car would cover.
    int ahead(int car, int way) const { return way > 0 ? offsets_[car] + lot_.cars[car].length : offsets_[car] - 1; }

    int free_cells(int car, int way) const {
        const int range = way > 0 ? last_[car] - offsets_[car] : offsets_[car] - first_[car];
        int n = 0;
        while (n < range && car_at_[cell(lot_.cars[car], ahead(car, way) + way * n)] == empty) ++n;
        return n;
    }

    void pursue(int car, int way, int cells, double weight, int depth) {
        struct Blocker {
            int car, cell;  // the cell of the lane, counted from the first to be covered
        };
        std::array<Blocker, max_side> blockers;
        int count = 0;
        for (int n = 0; n < cells; ++n) {
            const int other = car_at_[cell(lot_.cars[car], ahead(car, way) + way * n)];
            if (other != empty && (!count || blockers[count - 1].car != other)) blockers[count++] = {other, n};
        }
        if (!count) {
            const int room = free_cells(car, way);
            if (room < cells) lost_weight_ += weight;  // a wall: only if the target can never get out
            for (int n = cells; n <= room; ++n)
                slide_chance_[car][offsets_[car] + way * n] += weight / (room - cells + 1);
            return;
        }
        if (depth == max_depth) {
            lost_weight_ += weight;
            return;
        }
        lost_weight_ += lose_thread * weight;
        is_considered_[2 * car + (way > 0)] = 1;
        const double share = (1 - lose_thread) * weight / count;
        for (int i = 0; i < count; ++i) {
            std::array<std::pair<int, int>, 2> ways;  // direction and cells
            int open = 0;
            const int other = blockers[i].car;
            const auto offer = [&](int direction, int n) {
                const int to = offsets_[other] + direction * n;
                if (to >= first_[other] && to <= last_[other] && !is_considered_[2 * other + (direction > 0)])
                    ways[open++] = {direction, n};
            };
            if (lot_.cars[other].horizontal == lot_.cars[car].horizontal) {
                offer(way, cells - blockers[i].cell);
            } else {
                const int crossed = lot_.cars[car].lane - offsets_[other];
                offer(-1, lot_.cars[other].length - crossed);
                offer(1, crossed + 1);
            }
            if (!open) lost_weight_ += share;
            for (int k = 0; k < open; ++k) pursue(other, ways[k].first, ways[k].second, share / open, depth + 1);
        }
        is_considered_[2 * car + (way > 0)] = 0;
    }

    const Lot& lot_;
    std::vector<std::uint8_t> offsets_, first_, last_;
    std::vector<std::uint8_t> is_considered_;
    std::array<std::int16_t, max_side * max_side> car_at_;
    std::vector<std::array<double, max_side>> slide_chance_;  // by car and offset
    double lost_weight_ = 0;
};

}  // namespace unjam::rushhour
