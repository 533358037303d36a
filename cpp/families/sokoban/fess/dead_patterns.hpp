// Dead patterns learned while searching: some boxes that can never all be brought home, and where the player is.
//
// Y. Shoham, J. Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", 2020, and A.
// Junghanns, J. Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain knowledge", 2001
// (pattern searches).
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/fess/field.hpp"

namespace unjam::sokoban {

/// A position that holds these boxes, with the player in this area, is dead whatever else stands on it.
template <class Size>
struct DeadPattern {
    BoxSet<Size> boxes, area;
};

template <class Size>
class DeadPatterns {
public:
    using Boxes = BoxSet<Size>;
    using Pattern = DeadPattern<Size>;

    explicit DeadPatterns(const Maze& maze) : maze_(maze), at_(maze.floor + 1) {}

    void add(const std::vector<Square>& boxes, Field& field, Square player) {
        Pattern out;
        out.boxes = box_set<Size>(boxes);
        field.place(boxes);
        field.walk(player);
        for (int s = 0; s < maze_.floor; ++s)
            if (field.steps(static_cast<Square>(s))) out.area.set(s);
        field.lift(boxes);
        keep(out);
    }

    /// Adds the patterns of another from one number up to another.
    void take(const DeadPatterns& other, std::size_t from, std::size_t to) {
        for (std::size_t k = from; k < to; ++k) keep(other.all_[k]);
    }

    /// Whether a pattern holds the box that has just come to `to`. No other can have become true by that push.
    bool match(const Boxes& boxes, Square player, Square to) const {
        for (std::uint32_t k : at_[to])
            if (all_[k].boxes.within(boxes) && all_[k].area.test(player)) return true;
        return false;
    }

    /// Whether one of the patterns from number `since` on holds.
    bool match_since(const Boxes& boxes, Square player, std::size_t since) const {
        for (std::size_t k = since; k < all_.size(); ++k)
            if (all_[k].boxes.within(boxes) && all_[k].area.test(player)) return true;
        return false;
    }

    std::size_t size() const { return all_.size(); }
    std::size_t bytes() const { return all_.capacity() * sizeof(Pattern) + all_.size() * 64; }

private:
    void keep(const Pattern& pattern) {
        pattern.boxes.each([&](std::uint32_t b) { at_[b].push_back(static_cast<std::uint32_t>(all_.size())); });
        all_.push_back(pattern);
    }

    const Maze& maze_;
    std::vector<Pattern> all_;
    std::vector<std::vector<std::uint32_t>> at_;
};

}  // namespace unjam::sokoban
