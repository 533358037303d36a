// How far a position is along the packing plan, and which boxes stand where they are no longer of use to it.
#pragma once

#include <optional>
#include <vector>

#include "families/sokoban/fess/plan.hpp"

namespace unjam::sokoban {

template <class Size>
class Packing {
public:
    using Boxes = BoxSet<Size>;

    Packing(const LevelTables<Size>& level, Plan plan, Watch& watch)
        : level_(level),
          watch_(watch),
          plan_(std::move(plan)),
          fed_(plan_.steps.size() + 1),
          zones_(plan_.steps.size() + 1) {}

    const Plan& plan() const { return plan_; }

    /// The steps of the plan that are done: all before the first whose box is missing where it is still needed.
    int packed(const Boxes& boxes) const {
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
    const Boxes& zone(int done) {
        done = std::min(done, static_cast<int>(plan_.steps.size()));
        std::optional<Boxes>& zone = zones_[done];
        if (!zone) zone = find_zone(done);
        return *zone;
    }

    int out_of_plan(const Boxes& boxes, int done) {
        const Boxes& zone = this->zone(done);
        int out = 0;
        for (std::size_t w = 0; w < zone.word.size(); ++w) out += std::popcount(zone.word[w] & boxes.word[w]);
        return out;
    }

    /// The square of the next step, or of the last.
    Square next(int done) const { return plan_.steps[std::min<std::size_t>(done, plan_.steps.size() - 1)].to; }

private:
    // The zone of the next change, so that boxes are cleared away in good time.
    Boxes find_zone(int done) {
        const int steps = static_cast<int>(plan_.steps.size());
        for (int later = done + 1; later < steps; ++later)
            if (!(unfed(later) == unfed(done))) return unfed(later);
        return unfed(done);
    }

    // The squares from which no step after the first `done` can be fed.
    const Boxes& unfed(int done) {
        std::optional<Boxes>& out = fed_[done];
        if (out) return *out;
        out.emplace();
        const int steps = static_cast<int>(plan_.steps.size());
        if (done >= steps) return *out;
        Field field(level_.maze);
        Reach<Size> reach(level_.maze);
        std::vector<Square> walls;
        for (int i = 0; i < done; ++i)
            if (plan_.steps[i].until == Step::never) walls.push_back(plan_.steps[i].to);
        field.place(walls);
        Boxes fed;
        for (int i = done; i < steps; ++i)
            if (!field.taken(plan_.steps[i].to) && !watch_.late()) fed = fed | reach.pulled(field, plan_.steps[i].to);
        for (Square s : walls) fed.set(s);
        for (int s = 0; s < level_.maze.live; ++s)
            if (!fed.test(s)) out->set(s);
        return *out;
    }

    const LevelTables<Size>& level_;
    Watch& watch_;
    Plan plan_;
    std::vector<std::optional<Boxes>> fed_, zones_;
};

}  // namespace unjam::sokoban
