// PlayerChain: the chance that the fallible player solves a level, by sweeps over all its positions, mixed to
// converge fast; distances, shortest solutions, first moves in common.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "families/rushhour/rating/player.hpp"
#include "families/rushhour/solve.hpp"
#include "unjam/key_index.hpp"
#include "unjam/study.hpp"

namespace unjam::rushhour {

/// The player as an absorbing Markov chain over (position, car moved last). He does not move that car again, so the
/// chances of the others are scaled up. They differ only by that factor, so one sum per position and car is enough.
class PlayerChain {
public:
    PlayerChain(const Lot& lot, Guard& guard) : lot_(lot), guard_(guard), player_(lot) {}

    /// Lists every position that can be reached before the target is out; false if there are more than `max_positions`.
    template <class Board>
    bool list(const Board& board, std::size_t max_positions) {
        std::vector<typename Board::Key> keys(board.max_successors() + 64);
        std::vector<std::uint8_t> offsets = offsets_of(lot_);
        KeyIndex<typename Board::Key> index;
        index.add(board.start());
        for (std::uint32_t at = 0; at < index.size(); ++at) {
            positions_ = index.size();
            if (positions_ > max_positions || guard_.tick(at, index.bytes() + bytes(), 0)) return false;
            const auto key = index[at];
            first_group_of_.push_back(static_cast<std::uint32_t>(groups_.size()));
            if (board.solved(key)) continue;
            moves_.clear();
            const unsigned count = board.expand(key, keys.data()).count;
            for (unsigned i = 0; i < count; ++i)
                moves_.emplace_back(slide_between(board, key, keys[i]), index.add(keys[i]).first);
            board.place_cars(key, offsets.data());
            add_groups(offsets.data());
        }
        positions_ = index.size();
        first_group_of_.push_back(static_cast<std::uint32_t>(groups_.size()));
        groups_.push_back({static_cast<std::uint32_t>(edges_.size()), -1, 0});
        return true;
    }

    std::size_t positions() const { return positions_; }

    /// Computes the distance of each position to the nearest solved one, and sorts the positions by it. Unreachable
    /// ones are left out.
    void measure_distances() {
        distance_.assign(positions(), none);
        for (std::uint32_t at = 0; at < positions(); ++at)
            for (const Edge* edge = first(at); edge != end(at); ++edge)
                if (is_solved(edge->to)) {
                    distance_[edge->to] = 0;
                    if (distance_[at] == none) distance_[at] = 1, by_distance_.push_back(at);
                }
        for (std::size_t head = 0; head < by_distance_.size(); ++head) {  // slides are reversible
            const std::uint32_t at = by_distance_[head];
            for (const Edge* edge = first(at); edge != end(at); ++edge)
                if (distance_[edge->to] == none)
                    distance_[edge->to] = distance_[at] + 1, by_distance_.push_back(edge->to);
        }
    }

    /// Counts the shortest solutions (log2), and how many first moves they have in common.
    void count(Study& study) const {
        if (distance_[0] == none || distance_[0] == 0) return;
        std::vector<double> ways(positions(), 1);
        const auto nearer = [&](std::uint32_t at, const Edge* edge) {
            return distance_[edge->to] + 1 == distance_[at];
        };
        for (const std::uint32_t at : by_distance_) {
            if (distance_[at] > distance_[0]) break;
            ways[at] = 0;
            for (const Edge* edge = first(at); edge != end(at); ++edge)
                if (nearer(at, edge)) ways[at] += ways[edge->to];
        }
        study.log2_solutions = std::log2(ways[0]);
        study.forced = 0;
        for (std::uint32_t at = 0; distance_[at]; ++study.forced) {
            std::uint32_t to = 0;
            int choices = 0;
            for (const Edge* edge = first(at); edge != end(at); ++edge)
                if (nearer(at, edge)) ++choices, to = edge->to;
            if (at == 0) study.choices = choices;
            if (choices > 1) break;
            at = to;
        }
    }

