// Perimeter, where the forward and backward search meet: boards that the backward search generated, by hash,
// and the pushes home from them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "families/sokoban/fess/level_tables.hpp"
#include "unjam/table_bytes.hpp"

namespace unjam::sokoban {

/// The positions that the backward search generated, by hash, each with the pull that led to it.
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
