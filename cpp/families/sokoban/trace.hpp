// From the stored positions of a solved search to the player's steps.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "families/sokoban/front.hpp"

namespace unjam::sokoban {

/// Walks a solution: back from the last position of the start's side to the start, forth again with the player's steps,
/// and on through what the goals' side knows.
template <bool Moves>
class Trace {
public:
    using Name = typename Names<Moves>::Name;
    using Hashes = typename Names<Moves>::Hashes;

    Trace(const Maze& maze, const Names<Moves>& names, const Store& front, const Store* back)
        : maze_(maze), names_(names), ground_(maze), front_(front), back_(back) {}

    /// The steps from the start to stored position `last`, and then for `rest` more cost home.
    std::vector<std::int32_t> steps(const Start& start, std::uint32_t last, int rest) {
        std::vector<std::uint32_t> path;
        for (std::uint32_t id = last; id != 0; id = earlier(id)) path.push_back(id);
        boxes_ = start.boxes;
        player_ = start.player;
        ground_.place(boxes_);
        for (auto id = path.rbegin(); id != path.rend(); ++id) play(towards(*id));
        while (rest > 0) play(onwards(rest));
        return std::move(steps_);
    }

private:
    static constexpr int lost = Side<Moves>::lost;

    // Walks to where the push begins and makes it.
    void play(const Push& push) {
        ground_.walk(maze_.next[push.from][opposite(push.way)]);
        while (ground_.steps(player_) > 1) {
            for (int d = 0; d < 4; ++d) {
                const Square q = maze_.next[player_][d];
                if (!ground_.steps(q) || ground_.steps(q) >= ground_.steps(player_)) continue;
                steps_.push_back(d);
                player_ = q;
                break;
            }
        }
        steps_.push_back(push.way);
        const Square to = maze_.next[push.from][push.way];
        ground_.shift(push.from, to);
        *std::find(boxes_.begin(), boxes_.end(), push.from) = to;
        player_ = push.from;
    }

    // The pushes that the position on the ground allows, and its box set with hashes.
    void look() {
        ground_.walk(player_);
        ground_.list_pushes(boxes_, pushes_);
        std::memset(set_, 0, sizeof set_);
        for (Square b : boxes_) set_[b / 64] |= std::uint64_t{1} << (b % 64);
        names_.hash_images(set_, hashes_);
    }

    Name after(const Push& push) {
        const Square from = push.from, to = maze_.next[from][push.way];
        std::uint64_t set[8];
        Hashes hashes;
        std::memcpy(set, set_, sizeof set);
        set[from / 64] &= ~(std::uint64_t{1} << (from % 64));
        set[to / 64] |= std::uint64_t{1} << (to % 64);
        names_.shift(hashes_, from, to, hashes);
        ground_.shift(from, to);
        const Name out = names_.name(ground_, set, hashes, from);
        ground_.shift(to, from);
        return out;
    }

    // The push that leads to a stored position of the start's side or its mirror image, with the shortest walk.
    Push towards(std::uint32_t id) {
        if (names_.images() == 0) {
            const Note& note = front_.note(id);
            const int way = static_cast<int>(note.way);
            const Square to = Moves ? maze_.next[note.player][way] : static_cast<Square>(note.extra);
            return {maze_.next[to][opposite(way)], static_cast<std::uint8_t>(way)};
        }
        look();
        Push best{};
        int least = 1 << 30;
        for (const Push& push : pushes_) {
            const int walk = ground_.steps(maze_.next[push.from][opposite(push.way)]);
            if (walk >= least) continue;
            const Name name = after(push);
            if (front_.find(name.hash, name.set, name.player) == id) least = walk, best = push;
        }
        return best;
    }

