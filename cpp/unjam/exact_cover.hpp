// ExactCover, the problem on a board: cells, options in classes with counts, components, fillable areas; also
// the share done of a paused search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace unjam {

using Id = std::uint32_t;
constexpr Id no_id = ~Id{0};

/// How a search ended: nothing is left to try, the caller or a limit stopped it, or it paused and can be resumed.
enum class CoverEnding : std::uint8_t { exhausted, stopped, paused };

/// One step of a paused search: the number of the option it was at, and how many of the fitting options it has
/// finished.
struct PausedStep {
    std::uint32_t at = 0, done = 0, options = 1;
};

/// The share of a paused search that is done, assuming that every option of a step leads to equal work.
inline double share_done(const std::vector<PausedStep>& steps, std::uint32_t from, std::uint32_t paused_at) {
    double share = 0, part = 1;
    for (std::uint32_t depth = from; depth < paused_at && depth < steps.size(); ++depth) {
        part /= steps[depth].options;
        share += part * steps[depth].done;
    }
    return share;
}

/// Every cell must be covered by exactly one chosen option. Options belong to classes. At most `count[k]` options of
/// class k may be chosen, and exactly that many unless `leftover`. Options are numbered class by class in listing
/// order.
struct ExactCover {
    std::uint32_t cells = 0;
    bool leftover = false;
    std::vector<std::array<std::int32_t, 2>> position;  // per cell: x, y
    std::vector<std::uint32_t> count;                   // per class
    std::vector<std::uint32_t> area;                    // per class: the cells of one option
    std::vector<Id> first_option{0};                    // per class: its first option; one more at the end
    std::vector<std::uint16_t> option_cells;            // the cells of all options, one after the other
    std::vector<std::uint32_t> first_cell{0};  // per option: where its cells begin in option_cells; one more at the end
    std::vector<std::uint16_t> class_of;       // per option: its class

    std::uint32_t classes() const { return static_cast<std::uint32_t>(count.size()); }
    Id options() const { return static_cast<Id>(class_of.size()); }
    const std::uint16_t* begin(Id option) const { return option_cells.data() + first_cell[option]; }
    const std::uint16_t* end(Id option) const { return option_cells.data() + first_cell[option + 1]; }
    std::uint32_t pieces() const { return std::accumulate(count.begin(), count.end(), 0u); }

    /// Which areas some of the pieces can fill together; an island of any other area can never be filled. A
    /// disconnected piece counts part by part, because its parts may lie in different islands.
    std::vector<bool> fillable_areas() const {
        const auto neighbours_of = neighbours();
        std::vector<bool> fillable(cells + 1, false);
        fillable[0] = true;
        for (std::uint32_t k = 0; k < classes(); ++k) {
            if (first_option[k] == first_option[k + 1]) continue;
            for (std::uint32_t part : part_areas(first_option[k], neighbours_of)) {
                std::vector<std::uint32_t> used(cells + 1, 0);
                for (std::uint32_t n = part; n <= cells; ++n) {
                    if (!fillable[n] && fillable[n - part] && used[n - part] < count[k]) {
                        fillable[n] = true;
                        used[n] = used[n - part] + 1;
                    }
                }
            }
        }
        return fillable;
    }

    /// The connected component of each cell, numbered by size, smallest first: no option covers cells of two
    /// components.
    std::vector<std::uint32_t> components() const {
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
        std::vector<std::uint32_t> component(cells);
        for (std::uint32_t cell = 0; cell < cells; ++cell) component[cell] = size[find(cell)];
        return component;
    }

    /// The areas of the connected parts of an option.
    std::vector<std::uint32_t> part_areas(Id option,
                                          const std::vector<std::vector<std::uint16_t>>& neighbours_of) const {
        std::vector<std::uint16_t> rest(begin(option), end(option)), part;
        std::vector<std::uint32_t> areas;
        while (!rest.empty()) {
            part.assign(1, rest.back());
            rest.pop_back();
            for (std::size_t n = 0; n < part.size(); ++n) {
                for (std::uint16_t near : neighbours_of[part[n]]) {
                    const auto match = std::find(rest.begin(), rest.end(), near);
                    if (match == rest.end()) continue;
                    part.push_back(near);
                    rest.erase(match);
                }
            }
            areas.push_back(static_cast<std::uint32_t>(part.size()));
        }
        return areas;
    }

    /// The cells next to each cell.
    std::vector<std::vector<std::uint16_t>> neighbours() const {
        std::vector<std::vector<std::uint16_t>> neighbours_of(cells);
        std::vector<std::pair<std::array<std::int32_t, 2>, std::uint16_t>> sorted(cells);
        for (std::uint32_t c = 0; c < cells; ++c) sorted[c] = {position[c], static_cast<std::uint16_t>(c)};
        std::sort(sorted.begin(), sorted.end());
        for (std::uint32_t c = 0; c < cells; ++c) {
            for (auto [dx, dy] : {std::array{1, 0}, std::array{-1, 0}, std::array{0, 1}, std::array{0, -1}}) {
                const std::array<std::int32_t, 2> target{position[c][0] + dx, position[c][1] + dy};
                auto match = std::lower_bound(sorted.begin(), sorted.end(), std::pair{target, std::uint16_t{0}});
                if (match != sorted.end() && match->first == target) neighbours_of[c].push_back(match->second);
            }
        }
        return neighbours_of;
    }
};

}  // namespace unjam
