// New Rush Hour boards: JamGenerator changes cars and walls one at a time until the hardest position needs
// the requested slides, then strips what is unnecessary.
//
// A space is all that can be reached from a position. Cars and walls are added, removed and moved one at a time, in the
// hardest position of the current space; the result is kept unless its own hardest position is much easier. Most
// changes fail, so a space is abandoned as soon as that shows: the exit is near from where the change was made, or the
// space is large for such an easy one. In the end every unnecessary car and wall is removed. The target lies in a row
// and leaves to the right; the caller turns boards. Nothing depends on a clock or on the memory of the machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "families/rushhour/solve.hpp"
#include "unjam/random.hpp"

namespace unjam::rushhour {

/// What boards should be like, and how many spaces may be searched for one (`effort`).
struct Request {
    int rows = 6, cols = 6, lane = 2;
    int cars = 12, walls = 0;  // cars to begin with, and the maximum number of walls
    int min_cost = 1, max_cost = 99;
    int max_positions = 10'000;  // spaces with more positions are skipped
    int effort = 300;
    std::uint64_t seed = 1;
};

/// A board in a position of known cost: the optimal number of slides.
struct Jam {
    Lot lot;
    int cost = 0;  // 0: no solution, or the space is too large to tell
};

/// Generates boards for one request.
class JamGenerator {
public:
    /// Begins with the lot, if there is one, otherwise with a random board.
    explicit JamGenerator(const Request& request, std::optional<Lot> lot = std::nullopt)
        : request_(request), dice_(request.seed), first_lot_(std::move(lot)) {}

    /// Returns a board as requested from which no car and no wall can be removed without making it easier; none if the
    /// effort is spent or the guard stops it.
    std::optional<Jam> generate(Guard& guard) {
        int left = request_.effort;
        while (left > 0 && !guard.stopped()) {
            Jam jam = find_hardest(first_lot_ ? *first_lot_ : scatter_cars(),
                                   {.positions = first_lot_ ? 2 * max_positions() : typical_positions(0)});
            first_lot_.reset();
            --left;
            for (int idle = 0; left > 0 && idle < patience && !guard.check(0, 0); --left) {
                if (jam.cost >= request_.min_cost && jam.cost <= request_.max_cost) {
                    Jam done = polish(jam, guard);
                    if (done.cost >= request_.min_cost && done.cost <= request_.max_cost) return done;
                }
                Jam other = find_hardest(change_one_thing(jam.lot),
                                         {.positions = typical_positions(jam.cost), .min_slides = jam.cost / 2});
                int least = jam.cost;  // with a chance of 0.7 one slide less is accepted, and so on
                while (dice_.below(10) < 7) --least;
                idle = other.cost > jam.cost ? 0 : idle + 1;
                if (other.cost >= std::max(1, least) && other.cost <= request_.max_cost) jam = std::move(other);
            }
        }
        return std::nullopt;
    }

    /// Spaces that are searched to the end: those with at most `positions` positions, whose exit is at least
    /// `min_slides` away.
    struct SpaceBounds {
        std::size_t positions;
        int min_slides = 1;
    };

    /// Finds the hardest position of the lot's space: of those farthest from any goal the first by its cars' offsets.
    Jam find_hardest(const Lot& lot, SpaceBounds bounds) {
        Jam jam{lot, 0};
        const Limits none;
        Guard guard(none);
        if (!can_clear_way(lot)) return jam;
        with_narrow_board(lot, Metric::moves, [&](const auto& board) {
            with_set(board, scratch_, guard,
                     [&](auto& set, auto& layers) { survey(board, set, layers, guard, bounds, jam); });
        });
        return jam;
    }

private:
    static constexpr std::size_t max_polished = 2'000'000;
    static constexpr int patience = 60;  // changes in a row that did not make it harder