    // The next push of a way home that costs `rest`, which is then what remains after it.
    Push onwards(int& rest) {
        look();
        const Push* best = nullptr;
        Note found{};
        for (const Push& push : pushes_) {
            const Square stand = maze_.next[push.from][opposite(push.way)];
            const Name name = Moves ? names_.name(ground_, set_, hashes_, stand) : after(push);
            const std::uint32_t id = back_->find(name.hash, name.set, name.player);
            if (id == Store::none) continue;
            const Note& note = back_->note(id);
            const int way = name.image ? names_.symmetry(name.image).way[push.way] : push.way;
            const bool fits = Moves ? static_cast<int>(note.g) + ground_.steps(stand) - 1 == rest && note.g > 0 &&
                                          static_cast<int>(note.way) == way
                                    : static_cast<int>(note.g) == rest - 1;
            if (note.h == lost || !fits || (best && note.extra >= found.extra)) continue;
            best = &push;
            found = note;
        }
        if (!best) throw std::logic_error("the goals' side of a solution is lost");
        rest = Moves ? static_cast<int>(found.g) - 1 : rest - 1;
        return *best;
    }

    // The position of the start's side before the last push of this one.
    std::uint32_t earlier(std::uint32_t id) {
        const Note note = front_.note(id);
        std::memset(set_, 0, sizeof set_);
        std::memcpy(set_, front_.boxes(id), sizeof(std::uint64_t) * ((maze_.live + 63) / 64));
        const int way = static_cast<int>(note.way);
        const Square to = Moves ? maze_.next[note.player][way] : static_cast<Square>(note.extra);
        const Square from = maze_.next[to][opposite(way)], stand = maze_.next[from][opposite(way)];
        set_[to / 64] &= ~(std::uint64_t{1} << (to % 64));
        set_[from / 64] |= std::uint64_t{1} << (from % 64);
        boxes_.clear();
        for (int s = 0; s < maze_.live; ++s)
            if (set_[s / 64] >> (s % 64) & 1) boxes_.push_back(static_cast<Square>(s));
        ground_.place(boxes_);
        names_.hash_images(set_, hashes_);
        const std::uint32_t out = Moves ? walked(note, stand) : named(stand);
        ground_.lift(boxes_);
        if (out == Store::none) throw std::logic_error("the start's side of a solution is lost");
        return out;
    }

    std::uint32_t named(Square stand) {
        const Name name = names_.name(ground_, set_, hashes_, stand);
        return front_.find(name.hash, name.set, name.player);
    }

    // In `moves`: these boxes, and a player who walked from there to the push at the right cost.
    std::uint32_t walked(const Note& note, Square stand) {
        ground_.walk(stand);
        std::uint32_t out = Store::none;
        unsigned pushes = 0;
        std::uint64_t least = hashes_[0];
        for (int k = 1; k <= names_.images(); ++k) least = std::min(least, hashes_[k]);
        for (int k = 0; k <= names_.images(); ++k) {
            if (hashes_[k] != least) continue;
            for (int s = 0; s < maze_.floor; ++s) {
                const auto player = static_cast<Square>(s);
                if (!ground_.steps(player)) continue;
                const Name name = names_.name(ground_, set_, hashes_, player);
                if (name.player != (k ? names_.symmetry(k).to[s] : player)) continue;
                const std::uint32_t other = front_.find(name.hash, name.set, name.player);
                if (other == Store::none) continue;
                const Note& before = front_.note(other);
                if (before.g + static_cast<unsigned>(ground_.steps(player)) != note.g) continue;
                if (out != Store::none && before.extra >= pushes) continue;
                out = other;
                pushes = static_cast<unsigned>(before.extra);
            }
        }
        return out;
    }

    const Maze& maze_;
    const Names<Moves>& names_;
    Ground ground_;
    const Store& front_;
    const Store* back_;
    std::vector<Square> boxes_;
    Square player_ = 0;
    std::uint64_t set_[8] = {};
    Hashes hashes_ = {};
    std::vector<Push> pushes_;
    std::vector<std::int32_t> steps_;
};

}  // namespace unjam::sokoban
