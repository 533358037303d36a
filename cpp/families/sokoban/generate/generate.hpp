// New Sokoban levels: RoomGenerator carves rooms, changes them square by square until a fallible player needs
// the requested luck, and walls up unused floor. So a level is hard because of its dead ends and detours, not
// because of its length.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "families/sokoban/generate/pull_space.hpp"
#include "unjam/limits.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// What levels should be like: the board with its walls, about how many squares of floor, the boxes, the luck in 1/64
/// of a bit, the pushes, and how many positions may be searched for it (`effort`).
struct Request {
    int rows = 8, cols = 8, boxes = 3, squares = 24;
    int min_bits = 0, max_bits = 6400;
    int min_pushes = 1, max_pushes = 9999;
    bool exact = false;  // must the floor reach every edge?
    std::int64_t effort = 300'000;
    std::uint64_t seed = 1;
};

/// A level, the luck it needs, and its pushes.
struct GeneratedLevel {
    Room room;
    Start start;
    int bits = 0, pushes = 0;
};

/// Generates levels for one request.
class RoomGenerator {
public:
    explicit RoomGenerator(const Request& request)
        : request_(request), dice_(request.seed), effort_left_(request.effort) {}

    /// Returns a level as requested, without unused floor; none if the effort is spent or the guard stops it.
    std::optional<GeneratedLevel> generate(Guard& guard) {
        while (effort_left_ > 0 && !guard.check(0, 0)) {
            GeneratedLevel best{carve_room(), {}, -1, 0};
            if (best.room.cells.empty()) continue;
            best = find_hardest(std::move(best.room));
            for (int idle = 0; effort_left_ > 0 && idle < patience && !guard.check(0, 0); ++idle) {
                if (best.bits >= request_.min_bits) {
                    GeneratedLevel done = wall_up_unused(std::move(best), guard);
                    if (guard.stopped()) return std::nullopt;
                    if (!request_.exact || reaches_edges(done.room)) return done;
                    break;
                }
                Room other = change_one_square(best.room);
                if (other.cells.empty()) continue;
                GeneratedLevel next = find_hardest(std::move(other));
                if (next.bits > best.bits) idle = 0;
                if (next.bits >= best.bits && next.bits >= 0) best = std::move(next);
            }
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t max_positions = 60'000;
    static constexpr int patience = 40, sweeps = 24;

    bool survey(const Room& room) {
        effort_left_ -= 300;  // the cost of even the smallest room
        if (!space_.set_room(room)) return false;
        const bool whole = space_.list(max_positions);
        effort_left_ -= static_cast<std::int64_t>(space_.size());
        if (!whole) return false;
        space_.play(sweeps);
        return true;
    }

    /// Finds the start that needs the most luck within the request.
    GeneratedLevel find_hardest(Room room) {
        GeneratedLevel out{std::move(room), {}, -1, 0};
        if (!survey(out.room)) return out;
        std::size_t best = space_.size();
        for (std::size_t at = 0; at < space_.size(); ++at) {
            if (space_.distance_of(at) < request_.min_pushes || space_.distance_of(at) > request_.max_pushes) continue;
            if (space_.boxes_at_home(at) > request_.boxes / 4) continue;
            const int bits = space_.bits(at);
            if (bits > request_.max_bits || bits <= out.bits) continue;
            out.bits = bits;
            best = at;
        }
        if (best == space_.size()) return out;
        out.start = space_.start(best, dice_.next());
        out.pushes = space_.distance_of(best);
        return out;
    }

    /// Walls up squares as long as the level takes as many pushes and no less luck.
    GeneratedLevel wall_up_unused(GeneratedLevel level, Guard& guard) {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < level.room.cells.size() && !guard.check(0, 0); ++i) {
                const int at = static_cast<int>(i);
                if (level.room.cells[i] != 1 || at == level.start.player || free_neighbours(level.room, at) > 2)
                    continue;
                if (std::find(level.start.boxes.begin(), level.start.boxes.end(), at) != level.start.boxes.end())
                    continue;
                Room less = level.room;
                less.cells[i] = 0;
                if (!is_sound(less) || !survey(less)) continue;
                const std::uint32_t number = space_.find(level.start);
                if (number == PullSpace::none || space_.distance_of(number) != level.pushes) continue;
                const int bits = space_.bits(number);
                if (bits < std::max(request_.min_bits, level.bits - 16) || bits > request_.max_bits) continue;
                level.room = std::move(less);
                level.bits = bits;
                changed = true;
            }
        }
        return level;
    }

    int at(int row, int col) const { return row * request_.cols + col; }
    static int free_neighbours(const Room& room, int at) {
        return !!room.cells[at - 1] + !!room.cells[at + 1] + !!room.cells[at - room.cols] +
               !!room.cells[at + room.cols];
    }

