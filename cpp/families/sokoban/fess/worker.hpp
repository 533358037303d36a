// Worker lets forward searches of one level with different preferences take turns, searches from both ends,
// makes new plans, joins the pushes of a solution.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "families/sokoban/fess/backward_domain.hpp"
#include "families/sokoban/fess/forward_domain.hpp"
#include "families/sokoban/greedy/greedy_search.hpp"

namespace unjam::sokoban {

/// Searches with different preferences take turns: what is hard for one is often easy for another. In between, one
/// continues from the best position of another with a new plan.
template <class Size>
class Worker {
public:
    /// `seed`: for the greedy search; no two workers have the same.
    Worker(const LevelTables<Size>& level, const Plan& plan, const Position& start, std::vector<Preference> preferences,
           WorkerLimits limits, std::uint64_t seed)
        : level_(level),
          plan_(plan),
          start_(start),
          preferences_(std::move(preferences)),
          limits_(limits),
          proofs_(level),
          seed_(seed),
          may_be_greedy_(!is_off(technique::greedy) && FewBoxes::fits(level.maze, start) &&
                         limits.byte_limit() / 2 >= least_greedy_bytes) {}

    /// Lets each search expand `turns` boards; true if one found a solution, which is then `pushes()`.
    bool round(std::uint64_t turns) {
        limits_.begin_round();
        is_open_ = false;
        for (std::size_t k = 0; k < preferences_.size() && !limits_.stopped(); ++k) {
            if (k == searches_.size()) searches_.push_back(begin(level_, plan_, preferences_[k], start_));
            ForwardSearch& search = *searches_[k];
            if (search.is_exhausted) continue;
            limits_.set_other_bytes(bytes() - search.loop.bytes());
            if (search.loop.run(turns)) {
                pushes_.clear();
                extend_to(search, search.loop.solved());
                return true;
            }
            search.is_exhausted = !limits_.stopped() && search.loop.exhausted();
            is_open_ |= !search.is_exhausted;
        }
        limits_.set_other_bytes(bytes());
        if (may_be_greedy_ && !limits_.stopped() && search_greedily(turns)) return true;
        if (rounds_++ && !is_off(technique::meeting) && !limits_.stopped() && search_from_both_ends(turns)) return true;
        if (is_off(technique::going_on)) return false;
        for (int k = 0; k < steps_per_round && is_open_ && !limits_.stopped(); ++k)
            if (continue_search(turns)) return true;
        return false;
    }

    /// Whether some search is not exhausted.
    bool is_open() const { return is_open_; }
    const std::vector<Push>& pushes() const { return pushes_; }
    WorkerLimits& limits() { return limits_; }
    DeadlockProofs<Size>& proofs() { return proofs_; }

    std::uint64_t expanded() const {
        std::uint64_t out = expanded_;
        for (const auto& each : searches_) out += each->loop.expanded();
        if (to_perimeter_) out += to_perimeter_->loop.expanded();
        if (backward_) out += backward_->loop.expanded();
        if (greedy_) out += greedy_->expanded();
        return out;
    }
    std::uint64_t generated() const {
        std::uint64_t out = generated_;
        for (const auto& each : searches_) out += each->loop.scored();
        if (greedy_) out += greedy_->generated();
        return out;
    }
    std::size_t bytes() const {
        std::size_t out = proofs_.bytes();
        for (const auto& each : searches_) out += each->loop.bytes();
        if (to_perimeter_) out += to_perimeter_->loop.bytes();
        if (backward_) out += backward_->loop.bytes() + backward_->perimeter.bytes();
        if (greedy_) out += greedy_->bytes();
        return out;
    }

    /// The most that it held, as far as it gave anything back.
    std::size_t peak_bytes() const { return std::max(peak_bytes_, bytes()); }

private:
    static constexpr int steps_per_round = 3, approaches = 2;
    static constexpr std::uint64_t greedy_per_turn = 60;  // an expansion there takes a fraction of the time
    static constexpr std::size_t least_greedy_bytes = std::size_t{16} << 20;

    bool is_off(unsigned bit) const { return preferences_.front().switched_off & bit; }
    Preference default_preference() const { return {.switched_off = preferences_.front().switched_off}; }

    struct ForwardSearch {
        ForwardDomain<Size> domain;
        FeatureSearch<ForwardDomain<Size>> loop;
        bool is_exhausted = false;

