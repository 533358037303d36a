// The optimal search, in pushes or in moves.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "families/sokoban/back.hpp"
#include "families/sokoban/front.hpp"
#include "families/sokoban/trace.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

/// A* from the start (P. E. Hart, N. J. Nilsson, B. Raphael, 1968), joined by a search from the goals where there are
/// as many goals as boxes: at once in `moves`, where estimates are weak, and in pushes once a level proves hard.
template <bool Moves>
class Search {
public:
    Search(const Maze& maze, unsigned rules, Guard& guard, int boxes)
        : maze_(maze),
          rules_(allowed(maze, rules)),
          guard_(guard),
          size_(std::max<int>(boxes, static_cast<int>(maze.goals.size()))),
          words_((maze.live + 63) / 64),
          names_(maze, words_),
          front_(maze, names_, rules_, size_, words_),
          ground_(maze) {
        for (Square g : maze.goals) goals_[g / 64] |= std::uint64_t{1} << (g % 64);
    }

    Outcome run(Start start) {
        std::sort(start.boxes.begin(), start.boxes.end());
        const bool eager = rules_ & rule::eager;
        both_ = (rules_ & rule::two_sided) && !maze_.fill && start.boxes.size() == maze_.goals.size();
        if (rules_ & rule::symmetry) names_.use_symmetries(start.boxes, !both_);
        Outcome out;
        out.status = Status::unsolvable;
        if (const std::uint32_t first = front_.begin(start); first != Store::none) {
            plan_after_ = eager ? 0 : 3000;
            join_after_ = !both_ ? ~std::uint64_t{0} : Moves || eager ? 0 : 50000;
            wait(first, 0);
            if (goals_reached(front_.store().boxes(first))) best_ = 0, last_ = first, expanded_ = 1;
            out.status = best_ == 0 ? Status::solved : one_sided(start);
            if (out.status == Status::gave_up && !guard_.stopped()) out.status = two_sided(start);
        }
        out.stop = guard_.why();
        out.lower_bound = bound_;
        out.expanded = expanded_;
        out.generated = front_.generated() + (back_ ? back_->generated() : 0);
        out.peak_bytes = bytes();
        if (out.status == Status::solved) {
            out.cost = out.lower_bound = best_;
            out.optimal = true;
            Trace<Moves> trace(maze_, names_, front_.store(), back_ ? &back_->store() : nullptr);
            out.moves = trace.steps(start, last_, best_ - static_cast<int>(front_.store().note(last_).g));
        }
        out.seconds = guard_.seconds();
        return out;
    }

    std::size_t bytes() const { return front_.bytes() + 2 * queue_.bytes() + (back_ ? back_->bytes() : 0); }
    std::size_t states() const { return std::size_t{front_.store().size()} + (back_ ? back_->store().size() : 0); }

private:
    // Freezing, corrals and tunnels reason that every box must get home, which is not so where there are more boxes
    // than goals.
    static unsigned allowed(const Maze& maze, unsigned rules) {
        if (maze.fill) rules &= ~(rule::freeze | rule::corrals | rule::tunnels);
        if (!(rules & rule::freeze)) rules &= ~rule::frozen_tables;
        return rules;
    }

    bool goals_reached(const std::uint64_t* set) const {
        for (int w = 0; w < words_; ++w)
            if (maze_.fill ? goals_[w] & ~set[w] : set[w] & ~goals_[w]) return false;
        return true;
    }

    // Puts a position of the start's side where it waits to be looked at.
    void wait(std::uint32_t id, int missing) {
        const Note& note = front_.store().note(id);
        const int sum = static_cast<int>(note.g + note.h);
        if (back_) {
            front_.frontier().push(static_cast<int>(note.g), sum, id);
            join(front_.store(), id, back_->store(), [&](std::uint32_t) { last_ = id; });
            if (Moves) return;
        }
        queue_.push(sum, static_cast<int>(note.h), id);
        if (!front_.planned()) return;
        if (missing >= static_cast<int>(cells_.size())) cells_.resize(missing + 1);
        cells_[missing].push(sum, static_cast<int>(note.h), id);
    }
    // The same for a position of the goals' side.
    void wait_back(std::uint32_t id) {
        const Note& note = back_->store().note(id);
        if (note.closed) return;
        back_->frontier().push(static_cast<int>(note.g), static_cast<int>(note.g + note.h), id);
        join(back_->store(), id, front_.store(), [&](std::uint32_t other) { last_ = other; });
    }

    void expand(std::uint32_t id) {
        ++expanded_;
        front_.expand(id, [&](std::uint32_t next, int missing) { wait(next, missing); });
    }
    void expand_back(std::uint32_t id) {
        ++expanded_;
        back_->expand(id, [&](std::uint32_t next) { wait_back(next); });
    }

