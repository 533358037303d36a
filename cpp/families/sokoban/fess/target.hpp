// Squares that a search brings boxes to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "families/sokoban/bounds/perfect_matching.hpp"
#include "families/sokoban/model/walking_distances.hpp"

namespace unjam::sokoban {

/// The target of a search that continues towards a board of the other side.
template <class Size>
class Target {
public:
    using Boxes = BoxSet<Size>;

    /// `origins[k]`: the squares from which a lone box can reach target square k.
    Target(const Boxes& squares, std::vector<Boxes> origins) : squares_(squares), origins_(std::move(origins)) {
        list_boxes(squares, square_list_);
    }

    /// Whether each box can reach a target square of its own, ignoring the others.
    bool possible(const Boxes& boxes) {
        allowed_targets_.clear();
        boxes.each([&](std::uint32_t b) {
            Boxes set;
            for (std::size_t t = 0; t < square_list_.size(); ++t)
                if (origins_[t].test(b)) set.set(static_cast<std::uint32_t>(t));
            allowed_targets_.push_back(set);
        });
        return perfect_matching_.exists(allowed_targets_);
    }

    /// How many boxes are not on target squares yet, and a lower bound on how far they have to go.
    std::pair<int, int> remaining(const Boxes& boxes, const WalkingDistances& walking) const {
        int missing = 0, distance = 0;
        boxes.each([&](std::uint32_t b) {
            if (squares_.test(b)) return;
            ++missing;
            int nearest = 200;
            for (std::size_t t = 0; t < square_list_.size(); ++t)
                if (!boxes.test(square_list_[t]) && origins_[t].test(b))
                    nearest = std::min(nearest, walking(static_cast<Square>(b), square_list_[t]));
            distance += nearest;
        });
        return {missing, distance};
    }

private:
    Boxes squares_;
    std::vector<Boxes> origins_;
    std::vector<Square> square_list_;
    std::vector<Boxes> allowed_targets_;
    PerfectMatching<Size> perfect_matching_;
};

}  // namespace unjam::sokoban
