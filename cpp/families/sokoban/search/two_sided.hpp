// TwoSided searches from the start and from the goals at once: raises the bound, chooses the side to expand,
// joins positions where the sides meet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/search/astar.hpp"
#include "families/sokoban/search/backward_side.hpp"

namespace unjam::sokoban {

/// Within one bound on the cost of a solution, both sides expand their cheapest positions. A bound is finished when no
/// two remaining positions, one of each side, can lie on a solution that cheap. After J. Chen, R. C. Holte, S. Zilles,
/// N. R. Sturtevant, "Front-to-end bidirectional heuristic search with near-optimal node expansions", 2017. In pushes
/// A* continues next to it, because it is quick to find a solution within the last bound, and both share what they
/// know.
template <class Size, bool Moves>
class TwoSided {
public:
    using Boxes = BoxSet<Size>;
    using Store = PositionStore<Size>;
    using Note = PositionNote<Size>;
    /// Takes over from A*: its frontier becomes that of the start's side.
    TwoSided(const Maze& maze, const Canonical<Size, Moves>& canonical, Forward<Size, Moves>& forward,
             AStar<Size, Moves>& astar, SearchState& state, const Position& start, unsigned rules, int size)
        : canonical_(canonical),
          forward_(forward),
          astar_(astar),
          state_(state),
          start_distances_(maze, forward.unfrozen_distances(), start.boxes, start.player, canonical.images() > 0,
                           forward.stride(), forward.walks()),
          backward_(maze, canonical, start_distances_, forward.walks() != nullptr, rules, size),
          occupancy_(maze) {
        astar_.each([&](std::uint32_t id) {
            const Note& note = forward_.store().note(id);
            forward_.frontier().push(static_cast<int>(note.g), static_cast<int>(note.g + note.h), id);
        });
        if (Moves) astar_.clear();
        for (std::uint32_t id = 0, roots = backward_.store().size(); id < roots; ++id) open_backward(id);
    }
    TwoSided(const TwoSided&) = delete;
    TwoSided& operator=(const TwoSided&) = delete;

    Status run() {
        for (int bound = static_cast<int>(state_.bound);;) {
            forward_.frontier().raise(bound);
            backward_.frontier().raise(bound);
            state_.bound = bound;
            int forward_least, backward_least;
            for (;;) {
                forward_least = least(forward_, bound), backward_least = least(backward_, bound);
                if (forward_least + backward_least + 1 > bound || (!Moves && state_.best <= bound)) break;
                if (!probe(bound) || !advance(bound, forward_least, backward_least)) return Status::gave_up;
            }
            const int forward_later = forward_.frontier().least_later(),
                      backward_later = backward_.frontier().least_later();
            const bool all_seen = std::min(forward_least, forward_later) == Frontier::never ||
                                  std::min(backward_least, backward_later) == Frontier::never;
            if (state_.best <= bound || all_seen)
                return state_.best < Frontier::never ? Status::solved : Status::unsolvable;
            bound = std::min({forward_later, backward_later, forward_least + backward_least + 1, state_.best});
        }
    }

    const Backward<Size, Moves>& backward() const { return backward_; }

private:
    static constexpr int slice = 256;  // positions expanded before the side is chosen again

    static bool stale(const Note& note, int cost, int bound) {
        return note.closed || static_cast<int>(note.g) != cost || static_cast<int>(note.g + note.h) > bound;
    }

    /// Puts a position of the start's side on its frontier.
    void open_forward(std::uint32_t id, int missing) {
        const Note& note = forward_.store().note(id);
        forward_.frontier().push(static_cast<int>(note.g), static_cast<int>(note.g + note.h), id);
        join(forward_.store(), id, backward_.store(), [&](std::uint32_t) { state_.last = id; });
        if (!Moves) astar_.open(id, missing);
    }
    /// The same for the goals' side.
    void open_backward(std::uint32_t id) {
        const Note& note = backward_.store().note(id);
        if (note.closed) return;
        backward_.frontier().push(static_cast<int>(note.g), static_cast<int>(note.g + note.h), id);
        join(backward_.store(), id, forward_.store(), [&](std::uint32_t other) { state_.last = other; });
    }

    void expand_forward(std::uint32_t id) {
        ++state_.expanded;
        forward_.expand(id, [&](std::uint32_t after, int missing) { open_forward(after, missing); });
    }
    void expand_backward(std::uint32_t id) {
        ++state_.expanded;
        backward_.expand(id, [&](std::uint32_t before) { open_backward(before); });
    }

    bool may_continue() {
        if (backward_.store().full()) state_.guard.stop(Stop::memory);
        return astar_.may_continue(astar_.bytes() + backward_.bytes() + forward_.store().next_bytes() +
                                   backward_.store().next_bytes());
    }

