// ForwardDomain pushes boxes from the start: lists macro moves, rejects dead boards, scores features (Score),
// marks moves of advisors; Preference.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/sokoban/bounds/perfect_matching.hpp"
#include "families/sokoban/deadlocks/deadlock_proofs.hpp"
#include "families/sokoban/deadlocks/freeze.hpp"
#include "families/sokoban/fess/hotspots.hpp"
#include "families/sokoban/fess/perimeter.hpp"
#include "families/sokoban/fess/plan_progress.hpp"
#include "families/sokoban/fess/target.hpp"
#include "families/sokoban/pruning/pi_corrals.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// The features of a position in one number, the most important in the highest bits; larger is better.
struct Score {
    static std::uint64_t pack(int packed, int parts, int closed, int stray, int hot, int distance) {
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

/// Which features and advisors a search uses. A hard level often yields to another mixture.
struct Preference {
    bool hot = true, rooms = true, pack = true, opener = true, stray = true, near = false;
    std::uint64_t noise = 0;    // breaks ties differently
    unsigned switched_off = 0;  // techniques, see options.hpp
};

template <class Size>
class ForwardDomain {
public:
    using Boxes = BoxSet<Size>;
    using Board = SearchBoard<Size>;

    ForwardDomain(const LevelTables<Size>& level, DeadlockProofs<Size>& proofs, PlanProgress<Size> progress,
                  WorkerLimits& limits, Preference preference = {})
        : level_(level),
          proofs_(proofs),
          limits_(limits),
          preference_(preference),
          maze_(level.maze),
          areas_(level.maze),
          pushes_(level.maze),
          reach_(level.maze),
          rooms_(level.rooms),
          hotspots_(level),
          progress_(std::move(progress)),
          freeze_(level.maze),
          corrals_(level.maze),
          push_targets_(level.maze.floor),
          has_push_targets_(level.maze.floor, 0),
          goals_(box_set<Size>(level.maze.goals)) {}

    /// From now on a position of the perimeter counts as solved.
    void set_perimeter(const Perimeter<Size>* perimeter) { perimeter_ = perimeter; }

    /// From now on the search brings boxes to these squares instead of following the plan.
    void set_target(const Boxes& squares) {
        Areas empty(maze_);
        std::vector<Boxes> from;
        list_boxes(squares, boxes_);
        for (Square t : boxes_) from.push_back(reach_.push_origins(empty, t));
        target_.emplace(squares, std::move(from));
    }

    bool solved(const Board& board) const { return board.boxes.within(goals_) || arrived(level_.hash(board)); }
    bool arrived(std::uint64_t hash) const { return perimeter_ && perimeter_->contains(hash); }
    std::uint64_t cell(std::uint64_t s) const { return s >> 48 << 16 | (s >> 40 & 255) << 8 | (s >> 24 & 255); }

    Board after(const Board& board, const MacroMove& move) {
        Board out = moved(board, move);
        out.player = areas_.least_with(out.boxes, move.player);
        return out;
    }

    std::uint64_t score(const Boxes& boxes, Areas& areas, int parts) {
        if (target_) return score_aimed(boxes, areas, parts);
        const int packed = is_off(technique::plan) ? count_home(boxes) : progress_.packed(boxes);
        int distance = 0;
        boxes.each([&](std::uint32_t s) { distance += level_.from_goal[s]; });
        if (preference_.near) distance = farthest - distance;
        if (preference_.noise) distance = distance << 2 | static_cast<int>(tie_break(boxes) >> 62);
        return Score::pack(packed, parts, preference_.rooms ? rooms_.closed(areas, boxes) : 0,
                           preference_.stray ? progress_.out_of_plan(boxes, packed) : 0,
                           preference_.hot ? hotspots_.count(boxes) : 0, distance);
    }

    template <class Search>
    void begin(Search& search, const std::vector<Square>& boxes, Square player) {
        Board board;
        board.boxes = box_set<Size>(boxes);
        areas_.put_all(boxes);
        const int parts = areas_.split();
        board.player = areas_.least_of(player);
        const std::uint64_t board_score = score(board.boxes, areas_, parts);
        areas_.remove_all(boxes);
        search.root(board, board_score, level_.hash(board));
    }

    bool expand(const Board& board, std::uint64_t board_score, std::vector<Child>& out) {
        const std::size_t before = proofs_.bytes();
        list_boxes(board.boxes, boxes_);
        areas_.put_all(boxes_);
        const bool alive = list(board, board_score, out);
        list_boxes(board.boxes, boxes_);
        areas_.remove_all(boxes_);
        limits_.add_growth(before, proofs_.bytes());
        return alive && !out.empty();
    }

    /// Tries to prove that the boxes which are hard to move are lost by themselves.
    bool prove_dead(const Board& board) {
        if (is_off(technique::deadlocks)) return false;
        std::vector<Square> boxes;
        list_boxes(board.boxes, boxes);
        const std::size_t before = proofs_.bytes();
        const bool out = proofs_.subsets.is_dead(proofs_.subsets.hard_to_move(boxes, board.player), board.player, 200);
        limits_.add_growth(before, proofs_.bytes());
        return out;
    }
    std::size_t patterns_learned() const { return proofs_.patterns.size(); }
    bool is_refuted(const Board& board, std::size_t since) const {
        return proofs_.patterns.match_since(board.boxes, board.player, since);
    }

    /// The directions of the single pushes of a macro move.
    std::vector<std::uint8_t> path(const Board& board, const MacroMove& move) {
        list_boxes(board.boxes, boxes_);
        areas_.put_all(boxes_);
        areas_.split();
        std::vector<std::uint8_t> out = pushes_.path(areas_, move, areas_.part(board.player), level_.live.data());
        areas_.remove_all(boxes_);
        return out;
    }

private:
    // Few areas first, then many boxes on target squares, then short distances to them.
    std::uint64_t score_aimed(const Boxes& boxes, Areas& areas, int parts) {
        const auto [missing, distance] = target_->remaining(boxes, level_.walking);
        return Score::pack(64 - std::min(parts, 64), missing, rooms_.closed(areas, boxes), 0, hotspots_.count(boxes),
                           farthest - distance);
    }

    static constexpr int farthest = 16383;

    bool is_off(unsigned bit) const { return preference_.switched_off & bit; }

    int count_home(const Boxes& boxes) const {
        int out = 0;
        for (std::size_t w = 0; w < goals_.word.size(); ++w) out += std::popcount(goals_.word[w] & boxes.word[w]);
        return out;
    }

    std::uint64_t tie_break(const Boxes& boxes) const {
        std::uint64_t out = preference_.noise;
        for (std::uint64_t word : boxes.word) out = (out ^ word) * golden_ratio, out ^= out >> 31;
        return out * mix_factor_1;
    }

    bool list(const Board& board, std::uint64_t board_score, std::vector<Child>& out) {
        if (!is_matchable(board)) return false;
        areas_.walk(board.player);
        const bool forced = corrals_.find(areas_, boxes_, corral_pushes_);
        if (forced && corral_pushes_.empty()) return false;
        moves_.clear();
        const int parts = areas_.split();
        if (!is_off(technique::deadlocks) && proofs_.corrals.is_dead(areas_, boxes_, frozen_, board.player, parts))
            return false;
        const int player_part = areas_.part(board.player);
        for (Square b : boxes_) {
            if (limits_.out_of_time()) return true;
            if (forced &&
                std::none_of(corral_pushes_.begin(), corral_pushes_.end(), [&](const Push& p) { return p.from == b; }))
                continue;
            pushes_.list(areas_, b, player_part, level_.live.data(), moves_);
        }
        const std::uint64_t hash = level_.hash(board) ^ level_.player_key[board.player];
        for (std::size_t k = 0; k < moves_.size(); ++k) {
            if (k % 64 == 63 && limits_.out_of_time()) return true;
            score_child(board, hash, moves_[k], out);
        }
        mark_advised(board_score, out);
        return true;
    }

    void score_child(const Board& board, std::uint64_t hash, const MacroMove& move, std::vector<Child>& out) {
        areas_.move_box(move.from, move.to);
        const Boxes boxes = shifted(board.boxes, move.from, move.to);
        if ((move.from == move.to || !creates_freeze(move.to)) &&
            !proofs_.patterns.match(boxes, move.player, move.to) && (!target_ || target_->possible(boxes))) {
            const Areas::Shape shape = areas_.after(move.from, move.to, move.player);
            Child child;
            child.move = move;
            child.hash = hash ^ level_.box_key[move.from] ^ level_.box_key[move.to] ^ level_.player_key[shape.least];
            child.score = score(boxes, areas_, shape.parts);
            out.push_back(child);
        }
        areas_.remove(move.to);
        areas_.put(move.from);
    }

    // Whether the box that came to `to` is in a frozen group that is not all at home.
    bool creates_freeze(Square to) {
        if (!freeze_.possible(areas_, to)) return false;
        boxes_now_.clear();
        for (Square b : boxes_)
            if (areas_.is_occupied(b)) boxes_now_.push_back(b);
        if (std::find(boxes_now_.begin(), boxes_now_.end(), to) == boxes_now_.end()) boxes_now_.push_back(to);
        return !freeze_.find(boxes_now_, frozen_);
    }

    // Whether every box can still reach a goal of its own, with frozen boxes as walls.
    bool is_matchable(const Board& board) {
        freeze_.find(boxes_, frozen_);
        const GoalDistances* table = proofs_.tables.with_walls(frozen_);
        const int goals = static_cast<int>(maze_.goals.size());
        allowed_.clear();
        for (Square b : boxes_) {
            const std::int32_t* row = table->row(b, board.player);
            Boxes set;
            for (int g = 0; g < goals; ++g)
                if (row[g] < unreachable) set.set(g);
            allowed_.push_back(set);
        }
        return perfect_matching_.exists(allowed_);
    }

    bool is_reversible(const MacroMove& move) {
        if (!has_push_targets_[move.to]) {
            Areas empty(maze_);
            push_targets_[move.to] = reach_.push_targets(empty, move.to);
            has_push_targets_[move.to] = 1;
        }
        return push_targets_[move.to].test(move.from);
    }

    int distance_to_zone(Square s, const Boxes& zone) const {
        int out = 9999;
        zone.each([&](std::uint32_t q) { out = std::min(out, level_.walking(s, static_cast<Square>(q))); });
        return out;
    }

    void mark_advised(std::uint64_t board_score, std::vector<Child>& out) {
        if (is_off(technique::advisors)) return;
        Child *pack = nullptr, *joined = nullptr, *opened = nullptr, *cooled = nullptr, *cleared = nullptr,
              *opener = nullptr;
        const int packed = Score::packed(board_score);
        const auto better = [](Child*& best, Child& child) {
            if (!best || child.score > best->score) best = &child;
        };
        for (Child& child : out) {
            const std::uint64_t s = child.score;
            if (Score::packed(s) < packed) continue;
            if (Score::packed(s) > packed && preference_.pack) better(pack, child);
            if (Score::parts(s) < Score::parts(board_score)) better(joined, child);
            if (Score::closed(s) < Score::closed(board_score) &&
                (!opened || Score::closed(s) <= Score::closed(opened->score)))
                if (!opened || Score::closed(s) < Score::closed(opened->score) || s > opened->score) opened = &child;
            if (Score::hot(s) < Score::hot(board_score) && (!cooled || Score::hot(s) <= Score::hot(cooled->score)))
                if (!cooled || Score::hot(s) < Score::hot(cooled->score) || s > cooled->score) cooled = &child;
        }
        if (Score::stray(board_score) > 0) {
            const Boxes& zone = progress_.stray_zone(packed);
            int near = 1 << 20, far = -1;
            for (Child& child : out) {
                const std::uint64_t s = child.score;
                if (Score::packed(s) < packed || Score::parts(s) > Score::parts(board_score) ||
                    Score::closed(s) > Score::closed(board_score) || Score::stray(s) > Score::stray(board_score))
                    continue;
                const int a = distance_to_zone(child.move.from, zone), b = distance_to_zone(child.move.to, zone);
                if ((a < near || (a == near && b > far)) && is_reversible(child.move))
                    near = a, far = b, cleared = &child;
            }
        }
        if (!pack && preference_.opener && !target_ && !progress_.plan().steps.empty()) {
            const Square target = progress_.next(packed);
            int near = 1 << 20, far = -1;
            for (Child& child : out) {
                const std::uint64_t s = child.score;
                const int a = level_.walking(child.move.from, target), b = level_.walking(child.move.to, target);
                if (Score::packed(s) < packed || Score::parts(s) > Score::parts(board_score) ||
                    Score::closed(s) > Score::closed(board_score) || b < a)
                    continue;
                if (a < near || (a == near && b > far)) near = a, far = b, opener = &child;
            }
        }
        for (Child* each : {pack, joined, opened, cooled, cleared, opener})
            if (each) each->weight = 0;
        if (!out.empty() && out.size() <= 2) out.front().weight = 0;
    }

    const LevelTables<Size>& level_;
    DeadlockProofs<Size>& proofs_;
    WorkerLimits& limits_;
    Preference preference_;
    const Maze& maze_;
    Areas areas_;
    MacroMoves<false> pushes_;
    BoxReach<Size> reach_;
    Rooms<Size> rooms_;
    Hotspots<Size> hotspots_;
    PlanProgress<Size> progress_;
    Freeze freeze_;
    PiCorrals corrals_;
    const Perimeter<Size>* perimeter_ = nullptr;
    std::optional<Target<Size>> target_;
    std::vector<Boxes> push_targets_, allowed_;
    std::vector<std::uint8_t> has_push_targets_;
    Boxes goals_;
    std::vector<Square> boxes_, boxes_now_, frozen_;
    std::vector<Push> corral_pushes_;
    std::vector<MacroMove> moves_;
    PerfectMatching<Size> perfect_matching_;
};

}  // namespace unjam::sokoban
