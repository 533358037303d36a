// Any solution of a hard level: feature-space search along a packing plan.
//
//   field.hpp          one position spread out, and the parts of the floor it leaves
//   macros.hpp         macro moves: one box goes as far as it can while the others stand still
//   reach.hpp          where a lone box can be pushed; walking distances; pairings
//   rooms.hpp          rooms, corridors, and which connections are closed
//   hotspots.hpp       squares where a box bars others from goals
//   corral_proofs.hpp  corrals that can never be opened
//   level.hpp          the tables of a level
//   cells.hpp          the search loop over cells of features
//   plan.hpp           the packing plan, found backwards
//   packing.hpp        how far a position is along the plan
//   packer.hpp         the forward search: macro moves, dead ends, features, advisors
//
// Y. Shoham, J. Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", 2020.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "families/sokoban/fess/packer.hpp"
#include "families/sokoban/oracle.hpp"
#include "unjam/outcome.hpp"

namespace unjam::sokoban {

/// Several searches of one level that go by different features take turns, each a little longer every time: what is
/// hard for one is often easy for another. In between, one goes on from the best position of another with a new plan.
class AnySolver {
public:
    AnySolver(const Maze& maze, const Position& start, Guard& guard)
        : maze_(maze), start_(start), guard_(guard), level_(maze, start.boxes), proofs_(level_) {}

    /// The pushes of a solution; nothing when a limit came first or every search came to its end.
    std::optional<std::vector<Push>> run() {
        plan_ = find_plan(level_, start_.boxes, guard_, most_plan, &expanded_);
        if (plan_.steps.empty()) return std::nullopt;
        for (std::uint64_t turns = first_turns; !guard_.stopped(); turns += turns / 2) {
            bool open = false;
            for (std::size_t k = 0; k < tastes.size() && !guard_.stopped(); ++k) {
                if (k == searches_.size())
                    searches_.push_back(std::make_unique<Search>(level_, proofs_, plan_, tastes[k], start_, guard_));
                Search& search = *searches_[k];
                if (search.over) continue;
                if (search.cells.run(turns)) return pushes(search, search.cells.solved());
                search.over = !guard_.stopped() && search.cells.exhausted();
                open |= !search.over;
                if (guard_.refuses(bytes())) return std::nullopt;
            }
            if (!open) break;
            for (int k = 0; k < steps_on && !guard_.stopped(); ++k)
                if (go_on(turns)) return way_;
        }
        return std::nullopt;
    }

    std::uint64_t expanded() const {
        std::uint64_t out = expanded_;
        for (const auto& each : searches_) out += each->cells.expanded();
        return out;
    }
    std::uint64_t generated() const {
        std::uint64_t out = generated_;
        for (const auto& each : searches_) out += each->cells.scored();
        return out;
    }
    std::size_t bytes() const {
        std::size_t out = proofs_.bytes();
        for (const auto& each : searches_) out += each->cells.bytes();
        return out;
    }

private:
    static constexpr std::uint64_t most_plan = 1200, first_turns = 1500;
    static constexpr int steps_on = 3;
    static constexpr std::array<Taste, 6> tastes = {{
        {},
        {.near = true},
        {.hot = false, .opener = false},
        {.hot = false, .rooms = false},
        {.pack = false},
        {.hot = false},
    }};

    struct Search {
        Packer packer;
        Cells<Packer> cells;
        bool over = false;

        Search(const LevelTables& level, Proofs& proofs, const Plan& plan, const Taste& taste, const Position& start,
               Guard& guard)
            : packer(level, proofs, Packing(level, plan), taste), cells(packer, guard) {
            packer.begin(cells, start.boxes, start.player);
        }
    };

