// How much luck a level asks of the fallible player, and what its shortest solutions look like together.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
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
                moves.emplace_back(board_.slide(key, keys[i]), index_.add(keys[i]).first);
            std::sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
                return a.first.car != b.first.car ? a.first.car < b.first.car : a.first.to < b.first.to;
            });
            legal.clear();
            for (const auto& move : moves) legal.push_back(move.first);
            board_.place_cars(key, offsets.data());
            player_.choose(offsets.data(), legal, chances);
            for (std::size_t i = 0; i < moves.size(); ++i) {
                if (!i || legal[i].car != legal[i - 1].car)
                    groups_.push_back({static_cast<std::uint32_t>(edges_.size()), legal[i].car, 0, 0});
                edges_.push_back({moves[i].second, static_cast<float>(chances[i])});
                groups_.back().chance += chances[i];
            }
        }
        group_at_.push_back(static_cast<std::uint32_t>(groups_.size()));
        groups_.push_back({static_cast<std::uint32_t>(edges_.size()), -1, 0, 0});
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

    /// The logarithm of the chance that the player gets out, by sweeps from the exit outward. The changes of the start
    /// soon shrink by a constant factor, so their sum can be foretold (A. C. Aitken, 1926); it ends when that settles.
    double solve() {
        std::vector<std::uint32_t> into(edges_.size());  // the group of the same car at the other end, or solved
        constexpr std::uint32_t out = ~std::uint32_t{0};
        for (std::uint32_t at = 0; at < positions(); ++at)
            for (std::uint32_t g = group_at_[at]; g < group_at_[at + 1]; ++g)
                for (std::uint32_t e = groups_[g].first; e < groups_[g + 1].first; ++e) {
                    std::uint32_t to = group_at_[edges_[e].to];
                    if (to == group_at_[edges_[e].to + 1]) {
                        into[e] = out;
                        continue;
                    }
                    while (groups_[to].car != groups_[g].car) ++to;
                    into[e] = to;
                }
        std::vector<double> sums;
        double change = 0, limit = 0;
        int agreed = 0;  // forecasts in a row
        double start = 0;
        for (int sweep = 0; sweep < most_sweeps; ++sweep) {
            double now = start, moved = 0;
            for (const std::uint32_t at : order_) {
                double total = 0;
                sums.clear();
                for (std::uint32_t g = group_at_[at]; g < group_at_[at + 1]; ++g) {
                    double sum = 0;
                    for (std::uint32_t e = groups_[g].first; e < groups_[g + 1].first; ++e)
                        sum += static_cast<double>(edges_[e].chance) * (into[e] == out ? 1 : groups_[into[e]].value);
                    sums.push_back(sum);
                    total += sum;
                }
                for (std::uint32_t g = group_at_[at], k = 0; g < group_at_[at + 1]; ++g, ++k) {
                    const double others = 1 - groups_[g].chance;
                    const double fresh = others > 1e-9 ? Player::stays * (total - sums[k]) / others : 0;
                    moved = std::max(moved, std::abs(fresh - groups_[g].value));
                    groups_[g].value = fresh;
                }
                if (at == 0) now = Player::stays * total;
            }
            if (guard_.check(order_.size(), sweep)) break;
            const double more = now - start, ratio = change > 0 ? more / change : 1;
            const bool still = now > 0 && moved <= 1e-12 * now;
            const double next = still ? now : ratio < 1 ? now + more * ratio / (1 - ratio) : 0;
            const bool agrees = next > 0 && std::abs(next - limit) <= tolerance * next;
            agreed = agrees ? agreed + 1 : 0;
            start = now, change = more, limit = next;
            if (still || agreed == 4) break;
        }
        return std::log2(limit);
    }

    std::size_t bytes() const {
        return index_.bytes() + edges_.capacity() * (sizeof(Edge) + 4) + groups_.capacity() * sizeof(Group) +
               index_.size() * 16;
    }

private:
    struct Edge {
        std::uint32_t to;
        float chance;
    };
    /// The slides of one car in one position; `value` is the chance to get out for who has just moved it.
    struct Group {
        std::uint32_t first;
        std::int32_t car;
        double chance, value;
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr double tolerance = 1e-6;
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
        return static_cast<int>(must_move(stroll.offsets.data(), Metric::moves));
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
