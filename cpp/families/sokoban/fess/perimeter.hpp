// Where two searches meet: positions from which a solution is known, and how far it is to given squares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "families/sokoban/fess/level.hpp"

namespace unjam::sokoban {

/// Squares that a search makes for.
template <class Size>
class Target {
public:
    using Boxes = BoxSet<Size>;

    /// `from`: the squares from which a lone box can come to the target square of the same number.
    Target(const Boxes& squares, std::vector<Boxes> from) : squares_(squares), from_(std::move(from)) {
        list_boxes(squares, list_);
    }

    /// Whether each box can come to a square of its own, all others taken away.
    bool possible(const Boxes& boxes) {
        may_.clear();
        boxes.each([&](std::uint32_t b) {
            Boxes set;
            for (std::size_t t = 0; t < list_.size(); ++t)
                if (from_[t].test(b)) set.set(static_cast<std::uint32_t>(t));
            may_.push_back(set);
        });
        return pairing_.perfect(may_);
    }

    /// How many boxes are not there yet, and how far they have to go at the least.
    std::pair<int, int> left(const Boxes& boxes, const Walking& walking) const {
        int missing = 0, distance = 0;
        boxes.each([&](std::uint32_t b) {
            if (squares_.test(b)) return;
            ++missing;
            int near = 200;
            for (std::size_t t = 0; t < list_.size(); ++t)
                if (!boxes.test(list_[t]) && from_[t].test(b))
                    near = std::min(near, walking(static_cast<Square>(b), list_[t]));
            distance += near;
        });
        return {missing, distance};
    }

private:
    Boxes squares_;
    std::vector<Boxes> from_;
    std::vector<Square> list_;
    std::vector<Boxes> may_;
    Pairing<Size> pairing_;
};

template <class Size>
class Perimeter {
public:
    using Board = SearchBoard<Size>;

    explicit Perimeter(const LevelTables<Size>& level) : level_(level), field_(level.maze), pulls_(level.maze) {}

    /// Notes that the pull `move` of the position `from` leads to the position with this hash, if nothing leads there.
    void add(std::uint64_t hash, const Board& from, std::uint64_t from_hash, const Macro& move) {
        entries_.try_emplace(hash, Entry{from_hash, move, from.player});
    }
    void add_root(std::uint64_t hash) { entries_.try_emplace(hash, Entry{hash, {}, 0}); }

    bool contains(std::uint64_t hash) const { return entries_.contains(hash); }
    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return table_bytes(entries_); }

    /// The pushes that take back pull by pull, from a position of the perimeter to the solved board.
    std::vector<Push> way_home(Board board, const std::uint8_t* allowed) {
        std::vector<Push> out;
        std::vector<Square> boxes;
        for (std::uint64_t hash = level_.hash(board);;) {
            const Entry& entry = entries_.at(hash);
            if (entry.before == hash) return out;
            board.boxes = shifted(board.boxes, entry.move.to, entry.move.from);
            board.player = entry.player;
            list_boxes(board.boxes, boxes);
            field_.place(boxes);
            field_.split();
            const std::vector<std::uint8_t> back = pulls_.path(field_, entry.move, field_.part(board.player), allowed);
            field_.lift(boxes);
            Square at = entry.move.to;
            for (std::size_t k = back.size(); k-- > 0;) {  // a pull is told by the push that takes it back
                out.push_back({at, back[k]});
                at = level_.maze.next[at][back[k]];
            }
            hash = entry.before;
        }
    }

private:
    struct Entry {
        std::uint64_t before;
        Macro move;
        Square player;
    };

    const LevelTables<Size>& level_;
    Field field_;
    Macros<true> pulls_;
    std::unordered_map<std::uint64_t, Entry> entries_;
};

}  // namespace unjam::sokoban
