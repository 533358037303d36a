// GreedySearch finds any solution of a level with few boxes without a plan: best-first from the start and from the
// goals at once, with tables of dead sets of boxes, until both sides meet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/goal_distance_cache.hpp"
#include "families/sokoban/bounds/matching_bound.hpp"
#include "families/sokoban/bounds/start_distances.hpp"
#include "families/sokoban/deadlocks/freeze.hpp"
#include "families/sokoban/greedy/open_list.hpp"
#include "families/sokoban/greedy/subset_table.hpp"
#include "families/sokoban/pruning/pi_corrals.hpp"
#include "families/sokoban/search/canonical_key.hpp"
#include "families/sokoban/search/position_store.hpp"

namespace unjam::sokoban {

/// Levels that the greedy search is for: with more boxes there are far too many positions.
struct FewBoxes {
    static constexpr int max_floor = 128, max_boxes = 12;

    static bool fits(const Maze& maze, const Position& start) {
        return maze.floor <= max_floor && static_cast<int>(start.boxes.size()) <= max_boxes && !maze.fill &&
               !start.boxes.empty() && start.boxes.size() == maze.goals.size();
    }
};

/// Each side stores every position that it generates. The start's side pushes boxes, and drops a position if a few of
/// its boxes alone cannot be brought home; the goals' side pulls them, and drops one if a few of them alone cannot have
/// come from the start.
template <class Size>
class GreedySearch {
public:
    GreedySearch(const Maze& maze, const Position& start, std::uint64_t seed)
        : maze_(maze),
          start_(start),
          canonical_(maze),
          occupancy_(maze),
          freeze_(maze),
          corrals_(maze),
          to_goals_(static_cast<int>(start.boxes.size()), false, true),
          from_start_(static_cast<int>(start.boxes.size()), false, true),
          tables_(maze, static_cast<int>(start.boxes.size()), to_goals_.stride(), nullptr),
          start_distances_(maze, tables_.unfrozen(), start.boxes, start.player, false, to_goals_.stride(), nullptr),
          forward_(maze, canonical_, mix(seed)),
          backward_(maze, canonical_, mix(seed + 1)) {
        std::sort(start_.boxes.begin(), start_.boxes.end());
        add_root(forward_, backward_, start_.boxes, start_.player);
        occupancy_.put_all(maze.goals);
        std::vector<Square> areas;
        for (int s = 0; s < maze.floor; ++s) {
            const auto player = static_cast<Square>(s);
            if (!occupancy_.is_occupied(player) && occupancy_.least_in_area(player) == player) areas.push_back(player);
        }
        occupancy_.remove_all(maze.goals);
        for (Square player : areas) add_root(backward_, forward_, maze.goals, player);
    }
    GreedySearch(const GreedySearch&) = delete;
    GreedySearch& operator=(const GreedySearch&) = delete;

    /// Builds the tables of dead sets, with more boxes as long as the tables stay small.
    template <class IsStopped>
    void build_tables(IsStopped&& is_stopped) {
        for (int count = 2; count <= SubsetTable::max_count; ++count) {
            if (count >= static_cast<int>(start_.boxes.size()) || !SubsetTable::is_small(maze_, count)) break;
            solvable_.emplace_back(maze_, count, SubsetTable::From::goals, start_, is_stopped);
            reachable_.emplace_back(maze_, count, SubsetTable::From::start, start_, is_stopped);
        }
    }

    /// Expands some positions, on both sides in turns; `is_stopped` is called before each. True if the sides met.
    template <class IsStopped>
    bool run(std::uint64_t expansions, IsStopped&& is_stopped) {
        for (; expansions > 0 && !met_ && !is_exhausted_ && !is_stopped(); --expansions) {
            forward_turn_ = !forward_turn_;
            Side& side = forward_turn_ ? forward_ : backward_;
            std::uint32_t id;
            do {
                id = side.open.pop();
            } while (id != OpenList::none && side.store.note(id).closed);
            if (id == OpenList::none) {
                is_exhausted_ = true;
            } else {
                forward_turn_ ? expand_forward(id) : expand_backward(id);
            }
        }
        return met_;
    }

    /// Whether one side has expanded all that it can reach and not met the other: then there is no solution.
    bool is_exhausted() const { return is_exhausted_; }
    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }

    std::size_t bytes() const {
        std::size_t out = forward_.bytes() + backward_.bytes() + tables_.bytes() + start_distances_.bytes();
        for (const auto* tables : {&solvable_, &reachable_})
            for (const SubsetTable& table : *tables) out += table.bytes();
        return out;
    }
    /// Bytes that the next expansion may add, at most.
    std::size_t next_bytes() const { return forward_.store.next_bytes() + backward_.store.next_bytes(); }
    bool is_full() const { return forward_.store.full() || backward_.store.full(); }

