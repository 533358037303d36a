// How much luck a level asks of the fallible player, and what its shortest solutions look like together.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "families/rushhour/must_move.hpp"
#include "families/rushhour/player.hpp"
#include "families/rushhour/solve.hpp"
#include "unjam/key_index.hpp"
#include "unjam/splitting.hpp"
#include "unjam/study.hpp"

namespace unjam::rushhour {

/// The player as an absorbing chain over (position, car moved last): he does not move that car again, so the chances of
/// the others are scaled up. Since they differ only by that factor, one sum per position and car is enough.
template <class Board>
class Chain {
public:
    Chain(const Board& board, const Lot& lot, Guard& guard) : board_(board), lot_(lot), guard_(guard), player_(lot) {}

    /// Lists every position that can be reached before the target is out; false where there are more than `most`.
    bool list(std::size_t most) {
        std::vector<typename Board::Key> keys(board_.most_successors() + 64);
        std::vector<std::uint8_t> offsets = offsets_of(lot_);
        std::vector<std::pair<Slide, std::uint32_t>> moves;
        std::vector<Slide> legal;
        std::vector<double> chances;
        index_.add(board_.start());
        for (std::uint32_t at = 0; at < index_.size(); ++at) {
            if (index_.size() > most || guard_.tick(at, bytes(), 0)) return false;
            const auto key = index_[at];
            group_at_.push_back(static_cast<std::uint32_t>(groups_.size()));
            if (board_.solved(key)) continue;
            moves.clear();
            const unsigned count = board_.expand(key, keys.data()).count;
            for (unsigned i = 0; i < count; ++i)
                moves.emplace_back(slide_between(board_, key, keys[i]), index_.add(keys[i]).first);
            std::sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
                return a.first.car != b.first.car ? a.first.car < b.first.car : a.first.to < b.first.to;
            });
            legal.clear();
            for (const auto& move : moves) legal.push_back(move.first);
            board_.place_cars(key, offsets.data());
            player_.choose(offsets.data(), legal, chances);
            for (std::size_t i = 0; i < moves.size(); ++i) {
                if (!i || legal[i].car != legal[i - 1].car)
                    groups_.push_back({static_cast<std::uint32_t>(edges_.size()), legal[i].car, 0});
                edges_.push_back({moves[i].second, static_cast<float>(chances[i])});
                groups_.back().chance += chances[i];
            }
        }
        group_at_.push_back(static_cast<std::uint32_t>(groups_.size()));
        groups_.push_back({static_cast<std::uint32_t>(edges_.size()), -1, 0});
        return true;
    }

    std::size_t positions() const { return index_.size(); }

    /// Distances to the nearest solved position, and the positions in that order; what is cut off is not in it.
    void measure() {
        distance_.assign(positions(), none);
        for (std::uint32_t at = 0; at < positions(); ++at)
            if (!board_.solved(index_[at]))
                for (const Edge* edge = first(at); edge != end(at); ++edge)
                    if (board_.solved(index_[edge->to])) {
                        distance_[edge->to] = 0;
                        if (distance_[at] == none) distance_[at] = 1, order_.push_back(at);
                    }
        for (std::size_t head = 0; head < order_.size(); ++head) {  // slides can be slid back
            const std::uint32_t at = order_[head];
            for (const Edge* edge = first(at); edge != end(at); ++edge)
                if (distance_[edge->to] == none) distance_[edge->to] = distance_[at] + 1, order_.push_back(edge->to);
        }
    }

    /// The number of shortest solutions as a logarithm to base 2, and how far they are forced.
    void count(Study& study) const {
        if (distance_[0] == none || distance_[0] == 0) return;
        std::vector<double> ways(positions(), 1);
        const auto nearer = [&](std::uint32_t at, const Edge* edge) {
            return distance_[edge->to] + 1 == distance_[at];
        };
        for (const std::uint32_t at : order_) {
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

    /// The logarithm of the chance that the player gets out, by sweeps from the exit outward. Sweeps alone shrink the
    /// error by a few percent each; the best mix of the last ones, the one that would have left the least error, leads
    /// much further (D. G. Anderson, "Iterative procedures for nonlinear integral equations", 1965). How far a sweep is
    /// from settled is told by one number a position, which is enough to choose the mix.
    double solve() {
        prepare();
        std::array<Swept, remembered + 1> ring;
        for (Swept& each : ring) each = {std::vector<double>(scale_.size(), 0), std::vector<double>(order_.size(), 0)};
        std::array<std::array<double, remembered + 1>, remembered + 1> products{};  // of what was left, in the ring
        double start = 0;
        int settled = 0;
        for (int sweep = 0; sweep < most_sweeps && settled < 3; ++sweep) {
            if (guard_.check(order_.size(), sweep)) break;
            const int known = std::min<int>(sweep, remembered + 1), at = sweep % (remembered + 1);
            if (known > 0) mix(ring, products, known, (sweep + remembered) % (remembered + 1), at);
            const double now = swept_once(ring[at]);
            settled = now > 0 && std::abs(now - start) <= tolerance * now ? settled + 1 : 0;
            start = now;
            for (int i = 0; i <= std::min<int>(sweep, remembered); ++i)
                products[at][i] = products[i][at] = product(ring[at].left, ring[i].left);
        }
        return std::log2(start);
    }

    std::size_t bytes() const {
        return index_.bytes() + edges_.capacity() * (sizeof(Edge) + 4) + groups_.capacity() * sizeof(Group) +
               index_.size() * 16;
    }

private:
    /// The values after a sweep, and what it changed at each position, all its groups together.
    struct Swept {
        std::vector<double> values, left;
    };
    struct Link {
        std::uint32_t into;  // the group of the same car at the other end; the last value is that of the exit
        float chance;
    };

    /// Lays out the sweep, all in the order of it: the groups of each position, for each group the links of its edges
    /// and what its value is scaled by.
    void prepare() {
        std::vector<std::uint32_t> place(groups_.size(), 0);  // of each group in the sweep
        std::uint32_t count = 0;
        for (const std::uint32_t at : order_) {
            begins_.push_back(count);
            for (std::uint32_t g = group_at_[at]; g < group_at_[at + 1]; ++g) place[g] = count++;
        }
        begins_.push_back(count);
        scale_.reserve(count + 1);
        links_.reserve(edges_.size());
        for (const std::uint32_t at : order_)
            for (std::uint32_t g = group_at_[at]; g < group_at_[at + 1]; ++g) {
                const double others = 1 - groups_[g].chance;
                scale_.push_back(others > 1e-9 ? Player::stays / others : 0);
                first_link_.push_back(static_cast<std::uint32_t>(links_.size()));
                for (std::uint32_t e = groups_[g].first; e < groups_[g + 1].first; ++e) {
                    std::uint32_t to = group_at_[edges_[e].to];
                    const bool out = to == group_at_[edges_[e].to + 1];
                    while (!out && groups_[to].car != groups_[g].car) ++to;
                    links_.push_back({out ? count : place[to], edges_[e].chance});
                }
            }
        first_link_.push_back(static_cast<std::uint32_t>(links_.size()));
        scale_.push_back(0);
    }

    /// One sweep over the values; returns the chance of the start.
    double swept_once(Swept& swept) const {
        std::array<double, most_side * most_side / 2> sums;  // by car
        double* const values = swept.values.data();
        swept.values.back() = 1;
        double start = 0;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::uint32_t begin = begins_[i], end = begins_[i + 1];
            double total = 0, left = 0;
            for (std::uint32_t g = begin; g < end; ++g) {
                double sum = 0;
                for (std::uint32_t e = first_link_[g]; e < first_link_[g + 1]; ++e)
                    sum += static_cast<double>(links_[e].chance) * values[links_[e].into];
                total += sums[g - begin] = sum;
            }
            for (std::uint32_t g = begin; g < end; ++g) {
                const double now = scale_[g] * (total - sums[g - begin]);
                left += now - values[g];
                values[g] = now;
            }
            swept.left[i] = left;
            if (order_[i] == 0) start = Player::stays * total;
        }
        return start;
    }

    /// The inner product, in eight sums so that it can be worked out eight at a time.
    static double product(const std::vector<double>& one, const std::vector<double>& other) {
        std::array<double, 8> sums{};
        std::size_t i = 0;
        for (; i + 8 <= one.size(); i += 8)
            for (std::size_t k = 0; k < 8; ++k) sums[k] += one[i + k] * other[i + k];
        for (; i < one.size(); ++i) sums[0] += one[i] * other[i];
        return std::accumulate(sums.begin(), sums.end(), 0.0);
    }

    /// Writes to `ring[into]` the mix of the known sweeps that would have left the least; `last` is the latest.
    template <class Ring, class Products>
    static void mix(Ring& ring, const Products& products, int known, int last, int into) {
        constexpr std::size_t most = remembered + 1;
        std::array<int, most> which{};
        int m = 0;
        for (int i = 0; i < known; ++i)
            if (i != last) which[m++] = i;
        // Of the differences to the latest: normal equations, solved by elimination; the matrix is positive definite.
        std::array<std::array<double, most>, most> rows{};
        for (int i = 0; i < m; ++i) {
            const double with_last = products[which[i]][last] - products[last][last];
            for (int j = 0; j < m; ++j)
                rows[i][j] = products[which[i]][which[j]] - products[which[j]][last] - with_last;
            rows[i][m] = -with_last;
            rows[i][i] *= 1 + 1e-10;
        }
        std::array<double, most> share{};
        bool sound = true;
        for (int i = 0; i < m && sound; ++i) {
            sound = rows[i][i] > 0;
            for (int k = i + 1; k < m && sound; ++k) {
                const double factor = rows[k][i] / rows[i][i];
                for (int j = i; j <= m; ++j) rows[k][j] -= factor * rows[i][j];
            }
        }
        double rest = 1;
        for (int i = m; sound && i-- > 0;) {
            double left = rows[i][m];
            for (int j = i + 1; j < m; ++j) left -= rows[i][j] * share[which[j]];
            rest -= share[which[i]] = left / rows[i][i];
        }
        share[last] = rest;
        // The place written to is one of those read where the ring is full.
        std::array<const double*, most> from{};
        for (std::size_t i = 0; i < most; ++i) from[i] = ring[i].values.data();
        double* const to = ring[into].values.data();
        for (std::size_t k = 0; k < ring[into].values.size(); ++k) {
            double sum = 0;
            for (std::size_t i = 0; i < most; ++i) sum += share[i] * from[i][k];
            to[k] = sum;
        }
    }

    struct Edge {
        std::uint32_t to;
        float chance;
    };
    /// The slides of one car in one position, and their chance together.
    struct Group {
        std::uint32_t first;
        std::int32_t car;
        double chance;
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr double tolerance = 1e-5;
    static constexpr int remembered = 6;
    static constexpr int most_sweeps = 5000;

    const Edge* first(std::uint32_t at) const { return edges_.data() + groups_[group_at_[at]].first; }
    const Edge* end(std::uint32_t at) const { return edges_.data() + groups_[group_at_[at + 1]].first; }

    const Board& board_;
    const Lot& lot_;
    Guard& guard_;
    Player player_;
    KeyIndex<typename Board::Key> index_;
    std::vector<std::uint32_t> group_at_;  // by position
    std::vector<Group> groups_;
    std::vector<Edge> edges_;
    std::vector<Link> links_;
    std::vector<double> scale_;                       // these three in the order of the sweep, by group
    std::vector<std::uint32_t> first_link_, begins_;  // and by position
    std::vector<std::uint32_t> distance_, order_;
};

/// One walk of the player for `split`.
struct Stroll {
    std::vector<std::uint8_t> offsets;
    int last = -1;
};

inline Sampled sample(const Lot& lot, std::size_t walks, Random& random, Guard& guard) {
    Player player(lot);
    MustMove must_move(lot);
    std::vector<Slide> legal;
    std::vector<double> chances;
    const auto step = [&](Stroll& stroll) {
        if (random.fraction() >= Player::stays) return false;
        player.list(stroll.offsets.data(), legal);
        player.choose(stroll.offsets.data(), legal, chances);
        double total = 0;
        for (std::size_t i = 0; i < legal.size(); ++i) total += legal[i].car == stroll.last ? 0 : chances[i];
        double left = random.fraction() * total;
        int chosen = -1;
        for (std::size_t i = 0; i < legal.size() && left >= 0; ++i)
            if (legal[i].car != stroll.last) left -= chances[i], chosen = static_cast<int>(i);
        if (chosen < 0) return false;
        stroll.last = legal[chosen].car;
        stroll.offsets[stroll.last] = static_cast<std::uint8_t>(legal[chosen].to);
        return true;
    };
    return split(Stroll{offsets_of(lot), -1}, walks, random, guard, step, [&](const Stroll& stroll) {
        must_move.place(stroll.offsets.data());
        return static_cast<int>(must_move(Metric::moves));
    });
}

/// The study of a level: exact where at most `most` positions can be reached, else sampled by `walks` walks a stage.
inline Study study(const Lot& lot, std::size_t most, std::size_t walks, std::uint64_t seed, const Limits& limits) {
    Guard guard(limits, 64);
    Study out;
    if (lot.cars[lot.target].offset == lot.goal) {
        out.exact = true;
        return out;
    }
    with_board(lot, Metric::moves, [&](const auto& board) {
        Chain chain(board, lot, guard);
        const bool whole = chain.list(most);
        out.positions = chain.positions();
        if (!whole) return;
        chain.measure();
        chain.count(out);
        out.log2_chance = chain.solve();
        out.exact = true;
    });
    if (!out.exact && guard.why() != Stop::time && guard.why() != Stop::asked) {
        Random random(seed);
        Limits rest = limits;
        rest.seconds = limits.seconds - guard.seconds();
        Guard fresh(rest, 64);
        const Sampled sampled = sample(lot, walks, random, fresh);
        out.log2_chance = sampled.log2_chance, out.error = sampled.error, out.found = sampled.found;
        out.stop = fresh.why();
    } else {
        out.stop = guard.why();
    }
    return out;
}

/// The chance of each legal slide, cars in their order, each first backward from the nearest cell, then ahead; the
/// Python rules must say the same.
inline std::vector<double> choices(const Lot& lot) {
    Player player(lot);
    const std::vector<std::uint8_t> offsets = offsets_of(lot);
    std::vector<Slide> legal;
    std::vector<double> chances;
    player.list(offsets.data(), legal);
    player.choose(offsets.data(), legal, chances);
    return chances;
}

}  // namespace unjam::rushhour
