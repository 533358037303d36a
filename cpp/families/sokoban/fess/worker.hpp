// One worker of the any-solution search: several searches of one level that take turns.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "families/sokoban/fess/packer.hpp"
#include "families/sokoban/fess/spread.hpp"

namespace unjam::sokoban {

/// Searches that go by different features take turns: what is hard for one is often easy for another. In between, one
/// goes on from the best position of another with a new plan.
template <class Size>
class Worker {
public:
    Worker(const LevelTables<Size>& level, const Plan& plan, const Position& start, std::vector<Taste> tastes,
           Watch watch)
        : level_(level), plan_(plan), start_(start), tastes_(std::move(tastes)), watch_(watch), proofs_(level) {}

    /// Lets each search expand `turns` boards; true when one came to a solution, whose pushes are then `way()`.
    bool round(std::uint64_t turns) {
        watch_.begin_round();
        open_ = false;
        for (std::size_t k = 0; k < tastes_.size() && !watch_.stopped(); ++k) {
            if (k == searches_.size()) searches_.push_back(begin(level_, plan_, tastes_[k], start_));
            Search& search = *searches_[k];
            if (search.over) continue;
            watch_.hold(bytes() - search.cells.bytes());
            if (search.cells.run(turns)) {
                way_.clear();
                move_to(search, search.cells.solved());
                return true;
            }
            search.over = !watch_.stopped() && search.cells.exhausted();
            open_ |= !search.over;
        }
        watch_.hold(bytes());
        if (rounds_++ && !is_off(part::meeting) && !watch_.stopped() && meet(turns)) return true;
        if (is_off(part::going_on)) return false;
        for (int k = 0; k < steps_on && open_ && !watch_.stopped(); ++k)
            if (go_on(turns)) return true;
        return false;
    }

    /// Whether some search has not come to its end.
    bool open() const { return open_; }
    const std::vector<Push>& way() const { return way_; }
    Watch& watch() { return watch_; }
    Proofs<Size>& proofs() { return proofs_; }

    std::uint64_t expanded() const {
        std::uint64_t out = expanded_;
        for (const auto& each : searches_) out += each->cells.expanded();
        if (towards_) out += towards_->cells.expanded();
        if (backward_) out += backward_->cells.expanded();
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
        if (towards_) out += towards_->cells.bytes();
        if (backward_) out += backward_->cells.bytes() + backward_->perimeter.bytes();
        return out;
    }

private:
    static constexpr int steps_on = 3, approaches = 2;

    bool is_off(unsigned bit) const { return tastes_.front().without & bit; }
    Taste plain() const { return {.without = tastes_.front().without}; }

    struct Search {
        Packer<Size> packer;
        Cells<Packer<Size>> cells;
        bool over = false;

        Search(const LevelTables<Size>& level, Proofs<Size>& proofs, const Plan& plan, const Taste& taste, Watch& watch)
            : packer(level, proofs, Packing<Size>(level, plan, watch), watch, taste),
              cells(packer, watch, !(taste.without & part::round_robin)) {}
    };

    std::unique_ptr<Search> begin(const LevelTables<Size>& level, const Plan& plan, const Taste& taste,
                                  const Position& start) {
        auto out = std::make_unique<Search>(level, proofs_, plan, taste, watch_);
        if (backward_) out->packer.join(&backward_->perimeter);
        out->packer.begin(out->cells, start.boxes, start.player);
        return out;
    }

    struct Backward {
        Perimeter<Size> perimeter;
        Spread<Size> spread;
        Cells<Spread<Size>> cells;

        Backward(const LevelTables<Size>& level, Watch& watch)
            : perimeter(level), spread(level, perimeter, watch), cells(spread, watch) {
            spread.begin(cells);
        }
    };

