// Where two searches meet: positions with a known solution, and target squares to aim for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "families/sokoban/fess/level_tables.hpp"
#include "families/sokoban/fess/pairing.hpp"
#include "unjam/table_bytes.hpp"

namespace unjam::sokoban {

/// Squares that a search brings boxes to.
template <class Size>
class Target {
public:
    using Boxes = BoxSet<Size>;

    /// `from[k]`: the squares from which a lone box can reach target square k.
    Target(const Boxes& squares, std::vector<Boxes> from) : squares_(squares), from_(std::move(from)) {
        list_boxes(squares, list_);
    }

    /// Whether each box can reach a target square of its own, ignoring the others.
    bool possible(const Boxes& boxes) {
        allowed_.clear();
        boxes.each([&](std::uint32_t b) {
            Boxes set;
            for (std::size_t t = 0; t < list_.size(); ++t)
                if (from_[t].test(b)) set.set(static_cast<std::uint32_t>(t));
            allowed_.push_back(set);
        });
        return pairing_.perfect(allowed_);
    }

    /// How many boxes are not on target squares yet, and a lower bound on how far they have to go.
    std::pair<int, int> left(const Boxes& boxes, const WalkingDistances& walking) const {
        int missing = 0, distance = 0;
        boxes.each([&](std::uint32_t b) {
            if (squares_.test(b)) return;
            ++missing;
            int nearest = 200;
            for (std::size_t t = 0; t < list_.size(); ++t)
                if (!boxes.test(list_[t]) && from_[t].test(b))
                    nearest = std::min(nearest, walking(static_cast<Square>(b), list_[t]));
            distance += nearest;
        });
        return {missing, distance};
    }

private:
    Boxes squares_;
    std::vector<Boxes> from_;
    std::vector<Square> list_;
    std::vector<Boxes> allowed_;
    Pairing<Size> pairing_;
};

template <class Size>
class Perimeter {
public:
    using Board = SearchBoard<Size>;

    explicit Perimeter(const LevelTables<Size>& level) : level_(level), areas_(level.maze), pulls_(level.maze) {}

    /// Records that the pull `move` of the position `from` leads to the position with this hash, unless another move
    /// does already.
    void add(std::uint64_t hash, const Board& from, std::uint64_t from_hash, const MacroMove& move) {
        entries_.try_emplace(hash, Entry{from_hash, move, from.player});
    }
    void add_root(std::uint64_t hash) { entries_.try_emplace(hash, Entry{hash, {}, 0}); }

    bool contains(std::uint64_t hash) const { return entries_.contains(hash); }
    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return table_bytes(entries_); }

    /// The pushes from a position of the perimeter to the solved board, undoing pull by pull.
    std::vector<Push> pushes_home(Board board, const std::uint8_t* allowed) {
        std::vector<Push> out;
        std::vector<Square> boxes;
        for (std::uint64_t hash = level_.hash(board);;) {
            const Entry& entry = entries_.at(hash);
            if (entry.before == hash) return out;
            board.boxes = shifted(board.boxes, entry.move.to, entry.move.from);
            board.player = entry.player;
            list_boxes(board.boxes, boxes);
            areas_.put_all(boxes);
            areas_.split();
            const std::vector<std::uint8_t> back = pulls_.path(areas_, entry.move, areas_.part(board.player), allowed);
            areas_.remove_all(boxes);
            Square at = entry.move.to;
            for (std::size_t k = back.size(); k-- > 0;) {  // `path` gives a pull as the push that undoes it
                out.push_back({at, back[k]});
                at = level_.maze.next[at][back[k]];
            }
            hash = entry.before;
        }
    }

private:
    struct Entry {
        std::uint64_t before;
        MacroMove move;
        Square player;
    };

    const LevelTables<Size>& level_;
    Areas areas_;
    MacroMoves<true> pulls_;
    std::unordered_map<std::uint64_t, Entry> entries_;
};

}  // namespace unjam::sokoban
