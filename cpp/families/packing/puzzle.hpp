// The board and the pieces as a checked exact cover, with the image of every option under every symmetry, and
// the symmetries of a filling (`stabiliser`).
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "unjam/exact_cover.hpp"

namespace unjam::packing {

/// A symmetry of the board and the pieces: where each cell and each class goes.
struct Symmetry {
    std::vector<std::uint32_t> cell, kind;
};

/// Limits on a problem: pieces, and the distance of a cell from the origin.
inline constexpr std::uint64_t max_pieces = 1u << 20;
inline constexpr std::int32_t farthest_cell = 1 << 20;

/// Throws unless the numbers describe a board and pieces: the kernels trust them.
inline void check(const ExactCover& problem) {
    const auto demand = [](bool holds, const char* otherwise) {
        if (!holds) throw std::invalid_argument(otherwise);
    };
    auto at = problem.position;
    const auto in_range = [](std::int32_t along) { return along > -farthest_cell && along < farthest_cell; };
    for (const auto& [x, y] : at) demand(in_range(x) && in_range(y), "a cell of the board lies too far away");
    std::sort(at.begin(), at.end());
    demand(std::adjacent_find(at.begin(), at.end()) == at.end(), "two cells of the board lie at the same place");
    std::uint64_t pieces = 0;
    for (const std::uint32_t count : problem.count) {
        demand(count > 0, "a class has no piece");
        pieces += count;
    }
    demand(pieces <= max_pieces, "too many pieces");
    std::vector<Id> seen(problem.cells, no_id);
    for (Id id = 0; id < problem.options(); ++id)
        for (const auto* cell = problem.begin(id); cell != problem.end(id); ++cell) {
            demand(*cell < problem.cells, "an option covers a cell that the board does not have");
            demand(seen[*cell] != id, "an option covers a cell twice");
            seen[*cell] = id;
        }
}

/// Throws unless the symmetry permutes the cells and the classes.
inline void check(const Symmetry& symmetry, const ExactCover& problem) {
    const auto permutes = [](const std::vector<std::uint32_t>& to, std::size_t size) {
        std::vector<bool> hit(size);
        for (const std::uint32_t each : to) {
            if (each >= size || hit[each]) return false;
            hit[each] = true;
        }
        return to.size() == size;
    };
    if (!permutes(symmetry.cell, problem.cells) || !permutes(symmetry.kind, problem.classes()))
        throw std::invalid_argument("a symmetry sends each cell and each class to one of its own");
}

/// The board, the pieces, and the image of every option under every symmetry, the identity excepted.
class Puzzle {
public:
    Puzzle(ExactCover problem, const std::vector<Symmetry>& symmetries) : problem_(std::move(problem)) {
        check(problem_);
        std::vector<Id> sorted(problem_.options());
        std::iota(sorted.begin(), sorted.end(), Id{0});
        auto below = [](std::uint32_t a, const std::uint16_t* a0, const std::uint16_t* a1, std::uint32_t b,
                        const std::uint16_t* b0, const std::uint16_t* b1) {
            return a != b ? a < b : std::lexicographical_compare(a0, a1, b0, b1);
        };
        std::sort(sorted.begin(), sorted.end(), [&](Id a, Id b) {
            return below(problem_.class_of[a], problem_.begin(a), problem_.end(a), problem_.class_of[b],
                         problem_.begin(b), problem_.end(b));
        });
        std::vector<std::uint16_t> image_cells;
        for (const Symmetry& symmetry : symmetries) {
            check(symmetry, problem_);
            auto& image = image_.emplace_back(problem_.options());
            kind_.push_back(symmetry.kind);
            for (Id id = 0; id < problem_.options(); ++id) {
                image_cells.clear();
                for (const auto* cell = problem_.begin(id); cell != problem_.end(id); ++cell) {
                    image_cells.push_back(static_cast<std::uint16_t>(symmetry.cell[*cell]));
                }
                std::sort(image_cells.begin(), image_cells.end());
                const std::uint32_t kind = symmetry.kind[problem_.class_of[id]];
                const auto match = std::lower_bound(sorted.begin(), sorted.end(), 0, [&](Id a, int) {
                    return below(problem_.class_of[a], problem_.begin(a), problem_.end(a), kind, image_cells.data(),
                                 image_cells.data() + image_cells.size());
                });
                if (match == sorted.end() || problem_.class_of[*match] != kind ||
                    !std::equal(image_cells.begin(), image_cells.end(), problem_.begin(*match), problem_.end(*match)))
                    throw std::invalid_argument("a symmetry sends an option to where there is none");
                image[id] = *match;
            }
        }
        mark_.assign(problem_.options(), 0);
    }

    const ExactCover& problem() const { return problem_; }
    std::size_t symmetries() const { return image_.size(); }
    Id image(std::size_t symmetry, Id option) const { return image_[symmetry][option]; }
    std::uint32_t kind_image(std::size_t symmetry, std::uint32_t kind) const { return kind_[symmetry][kind]; }

    /// How many symmetries, the identity included, map the filling to itself.
    std::uint32_t stabiliser(const Id* filling, std::uint32_t size) {
        for (std::uint32_t n = 0; n < size; ++n) mark_[filling[n]] = 1;
        std::uint32_t fixed = 1;
        for (const auto& image : image_) {
            std::uint32_t n = 0;
            while (n < size && mark_[image[filling[n]]]) ++n;
            fixed += n == size;
        }
        for (std::uint32_t n = 0; n < size; ++n) mark_[filling[n]] = 0;
        return fixed;
    }

private:
    ExactCover problem_;
    std::vector<std::vector<Id>> image_;            // per symmetry, per option
    std::vector<std::vector<std::uint32_t>> kind_;  // per symmetry, per class
    std::vector<std::uint8_t> mark_;
};

}  // namespace unjam::packing
