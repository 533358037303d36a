// Hotspots counts the boxes that block another box from some goal.
#pragma once

#include <vector>

#include "families/sokoban/fess/level_tables.hpp"

namespace unjam::sokoban {

template <class Size>
class Hotspots {
public:
    using Boxes = BoxSet<Size>;

    explicit Hotspots(const LevelTables<Size>& level)
        : maze_(level.maze),
          areas_(level.maze),
          reach_(level.maze),
          blocked_(level.maze.floor),
          is_computed_(level.maze.floor) {
        if (level.large) return;
        for (Square g : maze_.goals) reachable_.push_back(reach_.push_origins(areas_, g));
    }

    /// How many boxes block another box from some goal; 0 on large levels, where it is not computed.
    int count(const Boxes& boxes) {
        if (reachable_.empty()) return 0;
        int out = 0;
        boxes.each([&](std::uint32_t q) {
            if (!is_computed_[q]) compute(static_cast<Square>(q));
            Boxes others = boxes;
            others.reset(q);
            out += blocked_[q].meets(others);
        });
        return out;
    }

private:
    void compute(Square q) {
        is_computed_[q] = 1;
        if (maze_.goal[q]) return;
        areas_.put(q);
        for (std::size_t g = 0; g < reachable_.size(); ++g) {
            const Boxes now = reach_.push_origins(areas_, maze_.goals[g]);
            for (std::size_t w = 0; w < now.word.size(); ++w)
                blocked_[q].word[w] |= reachable_[g].word[w] & ~now.word[w];
        }
        areas_.remove(q);
        blocked_[q].reset(q);
    }

    const Maze& maze_;
    Areas areas_;
    BoxReach<Size> reach_;
    std::vector<Boxes> reachable_, blocked_;
    std::vector<std::uint8_t> is_computed_;
};

}  // namespace unjam::sokoban
