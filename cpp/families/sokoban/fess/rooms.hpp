// Rooms, the corridors between them, and how many of their connections boxes have closed.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "families/sokoban/fess/field.hpp"

namespace unjam::sokoban {

/// A room is made of two or more blocks of 2x2 floor squares that share an edge or squares; all other floor is
/// corridor. Two rooms are neighbours when corridors alone lead from one to the other.
class Rooms {
public:
    explicit Rooms(const Maze& maze) : maze_(maze), room_(maze.floor + 1, -1), mark_(maze.floor + 1, 0) {
        find();
        queue_.resize(maze.floor + 1);
        Field empty(maze);
        look(empty);
        base_ = sees_;
    }

    /// The room of a square, -1 for corridors.
    int room(Square s) const { return room_[s]; }
    int rooms() const { return static_cast<int>(members_.size()); }

    /// How many connections between neighbouring rooms are closed: some free part of one does not see the other.
    int closed(const Field& field) {
        look(field);
        int out = 0;
        for (int r = 0; r < rooms(); ++r)
            for (std::uint64_t left = base_[r] >> r >> 1 << 1 << r; left; left &= left - 1) {
                const int other = std::countr_zero(left);
                out += !(sees_[r] >> other & 1) || !(sees_[other] >> r & 1);
            }
        return out;
    }

private:
    void find() {
        const int cols = maze_.cols;
        std::vector<int> block(maze_.square.size(), -1);  // by the place of its upper left square
        std::vector<int> places;
        for (int i = 0; i + cols + 1 < static_cast<int>(maze_.square.size()); ++i)
            if (maze_.square[i] >= 0 && maze_.square[i + 1] >= 0 && maze_.square[i + cols] >= 0 &&
                maze_.square[i + cols + 1] >= 0)
                block[i] = -2, places.push_back(i);
        int found = 0;
        for (int first : places) {
            if (block[first] != -2) continue;
            std::vector<int> stack{first}, group;
            block[first] = found;
            while (!stack.empty()) {
                const int at = stack.back();
                stack.pop_back();
                group.push_back(at);
                for (int step : {1, 2, cols, 2 * cols})
                    for (int other : {at - step, at + step})
                        if (other >= 0 && other < static_cast<int>(block.size()) && block[other] == -2)
                            block[other] = found, stack.push_back(other);
            }
            if (group.size() < 2 || found >= 64) {
                for (int at : group) block[at] = -1;
                continue;
            }
            std::vector<Square> squares;
            for (int at : group)
                for (int step : {0, 1, cols, cols + 1}) {
                    const int s = maze_.square[at + step];
                    if (room_[s] == found) continue;
                    if (room_[s] >= 0) {
                        room_[s] = shared;
                        continue;
                    }
                    if (room_[s] == shared) continue;
                    room_[s] = found;
                }
            ++found;
        }
        members_.resize(found);
        for (int s = 0; s < maze_.floor; ++s) {
            if (room_[s] == shared) room_[s] = -1;
            if (room_[s] >= 0) members_[room_[s]].push_back(static_cast<Square>(s));
        }
    }

    // Which rooms every free part of each room sees.
    void look(const Field& field) {
        sees_.assign(members_.size(), 0);
        for (int r = 0; r < rooms(); ++r) {
            bool any = false;
            std::uint64_t all = ~std::uint64_t{0};
            ++stamp_;
            for (Square s : members_[r]) {
                if (field.taken(s) || mark_[s] == stamp_) continue;
                any = true;
                all &= seen_from(field, s, r);
            }
            sees_[r] = any ? all & ~(std::uint64_t{1} << r) : 0;
        }
    }

    std::uint64_t seen_from(const Field& field, Square from, int r) {
        std::uint64_t out = 0;
        int head = 0, tail = 0;
        queue_[tail++] = from;
        mark_[from] = stamp_;
        while (head < tail)
            for (Square q : maze_.next[queue_[head++]]) {
                if (field.taken(q) || mark_[q] == stamp_) continue;
                const int other = room_[q];
                if (other >= 0 && other != r) {
                    out |= std::uint64_t{1} << other;
                    continue;
                }
                mark_[q] = stamp_;
                queue_[tail++] = q;
            }
        return out;
    }

    static constexpr int shared = -3;

    const Maze& maze_;
    std::vector<int> room_;
    std::vector<std::uint32_t> mark_;
    std::vector<Square> queue_;
    std::vector<std::vector<Square>> members_;
    std::vector<std::uint64_t> base_, sees_;
    std::uint32_t stamp_ = 0;
};

}  // namespace unjam::sokoban
