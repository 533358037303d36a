// PlanDomain, the backward search for the packing plan: pulls boxes off the goals, and lifts off the board
// those that get far enough (sinks).
//
// Boxes are pulled off the goals. A box that gets far enough, to a square where boxes of the start can be swapped
// freely, is removed from the board together with that square, which keeps the search short.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/bounds/perfect_matching.hpp"
#include "families/sokoban/fess/feature_search.hpp"
#include "families/sokoban/fess/level_tables.hpp"

namespace unjam::sokoban {

/// A domain of FeatureSearch.
template <class Size>
class PlanDomain {
public:
    using Boxes = BoxSet<Size>;
    using Board = SearchBoard<Size>;

    PlanDomain(const LevelTables<Size>& level, const std::vector<Square>& starts, WorkerLimits& limits)
        : level_(level),
          maze_(level.maze),
          areas_(level.maze),
          pulls_(level.maze),
          reach_(level.maze),
          rooms_(level.rooms),
          starts_(starts),
          limits_(limits) {
        for (std::size_t k = 0; k < starts.size(); ++k) number_[starts[k]] = static_cast<int>(k);
    }

    bool solved(const Board& board) const { return board.boxes == Boxes{}; }
    std::uint64_t cell(std::uint64_t score) const { return score >> 16; }
    bool arrived(std::uint64_t) const { return false; }
    bool prove_dead(const Board&) const { return false; }
    std::size_t patterns_learned() const { return 0; }
    bool is_refuted(const Board&, std::size_t) const { return false; }

    std::uint64_t score(const Board& board, Areas& areas, int parts) {
        int boxes = 0, home = 0, distance = 0;
        board.boxes.each([&](std::uint32_t s) {
            ++boxes;
            home += maze_.goal[s] != 0;
            distance += level_.from_goal[s];
        });
        return std::uint64_t(255 - boxes) << 40 | std::uint64_t(255 - std::min(parts, 255)) << 32 |
               std::uint64_t(255 - home) << 24 | std::uint64_t(255 - rooms_.closed(areas, board.boxes)) << 16 |
               std::uint64_t(std::min(distance, 65535));
    }

    Board after(const Board& board, const MacroMove& move) {
        Board out = moved(board, move);
        out.player = areas_.least_with(out.boxes, move.player);
        return out;
    }

    bool expand(const Board& board, std::uint64_t board_score, std::vector<Child>& out) {
        std::vector<Square> boxes;
        list_boxes(board.boxes, boxes);
        areas_.put_all(boxes);
        areas_.split();
        const int player_part = areas_.part(board.player);
        moves_.clear();
        for (Square b : boxes)
            if (!limits_.out_of_time()) pulls_.list(areas_, b, player_part, level_.origin.data(), moves_);
        find_sinks(board, player_part);
        areas_.split();
        for (const MacroMove& move : moves_)
            if (sinks_.test(move.to) && can_lift(board, boxes, move)) {
                MacroMove lifted = move;
                lifted.lifted = true;
                score_child(board, lifted, out);
            }
        if (!out.empty())
            keep_best_lifts(out);
        else {
            for (std::size_t k = 0; k < moves_.size() && (k % 64 != 63 || !limits_.out_of_time()); ++k)
                score_child(board, moves_[k], out);
            mark_advised(board_score, out);
        }
        areas_.remove_all(boxes);
        return !out.empty();
    }

    /// The position with a box on every goal and the player in the area of `player`.
    Board solved_board(Square player) {
        Board out;
        out.boxes = box_set<Size>(maze_.goals);
        out.unfilled_starts = box_set<Size>(starts_);
        out.player = areas_.least_with(out.boxes, player);
        return out;
    }

    template <class Search>
    void begin(Search& search) {
        Areas filled(maze_);
        filled.put_all(maze_.goals);
        const int parts = filled.split();
        std::vector<std::uint8_t> done(parts + 1, 0);
        for (int s = 0; s < maze_.floor; ++s) {
            const int part = filled.part(static_cast<Square>(s));
            if (!part || done[part]) continue;
            done[part] = 1;
            const Board board = solved_board(static_cast<Square>(s));
            search.root(board, score(board, filled, parts), level_.hash(board));
        }
    }

private:
    void find_sinks(const Board& board, int player_part) {
        std::vector<Square> unfilled_starts;
        board.unfilled_starts.each([&](std::uint32_t z) {
            if (!areas_.is_occupied(static_cast<Square>(z))) unfilled_starts.push_back(static_cast<Square>(z));
        });
        std::vector<std::uint8_t> near(unfilled_starts.size());
        for (std::size_t i = 0; i < unfilled_starts.size(); ++i)
            near[i] = areas_.part(unfilled_starts[i]) == player_part;
        std::vector<Boxes> to;
        for (Square z : unfilled_starts)
            to.push_back(level_.large ? level_.pushed_from[number_[z]] : reach_.push_targets(areas_, z));
        sinks_ = Boxes{};
        std::size_t largest = 0;
        std::vector<std::uint8_t> done(unfilled_starts.size(), 0);
        for (std::size_t i = 0; i < unfilled_starts.size(); ++i) {
            if (done[i]) continue;
            std::vector<std::size_t> group;
            bool open = true;
            for (std::size_t j = i; j < unfilled_starts.size(); ++j)
                if (!done[j] && to[i].test(unfilled_starts[j]) && to[j].test(unfilled_starts[i])) {
                    done[j] = 1;
                    group.push_back(j);
                    open &= near[j] != 0;
                }
            if (group.size() <= largest) continue;
            largest = group.size();
            sinks_ = Boxes{};
            if (open)
                for (std::size_t j : group) sinks_.set(unfilled_starts[j]);
        }
    }

