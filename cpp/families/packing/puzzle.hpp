// The board and the pieces as an exact cover, with its symmetries.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "unjam/exact_cover.hpp"

namespace unjam::packing {

/// A symmetry of the board and of the set of pieces: where each cell and each class goes.
struct Symmetry {
    std::vector<std::uint32_t> cell, kind;
};

/// The board, the pieces, and what every symmetry makes of every option. The identity is not among the symmetries.
class Puzzle {
public:
    Puzzle(ExactCover problem, const std::vector<Symmetry>& symmetries) : problem_(std::move(problem)) {
        std::vector<Id> sorted(problem_.options());
        std::iota(sorted.begin(), sorted.end(), Id{0});
        auto below = [](std::uint32_t a, const std::uint16_t* a0, const std::uint16_t* a1, std::uint32_t b,
                        const std::uint16_t* b0, const std::uint16_t* b1) {
            return a != b ? a < b : std::lexicographical_compare(a0, a1, b0, b1);
        };
        std::sort(sorted.begin(), sorted.end(), [&](Id a, Id b) {
            return below(problem_.kind[a], problem_.begin(a), problem_.end(a), problem_.kind[b], problem_.begin(b),
                         problem_.end(b));
        });
        std::vector<std::uint16_t> there;
        for (const Symmetry& symmetry : symmetries) {
            auto& image = image_.emplace_back(problem_.options());
            kind_.push_back(symmetry.kind);
            for (Id id = 0; id < problem_.options(); ++id) {
                there.clear();
                for (const auto* cell = problem_.begin(id); cell != problem_.end(id); ++cell) {
                    there.push_back(static_cast<std::uint16_t>(symmetry.cell[*cell]));
                }
                std::sort(there.begin(), there.end());
                const std::uint32_t kind = symmetry.kind[problem_.kind[id]];
                image[id] = *std::lower_bound(sorted.begin(), sorted.end(), 0, [&](Id a, int) {
                    return below(problem_.kind[a], problem_.begin(a), problem_.end(a), kind, there.data(),
                                 there.data() + there.size());
                });
            }
        }
        mark_.assign(problem_.options(), 0);
    }

    const ExactCover& problem() const { return problem_; }
    std::size_t symmetries() const { return image_.size(); }
    Id image(std::size_t symmetry, Id option) const { return image_[symmetry][option]; }
    std::uint32_t kind_image(std::size_t symmetry, std::uint32_t kind) const { return kind_[symmetry][kind]; }

    /// How many symmetries, the identity included, leave the filling as it is.
    std::uint32_t stabiliser(const Id* filling, std::uint32_t many) {
        for (std::uint32_t n = 0; n < many; ++n) mark_[filling[n]] = 1;
        std::uint32_t fixed = 1;
        for (const auto& image : image_) {
            std::uint32_t n = 0;
            while (n < many && mark_[image[filling[n]]]) ++n;
            fixed += n == many;
        }
        for (std::uint32_t n = 0; n < many; ++n) mark_[filling[n]] = 0;
        return fixed;
    }

private:
    ExactCover problem_;
    std::vector<std::vector<Id>> image_;            // per symmetry, per option
    std::vector<std::vector<std::uint32_t>> kind_;  // per symmetry, per class
    std::vector<std::uint8_t> mark_;
};

}  // namespace unjam::packing
