// SolutionSteps rebuilds the player's steps of a solved search: back through the start's side, then on
// through the goals' side, push by push.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "families/sokoban/search/forward_side.hpp"

namespace unjam::sokoban {

/// Goes back from the last position of the start's side to the start, forward again with the player's steps, and on
/// through what the goals' side knows.
template <class Size, bool Moves>
class SolutionSteps {
public:
    using Boxes = BoxSet<Size>;
    using Store = PositionStore<Size>;
    using Note = PositionNote<Size>;
    using Key = typename Canonical<Size, Moves>::Key;
    using Hashes = typename Canonical<Size, Moves>::Hashes;

    SolutionSteps(const Maze& maze, const Canonical<Size, Moves>& canonical, const Store& forward,
                  const Store* backward)
        : maze_(maze), canonical_(canonical), occupancy_(maze), forward_(forward), backward_(backward) {}

    /// The steps from the start to stored position `last`, and then for `rest` more cost home.
    std::vector<std::int32_t> steps(const Position& start, std::uint32_t last, int rest) {
        std::vector<std::uint32_t> path;
        for (std::uint32_t id = last; id != 0; id = predecessor(id)) path.push_back(id);
        boxes_ = start.boxes;
        player_ = start.player;
        occupancy_.put_all(boxes_);
        for (auto id = path.rbegin(); id != path.rend(); ++id) play(push_to(*id));
        while (rest > 0) play(next_push(rest));
        return std::move(steps_);
    }

private:
    static constexpr int dead_end = Side<Size, Moves>::dead_end;

    // Walks to the push and makes it.
    void play(const Push& push) {
        occupancy_.walk(maze_.next[push.from][opposite(push.direction)]);
        while (occupancy_.steps(player_) > 1) {
            for (int d = 0; d < 4; ++d) {
                const Square q = maze_.next[player_][d];
                if (!occupancy_.steps(q) || occupancy_.steps(q) >= occupancy_.steps(player_)) continue;
                steps_.push_back(d);
                player_ = q;
                break;
            }
        }
        steps_.push_back(push.direction);
        const Square to = maze_.next[push.from][push.direction];
        occupancy_.move_box(push.from, to);
        *std::find(boxes_.begin(), boxes_.end(), push.from) = to;
        player_ = push.from;
    }

    // Lists the pushes of the current position, and computes its box set and hashes.
    void list_pushes() {
        occupancy_.walk(player_);
        occupancy_.list_pushes(boxes_, pushes_);
        box_set_ = box_set<Size>(boxes_);
        canonical_.hash_images(box_set_, hashes_);
    }

    Key key_after_push(const Push& push) {
        const Square from = push.from, to = maze_.next[from][push.direction];
        Hashes hashes;
        canonical_.hash_images_after(hashes_, from, to, hashes);
        occupancy_.move_box(from, to);
        const Key out = canonical_.key_after(occupancy_, box_set_, from, to, hashes, from);
        occupancy_.move_box(to, from);
        return out;
    }

    // The push that leads to a stored position of the start's side or its mirror image, with the shortest walk.
    Push push_to(std::uint32_t id) {
        if (canonical_.images() == 0) {
            const Note& note = forward_.note(id);
            const int direction = static_cast<int>(note.direction);
            const Square to = Moves ? maze_.next[note.player][direction] : static_cast<Square>(note.extra);
            return {maze_.next[to][opposite(direction)], static_cast<std::uint8_t>(direction)};
        }
        list_pushes();
        Push best{};
        int least = 1 << 30;
        for (const Push& push : pushes_) {
            const int walk = occupancy_.steps(maze_.next[push.from][opposite(push.direction)]);
            if (walk >= least) continue;
            const Key key = key_after_push(push);
            if (forward_.find(key.hash, key.boxes, key.player) == id) least = walk, best = push;
        }
        return best;
    }

