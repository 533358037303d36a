// PatternTables, additive pattern databases and their lower bound: parts of the tiles, shared and mirrored
// tables, Ranking of placements; fill_tables.hpp fills them.
//
// R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002. The tiles are divided into parts. A part's
// table counts only the moves of its own tiles, so the parts add up to a lower bound. If the board has a symmetry that
// keeps the gap's home in place, the mirrored board is looked up in the same tables as well and the larger bound
// counts.
//
// A table holds half of what a part needs beyond its Manhattan distance (the difference is always even), four bits
// each. Larger values are cut off, which keeps the bound admissible. Tiles are named after their goal cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "families/tiles/grid.hpp"
#include "unjam/limits.hpp"

namespace unjam::tiles {

constexpr int max_part = 8;

/// Numbers the placements of eight (or seven) tiles on sixteen cells without gaps. Packed cells have four bits per
/// tile.
class Ranking {
public:
    Ranking() : four_(1 << 16) {
        std::uint16_t next = 0;
        for (unsigned packed = 0; packed < four_.size(); ++packed) {
            unsigned mask = 0;
            for (int i = 0; i < 4; ++i) mask |= 1U << (packed >> 4 * i & 15);
            if (std::popcount(mask) == 4) four_[packed] = {next++, static_cast<std::uint16_t>(mask)};
        }
    }

    static std::size_t entries(int tiles) { return 43680U * (tiles == 8 ? 11880U : 1320U); }

    std::size_t operator()(std::uint32_t packed, int tiles) const {
        const auto [first, mask] = four_[packed & 0xFFFF];
        const unsigned a = packed >> 16 & 15, b = packed >> 20 & 15, c = packed >> 24 & 15, d = packed >> 28;
        const auto free_before = [mask = mask](unsigned at) {  // free cells before this one
            return at - static_cast<unsigned>(std::popcount(mask & ((1U << at) - 1U)));
        };
        const unsigned p = free_before(a), q = free_before(b) - (b > a), r = free_before(c) - (c > a) - (c > b);
        const std::size_t seven = (p * 11U + q) * 10U + r;
        if (tiles == 7) return first * std::size_t{1320} + seven;
        return first * std::size_t{11880} + seven * 9U + (free_before(d) - (d > a) - (d > b) - (d > c));
    }

private:
    struct Four {
        std::uint16_t rank = 0, mask = 0;
    };
    std::vector<Four> four_;
};

/// One table. Parts that are mirror images of each other share it.
struct Table {
    std::vector<int> tiles;
    bool ranked = false;  // numbered without gaps, or with cells as digits
    std::size_t entries = 0;
    std::vector<std::uint8_t> data;              // filled here
    std::shared_ptr<const std::uint8_t> mapped;  // or memory of the caller, complete and read-only

    std::size_t bytes() const { return (entries + 1) / 2; }
    bool is_complete() const { return mapped || data.size() == bytes(); }
    const std::uint8_t* begin() const { return mapped ? mapped.get() : data.data(); }
    std::uint8_t operator[](std::size_t index) const { return begin()[index >> 1] >> (index & 1) * 4 & 15; }
};

class PatternTables {
public:
    /// Creates the tables, still empty. `parts` hold each tile except the gap at most once; missing tiles count 0.
    PatternTables(int rows, int cols, int gap, const std::vector<std::vector<int>>& parts)
        : grid_(Grid::checked(rows, cols, gap)), gap_(gap), symmetries_(grid_.symmetries()) {
        std::vector<bool> known(static_cast<std::size_t>(grid_.cells()));
        for (const auto& part : parts) {
            if (part.empty() || part.size() > max_part) throw std::invalid_argument("a part has 1 to 8 tiles");
            for (const int tile : part) {
                if (tile < 0 || tile >= grid_.cells() || tile == gap || known[tile])
                    throw std::invalid_argument("parts overlap");
                known[tile] = true;
            }
            add_part(part);
        }
        parts_ = static_cast<int>(parts.size());
        add_mirrored_view();
    }

    const Grid& grid() const { return grid_; }
    int gap() const { return gap_; }
    int parts() const { return parts_; }
    int views() const { return views_; }
    bool ranked() const {
        return std::any_of(tables_.begin(), tables_.end(), [](const Table& table) { return table.ranked; });
    }
    std::vector<Table>& tables() { return tables_; }
    const std::vector<Table>& tables() const { return tables_; }
    const Table& table(int part) const { return tables_[table_of_[part]]; }
    const Ranking& ranking() const { return *ranking_; }

    /// The part of a tile in a view (or -1), and what the tile adds to the part's index on a cell.
    int part(int view, int tile) const { return view_[view].part[tile]; }
    std::uint32_t weight(int view, int tile, int cell) const { return view_[view].weight[tile][cell]; }

    std::size_t bytes() const {
        return std::accumulate(tables_.begin(), tables_.end(), std::size_t{0},
                               [](std::size_t sum, const Table& table) { return sum + table.bytes(); });
    }
    bool is_ready() const { return is_ready_; }
    /// Complete tables give 0 for the goal; if they do not, they were never filled.
    void mark_ready() {
        for (const Table& table : tables_)
            if (!table.is_complete()) throw std::invalid_argument("a table is not whole");
        std::array<std::uint8_t, max_cells> goal{};
        std::iota(goal.begin(), goal.end(), std::uint8_t{0});
        if (parts_ > 0 && bound(goal) != 0) throw std::invalid_argument("the tables are wrong about the goal");
        is_ready_ = true;
    }

