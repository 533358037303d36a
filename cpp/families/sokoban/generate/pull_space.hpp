// PullSpace lists all solvable positions of a small room by undoing pushes from the goals, and computes a
// fallible player's chance in each.
//
// Every other position is dead, so the luck that a fallible player needs follows from these alone, for every start at
// once. The player picks among the pushes he sees, prefers those that bring the boxes nearer to their goals, and avoids
// what looks hopeless.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "unjam/random.hpp"

namespace unjam::sokoban {

/// A room: 0 wall, 1 floor, 2 goal, row by row, the edge all wall.
struct Room {
    int rows = 0, cols = 0;
    std::vector<std::uint8_t> cells;
};

/// A position in a room, by cells of the grid.
struct Start {
    std::vector<int> boxes;
    int player = 0;
};

/// The solvable positions of one room of up to 64 squares and 6 boxes: the boxes and the player's area.
class PullSpace {
public:
    static constexpr int max_squares = 64, max_boxes = 6;
    static constexpr std::uint32_t none = ~0u;

    /// Sets the room; false if it has too many squares or no goals.
    bool set_room(const Room& room) {
        room_ = &room;
        const int steps[4] = {-room.cols, room.cols, -1, 1};
        square_of_.assign(room.cells.size(), wall);
        cell_of_.clear();
        goals_ = 0;
        for (std::size_t i = 0; i < room.cells.size(); ++i) {
            if (!room.cells[i]) continue;
            if (cell_of_.size() == max_squares) return false;
            if (room.cells[i] == 2) goals_ |= bit(static_cast<int>(cell_of_.size()));
            square_of_[i] = static_cast<std::uint8_t>(cell_of_.size());
            cell_of_.push_back(static_cast<int>(i));
        }
        boxes_ = std::popcount(goals_);
        if (boxes_ < 1 || boxes_ > max_boxes) return false;
        next_.fill({wall, wall, wall, wall});
        neighbours_.fill(0);
        for (std::size_t s = 0; s < cell_of_.size(); ++s)
            for (int d = 0; d < 4; ++d) {
                next_[s][d] = square_of_[static_cast<std::size_t>(cell_of_[s] + steps[d])];
                if (next_[s][d] != wall) neighbours_[s] |= bit(next_[s][d]);
            }
        measure_lone_boxes();
        return true;
    }

    /// Lists the solvable positions by the pushes they need; false if there are more than `max_positions`.
    bool list(std::size_t max_positions) {
        max_positions_ = max_positions;
        keys_.clear();
        distance_.clear();
        const std::size_t slots = std::bit_ceil(max_positions * 2);
        if (slots_.size() != slots)
            slots_.assign(slots, none);
        else
            std::fill(slots_.begin(), slots_.end(), none);
        for (std::uint64_t rest = all() & ~goals_; rest;) {
            const std::uint64_t area = flood(std::countr_zero(rest), goals_);
            rest &= ~area;
            add(goals_, std::countr_zero(area), 0);
        }
        for (std::size_t at = 0; at < keys_.size(); ++at) {
            if (keys_.size() > max_positions) return false;
            pull(keys_[at], distance_[at]);
        }
        return true;
    }

    /// Computes how likely the player solves each position, to a few per cent.
    void play(int sweeps) {
        const std::size_t n = keys_.size();
        edges_.clear();
        first_edge_.assign(1, 0);
        push_share_.clear();
        matching_distance_.resize(n);
        for (std::size_t at = 0; at < n; ++at) matching_distance_[at] = matching_distance(boxes_of(keys_[at]));
        for (std::size_t at = 0; at < n; ++at) push(at);
        chance_.assign(n, 0.0);
        for (std::size_t at = 0; at < n && !distance_[at]; ++at) chance_[at] = 1.0;
        for (int sweep = 0; sweep < sweeps; ++sweep) {
            double largest_change = 0;
            for (std::size_t i = 0; i < n; ++i) {  // outward, then inward: changes spread fast in both directions
                const std::size_t at = sweep & 1 ? n - 1 - i : i;
                if (!distance_[at]) continue;
                double sum = 0;
                for (std::uint32_t e = first_edge_[at]; e < first_edge_[at + 1]; ++e)
                    sum += edges_[e].weight * chance_[edges_[e].to];
                sum *= push_share_[at];
                largest_change = std::max(largest_change, sum - chance_[at] - 0.02 * sum);
                chance_[at] = sum;
            }
            if (largest_change <= 0) break;
        }
    }

