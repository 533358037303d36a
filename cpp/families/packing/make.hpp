// New packing levels: a rectangle cut into pieces, cells given from one to another until the pieces are all different
// and go together in as few ways as wanted.
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

/// What is wanted. A piece may be laid in 1 (as it is), 4 (turned) or 8 (turned and mirrored) ways.
struct Order {
    int width = 6, height = 6;
    int least = 4, most = 6, longest = 4;  // cells of a piece, and its greatest side
    int fewest = 1, pieces = 26;           // pieces from least to most
    int ways = 8, wanted = 1;
    int changes = 200;
    std::uint64_t seed = 1;
};

/// Cuts a rectangle into pieces.
class Cutter {
public:
    static constexpr int most_cells = 100;

    explicit Cutter(const Order& order) : order_(order), dice_(order.seed), cells_(order.width * order.height) {}

    /// The piece of each cell, x * height + y; empty where it does not come out, or when the guard stops it.
    std::vector<int> make(Guard& guard) {
        std::vector<int> owner = dissected();
        if (owner.empty()) return owner;
        const int images = order_.ways == 1 ? 1 : (order_.width == order_.height ? order_.ways : order_.ways / 2);
        const auto off = [&](std::int64_t found) {
            return std::abs(found - static_cast<std::int64_t>(order_.wanted) * images);
        };
        int ugly = this->ugly(owner);
        std::int64_t best = ugly ? many : count(owner, many);
        for (int n = 0; n < order_.changes; ++n) {
            if (!ugly && !off(best)) return owner;
            if (guard.check(static_cast<std::uint64_t>(n), 0)) return {};
            std::vector<int> other = shifted(owner);
            if (other.empty()) continue;
            const int now = this->ugly(other);
            if (now > ugly) continue;
            const std::int64_t found =
                now ? many : count(other, std::max(best, static_cast<std::int64_t>(order_.wanted) * images) + 1);
            if (now == ugly && off(found) > off(best)) continue;
            owner = std::move(other);
            ugly = now;
            best = found;
        }
        return {};
    }

private:
    using Mask = Bits<2>;
    using Shape = std::vector<std::pair<int, int>>;
    static constexpr std::int64_t many = 4000;
    static constexpr std::int64_t most_nodes = 300'000;

    template <class Use>
    void beside(int cell, Use&& use) const {
        const int x = cell / order_.height, y = cell % order_.height;
        if (x > 0) use(cell - order_.height);
        if (y > 0) use(cell - 1);
        if (y + 1 < order_.height) use(cell + 1);
        if (x + 1 < order_.width) use(cell + order_.height);
    }

    std::vector<int> sizes(const std::vector<int>& owner) const {
        std::vector<int> out(cells_, 0);
        for (const int n : owner) ++out[n];
        return out;
    }

    /// The smallest piece is joined to a small one beside it, over and over; where all beside it are too large already,
    /// one of those is broken up with it.
    std::vector<int> dissected() {
        std::vector<int> owner(cells_);
        for (int cell = 0; cell < cells_; ++cell) owner[cell] = cell;
        for (int round = 0; round < 8 * cells_; ++round) {
            const std::vector<int> size = sizes(owner);
            int smallest = cells_, pieces = 0;
            for (const int n : size)
                if (n) smallest = std::min(smallest, n), ++pieces;
            if (smallest >= order_.least)
                return pieces >= order_.fewest && pieces <= order_.pieces ? owner : std::vector<int>();
            std::vector<int> small;
            for (int n = 0; n < cells_; ++n)
                if (size[n] == smallest) small.push_back(n);
            const int n = small[dice_.below(static_cast<int>(small.size()))];
            std::set<int> near;
            for (int cell = 0; cell < cells_; ++cell)
                if (owner[cell] == n) beside(cell, [&](int c) { near.insert(owner[c]); });
            near.erase(n);
            if (near.empty()) return {};
            int joined = -1, least = 0;
            for (const int m : near) {
                const int weight = size[m] + dice_.below(3);
                if (size[m] + smallest <= order_.most && (joined < 0 || weight < least)) joined = m, least = weight;
            }
            const int broken = *std::next(near.begin(), dice_.below(static_cast<int>(near.size())));
            for (int cell = 0; cell < cells_; ++cell)
                if (joined >= 0)
                    owner[cell] = owner[cell] == n ? joined : owner[cell];
                else if (owner[cell] == n || owner[cell] == broken)
                    owner[cell] = -1 - cell;
            if (joined < 0) renumber(owner);
        }
        return {};
    }

