// Plan, the order in which squares get their boxes, found by `find_plan`. It is the path of a search that
// plays backwards from the solved board, read from its end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/sokoban/fess/plan_domain.hpp"

namespace unjam::sokoban {

/// One step of the plan: a box comes to `to` and stays there until step `until`, or for ever.
struct Step {
    static constexpr int init = -1, sink = -2, never = 1 << 20;
    int from;
    Square to;
    int until = never;
};

struct Plan {
    std::vector<Step> steps;
    int initial = 0;  // steps at the beginning whose boxes are in place from the start
    bool lifted = false;
};

/// Searches backwards for a while and reads the plan off the best path.
template <class Size>
Plan find_plan(const LevelTables<Size>& level, const std::vector<Square>& starts, WorkerLimits& limits,
               std::uint64_t* expanded) {
    constexpr std::uint64_t max_boards = 1200;
    using Search = FeatureSearch<PlanDomain<Size>>;
    PlanDomain<Size> unpacking(level, starts, limits);
    Search search(unpacking, limits);
    unpacking.begin(search);
    if (search.best() == Search::none) return {};
    search.run(max_boards);
    *expanded += search.expanded();
    const std::uint32_t end = search.solved() != Search::none ? search.solved() : search.best();
    std::vector<std::uint32_t> path = search.path(end);
    Plan plan;
    search.node(end).board.boxes.each(
        [&](std::uint32_t q) { plan.steps.push_back({Step::init, static_cast<Square>(q)}); });
    std::vector<Step> moves;
    for (std::size_t i = path.size(); i-- > 1;) {
        const MacroMove& move = search.node(path[i]).move;
        plan.lifted |= move.lifted;
        const Step step{move.lifted ? Step::sink : static_cast<int>(move.to), move.from};
        if (!moves.empty() && static_cast<int>(moves.back().to) == step.from)
            moves.back().to = step.to;
        else
            moves.push_back(step);
        if (moves.back().from == static_cast<int>(moves.back().to)) moves.pop_back();
    }
    plan.steps.insert(plan.steps.end(), moves.begin(), moves.end());
    const auto set_untils = [&] {
        for (std::size_t i = 0; i < plan.steps.size(); ++i) {
            plan.steps[i].until = Step::never;
            for (std::size_t j = i + 1; j < plan.steps.size(); ++j)
                if (plan.steps[j].from == static_cast<int>(plan.steps[i].to)) {
                    plan.steps[i].until = static_cast<int>(j);
                    break;
                }
        }
    };
    set_untils();
    const auto stays_put = [](const Step& step) { return step.from == Step::init && step.until == Step::never; };
    std::stable_partition(plan.steps.begin(), plan.steps.end(), stays_put);
    set_untils();
    if (!plan.lifted)
        std::erase_if(plan.steps, [](const Step& step) { return step.until != Step::never; }), set_untils();
    for (const Step& step : plan.steps) plan.initial += step.from == Step::init;
    return plan;
}

}  // namespace unjam::sokoban
