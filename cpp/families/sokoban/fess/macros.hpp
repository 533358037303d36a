// Macro moves: one box goes as far as it can be pushed (or pulled) while all others stand still.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/fess/field.hpp"

namespace unjam::sokoban {

/// A box goes from one square to another, and the player ends beside it on `player`.
struct Macro {
    Square from = 0, to = 0, player = 0;
    bool lifted = false;  // backwards: the box is taken off the board there
};

/// Lists the macro moves of a position: for each box every square that it can be brought to, once for each part of the
/// floor in which the player may be left there.
template <bool Pull>
class Macros {
public:
    explicit Macros(const Maze& maze)
        : maze_(maze),
          class_(maze.floor * 4),
          known_(maze.floor + 1, 0),
          seen_(maze.floor * 4, 0),
          mark_(maze.floor + 1, 0),
          queue_(maze.floor + 1) {}

    /// All macro moves of the box on `box`, for a player in the part of the floor that `field` labelled `part`.
    /// `allowed[s]`: a box may come to s. The box must be on the field.
    void list(Field& field, Square box, int part, const std::uint8_t* allowed, std::vector<Macro>& out) {
        walk(field, box, part, allowed);
        for (std::size_t i = starts_; i < arrivals_.size(); ++i) {
            const Arrival& each = arrivals_[i];
            out.push_back({box, each.square, maze_.next[each.square][each.side]});
        }
    }

    /// The single pushes of one macro move, in order: the direction of each.
    std::vector<std::uint8_t> path(Field& field, const Macro& move, int part, const std::uint8_t* allowed) {
        walk(field, move.from, part, allowed);
        for (std::size_t i = starts_; i < arrivals_.size(); ++i) {
            if (arrivals_[i].square != move.to) continue;
            bool same = false;  // in the class of the side where the player ends
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
        std::uint8_t side;  // where the player stands, seen from the box
        std::uint32_t before;
    };

    void walk(Field& field, Square box, int part, const std::uint8_t* allowed) {
        ++stamp_;
        arrivals_.clear();
        std::uint8_t first[4];
        for (int d = 0; d < 4; ++d)
            first[d] = field.part(maze_.next[box][d]) == part && !field.taken(maze_.next[box][d]);
        field.lift_one(box);
        classify(field, box);
        for (int d = 0; d < 4; ++d)
            if (first[d] && fresh(box, d)) arrivals_.push_back({box, static_cast<std::uint8_t>(d), 0});
        starts_ = arrivals_.size();
        for (std::size_t head = 0; head < arrivals_.size(); ++head) {
            const Arrival now = arrivals_[head];
            const std::uint8_t mine = class_[now.square * 4 + now.side];
            for (int d = 0; d < 4; ++d) {
                if (class_[now.square * 4 + d] != mine) continue;
                const Square behind = maze_.next[now.square][d];
                const Square to = Pull ? behind : maze_.next[now.square][opposite(d)];
                if (field.taken(to) || to >= maze_.floor || !allowed[to]) continue;
                if (Pull && field.taken(maze_.next[behind][d])) continue;
                if (known_[to] != stamp_) classify(field, to);
                if (fresh(to, d))
                    arrivals_.push_back({to, static_cast<std::uint8_t>(d), static_cast<std::uint32_t>(head)});
            }
        }
        field.put_one(box);
    }

    bool fresh(Square s, int d) {
        std::uint32_t& seen = seen_[s * 4 + class_[s * 4 + d]];
        if (seen == stamp_) return false;
        seen = stamp_;
        return true;
    }

    // Which sides of a box on s are joined by a walk around it.
    void classify(Field& field, Square s) {
        known_[s] = stamp_;
        unsigned mask = 0;
        for (int k = 0; k < 8; ++k) mask |= static_cast<unsigned>(!field.taken(maze_.ring[s][k])) << k;
        const bool splits = ring_splits()[mask];
        std::uint8_t* mine = &class_[s * 4];
        for (int d = 0; d < 4; ++d) mine[d] = field.taken(maze_.next[s][d]) ? none : splits ? unknown : 0;
        if (!splits) return;
        field.put_one(s);
        std::uint8_t classes = 0;
        for (int d = 0; d < 4; ++d) {
            if (mine[d] != unknown) continue;
            int left = 0;
            for (int e = d + 1; e < 4; ++e) left += mine[e] == unknown;
            mine[d] = classes;
            if (left) {
                flood(field, maze_.next[s][d], s, mine, left);
                for (int e = d + 1; e < 4; ++e)
                    if (mine[e] == unknown && mark_[maze_.next[s][e]] == flood_) mine[e] = classes;
            }
            ++classes;
        }
        field.lift_one(s);
    }

    // Marks what can be walked to, until `left` more sides of `s` whose class is unknown are met.
    void flood(const Field& field, Square from, Square s, const std::uint8_t* mine, int left) {
        const std::uint32_t wanted = ++flood_;
        for (int e = 0; e < 4; ++e)
            if (mine[e] == unknown) mark_[maze_.next[s][e]] = wanted;
        ++flood_;
        int head = 0, tail = 0;
        queue_[tail++] = from;
        mark_[from] = flood_;
        const std::uint8_t* walls = field.taken();
        while (head < tail)
            for (Square q : maze_.next[queue_[head++]]) {
                if (mark_[q] == flood_ || walls[q]) continue;
                if (mark_[q] == wanted && --left == 0) {
                    mark_[q] = flood_;
                    return;
                }
                mark_[q] = flood_;
                queue_[tail++] = q;
            }
    }

    static constexpr std::uint8_t none = 255, unknown = 254;

    const Maze& maze_;
    std::vector<std::uint8_t> class_;
    std::vector<std::uint32_t> known_, seen_, mark_;
    std::vector<Square> queue_;
    std::vector<Arrival> arrivals_;
    std::size_t starts_ = 0;
    std::uint32_t stamp_ = 0, flood_ = 0;
};

}  // namespace unjam::sokoban