    /// Gives each broken cell a number that no piece has.
    void renumber(std::vector<int>& owner) const {
        std::vector<bool> taken(cells_, false);
        for (const int n : owner)
            if (n >= 0) taken[n] = true;
        int next = 0;
        for (int& n : owner) {
            if (n >= 0) continue;
            while (taken[next]) ++next;
            taken[next] = true;
            n = next;
        }
    }

    /// One cell at a border given to the piece beside it; empty where that breaks a piece or its size.
    std::vector<int> shifted(const std::vector<int>& old) {
        std::vector<int> owner = old;
        const std::vector<int> size = sizes(owner);
        const int cell = dice_.below(cells_);
        std::vector<int> near;
        beside(cell, [&](int c) {
            if (owner[c] != owner[cell]) near.push_back(owner[c]);
        });
        if (near.empty()) return {};
        const int from = owner[cell], to = near[dice_.below(static_cast<int>(near.size()))];
        if (size[from] <= order_.least || size[to] >= order_.most) return {};
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
            beside(here, [&](int c) {
                if (owner[c] == from && !seen[c]) seen[c] = true, stack.push_back(c);
            });
        }
        return reached == size[from] - 1 ? owner : std::vector<int>();
    }

    std::vector<Shape> shapes(const std::vector<int>& owner) const {
        std::vector<Shape> all(cells_), out;
        for (int cell = 0; cell < cells_; ++cell)
            all[owner[cell]].emplace_back(cell / order_.height, cell % order_.height);
        for (Shape& shape : all)
            if (!shape.empty()) out.push_back(std::move(shape));
        return out;
    }
    static Shape turned(const Shape& shape, int turn) {
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
        for (int turn = 0; turn < order_.ways; ++turn) out.insert(turned(shape, turn));
        return out;
    }

    /// How many pieces are too long, or equal to another.
    int ugly(const std::vector<int>& owner) const {
        int out = 0;
        std::set<Shape> seen;
        for (const Shape& shape : shapes(owner)) {
            const Shape least = *images(shape).begin();
            int wide = 0, high = 0;
            for (const auto& [x, y] : least) wide = std::max(wide, x), high = std::max(high, y);
            out += !seen.insert(least).second + (std::max(wide, high) >= order_.longest);
        }
        return out;
    }

    /// In how many ways the pieces fill the rectangle, up to `cap`, which is also the answer where it takes too long.
    std::int64_t count(const std::vector<int>& owner, std::int64_t cap) {
        places_.assign(0, {});
        for (const Shape& shape : shapes(owner)) {
            auto& places = places_.emplace_back(cells_);
            for (const Shape& image : images(shape)) {
                int wide = 0, high = 0;
                for (const auto& [x, y] : image) wide = std::max(wide, x), high = std::max(high, y);
                for (int x = 0; x + wide < order_.width; ++x)
                    for (int y = 0; y + high < order_.height; ++y) {
                        Mask mask;
                        for (const auto& [a, b] : image) mask.set((x + a) * order_.height + y + b);
                        places[first_of(mask)].push_back(mask);
                    }
            }
        }
        full_ = {};
        for (int cell = 0; cell < cells_; ++cell) full_.set(cell);
        found_ = nodes_ = 0;
        cap_ = cap;
        lay({}, 0);
        return nodes_ > most_nodes ? cap : found_;
    }
    static int first_of(const Mask& mask) {
        return mask.word[0] ? std::countr_zero(mask.word[0]) : 64 + std::countr_zero(mask.word[1]);
    }
    void lay(Mask taken, unsigned used) {
        if (taken == full_) {
            ++found_;
            return;
        }
        if (++nodes_ > most_nodes) return;
        const std::uint32_t first = taken.lowest_zero();
        for (std::size_t piece = 0; piece < places_.size(); ++piece) {
            if (used >> piece & 1) continue;
            for (const Mask& place : places_[piece][first]) {
                if (place.meets(taken)) continue;
                lay(taken | place, used | 1u << piece);
                if (found_ >= cap_ || nodes_ > most_nodes) return;
            }
        }
    }

    Order order_;
    Dice dice_;
    int cells_;
    std::vector<std::vector<std::vector<Mask>>> places_;  // piece, first cell -> what it covers
    Mask full_;
    std::int64_t found_ = 0, nodes_ = 0, cap_ = 0;
};

}  // namespace unjam::packing