    /// The least cost of a position that a side has yet to expand within the bound.
    template <class Side>
    int least(Side& side, int bound) {
        Frontier& frontier = side.frontier();
        for (;;) {
            const int cost = frontier.least();
            if (cost == Frontier::never || !stale(side.store().note(frontier.peek(cost, 0)), cost, bound)) return cost;
            frontier.pop(cost);
        }
    }

    /// Makes some steps of A* within the bound.
    bool probe(int bound) {
        if (Moves) return true;
        for (int left = 7 * slice; left > 0 && !astar_.empty() && astar_.least() <= bound && state_.best > bound;
             --left)
            if (const std::uint32_t id = astar_.next(); id != Store::none) {
                if (!may_continue()) return false;
                expand_forward(id);
            }
        return true;
    }

    /// Expands some positions of the chosen side.
    bool advance(int bound, int forward_least, int backward_least) {
        const bool is_forward = should_expand_forward(bound, forward_least, backward_least);
        Frontier& frontier = is_forward ? forward_.frontier() : backward_.frontier();
        Store& store = is_forward ? forward_.store() : backward_.store();
        const int cost = is_forward ? forward_least : backward_least;
        for (int left = Moves ? 16 * slice : slice; left > 0 && frontier.count(cost); --left) {
            store.fetch(frontier.peek(cost, 6));
            if (Moves) store.fetch(canonical_.hash(canonical_.hash_boxes(store.boxes(frontier.peek(cost, 2))), 0));
            const std::uint32_t id = frontier.pop(cost);
            if (stale(store.note(id), cost, bound)) continue;
            if (!may_continue()) return false;
            is_forward ? expand_forward(id) : expand_backward(id);
        }
        return true;
    }

    /// Chooses the side to expand. The start's side must reach some cost and the goals' side the rest of the bound; the
    /// split that leaves the fewest positions to expand decides.
    bool should_expand_forward(int bound, int forward_least, int backward_least) {
        const Frontier &forward = forward_.frontier(), &backward = backward_.frontier();
        std::size_t sum = 0;
        for (int cost = backward_least; cost <= bound - forward_least - 1; ++cost) sum += backward.count(cost);
        std::size_t least = sum;
        bool out = false;
        for (int split = forward_least; split <= bound - backward_least - 1; ++split) {
            sum += forward.count(split);
            sum -= backward.count(bound - split - 1);
            if (sum < least) least = sum, out = true;
        }
        return out;
    }

    /// Joins a position that one side just stored with positions of the other side that have the same boxes. Calls
    /// `take(other)` if that is the best solution so far.
    template <class Take>
    void join(const Store& own, std::uint32_t id, const Store& others, Take&& take) {
        const Boxes set = own.boxes(id);
        const Note& note = own.note(id);
        const auto better = [&](const Note& rest, unsigned walk) {
            const int sum = static_cast<int>(note.g + rest.g + walk);
            return rest.h != Side<Size, Moves>::dead_end &&
                   (sum < state_.best || (Moves && sum == state_.best && note.extra + rest.extra < state_.pushes));
        };
        const auto offer = [&](std::uint32_t other, unsigned walk) {
            const Note& rest = others.note(other);
            if (!better(rest, walk)) return;
            state_.best = static_cast<int>(note.g + rest.g + walk);
            state_.pushes = static_cast<unsigned>(note.extra + rest.extra);
            take(other);
        };
        const std::uint64_t hash = canonical_.hash_boxes(set);
        if constexpr (Moves) {
            meeting_points_.clear();
            others.each(canonical_.hash(hash, 0), ~255u, [&](std::uint32_t other) {
                if (better(others.note(other), 0) && others.same_boxes(other, set)) meeting_points_.push_back(other);
                return false;
            });
            if (meeting_points_.empty()) return;
            list_boxes(set, boxes_);
            occupancy_.put_all(boxes_);
            occupancy_.walk(static_cast<Square>(note.player));
            occupancy_.remove_all(boxes_);
            for (std::uint32_t other : meeting_points_) {
                const auto player = static_cast<Square>(others.note(other).player);
                if (const int steps = occupancy_.steps(player)) offer(other, static_cast<unsigned>(steps - 1));
                for (int k = 1; k <= canonical_.images(); ++k)
                    if (const int steps = occupancy_.steps(canonical_.symmetry(k).to[player]))
                        if (canonical_.fixes(canonical_.symmetry(k), set))
                            offer(other, static_cast<unsigned>(steps - 1));
            }
        } else {
            const auto player = static_cast<Square>(note.player);
            const std::uint32_t other = others.find(canonical_.hash(hash, player), set, player);
            if (other != Store::none) offer(other, 0);
        }
    }

    const Canonical<Size, Moves>& canonical_;
    Forward<Size, Moves>& forward_;
    AStar<Size, Moves>& astar_;
    SearchState& state_;
    StartDistances start_distances_;
    Backward<Size, Moves> backward_;
    Occupancy occupancy_;  // for walks between the two sides
    std::vector<Square> boxes_;
    std::vector<std::uint32_t> meeting_points_;
};

}  // namespace unjam::sokoban
