// Vicinity lists the box configurations near a route: those that differ from one of its positions in a few
// boxes, within a Radius.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/improve/configurations.hpp"
#include "families/sokoban/improve/route.hpp"

namespace unjam::sokoban {

/// How far a configuration may differ from a position of the route.
struct Radius {
    int boxes;    // how many boxes may be displaced
    int squares;  // to how many of the nearest squares
    int pushes;   // or to where the route has the box up to this many pushes earlier or later
};

/// Lists configurations near a route, position by position, after the vicinity search of the public optimisers YASO
/// (B. Damgaard) and JSoko (M. Meger).
class Vicinity {
public:
    Vicinity(const Maze& maze, const BoxHash& hash) : hash_(hash), near_(maze.live) {
        std::vector<std::uint8_t> seen(maze.floor + 1);
        for (int s = 0; s < maze.live; ++s) list_near(maze, static_cast<Square>(s), seen);
    }

    /// Adds the configurations near the position after `t` pushes; false if there are `max_size`, or if `stop()`, which
    /// is called now and then, returns true.
    template <class Stop>
    bool add(const std::vector<Station>& route, int t, const Radius& radius, std::size_t max_size, Configurations& out,
             Stop&& stop) {
        const std::vector<Square>& at = route[t].at;
        const std::uint64_t hash = hash_(at);
        out.add(hash);
        occupied_.assign(near_.size(), 0);
        for (Square b : at) occupied_[b] = 1;
        list_places(route, t, radius);
        return add_displaced(at, hash, 0, radius.boxes, false, max_size, out, stop);
    }

private:
    static constexpr std::size_t max_near = 80;

    // Lists the nearest squares by pushes or pulls of a lone box.
    void list_near(const Maze& maze, Square s, std::vector<std::uint8_t>& seen) {
        std::vector<Square>& near_squares = near_[s];
        std::fill(seen.begin(), seen.end(), 0);
        near_squares.push_back(s);
        seen[s] = 1;
        for (std::size_t head = 0; head < near_squares.size() && near_squares.size() < max_near; ++head)
            for (int d = 0; d < 4; ++d) {
                const Square at = near_squares[head], q = maze.next[at][d];
                if (q >= maze.live || seen[q]) continue;
                const bool there = maze.next[at][opposite(d)] != maze.floor, back = maze.next[q][d] != maze.floor;
                if (there || back) seen[q] = 1, near_squares.push_back(q);
            }
        near_squares.erase(near_squares.begin());
    }

    // Lists where each box may be instead, and which boxes the route moves around that time.
    void list_places(const std::vector<Station>& route, int t, const Radius& radius) {
        const std::vector<Square>& at = route[t].at;
        places_.resize(at.size());
        is_moved_.assign(at.size(), 0);
        const int first = std::max(0, t - radius.pushes);
        const int last = std::min(static_cast<int>(route.size()) - 1, t + radius.pushes);
        for (std::size_t k = 0; k < at.size(); ++k) {
            const auto& near = near_[at[k]];
            const auto count = std::min<std::size_t>(near.size(), radius.squares);
            places_[k].assign(near.begin(), near.begin() + count);
            for (int u = first; u <= last; ++u) {
                const Square s = route[u].at[k];
                is_moved_[k] |= s != at[k];
                if (s == at[k] || (u > first && s == route[u - 1].at[k])) continue;
                if (std::find(places_[k].begin(), places_[k].end(), s) == places_[k].end()) places_[k].push_back(s);
            }
        }
    }

    // At most one of the displaced boxes may be one that the route does not move around that time.
    template <class Stop>
    bool add_displaced(const std::vector<Square>& at, std::uint64_t hash, std::size_t from, int left, bool has_resting,
                       std::size_t max_size, Configurations& out, Stop&& stop) {
        if (stop()) return false;
        bool has_room = true;
        for (std::size_t k = from; k < at.size() && has_room; ++k) {
            if (has_resting && !is_moved_[k]) continue;
            occupied_[at[k]] = 0;
            for (std::size_t i = 0; i < places_[k].size() && has_room; ++i) {
                const Square to = places_[k][i];
                if (occupied_[to]) continue;
                const std::uint64_t after = hash ^ hash_[at[k]] ^ hash_[to];
                out.add(after);
                has_room = out.size() < max_size;
                if (left == 1 || !has_room) continue;
                occupied_[to] = 1;
                has_room = add_displaced(at, after, k + 1, left - 1, has_resting || !is_moved_[k], max_size, out, stop);
                occupied_[to] = 0;
            }
            occupied_[at[k]] = 1;
        }
        return has_room;
    }

    const BoxHash& hash_;
    std::vector<std::vector<Square>> near_, places_;
    std::vector<std::uint8_t> occupied_, is_moved_;
};

}  // namespace unjam::sokoban
