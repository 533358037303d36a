// New Sokoban levels: rooms are carved and changed square by square towards one in which some start asks for as much
// luck as wanted of a fallible player. A level is hard by its dead ends and detours here, not by its length.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "families/sokoban/pull_space.hpp"
#include "unjam/limits.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// What is wanted: the room with its walls, about so many squares of floor, the boxes, the luck in 1/64 of a bit and
/// the pushes from least to most, and how many positions may be looked at for it.
struct Order {
    int rows = 8, cols = 8, boxes = 3, squares = 24;
    int low = 0, high = 6400;
    int least_pushes = 1, most_pushes = 9999;
    bool exact = false;  // must the floor that is needed go up to every side?
    std::int64_t effort = 300'000;
    std::uint64_t seed = 1;
};

/// A level and what it asks of the player.
struct Made {
    Room room;
    Start start;
    int bits = 0, pushes = 0;
};

/// Makes levels for one order.
class RoomMaker {
public:
    explicit RoomMaker(const Order& order) : order_(order), dice_(order.seed), left_(order.effort) {}

    /// A level as ordered, without floor that plays no part; none when the effort is spent or the guard stops it.
    std::optional<Made> make(Guard& guard) {
        while (left_ > 0 && !guard.check(0, 0)) {
            Made best{carved(), {}, -1, 0};
            if (best.room.cells.empty()) continue;
            best = hardest(std::move(best.room));
            for (int idle = 0; left_ > 0 && idle < patience && !guard.check(0, 0); ++idle) {
                if (best.bits >= order_.low) {
                    Made done = pruned(std::move(best), guard);
                    if (guard.stopped()) return std::nullopt;
                    if (!order_.exact || fills(done.room)) return done;
                    break;
                }
                Room other = changed(best.room);
                if (other.cells.empty()) continue;
                Made next = hardest(std::move(other));
                if (next.bits > best.bits) idle = 0;
                if (next.bits >= best.bits && next.bits >= 0) best = std::move(next);
            }
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t most = 60'000;
    static constexpr int patience = 40, sweeps = 24;

    bool survey(const Room& room) {
        left_ -= 300;  // what even the smallest room costs
        if (!space_.enter(room)) return false;
        const bool whole = space_.list(most);
        left_ -= static_cast<std::int64_t>(space_.size());
        if (!whole) return false;
        space_.play(sweeps);
        return true;
    }

    /// The room with the start that asks for the most luck not above the order's.
    Made hardest(Room room) {
        Made out{std::move(room), {}, -1, 0};
        if (!survey(out.room)) return out;
        std::size_t best = space_.size();
        for (std::size_t at = 0; at < space_.size(); ++at) {
            if (space_.far(at) < order_.least_pushes || space_.far(at) > order_.most_pushes) continue;
            if (space_.boxes_at_home(at) > order_.boxes / 4) continue;
            const int bits = space_.bits(at);
            if (bits > order_.high || bits <= out.bits) continue;
            out.bits = bits;
            best = at;
        }
        if (best == space_.size()) return out;
        out.start = space_.start(best, dice_.next());
        out.pushes = space_.far(best);
        return out;
    }

    /// The same level with squares walled up as long as it takes as many pushes and no less luck.
    Made pruned(Made made, Guard& guard) {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < made.room.cells.size() && !guard.check(0, 0); ++i) {
                const int at = static_cast<int>(i);
                if (made.room.cells[i] != 1 || at == made.start.player || ways(made.room, at) > 2) continue;
                if (std::find(made.start.boxes.begin(), made.start.boxes.end(), at) != made.start.boxes.end()) continue;
                Room less = made.room;
                less.cells[i] = 0;
                if (!sound(less) || !survey(less)) continue;
                const std::uint32_t found = space_.find(made.start);
                if (found == PullSpace::none || space_.far(found) != made.pushes) continue;
                const int bits = space_.bits(found);
                if (bits < std::max(order_.low, made.bits - 16) || bits > order_.high) continue;
                made.room = std::move(less);
                made.bits = bits;
                changed = true;
            }
        }
        return made;
    }

    int at(int row, int col) const { return row * order_.cols + col; }
    static int ways(const Room& room, int at) {
        return !!room.cells[at - 1] + !!room.cells[at + 1] + !!room.cells[at - room.cols] +
               !!room.cells[at + room.cols];
    }

    /// Does the floor go up to every side of the board?
    bool fills(const Room& room) const {
        bool top = false, bottom = false, first = false, last = false;
        for (int c = 0; c < room.cols; ++c)
            top |= room.cells[at(1, c)] > 0, bottom |= room.cells[at(room.rows - 2, c)] > 0;
        for (int r = 0; r < room.rows; ++r)
            first |= room.cells[at(r, 1)] > 0, last |= room.cells[at(r, room.cols - 2)] > 0;
        return top && bottom && first && last;
    }

