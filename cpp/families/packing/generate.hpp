// New packing levels: Cutter cuts a rectangle into pieces and shifts cells until all differ and fit in few
// enough ways, which it counts itself.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "unjam/bits.hpp"
#include "unjam/limits.hpp"
#include "unjam/random.hpp"

namespace unjam::packing {

/// What the levels should be like. A piece may be used in 1 (as it is), 4 (turned) or 8 (turned and mirrored)
/// orientations.
struct Request {
    int width = 6, height = 6;
    int min_piece_cells = 4, max_piece_cells = 6, max_piece_side = 4;  // of a piece
    int min_pieces = 1, max_pieces = 26;
    int orientations = 8, solutions = 1;
    int max_changes = 200;
    std::uint64_t seed = 1;
};

/// Cuts a rectangle into pieces.
class Cutter {
public:
    static constexpr int max_cells = 100;

    explicit Cutter(const Request& request)
        : request_(request), dice_(request.seed), cells_(request.width * request.height) {}

    /// Returns the piece of each cell, x * height + y; empty if it does not work out, or if the guard stops it.
    std::vector<int> generate(Guard& guard) {
        std::vector<int> owner = dissect();
        if (owner.empty()) return owner;
        const int images = request_.orientations == 1 ? 1
                                                      : (request_.width == request_.height ? request_.orientations
                                                                                           : request_.orientations / 2);
        const auto error = [&](std::int64_t solutions_found) {
            return std::abs(solutions_found - static_cast<std::int64_t>(request_.solutions) * images);
        };
        int defects = this->defects(owner);
        std::int64_t best = defects ? max_counted : count(owner, max_counted);
        for (int n = 0; n < request_.max_changes; ++n) {
            if (!defects && !error(best)) return owner;
            if (guard.check(static_cast<std::uint64_t>(n), 0)) return {};
            std::vector<int> other = shift_cell(owner);
            if (other.empty()) continue;
            const int now = this->defects(other);
            if (now > defects) continue;
            const std::int64_t solutions_found =
                now ? max_counted
                    : count(other, std::max(best, static_cast<std::int64_t>(request_.solutions) * images) + 1);
            if (now == defects && error(solutions_found) > error(best)) continue;
            owner = std::move(other);
            defects = now;
            best = solutions_found;
        }
        return {};
    }

private:
    using Mask = Bits<2>;
    using Shape = std::vector<std::pair<int, int>>;
    static constexpr std::int64_t max_counted = 4000;
    static constexpr std::int64_t max_nodes = 300'000;

    template <class Use>
    void each_neighbour(int cell, Use&& use) const {
        const int x = cell / request_.height, y = cell % request_.height;
        if (x > 0) use(cell - request_.height);
        if (y > 0) use(cell - 1);
        if (y + 1 < request_.height) use(cell + 1);
        if (x + 1 < request_.width) use(cell + request_.height);
    }

    std::vector<int> sizes(const std::vector<int>& owner) const {
        std::vector<int> out(cells_, 0);
        for (const int n : owner) ++out[n];
        return out;
    }

    /// Joins the smallest piece to a small neighbour, over and over. If all neighbours are too large already, one of
    /// them is broken up with it.
    std::vector<int> dissect() {
        std::vector<int> owner(cells_);
        for (int cell = 0; cell < cells_; ++cell) owner[cell] = cell;
        for (int round = 0; round < 8 * cells_; ++round) {
            const std::vector<int> size = sizes(owner);
            int smallest = cells_, pieces = 0;
            for (const int n : size)
                if (n) smallest = std::min(smallest, n), ++pieces;
            if (smallest >= request_.min_piece_cells)
                return pieces >= request_.min_pieces && pieces <= request_.max_pieces ? owner : std::vector<int>();
            std::vector<int> small;
            for (int n = 0; n < cells_; ++n)
                if (size[n] == smallest) small.push_back(n);
            const int n = small[dice_.below(static_cast<int>(small.size()))];
            std::set<int> neighbours;
            for (int cell = 0; cell < cells_; ++cell)
                if (owner[cell] == n) each_neighbour(cell, [&](int c) { neighbours.insert(owner[c]); });
            neighbours.erase(n);
            if (neighbours.empty()) return {};
            int joined_piece = -1, best_weight = 0;
            for (const int m : neighbours) {
                const int weight = size[m] + dice_.below(3);
                if (size[m] + smallest <= request_.max_piece_cells && (joined_piece < 0 || weight < best_weight))
                    joined_piece = m, best_weight = weight;
            }
            const int broken_piece = *std::next(neighbours.begin(), dice_.below(static_cast<int>(neighbours.size())));
            for (int cell = 0; cell < cells_; ++cell)
                if (joined_piece >= 0)
                    owner[cell] = owner[cell] == n ? joined_piece : owner[cell];
                else if (owner[cell] == n || owner[cell] == broken_piece)
                    owner[cell] = -1 - cell;
            if (joined_piece < 0) renumber(owner);
        }
        return {};
    }

    /// Gives each cell of a broken piece a number that no piece has.
    void renumber(std::vector<int>& owner) const {
        std::vector<bool> is_used(cells_, false);
        for (const int n : owner)
            if (n >= 0) is_used[n] = true;
        int next = 0;
        for (int& n : owner) {
            if (n >= 0) continue;
            while (is_used[next]) ++next;
            is_used[next] = true;
            n = next;
        }
    }

