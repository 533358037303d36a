// MustMove, the estimate of A*: counts cars that certainly have to move, by following demands and the routes
// that meet them.
//
// A demand says "this car must at some moment not cover this cell". The target demands it of every car in its way. A
// car can meet a demand backward or forward if its lane has room even with its neighbours pushed together, and the cars
// on the cells it needs must make room first. If only one direction is possible, these are demands too. If both are,
// only the cars that both routes need are certain, plus one more car of either route if neither is clear yet. The
// Python family explains it in more detail; both must give the same number for every position.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "families/rushhour/lines.hpp"

namespace unjam::rushhour {

/// Holds a position that is updated car by car (`lift`, `put`), because neighbouring positions differ by one car.
class MustMove {
public:
    explicit MustMove(const Lot& lot) : goal_(lot.goal), target_(lot.target), cars_(lot.cars.size()) {
        for (const Line& line : lines_of(lot))
            for (std::size_t i = 0; i < line.seats.size(); ++i) add_car(lot, line, i);
        place(offsets_of(lot).data());
    }

    void place(const std::uint8_t* offsets) {
        owner_.fill(nobody);
        for (int car = 0; car < static_cast<int>(cars_.size()); ++car) put(car, offsets[car]);
    }

    void lift(int car) { cover(car, nobody); }
    /// Puts a lifted car on the board; its cells must be free by the time the estimate is computed.
    void put(int car, int at) {
        offset_of_[car] = static_cast<std::uint8_t>(at);
        cover(car, static_cast<std::uint8_t>(car));
    }

    /// A lower bound on the moves (or steps) of every solution; 0 at the goal.
    unsigned operator()(Metric metric) {
        const CarRange& target = cars_[target_];
        const int here = offset_of_[target_];
        if (here == goal_) return 0;
        const int direction = goal_ > here ? 1 : -1;
        raise(target_, std::abs(goal_ - here));
        const int end = direction > 0 ? target.cells : -1;
        for (int i = direction > 0 ? here + target.length : here - 1; i != end; i += direction)
            if (const int car = owner(target, i); car != nobody) add(demand_on(car, target, i, direction));
        while (!demands_.empty()) {
            const Demand next = demands_.back();
            demands_.pop_back();
            meet(next);
        }
        const unsigned sure = metric == Metric::moves ? static_cast<unsigned>(certain_.count()) : steps_;
        const unsigned chosen = count_choices();
        for (const int car : touched_cars_) demands_seen_[car] = 0, distance_[car] = 0;
        touched_cars_.clear();
        certain_.reset();
        steps_ = 0;
        return sure + chosen;
    }

private:
    using Cars = std::bitset<128>;
    static constexpr std::uint8_t nobody = 255;

    /// The range of a car: `low` to `high` are the offsets left when the other cars of its lane are pushed together.
    struct CarRange {
        int line = 0, lane = 0, length = 0, cells = 0, low = 0, high = 0, first = 0, stride = 0;
    };
    struct Demand {
        int car, cell, direction;  // the cell along the car's lane; direction 0: either
    };
    /// The cost of meeting a demand in one direction.
    struct Route {
        int distance = 0;
        std::size_t count = 0;
        std::array<Demand, max_side> demands;
    };

    void add_car(const Lot& lot, const Line& line, std::size_t i) {
        const Seat& at = line.seats[i];
        CarRange& car = cars_[static_cast<std::size_t>(at.car)];
        car = {(line.horizontal ? 0 : max_side) + line.lane, line.lane, at.length, line.cells, at.first, at.last, 0, 0};
        car.first = line.horizontal ? line.lane * lot.cols : line.lane;
        car.stride = line.horizontal ? 1 : lot.cols;
        for (std::size_t k = 0; k < line.seats.size(); ++k)
            if (line.seats[k].first == at.first) {  // between the same walls
                if (k < i) car.low += line.seats[k].length;
                if (k > i) car.high -= line.seats[k].length;
            }
    }

    int owner(const CarRange& car, int i) const { return owner_[static_cast<std::size_t>(car.first + i * car.stride)]; }
    void cover(int number, std::uint8_t with) {
        const CarRange& car = cars_[static_cast<std::size_t>(number)];
        for (int i = offset_of_[number]; i < offset_of_[number] + car.length; ++i)
            owner_[static_cast<std::size_t>(car.first + i * car.stride)] = with;
    }