    /// Returns log2 of the chance that the player gets out, by sweeps from the exit outward. Sweeps alone reduce the
    /// error by a few percent each. The mix of the last sweeps that would have left the least residual converges much
    /// faster (D. G. Anderson, "Iterative procedures for nonlinear integral equations", 1965). One residual per
    /// position is enough to choose the mix.
    double solve() {
        prepare();
        std::array<Sweep, history + 1> ring;
        for (Sweep& each : ring)
            each = {std::vector<double>(scale_.size(), 0), std::vector<double>(by_distance_.size(), 0)};
        std::array<std::array<double, history + 1>, history + 1> products{};  // of the residuals in the ring
        double start = 0;
        int settled = 0;
        for (int sweep = 0; sweep < max_sweeps && settled < 3; ++sweep) {
            if (guard_.check(by_distance_.size(), sweep)) break;
            const int known = std::min<int>(sweep, history + 1), at = sweep % (history + 1);
            if (known > 0) mix(ring, products, known, (sweep + history) % (history + 1), at);
            const double now = sweep_once(ring[at]);
            settled = now > 0 && std::abs(now - start) <= tolerance * now ? settled + 1 : 0;
            start = now;
            for (int i = 0; i <= std::min<int>(sweep, history); ++i)
                products[at][i] = products[i][at] = product(ring[at].residual, ring[i].residual);
        }
        return std::log2(start);
    }

    std::size_t bytes() const {
        return edges_.capacity() * (sizeof(Edge) + 4) + groups_.capacity() * sizeof(Group) + positions_ * 16;
    }

private:
    /// The values after a sweep, and the change at each position, summed over its groups.
    struct Sweep {
        std::vector<double> values, residual;
    };
    struct Link {
        std::uint32_t into;  // the group of the same car at the other end; the last value is the exit's
        float chance;
    };

    /// Prepares the sweep: in its order the groups of each position, and for each group the links of its edges and its
    /// scale.
    void prepare() {
        std::vector<std::uint32_t> place(groups_.size(), 0);  // of each group in the sweep
        std::uint32_t count = 0;
        for (const std::uint32_t at : by_distance_) {
            first_group_.push_back(count);
            for (std::uint32_t g = first_group_of_[at]; g < first_group_of_[at + 1]; ++g) place[g] = count++;
        }
        first_group_.push_back(count);
        scale_.reserve(count + 1);
        links_.reserve(edges_.size());
        for (const std::uint32_t at : by_distance_)
            for (std::uint32_t g = first_group_of_[at]; g < first_group_of_[at + 1]; ++g) {
                const double others = 1 - groups_[g].chance;
                scale_.push_back(others > 1e-9 ? Player::carry_on / others : 0);
                first_link_.push_back(static_cast<std::uint32_t>(links_.size()));
                for (std::uint32_t e = groups_[g].first; e < groups_[g + 1].first; ++e) {
                    std::uint32_t to = first_group_of_[edges_[e].to];
                    const bool out = to == first_group_of_[edges_[e].to + 1];
                    while (!out && groups_[to].car != groups_[g].car) ++to;
                    links_.push_back({out ? count : place[to], edges_[e].chance});
                }
            }
        first_link_.push_back(static_cast<std::uint32_t>(links_.size()));
        scale_.push_back(0);
    }

    /// Makes one sweep over the values; returns the chance of the start.
    double sweep_once(Sweep& swept) const {
        std::array<double, max_side * max_side / 2> sums;  // by car
        double* const values = swept.values.data();
        swept.values.back() = 1;
        double start = 0;
        for (std::size_t i = 0; i < by_distance_.size(); ++i) {
            const std::uint32_t begin = first_group_[i], end = first_group_[i + 1];
            double total = 0, residual = 0;
            for (std::uint32_t g = begin; g < end; ++g) {
                double sum = 0;
                for (std::uint32_t e = first_link_[g]; e < first_link_[g + 1]; ++e)
                    sum += static_cast<double>(links_[e].chance) * values[links_[e].into];
                total += sums[g - begin] = sum;
            }
            for (std::uint32_t g = begin; g < end; ++g) {
                const double now = scale_[g] * (total - sums[g - begin]);
                residual += now - values[g];
                values[g] = now;
            }
            swept.residual[i] = residual;
            if (by_distance_[i] == 0) start = Player::carry_on * total;
        }
        return start;
    }

    /// The inner product, in eight sums so that it vectorises.
    static double product(const std::vector<double>& a, const std::vector<double>& b) {
        std::array<double, 8> sums{};
        std::size_t i = 0;
        for (; i + 8 <= a.size(); i += 8)
            for (std::size_t k = 0; k < 8; ++k) sums[k] += a[i + k] * b[i + k];
        for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
        return std::accumulate(sums.begin(), sums.end(), 0.0);
    }

