// Additive pattern databases: how many moves some of the tiles need when the others do not count.
//
// Source: R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002. The tiles are parted; a part's table
// counts only moves of its own tiles, so the parts add up to a lower bound. On boards with a symmetry that leaves the
// gap's home in place, the mirrored board is looked up in the same tables as well and the larger bound counts.
//
// A table holds half of what a part needs beyond its Manhattan distance (the two always differ by an even number), four
// bits each; what would not fit is cut off, which keeps the bound a bound. Tiles are named by the cell they belong to.
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

constexpr int most_part = 8;

/// Numbers the places of eight (or seven) tiles on sixteen cells without gaps. Packed places have four bits a tile.
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
        const auto left = [mask = mask](unsigned at) {  // how many free cells come before this one
            return at - static_cast<unsigned>(std::popcount(mask & ((1U << at) - 1U)));
        };
        const unsigned p = left(a), q = left(b) - (b > a), r = left(c) - (c > a) - (c > b);
        const std::size_t seven = (p * 11U + q) * 10U + r;
        if (tiles == 7) return first * std::size_t{1320} + seven;
        return first * std::size_t{11880} + seven * 9U + (left(d) - (d > a) - (d > b) - (d > c));
    }

private:
    struct Four {
        std::uint16_t rank = 0, mask = 0;
    };
    std::vector<Four> four_;
};

/// One table; parts that are mirror images of each other share it.
struct Table {
    std::vector<int> tiles;
    bool ranked = false;  // numbered without gaps, or by places as digits
    std::size_t entries = 0;
    std::vector<std::uint8_t> data;              // filled here,
    std::shared_ptr<const std::uint8_t> mapped;  // or somebody else's memory, whole and for reading only

    std::size_t bytes() const { return (entries + 1) / 2; }
    bool whole() const { return mapped || data.size() == bytes(); }
    const std::uint8_t* begin() const { return mapped ? mapped.get() : data.data(); }
    std::uint8_t operator[](std::size_t index) const { return begin()[index >> 1] >> (index & 1) * 4 & 15; }
};

