// How far a position is along the packing plan, and which boxes stand where they are no longer of use to it.
#pragma once

#include <vector>

#include "families/sokoban/fess/plan.hpp"

namespace unjam::sokoban {

class Packing {
public:
    Packing(const LevelTables& level, Plan plan) : plan_(std::move(plan)) { find_zones(level); }

    const Plan& plan() const { return plan_; }

    /// The steps of the plan that are done: all before the first whose box is missing where it is still needed.
    int packed(const BoxSet& boxes) const {
        const std::vector<Step>& steps = plan_.steps;
        int kept = 0, present = 0;
        for (int i = 0; i < plan_.initial; ++i)
            if (steps[i].until == Step::never) ++kept, present += boxes.test(steps[i].to);
        if (present < kept) return present;
        int done = static_cast<int>(steps.size());
        for (int i = done; i-- > plan_.initial;)
            if (!boxes.test(steps[i].to) && steps[i].until >= done) done = i;
        int missing = 0;
        for (int i = 0; i < plan_.initial; ++i)
            missing += steps[i].until != Step::never && steps[i].until >= done && !boxes.test(steps[i].to);
        return std::max(0, done - missing);
    }

    /// The squares from which no later step can be fed once so many are done.
    const BoxSet& zone(int done) const { return zones_[std::min<std::size_t>(done, zones_.size() - 1)]; }

    int out_of_plan(const BoxSet& boxes, int done) const {
        const BoxSet& zone = this->zone(done);
        int out = 0;
        for (std::size_t w = 0; w < zone.word.size(); ++w) out += std::popcount(zone.word[w] & boxes.word[w]);
        return out;
    }

    /// The square of the next step, or of the last.
    Square next(int done) const { return plan_.steps[std::min<std::size_t>(done, plan_.steps.size() - 1)].to; }

private:
    void find_zones(const LevelTables& level) {
        const Maze& maze = level.maze;
        Field field(maze);
        Reach reach(maze);
        const int steps = static_cast<int>(plan_.steps.size());
        std::vector<BoxSet> zones(steps + 1);
        for (int done = 0; done <= steps; ++done) {
            BoxSet fed;
            std::vector<Square> walls;
            for (int i = 0; i < done; ++i)
                if (plan_.steps[i].until == Step::never) walls.push_back(plan_.steps[i].to);
            field.place(walls);
            for (int i = done; i < steps; ++i)
                if (!field.taken(plan_.steps[i].to)) fed = fed | reach.pulled(field, plan_.steps[i].to);
            for (Square s : walls) fed.set(s);
            field.lift(walls);
            if (done < steps)
                for (int s = 0; s < maze.live; ++s)
                    if (!fed.test(s)) zones[done].set(s);
        }
        zones_ = zones;
        for (int done = 0; done < steps; ++done)  // so that boxes are cleared away in good time
            for (int later = done + 1; later < steps; ++later)
                if (!(zones[later] == zones[done])) {
                    zones_[done] = zones[later];
                    break;
                }
    }

    Plan plan_;
    std::vector<BoxSet> zones_;
};

}  // namespace unjam::sokoban
