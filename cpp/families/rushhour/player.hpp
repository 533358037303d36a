// A player who asks what blocks the exit, what blocks the blocker, and so on, and often enough loses the thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/rushhour/lot.hpp"

namespace unjam::rushhour {

/// How the player chooses among the legal slides of a position.
///
/// He begins with "the target must go all the way to the exit". To move a car so many cells in a direction he looks at
/// the cars in its way. Where there are none he makes the move, each legal length that is enough alike. Else he loses
/// the thread with probability `stops`, or takes one of them and one of its ways out, each alike, and asks again: a car
/// that crosses clears the cell in either direction, one in the same line goes on ahead. Ways that leave the board, and
/// those he has already thought of, are left out. Who has lost the thread makes any legal slide.
class Player {
public:
    static constexpr double stops = 0.3, slips = 0.05, stays = 0.99;
    static constexpr int deepest = 12;

    explicit Player(const Lot& lot)
        : lot_(lot), offsets_(offsets_of(lot)), first_(offsets_), last_(offsets_), thought_(2 * lot.cars.size(), 0) {
        gain_.resize(lot.cars.size());
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
        for (auto& row : gain_) row.fill(0);
        lost_ = 0;
        const int target = lot_.target, here = offsets_[target];
        const int way = lot_.goal > here ? 1 : -1;
        wish(target, way, way * (lot_.goal - here), 1, 0);
        const auto n = static_cast<double>(legal.size());
        chances.resize(legal.size());
        for (std::size_t i = 0; i < legal.size(); ++i)
            chances[i] = slips / n + (1 - slips) * (gain_[legal[i].car][legal[i].to] + lost_ / n);
    }

    /// The legal slides of the position with these offsets, car by car.
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
        grid_.fill(empty);
        for (std::size_t i = 0; i < lot_.cars.size(); ++i)
            for (int k = 0; k < lot_.cars[i].length; ++k)
                grid_[cell(lot_.cars[i], offsets_[i] + k)] = static_cast<std::int16_t>(i);
    }

    /// The cell along the lane that the car covers next when it goes that way.
    int ahead(int car, int way) const { return way > 0 ? offsets_[car] + lot_.cars[car].length : offsets_[car] - 1; }

    int free_cells(int car, int way) const {
        const int most = way > 0 ? last_[car] - offsets_[car] : offsets_[car] - first_[car];
        int n = 0;
        while (n < most && grid_[cell(lot_.cars[car], ahead(car, way) + way * n)] == empty) ++n;
        return n;
    }

    void wish(int car, int way, int cells, double weight, int depth) {
        struct Blocker {
            int car, cell;  // the cell of the lane, counted from the first that is to be covered
        };
        std::array<Blocker, most_side> blockers;
        int count = 0;
        for (int n = 0; n < cells; ++n) {
            const int other = grid_[cell(lot_.cars[car], ahead(car, way) + way * n)];
            if (other != empty && (!count || blockers[count - 1].car != other)) blockers[count++] = {other, n};
        }
        if (!count) {
            const int room = free_cells(car, way);
            if (room < cells) lost_ += weight;  // a wall: only on boards where the target can never get out
            for (int n = cells; n <= room; ++n) gain_[car][offsets_[car] + way * n] += weight / (room - cells + 1);
            return;
        }
        if (depth == deepest) {
            lost_ += weight;
            return;
        }
        lost_ += stops * weight;
        thought_[2 * car + (way > 0)] = 1;
        const double share = (1 - stops) * weight / count;
        for (int i = 0; i < count; ++i) {
            std::array<std::pair<int, int>, 2> ways;  // direction and cells
            int open = 0;
            const int other = blockers[i].car;
            const auto offer = [&](int direction, int n) {
                const int to = offsets_[other] + direction * n;
                if (to >= first_[other] && to <= last_[other] && !thought_[2 * other + (direction > 0)])
                    ways[open++] = {direction, n};
            };
            if (lot_.cars[other].horizontal == lot_.cars[car].horizontal) {
                offer(way, cells - blockers[i].cell);
            } else {
                const int crossed = lot_.cars[car].lane - offsets_[other];
                offer(-1, lot_.cars[other].length - crossed);
                offer(1, crossed + 1);
            }
            if (!open) lost_ += share;
            for (int k = 0; k < open; ++k) wish(other, ways[k].first, ways[k].second, share / open, depth + 1);
        }
        thought_[2 * car + (way > 0)] = 0;
    }

    const Lot& lot_;
    std::vector<std::uint8_t> offsets_, first_, last_;
    std::vector<std::uint8_t> thought_;
    std::array<std::int16_t, most_side * most_side> grid_;
    std::vector<std::array<double, most_side>> gain_;  // by car and offset
    double lost_ = 0;
};

}  // namespace unjam::rushhour
