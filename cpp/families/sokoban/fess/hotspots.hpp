// Squares where a box bars others from goals.
#pragma once

#include <vector>

#include "families/sokoban/fess/level.hpp"

namespace unjam::sokoban {

template <class Size>
class Hotspots {
public:
    using Boxes = BoxSet<Size>;

    explicit Hotspots(const LevelTables<Size>& level)
        : maze_(level.maze),
          field_(level.maze),
          reach_(level.maze),
          barred_(level.maze.floor),
          known_(level.maze.floor) {
        if (level.large) return;
        for (Square g : maze_.goals) base_.push_back(reach_.pulled(field_, g));
    }

    /// How many boxes bar another box from some goal; on large levels that is not known.
    int count(const Boxes& boxes) {
        if (base_.empty()) return 0;
        int out = 0;
        boxes.each([&](std::uint32_t q) {
            if (!known_[q]) find(static_cast<Square>(q));
            Boxes others = boxes;
            others.reset(q);
            out += barred_[q].meets(others);
        });
        return out;
    }

private:
    void find(Square q) {
        known_[q] = 1;
        if (maze_.goal[q]) return;
        field_.put_one(q);
        for (std::size_t g = 0; g < base_.size(); ++g) {
            const Boxes now = reach_.pulled(field_, maze_.goals[g]);
            for (std::size_t w = 0; w < now.word.size(); ++w) barred_[q].word[w] |= base_[g].word[w] & ~now.word[w];
        }
        field_.lift_one(q);
        barred_[q].reset(q);
    }

    const Maze& maze_;
    Field field_;
    Reach<Size> reach_;
    std::vector<Boxes> base_, barred_;
    std::vector<std::uint8_t> known_;
};

}  // namespace unjam::sokoban
