// The search from the start and from the goals at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/astar.hpp"
#include "families/sokoban/backward.hpp"

namespace unjam::sokoban {

/// Within one level, the cost that a solution may have, both sides expand what costs them least; the level is done when
/// no two positions left, one of each side, can lie on one solution that cheap. Follows J. Chen, R. C. Holte, S.
/// Zilles, N. R. Sturtevant, "Front-to-end bidirectional heuristic search with near-optimal node expansions", 2017. In
/// pushes A* goes on beside it, for it is quick to find a solution of the last level and the two share what they know.
template <class Size, bool Moves>
class TwoSided {
public:
    using Boxes = BoxSet<Size>;
    using Store = PositionStore<Size>;
    using Note = PositionNote<Size>;
    /// Takes over from A*: what is on its frontier is on that of the start's side.
    TwoSided(const Maze& maze, const Canonical<Size, Moves>& canonical, Forward<Size, Moves>& forward,
             AStar<Size, Moves>& astar, SearchState& state, const Position& start, unsigned rules, int size)
        : canonical_(canonical),
          forward_(forward),
          astar_(astar),
          state_(state),
          start_distances_(maze, forward.base(), start.boxes, start.player, canonical.images() > 0, forward.stride(),
                           forward.walks()),
          backward_(maze, canonical, start_distances_, forward.walks() != nullptr, rules, size),
          ground_(maze) {
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
        for (int level = static_cast<int>(state_.bound);;) {
            forward_.frontier().raise(level);
            backward_.frontier().raise(level);
            state_.bound = level;
            int mine, theirs;
            for (;;) {
                mine = least(forward_, level), theirs = least(backward_, level);
                if (mine + theirs + 1 > level || (!Moves && state_.best <= level)) break;
                if (!probe(level) || !advance(level, mine, theirs)) return Status::gave_up;
            }
            const int later = forward_.frontier().least_later(), there = backward_.frontier().least_later();
            const bool all_seen =
                std::min(mine, later) == Frontier::never || std::min(theirs, there) == Frontier::never;
            if (state_.best <= level || all_seen)
                return state_.best < Frontier::never ? Status::solved : Status::unsolvable;
            level = std::min({later, there, mine + theirs + 1, state_.best});
        }
    }

    const Backward<Size, Moves>& backward() const { return backward_; }

private:
    static constexpr int slice = 256;  // positions expanded between two choices of the side

    static bool stale(const Note& note, int cost, int level) {
        return note.closed || static_cast<int>(note.g) != cost || static_cast<int>(note.g + note.h) > level;
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

    bool may_go_on() {
        if (backward_.store().full()) state_.guard.stop(Stop::memory);
        return astar_.may_go_on(astar_.bytes() + backward_.bytes() + forward_.store().next_bytes() +
                                backward_.store().next_bytes());
    }

    /// The least cost of a position that one side has yet to expand in this level.
    template <class Side>
    int least(Side& side, int level) {
        Frontier& frontier = side.frontier();
        for (;;) {
            const int cost = frontier.least();
            if (cost == Frontier::never || !stale(side.store().note(frontier.peek(cost, 0)), cost, level)) return cost;
            frontier.pop(cost);
        }
    }

    /// Some steps of A* within the level.
    bool probe(int level) {
        if (Moves) return true;
        for (int left = 7 * slice; left > 0 && !astar_.empty() && astar_.least() <= level && state_.best > level;
             --left)
            if (const std::uint32_t id = astar_.next(); id != Store::none) {
                if (!may_go_on()) return false;
                expand_forward(id);
            }
        return true;
    }

    /// Some steps of the side that has to go on where the level is split between the sides as cheaply as now known.
    bool advance(int level, int mine, int theirs) {
        const bool forth = must_go_forth(level, mine, theirs);
        Frontier& frontier = forth ? forward_.frontier() : backward_.frontier();
        Store& store = forth ? forward_.store() : backward_.store();
        const int cost = forth ? mine : theirs;
        for (int left = Moves ? 16 * slice : slice; left > 0 && frontier.count(cost); --left) {
            store.fetch(frontier.peek(cost, 6));
            if (Moves) store.fetch(canonical_.hash(canonical_.hash_boxes(store.boxes(frontier.peek(cost, 2))), 0));
            const std::uint32_t id = frontier.pop(cost);
            if (stale(store.note(id), cost, level)) continue;
            if (!may_go_on()) return false;
            forth ? expand_forward(id) : expand_backward(id);
        }
        return true;
    }

    bool must_go_forth(int level, int mine, int theirs) {
        const Frontier &forth = forward_.frontier(), &back = backward_.frontier();
        std::size_t sum = 0;
        for (int cost = theirs; cost <= level - mine - 1; ++cost) sum += back.count(cost);
        std::size_t least = sum;
        bool out = false;
        for (int split = mine; split <= level - theirs - 1; ++split) {  // the start's side goes up to `split`
            sum += forth.count(split);
            sum -= back.count(level - split - 1);
            if (sum < least) least = sum, out = true;
        }
        return out;
    }

    /// Joins a position that one side has just stored to what the other side knows of its boxes; `take(other)` is told
    /// when that makes the best solution so far.
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
            meeting_.clear();
            others.each(canonical_.hash(hash, 0), ~255u, [&](std::uint32_t other) {
                if (better(others.note(other), 0) && others.same_boxes(other, set)) meeting_.push_back(other);
                return false;
            });
            if (meeting_.empty()) return;
            list_boxes(set, boxes_);
            ground_.place(boxes_);
            ground_.walk(static_cast<Square>(note.player));
            ground_.lift(boxes_);
            for (std::uint32_t other : meeting_) {
                const auto player = static_cast<Square>(others.note(other).player);
                if (const int steps = ground_.steps(player)) offer(other, static_cast<unsigned>(steps - 1));
                for (int k = 1; k <= canonical_.images(); ++k)
                    if (const int steps = ground_.steps(canonical_.symmetry(k).to[player]))
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
    Ground ground_;  // where the sides meet
    std::vector<Square> boxes_;
    std::vector<std::uint32_t> meeting_;
};

}  // namespace unjam::sokoban