    /// Does the floor reach every edge of the board?
    bool reaches_edges(const Room& room) const {
        bool top = false, bottom = false, first = false, last = false;
        for (int c = 0; c < room.cols; ++c)
            top |= room.cells[at(1, c)] > 0, bottom |= room.cells[at(room.rows - 2, c)] > 0;
        for (int r = 0; r < room.rows; ++r)
            first |= room.cells[at(r, 1)] > 0, last |= room.cells[at(r, room.cols - 2)] > 0;
        return top && bottom && first && last;
    }

    /// Is the floor connected, and neither too small nor too large?
    bool is_sound(const Room& room) const {
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
        return reached == floor && floor <= request_.squares + 6 && floor >= 2 * request_.boxes + 3;
    }

    /// A room of overlapping rectangles and a passage or two, with goals; empty if it falls apart.
    Room carve_room() {
        effort_left_ -= 100;
        Room room{request_.rows, request_.cols, std::vector<std::uint8_t>(request_.rows * request_.cols, 0)};
        const int high = request_.rows - 2, wide = request_.cols - 2;
        std::vector<int> floor;
        const auto open = [&](int top, int left, int h, int w) {
            for (int r = std::max(1, top); r < std::min(top + h, request_.rows - 1); ++r)
                for (int c = std::max(1, left); c < std::min(left + w, request_.cols - 1); ++c)
                    if (!std::exchange(room.cells[at(r, c)], 1)) floor.push_back(at(r, c));
        };
        // One roll per statement: the order of the rolls determines the level, and the order of arguments is the
        // compiler's choice.
        const int first_wide = 2 + dice_.below(3), first_high = 2 + dice_.below(2);
        const int first_col = 1 + dice_.below(wide), first_row = 1 + dice_.below(high);
        open(first_row, first_col, first_high, first_wide);
        const auto any = [&] { return floor[dice_.below(static_cast<int>(floor.size()))]; };
        for (int side = 0; side < 4; ++side) {  // the floor reaches every edge
            const int from = any(), row = from / request_.cols, col = from % request_.cols;
            if (side == 0) open(1, col, row, 1 + dice_.below(2));
            if (side == 1) open(row, col, high, 1 + dice_.below(2));
            if (side == 2) open(row, 1, 1 + dice_.below(2), col);
            if (side == 3) open(row, col, 1 + dice_.below(2), wide);
        }
        while (static_cast<int>(floor.size()) < std::min(request_.squares, high * wide)) {
            const int from = any(), h = 1 + dice_.below(3), w = 1 + dice_.below(3);
            const int left = from % request_.cols - dice_.below(w), top = from / request_.cols - dice_.below(h);
            open(top, left, h, w);
        }
        for (int n = dice_.below(3); n > 0; --n) {  // a pillar to walk around
            const int col = 1 + dice_.below(wide), row = 1 + dice_.below(high);
            room.cells[at(row, col)] = 0;
        }
        if (!put_goals(room) || !is_sound(room)) room.cells.clear();
        return room;
    }

    bool put_goals(Room& room) {
        std::vector<int> floor;
        for (int i = 0; i < static_cast<int>(room.cells.size()); ++i)
            if (room.cells[i]) floor.push_back(i);
        if (static_cast<int>(floor.size()) < 2 * request_.boxes + 3) return false;
        const bool together = !dice_.once_in(3);
        for (int n = 0, tries = 0; n < request_.boxes && tries < 200; ++tries) {
            const int place = floor[dice_.below(static_cast<int>(floor.size()))];
            if (room.cells[place] == 2) continue;
            bool near = false;
            for (const int there : {place - room.cols, place + room.cols, place - 1, place + 1})
                near |= room.cells[there] == 2;
            if (n && together && !near) continue;
            room.cells[place] = 2;
            ++n;
        }
        return std::count(room.cells.begin(), room.cells.end(), 2) == request_.boxes;
    }

    /// Walls up or opens one square, or moves one goal; empty if the result is not a valid room.
    Room change_one_square(const Room& old) {
        effort_left_ -= 20;
        Room room = old;
        const int what = dice_.below(6);
        const int col = 1 + dice_.below(request_.cols - 2), row = 1 + dice_.below(request_.rows - 2);
        const int place = at(row, col);
        if (what == 0) {  // move a goal here
            std::vector<int> goals;
            for (int i = 0; i < static_cast<int>(room.cells.size()); ++i)
                if (room.cells[i] == 2) goals.push_back(i);
            if (room.cells[place] == 1) {
                room.cells[goals[dice_.below(static_cast<int>(goals.size()))]] = 1;
                room.cells[place] = 2;
            }
        } else if (room.cells[place] == 2) {  // move this goal to the next square
            const int steps[4] = {-room.cols, room.cols, -1, 1};
            const int to = place + steps[dice_.below(4)];
            if (room.cells[to] == 1) std::swap(room.cells[place], room.cells[to]);
        } else {
            room.cells[place] ^= 1;
        }
        if (room.cells == old.cells || !is_sound(room)) room.cells.clear();
        return room;
    }

    Request request_;
    Dice dice_;
    std::int64_t effort_left_;
    PullSpace space_;
};

}  // namespace unjam::sokoban
