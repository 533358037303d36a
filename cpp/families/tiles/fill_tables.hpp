// TableFiller computes one pattern table by breadth-first search from the goal, in blocks of tile orders;
// `fill` computes them all.
//
// A position consists of the cells of the part's tiles, their order, and the region between them that holds the gap,
// which moves for free inside its region. Positions with the same set of cells and the same region form a block with
// one byte per order of the tiles. A step of a tile leads from every order in a block to one order in another block.
// Which one depends only on how many tiles were passed, so the steps of a whole block are found once and then applied
// to all its orders.
#pragma once

#include <cstring>

#include "families/tiles/pattern_tables.hpp"

namespace unjam::tiles {

class TableFiller {
public:
    TableFiller(const PatternTables& patterns, Table& table, Guard& guard)
        : patterns_(patterns),
          grid_(patterns.grid()),
          table_(table),
          guard_(guard),
          tiles_(static_cast<int>(table.tiles.size())) {}

    /// Memory while it runs, the table included.
    std::size_t bytes() const { return distance_.size() + steps_.size() * sizeof(Step) + table_.bytes(); }
    std::size_t peak() const { return peak_bytes_; }

    /// False if the limits stopped it; the table is then useless.
    bool run(std::uint64_t& expanded) {
        list_orders();
        list_blocks();
        const std::size_t needed = regions_.size() * block_width_ + table_.bytes() + regions_.size() * 64;
        if (guard_.refuses(needed)) return false;
        distance_.assign(regions_.size() * block_width_, unknown);
        list_steps();
        peak_bytes_ = bytes();
        return search(expanded) && write();
    }

private:
    static constexpr std::uint8_t unknown = 255, max_distance = 254;
    struct Step {
        std::uint32_t block;
        std::uint32_t reordering;  // number of the reordering; 0: none
    };

    void list_orders() {
        std::size_t count = 1;
        for (int i = 2; i <= tiles_; ++i) count *= static_cast<std::size_t>(i);
        for (std::size_t rank = 0; rank < count; ++rank) orders_.push_back(unrank(rank));
        block_width_ = (orders_.size() + 7) / 8 * 8;
        reorderings_.resize(static_cast<std::size_t>(tiles_) * tiles_ + 1);
        reordering_of_.assign(static_cast<std::size_t>(tiles_) * tiles_, 0);
    }

    std::array<std::uint8_t, max_part> unrank(std::size_t rank) const {
        std::array<std::uint8_t, max_part> digits{}, order{};
        for (int i = tiles_ - 1; i >= 0; rank /= static_cast<std::size_t>(tiles_ - i), --i)
            digits[i] = static_cast<std::uint8_t>(rank % static_cast<std::size_t>(tiles_ - i));
        unsigned left = (1U << tiles_) - 1U;
        for (int i = 0; i < tiles_; ++i) {
            unsigned pick = left;
            for (int skip = digits[i]; skip > 0; --skip) pick &= pick - 1;
            order[i] = static_cast<std::uint8_t>(std::countr_zero(pick));
            left &= ~(pick & -pick);
        }
        return order;
    }

    std::uint16_t rank(const std::array<std::uint8_t, max_part>& order) const {
        unsigned rank = 0, used = 0;
        for (int i = 0; i < tiles_; ++i) {
            rank = rank * static_cast<unsigned>(tiles_ - i) + order[i] -
                   static_cast<unsigned>(std::popcount(used & ((1U << order[i]) - 1U)));
            used |= 1U << order[i];
        }
        return static_cast<std::uint16_t>(rank);
    }

    /// Returns the number of the reordering that moves the tile in slot `from` to slot `to`.
    std::uint32_t reordering(int from, int to) {
        if (from == to) return 0;
        auto& number = reordering_of_[static_cast<std::size_t>(from) * tiles_ + to];
        if (number == 0) {
            number = ++reordering_count_;
            auto& map = reorderings_[number];
            map.reserve(orders_.size());
            for (auto order : orders_) {
                if (from < to)
                    std::rotate(order.begin() + from, order.begin() + from + 1, order.begin() + to + 1);
                else
                    std::rotate(order.begin() + to, order.begin() + from, order.begin() + from + 1);
                map.push_back(rank(order));
            }
        }
        return number;
    }

