// HillClimber: hill climbing on boards of up to sixteen cells, all boards that it visits, and the path to the
// goal.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "families/tiles/grid.hpp"
#include "unjam/limits.hpp"

namespace unjam::tiles {

/// The boards that a hill climber visits, in order, the goal last if it is reached.
///
/// Depth-first with a stack: of the neighbours never pushed before, the worst goes first, so that the best ends on top;
/// among equals the lexicographically largest goes first. A board's value is the sum of `price[cell][tile]` over its
/// cells. Boards of up to sixteen cells.
struct Climb {
    Stop stop = Stop::none;
    bool goal_reached = false;
    std::vector<std::uint8_t> visited;  // boards one after the other
    std::vector<std::uint32_t> path;    // which of them lead from the start to the goal
};

class HillClimber {
public:
    HillClimber(int rows, int cols, std::span<const std::uint8_t> goal, std::span<const std::uint8_t> price,
                const Limits& limits)
        : grid_(rows, cols), cells_(grid_.cells()), price_(price), guard_(limits), goal_(pack(goal)) {}

    Climb run(std::span<const std::uint8_t> start) {
        std::uint32_t value = 0;
        for (int cell = 0; cell < cells_; ++cell) value += price_[cell * cells_ + start[cell]];
        const auto gap = static_cast<std::uint8_t>(std::find(start.begin(), start.end(), 0) - start.begin());
        stack_.push_back({pack(start), value, 0, gap});
        ever_pushed_.insert(stack_[0].board);
        while (!stack_.empty()) {
            const Node node = stack_.back();
            stack_.pop_back();
            visit(node);
            if (node.board == goal_) {
                trace_path();
                break;
            }
            if (guard_.tick(pushed_from_.size(), bytes(), 0)) {
                climb_.stop = guard_.why();
                break;
            }
            push_neighbours(node);
        }
        return std::move(climb_);
    }

private:
    using Packed = std::uint64_t;  // the first cell in the highest bits, so that numbers compare like boards
    struct Node {
        Packed board;
        std::uint32_t value, from;  // from: the number of the visited board it was pushed from
        std::uint8_t gap;
    };

    int shift(int cell) const { return 4 * (cells_ - 1 - cell); }
    Packed pack(std::span<const std::uint8_t> board) const {
        Packed packed = 0;
        for (int cell = 0; cell < cells_; ++cell) packed |= Packed{board[cell]} << shift(cell);
        return packed;
    }
    std::size_t bytes() const {
        return climb_.visited.capacity() + stack_.capacity() * sizeof(Node) + ever_pushed_.size() * 44;
    }

    void visit(const Node& node) {
        pushed_from_.push_back(node.from);
        for (int cell = 0; cell < cells_; ++cell)
            climb_.visited.push_back(static_cast<std::uint8_t>(node.board >> shift(cell) & 15));
    }

    void trace_path() {
        climb_.goal_reached = true;
        for (auto at = static_cast<std::uint32_t>(pushed_from_.size() - 1); at != 0; at = pushed_from_[at])
            climb_.path.push_back(at);
        climb_.path.push_back(0);
        std::reverse(climb_.path.begin(), climb_.path.end());
    }

    void push_neighbours(const Node& node) {
        std::array<Node, 4> children;
        int count = 0;
        for (const int from : grid_.neighbours[node.gap]) {
            if (from < 0) continue;
            const Packed tile = node.board >> shift(from) & 15;
            const Packed board = node.board ^ tile << shift(from) ^ tile << shift(node.gap);
            if (!ever_pushed_.insert(board).second) continue;
            const auto at = static_cast<std::size_t>(tile);
            children[count++] = {board,
                                 node.value - price_[from * cells_ + at] - price_[node.gap * cells_] +
                                     price_[node.gap * cells_ + at] + price_[from * cells_],
                                 static_cast<std::uint32_t>(pushed_from_.size() - 1), static_cast<std::uint8_t>(from)};
        }
        const auto is_before = [](const Node& a, const Node& b) {
            return a.value != b.value ? a.value > b.value : a.board > b.board;
        };
        for (int i = 1; i < count; ++i)
            for (int k = i; k > 0 && is_before(children[k], children[k - 1]); --k)
                std::swap(children[k], children[k - 1]);
        stack_.insert(stack_.end(), children.begin(), children.begin() + count);
    }

    Grid grid_;
    int cells_;
    std::span<const std::uint8_t> price_;
    Guard guard_;
    Packed goal_;
    std::vector<Node> stack_;
    std::vector<std::uint32_t> pushed_from_;  // of each visited board
    std::unordered_set<Packed> ever_pushed_;
    Climb climb_;
};

}  // namespace unjam::tiles