    std::uint8_t surplus(int part, std::uint32_t index) const {
        const Table& table = tables_[table_of_[part]];
        return table[table.ranked ? (*ranking_)(index, static_cast<int>(table.tiles.size())) : index];
    }

    /// The lower bound for a board of tile names; the gap is named after its own goal cell.
    int bound(std::span<const std::uint8_t> board) const {
        int manhattan = 0, max_surplus = 0;
        for (int at = 0; at < grid_.cells(); ++at)
            if (board[at] != gap_) manhattan += grid_.distance(at, board[at]);
        for (int view = 0; view < views_; ++view) {
            std::array<std::uint32_t, max_cells> index{};
            for (int at = 0; at < grid_.cells(); ++at)
                if (const int tile = board[at]; part(view, tile) >= 0)
                    index[part(view, tile)] += weight(view, tile, at);
            int sum = 0;
            for (int p = 0; p < parts_; ++p) sum += surplus(p, index[p]);
            max_surplus = std::max(max_surplus, sum);
        }
        return manhattan + 2 * max_surplus;
    }

private:
    struct View {
        std::array<std::int8_t, max_cells> part{};
        std::array<std::array<std::uint32_t, max_cells>, max_cells> weight{};
        View() { part.fill(-1); }
    };

    /// Finds a table that the part can share, or adds one, and sets how the part's tiles are looked up.
    void add_part(const std::vector<int>& part) {
        const auto region = [&](const std::vector<int>& tiles) {
            Mask taken = 0;
            for (const int tile : tiles) taken |= Mask{1} << tile;
            return grid_.flood(Mask{1} << gap_, grid_.all_cells() & ~taken);
        };
        const Mask start = region(part);
        const int number = static_cast<int>(table_of_.size());
        for (const auto& image_of : symmetries_) {
            std::vector<int> image;
            for (const int tile : part) image.push_back(image_of[tile]);
            Mask image_region = 0;
            for (Mask free_before = start; free_before; free_before &= free_before - 1)
                image_region |= Mask{1} << image_of[std::countr_zero(free_before)];
            for (std::size_t t = 0; t < tables_.size(); ++t) {
                auto& tiles = tables_[t].tiles;
                if (!std::is_permutation(tiles.begin(), tiles.end(), image.begin(), image.end()) ||
                    region(tiles) != image_region)
                    continue;
                table_of_.push_back(t);
                set_weights(number, part, tables_[t], image_of);
                return;
            }
        }
        Table table;
        table.tiles = part;
        std::sort(table.tiles.begin(), table.tiles.end(),
                  std::greater<>());  // measured: this order has fewer cache misses
        std::uint64_t entries = 1;
        for (std::size_t i = 0; i < part.size() && entries >> 40 == 0; ++i)
            entries *= static_cast<unsigned>(grid_.cells());
        table.entries = static_cast<std::size_t>(entries);
        if (entries > std::uint64_t{1} << 28) {
            if (grid_.cells() != 16 || part.size() < 7)
                throw std::invalid_argument("a part is too large for its board");
            table.ranked = true;
            table.entries = Ranking::entries(static_cast<int>(part.size()));
            if (!ranking_) ranking_ = std::make_shared<Ranking>();
        }
        tables_.push_back(std::move(table));
        table_of_.push_back(tables_.size() - 1);
        set_weights(number, part, tables_.back(), symmetries_[0]);
    }

    void set_weights(int number, const std::vector<int>& part, const Table& table,
                     const std::array<std::uint8_t, max_cells>& image_of) {
        for (const int tile : part) {
            const auto digit = std::find(table.tiles.begin(), table.tiles.end(), image_of[tile]) - table.tiles.begin();
            std::uint32_t value = 1;
            for (int i = 0; i < digit; ++i) value *= static_cast<std::uint32_t>(grid_.cells());
            view_[0].part[tile] = static_cast<std::int8_t>(number);
            for (int at = 0; at < grid_.cells(); ++at) view_[0].weight[tile][at] = value * image_of[at];
        }
    }

    /// Adds the second view: the board mirrored such that the gap's home stays in place.
    void add_mirrored_view() {
        if (parts_ == 0) {
            views_ = 1;
            return;
        }
        for (std::size_t w = 1; w < symmetries_.size(); ++w) {
            const auto& image_of = symmetries_[w];
            if (image_of[gap_] != gap_) continue;
            for (int tile = 0; tile < grid_.cells(); ++tile) {
                view_[1].part[tile] = view_[0].part[image_of[tile]];
                for (int at = 0; at < grid_.cells(); ++at)
                    view_[1].weight[tile][at] = view_[0].weight[image_of[tile]][image_of[at]];
            }
            views_ = 2;
            return;
        }
    }

    Grid grid_;
    int gap_, parts_ = 0, views_ = 1;
    std::vector<std::array<std::uint8_t, max_cells>> symmetries_;
    std::vector<Table> tables_;
    std::vector<std::size_t> table_of_;
    std::array<View, 2> view_;
    std::shared_ptr<Ranking> ranking_;
    bool is_ready_ = false;
};

}  // namespace unjam::tiles
