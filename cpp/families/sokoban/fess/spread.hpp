// The backward search for a board that is easy to reach: boxes pulled off the goals, far apart and out of the way.
//
// All that it comes across is kept as the perimeter; the best board is then what the forward search makes for. After
// the second strategy of Y. Shoham's solver Festival.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/sokoban/fess/perimeter.hpp"

namespace unjam::sokoban {

/// The backward search as a domain of Cells.
template <class Size>
class Spread {
public:
    using Boxes = BoxSet<Size>;
    using Board = SearchBoard<Size>;

    Spread(const LevelTables<Size>& level, Perimeter<Size>& perimeter, Watch& watch)
        : level_(level),
          maze_(level.maze),
          perimeter_(perimeter),
          watch_(watch),
          field_(level.maze),
          pulls_(level.maze),
          rooms_(level.rooms) {}

    /// From now on the search makes for these squares instead of going far and wide.
    void make_for(const Boxes& squares) {
        Field empty(maze_);
        Reach<Size> reach(maze_);
        std::vector<Boxes> from;
        list_boxes(squares, boxes_);
        for (Square t : boxes_) from.push_back(reach.pushed(empty, t));
        target_.emplace(squares, std::move(from));
    }

    bool solved(const Board&) const { return false; }
    std::uint64_t cell(std::uint64_t score) const { return score >> 24; }
    bool arrived(std::uint64_t) const { return false; }
    bool hopeless(const Board&) const { return false; }
    std::size_t lessons() const { return 0; }
    bool refuted(const Board&, std::size_t) const { return false; }

    std::uint64_t score(const Boxes& boxes, Field& field, int parts) {
        const auto less = [](int n) { return static_cast<std::uint64_t>(255 - std::min(n, 255)); };
        if (target_) {
            const auto [missing, distance] = target_->left(boxes, level_.walking);
            return less(parts) << 40 | less(missing) << 32 | less(rooms_.closed(field, boxes)) << 24 |
                   static_cast<std::uint64_t>(65535 - distance);
        }
        int distance = 0, tight = 0;
        boxes.each([&](std::uint32_t s) {
            distance += level_.from_goal[s];
            const auto& next = maze_.next[s];
            tight += (field.taken(next[0]) || field.taken(next[1])) && (field.taken(next[2]) || field.taken(next[3]));
        });
        return less(parts) << 40 | less(rooms_.closed(field, boxes)) << 32 | less(tight) << 24 |
               static_cast<std::uint64_t>(std::min(distance, 65535));
    }

    Board after(const Board& board, const Macro& move) {
        Board out = moved(board, move);
        out.player = field_.least_with(out.boxes, move.player);
        return out;
    }

    bool expand(const Board& board, std::uint64_t, std::vector<Child>& out) {
        list_boxes(board.boxes, boxes_);
        field_.place(boxes_);
        field_.split();
        const int mine = field_.part(board.player);
        moves_.clear();
        for (Square b : boxes_)
            if (!watch_.late()) pulls_.list(field_, b, mine, level_.origin.data(), moves_);
        const std::uint64_t own = level_.hash(board);
        const std::size_t before = perimeter_.bytes();
        for (std::size_t k = 0; k < moves_.size() && (k % 64 != 63 || !watch_.late()); ++k) {
            const Macro& move = moves_[k];
            field_.shift(move.from, move.to);
            const Field::Shape shape = field_.after(move.from, move.to, move.player);
            Child child;
            child.move = move;
            child.hash = own ^ level_.player_key[board.player] ^ level_.box_key[move.from] ^ level_.box_key[move.to] ^
                         level_.player_key[shape.least];
            const Boxes boxes = shifted(board.boxes, move.from, move.to);
            perimeter_.add(child.hash, board, own, move);
            if (!target_ || target_->possible(boxes)) {
                child.score = score(boxes, field_, shape.parts);
                out.push_back(child);
            }
            field_.shift(move.to, move.from);
        }
        field_.lift(boxes_);
        watch_.grow(before, perimeter_.bytes());
        if (out.empty()) return false;
        std::max_element(out.begin(), out.end(), [](const Child& a, const Child& b) {
            return a.score < b.score;
        })->weight = 0;
        return true;
    }

    /// Begins with every goal full and the player in each part of the floor.
    template <class Search>
    void begin(Search& search) {
        Field filled(maze_);
        filled.place(maze_.goals);
        const int parts = filled.split();
        for (int s = 0; s < maze_.floor; ++s) {
            const auto square = static_cast<Square>(s);
            if (!filled.part(square) || filled.least_of(square) != square) continue;
            Board board;
            board.boxes = box_set<Size>(maze_.goals);
            board.player = square;
            perimeter_.add_root(level_.hash(board));
            search.root(board, score(board.boxes, filled, parts), level_.hash(board));
        }
    }

    /// Begins at a board of the perimeter.
    template <class Search>
    void begin_at(Search& search, const Board& board) {
        list_boxes(board.boxes, boxes_);
        field_.place(boxes_);
        const int parts = field_.split();
        search.root(board, score(board.boxes, field_, parts), level_.hash(board));
        list_boxes(board.boxes, boxes_);
        field_.lift(boxes_);
    }

private:
    const LevelTables<Size>& level_;
    const Maze& maze_;
    Perimeter<Size>& perimeter_;
    Watch& watch_;
    Field field_;
    Macros<true> pulls_;
    Rooms<Size> rooms_;
    std::optional<Target<Size>> target_;
    std::vector<Square> boxes_;
    std::vector<Macro> moves_;
};

}  // namespace unjam::sokoban
