// New Rush Hour boards: from space to space, towards one whose hardest position needs as many slides as wanted.
//
// A space is all that can be reached from a position. Cars and walls are put in, taken out and moved one at a time, in
// the hardest position of the space so far; what comes out is kept unless its own hardest position is much easier. Most
// changes come to nothing, so a space is left as soon as that shows: its way out is short already from where the change
// was made, or it is large for one that easy. In the end every car and wall goes that is not needed. The target lies in
// a row and leaves to the right: the caller turns boards. Nothing depends on a clock or on the memory of the machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "families/rushhour/solve.hpp"
#include "unjam/random.hpp"

namespace unjam::rushhour {

/// What is wanted: the board, the slides from least to most, and how many spaces may be looked at.
struct Order {
    int rows = 6, cols = 6, lane = 2;
    int cars = 12, walls = 0;  // to begin with, and the most walls
    int low = 1, high = 99;
    int states = 10'000;  // spaces with more positions are passed by
    int effort = 300;
    std::uint64_t seed = 1;
};

/// A board in a position of known cost: the optimal number of slides.
struct Jam {
    Lot lot;
    int cost = 0;  // 0: no solution, or too large a space to tell
};

/// Makes boards for one order.
class JamMaker {
public:
    /// Begins with the lot, where there is one, else with a random board.
    explicit JamMaker(const Order& order, std::optional<Lot> lot = std::nullopt)
        : order_(order), dice_(order.seed), first_(std::move(lot)) {}

    /// A board as ordered from which no car and no wall can be taken without making it easier; none when the effort is
    /// spent, or when the guard stops it.
    std::optional<Jam> make(Guard& guard) {
        int left = order_.effort;
        while (left > 0 && !guard.stopped()) {
            Jam jam = hardest(first_ ? *first_ : scattered(), {.positions = first_ ? 2 * most() : usual(0)});
            first_.reset();
            --left;
            for (int idle = 0; left > 0 && idle < patience && !guard.check(0, 0); --left) {
                if (jam.cost >= order_.low && jam.cost <= order_.high) {
                    Jam done = polished(jam, guard);
                    if (done.cost >= order_.low && done.cost <= order_.high) return done;
                }
                Jam other = hardest(changed(jam.lot), {.positions = usual(jam.cost), .way = jam.cost / 2});
                int least = jam.cost;  // seven times in ten a move less will do, and so on
                while (dice_.below(10) < 7) --least;
                idle = other.cost > jam.cost ? 0 : idle + 1;
                if (other.cost >= std::max(1, least) && other.cost <= order_.high) jam = std::move(other);
            }
        }
        return std::nullopt;
    }

    /// Which spaces are looked at to the end: those with at most so many positions, and at least so many slides out.
    struct Worth {
        std::size_t positions;
        int way = 1;
    };

    /// The hardest position of the lot's space: of those farthest from any goal the one first by its cars' offsets.
    Jam hardest(const Lot& lot, Worth worth) {
        Jam jam{lot, 0};
        const Limits none;
        Guard guard(none);
        if (!free_way(lot)) return jam;
        with_narrow_board(lot, Metric::moves, [&](const auto& board) {
            with_set(board, scratch_, guard,
                     [&](auto& set, auto& layers) { survey(board, set, layers, guard, worth, jam); });
        });
        return jam;
    }

private:
    static constexpr std::size_t most_polished = 2'000'000;
    static constexpr int patience = 60;  // changes in a row that made nothing harder

