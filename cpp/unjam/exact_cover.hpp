// An exact cover problem on a board: cells to cover, and options that each cover some of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace unjam {

using Id = std::uint32_t;
constexpr Id kNone = ~Id{0};

/// How a search ended: nothing is left to try, it was told to end (or a limit did), or it may be gone on with.
enum class Search : std::uint8_t { exhausted, ended, paused };

/// Where a search has paused: the number of the option it was at, and how many that fit are done with, of how many.
struct Taken {
    std::uint32_t at = 0, done = 0, of = 1;
};

/// Which share of a search is done that has paused at a depth, if every option of a step leads to as much work.
inline double share_done(const std::vector<Taken>& taken, std::uint32_t from, std::uint32_t paused_at) {
    double share = 0, part = 1;
    for (std::uint32_t depth = from; depth < paused_at && depth < taken.size(); ++depth) {
        part /= taken[depth].of;
        share += part * taken[depth].done;
    }
    return share;
}

/// Every cell must be covered by exactly one chosen option. Options belong to classes; of class k at most `count[k]`
/// may be chosen, and exactly that many unless `leftover`. Options are numbered class by class in the order of listing.
struct ExactCover {
    std::uint32_t cells = 0;
    bool leftover = false;
    std::vector<std::array<std::int32_t, 2>> at;  // where each cell lies: x, y
    std::vector<std::uint32_t> count;             // per class
    std::vector<std::uint32_t> area;              // per class: the cells of one option
    std::vector<Id> first{0};                     // per class: its first option; one more at the end
    std::vector<std::uint16_t> covered;           // the cells of all options, one after the other
    std::vector<std::uint32_t> start{0};          // per option: where its cells begin; one more at the end
    std::vector<std::uint16_t> kind;              // per option: its class

    std::uint32_t classes() const { return static_cast<std::uint32_t>(count.size()); }
    Id options() const { return static_cast<Id>(kind.size()); }
    const std::uint16_t* begin(Id option) const { return covered.data() + start[option]; }
    const std::uint16_t* end(Id option) const { return covered.data() + start[option + 1]; }
    std::uint32_t pieces() const { return std::accumulate(count.begin(), count.end(), 0u); }

    /// Which numbers of cells some of the pieces can fill together: no other island can ever be filled. A piece that
    /// does not hang together counts part by part, because its parts may lie in different islands.
    std::vector<bool> sums() const {
        const auto beside = neighbours();
        std::vector<bool> possible(cells + 1, false);
        possible[0] = true;
        for (std::uint32_t k = 0; k < classes(); ++k) {
            if (first[k] == first[k + 1]) continue;
            for (std::uint32_t part : parts(first[k], beside)) {
                std::vector<std::uint32_t> used(cells + 1, 0);
                for (std::uint32_t n = part; n <= cells; ++n) {
                    if (!possible[n] && possible[n - part] && used[n - part] < count[k]) {
                        possible[n] = true;
                        used[n] = used[n - part] + 1;
                    }
                }
            }
        }
        return possible;
    }

    /// The part of the board that each cell belongs to, the smallest part first: no option covers cells of two.
    std::vector<std::uint32_t> regions() const {
        std::vector<std::uint32_t> root(cells), size(cells, 1);
        std::iota(root.begin(), root.end(), 0u);
        const auto find = [&](std::uint32_t cell) {
            while (root[cell] != cell) cell = root[cell] = root[root[cell]];
            return cell;
        };
        for (Id id = 0; id < options(); ++id)
            for (const auto* cell = begin(id); cell != end(id); ++cell) {
                const std::uint32_t a = find(*begin(id)), b = find(*cell);
                if (a == b) continue;
                root[b] = a;
                size[a] += size[b];
            }
        std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
        for (std::uint32_t cell = 0; cell < cells; ++cell)
            if (root[cell] == cell) order.emplace_back(size[cell], cell);
        std::sort(order.begin(), order.end());
        for (std::uint32_t n = 0; n < order.size(); ++n) size[order[n].second] = n;
        std::vector<std::uint32_t> region(cells);
        for (std::uint32_t cell = 0; cell < cells; ++cell) region[cell] = size[find(cell)];
        return region;
    }

    /// The areas of the connected parts of an option.
    std::vector<std::uint32_t> parts(Id option, const std::vector<std::vector<std::uint16_t>>& beside) const {
        std::vector<std::uint16_t> rest(begin(option), end(option)), part;
        std::vector<std::uint32_t> areas;
        while (!rest.empty()) {
            part.assign(1, rest.back());
            rest.pop_back();
            for (std::size_t n = 0; n < part.size(); ++n) {
                for (std::uint16_t near : beside[part[n]]) {
                    const auto found = std::find(rest.begin(), rest.end(), near);
                    if (found == rest.end()) continue;
                    part.push_back(near);
                    rest.erase(found);
                }
            }
            areas.push_back(static_cast<std::uint32_t>(part.size()));
        }
        return areas;
    }

    /// The cells beside each cell, up to four, in any order.
    std::vector<std::vector<std::uint16_t>> neighbours() const {
        std::vector<std::vector<std::uint16_t>> beside(cells);
        std::vector<std::pair<std::array<std::int32_t, 2>, std::uint16_t>> sorted(cells);
        for (std::uint32_t c = 0; c < cells; ++c) sorted[c] = {at[c], static_cast<std::uint16_t>(c)};
        std::sort(sorted.begin(), sorted.end());
        for (std::uint32_t c = 0; c < cells; ++c) {
            for (auto [dx, dy] : {std::array{1, 0}, std::array{-1, 0}, std::array{0, 1}, std::array{0, -1}}) {
                const std::array<std::int32_t, 2> there{at[c][0] + dx, at[c][1] + dy};
                auto found = std::lower_bound(sorted.begin(), sorted.end(), std::pair{there, std::uint16_t{0}});
                if (found != sorted.end() && found->first == there) beside[c].push_back(found->second);
            }
        }
        return beside;
    }
};

}  // namespace unjam
