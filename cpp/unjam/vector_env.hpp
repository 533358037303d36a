// VectorEnv steps many boards at once for training an agent (gymnasium): actions in; observations, rewards,
// ends and masks out; begins the next levels.
//
// A Board has `begin(level)`, `legal(action)`, `play(action)`, which returns the cells it changed, `solved()` and
// `paint(cell, planes)`. Its observation is a stack of planes of zeros and ones over the cells. A board that has ended
// begins its next level at the next step, whatever the action is, with reward 0.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "unjam/random.hpp"

namespace unjam {

/// The caller's arrays, which a step writes to: one entry per board (planes and masks: one row per board).
struct StepArrays {
    std::span<std::uint8_t> planes;
    std::span<double> rewards;
    std::span<bool> solved;
    std::span<bool> truncated;
    std::span<std::int8_t> masks;
};

template <class Board>
class VectorEnv {
public:
    using Level = typename Board::Level;
    static constexpr int actions = Board::actions;

    VectorEnv(std::vector<Level> levels, std::size_t boards, std::int64_t max_steps, double step_cost, double prize)
        : levels(std::move(levels)),
          boards(boards),
          max_steps(max_steps),
          step_cost(step_cost),
          prize(prize),
          generators(boards),
          steps(boards),
          has_ended(boards),
          level_numbers(boards) {}

    std::size_t size() const { return boards.size(); }
    std::size_t observation_size() const { return levels.front().observation_size(); }
    int level(std::size_t at) const { return level_numbers[at]; }

    /// Begins a level on board `at`. A seed determines all its later levels too.
    void reset(std::size_t at, const std::uint64_t* seed, StepArrays arrays) {
        if (seed != nullptr) generators[at] = SplitMix64(*seed);
        begin(at, arrays);
    }

    void step(std::span<const std::int64_t> chosen_actions, StepArrays arrays) {
        for (std::size_t at = 0; at < boards.size(); ++at) {
            arrays.rewards[at] = 0;
            arrays.solved[at] = arrays.truncated[at] = false;
            if (has_ended[at]) {
                begin(at, arrays);
                continue;
            }
            Board& board = boards[at];
            const int action = static_cast<int>(chosen_actions[at]);
            arrays.rewards[at] = -step_cost;
            if (board.legal(action)) {
                const auto planes = arrays.planes.subspan(at * observation_size(), observation_size());
                for (int cell : board.play(action))
                    if (cell >= 0) board.paint(cell, planes);
                arrays.solved[at] = board.solved();
            }
            ++steps[at];
            arrays.truncated[at] = !arrays.solved[at] && steps[at] >= max_steps;
            has_ended[at] = arrays.solved[at] || arrays.truncated[at];
            if (arrays.solved[at]) arrays.rewards[at] += prize;
            write_mask(at, arrays);
        }
    }

private:
    void begin(std::size_t at, StepArrays arrays) {
        level_numbers[at] = static_cast<int>(generators[at].next() % levels.size());
        const Level& level = levels[static_cast<std::size_t>(level_numbers[at])];
        boards[at].begin(level);
        steps[at] = 0;
        has_ended[at] = boards[at].solved();  // a level may be solved from the start
        const auto planes = arrays.planes.subspan(at * observation_size(), observation_size());
        std::fill(planes.begin(), planes.end(), std::uint8_t{0});
        boards[at].paint_all(planes);
        write_mask(at, arrays);
    }

    void write_mask(std::size_t at, StepArrays arrays) const {
        for (int action = 0; action < actions; ++action)
            arrays.masks[at * actions + static_cast<std::size_t>(action)] = boards[at].legal(action);
    }

    std::vector<Level> levels;
    std::vector<Board> boards;
    std::int64_t max_steps;
    double step_cost, prize;
    std::vector<SplitMix64> generators;
    std::vector<std::int64_t> steps;
    std::vector<std::uint8_t> has_ended;
    std::vector<int> level_numbers;
};

}  // namespace unjam
