// The estimate "must-move": every car that certainly has to move, found by following forced moves to their end.
//
// A demand says "this car must at some moment not cover this cell". The target demands it of every car before it; a car
// meets it backward or ahead, if its lane has room for that even with its lane mates pushed together, and the cars on
// the cells it needs must give room first. With one direction left these are demands too; with two, only the cars that
// both routes ask are certain, and one more car of either route if neither is met yet. The Python family explains it at
// more leisure; both must say the same number of every position.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "families/rushhour/lines.hpp"

namespace unjam::rushhour {

class MustMove {
public:
    explicit MustMove(const Lot& lot) : lot_(lot) {}

    /// A number of moves (or steps) that every solution needs from where the cars stand; 0 at the goal.
    unsigned operator()(const std::uint8_t* at, Metric metric) {
        const Car& target = lot_.cars[lot_.target];
        const int here = at[lot_.target];
        if (here == lot_.goal) return 0;
        at_ = at;
        begin();
        const int direction = lot_.goal > here ? 1 : -1;
        raise(lot_.target, std::abs(lot_.goal - here));
        const int end = direction > 0 ? cells(target) : -1;
        for (int i = direction > 0 ? here + target.length : here - 1; i != end; i += direction)
            if (const int car = owner(target, i); car >= 0)
                demand(car, target, i, mates(target, lot_.cars[car]) ? direction : 0);
        while (!demands_.empty()) {
            const Demand next = demands_.back();
            demands_.pop_back();
            meet(next);
        }
        unsigned total = 0;
        Cars sure;
        for (std::size_t car = 0; car < lot_.cars.size(); ++car) {
            total += metric == Metric::moves ? far_[car] > 0 : far_[car];
            sure[car] = far_[car] > 0;
        }
        Cars used;
        for (const auto& [one, two] : choices_) {
            const std::size_t more = std::min((one & ~sure).count(), (two & ~sure).count());
            const Cars both = (one | two) & ~sure;
            if (!more || (both & used).any()) continue;
            used |= both;
            total += static_cast<unsigned>(more);
        }
        return total;
    }

private:
    using Cars = std::bitset<128>;
    struct Demand {
        int car, cell, direction;  // the cell counted along the car's lane; direction 0: either
    };
    /// What it takes to meet a demand in one direction.
    struct Route {
        bool open = false;
        int distance = 0;
        std::vector<Demand> demands;
    };

    int cells(const Car& car) const { return car.horizontal ? lot_.cols : lot_.rows; }
    int cell(const Car& car, int i) const {
        return car.horizontal ? car.lane * lot_.cols + i : i * lot_.cols + car.lane;
    }
    int owner(const Car& car, int i) const { return owner_[static_cast<std::size_t>(cell(car, i))]; }
    static bool mates(const Car& one, const Car& two) {
        return one.horizontal == two.horizontal && one.lane == two.lane;
    }
    void raise(int car, int distance) {
        auto& far = far_[static_cast<std::size_t>(car)];
        far = std::max(far, static_cast<std::uint8_t>(distance));
    }

    void begin() {
        owner_.fill(-1);
        far_.fill(0);
        seen_.fill(0);
        demands_.clear();
        choices_.clear();
        for (std::size_t i = 0; i < lot_.cars.size(); ++i)
            for (int k = 0; k < lot_.cars[i].length; ++k)
                owner_[static_cast<std::size_t>(cell(lot_.cars[i], at_[i] + k))] = static_cast<std::int16_t>(i);
    }

    /// The demand on `car` to uncover the cell numbered `i` in the lane of `by`.
    Demand demanded(int car, const Car& by, int i, int direction) const {
        const Car& other = lot_.cars[static_cast<std::size_t>(car)];
        return {car, mates(by, other) ? i : by.lane, direction};
    }
    void demand(int car, const Car& by, int i, int direction) { add(demanded(car, by, i, direction)); }
    void add(const Demand& demand) {
        std::uint64_t& seen = seen_[static_cast<std::size_t>(demand.car)];
        const std::uint64_t bit = 1ull << (demand.cell * 4 + demand.direction + 1);
        if (seen & bit) return;
        seen |= bit;
        demands_.push_back(demand);
    }

    void meet(const Demand& demand) {
        std::array<Route*, 2> routes{};
        std::size_t count = 0;
        for (const int direction : {-1, 1}) {
            if (demand.direction == -direction) continue;
            Route& route = routes_[count];
            look(demand, direction, route);
            if (route.open) routes[count++] = &route;
        }
        if (count == 0) return raise(demand.car, 1);
        int least = routes[0]->distance;
        if (count == 2) least = std::min(least, routes[1]->distance);
        raise(demand.car, least);
        if (count == 1) {
            for (const Demand& next : routes[0]->demands) add(next);
            return;
        }
        std::array<Cars, 2> needs;
        for (std::size_t k = 0; k < 2; ++k)
            for (const Demand& next : routes[k]->demands) needs[k].set(static_cast<std::size_t>(next.car));
        const Cars certain = needs[0] & needs[1];
        if (certain.any())
            for (std::size_t car = 0; car < lot_.cars.size(); ++car)
                if (certain[car]) raise(static_cast<int>(car), 1);
        choices_.push_back({needs[0], needs[1]});
    }

    /// How far the car must go in the direction to uncover the cell, and whom that asks to give room.
    void look(const Demand& demand, int direction, Route& route) {
        const Car& car = lot_.cars[static_cast<std::size_t>(demand.car)];
        const int here = at_[demand.car], size = cells(car);
        const int to = direction > 0 ? demand.cell + 1 : demand.cell - car.length;
        route.open = false;
        route.demands.clear();
        if (to < 0 || to + car.length > size) return;
        route.distance = std::abs(to - here);
        int room = 0, pushed = 0, last = -1;
        const int first = direction > 0 ? here + car.length : here - 1;
        const int beyond = direction > 0 ? to + car.length : to - 1, end = direction > 0 ? size : -1;
        for (int i = first; i != end; i += direction) {
            const bool needed = i != beyond && (i < beyond) == (direction > 0);
            if (lot_.walls[static_cast<std::size_t>(cell(car, i))]) {
                if (needed) return;
                break;
            }
            room += !needed;
            const int other = owner(car, i);
            if (other < 0) continue;
            const bool mate = mates(car, lot_.cars[static_cast<std::size_t>(other)]);
            if (needed) route.demands.push_back(demanded(other, car, i, mate ? direction : 0));
            if (mate && other != last) {
                last = other;
                pushed += lot_.cars[static_cast<std::size_t>(other)].length;
            }
        }
        route.open = pushed <= room;
    }

    const Lot& lot_;
    const std::uint8_t* at_ = nullptr;
    std::array<std::int16_t, 256> owner_{};
    std::array<std::uint8_t, 128> far_{};
    std::array<std::uint64_t, 128> seen_{};
    std::vector<Demand> demands_;
    std::vector<std::pair<Cars, Cars>> choices_;
    std::array<Route, 2> routes_;
};

}  // namespace unjam::rushhour