    // One step of the search that goes on: a new plan from where it is, and on to the best that comes of it. Where that
    // leads nowhere it begins again at the best position of another search. True when solved; `way_` holds the pushes.
    bool go_on(std::uint64_t turns) {
        if (way_.empty()) {
            Search& other = *searches_[begun_++ % searches_.size()];
            if (other.over) return false;
            move_to(other, other.cells.best(), start_);
            if (way_.empty()) return false;
        }
        const LevelTables level(maze_, here_.boxes);
        const Plan plan = find_plan(level, here_.boxes, guard_, most_plan, &expanded_);
        if (plan.steps.empty()) return way_.clear(), false;
        Search search(level, proofs_, plan, tastes[steps_++ % tastes.size()], here_, guard_);
        const bool solved = search.cells.run(turns);
        expanded_ += search.cells.expanded();
        generated_ += search.cells.scored();
        const std::size_t before = way_.size();
        if (solved)
            move_to(search, search.cells.solved(), here_);
        else if (!search.cells.exhausted())
            move_to(search, search.cells.best(), here_);
        if (!solved && way_.size() == before) way_.clear();
        return solved;
    }

    void move_to(Search& search, std::uint32_t node, const Position& from) {
        if (node == Cells<Packer>::none) return;
        const std::vector<Push> more = pushes(search, node);
        way_.insert(way_.end(), more.begin(), more.end());
        const Board& board = search.cells.node(node).board;
        here_ = from;
        list_boxes(board.boxes, here_.boxes);
        here_.player = board.player;
    }

    std::vector<Push> pushes(Search& search, std::uint32_t node) const {
        Packer& packer = search.packer;
        std::vector<Push> out;
        const std::vector<std::uint32_t> path = search.cells.path(node);
        for (std::size_t k = 1; k < path.size(); ++k) {
            const Macro& move = search.cells.node(path[k]).move;
            Square at = move.from;
            for (std::uint8_t direction : packer.path(search.cells.node(path[k - 1]).board, move)) {
                out.push_back({at, direction});
                at = maze_.next[at][direction];
            }
        }
        return out;
    }

    const Maze& maze_;
    const Position& start_;
    Guard& guard_;
    LevelTables level_;
    Proofs proofs_;
    Plan plan_;
    std::uint64_t expanded_ = 0, generated_ = 0;
    std::vector<std::unique_ptr<Search>> searches_;
    std::vector<Push> way_;  // of the search that goes on, from the start to `here_`; empty: it begins again
    Position here_;
    std::size_t begun_ = 0, steps_ = 0;
};

/// The player's steps for these pushes, each reached by a shortest walk.
inline std::vector<std::int32_t> steps_of(const Maze& maze, const Position& start, const std::vector<Push>& pushes) {
    Ground ground(maze);
    ground.place(start.boxes);
    Square player = start.player;
    std::vector<std::int32_t> out;
    for (const Push& push : pushes) {
        ground.walk(maze.next[push.from][opposite(push.direction)]);
        while (ground.steps(player) > 1)
            for (int d = 0; d < 4; ++d) {
                const Square q = maze.next[player][d];
                if (!ground.steps(q) || ground.steps(q) >= ground.steps(player)) continue;
                out.push_back(d);
                player = q;
                break;
            }
        out.push_back(push.direction);
        ground.shift(push.from, maze.next[push.from][push.direction]);
        player = push.from;
    }
    return out;
}

/// Any solution, or gave_up: that every search came to its end is no proof, for positions are told apart by hashes.
/// `moves`: the cost counts steps, not pushes.
inline Outcome solve_any(const Maze& maze, const Position& start, bool moves, const Limits& limits) {
    Guard guard(limits, 1);
    Outcome out;
    out.status = Status::gave_up;
    for (Square b : start.boxes)
        if (b >= maze.live) return out;  // dead before it begins, which others can prove
    AnySolver solver(maze, start, guard);
    const std::optional<std::vector<Push>> pushes = solver.run();
    if (pushes) {
        out.status = Status::solved;
        out.moves = steps_of(maze, start, *pushes);
        out.cost = static_cast<int>(moves ? out.moves.size() : pushes->size());
    }
    out.lower_bound = judge(maze, start.boxes, start.player).estimate;
    out.stop = guard.why();
    out.expanded = solver.expanded();
    out.generated = solver.generated();
    out.peak_bytes = solver.bytes();
    out.seconds = guard.seconds();
    return out;
}

}  // namespace unjam::sokoban