    void raise(int car, int distance) {
        const int more = distance - distance_[car];
        if (more <= 0) return;
        if (!demands_seen_[car] && !distance_[car]) touched_cars_.push_back(car);
        distance_[car] = static_cast<std::uint8_t>(distance);
        steps_ += static_cast<unsigned>(more);
        certain_.set(static_cast<std::size_t>(car));
    }

    /// The demand on `car` to uncover cell `i` of the lane of `by`, which comes in the direction.
    Demand demand_on(int car, const CarRange& by, int i, int direction) const {
        const bool mates = cars_[static_cast<std::size_t>(car)].line == by.line;
        return mates ? Demand{car, i, direction} : Demand{car, by.lane, 0};
    }
    void add(const Demand& demand) {
        const std::uint64_t bit = 1ull << (demand.cell * 4 + demand.direction + 1);
        if (demands_seen_[demand.car] & bit) return;
        if (!demands_seen_[demand.car] && !distance_[demand.car]) touched_cars_.push_back(demand.car);
        demands_seen_[demand.car] |= bit;
        demands_.push_back(demand);
    }

    void meet(const Demand& demand) {
        std::size_t count = 0;
        for (const int direction : {-1, 1})
            if (demand.direction != -direction && find_route(demand, direction, routes_[count])) ++count;
        if (count == 0) return raise(demand.car, 1);
        if (count == 1) {
            raise(demand.car, routes_[0].distance);
            for (std::size_t i = 0; i < routes_[0].count; ++i) add(routes_[0].demands[i]);
            return;
        }
        raise(demand.car, std::min(routes_[0].distance, routes_[1].distance));
        std::array<Cars, 2> needs;
        for (std::size_t k = 0; k < 2; ++k)
            for (std::size_t i = 0; i < routes_[k].count; ++i)
                needs[k].set(static_cast<std::size_t>(routes_[k].demands[i].car));
        if (needs[0].none() || needs[1].none()) return;  // one route is clear
        for (std::size_t i = 0; i < routes_[0].count; ++i)
            if (const int car = routes_[0].demands[i].car; needs[1][static_cast<std::size_t>(car)]) raise(car, 1);
        choices_.push_back({needs[0], needs[1]});
    }

    /// How far the car must go to uncover the cell, and which cars must make room for that; false if it cannot.
    bool find_route(const Demand& demand, int direction, Route& route) const {
        const CarRange& car = cars_[static_cast<std::size_t>(demand.car)];
        const int here = offset_of_[demand.car], to = direction > 0 ? demand.cell + 1 : demand.cell - car.length;
        if (to < car.low || to > car.high) return false;
        route.distance = std::abs(to - here);
        route.count = 0;
        const int end = direction > 0 ? to + car.length : to - 1;
        for (int i = direction > 0 ? here + car.length : here - 1; i != end; i += direction)
            if (const int other = owner(car, i); other != nobody)
                route.demands[route.count++] = demand_on(other, car, i, direction);
        return true;
    }

    /// How many more cars must move because neither route is clear, whichever is chosen.
    unsigned count_choices() {
        unsigned total = 0;
        Cars used;
        for (const auto& [first, second] : choices_) {
            const std::size_t more = std::min((first & ~certain_).count(), (second & ~certain_).count());
            const Cars both = (first | second) & ~certain_;
            if (!more || (both & used).any()) continue;
            used |= both;
            total += static_cast<unsigned>(more);
        }
        choices_.clear();
        return total;
    }

    int goal_, target_;
    std::vector<CarRange> cars_;
    std::array<std::uint8_t, 256> owner_;
    std::array<std::uint8_t, 128> offset_of_{}, distance_{};
    std::array<std::uint64_t, 128> demands_seen_{};
    std::vector<int> touched_cars_;  // cars with entries in distance_ or demands_seen_
    std::vector<Demand> demands_;
    std::vector<std::pair<Cars, Cars>> choices_;
    std::array<Route, 2> routes_;
    Cars certain_;
    unsigned steps_ = 0;
};

}  // namespace unjam::rushhour
