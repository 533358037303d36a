// The forward search as a domain of Cells: macro moves, deadlocks, features, advisors.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/sokoban/corrals.hpp"
#include "families/sokoban/fess/hotspots.hpp"
#include "families/sokoban/fess/packing.hpp"
#include "families/sokoban/fess/perimeter.hpp"
#include "families/sokoban/fess/proofs.hpp"
#include "families/sokoban/freeze.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// The features of a position in one number, the most important first; larger is better.
struct Score {
    static std::uint64_t make(int packed, int parts, int closed, int stray, int hot, int distance) {
        const auto less = [](int n) { return static_cast<std::uint64_t>(255 - std::min(n, 255)); };
        return static_cast<std::uint64_t>(packed) << 48 | less(parts) << 40 | less(closed) << 32 | less(stray) << 24 |
               less(hot) << 16 | static_cast<std::uint64_t>(std::min(distance, 65535));
    }
    static int packed(std::uint64_t s) { return static_cast<int>(s >> 48); }
    static int parts(std::uint64_t s) { return 255 - static_cast<int>(s >> 40 & 255); }
    static int closed(std::uint64_t s) { return 255 - static_cast<int>(s >> 32 & 255); }
    static int stray(std::uint64_t s) { return 255 - static_cast<int>(s >> 24 & 255); }
    static int hot(std::uint64_t s) { return 255 - static_cast<int>(s >> 16 & 255); }
};

/// Which features and advisors a search goes by; hard levels often yield to another mixture.
struct Taste {
    bool hot = true, rooms = true, pack = true, opener = true, stray = true, near = false;
    std::uint64_t noise = 0;  // other ties are broken by it
    unsigned without = 0;     // parts that are switched off (see part::named)
};

template <class Size>
class Packer {
public:
    using Boxes = BoxSet<Size>;
    using Board = SearchBoard<Size>;

    Packer(const LevelTables<Size>& level, Proofs<Size>& proofs, Packing<Size> packing, Watch& watch, Taste taste = {})
        : level_(level),
          proofs_(proofs),
          watch_(watch),
          taste_(taste),
          maze_(level.maze),
          field_(level.maze),
          pushes_(level.maze),
          reach_(level.maze),
          rooms_(level.rooms),
          hotspots_(level),
          packing_(std::move(packing)),
          freeze_(level.maze),
          corrals_(level.maze),
          pushed_(level.maze.floor),
          known_(level.maze.floor, 0),
          goals_(box_set<Size>(level.maze.goals)) {}

    /// From now on a position of the perimeter is as good as solved.
    void join(const Perimeter<Size>* perimeter) { perimeter_ = perimeter; }

    /// From now on the search makes for these squares instead of following the plan.
    void make_for(const Boxes& squares) {
        Field empty(maze_);
        std::vector<Boxes> from;
        list_boxes(squares, boxes_);
        for (Square t : boxes_) from.push_back(reach_.pulled(empty, t));
        target_.emplace(squares, std::move(from));
    }

    bool solved(const Board& board) const { return board.boxes.within(goals_) || arrived(level_.hash(board)); }
    bool arrived(std::uint64_t hash) const { return perimeter_ && perimeter_->contains(hash); }
    std::uint64_t cell(std::uint64_t s) const { return s >> 48 << 16 | (s >> 40 & 255) << 8 | (s >> 24 & 255); }

    Board after(const Board& board, const Macro& move) {
        Board out = moved(board, move);
        out.player = field_.least_with(out.boxes, move.player);
        return out;
    }

    std::uint64_t score(const Boxes& boxes, Field& field, int parts) {
        if (target_) return score_aimed(boxes, field, parts);
        const int packed = is_off(part::plan) ? at_home(boxes) : packing_.packed(boxes);
        int distance = 0;
        boxes.each([&](std::uint32_t s) { distance += level_.from_goal[s]; });
        if (taste_.near) distance = farthest - distance;
        if (taste_.noise) distance = distance << 2 | static_cast<int>(mixed(boxes) >> 62);
        return Score::make(packed, parts, taste_.rooms ? rooms_.closed(field, boxes) : 0,
                           taste_.stray ? packing_.out_of_plan(boxes, packed) : 0,
                           taste_.hot ? hotspots_.count(boxes) : 0, distance);
    }

    template <class Search>
    void begin(Search& search, const std::vector<Square>& boxes, Square player) {
        Board board;
        board.boxes = box_set<Size>(boxes);
        field_.place(boxes);
        const int parts = field_.split();
        board.player = field_.least_of(player);
        const std::uint64_t own = score(board.boxes, field_, parts);
        field_.lift(boxes);
        search.root(board, own, level_.hash(board));
    }