    // Searches on from the goals, and from the start for the best board that was found there; then for a while each
    // side goes on from its best board to that of the other. True when they have met.
    bool meet(std::uint64_t turns) {
        if (!backward_) {
            backward_ = std::make_unique<Backward>(level_, watch_);
            for (const auto& each : searches_) each->packer.join(&backward_->perimeter);
        }
        watch_.hold(bytes() - backward_->cells.bytes());
        backward_->cells.run(2 * turns);
        SearchBoard<Size> far = backward_->cells.node(backward_->cells.best()).board;
        if (!towards_ || !(far.boxes == imagined_)) {
            imagined_ = far.boxes;
            towards_ = std::make_unique<Search>(level_, proofs_, plan_, plain(), watch_);
            towards_->packer.join(&backward_->perimeter);
            towards_->packer.make_for(far.boxes);
            towards_->packer.begin(towards_->cells, start_.boxes, start_.player);
        }
        watch_.hold(bytes() - towards_->cells.bytes());
        std::vector<Push> before;
        before.swap(way_);  // of the search that goes on
        const Position there = here_;
        if (towards_->cells.run(2 * turns)) {
            move_to(*towards_, towards_->cells.solved());
            return true;
        }
        move_to(*towards_, towards_->cells.best());
        for (int k = 0; k < approaches && !watch_.stopped(); ++k) {
            Spread<Size> spread(level_, backward_->perimeter, watch_);
            spread.make_for(box_set<Size>(here_.boxes));
            Cells<Spread<Size>> back(spread, watch_);
            spread.begin_at(back, far);
            watch_.hold(bytes());
            back.run(turns / 2);
            expanded_ += back.expanded();
            if (back.best() == Cells<Spread<Size>>::none) break;
            far = back.node(back.best()).board;
            Search forth(level_, proofs_, plan_, plain(), watch_);
            forth.packer.join(&backward_->perimeter);
            forth.packer.make_for(far.boxes);
            forth.packer.begin(forth.cells, here_.boxes, here_.player);
            watch_.hold(bytes() + back.bytes());
            const bool met = forth.cells.run(turns / 2);
            expanded_ += forth.cells.expanded();
            generated_ += forth.cells.scored();
            if (!met && forth.cells.best() == Cells<Packer<Size>>::none) break;
            move_to(forth, met ? forth.cells.solved() : forth.cells.best());
            if (met) return true;
        }
        way_.swap(before);
        here_ = there;
        watch_.hold(bytes());
        return false;
    }

    // One step of the search that goes on: a new plan from where it is, and on to the best that comes of it. Where that
    // leads nowhere it begins again at the best position of another search. True when solved.
    bool go_on(std::uint64_t turns) {
        if (way_.empty()) {
            Search& other = *searches_[begun_++ % searches_.size()];
            if (other.over) return false;
            move_to(other, other.cells.best());
            if (way_.empty()) return false;
        }
        const LevelTables<Size> level(level_.maze, here_.boxes, &watch_);
        const bool planned = !is_off(part::plan);
        const Plan plan = planned ? find_plan(level, here_.boxes, watch_, &expanded_) : Plan{};
        if (planned && plan.steps.empty()) return way_.clear(), false;
        const std::unique_ptr<Search> search = begin(level, plan, tastes_[steps_++ % tastes_.size()], here_);
        const bool solved = search->cells.run(turns);
        expanded_ += search->cells.expanded();
        generated_ += search->cells.scored();
        const std::size_t before = way_.size();
        if (solved || !search->cells.exhausted())
            move_to(*search, solved ? search->cells.solved() : search->cells.best());
        if (!solved && way_.size() == before) way_.clear();
        return solved;
    }

    void move_to(Search& search, std::uint32_t node) {
        if (node == Cells<Packer<Size>>::none) return;
        const std::vector<Push> more = pushes(search, node);
        way_.insert(way_.end(), more.begin(), more.end());
        const SearchBoard<Size>& board = search.cells.node(node).board;
        list_boxes(board.boxes, here_.boxes);
        here_.player = board.player;
        if (!backward_ || node != search.cells.solved() || board.boxes.within(box_set<Size>(level_.maze.goals))) return;
        const std::vector<Push> home = backward_->perimeter.way_home(board, level_.origin.data());
        way_.insert(way_.end(), home.begin(), home.end());
    }

    std::vector<Push> pushes(Search& search, std::uint32_t node) const {
        std::vector<Push> out;
        const std::vector<std::uint32_t> path = search.cells.path(node);
        for (std::size_t k = 1; k < path.size(); ++k) {
            const Macro& move = search.cells.node(path[k]).move;
            Square at = move.from;
            for (std::uint8_t direction : search.packer.path(search.cells.node(path[k - 1]).board, move)) {
                out.push_back({at, direction});
                at = level_.maze.next[at][direction];
            }
        }
        return out;
    }

    const LevelTables<Size>& level_;
    const Plan& plan_;
    const Position& start_;
    std::vector<Taste> tastes_;
    Watch watch_;
    Proofs<Size> proofs_;
    std::vector<std::unique_ptr<Search>> searches_;
    std::unique_ptr<Backward> backward_;
    std::unique_ptr<Search> towards_;
    BoxSet<Size> imagined_;
    std::vector<Push> way_;  // from the start to `here_`; empty: the search that goes on begins again
    Position here_;
    std::size_t begun_ = 0, steps_ = 0, rounds_ = 0;
    std::uint64_t expanded_ = 0, generated_ = 0;
    bool open_ = false;
};

}  // namespace unjam::sokoban
