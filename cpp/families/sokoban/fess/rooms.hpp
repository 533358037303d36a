// Rooms divides the floor into rooms and corridors, and counts the connections between neighbouring rooms
// that boxes have closed.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "families/sokoban/model/areas.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// A room consists of two or more 2x2 blocks of floor that share an edge or squares; all other floor is corridor. Two
/// rooms are neighbours if corridors alone connect them.
template <class Size>
class Rooms {
public:
    using Boxes = BoxSet<Size>;

    explicit Rooms(const Maze& maze) : maze_(maze), room_(maze.floor + 1, -1), mark_(maze.floor + 1, 0) {
        find_rooms();
        queue_.resize(maze.floor + 1);
        find_regions();
        Areas empty(maze);
        reaches_.resize(members_.size());
        for (int r = 0; r < rooms(); ++r) reaches_[r] = find_reachable_rooms(empty, r);
        reaches_when_empty_ = reaches_;
    }

    /// The room of a square, -1 for corridors.
    int room(Square s) const { return room_[s]; }
    int rooms() const { return static_cast<int>(members_.size()); }

    /// How many connections between neighbouring rooms are closed: some free area of one cannot reach the other.
    int closed(const Areas& areas, const Boxes& boxes) {
        for (int r = 0; r < rooms(); ++r) reaches_[r] = reachable_rooms(areas, boxes, r);
        int out = 0;
        for (int r = 0; r < rooms(); ++r)
            for (std::uint64_t left = reaches_when_empty_[r] >> r >> 1 << 1 << r; left; left &= left - 1) {
                const int other = std::countr_zero(left);
                out += !(reaches_[r] >> other & 1) || !(reaches_[other] >> r & 1);
            }
        return out;
    }

private:
    void find_rooms() {
        const int cols = maze_.cols;
        std::vector<int> block(maze_.square.size(), -1);  // by its upper left cell
        std::vector<int> places;
        for (int i = 0; i + cols + 1 < static_cast<int>(maze_.square.size()); ++i)
            if (maze_.square[i] >= 0 && maze_.square[i + 1] >= 0 && maze_.square[i + cols] >= 0 &&
                maze_.square[i + cols + 1] >= 0)
                block[i] = -2, places.push_back(i);
        int count = 0;
        for (int first : places) {
            if (block[first] != -2) continue;
            std::vector<int> stack{first}, group;
            block[first] = count;
            while (!stack.empty()) {
                const int at = stack.back();
                stack.pop_back();
                group.push_back(at);
                for (int step : {1, 2, cols, 2 * cols})
                    for (int other : {at - step, at + step})
                        if (other >= 0 && other < static_cast<int>(block.size()) && block[other] == -2)
                            block[other] = count, stack.push_back(other);
            }
            if (group.size() < 2 || count >= 64) {
                for (int at : group) block[at] = -1;
                continue;
            }
            for (int at : group)
                for (int step : {0, 1, cols, cols + 1}) {
                    const int s = maze_.square[at + step];
                    if (room_[s] == count) continue;
                    if (room_[s] >= 0) {
                        room_[s] = shared_by_rooms;
                        continue;
                    }
                    if (room_[s] == shared_by_rooms) continue;
                    room_[s] = count;
                }
            ++count;
        }
        members_.resize(count);
        for (int s = 0; s < maze_.floor; ++s) {
            if (room_[s] == shared_by_rooms) room_[s] = -1;
            if (room_[s] >= 0) members_[room_[s]].push_back(static_cast<Square>(s));
        }
    }

    // Which rooms a room can reach depends only on the boxes in it, in its corridors and on their ends.
    void find_regions() {
        regions_.resize(members_.size());
        cache_.resize(members_.size());
        for (int r = 0; r < rooms(); ++r) {
            Areas empty(maze_);
            ++stamp_;
            for (Square s : members_[r]) {
                regions_[r].set(s);
                if (mark_[s] != stamp_) flood_from(empty, s, r);
            }
            for (int s = 0; s < maze_.floor; ++s) {
                if (mark_[s] != stamp_) continue;
                regions_[r].set(s);
                for (Square q : maze_.next[s])
                    if (q < maze_.floor) regions_[r].set(q);
            }
        }
    }

    std::uint64_t reachable_rooms(const Areas& areas, const Boxes& boxes, int r) {
        std::uint64_t key = golden_ratio;
        for (std::size_t w = 0; w < boxes.word.size(); ++w)
            key = (key ^ (boxes.word[w] & regions_[r].word[w])) * mix_factor_1, key ^= key >> 29;
        std::vector<CacheEntry>& entries = cache_[r];
        if (entries.empty()) entries.resize(slots);
        CacheEntry& slot = entries[key % slots];
        if (slot.key != key || slot.key == 0) slot = {key, find_reachable_rooms(areas, r)};
        return slot.rooms;
    }

    // The rooms that every free area of a room can reach.
    std::uint64_t find_reachable_rooms(const Areas& areas, int r) {
        bool any = false;
        std::uint64_t all = ~std::uint64_t{0};
        ++stamp_;
        for (Square s : members_[r]) {
            if (areas.is_occupied(s) || mark_[s] == stamp_) continue;
            any = true;
            all &= flood_from(areas, s, r);
        }
        return any ? all & ~(std::uint64_t{1} << r) : 0;
    }

    std::uint64_t flood_from(const Areas& areas, Square from, int r) {
        std::uint64_t out = 0;
        int head = 0, tail = 0;
        queue_[tail++] = from;
        mark_[from] = stamp_;
        while (head < tail)
            for (Square q : maze_.next[queue_[head++]]) {
                if (areas.is_occupied(q) || mark_[q] == stamp_) continue;
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

    static constexpr int shared_by_rooms = -3;
    static constexpr std::size_t slots = 4096;

    struct CacheEntry {
        std::uint64_t key = 0, rooms = 0;
    };

    const Maze& maze_;
    std::vector<int> room_;
    std::vector<std::uint32_t> mark_;
    std::vector<Square> queue_;
    std::vector<std::vector<Square>> members_;
    std::vector<std::uint64_t> reaches_when_empty_, reaches_;
    std::vector<Boxes> regions_;
    std::vector<std::vector<CacheEntry>> cache_;  // by room: a direct-mapped cache
    std::uint32_t stamp_ = 0;
};

}  // namespace unjam::sokoban