    std::size_t max_positions() const { return static_cast<std::size_t>(request_.max_positions); }
    /// How large a space next to one of that cost may be: a larger one is hardly ever harder.
    std::size_t typical_positions(int cost) const {
        const int cells = request_.rows * request_.cols;
        return std::min(max_positions(), static_cast<std::size_t>((3'000 + 250 * cost) * cells / 36));
    }

    template <class Board, class Set, class AnyLayers>
    void survey(const Board& board, Set& set, AnyLayers& layers, Guard& guard, SpaceBounds bounds, Jam& jam) {
        using Key = typename Board::Key;
        if (!begin(board, set, layers, guard)) return;
        auto& pool = layers.pool;
        std::vector<Key> goals;
        std::size_t seen = 0;
        Ending ending = Ending::paused;
        while (ending == Ending::paused && goals.empty() && pool.size() < bounds.positions) {  // layer by layer
            ending = run_layers<false>(board, set, layers, guard, pool.size() + 1);
            for (; seen < pool.size() && goals.empty(); ++seen)
                if (board.solved(pool[seen])) goals.push_back(without_note(board, pool[seen]));
        }
        if (ending == Ending::paused && !goals.empty() && layers.depth >= bounds.min_slides)
            ending = run_layers<false>(board, set, layers, guard, bounds.positions);
        const bool whole = ending == Ending::exhausted;
        for (; whole && seen < pool.size(); ++seen)
            if (board.solved(pool[seen])) goals.push_back(without_note(board, pool[seen]));
        if (!whole) goals.clear();
        set.forget(board, pool);
        if (goals.empty()) return;
        layers.clear();
        set.reserve(goals.size(), guard, pool.bytes());
        pool.reserve(goals.size() + slack);
        pool.set_size(set.append_new(board, goals.data(), goals.size(), pool.data()));
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

    /// The optimal number of slides; 0 if there is no solution.
    int cost(const Lot& lot) {
        int slides = 0;
        const Limits none;
        Guard guard(none);
        with_narrow_board(lot, Metric::moves, [&](const auto& board) {
            with_set(board, scratch_, guard, [&](auto& set, auto& layers) {
                if (!begin(board, set, layers, guard)) return;
                const Ending ending = run_layers<true>(board, set, layers, guard, max_polished);
                if (ending != Ending::exhausted) slides = ending == Ending::solved ? layers.depth : too_large;
                set.forget(board, layers.pool);
            });
        });
        return slides;
    }

    /// Removes the cars and walls that do not make the jam harder, and takes the hardest position of the rest as long
    /// as that is not too hard. The cost is 0 if a space is too large to tell.
    Jam polish(Jam jam, Guard& guard) {
        for (int round = 0; round < 4; ++round) {
            strip(jam, guard);
            if (!jam.cost) return jam;
            Jam deeper = find_hardest(jam.lot, {.positions = 2 * max_positions()});
            if (!deeper.cost) jam.cost = 0;  // the space became too large
            if (deeper.cost <= jam.cost || deeper.cost > request_.max_cost) break;
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

    /// A random board: the target off the exit, and cars and walls where there is room.
    Lot scatter_cars() {
        Lot lot;
        lot.rows = request_.rows;
        lot.cols = request_.cols;
        lot.walls.assign(static_cast<std::size_t>(lot.rows * lot.cols), false);
        lot.goal = lot.cols - 2;
        lot.cars.push_back({true, request_.lane, 2, dice_.below(lot.cols - 2)});
        for (int n = request_.walls ? dice_.below(request_.walls + 1) : 0; n > 0; --n) add_wall(lot);
        for (int n = request_.cars * 6; n > 0 && static_cast<int>(lot.cars.size()) < request_.cars; --n) add_car(lot);
        return lot;
    }

    /// Changes one thing: a car is moved a little, added, removed or exchanged, or a wall.
    Lot change_one_thing(Lot lot) {
        if (request_.walls && dice_.once_in(8)) {
            remove_wall(lot);
            if (dice_.once_in(2)) add_wall(lot);
            return lot;
        }
        const int what = dice_.below(10);
        if (what < 3 && nudge(lot)) return lot;
        if (what < 8 && lot.cars.size() > 1) remove_car(lot);
        for (int n = 0; what != 7 && n < 30 && !add_car(lot); ++n) {
        }
        return lot;
    }

    /// Moves a car to the next lane, or makes it longer or shorter; false if there is no room.
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

    bool add_car(Lot& lot) {
        if (static_cast<int>(lot.cars.size()) >= max_cars) return false;
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
        if (car.lane < 0 || car.lane >= lanes || (car.horizontal && car.lane == request_.lane)) return false;
        if (car.offset < 0 || car.offset + car.length > cells || car.length >= cells) return false;
        const std::vector<bool> taken = taken_cells(lot);
        for (int i = car.offset; i < car.offset + car.length; ++i)
            if (taken[static_cast<std::size_t>(car.horizontal ? car.lane * lot.cols + i : i * lot.cols + car.lane)])
                return false;
        return true;
    }
    void remove_car(Lot& lot) {
        const int at = 1 + dice_.below(static_cast<int>(lot.cars.size()) - 1);
        lot.cars.erase(lot.cars.begin() + at);
    }
    void add_wall(Lot& lot) {
        const int cell = dice_.below(lot.rows * lot.cols);
        const auto walls = std::count(lot.walls.begin(), lot.walls.end(), true);
        if (cell / lot.cols == request_.lane || walls >= request_.walls ||
            taken_cells(lot)[static_cast<std::size_t>(cell)])
            return;
        lot.walls[static_cast<std::size_t>(cell)] = true;
    }
    void remove_wall(Lot& lot) {
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

    /// False if a column in front of the target can never be cleared, because it is full of cars that cannot leave.
    bool can_clear_way(const Lot& lot) const {
        for (const Line& line : lines_of(lot)) {
            if (line.horizontal || line.lane <= lot.cars[0].offset + 1) continue;
            bool clears = false;
            for (int s = 0; s < line.states() && !clears; ++s) clears = !(line.covered(s) >> request_.lane & 1);
            if (!clears) return false;
        }
        return true;
    }

    static constexpr int max_cars = 25;  // one per letter
    Request request_;
    Dice dice_;
    std::optional<Lot> first_lot_;
    Scratch scratch_;
};

}  // namespace unjam::rushhour
