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
/// hard for one is often easy for another.
class AnySolver {
public:
    AnySolver(const Maze& maze, const Position& start, Guard& guard)
        : maze_(maze), start_(start), guard_(guard), level_(maze, start.boxes) {}

    /// The pushes of a solution; nothing when a limit came first or every search came to its end.
    std::optional<std::vector<Push>> run() {
        plan_ = find_plan(level_, start_.boxes, guard_, most_plan, &expanded_before_);
        if (plan_.steps.empty()) return std::nullopt;
        for (std::uint64_t turns = first_turns; !guard_.stopped(); turns += turns / 2) {
            bool open = false;
            for (std::size_t k = 0; k < tastes.size() && !guard_.stopped(); ++k) {
                if (k == searches_.size()) searches_.push_back(std::make_unique<Search>(*this, tastes[k]));
                Search& search = *searches_[k];
                if (search.over) continue;
                if (search.cells.run(turns)) return pushes(search);
                search.over = !guard_.stopped() && search.cells.exhausted();
                open |= !search.over;
                if (guard_.refuses(bytes())) break;
            }
            if (!open) break;
        }
        return std::nullopt;
    }

    std::uint64_t expanded() const {
        std::uint64_t out = expanded_before_;
        for (const auto& each : searches_) out += each->cells.expanded();
        return out;
    }
    std::uint64_t generated() const {
        std::uint64_t out = 0;
        for (const auto& each : searches_) out += each->cells.scored();
        return out;
    }
    std::size_t bytes() const {
        std::size_t out = 0;
        for (const auto& each : searches_) out += each->cells.bytes() + each->packer.bytes();
        return out;
    }

private:
    static constexpr std::uint64_t most_plan = 1200, first_turns = 1500;
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

        Search(AnySolver& of, const Taste& taste)
            : packer(of.level_, Packing(of.level_, of.plan_), taste), cells(packer, of.guard_) {
            packer.begin(cells, of.start_.boxes, of.start_.player);
        }
    };

    std::vector<Push> pushes(Search& search) {
        std::vector<Push> out;
        const std::vector<std::uint32_t> path = search.cells.path(search.cells.solved());
        for (std::size_t k = 1; k < path.size(); ++k) {
            const Macro& move = search.cells.node(path[k]).move;
            Square at = move.from;
            for (std::uint8_t direction : search.packer.path(search.cells.node(path[k - 1]).board, move)) {
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
    Plan plan_;
    std::uint64_t expanded_before_ = 0;
    std::vector<std::unique_ptr<Search>> searches_;
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