class Patterns {
public:
    /// Lays the tables out, still empty. `parts` hold every tile but the gap once; parts may be missing (they count 0).
    Patterns(int rows, int cols, int gap, const std::vector<std::vector<int>>& parts)
        : grid_(Grid::checked(rows, cols, gap)), gap_(gap), symmetries_(grid_.symmetries()) {
        std::vector<bool> known(static_cast<std::size_t>(grid_.cells()));
        for (const auto& part : parts) {
            if (part.empty() || part.size() > most_part) throw std::invalid_argument("a part has 1 to 8 tiles");
            for (const int tile : part) {
                if (tile < 0 || tile >= grid_.cells() || tile == gap || known[tile])
                    throw std::invalid_argument("parts overlap");
                known[tile] = true;
            }
            place(part);
        }
        parts_ = static_cast<int>(parts.size());
        mirror();
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

    /// Which part a tile belongs to in a view (or -1), and what it adds to that part's index when it stands on a cell.
    int part(int view, int tile) const { return sides_[view].part[tile]; }
    std::uint32_t weight(int view, int tile, int cell) const { return sides_[view].weight[tile][cell]; }

    std::size_t bytes() const {
        return std::accumulate(tables_.begin(), tables_.end(), std::size_t{0},
                               [](std::size_t sum, const Table& table) { return sum + table.bytes(); });
    }
    bool ready() const { return ready_; }
    /// A whole set of tables says that the goal is reached; tables that do not were never filled.
    void declare_ready() {
        for (const Table& table : tables_)
            if (!table.whole()) throw std::invalid_argument("a table is not whole");
        std::array<std::uint8_t, most_cells> goal{};
        std::iota(goal.begin(), goal.end(), std::uint8_t{0});
        if (parts_ > 0 && bound(goal) != 0) throw std::invalid_argument("the tables are wrong about the goal");
        ready_ = true;
    }

    std::uint8_t surplus(int part, std::uint32_t index) const {
        const Table& table = tables_[table_of_[part]];
        return table[table.ranked ? (*ranking_)(index, static_cast<int>(table.tiles.size())) : index];
    }

    /// The lower bound for a whole board of tile names, the gap being the name of its own home.
    int bound(std::span<const std::uint8_t> board) const {
        int apart = 0, most = 0;
        for (int at = 0; at < grid_.cells(); ++at)
            if (board[at] != gap_) apart += grid_.distance(at, board[at]);
        for (int view = 0; view < views_; ++view) {
            std::array<std::uint32_t, most_cells> index{};
            for (int at = 0; at < grid_.cells(); ++at)
                if (const int tile = board[at]; part(view, tile) >= 0)
                    index[part(view, tile)] += weight(view, tile, at);
            int sum = 0;
            for (int p = 0; p < parts_; ++p) sum += surplus(p, index[p]);
            most = std::max(most, sum);
        }
        return apart + 2 * most;
    }

private:
    struct Side {
        std::array<std::int8_t, most_cells> part{};
        std::array<std::array<std::uint32_t, most_cells>, most_cells> weight{};
        Side() { part.fill(-1); }
    };

    /// Finds the table that the part can share, or makes one; fills in how the part's tiles are looked up.
    void place(const std::vector<int>& part) {
        const auto region = [&](const std::vector<int>& tiles) {
            Mask taken = 0;
            for (const int tile : tiles) taken |= Mask{1} << tile;
            return grid_.flood(Mask{1} << gap_, grid_.all() & ~taken);
        };
        const Mask start = region(part);
        const int number = static_cast<int>(table_of_.size());
        for (const auto& image_of : symmetries_) {
            std::vector<int> image;
            for (const int tile : part) image.push_back(image_of[tile]);
            Mask moved = 0;
            for (Mask left = start; left; left &= left - 1) moved |= Mask{1} << image_of[std::countr_zero(left)];
            for (std::size_t t = 0; t < tables_.size(); ++t) {
                auto& tiles = tables_[t].tiles;
                if (!std::is_permutation(tiles.begin(), tiles.end(), image.begin(), image.end()) ||
                    region(tiles) != moved)
                    continue;
                table_of_.push_back(t);
                look_up(number, part, tables_[t], image_of);
                return;
            }
        }
        Table table;
        table.tiles = part;
        std::sort(table.tiles.begin(), table.tiles.end(),
                  std::greater<>());  // measured: kinder to the cache in this order
        table.entries = 1;
        for (std::size_t i = 0; i < part.size(); ++i) table.entries *= static_cast<std::size_t>(grid_.cells());
        if (table.entries > std::size_t{1} << 28) {
            if (grid_.cells() != 16 || part.size() < 7)
                throw std::invalid_argument("a part is too large for its board");
            table.ranked = true;
            table.entries = Ranking::entries(static_cast<int>(part.size()));
            if (!ranking_) ranking_ = std::make_shared<Ranking>();
        }
        tables_.push_back(std::move(table));
        table_of_.push_back(tables_.size() - 1);
        look_up(number, part, tables_.back(), symmetries_[0]);
    }

    void look_up(int number, const std::vector<int>& part, const Table& table,
                 const std::array<std::uint8_t, most_cells>& image_of) {
        for (const int tile : part) {
            const auto digit = std::find(table.tiles.begin(), table.tiles.end(), image_of[tile]) - table.tiles.begin();
            std::uint32_t value = 1;
            for (int i = 0; i < digit; ++i) value *= static_cast<std::uint32_t>(grid_.cells());
            sides_[0].part[tile] = static_cast<std::int8_t>(number);
            for (int at = 0; at < grid_.cells(); ++at) sides_[0].weight[tile][at] = value * image_of[at];
        }
    }

    /// The second view: the board seen in a mirror that leaves the gap's home in place.
    void mirror() {
        if (parts_ == 0) {
            views_ = 1;
            return;
        }
        for (std::size_t w = 1; w < symmetries_.size(); ++w) {
            const auto& image_of = symmetries_[w];
            if (image_of[gap_] != gap_) continue;
            for (int tile = 0; tile < grid_.cells(); ++tile) {
                sides_[1].part[tile] = sides_[0].part[image_of[tile]];
                for (int at = 0; at < grid_.cells(); ++at)
                    sides_[1].weight[tile][at] = sides_[0].weight[image_of[tile]][image_of[at]];
            }
            views_ = 2;
            return;
        }
    }

    Grid grid_;
    int gap_, parts_ = 0, views_ = 1;
    std::vector<std::array<std::uint8_t, most_cells>> symmetries_;
    std::vector<Table> tables_;
    std::vector<std::size_t> table_of_;
    std::array<Side, 2> sides_;
    std::shared_ptr<Ranking> ranking_;
    bool ready_ = false;
};

}  // namespace unjam::tiles
