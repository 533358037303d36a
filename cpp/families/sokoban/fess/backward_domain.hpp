// BackwardDomain pulls boxes off the goals, far apart and out of the way, to find a board that is easy to
// reach from the start.
//
// Everything it generates becomes the perimeter, and the best board becomes the target of the forward search. After the
// second strategy of Y. Shoham's solver Festival.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/sokoban/fess/perimeter.hpp"
#include "families/sokoban/fess/target.hpp"

namespace unjam::sokoban {

/// The backward search as a domain of FeatureSearch.
template <class Size>
class BackwardDomain {
public:
    using Boxes = BoxSet<Size>;
    using Board = SearchBoard<Size>;

    BackwardDomain(const LevelTables<Size>& level, Perimeter<Size>& perimeter, WorkerLimits& limits)
        : level_(level),
          maze_(level.maze),
          perimeter_(perimeter),
          limits_(limits),
          areas_(level.maze),
          pulls_(level.maze),
          rooms_(level.rooms) {}

    /// From now on the search brings boxes to these squares instead of spreading them.
    void set_target(const Boxes& squares) {
        Areas empty(maze_);
        BoxReach<Size> reach(maze_);
        std::vector<Boxes> from;
        list_boxes(squares, boxes_);
        for (Square t : boxes_) from.push_back(reach.push_targets(empty, t));
        target_.emplace(squares, std::move(from));
    }

    bool solved(const Board&) const { return false; }
    std::uint64_t cell(std::uint64_t score) const { return score >> 24; }
    bool arrived(std::uint64_t) const { return false; }
    bool prove_dead(const Board&) const { return false; }
    std::size_t patterns_learned() const { return 0; }
    bool is_refuted(const Board&, std::size_t) const { return false; }

    std::uint64_t score(const Boxes& boxes, Areas& areas, int parts) {
        const auto less = [](int n) { return static_cast<std::uint64_t>(255 - std::min(n, 255)); };
        if (target_) {
            const auto [missing, distance] = target_->remaining(boxes, level_.walking);
            return less(parts) << 40 | less(missing) << 32 | less(rooms_.closed(areas, boxes)) << 24 |
                   static_cast<std::uint64_t>(65535 - distance);
        }
        int distance = 0, tight = 0;
        boxes.each([&](std::uint32_t s) {
            distance += level_.from_goal[s];
            const auto& next = maze_.next[s];
            tight += (areas.is_occupied(next[0]) || areas.is_occupied(next[1])) &&
                     (areas.is_occupied(next[2]) || areas.is_occupied(next[3]));
        });
        return less(parts) << 40 | less(rooms_.closed(areas, boxes)) << 32 | less(tight) << 24 |
               static_cast<std::uint64_t>(std::min(distance, 65535));
    }

    Board after(const Board& board, const MacroMove& move) {
        Board out = moved(board, move);
        out.player = areas_.least_with(out.boxes, move.player);
        return out;
    }

    bool expand(const Board& board, std::uint64_t, std::vector<Child>& out) {
        list_boxes(board.boxes, boxes_);
        areas_.put_all(boxes_);
        areas_.split();
        const int player_part = areas_.part(board.player);
        moves_.clear();
        for (Square b : boxes_)
            if (!limits_.out_of_time()) pulls_.list(areas_, b, player_part, level_.origin.data(), moves_);
        const std::uint64_t own_hash = level_.hash(board);
        const std::size_t before = perimeter_.bytes();
        for (std::size_t k = 0; k < moves_.size() && (k % 64 != 63 || !limits_.out_of_time()); ++k) {
            const MacroMove& move = moves_[k];
            areas_.move_box(move.from, move.to);
            const Areas::Shape shape = areas_.after(move.from, move.to, move.player);
            Child child;
            child.move = move;
            child.hash = own_hash ^ level_.player_key[board.player] ^ level_.box_key[move.from] ^
                         level_.box_key[move.to] ^ level_.player_key[shape.least];
            const Boxes boxes = shifted(board.boxes, move.from, move.to);
            perimeter_.add(child.hash, board, own_hash, move);
            if (!target_ || target_->possible(boxes)) {
                child.score = score(boxes, areas_, shape.parts);
                out.push_back(child);
            }
            areas_.move_box(move.to, move.from);
        }
        areas_.remove_all(boxes_);
        limits_.add_growth(before, perimeter_.bytes());
        if (out.empty()) return false;
        std::max_element(out.begin(), out.end(), [](const Child& a, const Child& b) {
            return a.score < b.score;
        })->weight = 0;
        return true;
    }

    /// Begins with every goal full, once for each area that the player may be in.
    template <class Search>
    void begin(Search& search) {
        Areas filled(maze_);
        filled.put_all(maze_.goals);
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
        areas_.put_all(boxes_);
        const int parts = areas_.split();
        search.root(board, score(board.boxes, areas_, parts), level_.hash(board));
        list_boxes(board.boxes, boxes_);
        areas_.remove_all(boxes_);
    }

private:
    const LevelTables<Size>& level_;
    const Maze& maze_;
    Perimeter<Size>& perimeter_;
    WorkerLimits& limits_;
    Areas areas_;
    MacroMoves<true> pulls_;
    Rooms<Size> rooms_;
    std::optional<Target<Size>> target_;
    std::vector<Square> boxes_;
    std::vector<MacroMove> moves_;
};

}  // namespace unjam::sokoban