        ForwardSearch(const LevelTables<Size>& level, DeadlockProofs<Size>& proofs, const Plan& plan,
                      const Preference& preference, WorkerLimits& limits)
            : domain(level, proofs, PlanProgress<Size>(level, plan, limits), limits, preference),
              loop(domain, limits, !(preference.switched_off & technique::round_robin)) {}
    };

    std::unique_ptr<ForwardSearch> begin(const LevelTables<Size>& level, const Plan& plan, const Preference& preference,
                                         const Position& start) {
        auto out = std::make_unique<ForwardSearch>(level, proofs_, plan, preference, limits_);
        if (backward_) out->domain.set_perimeter(&backward_->perimeter);
        out->domain.begin(out->loop, start.boxes, start.player);
        return out;
    }

    struct BackwardSearch {
        Perimeter<Size> perimeter;
        BackwardDomain<Size> domain;
        FeatureSearch<BackwardDomain<Size>> loop;

        BackwardSearch(const LevelTables<Size>& level, WorkerLimits& limits)
            : perimeter(level), domain(level, perimeter, limits), loop(domain, limits) {
            domain.begin(loop);
        }
    };

    // Continues the greedy search, until it holds half of the memory. True if it found a solution.
    bool search_greedily(std::uint64_t turns) {
        const std::size_t others = bytes() - (greedy_ ? greedy_->bytes() : 0);
        limits_.set_other_bytes(others);
        if (!greedy_) {
            greedy_ = std::make_unique<GreedySearch<FewBoxes>>(level_.maze, start_, seed_);
            greedy_->build_tables([&] { return limits_.out_of_time(); });
        }
        bool is_full = false;
        const bool met = greedy_->run(greedy_per_turn * turns, [&] {
            is_full = greedy_->is_full() || greedy_->bytes() + greedy_->next_bytes() > limits_.byte_limit() / 2;
            return is_full || limits_.tick(expanded(), greedy_->bytes());
        });
        is_open_ |= !greedy_->is_exhausted() && !is_full;
        if (met) pushes_ = greedy_->pushes();
        if (is_full || greedy_->is_exhausted()) {
            peak_bytes_ = bytes();
            expanded_ += greedy_->expanded();
            generated_ += greedy_->generated();
            greedy_.reset();
            may_be_greedy_ = false;
        }
        limits_.set_other_bytes(bytes());
        return met;
    }

    // Continues the search from the goals, and one from the start towards the best board it found; then each side
    // continues for a while from its best board towards that of the other. True if they have met.
    bool search_from_both_ends(std::uint64_t turns) {
        if (!backward_) {
            backward_ = std::make_unique<BackwardSearch>(level_, limits_);
            for (const auto& each : searches_) each->domain.set_perimeter(&backward_->perimeter);
        }
        limits_.set_other_bytes(bytes() - backward_->loop.bytes());
        backward_->loop.run(2 * turns);
        SearchBoard<Size> backward_board = backward_->loop.node(backward_->loop.best()).board;
        if (!to_perimeter_ || !(backward_board.boxes == target_boxes_)) {
            target_boxes_ = backward_board.boxes;
            to_perimeter_ = std::make_unique<ForwardSearch>(level_, proofs_, plan_, default_preference(), limits_);
            to_perimeter_->domain.set_perimeter(&backward_->perimeter);
            to_perimeter_->domain.set_target(backward_board.boxes);
            to_perimeter_->domain.begin(to_perimeter_->loop, start_.boxes, start_.player);
        }
        limits_.set_other_bytes(bytes() - to_perimeter_->loop.bytes());
        std::vector<Push> saved;
        saved.swap(pushes_);  // those of `continue_search`
        const Position saved_position = position_;
        if (to_perimeter_->loop.run(2 * turns)) {
            extend_to(*to_perimeter_, to_perimeter_->loop.solved());
            return true;
        }
        extend_to(*to_perimeter_, to_perimeter_->loop.best());
        for (int k = 0; k < approaches && !limits_.stopped(); ++k) {
            BackwardDomain<Size> domain(level_, backward_->perimeter, limits_);
            domain.set_target(box_set<Size>(position_.boxes));
            FeatureSearch<BackwardDomain<Size>> back(domain, limits_);
            domain.begin_at(back, backward_board);
            limits_.set_other_bytes(bytes());
            back.run(turns / 2);
            expanded_ += back.expanded();
            if (back.best() == FeatureSearch<BackwardDomain<Size>>::none) break;
            backward_board = back.node(back.best()).board;
            ForwardSearch forth(level_, proofs_, plan_, default_preference(), limits_);
            forth.domain.set_perimeter(&backward_->perimeter);
            forth.domain.set_target(backward_board.boxes);
            forth.domain.begin(forth.loop, position_.boxes, position_.player);
            limits_.set_other_bytes(bytes() + back.bytes());
            const bool met = forth.loop.run(turns / 2);
            expanded_ += forth.loop.expanded();
            generated_ += forth.loop.scored();
            if (!met && forth.loop.best() == FeatureSearch<ForwardDomain<Size>>::none) break;
            extend_to(forth, met ? forth.loop.solved() : forth.loop.best());
            if (met) return true;
        }
        pushes_.swap(saved);
        position_ = saved_position;
        limits_.set_other_bytes(bytes());
        return false;
    }