    bool is_far(Square from, Square to) const {
        if (level_.walking(from, to) >= 6) return true;
        const int a = rooms_.room(from), b = rooms_.room(to);
        if (a >= 0 && b >= 0) return a != b;
        if (a < 0 && b < 0) return false;
        const Square corridor = a < 0 ? from : to;
        const int room = a < 0 ? b : a;
        for (Square q : maze_.next[corridor])
            if (q < maze_.floor && rooms_.room(q) == room) return false;
        return maze_.cell[from] / maze_.cols != maze_.cell[to] / maze_.cols &&
               maze_.cell[from] % maze_.cols != maze_.cell[to] % maze_.cols;
    }

    bool can_lift(const Board& board, const std::vector<Square>& boxes, const MacroMove& move) {
        if (!is_far(move.from, move.to)) return false;
        std::vector<Boxes> allowed;
        for (Square b : boxes) {
            if (b == move.from) continue;
            Boxes set;
            board.unfilled_starts.each([&](std::uint32_t z) {
                if (z != move.to && level_.pushed_from[number_[z]].test(b)) set.set(z);
            });
            allowed.push_back(set);
        }
        return perfect_matching_.exists(allowed);
    }

    void score_child(const Board& board, const MacroMove& move, std::vector<Child>& out) {
        areas_.remove(move.from);
        if (!move.lifted) areas_.put(move.to);
        Board next = moved(board, move);
        const Square off_board = static_cast<Square>(maze_.floor);
        const Areas::Shape shape = areas_.after(move.from, move.lifted ? off_board : move.to, move.player);
        next.player = shape.least;
        Child child;
        child.move = move;
        child.hash = level_.hash(next);
        child.score = score(next, areas_, shape.parts);
        out.push_back(child);
        if (!move.lifted) areas_.remove(move.to);
        areas_.put(move.from);
    }

    // Keeps one per box; best are boxes off goals, then those not on dead-end goals, few areas, long ways.
    void keep_best_lifts(std::vector<Child>& out) {
        const auto rank = [&](const Child& child) {
            const Square from = child.move.from;
            return std::uint64_t(maze_.goal[from] == 0) << 60 | std::uint64_t(!level_.dead_end_goal[from]) << 59 |
                   (child.score >> 32 & 255) << 32 | static_cast<std::uint64_t>(level_.walking(from, child.move.to));
        };
        std::sort(out.begin(), out.end(), [&](const Child& a, const Child& b) { return rank(a) > rank(b); });
        Boxes seen_boxes;
        std::vector<Child> best;
        for (const Child& child : out) {
            if (seen_boxes.test(child.move.from)) continue;
            seen_boxes.set(child.move.from);
            best.push_back(child);
        }
        best.front().weight = 0;
        out.swap(best);
    }

    void mark_advised(std::uint64_t board_score, std::vector<Child>& out) {
        if (out.empty()) return;
        const auto parts = [](std::uint64_t score) { return score >> 32 & 255; };
        const auto rooms = [](std::uint64_t score) { return score >> 16 & 255; };
        Child *pack = nullptr, *joined = nullptr, *opened = nullptr;
        std::uint64_t packed = 0;
        for (Child& child : out) {
            const std::uint64_t s = child.score;
            if (maze_.goal[child.move.from] && parts(s) >= parts(board_score) && rooms(s) >= rooms(board_score) &&
                (s & 65535) > (board_score & 65535)) {
                const std::uint64_t rank = std::uint64_t(!level_.dead_end_goal[child.move.from]) << 40 |
                                           parts(s) << 24 | rooms(s) << 16 |
                                           static_cast<std::uint64_t>(level_.walking(child.move.from, child.move.to));
                if (!pack || rank > packed) pack = &child, packed = rank;
            }
            if (parts(s) > parts(board_score) && (!joined || s > joined->score)) joined = &child;
            if (rooms(s) > rooms(board_score) &&
                (!opened || rooms(s) > rooms(opened->score) || (rooms(s) == rooms(opened->score) && s > opened->score)))
                opened = &child;
        }
        for (Child* each : {pack, joined, opened})
            if (each) each->weight = 0;
        if (out.size() <= 2) out.front().weight = 0;
    }

    const LevelTables<Size>& level_;
    const Maze& maze_;
    Areas areas_;
    MacroMoves<true> pulls_;
    BoxReach<Size> reach_;
    Rooms<Size> rooms_;
    std::vector<Square> starts_;
    WorkerLimits& limits_;
    std::unordered_map<std::uint32_t, int> number_;
    std::vector<MacroMove> moves_;
    Boxes sinks_;
    PerfectMatching<Size> perfect_matching_;
};

}  // namespace unjam::sokoban