    std::size_t size() const { return keys_.size(); }
    int distance_of(std::size_t at) const { return distance_[at]; }
    /// -64 * log2 of the chance, rounded so that every machine gets the same number.
    int bits(std::size_t at) const {
        return chance_[at] > 1e-30 ? static_cast<int>(std::lround(-64 * std::log2(chance_[at]))) : 6400;
    }
    int boxes_at_home(std::size_t at) const { return std::popcount(boxes_of(keys_[at]) & goals_); }

    /// The position on the grid, with the player on square `which` of his area.
    Start start(std::size_t at, std::uint64_t which) const {
        Start out;
        const std::uint64_t boxes = boxes_of(keys_[at]);
        for (std::uint64_t rest = boxes; rest; rest &= rest - 1) out.boxes.push_back(cell_of_[std::countr_zero(rest)]);
        std::uint64_t area = flood(player_of(keys_[at]), boxes);
        for (std::uint64_t skip = which % static_cast<std::uint64_t>(std::popcount(area)); skip; --skip)
            area &= area - 1;
        out.player = cell_of_[std::countr_zero(area)];
        return out;
    }
    /// The number of the position, or none if it is not solvable.
    std::uint32_t find(const Start& start) const {
        std::uint64_t boxes = 0;
        for (const int place : start.boxes) {
            if (square_of_[static_cast<std::size_t>(place)] == wall) return none;
            boxes |= bit(square_of_[static_cast<std::size_t>(place)]);
        }
        const int player = square_of_[static_cast<std::size_t>(start.player)];
        if (player == wall) return none;
        return find_key(key(boxes, std::countr_zero(flood(player, boxes))));
    }

private:
    static constexpr std::uint8_t wall = 255;
    static constexpr int no_path = 1000;
    struct Edge {
        std::uint32_t to;
        double weight;
    };

    static std::uint64_t bit(int s) { return 1ull << s; }
    std::uint64_t all() const { return cell_of_.size() == 64 ? ~0ull : bit(static_cast<int>(cell_of_.size())) - 1; }

    // A key has six bits for the player and six for each box, from the least square up.
    static std::uint64_t key(std::uint64_t boxes, int player) {
        std::uint64_t out = 0;
        for (; boxes; boxes &= boxes - 1) out = out << 6 | static_cast<std::uint64_t>(std::countr_zero(boxes));
        return out << 6 | static_cast<std::uint64_t>(player);
    }
    std::uint64_t boxes_of(std::uint64_t key) const {
        std::uint64_t out = 0;
        for (int i = 0; i < boxes_; ++i) out |= bit((key >>= 6) & 63);
        return out;
    }
    static int player_of(std::uint64_t key) { return static_cast<int>(key & 63); }

    /// The squares within reach of a walk.
    std::uint64_t flood(int from, std::uint64_t boxes) const {
        std::uint64_t seen = bit(from), open = seen;
        while (open) {
            const std::uint64_t near = neighbours_[std::countr_zero(open)] & ~boxes & ~seen;
            open &= open - 1;
            seen |= near;
            open |= near;
        }
        return seen;
    }

    /// Computes lone-box distances to each goal for a player who can get anywhere; squares without any are dead.
    void measure_lone_boxes() {
        live_ = 0;
        int g = 0;
        for (std::uint64_t rest = goals_; rest; rest &= rest - 1, ++g) {
            auto& pushes = lone_distance_[g];
            pushes.fill(no_path);
            std::array<int, max_squares> queue{};
            int head = 0, tail = 0;
            queue[tail++] = std::countr_zero(rest);
            pushes[queue[0]] = 0;
            while (head < tail) {
                const int to = queue[head++];
                live_ |= bit(to);
                for (int d = 0; d < 4; ++d) {
                    const int from = next_[to][d];
                    if (from == wall || next_[from][d] == wall || pushes[from] != no_path) continue;
                    pushes[from] = pushes[to] + 1;
                    queue[tail++] = from;
                }
            }
        }
    }

    /// The cheapest assignment of the boxes to the goals, by lone-box distances.
    int matching_distance(std::uint64_t boxes) const {
        std::array<int, 1 << max_boxes> best{};
        const int sets = 1 << boxes_;
        std::fill(best.begin() + 1, best.begin() + sets, no_path);
        for (int set = 1; boxes; boxes &= boxes - 1, ++set) {
            const int s = std::countr_zero(boxes);
            for (int taken = sets - 1; taken > 0; --taken) {
                if (std::popcount(static_cast<unsigned>(taken)) != set) continue;
                int least = no_path;
                for (int g = 0; g < boxes_; ++g)
                    if (taken >> g & 1) least = std::min(least, best[taken & ~(1 << g)] + lone_distance_[g][s]);
                best[taken] = std::min(least, no_path);
            }
        }
        return best[sets - 1];
    }