    // One more step: makes a new plan for the current position and goes to the best board that this leads to. At a dead
    // end it begins again at the best position of another search. True if solved.
    bool continue_search(std::uint64_t turns) {
        if (pushes_.empty()) {
            ForwardSearch& other = *searches_[next_start_++ % searches_.size()];
            if (other.is_exhausted) return false;
            extend_to(other, other.loop.best());
            if (pushes_.empty()) return false;
        }
        const LevelTables<Size> level(level_.maze, position_.boxes, &limits_);
        const bool planned = !is_off(technique::plan);
        const Plan plan = planned ? find_plan(level, position_.boxes, limits_, &expanded_) : Plan{};
        if (planned && plan.steps.empty()) return pushes_.clear(), false;
        const std::unique_ptr<ForwardSearch> search =
            begin(level, plan, preferences_[steps_done_++ % preferences_.size()], position_);
        const bool solved = search->loop.run(turns);
        expanded_ += search->loop.expanded();
        generated_ += search->loop.scored();
        const std::size_t length = pushes_.size();
        if (solved || !search->loop.exhausted())
            extend_to(*search, solved ? search->loop.solved() : search->loop.best());
        if (!solved && pushes_.size() == length) pushes_.clear();
        return solved;
    }

    void extend_to(ForwardSearch& search, std::uint32_t node) {
        if (node == FeatureSearch<ForwardDomain<Size>>::none) return;
        const std::vector<Push> more = pushes_to(search, node);
        pushes_.insert(pushes_.end(), more.begin(), more.end());
        const SearchBoard<Size>& board = search.loop.node(node).board;
        list_boxes(board.boxes, position_.boxes);
        position_.player = board.player;
        if (!backward_ || node != search.loop.solved() || board.boxes.within(box_set<Size>(level_.maze.goals))) return;
        const std::vector<Push> home = backward_->perimeter.pushes_home(board, level_.origin.data());
        pushes_.insert(pushes_.end(), home.begin(), home.end());
    }

    std::vector<Push> pushes_to(ForwardSearch& search, std::uint32_t node) const {
        std::vector<Push> out;
        const std::vector<std::uint32_t> path = search.loop.path(node);
        for (std::size_t k = 1; k < path.size(); ++k) {
            const MacroMove& move = search.loop.node(path[k]).move;
            Square at = move.from;
            for (std::uint8_t direction : search.domain.path(search.loop.node(path[k - 1]).board, move)) {
                out.push_back({at, direction});
                at = level_.maze.next[at][direction];
            }
        }
        return out;
    }

    const LevelTables<Size>& level_;
    const Plan& plan_;
    const Position& start_;
    std::vector<Preference> preferences_;
    WorkerLimits limits_;
    DeadlockProofs<Size> proofs_;
    std::vector<std::unique_ptr<ForwardSearch>> searches_;
    std::unique_ptr<BackwardSearch> backward_;
    std::unique_ptr<ForwardSearch> to_perimeter_;
    std::unique_ptr<GreedySearch<FewBoxes>> greedy_;
    BoxSet<Size> target_boxes_;
    std::vector<Push> pushes_;  // from the start to `position_`; empty: `continue_search` begins again
    Position position_;
    std::size_t next_start_ = 0, steps_done_ = 0, rounds_ = 0;
    std::uint64_t expanded_ = 0, generated_ = 0;
    std::uint64_t seed_;
    std::size_t peak_bytes_ = 0;
    bool is_open_ = false, may_be_greedy_;
};

}  // namespace unjam::sokoban
