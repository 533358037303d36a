// SubsetTable lists which two, three or four boxes, alone on the board, can be brought home, or can have come
// from the start: everything else is dead.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "families/sokoban/model/box_set.hpp"

namespace unjam::sokoban {

/// Every set of `count` boxes on live squares, with the squares on which the player may stand. A solution of a position
/// also solves it without some of its boxes, so a position is dead if some of its boxes alone cannot reach any goals.
class SubsetTable {
public:
    static constexpr int max_count = 4;
    enum class From : std::uint8_t { goals, start };

    /// Whether a table for so many boxes takes only a moment.
    static bool is_small(const Maze& maze, int count) {
        double sets = 1;
        for (int i = 0; i < count; ++i) sets = sets * (maze.live - i) / (i + 1);
        return sets <= 300'000;
    }

    /// Pulls boxes from all goals, or pushes those of `position` from there. `is_stopped` is called now and then; if it
    /// returns true, the table is of no use.
    template <class IsStopped>
    SubsetTable(const Maze& maze, int count, From from, const Position& position, IsStopped&& is_stopped)
        : maze_(maze), count_(count), words_((maze.floor + 63) / 64), occupied_(maze.floor + 1, 0) {
        choose_.resize(maze.live + 1);
        for (int n = 0; n <= maze.live; ++n)
            for (int j = 0; j <= max_count; ++j)
                choose_[n][j] = j == 0 ? 1 : n == 0 ? 0 : choose_[n - 1][j - 1] + choose_[n - 1][j];
        player_squares_.assign(static_cast<std::size_t>(choose_[maze.live][count]) * words_, 0);
        occupied_[maze.floor] = 1;
        std::vector<Subset> open;
        begin(from, position, open);
        std::vector<Step> steps;
        for (unsigned turn = 1; !open.empty(); ++turn) {
            if (turn % 1024 == 0 && is_stopped()) return;
            const Subset now = open.back();
            open.pop_back();
            place(now, 1);
            list_steps(now, from, steps);
            for (const Step& step : steps) {
                occupied_[now.boxes[step.box]] = 0;
                occupied_[step.to] = 1;
                add(moved(now, step), open);
                occupied_[step.to] = 0;
                occupied_[now.boxes[step.box]] = 1;
            }
            place(now, 0);
        }
    }

    int count() const { return count_; }
    std::size_t bytes() const { return player_squares_.size() * sizeof(std::uint64_t); }

    /// Whether the table has every subset of the boxes, in order, that contains box number `moved`. A move of that box
    /// cannot make any other subset dead.
    bool has_all_with(const std::vector<Square>& boxes, std::size_t moved, Square player) const {
        const int others = static_cast<int>(boxes.size()) - 1, picks = count_ - 1;
        if (others < picks) return true;
        int pick[max_count];
        for (int i = 0; i < picks; ++i) pick[i] = i;
        for (;;) {
            if (!has(boxes, moved, pick, player)) return false;
            int i = picks - 1;
            while (i >= 0 && pick[i] == others - picks + i) --i;
            if (i < 0) return true;
            ++pick[i];
            for (int j = i + 1; j < picks; ++j) pick[j] = pick[j - 1] + 1;
        }
    }

private:
    struct Subset {
        std::array<Square, max_count> boxes;  // in order
        Square player;
    };
    struct Step {
        int box;
        Square to, player;
    };

    // Looks up box number `moved` with the others of these numbers (counted without it).
    bool has(const std::vector<Square>& boxes, std::size_t moved, const int* pick, Square player) const {
        std::size_t row = 0;
        int at = 0;
        bool is_placed = false;
        for (int i = 0; i < count_ - 1; ++i) {
            const bool is_after = pick[i] >= static_cast<int>(moved);
            if (is_after && !is_placed) row += choose_[boxes[moved]][++at], is_placed = true;
            row += choose_[boxes[pick[i] + is_after]][++at];
        }
        if (!is_placed) row += choose_[boxes[moved]][++at];
        return player_squares_[row * words_ + (player >> 6)] >> (player & 63) & 1;
    }

    void begin(From from, const Position& position, std::vector<Subset>& open) {
        std::vector<Square> squares = from == From::goals ? maze_.goals : position.boxes;
        std::sort(squares.begin(), squares.end());
        std::vector<std::uint8_t> chosen(squares.size(), 0);
        std::fill(chosen.begin(), chosen.begin() + count_, std::uint8_t{1});
        do {
            Subset now{};
            for (std::size_t i = 0, at = 0; i < squares.size(); ++i)
                if (chosen[i]) now.boxes[at++] = squares[i];
            place(now, 1);
            for (int s = 0; s < maze_.floor; ++s) {
                now.player = static_cast<Square>(s);
                if (from == From::goals ? !occupied_[s] : now.player == position.player) add(now, open);
            }
            place(now, 0);
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
    }

    void place(const Subset& now, std::uint8_t value) {
        for (int i = 0; i < count_; ++i) occupied_[now.boxes[i]] = value;
    }

    void list_steps(const Subset& now, From from, std::vector<Step>& out) {
        flood(now.player);
        out.clear();
        for (int i = 0; i < count_; ++i)
            for (int d = 0; d < 4; ++d) {
                const Square box = now.boxes[i], side = maze_.next[box][d];
                if (side == maze_.floor || !reached_[side]) continue;
                const Square beyond = maze_.next[side][d], ahead = maze_.next[box][opposite(d)];
                if (from == From::goals) {
                    if (!occupied_[beyond] && side < maze_.live) out.push_back({i, side, beyond});
                } else if (!occupied_[ahead] && ahead < maze_.live) {
                    out.push_back({i, ahead, box});
                }
            }
    }

    Subset moved(const Subset& before, const Step& step) const {
        Subset out = before;
        auto& boxes = out.boxes;
        int i = step.box;
        boxes[i] = step.to;
        for (; i > 0 && boxes[i - 1] > boxes[i]; --i) std::swap(boxes[i - 1], boxes[i]);
        for (; i + 1 < count_ && boxes[i + 1] < boxes[i]; ++i) std::swap(boxes[i + 1], boxes[i]);
        out.player = step.player;
        return out;
    }

    // Records these boxes, which are on the board, with every square that the player can reach.
    void add(const Subset& now, std::vector<Subset>& open) {
        std::size_t row = 0;
        for (int i = 0; i < count_; ++i) row += choose_[now.boxes[i]][i + 1];
        std::uint64_t* squares = player_squares_.data() + row * words_;
        if (squares[now.player >> 6] >> (now.player & 63) & 1) return;
        flood(now.player);
        for (Square s : area_) squares[s >> 6] |= std::uint64_t{1} << (s & 63);
        open.push_back(now);
    }

    void flood(Square player) {
        reached_.assign(occupied_.size(), 0);
        area_.assign(1, player);
        reached_[player] = 1;
        for (std::size_t head = 0; head < area_.size(); ++head)
            for (Square q : maze_.next[area_[head]])
                if (!occupied_[q] && !reached_[q]) reached_[q] = 1, area_.push_back(q);
    }

    const Maze& maze_;
    int count_, words_;
    std::vector<std::array<std::uint32_t, max_count + 1>> choose_;  // binomial coefficients
    std::vector<std::uint64_t> player_squares_;                     // of each set of boxes, one bit each
    std::vector<std::uint8_t> occupied_, reached_;
    std::vector<Square> area_;
};

}  // namespace unjam::sokoban
