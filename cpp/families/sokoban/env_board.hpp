// EnvBoard, a Sokoban board for vector environments (unjam/vector_env.hpp): legal steps and pushes by plain
// rules, and observation planes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unjam::sokoban {

struct EnvLevel {
    static constexpr std::uint8_t wall = 1, goal = 2, box = 4;

    int rows = 0, cols = 0, player = 0;
    std::vector<std::uint8_t> cells;  // the edge is all wall, so no step leaves the board

    std::size_t observation_size() const { return 4 * cells.size(); }
};

class EnvBoard {
public:
    using Level = EnvLevel;
    static constexpr int actions = 4;  // up, down, left, right

    void begin(const Level& level) {
        cells = level.cells;
        cols = level.cols;
        player = level.player;
        boxes = goals = home = 0;
        for (std::uint8_t cell : cells) {
            boxes += (cell & Level::box) != 0;
            goals += (cell & Level::goal) != 0;
            home += cell == (Level::box | Level::goal);
        }
    }

    bool solved() const { return home == (boxes <= goals ? boxes : goals); }

    bool legal(int action) const {
        const int to = player + delta(action);
        if ((at(to) & Level::wall) != 0) return false;
        return (at(to) & Level::box) == 0 || (at(to + delta(action)) & (Level::wall | Level::box)) == 0;
    }

    /// Returns the cells that the step changed: where the player was and is, and where a box is now.
    std::array<int, 3> play(int action) {
        const int from = player, to = player + delta(action), behind = to + delta(action);
        player = to;
        if ((at(to) & Level::box) == 0) return {from, to, -1};
        auto& left = cells[static_cast<std::size_t>(to)];
        auto& taken = cells[static_cast<std::size_t>(behind)];
        left = static_cast<std::uint8_t>(left & ~Level::box);
        taken = static_cast<std::uint8_t>(taken | Level::box);
        home += ((taken & Level::goal) != 0) - ((left & Level::goal) != 0);
        return {from, to, behind};
    }

    /// One plane each for walls, goals, boxes and the player.
    void paint(int cell, std::span<std::uint8_t> planes) const {
        const auto here = static_cast<std::size_t>(cell), size = cells.size();
        planes[here] = (cells[here] & Level::wall) != 0;
        planes[size + here] = (cells[here] & Level::goal) != 0;
        planes[2 * size + here] = (cells[here] & Level::box) != 0;
        planes[3 * size + here] = cell == player;
    }

    void paint_all(std::span<std::uint8_t> planes) const {
        for (int cell = 0; cell < static_cast<int>(cells.size()); ++cell) paint(cell, planes);
    }

private:
    std::uint8_t at(int cell) const { return cells[static_cast<std::size_t>(cell)]; }
    int delta(int action) const { return action == 0 ? -cols : action == 1 ? cols : action == 2 ? -1 : 1; }

    std::vector<std::uint8_t> cells;
    int cols = 0, player = 0, boxes = 0, goals = 0, home = 0;
};

}  // namespace unjam::sokoban