    // May another position be looked at?
    bool go_on() {
        constexpr std::uint32_t room = 4096;  // more than one position can lead to
        if (front_.store().size() > Store::none - room || (back_ && back_->store().size() > Store::none - room))
            guard_.stop(Stop::memory);
        const std::size_t more = front_.store().next_bytes() + (back_ ? back_->store().next_bytes() : 0);
        return !guard_.tick(expanded_, bytes() + more, bound_);
    }

    // A* until it is solved, or the guard stops it, or it is time for the goals' side to join. In `moves` the search
    // goes on among equally short solutions to the one with the fewest pushes.
    Status one_sided(const Start& start) {
        while (!queue_.empty() && queue_.least() < best_ + Moves) {
            if (expanded_ >= join_after_) return Status::gave_up;
            if (expanded_ == plan_after_) front_.plan(start.boxes);
            const std::uint32_t id = next();
            if (id == Store::none) continue;
            if (!go_on()) return Status::gave_up;
            const Note& note = front_.store().note(id);
            if (goals_reached(front_.store().boxes(id)) && (best_ == Frontier::never || note.extra < pushes_)) {
                best_ = static_cast<int>(note.g);
                pushes_ = static_cast<unsigned>(note.extra);
                last_ = id;
            }
            if (Moves || best_ == Frontier::never)
                expand(id);
            else
                ++expanded_;  // the goal counts as looked at
        }
        return best_ < Frontier::never ? Status::solved : Status::unsolvable;
    }

    // The position that A* looks at next, least sum first, or none when what came up is out of date. With a plan every
    // other turn goes round the cells that hold positions of the least sum.
    std::uint32_t next() {
        int sum, second;
        std::uint32_t id = Store::none;
        turn_ ^= 1;
        if (front_.planned() && turn_) id = next_cell(sum, second);
        if (id == Store::none) id = queue_.pop(sum, second);
        if (const std::uint32_t soon = queue_.peek(sum, second, 6); soon != Store::none) front_.store().fetch(soon);
        const Note& note = front_.store().note(id);
        if (note.closed || static_cast<int>(note.g + note.h) != sum) return Store::none;
        if (sum > bound_) bound_ = sum;
        return id;
    }
    std::uint32_t next_cell(int& sum, int& second) {
        const int least = queue_.least();
        for (std::size_t k = 0; k < cells_.size(); ++k) {
            if (++cell_ >= cells_.size()) cell_ = 0;
            if (!cells_[cell_].empty() && cells_[cell_].least() == least) return cells_[cell_].pop(sum, second);
        }
        return Store::none;
    }

    // Searches from the start and from the goals at once. Within one level, the cost that a solution may have, both
    // sides look at what costs them least; the level is done when no two positions left, one of each side, can lie on
    // one solution that cheap. Follows J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, "Front-to-end bidirectional
    // heuristic search with near-optimal node expansions", 2017. In pushes A* goes on beside it, for it is quick to
    // find a solution of the last level and the two share what they know.
    Status two_sided(const Start& start) {
        join_goals(start);
        for (int level = static_cast<int>(bound_);;) {
            front_.frontier().raise(level);
            back_->frontier().raise(level);
            bound_ = level;
            int mine, theirs;
            for (;;) {
                mine = least(front_, level), theirs = least(*back_, level);
                if (mine + theirs + 1 > level || (!Moves && best_ <= level)) break;
                if (!probe(level) || !advance(level, mine, theirs)) return Status::gave_up;
            }
            const int later = front_.frontier().least_waiting(), there = back_->frontier().least_waiting();
            const bool all_seen =
                std::min(mine, later) == Frontier::never || std::min(theirs, there) == Frontier::never;
            if (best_ <= level || all_seen) return best_ < Frontier::never ? Status::solved : Status::unsolvable;
            level = std::min({later, there, mine + theirs + 1, best_});
        }
    }

    void join_goals(const Start& start) {
        if (expanded_ <= plan_after_) front_.plan(start.boxes);
        const Distances& base = front_.base();
        origins_.emplace(maze_, base, start.boxes, start.player, names_.images() > 0, front_.stride(), front_.walks());
        back_.emplace(maze_, names_, *origins_, front_.walks() != nullptr, rules_, size_, words_);
        queue_.each([&](int sum, std::uint32_t id) {
            const Note& note = front_.store().note(id);
            if (!stale(note, static_cast<int>(note.g), sum))
                front_.frontier().push(static_cast<int>(note.g), static_cast<int>(note.g + note.h), id);
        });
        if (Moves) queue_ = {};
        for (std::uint32_t id = 0, roots = back_->store().size(); id < roots; ++id) wait_back(id);
    }

    static bool stale(const Note& note, int cost, int level) {
        return note.closed || static_cast<int>(note.g) != cost || static_cast<int>(note.g + note.h) > level;
    }

