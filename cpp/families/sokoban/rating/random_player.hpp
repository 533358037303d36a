// RandomPlayer, the fallible player on a random walk, who weighs each push, to sample the chance of a
// solution.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "families/sokoban/bounds/matching_bound.hpp"
#include "families/sokoban/deadlocks/freeze.hpp"
#include "families/sokoban/rating/naive_goal_distances.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// The player who thinks in pushes.
class RandomPlayer {
public:
    struct State {
        std::vector<Square> boxes;  // sorted
        Square player;
    };

    RandomPlayer(const Maze& maze, const Position& start, Random& random)
        : maze_(maze),
          random_(random),
          occupancy_(maze),
          freeze_(maze),
          matching_(static_cast<int>(std::max(start.boxes.size(), maze.goals.size())), false, true),
          distances_(maze, static_cast<int>(std::max(start.boxes.size(), maze.goals.size())), matching_.stride()) {}

    /// The matching distance; 0 only at a goal.
    int distance(const State& state) {
        matching_.begin(&distances_);
        matching_.assign(state.boxes, state.player);
        return matching_.total();
    }

    bool step(State& state) {
        if (random_.fraction() >= 0.99) return false;
        occupancy_.put_all(state.boxes);
        occupancy_.walk(state.player);
        occupancy_.list_pushes(state.boxes, pushes_);
        occupancy_.remove_all(state.boxes);
        const int here = distance(state);
        weights_.assign(pushes_.size(), 0);
        double total = 0;
        for (std::size_t i = 0; i < pushes_.size(); ++i) total += weights_[i] = weight(state, pushes_[i], here);
        double left = random_.fraction() * total;
        const Push* chosen = nullptr;
        for (std::size_t i = 0; i < pushes_.size() && left >= 0; ++i)
            if (weights_[i] > 0) left -= weights_[i], chosen = &pushes_[i];
        if (!chosen) return false;
        push(state.boxes, *chosen);
        state.player = chosen->from;
        return true;
    }

private:
    void push(std::vector<Square>& boxes, const Push& push) const {
        *std::lower_bound(boxes.begin(), boxes.end(), push.from) = maze_.next[push.from][push.direction];
        std::sort(boxes.begin(), boxes.end());
    }
    double weight(const State& state, const Push& candidate, int here) {
        const Square to = maze_.next[candidate.from][candidate.direction];
        const auto moved =
            std::lower_bound(state.boxes.begin(), state.boxes.end(), candidate.from) - state.boxes.begin();
        const int there = matching_.total_after(state.boxes, &distances_, static_cast<std::size_t>(moved), to,
                                                candidate.from, candidate.direction);
        if (there >= unreachable) return 0;
        if (!maze_.fill) {
            boxes_ = state.boxes;
            push(boxes_, candidate);
            if (!freeze_.find(boxes_, frozen_)) return 0;
        }
        return std::exp(-0.5 * std::min(2, there - here));
    }

    const Maze& maze_;
    Random& random_;
    Occupancy occupancy_;
    Freeze freeze_;
    MatchingBound<NaiveGoalDistances> matching_;
    NaiveGoalDistances distances_;
    std::vector<Push> pushes_;
    std::vector<double> weights_;
    std::vector<Square> boxes_, frozen_;
};

}  // namespace unjam::sokoban
