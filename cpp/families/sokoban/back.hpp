// The side of a two-sided search that begins at the goals and takes pushes back.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/origins.hpp"
#include "families/sokoban/side.hpp"

namespace unjam::sokoban {

/// Positions from which the rest of the way is known, each right before a push: the player stands behind the box to
/// push next, `way` is that push, `g` the cost of the rest, `extra` its pushes. There must be as many boxes as goals.
template <bool Moves>
class Back : public Side<Moves> {
public:
    using Base = Side<Moves>;
    Back(const Maze& maze, const Names<Moves>& names, const Origins& origins, bool walks, unsigned rules, int boxes,
         int words)
        : Base(maze, names, rules, boxes, words), origins_(origins), walks_(walks) {
        // The solved positions, one for each place where the last push may have left the player.
        this->place(maze.goals);
        for (int s = 0; s < maze.floor; ++s) {
            const auto player = static_cast<Square>(s);
            if (ground_.taken(player) || !may_pull(player)) continue;
            const Name name = names_.name(ground_, set_, hashes_, player);
            this->keep(name, Note{}, [&] { return assign(player, -1, 0), estimate(here_); });
        }
        this->unload();
    }

    std::size_t bytes() const { return Base::bytes() + origins_.bytes(); }

    /// Looks at one position: those a push earlier are stored, and those to look at given to `queue(id)`.
    template <class Queue>
    void expand(std::uint32_t id, Queue&& queue) {
        const Note note = this->load(id);
        if (!Moves || !(rules_ & rule::dominance) || !this->dominated(id, note, [](const Note&) { return false; }))
            branch(note, queue);
        this->unload();
    }

private:
    using Base::boxes_, Base::generated_, Base::ground_, Base::hashes_, Base::here_, Base::maze_, Base::names_,
        Base::rules_, Base::set_, Base::there_;
    using typename Base::Name;

    bool may_pull(Square player) const {
        for (int d = 0; d < 4; ++d) {
            const Square box = maze_.next[player][d], behind = maze_.next[player][opposite(d)];
            if (box != maze_.floor && ground_.taken(box) && !ground_.taken(behind)) return true;
        }
        return false;
    }

    void assign(Square player, int ready, int way) {
        assigned_ = true;
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            here_.point(static_cast<int>(i), origins_.row(boxes_[i], player));
        if (walks_ && ready >= 0) here_.point(ready, origins_.row_behind(boxes_[ready], way));
        if (rules_ & rule::matching) here_.solve();
    }
    std::int32_t estimate(const Assignment& assignment) const {
        return rules_ & rule::matching ? assignment.total() : 0;
    }

    template <class Queue>
    void branch(const Note& note, Queue&& queue) {
        ready_ = -1;
        if (walks_ && note.g) {
            const Square box = maze_.next[note.player][note.way];
            for (std::size_t i = 0; i < boxes_.size(); ++i)
                if (boxes_[i] == box) ready_ = static_cast<int>(i);
        }
        assigned_ = false;
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            for (int d = 0; d < 4; ++d) {
                const Square to = boxes_[i], from = maze_.next[to][opposite(d)];
                if (!ground_.steps(from) || ground_.taken(maze_.next[from][opposite(d)])) continue;
                ++generated_;
                ground_.shift(to, from);
                child(note, i, from, d, queue);
                ground_.shift(from, to);
            }
    }

    template <class Queue>
    void child(const Note& note, std::size_t moved, Square from, int d, Queue&& queue) {
        const Square stand = maze_.next[from][opposite(d)];
        const Name name = this->shifted(boxes_[moved], from, stand);
        Note fresh{};
        fresh.way = static_cast<unsigned>(this->turned(name, d));
        fresh.g = note.g + (Moves ? ground_.steps(from) : 1);
        fresh.extra = note.extra + 1;
        const std::uint32_t id = this->keep(name, fresh, [&] {
            if (!assigned_) assign(static_cast<Square>(note.player), ready_, static_cast<int>(note.way));
            return estimate_after(moved, from, stand, d);
        });
        if (id != Store::none) queue(id);
    }

    std::int32_t estimate_after(std::size_t moved, Square from, Square player, int d) {
        if (!(rules_ & rule::matching)) return 0;
        there_.copy_from(here_);
        int changed[256], count = 0;
        changed[count++] = static_cast<int>(moved);
        for (int i = 0; i < static_cast<int>(boxes_.size()); ++i) {
            if (i == static_cast<int>(moved) || (!origins_.several(boxes_[i]) && i != ready_)) continue;
            const std::int32_t* costs = origins_.row(boxes_[i], player);
            if (costs != here_.row(i)) there_.change(changed[count++] = i, costs);
        }
        there_.change(static_cast<int>(moved), walks_ ? origins_.row_behind(from, d) : origins_.row(from, player));
        for (int k = 0; k < count; ++k) there_.settle(changed[k]);
        return there_.total();
    }

    const Origins& origins_;
    bool walks_;
    int ready_ = -1;
    bool assigned_ = false;
};

}  // namespace unjam::sokoban