    /// Gives one cell at a border to the neighbouring piece; empty if that breaks a piece or its size.
    std::vector<int> shift_cell(const std::vector<int>& old) {
        std::vector<int> owner = old;
        const std::vector<int> size = sizes(owner);
        const int cell = dice_.below(cells_);
        std::vector<int> neighbours;
        each_neighbour(cell, [&](int c) {
            if (owner[c] != owner[cell]) neighbours.push_back(owner[c]);
        });
        if (neighbours.empty()) return {};
        const int from = owner[cell], to = neighbours[dice_.below(static_cast<int>(neighbours.size()))];
        if (size[from] <= request_.min_piece_cells || size[to] >= request_.max_piece_cells) return {};
        owner[cell] = to;
        std::vector<int> stack;
        std::vector<bool> seen(cells_, false);
        int reached = 0;
        for (int c = 0; c < cells_ && stack.empty(); ++c)
            if (owner[c] == from) stack.push_back(c), seen[c] = true;
        while (!stack.empty()) {
            const int here = stack.back();
            stack.pop_back();
            ++reached;
            each_neighbour(here, [&](int c) {
                if (owner[c] == from && !seen[c]) seen[c] = true, stack.push_back(c);
            });
        }
        return reached == size[from] - 1 ? owner : std::vector<int>();
    }

    std::vector<Shape> shapes(const std::vector<int>& owner) const {
        std::vector<Shape> all(cells_), out;
        for (int cell = 0; cell < cells_; ++cell)
            all[owner[cell]].emplace_back(cell / request_.height, cell % request_.height);
        for (Shape& shape : all)
            if (!shape.empty()) out.push_back(std::move(shape));
        return out;
    }
    static Shape turn_shape(const Shape& shape, int turn) {
        Shape out;
        for (auto [x, y] : shape) {
            if (turn >= 4) x = -x;
            for (int n = turn % 4; n > 0; --n) std::tie(x, y) = std::pair(y, -x);
            out.emplace_back(x, y);
        }
        int left = out[0].first, low = out[0].second;
        for (const auto& [x, y] : out) left = std::min(left, x), low = std::min(low, y);
        for (auto& [x, y] : out) x -= left, y -= low;
        std::sort(out.begin(), out.end());
        return out;
    }
    std::set<Shape> images(const Shape& shape) const {
        std::set<Shape> out;
        for (int turn = 0; turn < request_.orientations; ++turn) out.insert(turn_shape(shape, turn));
        return out;
    }

    /// How many pieces are too long, or equal to another.
    int defects(const std::vector<int>& owner) const {
        int out = 0;
        std::set<Shape> seen;
        for (const Shape& shape : shapes(owner)) {
            const Shape canonical = *images(shape).begin();
            int wide = 0, high = 0;
            for (const auto& [x, y] : canonical) wide = std::max(wide, x), high = std::max(high, y);
            out += !seen.insert(canonical).second + (std::max(wide, high) >= request_.max_piece_side);
        }
        return out;
    }

    /// In how many ways the pieces fill the rectangle, up to `max_count`, which is also returned if counting takes too
    /// long.
    std::int64_t count(const std::vector<int>& owner, std::int64_t max_count) {
        places_.assign(0, {});
        for (const Shape& shape : shapes(owner)) {
            auto& places = places_.emplace_back(cells_);
            for (const Shape& image : images(shape)) {
                int wide = 0, high = 0;
                for (const auto& [x, y] : image) wide = std::max(wide, x), high = std::max(high, y);
                for (int x = 0; x + wide < request_.width; ++x)
                    for (int y = 0; y + high < request_.height; ++y) {
                        Mask mask;
                        for (const auto& [a, b] : image) mask.set((x + a) * request_.height + y + b);
                        places[first_of(mask)].push_back(mask);
                    }
            }
        }
        all_cells_ = {};
        for (int cell = 0; cell < cells_; ++cell) all_cells_.set(cell);
        count_ = nodes_ = 0;
        max_count_ = max_count;
        place_rest({}, 0);
        return nodes_ > max_nodes ? max_count : count_;
    }
    static int first_of(const Mask& mask) {
        return mask.word[0] ? std::countr_zero(mask.word[0]) : 64 + std::countr_zero(mask.word[1]);
    }
    void place_rest(Mask occupied, unsigned used) {
        if (occupied == all_cells_) {
            ++count_;
            return;
        }
        if (++nodes_ > max_nodes) return;
        const std::uint32_t first = occupied.lowest_zero();
        for (std::size_t piece = 0; piece < places_.size(); ++piece) {
            if (used >> piece & 1) continue;
            for (const Mask& place : places_[piece][first]) {
                if (place.meets(occupied)) continue;
                place_rest(occupied | place, used | 1u << piece);
                if (count_ >= max_count_ || nodes_ > max_nodes) return;
            }
        }
    }

    Request request_;
    Dice dice_;
    int cells_;
    std::vector<std::vector<std::vector<Mask>>> places_;  // by piece and first cell: the cells covered
    Mask all_cells_;
    std::int64_t count_ = 0, nodes_ = 0, max_count_ = 0;
};

}  // namespace unjam::packing