    /// Is the floor in one piece, and neither too small nor too large?
    bool sound(const Room& room) const {
        std::vector<int> stack;
        std::vector<bool> seen(room.cells.size(), false);
        int floor = 0;
        for (int i = 0; i < static_cast<int>(room.cells.size()); ++i) {
            if (!room.cells[i]) continue;
            if (!floor++) stack.push_back(i), seen[i] = true;
        }
        int reached = 0;
        while (!stack.empty()) {
            const int here = stack.back();
            stack.pop_back();
            ++reached;
            for (const int there : {here - room.cols, here + room.cols, here - 1, here + 1})
                if (room.cells[there] && !seen[there]) seen[there] = true, stack.push_back(there);
        }
        return reached == floor && floor <= order_.squares + 6 && floor >= 2 * order_.boxes + 3;
    }

    /// A room of overlapping rectangles and a passage or two, with goals; empty when it falls apart.
    Room carved() {
        left_ -= 100;
        Room room{order_.rows, order_.cols, std::vector<std::uint8_t>(order_.rows * order_.cols, 0)};
        const int high = order_.rows - 2, wide = order_.cols - 2;
        std::vector<int> floor;
        const auto open = [&](int top, int left, int h, int w) {
            for (int r = std::max(1, top); r < std::min(top + h, order_.rows - 1); ++r)
                for (int c = std::max(1, left); c < std::min(left + w, order_.cols - 1); ++c)
                    if (!std::exchange(room.cells[at(r, c)], 1)) floor.push_back(at(r, c));
        };
        // One roll a statement: the order of the rolls makes the level, and that of arguments is the compiler's choice.
        const int first_wide = 2 + dice_.below(3), first_high = 2 + dice_.below(2);
        const int first_col = 1 + dice_.below(wide), first_row = 1 + dice_.below(high);
        open(first_row, first_col, first_high, first_wide);
        const auto any = [&] { return floor[dice_.below(static_cast<int>(floor.size()))]; };
        for (int side = 0; side < 4; ++side) {  // the floor goes up to every side
            const int from = any(), row = from / order_.cols, col = from % order_.cols;
            if (side == 0) open(1, col, row, 1 + dice_.below(2));
            if (side == 1) open(row, col, high, 1 + dice_.below(2));
            if (side == 2) open(row, 1, 1 + dice_.below(2), col);
            if (side == 3) open(row, col, 1 + dice_.below(2), wide);
        }
        while (static_cast<int>(floor.size()) < std::min(order_.squares, high * wide)) {
            const int from = any(), h = 1 + dice_.below(3), w = 1 + dice_.below(3);
            const int left = from % order_.cols - dice_.below(w), top = from / order_.cols - dice_.below(h);
            open(top, left, h, w);
        }
        for (int n = dice_.below(3); n > 0; --n) {  // a pillar to walk round
            const int col = 1 + dice_.below(wide), row = 1 + dice_.below(high);
            room.cells[at(row, col)] = 0;
        }
        if (!put_goals(room) || !sound(room)) room.cells.clear();
        return room;
    }

    bool put_goals(Room& room) {
        std::vector<int> floor;
        for (int i = 0; i < static_cast<int>(room.cells.size()); ++i)
            if (room.cells[i]) floor.push_back(i);
        if (static_cast<int>(floor.size()) < 2 * order_.boxes + 3) return false;
        const bool together = !dice_.once_in(3);
        for (int n = 0, tries = 0; n < order_.boxes && tries < 200; ++tries) {
            const int place = floor[dice_.below(static_cast<int>(floor.size()))];
            if (room.cells[place] == 2) continue;
            bool near = false;
            for (const int there : {place - room.cols, place + room.cols, place - 1, place + 1})
                near |= room.cells[there] == 2;
            if (n && together && !near) continue;
            room.cells[place] = 2;
            ++n;
        }
        return std::count(room.cells.begin(), room.cells.end(), 2) == order_.boxes;
    }

    /// The room with one square walled up or opened, or one goal elsewhere; empty when that makes no room.
    Room changed(const Room& old) {
        left_ -= 20;
        Room room = old;
        const int what = dice_.below(6);
        const int col = 1 + dice_.below(order_.cols - 2), row = 1 + dice_.below(order_.rows - 2);
        const int place = at(row, col);
        if (what == 0) {  // a goal goes elsewhere
            std::vector<int> goals;
            for (int i = 0; i < static_cast<int>(room.cells.size()); ++i)
                if (room.cells[i] == 2) goals.push_back(i);
            if (room.cells[place] == 1) {
                room.cells[goals[dice_.below(static_cast<int>(goals.size()))]] = 1;
                room.cells[place] = 2;
            }
        } else if (room.cells[place] == 2) {  // or to the next square
            const int steps[4] = {-room.cols, room.cols, -1, 1};
            const int to = place + steps[dice_.below(4)];
            if (room.cells[to] == 1) std::swap(room.cells[place], room.cells[to]);
        } else {
            room.cells[place] ^= 1;
        }
        if (room.cells == old.cells || !sound(room)) room.cells.clear();
        return room;
    }

    Order order_;
    Dice dice_;
    std::int64_t left_;
    PullSpace space_;
};

}  // namespace unjam::sokoban