    /// The pushes of the solution, once the sides have met.
    std::vector<Push> pushes() {
        std::vector<Push> out;
        for (std::uint32_t id = meeting_forward_; id != 0;) {  // the start is number 0
            const Push push = push_of(forward_, id);
            const Square to = maze_.next[push.from][push.direction];
            out.push_back(push);
            id = find(forward_, shifted(forward_.store.boxes(id), to, push.from),
                      maze_.next[push.from][opposite(push.direction)]);
        }
        std::reverse(out.begin(), out.end());
        for (std::uint32_t id = meeting_backward_; backward_.store.note(id).g != 0;) {
            const Push push = push_of(backward_, id);
            const Square to = maze_.next[push.from][push.direction];
            out.push_back(push);
            id = find(backward_, shifted(backward_.store.boxes(id), push.from, to), push.from);
        }
        return out;
    }

private:
    using Boxes = BoxSet<Size>;
    using Store = PositionStore<Size>;
    using Note = PositionNote<Size>;  // `extra`: the square of the pushed or pulled box
    using Hashing = Canonical<Size, false>;

    struct Side {
        Store store;
        OpenList open;

        Side(const Maze& maze, const Hashing& hashing, std::uint64_t seed)
            : store(maze, [&hashing](const Boxes& boxes,
                                     Square player) { return hashing.hash(hashing.hash_boxes(boxes), player); }),
              open(seed) {}
        std::size_t bytes() const { return store.bytes() + open.bytes(); }
    };

    void add_root(Side& own, const Side& other, const std::vector<Square>& boxes, Square player) {
        const Boxes set = box_set<Size>(boxes);
        occupancy_.put_all(boxes);
        const Square least = occupancy_.least_in_area(player);
        occupancy_.remove_all(boxes);
        store(own, other, set, canonical_.hash(canonical_.hash_boxes(set), least), 0, {least, 0, 0, 0});
    }

    // Puts the boxes of a position on the board and lets the player walk everywhere.
    Note load(Side& side, std::uint32_t id) {
        ++expanded_;
        side.store.note(id).closed = 1;
        set_ = side.store.boxes(id);
        list_boxes(set_, boxes_);
        occupancy_.put_all(boxes_);
        const Note note = side.store.note(id);
        occupancy_.walk(static_cast<Square>(note.player));
        hash_ = canonical_.hash_boxes(set_);
        return note;
    }

    void expand_forward(std::uint32_t id) {
        const Note note = load(forward_, id);
        if (!corrals_.find(occupancy_, boxes_, pushes_)) occupancy_.list_pushes(boxes_, pushes_);
        if (!pushes_.empty()) {
            freeze_.find(boxes_, frozen_);
            table_ = tables_.with_walls(frozen_);
            to_goals_.begin(table_);
        }
        for (std::size_t k = 0; k < pushes_.size() && !met_; ++k) {
            const Push push = pushes_[k];
            const Square to = maze_.next[push.from][push.direction];
            ++generated_;
            occupancy_.move_box(push.from, to);
            const Square least = occupancy_.least_after(push.from, to);
            const Boxes after = shifted(set_, push.from, to);
            const std::uint64_t hash = canonical_.hash(canonical_.hash_after(hash_, push.from, to), least);
            if (forward_.store.find(hash, after, least) == Store::none) {
                const std::int32_t estimate = estimate_push(note, push, to);
                if (estimate < unreachable)
                    store(forward_, backward_, after, hash, note.g + 1, {least, to, push.direction, estimate});
            }
            occupancy_.move_box(to, push.from);
        }
        occupancy_.remove_all(boxes_);
    }

    void expand_backward(std::uint32_t id) {
        const Note note = load(backward_, id);
        from_start_.begin(&start_distances_);
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            for (int d = 0; d < 4 && !met_; ++d) {
                const Square to = boxes_[i], from = maze_.next[to][opposite(d)];
                if (!occupancy_.steps(from) || from >= maze_.live) continue;
                const Square stand = maze_.next[from][opposite(d)];
                if (occupancy_.is_occupied(stand)) continue;
                ++generated_;
                occupancy_.move_box(to, from);
                const Square least = occupancy_.least_in_area(stand);
                const Boxes before = shifted(set_, to, from);
                const std::uint64_t hash = canonical_.hash(canonical_.hash_after(hash_, to, from), least);
                if (backward_.store.find(hash, before, least) == Store::none) {
                    const std::int32_t estimate = estimate_pull(note, i, from, stand, d);
                    if (estimate < unreachable)
                        store(backward_, forward_, before, hash, note.g + 1,
                              {least, from, static_cast<std::uint8_t>(d), estimate});
                }
                occupancy_.move_box(from, to);
            }
        occupancy_.remove_all(boxes_);
    }

