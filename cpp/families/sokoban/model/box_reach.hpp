// BoxReach: the squares that a lone box can be pushed to, and those it can come from, among fixed boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/model/macro_moves.hpp"

namespace unjam::sokoban {

/// What a lone box can reach among fixed boxes, with the player on any side of it at first.
template <class Size>
class BoxReach {
public:
    using Boxes = BoxSet<Size>;

    explicit BoxReach(const Maze& maze) : maze_(maze), pushes_(maze), pulls_(maze), all_squares_(maze.floor + 1, 1) {
        all_squares_[maze.floor] = 0;
    }

    /// The squares that a box on `from` can be pushed to, itself included. The areas hold the other boxes.
    Boxes push_targets(Areas& areas, Square from) { return collect(pushes_, areas, from); }
    /// The squares from which a box can be pushed to `to`.
    Boxes push_origins(Areas& areas, Square to) { return collect(pulls_, areas, to); }

private:
    template <class Moves>
    Boxes collect(Moves& moves, Areas& areas, Square from) {
        Boxes out;
        out.set(from);
        const bool was_taken = areas.is_occupied(from);
        if (!was_taken) areas.put(from);
        areas.split();
        moves_.clear();
        int done[4] = {0, 0, 0, 0}, parts = 0;
        for (Square q : maze_.next[from]) {
            if (areas.is_occupied(q)) continue;
            const int part = areas.part(q);
            bool is_done = false;
            for (int k = 0; k < parts; ++k) is_done |= done[k] == part;
            if (is_done) continue;
            done[parts++] = part;
            moves.list(areas, from, part, all_squares_.data(), moves_);
        }
        for (const MacroMove& each : moves_) out.set(each.to);
        if (!was_taken) areas.remove(from);
        return out;
    }

    const Maze& maze_;
    MacroMoves<false> pushes_;
    MacroMoves<true> pulls_;
    std::vector<std::uint8_t> all_squares_;
    std::vector<MacroMove> moves_;
};

}  // namespace unjam::sokoban