    // The next push of a solution whose rest costs `rest`, which is updated.
    Push next_push(int& rest) {
        list_pushes();
        const Push* best = nullptr;
        Note best_note{};
        for (const Push& push : pushes_) {
            const Square stand = maze_.next[push.from][opposite(push.direction)];
            const Key key = Moves ? canonical_.key(occupancy_, box_set_, hashes_, stand) : key_after_push(push);
            const std::uint32_t id = backward_->find(key.hash, key.boxes, key.player);
            if (id == Store::none) continue;
            const Note& note = backward_->note(id);
            const int direction = key.image ? canonical_.symmetry(key.image).direction[push.direction] : push.direction;
            const bool fits = Moves ? static_cast<int>(note.g) + occupancy_.steps(stand) - 1 == rest && note.g > 0 &&
                                          static_cast<int>(note.direction) == direction
                                    : static_cast<int>(note.g) == rest - 1;
            if (note.h == dead_end || !fits || (best && note.extra >= best_note.extra)) continue;
            best = &push;
            best_note = note;
        }
        if (!best) throw std::logic_error("the goals' side does not know the rest of the solution");
        rest = Moves ? static_cast<int>(best_note.g) - 1 : rest - 1;
        return *best;
    }

    // The position of the start's side before the last push of this one.
    std::uint32_t predecessor(std::uint32_t id) {
        const Note note = forward_.note(id);
        const int direction = static_cast<int>(note.direction);
        const Square to = Moves ? maze_.next[note.player][direction] : static_cast<Square>(note.extra);
        const Square from = maze_.next[to][opposite(direction)], stand = maze_.next[from][opposite(direction)];
        box_set_ = shifted(forward_.boxes(id), to, from);
        list_boxes(box_set_, boxes_);
        occupancy_.put_all(boxes_);
        canonical_.hash_images(box_set_, hashes_);
        const std::uint32_t out = Moves ? predecessor_by_walk(note, stand) : predecessor_by_push(stand);
        occupancy_.remove_all(boxes_);
        if (out == Store::none) throw std::logic_error("the start's side does not know the position before");
        return out;
    }

    std::uint32_t predecessor_by_push(Square stand) {
        const Key key = canonical_.key(occupancy_, box_set_, hashes_, stand);
        return forward_.find(key.hash, key.boxes, key.player);
    }

    // In `moves`: the position with these boxes whose player walked to the push at the right cost.
    std::uint32_t predecessor_by_walk(const Note& note, Square stand) {
        occupancy_.walk(stand);
        std::uint32_t out = Store::none;
        unsigned pushes = 0;
        std::uint64_t least = hashes_[0];
        for (int k = 1; k <= canonical_.images(); ++k) least = std::min(least, hashes_[k]);
        for (int k = 0; k <= canonical_.images(); ++k) {
            if (hashes_[k] != least) continue;
            for (int s = 0; s < maze_.floor; ++s) {
                const auto player = static_cast<Square>(s);
                if (!occupancy_.steps(player)) continue;
                const Key key = canonical_.key(occupancy_, box_set_, hashes_, player);
                if (key.player != (k ? canonical_.symmetry(k).to[s] : player)) continue;
                const std::uint32_t other = forward_.find(key.hash, key.boxes, key.player);
                if (other == Store::none) continue;
                const Note& before = forward_.note(other);
                if (before.g + static_cast<unsigned>(occupancy_.steps(player)) != note.g) continue;
                if (out != Store::none && before.extra >= pushes) continue;
                out = other;
                pushes = static_cast<unsigned>(before.extra);
            }
        }
        return out;
    }

    const Maze& maze_;
    const Canonical<Size, Moves>& canonical_;
    Occupancy occupancy_;
    const Store& forward_;
    const Store* backward_;
    std::vector<Square> boxes_;
    Square player_ = 0;
    Boxes box_set_;
    Hashes hashes_ = {};
    std::vector<Push> pushes_;
    std::vector<std::int32_t> steps_;
};

}  // namespace unjam::sokoban