    // The estimate after a push, or `unreachable` for a dead position.
    std::int32_t estimate_push(const Note& note, const Push& push, Square to) {
        const std::size_t number = box_number(push.from), number_after = move_box(number, to);
        const GoalDistances* table_after = table_;
        if (freeze_.possible(occupancy_, to)) {
            if (!freeze_.find(boxes_after_, frozen_after_)) return unreachable;
            if (frozen_after_ != frozen_) table_after = tables_.with_walls(frozen_after_);
        }
        for (const SubsetTable& table : solvable_)
            if (!table.has_all_with(boxes_after_, number_after, push.from)) return unreachable;
        to_goals_.assign(boxes_, static_cast<Square>(note.player));
        return to_goals_.total_after(boxes_, table_after, number, to, push.from, push.direction);
    }

    // The same backwards: for a position that cannot have come from the start.
    std::int32_t estimate_pull(const Note& note, std::size_t number, Square from, Square stand, int direction) {
        const std::size_t number_after = move_box(number, from);
        for (const SubsetTable& table : reachable_)
            if (!table.has_all_with(boxes_after_, number_after, stand)) return unreachable;
        from_start_.assign(boxes_, static_cast<Square>(note.player));
        return from_start_.total_after(boxes_, &start_distances_, number, from, stand, direction);
    }

    std::size_t box_number(Square s) const {
        return static_cast<std::size_t>(std::lower_bound(boxes_.begin(), boxes_.end(), s) - boxes_.begin());
    }

    // Sets `boxes_after_`, in order, and returns the number that the box has there.
    std::size_t move_box(std::size_t number, Square to) {
        boxes_after_ = boxes_;
        boxes_after_[number] = to;
        for (; number > 0 && boxes_after_[number - 1] > to; --number)
            std::swap(boxes_after_[number - 1], boxes_after_[number]);
        for (; number + 1 < boxes_after_.size() && boxes_after_[number + 1] < to; ++number)
            std::swap(boxes_after_[number + 1], boxes_after_[number]);
        return number;
    }

    struct Step {
        Square player, box;
        std::uint8_t direction;
        std::int32_t estimate;
    };

    // Stores a new position of one side, and looks whether the other side has it.
    void store(Side& own, const Side& other, const Boxes& boxes, std::uint64_t hash, std::uint64_t cost,
               const Step& step) {
        Note note{};
        note.player = step.player;
        note.direction = step.direction;
        note.g = cost;
        note.h = static_cast<std::uint64_t>(step.estimate);
        note.extra = step.box;
        const std::uint32_t id = own.store.add(hash, boxes, note);
        own.open.push(id, static_cast<int>(cost), step.estimate);
        const std::uint32_t match = other.store.find(hash, boxes, step.player);
        if (match == Store::none) return;
        met_ = true;
        meeting_forward_ = &own == &forward_ ? id : match;
        meeting_backward_ = &own == &forward_ ? match : id;
    }

    // The last push before a position of the start's side, the next push of one of the goals' side.
    Push push_of(const Side& side, std::uint32_t id) const {
        const Note& note = side.store.note(id);
        const auto direction = static_cast<std::uint8_t>(note.direction);
        const auto box = static_cast<Square>(note.extra);
        return {&side == &forward_ ? maze_.next[box][opposite(direction)] : box, direction};
    }

    std::uint32_t find(const Side& side, const Boxes& boxes, Square player) {
        list_boxes(boxes, boxes_);
        occupancy_.put_all(boxes_);
        const Square least = occupancy_.least_in_area(player);
        occupancy_.remove_all(boxes_);
        return side.store.find(canonical_.hash(canonical_.hash_boxes(boxes), least), boxes, least);
    }

    const Maze& maze_;
    Position start_;
    Hashing canonical_;
    Occupancy occupancy_;
    Freeze freeze_;
    PiCorrals corrals_;
    MatchingBound<GoalDistances> to_goals_;
    MatchingBound<StartDistances> from_start_;
    GoalDistanceCache tables_;
    StartDistances start_distances_;
    std::vector<SubsetTable> solvable_, reachable_;
    Side forward_, backward_;
    Boxes set_;
    std::uint64_t hash_ = 0;
    const GoalDistances* table_ = nullptr;
    std::vector<Square> boxes_, boxes_after_, frozen_, frozen_after_;
    std::vector<Push> pushes_;
    std::uint64_t expanded_ = 0, generated_ = 0;
    std::uint32_t meeting_forward_ = 0, meeting_backward_ = 0;
    bool forward_turn_ = false, met_ = false, is_exhausted_ = false;
};

}  // namespace unjam::sokoban