    std::uint32_t set_rank(Mask set) const {
        std::uint64_t rank = 0;
        for (int i = 1; set; ++i, set &= set - 1) rank += binomial_[std::countr_zero(set)][i];
        return static_cast<std::uint32_t>(rank);
    }

    void list_blocks() {
        for (auto& row : binomial_) row.fill(0);
        for (int n = 0; n <= max_cells; ++n) {
            binomial_[n][0] = 1;
            for (int k = 1; k <= std::min(n, max_part); ++k)
                binomial_[n][k] = binomial_[n - 1][k - 1] + (k < n ? binomial_[n - 1][k] : 0);
        }
        const Mask end = Mask{1} << grid_.cells();
        for (Mask set = (Mask{1} << tiles_) - 1; set < end;) {
            first_block_.push_back(static_cast<std::uint32_t>(regions_.size()));
            sets_.push_back(set);
            for (Mask free = grid_.all_cells() & ~set; free;) {
                const Mask region = grid_.flood(free & -free, free);
                regions_.push_back(region);
                free &= ~region;
            }
            const Mask low = set & -set, ripple = set + low;  // the next set of the same size
            set = ((ripple ^ set) >> 2) / low | ripple;
        }
        first_block_.push_back(static_cast<std::uint32_t>(regions_.size()));
    }

    std::uint32_t block(Mask set, int gap) const {
        const std::uint32_t at = set_rank(set);
        std::uint32_t block = first_block_[at];
        while (!(regions_[block] >> gap & 1)) ++block;
        return block;
    }

    void list_steps() {
        step_start_.push_back(0);
        for (std::size_t s = 0; s < sets_.size(); ++s) {
            const Mask set = sets_[s];
            for (std::uint32_t b = first_block_[s]; b < first_block_[s + 1]; ++b) {
                int slot = 0;
                for (Mask left = set; left; left &= left - 1, ++slot) {
                    const int from = std::countr_zero(left);
                    for (const int to : grid_.neighbours[from]) {
                        if (to < 0 || !(regions_[b] >> to & 1)) continue;
                        const Mask rest = set & ~(Mask{1} << from);
                        const int slot_after = std::popcount(rest & ((Mask{1} << to) - 1));
                        steps_.push_back({block(rest | Mask{1} << to, from), reordering(slot, slot_after)});
                    }
                }
                step_start_.push_back(steps_.size());
            }
        }
    }

    bool search(std::uint64_t& expanded) {
        Mask home = 0;
        for (const int tile : table_.tiles) home |= Mask{1} << tile;
        std::vector<std::uint8_t> now(regions_.size()), next(regions_.size());
        const std::uint32_t start = block(home, patterns_.gap());
        distance_[start * block_width_ + orders_.size() - 1] =
            0;  // the last order: tiles are sorted in descending order
        now[start] = 1;
        std::vector<std::uint16_t> fresh(orders_.size());
        for (std::uint8_t depth = 0, more = 1; more && depth < max_distance - 1; ++depth) {
            more = 0;
            for (std::uint32_t b = 0; b < regions_.size(); ++b) {
                if (!now[b]) continue;
                now[b] = 0;
                const std::size_t count = collect(b, depth, fresh);
                expanded += count;
                if ((b & 15) == 0 && guard_.check(expanded, 0)) return false;
                for (std::size_t s = step_start_[b]; s < step_start_[b + 1]; ++s)
                    if (apply(steps_[s], std::span(fresh.data(), count), static_cast<std::uint8_t>(depth + 1)))
                        next[steps_[s].block] = more = 1;
            }
            now.swap(next);
        }
        return true;
    }