    bool expand(const Board& board, std::uint64_t own, std::vector<Child>& out) {
        const std::size_t before = proofs_.bytes();
        list_boxes(board.boxes, boxes_);
        field_.place(boxes_);
        const bool alive = list(board, own, out);
        list_boxes(board.boxes, boxes_);
        field_.lift(boxes_);
        watch_.grow(before, proofs_.bytes());
        return alive && !out.empty();
    }

    /// With many boards below it and no solution yet: are the boxes that are hard to move lost by themselves?
    bool hopeless(const Board& board) {
        if (is_off(part::deadlocks)) return false;
        std::vector<Square> boxes;
        list_boxes(board.boxes, boxes);
        const std::size_t before = proofs_.bytes();
        const bool out = proofs_.subsets.dead(proofs_.subsets.stuck(boxes, board.player), board.player, 200);
        watch_.grow(before, proofs_.bytes());
        return out;
    }
    std::size_t lessons() const { return proofs_.patterns.size(); }
    bool refuted(const Board& board, std::size_t since) const {
        return proofs_.patterns.match_since(board.boxes, board.player, since);
    }

    /// The single pushes of a macro move.
    std::vector<std::uint8_t> path(const Board& board, const Macro& move) {
        list_boxes(board.boxes, boxes_);
        field_.place(boxes_);
        field_.split();
        std::vector<std::uint8_t> out = pushes_.path(field_, move, field_.part(board.player), level_.live.data());
        field_.lift(boxes_);
        return out;
    }

private:
    // Few parts first, then many boxes on the squares that the search makes for, then short ways to them.
    std::uint64_t score_aimed(const Boxes& boxes, Field& field, int parts) {
        const auto [missing, distance] = target_->left(boxes, level_.walking);
        return Score::make(64 - std::min(parts, 64), missing, rooms_.closed(field, boxes), 0, hotspots_.count(boxes),
                           farthest - distance);
    }

    static constexpr int farthest = 16383;

    bool is_off(unsigned bit) const { return taste_.without & bit; }

    int at_home(const Boxes& boxes) const {
        int out = 0;
        for (std::size_t w = 0; w < goals_.word.size(); ++w) out += std::popcount(goals_.word[w] & boxes.word[w]);
        return out;
    }

    std::uint64_t mixed(const Boxes& boxes) const {
        std::uint64_t out = taste_.noise;
        for (std::uint64_t word : boxes.word) out = (out ^ word) * golden_ratio, out ^= out >> 31;
        return out * mix_factor_1;
    }

    bool list(const Board& board, std::uint64_t own, std::vector<Child>& out) {
        if (!matched(board)) return false;
        field_.walk(board.player);
        const bool forced = corrals_.find(field_, boxes_, forced_);
        if (forced && forced_.empty()) return false;
        moves_.clear();
        const int parts = field_.split();
        if (!is_off(part::deadlocks) && proofs_.corrals.dead(field_, boxes_, frozen_, board.player, parts))
            return false;
        const int mine = field_.part(board.player);
        for (Square b : boxes_) {
            if (watch_.late()) return true;
            if (forced && std::none_of(forced_.begin(), forced_.end(), [&](const Push& p) { return p.from == b; }))
                continue;
            pushes_.list(field_, b, mine, level_.live.data(), moves_);
        }
        const std::uint64_t hash = level_.hash(board) ^ level_.player_key[board.player];
        for (std::size_t k = 0; k < moves_.size(); ++k) {
            if (k % 64 == 63 && watch_.late()) return true;
            score_child(board, hash, moves_[k], out);
        }
        advise(own, out);
        return true;
    }

    void score_child(const Board& board, std::uint64_t hash, const Macro& move, std::vector<Child>& out) {
        field_.shift(move.from, move.to);
        const Boxes boxes = shifted(board.boxes, move.from, move.to);
        if ((move.from == move.to || !freezes(move.to)) && !proofs_.patterns.match(boxes, move.player, move.to) &&
            (!target_ || target_->possible(boxes))) {
            const Field::Shape shape = field_.after(move.from, move.to, move.player);
            Child child;
            child.move = move;
            child.hash = hash ^ level_.box_key[move.from] ^ level_.box_key[move.to] ^ level_.player_key[shape.least];
            child.score = score(boxes, field_, shape.parts);
            out.push_back(child);
        }
        field_.lift_one(move.to);
        field_.put_one(move.from);
    }

    // Whether the box that came to `to` is part of a group that can never move again and is not all at home.
    bool freezes(Square to) {
        if (!freeze_.possible(field_, to)) return false;
        now_.clear();
        for (Square b : boxes_)
            if (field_.taken(b)) now_.push_back(b);
        if (std::find(now_.begin(), now_.end(), to) == now_.end()) now_.push_back(to);
        return !freeze_.find(now_, frozen_);
    }