    std::size_t most() const { return static_cast<std::size_t>(order_.states); }
    /// The most positions of a space next to one of that cost: where more can be reached it is hardly harder.
    std::size_t usual(int cost) const {
        const int cells = order_.rows * order_.cols;
        return std::min(most(), static_cast<std::size_t>((3'000 + 250 * cost) * cells / 36));
    }

    template <class Board, class Set, class AnyLayers>
    void survey(const Board& board, Set& set, AnyLayers& layers, Guard& guard, Worth worth, Jam& jam) {
        using Key = typename Board::Key;
        if (!begin(board, set, layers, guard)) return;
        auto& pool = layers.pool;
        std::vector<Key> goals;
        std::size_t seen = 0;
        Ending ending = Ending::paused;
        while (ending == Ending::paused && goals.empty() && pool.size() < worth.positions) {  // a layer at a time
            ending = run_layers<false>(board, set, layers, guard, pool.size() + 1);
            for (; seen < pool.size() && goals.empty(); ++seen)
                if (board.solved(pool[seen])) goals.push_back(plain(board, pool[seen]));
        }
        if (ending == Ending::paused && !goals.empty() && layers.depth >= worth.way)
            ending = run_layers<false>(board, set, layers, guard, worth.positions);
        const bool whole = ending == Ending::exhausted;
        for (; whole && seen < pool.size(); ++seen)
            if (board.solved(pool[seen])) goals.push_back(plain(board, pool[seen]));
        if (!whole) goals.clear();
        set.forget(board, pool);
        if (goals.empty()) return;
        layers.clear();
        set.ready(goals.size(), guard, pool.bytes());
        pool.reserve(goals.size() + slack);
        pool.take(set.append_new(board, goals.data(), goals.size(), pool.data()));
        layers.starts = {0, goals.size()};
        run_layers<false>(board, set, layers, guard);
        const auto& starts = layers.starts;
        std::size_t last = 0;
        while (last + 2 < starts.size() && starts[last + 1] != starts[last + 2]) ++last;
        std::vector<std::uint8_t> best, offsets = offsets_of(jam.lot);
        for (std::size_t i = starts[last]; i < starts[last + 1]; ++i) {
            board.place_cars(pool[i], offsets.data());
            if (best.empty() || offsets < best) best = offsets;
        }
        set.forget(board, pool);
        jam.cost = static_cast<int>(last);
        for (std::size_t i = 0; i < best.size(); ++i) jam.lot.cars[i].offset = best[i];
    }

    static constexpr int too_large = -1;

    /// The optimal number of slides from the position; 0 where there is no solution.
    int cost(const Lot& lot) {
        int found = 0;
        const Limits none;
        Guard guard(none);
        with_narrow_board(lot, Metric::moves, [&](const auto& board) {
            with_set(board, scratch_, guard, [&](auto& set, auto& layers) {
                if (!begin(board, set, layers, guard)) return;
                const Ending ending = run_layers<true>(board, set, layers, guard, most_polished);
                if (ending != Ending::exhausted) found = ending == Ending::solved ? layers.depth : too_large;
                set.forget(board, layers.pool);
            });
        });
        return found;
    }

    /// The jam without the cars and walls that do not make it harder, in the hardest position of what is left as long
    /// as that is not too hard; of cost 0 where a space is too large to tell.
    Jam polished(Jam jam, Guard& guard) {
        for (int round = 0; round < 4; ++round) {
            strip(jam, guard);
            if (!jam.cost) return jam;
            Jam deeper = hardest(jam.lot, {.positions = 2 * most()});
            if (!deeper.cost) jam.cost = 0;  // too loose without what was taken away
            if (deeper.cost <= jam.cost || deeper.cost > order_.high) break;
            jam = std::move(deeper);
        }
        strip(jam, guard);
        return jam;
    }

    void strip(Jam& jam, Guard& guard) {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = jam.lot.cars.size(); i-- > 1;) {  // car 0 is the target
                Lot less = jam.lot;
                less.cars.erase(less.cars.begin() + static_cast<std::ptrdiff_t>(i));
                const int now = cost(less);
                if (now == too_large || guard.check(0, 0)) jam.cost = 0;
                if (!jam.cost) return;
                if (now != jam.cost) continue;
                jam.lot = std::move(less);
                changed = true;
            }
            for (std::size_t cell = 0; cell < jam.lot.walls.size(); ++cell) {
                if (!jam.lot.walls[cell]) continue;
                jam.lot.walls[cell] = false;
                const int now = cost(jam.lot);
                if (now == too_large || guard.check(0, 0)) jam.cost = 0;
                if (!jam.cost) return;
                jam.lot.walls[cell] = now != jam.cost;
                changed |= now == jam.cost;
            }
        }
    }

    /// A random board: the target off the exit, cars and walls where there was room.
    Lot scattered() {
        Lot lot;
        lot.rows = order_.rows;
        lot.cols = order_.cols;
        lot.walls.assign(static_cast<std::size_t>(lot.rows * lot.cols), false);
        lot.goal = lot.cols - 2;
        lot.cars.push_back({true, order_.lane, 2, dice_.below(lot.cols - 2)});
        for (int n = order_.walls ? dice_.below(order_.walls + 1) : 0; n > 0; --n) put_wall(lot);
        for (int n = order_.cars * 6; n > 0 && static_cast<int>(lot.cars.size()) < order_.cars; --n) put_car(lot);
        return lot;
    }

    /// The board with one thing changed: a car moved a little, put in, taken out or exchanged, or a wall.
    Lot changed(Lot lot) {
        if (order_.walls && dice_.once_in(8)) {
            take_wall(lot);
            if (dice_.once_in(2)) put_wall(lot);
            return lot;
        }
        const int what = dice_.below(10);
        if (what < 3 && nudge(lot)) return lot;
        if (what < 8 && lot.cars.size() > 1) take_car(lot);
        for (int n = 0; what != 7 && n < 30 && !put_car(lot); ++n) {
        }
        return lot;
    }

    /// Moves a car to the lane beside its own, or makes it longer or shorter; false when there is no room.
    bool nudge(Lot& lot) {
        if (lot.cars.size() < 2) return false;
        for (int n = 0; n < 12; ++n) {
            const auto at = static_cast<std::size_t>(1 + dice_.below(static_cast<int>(lot.cars.size()) - 1));
            Car car = lot.cars[at];
            const int how = dice_.below(4);
            if (how == 0) car.lane += 1;
            if (how == 1) car.lane -= 1;
            if (how == 2) car.length = 5 - car.length;
            if (how == 3) car.offset -= 1, car.length = 5 - car.length;
            Lot less = lot;
            less.cars.erase(less.cars.begin() + static_cast<std::ptrdiff_t>(at));
            if (!fits(less, car)) continue;
            lot.cars[at] = car;
            return true;
        }
        return false;
    }

    bool put_car(Lot& lot) {
        if (static_cast<int>(lot.cars.size()) >= most_cars) return false;
        Car car;
        car.horizontal = dice_.once_in(2);
        const int lanes = car.horizontal ? lot.rows : lot.cols, cells = car.horizontal ? lot.cols : lot.rows;
        car.length = dice_.below(10) < 3 ? 3 : 2;
        car.lane = dice_.below(lanes);
        if (car.length >= cells) return false;
        car.offset = dice_.below(cells - car.length + 1);
        if (!fits(lot, car)) return false;
        lot.cars.push_back(car);
        return true;
    }
    bool fits(const Lot& lot, const Car& car) const {
        const int lanes = car.horizontal ? lot.rows : lot.cols, cells = car.horizontal ? lot.cols : lot.rows;
        if (car.lane < 0 || car.lane >= lanes || (car.horizontal && car.lane == order_.lane)) return false;
        if (car.offset < 0 || car.offset + car.length > cells || car.length >= cells) return false;
        const std::vector<bool> taken = taken_cells(lot);
        for (int i = car.offset; i < car.offset + car.length; ++i)
            if (taken[static_cast<std::size_t>(car.horizontal ? car.lane * lot.cols + i : i * lot.cols + car.lane)])
                return false;
        return true;
    }
    void take_car(Lot& lot) {
        const int at = 1 + dice_.below(static_cast<int>(lot.cars.size()) - 1);
        lot.cars.erase(lot.cars.begin() + at);
    }
    void put_wall(Lot& lot) {
        const int cell = dice_.below(lot.rows * lot.cols);
        const auto walls = std::count(lot.walls.begin(), lot.walls.end(), true);
        if (cell / lot.cols == order_.lane || walls >= order_.walls || taken_cells(lot)[static_cast<std::size_t>(cell)])
            return;
        lot.walls[static_cast<std::size_t>(cell)] = true;
    }
    void take_wall(Lot& lot) {
        std::vector<std::size_t> walls;
        for (std::size_t i = 0; i < lot.walls.size(); ++i)
            if (lot.walls[i]) walls.push_back(i);
        if (!walls.empty())
            lot.walls[walls[static_cast<std::size_t>(dice_.below(static_cast<int>(walls.size())))]] = false;
    }
    static std::vector<bool> taken_cells(const Lot& lot) {
        std::vector<bool> taken = lot.walls;
        for (const Car& car : lot.cars)
            for (int i = car.offset; i < car.offset + car.length; ++i)
                taken[static_cast<std::size_t>(car.horizontal ? car.lane * lot.cols + i : i * lot.cols + car.lane)] =
                    true;
        return taken;
    }

    /// False where a column before the target can never be cleared: it is full of cars that stand there for good.
    bool free_way(const Lot& lot) const {
        for (const Line& line : lines_of(lot)) {
            if (line.horizontal || line.lane <= lot.cars[0].offset + 1) continue;
            bool clears = false;
            for (int s = 0; s < line.states() && !clears; ++s) clears = !(line.covered(s) >> order_.lane & 1);
            if (!clears) return false;
        }
        return true;
    }

    static constexpr int most_cars = 25;  // as many as there are letters
    Order order_;
    Dice dice_;
    std::optional<Lot> first_;
    Scratch scratch_;
};

}  // namespace unjam::rushhour
