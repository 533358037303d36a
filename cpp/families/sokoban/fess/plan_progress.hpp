// PlanProgress: how many steps of the packing plan are done in a position, and which boxes stray where it can
// no longer use them.
#pragma once

#include <optional>
#include <vector>

#include "families/sokoban/fess/plan.hpp"

namespace unjam::sokoban {

template <class Size>
class PlanProgress {
public:
    using Boxes = BoxSet<Size>;

    PlanProgress(const LevelTables<Size>& level, Plan plan, WorkerLimits& limits)
        : level_(level),
          limits_(limits),
          plan_(std::move(plan)),
          useless_squares_(plan_.steps.size() + 1),
          stray_zones_(plan_.steps.size() + 1) {}

    const Plan& plan() const { return plan_; }

    /// How many steps of the plan are done: all before the first whose box is missing while it is still needed.
    int packed(const Boxes& boxes) const {
        const std::vector<Step>& steps = plan_.steps;
        int permanent = 0, present = 0;
        for (int i = 0; i < plan_.initial; ++i)
            if (steps[i].until == Step::never) ++permanent, present += boxes.test(steps[i].to);
        if (present < permanent) return present;
        int done = static_cast<int>(steps.size());
        for (int i = done; i-- > plan_.initial;)
            if (!boxes.test(steps[i].to) && steps[i].until >= done) done = i;
        int missing = 0;
        for (int i = 0; i < plan_.initial; ++i)
            missing += steps[i].until != Step::never && steps[i].until >= done && !boxes.test(steps[i].to);
        return std::max(0, done - missing);
    }

    /// The squares from which no step after the first `done` can get its box.
    const Boxes& stray_zone(int done) {
        done = std::min(done, static_cast<int>(plan_.steps.size()));
        std::optional<Boxes>& stray_zone = stray_zones_[done];
        if (!stray_zone) stray_zone = find_stray_zone(done);
        return *stray_zone;
    }

    int out_of_plan(const Boxes& boxes, int done) {
        const Boxes& stray_zone = this->stray_zone(done);
        int out = 0;
        for (std::size_t w = 0; w < stray_zone.word.size(); ++w)
            out += std::popcount(stray_zone.word[w] & boxes.word[w]);
        return out;
    }

    /// The square of the next step, or of the last one.
    Square next(int done) const { return plan_.steps[std::min<std::size_t>(done, plan_.steps.size() - 1)].to; }

private:
    // The zone after the next change, so that boxes are cleared away in time.
    Boxes find_stray_zone(int done) {
        const int steps = static_cast<int>(plan_.steps.size());
        for (int later = done + 1; later < steps; ++later)
            if (!(useless_squares(later) == useless_squares(done))) return useless_squares(later);
        return useless_squares(done);
    }

    const Boxes& useless_squares(int done) {
        std::optional<Boxes>& out = useless_squares_[done];
        if (out) return *out;
        out.emplace();
        const int steps = static_cast<int>(plan_.steps.size());
        if (done >= steps) return *out;
        Areas areas(level_.maze);
        BoxReach<Size> reach(level_.maze);
        std::vector<Square> walls;
        for (int i = 0; i < done; ++i)
            if (plan_.steps[i].until == Step::never) walls.push_back(plan_.steps[i].to);
        areas.put_all(walls);
        Boxes useful;
        for (int i = done; i < steps; ++i)
            if (!areas.is_occupied(plan_.steps[i].to) && !limits_.out_of_time())
                useful = useful | reach.push_origins(areas, plan_.steps[i].to);
        for (Square s : walls) useful.set(s);
        for (int s = 0; s < level_.maze.live; ++s)
            if (!useful.test(s)) out->set(s);
        return *out;
    }

    const LevelTables<Size>& level_;
    WorkerLimits& limits_;
    Plan plan_;
    std::vector<std::optional<Boxes>> useless_squares_, stray_zones_;
};

}  // namespace unjam::sokoban
