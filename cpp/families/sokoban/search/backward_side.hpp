// Backward, the goals' side of a two-sided search: undoes pushes, estimates and stores the predecessors; it
// does not join the sides.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/matching_bound.hpp"
#include "families/sokoban/bounds/start_distances.hpp"
#include "families/sokoban/search/search_side.hpp"

namespace unjam::sokoban {

/// Positions with a known rest of a solution, each right before a push: the player is behind the box to push next,
/// `direction` is that push, `g` the cost of the rest, `extra` its pushes. There must be as many boxes as goals.
template <class Size, bool Moves>
class Backward : public Side<Size, Moves> {
public:
    using Base = Side<Size, Moves>;
    Backward(const Maze& maze, const Canonical<Size, Moves>& canonical, const StartDistances& start_distances,
             bool walks, unsigned rules, int boxes)
        : Base(maze, canonical, rules),
          start_distances_(start_distances),
          walks_(walks),
          matching_(boxes, walks, rules & rule::matching) {
        // The solved positions, one for each square where the last push may have left the player.
        this->place(maze.goals);
        for (int s = 0; s < maze.floor; ++s) {
            const auto player = static_cast<Square>(s);
            if (occupancy_.is_occupied(player) || !may_pull(player)) continue;
            const Key key = canonical_.key(occupancy_, box_set_, hashes_, player);
            this->record(key, Note{}, [&] {
                matching_.begin(&start_distances_);
                matching_.assign(boxes_, player);
                return matching_.total();
            });
        }
        this->unload();
    }

    std::size_t bytes() const { return Base::bytes() + start_distances_.bytes(); }

    /// Expands one position: stores its predecessors, and calls `open(id)` for those to be expanded.
    template <class Open>
    void expand(std::uint32_t id, Open&& open) {
        const Note note = this->load(id);
        if (!Moves || !(rules_ & rule::dominance) || !this->is_dominated(id, note, [](const Note&) { return false; }))
            branch(note, open);
        this->unload();
    }

private:
    using Base::boxes_, Base::generated_, Base::occupancy_, Base::hashes_, Base::maze_, Base::canonical_, Base::rules_,
        Base::box_set_;
    using typename Base::Key;
    using typename Base::Note;
    using typename Base::Store;

    bool may_pull(Square player) const {
        for (int d = 0; d < 4; ++d) {
            const Square box = maze_.next[player][d], behind = maze_.next[player][opposite(d)];
            if (box != maze_.floor && occupancy_.is_occupied(box) && !occupancy_.is_occupied(behind)) return true;
        }
        return false;
    }

    template <class Open>
    void branch(const Note& note, Open&& open) {
        int ready = -1;  // the box to push next
        if (walks_ && note.g) {
            const Square box = maze_.next[note.player][note.direction];
            for (std::size_t i = 0; i < boxes_.size(); ++i)
                if (boxes_[i] == box) ready = static_cast<int>(i);
        }
        matching_.begin(&start_distances_, ready, static_cast<int>(note.direction));
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            for (int d = 0; d < 4; ++d) {
                const Square to = boxes_[i], from = maze_.next[to][opposite(d)];
                if (!occupancy_.steps(from) || occupancy_.is_occupied(maze_.next[from][opposite(d)])) continue;
                ++generated_;
                occupancy_.move_box(to, from);
                add_predecessor(note, i, from, d, open);
                occupancy_.move_box(from, to);
            }
    }

    template <class Open>
    void add_predecessor(const Note& note, std::size_t moved, Square from, int d, Open&& open) {
        const Square stand = maze_.next[from][opposite(d)];
        const Key key = this->key_after(boxes_[moved], from, stand);
        Note fresh{};
        fresh.direction = static_cast<unsigned>(this->direction_in_image(key, d));
        fresh.g = note.g + (Moves ? occupancy_.steps(from) : 1);
        fresh.extra = note.extra + 1;
        const std::uint32_t id = this->record(key, fresh, [&] {
            matching_.assign(boxes_, static_cast<Square>(note.player));
            return matching_.total_after(boxes_, &start_distances_, moved, from, stand, d);
        });
        if (id != Store::none) open(id);
    }

    const StartDistances& start_distances_;
    bool walks_;
    MatchingBound<StartDistances> matching_;
};

}  // namespace unjam::sokoban