    /// Lists the orders of a block that are reached at this depth.
    std::size_t collect(std::uint32_t b, std::uint8_t depth, std::vector<std::uint16_t>& fresh) const {
        const std::uint8_t* at = &distance_[b * block_width_];
        const std::uint64_t ones = 0x0101010101010101, wanted = ones * depth;
        std::size_t count = 0;
        for (std::size_t i = 0; i < orders_.size(); i += 8) {
            std::uint64_t word;
            std::memcpy(&word, at + i, 8);
            word ^= wanted;
            if (!((word - ones) & ~word & ones << 7)) continue;
            for (std::size_t j = i; j < std::min(i + 8, orders_.size()); ++j) {
                fresh[count] = static_cast<std::uint16_t>(j);
                count += at[j] == depth;
                if (count == fresh.size()) return count;
            }
        }
        return count;
    }

    bool apply(const Step& step, std::span<const std::uint16_t> fresh, std::uint8_t depth) {
        std::uint8_t* to = &distance_[step.block * block_width_];
        unsigned any = 0;
        const auto mark = [&](std::size_t order) {
            const bool open = to[order] == unknown;
            to[order] = open ? depth : to[order];
            any |= open;
        };
        if (step.reordering == 0) {
            for (const std::uint16_t order : fresh) mark(order);
        } else {
            const std::uint16_t* map = reorderings_[step.reordering].data();
            for (const std::uint16_t order : fresh) mark(map[order]);
        }
        return any != 0;
    }

    bool write() {
        table_.mapped.reset();
        table_.data.assign(table_.bytes(), 0);
        std::array<std::array<std::uint64_t, max_part>, max_part> adds{};  // by slot and tile: index << 16 | distance
        for (std::size_t s = 0; s < sets_.size(); ++s) {
            if ((s & 63) == 0 && guard_.check(0, 0)) return false;
            int slot = 0;
            for (Mask left = sets_[s]; left; left &= left - 1, ++slot) {
                const int cell = std::countr_zero(left);
                std::uint64_t value = 1;
                for (int tile = 0; tile < tiles_; ++tile, value *= static_cast<std::uint64_t>(grid_.cells()))
                    adds[slot][tile] =
                        value * cell << 16 | static_cast<std::uint64_t>(grid_.distance(cell, table_.tiles[tile]));
            }
            for (std::size_t order = 0; order < orders_.size(); ++order) {
                std::uint8_t least = unknown;
                for (std::uint32_t b = first_block_[s]; b < first_block_[s + 1]; ++b)
                    least = std::min(least, distance_[b * block_width_ + order]);
                if (least == unknown) continue;
                std::uint64_t sum = 0;
                for (int i = 0; i < tiles_; ++i) sum += adds[i][orders_[order][i]];
                const int extra = std::min((least - static_cast<int>(sum & 0xFFFF)) / 2, 15);
                if (extra == 0) continue;
                const auto packed = static_cast<std::uint32_t>(sum >> 16);
                const std::size_t index = table_.ranked ? patterns_.ranking()(packed, tiles_) : packed;
                table_.data[index >> 1] |= static_cast<std::uint8_t>(extra << (index & 1) * 4);
            }
        }
        return true;
    }

    const PatternTables& patterns_;
    const Grid& grid_;
    Table& table_;
    Guard& guard_;
    int tiles_;
    std::size_t block_width_ = 0, peak_bytes_ = 0;
    std::vector<std::array<std::uint8_t, max_part>> orders_;
    std::vector<std::vector<std::uint16_t>> reorderings_;
    std::vector<std::uint32_t> reordering_of_;
    std::uint32_t reordering_count_ = 0;
    std::array<std::array<std::uint64_t, max_part + 1>, max_cells + 1> binomial_{};
    std::vector<Mask> sets_, regions_;
    std::vector<std::uint32_t> first_block_;
    std::vector<Step> steps_;
    std::vector<std::size_t> step_start_;
    std::vector<std::uint8_t> distance_;
};

/// Fills all tables; false if the limits stopped it. `peak` is the most memory used at once.
inline bool fill(PatternTables& patterns, Guard& guard, std::uint64_t& expanded, std::size_t& peak) {
    std::size_t filled_bytes = 0;
    for (Table& table : patterns.tables()) {
        TableFiller filling(patterns, table, guard);
        if (!filling.run(expanded)) return false;
        peak = std::max(peak, filled_bytes + filling.peak());
        filled_bytes += table.data.size();
    }
    patterns.mark_ready();
    return true;
}

}  // namespace unjam::tiles
