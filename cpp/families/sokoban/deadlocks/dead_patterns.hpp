// DeadPatterns stores and matches patterns learned while searching: boxes that can never all be brought home,
// and where the player is.
//
// Y. Shoham, J. Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", 2020, and A.
// Junghanns, J. Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain knowledge", 2001
// (pattern searches).
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/model/areas.hpp"

namespace unjam::sokoban {

/// A position with these boxes and the player in this area is dead, whatever else is on the board.
template <class Size>
struct DeadPattern {
    BoxSet<Size> boxes, area;
};

template <class Size>
class DeadPatterns {
public:
    using Boxes = BoxSet<Size>;
    using Pattern = DeadPattern<Size>;

    explicit DeadPatterns(const Maze& maze) : maze_(maze), patterns_at_(maze.floor + 1) {}

    void add(const std::vector<Square>& boxes, Areas& areas, Square player) {
        Pattern out;
        out.boxes = box_set<Size>(boxes);
        areas.put_all(boxes);
        areas.walk(player);
        for (int s = 0; s < maze_.floor; ++s)
            if (areas.steps(static_cast<Square>(s))) out.area.set(s);
        areas.remove_all(boxes);
        append(out);
    }

    /// Adds the patterns `from` to `to` of another set.
    void copy_from(const DeadPatterns& other, std::size_t from, std::size_t to) {
        for (std::size_t k = from; k < to; ++k) append(other.patterns_[k]);
    }

    /// Whether a pattern matches that contains the box just pushed to `to`. The push cannot make any other pattern
    /// match.
    bool match(const Boxes& boxes, Square player, Square to) const {
        for (std::uint32_t k : patterns_at_[to])
            if (patterns_[k].boxes.within(boxes) && patterns_[k].area.test(player)) return true;
        return false;
    }

    /// Whether one of the patterns from number `since` on matches.
    bool match_since(const Boxes& boxes, Square player, std::size_t since) const {
        for (std::size_t k = since; k < patterns_.size(); ++k)
            if (patterns_[k].boxes.within(boxes) && patterns_[k].area.test(player)) return true;
        return false;
    }

    std::size_t size() const { return patterns_.size(); }
    std::size_t bytes() const { return patterns_.capacity() * sizeof(Pattern) + patterns_.size() * 64; }

private:
    void append(const Pattern& pattern) {
        pattern.boxes.each(
            [&](std::uint32_t b) { patterns_at_[b].push_back(static_cast<std::uint32_t>(patterns_.size())); });
        patterns_.push_back(pattern);
    }

    const Maze& maze_;
    std::vector<Pattern> patterns_;
    std::vector<std::vector<std::uint32_t>> patterns_at_;
};

}  // namespace unjam::sokoban