    /// Writes to `ring[into]` the mix of the known sweeps that would have left the least residual; `last` is the
    /// latest.
    template <class Ring, class Products>
    static void mix(Ring& ring, const Products& products, int known, int last, int into) {
        constexpr std::size_t size = history + 1;
        std::array<int, size> which{};
        int m = 0;
        for (int i = 0; i < known; ++i)
            if (i != last) which[m++] = i;
        // Normal equations for the differences to the latest sweep, solved by elimination; the matrix is positive
        // definite.
        std::array<std::array<double, size>, size> rows{};
        for (int i = 0; i < m; ++i) {
            const double with_last = products[which[i]][last] - products[last][last];
            for (int j = 0; j < m; ++j)
                rows[i][j] = products[which[i]][which[j]] - products[which[j]][last] - with_last;
            rows[i][m] = -with_last;
            rows[i][i] *= 1 + 1e-10;
        }
        std::array<double, size> share{};
        bool is_solvable = true;
        for (int i = 0; i < m && is_solvable; ++i) {
            is_solvable = rows[i][i] > 0;
            for (int k = i + 1; k < m && is_solvable; ++k) {
                const double factor = rows[k][i] / rows[i][i];
                for (int j = i; j <= m; ++j) rows[k][j] -= factor * rows[i][j];
            }
        }
        double rest = 1;
        for (int i = m; is_solvable && i-- > 0;) {
            double residual = rows[i][m];
            for (int j = i + 1; j < m; ++j) residual -= rows[i][j] * share[which[j]];
            rest -= share[which[i]] = residual / rows[i][i];
        }
        share[last] = rest;
        // `into` is one of the sweeps that are read if the ring is full.
        std::array<const double*, size> from{};
        for (std::size_t i = 0; i < size; ++i) from[i] = ring[i].values.data();
        double* const to = ring[into].values.data();
        for (std::size_t k = 0; k < ring[into].values.size(); ++k) {
            double sum = 0;
            for (std::size_t i = 0; i < size; ++i) sum += share[i] * from[i][k];
            to[k] = sum;
        }
    }

    struct Edge {
        std::uint32_t to;
        float chance;
    };
    /// The slides of one car in one position, and their total chance.
    struct Group {
        std::uint32_t first;
        std::int32_t car;
        double chance;
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr double tolerance = 1e-5;
    static constexpr int history = 6;
    static constexpr int max_sweeps = 5000;

    /// Groups the listed moves of a position, whose cars are at `offsets`, by car.
    void add_groups(const std::uint8_t* offsets) {
        std::sort(moves_.begin(), moves_.end(), [](const auto& a, const auto& b) {
            return a.first.car != b.first.car ? a.first.car < b.first.car : a.first.to < b.first.to;
        });
        legal_.clear();
        for (const auto& move : moves_) legal_.push_back(move.first);
        player_.choose(offsets, legal_, chances_);
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            if (!i || legal_[i].car != legal_[i - 1].car)
                groups_.push_back({static_cast<std::uint32_t>(edges_.size()), legal_[i].car, 0});
            edges_.push_back({moves_[i].second, static_cast<float>(chances_[i])});
            groups_.back().chance += chances_[i];
        }
    }

    /// The player stops at a solved position; every other one that he reaches has a way back.
    bool is_solved(std::uint32_t at) const { return first_group_of_[at] == first_group_of_[at + 1]; }
    const Edge* first(std::uint32_t at) const { return edges_.data() + groups_[first_group_of_[at]].first; }
    const Edge* end(std::uint32_t at) const { return edges_.data() + groups_[first_group_of_[at + 1]].first; }

    const Lot& lot_;
    Guard& guard_;
    Player player_;
    std::vector<std::pair<Slide, std::uint32_t>> moves_;  // of the position that is being listed, and where they lead
    std::vector<Slide> legal_;
    std::vector<double> chances_;
    std::size_t positions_ = 0;
    std::vector<std::uint32_t> first_group_of_;  // by position
    std::vector<Group> groups_;
    std::vector<Edge> edges_;
    std::vector<Link> links_;
    std::vector<double> scale_;                            // in the order of the sweep, by group
    std::vector<std::uint32_t> first_link_, first_group_;  // the latter by position
    std::vector<std::uint32_t> distance_, by_distance_;
};

}  // namespace unjam::rushhour
