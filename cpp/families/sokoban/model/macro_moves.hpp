// MacroMoves lists every square that one box can be pushed (or pulled) to while all others stay, and the
// single pushes of such a move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/model/areas.hpp"

namespace unjam::sokoban {

/// A box goes from one square to another; the player ends next to it on `player`.
struct MacroMove {
    Square from = 0, to = 0, player = 0;
    bool lifted = false;  // backwards: the box is removed from the board there
};

/// Lists the macro moves of a position: for each box every square it can be brought to, once per area in which the
/// player may end.
template <bool Pull>
class MacroMoves {
public:
    explicit MacroMoves(const Maze& maze)
        : maze_(maze),
          class_(maze.floor * 4),
          known_(maze.floor + 1, 0),
          seen_(maze.floor * 4, 0),
          flood_mark_(maze.floor + 1, 0),
          queue_(maze.floor + 1) {}

    /// Lists all macro moves of the box on `box` for a player in the area labelled `part`. `allowed[s]`: a box may come
    /// to s. The box must be on the board.
    void list(Areas& areas, Square box, int part, const std::uint8_t* allowed, std::vector<MacroMove>& out) {
        walk(areas, box, part, allowed);
        for (std::size_t i = starts_; i < arrivals_.size(); ++i) {
            const Arrival& each = arrivals_[i];
            out.push_back({box, each.square, maze_.next[each.square][each.side]});
        }
    }

    /// The directions of the single pushes of one macro move, in order.
    std::vector<std::uint8_t> path(Areas& areas, const MacroMove& move, int part, const std::uint8_t* allowed) {
        walk(areas, move.from, part, allowed);
        for (std::size_t i = starts_; i < arrivals_.size(); ++i) {
            if (arrivals_[i].square != move.to) continue;
            bool same = false;  // the player ends on this side or one joined to it
            for (int d = 0; d < 4; ++d)
                same |= maze_.next[move.to][d] == move.player &&
                        class_[move.to * 4 + d] == class_[move.to * 4 + arrivals_[i].side];
            if (!same) continue;
            std::vector<std::uint8_t> out;
            for (std::size_t at = i; at >= starts_; at = arrivals_[at].before)
                out.push_back(static_cast<std::uint8_t>(opposite(arrivals_[at].side)));
            std::reverse(out.begin(), out.end());
            return out;
        }
        return {};
    }

private:
    struct Arrival {
        Square square;
        std::uint8_t side;  // the player's side of the box
        std::uint32_t before;
    };

    void walk(Areas& areas, Square box, int part, const std::uint8_t* allowed) {
        ++stamp_;
        arrivals_.clear();
        std::uint8_t first[4];
        for (int d = 0; d < 4; ++d)
            first[d] = areas.part(maze_.next[box][d]) == part && !areas.is_occupied(maze_.next[box][d]);
        areas.remove(box);
        classify(areas, box);
        for (int d = 0; d < 4; ++d)
            if (first[d] && is_new(box, d)) arrivals_.push_back({box, static_cast<std::uint8_t>(d), 0});
        starts_ = arrivals_.size();
        for (std::size_t head = 0; head < arrivals_.size(); ++head) {
            const Arrival now = arrivals_[head];
            const std::uint8_t player_class = class_[now.square * 4 + now.side];
            for (int d = 0; d < 4; ++d) {
                if (class_[now.square * 4 + d] != player_class) continue;
                const Square behind = maze_.next[now.square][d];
                const Square to = Pull ? behind : maze_.next[now.square][opposite(d)];
                if (areas.is_occupied(to) || to >= maze_.floor || !allowed[to]) continue;
                if (Pull && areas.is_occupied(maze_.next[behind][d])) continue;
                if (known_[to] != stamp_) classify(areas, to);
                if (is_new(to, d))
                    arrivals_.push_back({to, static_cast<std::uint8_t>(d), static_cast<std::uint32_t>(head)});
            }
        }
        areas.put(box);
    }

    bool is_new(Square s, int d) {
        std::uint32_t& seen = seen_[s * 4 + class_[s * 4 + d]];
        if (seen == stamp_) return false;
        seen = stamp_;
        return true;
    }

    // Classifies the sides of a box on s: sides that are joined by a walk around the box are one class.
    void classify(Areas& areas, Square s) {
        known_[s] = stamp_;
        unsigned mask = 0;
        for (int k = 0; k < 8; ++k) mask |= static_cast<unsigned>(!areas.is_occupied(maze_.ring[s][k])) << k;
        const bool splits = ring_splits()[mask];
        std::uint8_t* sides = &class_[s * 4];
        for (int d = 0; d < 4; ++d) sides[d] = areas.is_occupied(maze_.next[s][d]) ? none : splits ? unknown : 0;
        if (!splits) return;
        areas.put(s);
        std::uint8_t classes = 0;
        for (int d = 0; d < 4; ++d) {
            if (sides[d] != unknown) continue;
            int left = 0;
            for (int e = d + 1; e < 4; ++e) left += sides[e] == unknown;
            sides[d] = classes;
            if (left) {
                flood(areas, maze_.next[s][d], s, sides, left);
                for (int e = d + 1; e < 4; ++e)
                    if (sides[e] == unknown && flood_mark_[maze_.next[s][e]] == flood_stamp_) sides[e] = classes;
            }
            ++classes;
        }
        areas.remove(s);
    }

    // Marks the squares in reach, until `left` more sides of `s` of unknown class are reached.
    void flood(const Areas& areas, Square from, Square s, const std::uint8_t* sides, int left) {
        const std::uint32_t unknown_mark = ++flood_stamp_;
        for (int e = 0; e < 4; ++e)
            if (sides[e] == unknown) flood_mark_[maze_.next[s][e]] = unknown_mark;
        ++flood_stamp_;
        int head = 0, tail = 0;
        queue_[tail++] = from;
        flood_mark_[from] = flood_stamp_;
        const std::uint8_t* walls = areas.occupied();
        while (head < tail)
            for (Square q : maze_.next[queue_[head++]]) {
                if (flood_mark_[q] == flood_stamp_ || walls[q]) continue;
                if (flood_mark_[q] == unknown_mark && --left == 0) {
                    flood_mark_[q] = flood_stamp_;
                    return;
                }
                flood_mark_[q] = flood_stamp_;
                queue_[tail++] = q;
            }
    }

    static constexpr std::uint8_t none = 255, unknown = 254;

    const Maze& maze_;
    std::vector<std::uint8_t> class_;
    std::vector<std::uint32_t> known_, seen_, flood_mark_;
    std::vector<Square> queue_;
    std::vector<Arrival> arrivals_;
    std::size_t starts_ = 0;
    std::uint32_t stamp_ = 0, flood_stamp_ = 0;
};

}  // namespace unjam::sokoban