    // Whether every box can still get to a goal of its own, frozen boxes as walls.
    bool matched(const Board& board) {
        freeze_.find(boxes_, frozen_);
        const GoalDistances* table = proofs_.tables.with_walls(frozen_);
        const int goals = static_cast<int>(maze_.goals.size());
        may_.clear();
        for (Square b : boxes_) {
            const std::int32_t* row = table->row(b, board.player);
            Boxes set;
            for (int g = 0; g < goals; ++g)
                if (row[g] < unreachable) set.set(g);
            may_.push_back(set);
        }
        return pairing_.perfect(may_);
    }

    bool reversible(const Macro& move) {
        if (!known_[move.to]) {
            Field empty(maze_);
            pushed_[move.to] = reach_.pushed(empty, move.to);
            known_[move.to] = 1;
        }
        return pushed_[move.to].test(move.from);
    }

    int from_zone(Square s, const Boxes& zone) const {
        int out = 9999;
        zone.each([&](std::uint32_t q) { out = std::min(out, level_.walking(s, static_cast<Square>(q))); });
        return out;
    }

    void advise(std::uint64_t own, std::vector<Child>& out) {
        if (is_off(part::advisors)) return;
        Child *pack = nullptr, *joined = nullptr, *opened = nullptr, *cooled = nullptr, *cleared = nullptr,
              *opener = nullptr;
        const int packed = Score::packed(own);
        const auto better = [](Child*& best, Child& child) {
            if (!best || child.score > best->score) best = &child;
        };
        for (Child& child : out) {
            const std::uint64_t s = child.score;
            if (Score::packed(s) < packed) continue;
            if (Score::packed(s) > packed && taste_.pack) better(pack, child);
            if (Score::parts(s) < Score::parts(own)) better(joined, child);
            if (Score::closed(s) < Score::closed(own) && (!opened || Score::closed(s) <= Score::closed(opened->score)))
                if (!opened || Score::closed(s) < Score::closed(opened->score) || s > opened->score) opened = &child;
            if (Score::hot(s) < Score::hot(own) && (!cooled || Score::hot(s) <= Score::hot(cooled->score)))
                if (!cooled || Score::hot(s) < Score::hot(cooled->score) || s > cooled->score) cooled = &child;
        }
        if (Score::stray(own) > 0) {
            const Boxes& zone = packing_.zone(packed);
            int near = 1 << 20, far = -1;
            for (Child& child : out) {
                const std::uint64_t s = child.score;
                if (Score::packed(s) < packed || Score::parts(s) > Score::parts(own) ||
                    Score::closed(s) > Score::closed(own) || Score::stray(s) > Score::stray(own))
                    continue;
                const int a = from_zone(child.move.from, zone), b = from_zone(child.move.to, zone);
                if ((a < near || (a == near && b > far)) && reversible(child.move)) near = a, far = b, cleared = &child;
            }
        }
        if (!pack && taste_.opener && !target_ && !packing_.plan().steps.empty()) {
            const Square target = packing_.next(packed);
            int near = 1 << 20, far = -1;
            for (Child& child : out) {
                const std::uint64_t s = child.score;
                const int a = level_.walking(child.move.from, target), b = level_.walking(child.move.to, target);
                if (Score::packed(s) < packed || Score::parts(s) > Score::parts(own) ||
                    Score::closed(s) > Score::closed(own) || b < a)
                    continue;
                if (a < near || (a == near && b > far)) near = a, far = b, opener = &child;
            }
        }
        for (Child* each : {pack, joined, opened, cooled, cleared, opener})
            if (each) each->weight = 0;
        if (!out.empty() && out.size() <= 2) out.front().weight = 0;
    }

    const LevelTables<Size>& level_;
    Proofs<Size>& proofs_;
    Watch& watch_;
    Taste taste_;
    const Maze& maze_;
    Field field_;
    Macros<false> pushes_;
    Reach<Size> reach_;
    Rooms<Size> rooms_;
    Hotspots<Size> hotspots_;
    Packing<Size> packing_;
    Freeze freeze_;
    Corrals corrals_;
    const Perimeter<Size>* perimeter_ = nullptr;
    std::optional<Target<Size>> target_;
    std::vector<Boxes> pushed_, may_;
    std::vector<std::uint8_t> known_;
    Boxes goals_;
    std::vector<Square> boxes_, now_, frozen_;
    std::vector<Push> forced_;
    std::vector<Macro> moves_;
    Pairing<Size> pairing_;
};

}  // namespace unjam::sokoban
