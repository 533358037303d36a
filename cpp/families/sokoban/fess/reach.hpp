// Where a lone box can be pushed, and where it can come from.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/fess/macros.hpp"

namespace unjam::sokoban {

/// Distances of a lone box among fixed boxes, the player on whatever side he is needed at first.
template <class Size>
class Reach {
public:
    using Boxes = BoxSet<Size>;

    explicit Reach(const Maze& maze) : maze_(maze), pushes_(maze), pulls_(maze), everywhere_(maze.floor + 1, 1) {
        everywhere_[maze.floor] = 0;
    }

    /// The squares that a box on `from` can be pushed to (itself included). The field holds the other boxes.
    Boxes pushed(Field& field, Square from) { return spread(pushes_, field, from); }
    /// The squares from which a box can be pushed to `to`.
    Boxes pulled(Field& field, Square to) { return spread(pulls_, field, to); }

private:
    template <class Moves>
    Boxes spread(Moves& moves, Field& field, Square from) {
        Boxes out;
        out.set(from);
        const bool stood = field.taken(from);
        if (!stood) field.put_one(from);
        field.split();
        list_.clear();
        int done[4] = {0, 0, 0, 0}, parts = 0;
        for (Square q : maze_.next[from]) {
            if (field.taken(q)) continue;
            const int part = field.part(q);
            bool again = false;
            for (int k = 0; k < parts; ++k) again |= done[k] == part;
            if (again) continue;
            done[parts++] = part;
            moves.list(field, from, part, everywhere_.data(), list_);
        }
        for (const Macro& each : list_) out.set(each.to);
        if (!stood) field.lift_one(from);
        return out;
    }

    const Maze& maze_;
    Macros<false> pushes_;
    Macros<true> pulls_;
    std::vector<std::uint8_t> everywhere_;
    std::vector<Macro> list_;
};

/// Walking distances between all squares of the empty floor.
class Walking {
public:
    explicit Walking(const Maze& maze) : floor_(maze.floor), steps_(maze.floor * maze.floor, far) {
        std::vector<Square> queue(floor_);
        for (int s = 0; s < floor_; ++s) {
            std::uint16_t* row = &steps_[s * floor_];
            int head = 0, tail = 0;
            queue[tail++] = static_cast<Square>(s);
            row[s] = 0;
            while (head < tail) {
                const Square at = queue[head++];
                for (Square q : maze.next[at])
                    if (q < floor_ && row[q] == far)
                        row[q] = static_cast<std::uint16_t>(row[at] + 1), queue[tail++] = q;
            }
        }
    }
    int operator()(Square a, Square b) const { return steps_[a * floor_ + b]; }

private:
    static constexpr std::uint16_t far = 9999;
    int floor_;
    std::vector<std::uint16_t> steps_;
};

/// Whether each of the rows can have a column of its own (J. E. Hopcroft and R. M. Karp's problem, by plain augmenting
/// paths: the sets here are small).
template <class Size>
class Pairing {
public:
    using Boxes = BoxSet<Size>;

    /// `may[i]`: the columns that row i may have.
    bool perfect(const std::vector<Boxes>& may) {
        owner_.assign(64 * seen_.word.size(), -1);
        for (std::size_t i = 0; i < may.size(); ++i) {
            seen_ = Boxes{};
            if (!settle(may, static_cast<int>(i))) return false;
        }
        return true;
    }

private:
    bool settle(const std::vector<Boxes>& may, int i) {
        for (std::uint32_t w = 0; w < seen_.word.size(); ++w)
            for (std::uint64_t left = may[i].word[w] & ~seen_.word[w]; left; left = may[i].word[w] & ~seen_.word[w]) {
                const std::uint32_t j = w * 64 + static_cast<std::uint32_t>(std::countr_zero(left));
                seen_.set(j);
                if (owner_[j] < 0 || settle(may, owner_[j])) {
                    owner_[j] = i;
                    return true;
                }
            }
        return false;
    }

    std::vector<int> owner_;
    Boxes seen_;
};

}  // namespace unjam::sokoban