    // The least cost of a position that one side has yet to look at in this level.
    template <class Side>
    int least(Side& side, int level) {
        Frontier& frontier = side.frontier();
        for (;;) {
            const int cost = frontier.least();
            if (cost == Frontier::never || !stale(side.store().note(frontier.peek(cost, 0)), cost, level)) return cost;
            frontier.pop(cost);
        }
    }

    // Some steps of A* within the level.
    bool probe(int level) {
        if (Moves) return true;
        for (int left = 7 * slice; left > 0 && !queue_.empty() && queue_.least() <= level && best_ > level; --left)
            if (const std::uint32_t id = next(); id != Store::none) {
                if (!go_on()) return false;
                expand(id);
            }
        return true;
    }

    // Some steps of the side that has to go on where the level is split between the sides as cheaply as now known.
    bool advance(int level, int mine, int theirs) {
        const bool forth = must_go_forth(level, mine, theirs);
        Frontier& frontier = forth ? front_.frontier() : back_->frontier();
        Store& store = forth ? front_.store() : back_->store();
        const int cost = forth ? mine : theirs;
        for (int left = Moves ? 16 * slice : slice; left > 0 && frontier.count(cost); --left) {
            store.fetch(frontier.peek(cost, 6));
            if (Moves) store.fetch(names_.hash(names_.of_boxes(store.boxes(frontier.peek(cost, 2))), 0));
            const std::uint32_t id = frontier.pop(cost);
            if (stale(store.note(id), cost, level)) continue;
            if (!go_on()) return false;
            forth ? expand(id) : expand_back(id);
        }
        return true;
    }

    bool must_go_forth(int level, int mine, int theirs) {
        const Frontier &forth = front_.frontier(), &back = back_->frontier();
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

    // Joins a position that one side has just stored to what the other side knows of its boxes; `take(other)` is told
    // when that makes the best solution so far.
    template <class Take>
    void join(const Store& own, std::uint32_t id, const Store& others, Take&& take) {
        const std::uint64_t* set = own.boxes(id);
        const Note& note = own.note(id);
        const auto better = [&](const Note& rest, unsigned walk) {
            const int sum = static_cast<int>(note.g + rest.g + walk);
            return rest.h != Side<Moves>::lost &&
                   (sum < best_ || (Moves && sum == best_ && note.extra + rest.extra < pushes_));
        };
        const auto offer = [&](std::uint32_t other, unsigned walk) {
            const Note& rest = others.note(other);
            if (!better(rest, walk)) return;
            best_ = static_cast<int>(note.g + rest.g + walk);
            pushes_ = static_cast<unsigned>(note.extra + rest.extra);
            take(other);
        };
        const std::uint64_t hash = names_.of_boxes(set);
        if constexpr (Moves) {
            meeting_.clear();
            others.each(names_.hash(hash, 0), ~255u, [&](std::uint32_t other) {
                if (better(others.note(other), 0) && others.same_boxes(other, set)) meeting_.push_back(other);
                return false;
            });
            if (meeting_.empty()) return;
            boxes_.clear();
            for (int w = 0; w < words_; ++w)
                for (std::uint64_t bits = set[w]; bits; bits &= bits - 1)
                    boxes_.push_back(static_cast<Square>(w * 64 + __builtin_ctzll(bits)));
            ground_.place(boxes_);
            ground_.walk(static_cast<Square>(note.player));
            ground_.lift(boxes_);
            for (std::uint32_t other : meeting_) {
                const auto player = static_cast<Square>(others.note(other).player);
                if (const int steps = ground_.steps(player)) offer(other, static_cast<unsigned>(steps - 1));
                for (int k = 1; k <= names_.images(); ++k)
                    if (const int steps = ground_.steps(names_.symmetry(k).to[player]))
                        if (names_.fixes(names_.symmetry(k), set)) offer(other, static_cast<unsigned>(steps - 1));
            }
        } else {
            const auto player = static_cast<Square>(note.player);
            const std::uint32_t other = others.find(names_.hash(hash, player), set, player);
            if (other != Store::none) offer(other, 0);
        }
    }

    static constexpr int slice = 256;

    const Maze& maze_;
    unsigned rules_;
    Guard& guard_;
    int size_, words_;
    Names<Moves> names_;
    Front<Moves> front_;
    std::optional<Origins> origins_;
    std::optional<Back<Moves>> back_;
    Ground ground_;  // where the sides meet
    std::vector<Square> boxes_;
    std::vector<std::uint32_t> meeting_;
    bool both_ = false;
    Queue queue_;
    std::vector<Queue> cells_;
    std::size_t cell_ = 0;
    int turn_ = 0;
    std::uint64_t goals_[8] = {};
    std::uint64_t plan_after_ = 0, join_after_ = 0, expanded_ = 0;
    std::int64_t bound_ = 0;
    int best_ = Frontier::never;  // the cheapest solution known, its pushes, and its last position of the start's side
    unsigned pushes_ = 0;
    std::uint32_t last_ = 0;
};

}  // namespace unjam::sokoban