    std::uint32_t find_key(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(hash(key)) & mask;
        while (slots_[at] != none && keys_[slots_[at]] != key) at = (at + 1) & mask;
        return slots_[at];
    }
    static std::uint64_t hash(std::uint64_t key) { return (key ^ key >> 29) * golden_ratio >> 24; }
    void add(std::uint64_t boxes, int player, int distance) {
        const std::uint64_t fresh = key(boxes, player);
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(hash(fresh)) & mask;
        while (slots_[at] != none && keys_[slots_[at]] != fresh) at = (at + 1) & mask;
        if (slots_[at] != none || keys_.size() > max_positions_) return;
        slots_[at] = static_cast<std::uint32_t>(keys_.size());
        keys_.push_back(fresh);
        distance_.push_back(distance);
    }

    void pull(std::uint64_t key, int distance) {
        const std::uint64_t boxes = boxes_of(key), area = flood(player_of(key), boxes);
        for (std::uint64_t rest = boxes; rest; rest &= rest - 1) {
            const int to = std::countr_zero(rest);
            for (int d = 0; d < 4; ++d) {
                const int from = next_[to][d];
                if (from == wall || !(area >> from & 1)) continue;
                const int stand = next_[from][d];
                if (stand == wall || boxes >> stand & 1) continue;
                const std::uint64_t before = (boxes & ~bit(to)) | bit(from);
                add(before, std::countr_zero(flood(stand, before)), distance + 1);
            }
        }
    }

    void push(std::size_t at) {
        const std::uint64_t boxes = boxes_of(keys_[at]), area = flood(player_of(keys_[at]), boxes);
        double sum = 0;
        for (std::uint64_t rest = distance_[at] ? boxes : 0; rest; rest &= rest - 1) {
            const int from = std::countr_zero(rest);
            for (int d = 0; d < 4; ++d) {
                const int to = next_[from][d], behind = next_[from][d ^ 1];
                if (to == wall || behind == wall || !(area >> behind & 1) || boxes >> to & 1 || !(live_ >> to & 1))
                    continue;
                const std::uint64_t after = (boxes & ~bit(from)) | bit(to);
                const std::uint32_t number = find_key(key(after, std::countr_zero(flood(from, after))));
                int h = number != none ? matching_distance_[number] : matching_distance(after);
                if (number == none && (h >= no_path || has_frozen_box(after))) continue;
                const double weight = push_weights[std::clamp(h - matching_distance_[at], -2, 2) + 2];
                sum += weight;
                if (number != none) edges_.push_back({number, weight});
            }
        }
        first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));
        push_share_.push_back(sum > 0 ? 0.99 / sum : 0);
    }
    /// exp(-0.5 x) for a push that takes the boxes x further from their goals.
    static constexpr std::array<double, 5> push_weights{2.718281828459045, 1.6487212707001282, 1, 0.6065306597126334,
                                                        0.36787944117144233};

    /// Are there boxes off goals that obviously can never move again?
    bool has_frozen_box(std::uint64_t boxes) const {
        std::uint64_t stuck = boxes;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::uint64_t rest = stuck; rest; rest &= rest - 1) {
                const int s = std::countr_zero(rest);
                const auto blocked = [&](int first, int second) {
                    const int a = next_[s][first], b = next_[s][second];
                    if (a == wall || b == wall || stuck >> a & 1 || stuck >> b & 1) return true;
                    return !(live_ >> a & 1) && !(live_ >> b & 1);
                };
                if (blocked(0, 1) && blocked(2, 3)) continue;
                stuck &= ~bit(s);
                changed = true;
            }
        }
        return stuck & ~goals_;
    }

    const Room* room_ = nullptr;
    int boxes_ = 0;
    std::size_t max_positions_ = 0;
    std::uint64_t goals_ = 0, live_ = 0;
    std::vector<std::uint8_t> square_of_;
    std::vector<int> cell_of_;
    std::array<std::array<std::uint8_t, 4>, max_squares> next_{};
    std::array<std::uint64_t, max_squares> neighbours_{};
    std::array<std::array<int, max_squares>, max_boxes> lone_distance_{};
    std::vector<std::uint64_t> keys_;
    std::vector<int> distance_, matching_distance_;
    std::vector<std::uint32_t> slots_, first_edge_;
    std::vector<Edge> edges_;
    std::vector<double> push_share_, chance_;
};

}  // namespace unjam::sokoban
