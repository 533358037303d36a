// Board, the domain for blocks on boards that PackedBoard cannot hold: numbers the places of shapes, packs
// one place per block into a key, expands. Equal blocks are sorted, so that swapping them gives the same key.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "families/blocks/puzzle.hpp"
#include "unjam/bits.hpp"
#include "unjam/domain.hpp"
#include "unjam/key_sets.hpp"

namespace unjam::blocks {

/// A domain of the breadth-first kernels. `CellWords` for the board, `KeyWords` for a packed position. Only 60 bits of
/// a word are used, so that no key is all ones.
template <int CellWords, unsigned KeyWords>
class Board {
public:
    using Key = std::conditional_t<KeyWords == 1, std::uint64_t, WideKey<KeyWords>>;
    using Places = std::array<std::uint8_t, max_blocks>;
    using Cells = Bits<CellWords>;

    Board(const Puzzle& puzzle, Metric metric) : puzzle_(puzzle), metric_(metric) {
        shapes_.reserve(puzzle.shapes.size());
        for (const auto& shape : puzzle.shapes) shapes_.push_back(shape_of(shape));
        Places places{};
        unsigned word = 0, shift = 0;
        for (std::size_t i = 0; i < puzzle.blocks.size(); ++i) {
            const auto& block_spec = puzzle.blocks[i];
            const Shape& shape = shapes_[static_cast<std::size_t>(block_spec.shape)];
            Block block{&shape, -1, 0, 0, 0, i, i};
            block.bits = static_cast<unsigned>(std::bit_width(std::max<std::size_t>(shape.cell.size(), 2) - 1));
            if (shift + block.bits > 60) shift = 0, ++word;
            block.word = word;
            block.shift = shift;
            shift += block.bits;
            if (block_spec.goal >= 0) block.goal = shape.place[block_spec.goal];
            out_of_reach_ = out_of_reach_ || (block_spec.goal >= 0 && block.goal < 0);
            if (shape.place[block_spec.at] < 0) throw std::invalid_argument("a block stands outside the board");
            places[i] = static_cast<std::uint8_t>(shape.place[block_spec.at]);
            if (i > 0 && puzzle.blocks[i - 1].shape == block_spec.shape && block_spec.goal < 0 &&
                puzzle.blocks[i - 1].goal < 0) {
                block.first = blocks_.back().first;
                for (std::size_t j = block.first; j < i; ++j) blocks_[j].last = i;
            }
            blocks_.push_back(block);
            max_successors_ += metric == Metric::steps ? 4 : shape.cell.size() - 1;
        }
        if (word >= KeyWords) throw std::invalid_argument("too many blocks for this key");
        for (const Block& block : blocks_) std::sort(places.begin() + block.first, places.begin() + block.last + 1);
        Cells taken;
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (taken.meets(blocks_[i].shape->cells[places[i]])) throw std::invalid_argument("blocks overlap");
            taken ^= blocks_[i].shape->cells[places[i]];
        }
        start_ = pack(places);
    }
    Board(const Board&) = delete;  // blocks point to shapes
    Board& operator=(const Board&) = delete;

    static unsigned key_words(const Puzzle& puzzle) {
        unsigned word = 0, shift = 0;
        const auto cells = static_cast<std::size_t>(puzzle.rows * puzzle.cols);
        const auto bits = static_cast<unsigned>(std::bit_width(std::max<std::size_t>(cells, 2) - 1));  // an upper bound
        for (std::size_t i = 0; i < puzzle.blocks.size(); ++i) {
            if (shift + bits > 60) shift = 0, ++word;
            shift += bits;
        }
        return word + 1;
    }

    Key start() const { return start_; }
    std::uint64_t ranks() const { return 0; }
    unsigned rank_shift() const { return 0; }
    std::size_t max_successors() const { return max_successors_; }

    bool solved(const Key& key) const {
        for (const Block& block : blocks_)
            if (block.goal >= 0 && place(key, block) != block.goal) return false;
        return !out_of_reach_;
    }

    Expansion expand(const Key& key, Key* out) const {
        Places places = unpack(key);
        Cells taken;
        for (std::size_t i = 0; i < blocks_.size(); ++i) taken ^= blocks_[i].shape->cells[places[i]];
        Expansion expansion;
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            const Shape& shape = *blocks_[i].shape;
            const std::uint8_t from = places[i];
            taken ^= shape.cells[from];
            std::array<std::uint64_t, 4> seen{};
            seen[from / 64] |= std::uint64_t{1} << from % 64;
            std::array<std::uint8_t, max_side * max_side> reached;
            reached[0] = from;
            for (std::size_t at = 0, end = 1; at < end; ++at) {
                for (const std::int16_t to : shape.neighbours[reached[at]]) {
                    if (to < 0 || (seen[static_cast<unsigned>(to) / 64] >> to % 64 & 1) || taken.meets(shape.cells[to]))
                        continue;
                    seen[static_cast<unsigned>(to) / 64] |= std::uint64_t{1} << to % 64;
                    reached[end++] = static_cast<std::uint8_t>(to);
                    const Key after = key_after(places, i, static_cast<std::uint8_t>(to));
                    out[expansion.count] = after;
                    if (expansion.solved < 0 && solved(after)) expansion.solved = static_cast<int>(expansion.count);
                    ++expansion.count;
                }
                if (metric_ == Metric::steps) break;
            }
            taken ^= shape.cells[from];
        }
        return expansion;
    }

    /// Every move is reversible.
    unsigned predecessors(const Key& key, Key* out) const { return expand(key, out).count; }

    /// The cells from and to which the block that differs has moved.
    std::pair<int, int> difference(const Key& from, const Key& to) const {
        const Places a = unpack(from), b = unpack(to);
        for (std::size_t i = 0; i < blocks_.size(); i = blocks_[i].last + 1) {
            const auto first = static_cast<std::ptrdiff_t>(i), end = static_cast<std::ptrdiff_t>(blocks_[i].last + 1);
            std::vector<std::uint8_t> left, arrived;
            std::set_difference(a.begin() + first, a.begin() + end, b.begin() + first, b.begin() + end,
                                std::back_inserter(left));
            std::set_difference(b.begin() + first, b.begin() + end, a.begin() + first, a.begin() + end,
                                std::back_inserter(arrived));
            if (!left.empty()) return {blocks_[i].shape->cell[left[0]], blocks_[i].shape->cell[arrived[0]]};
        }
        return {-1, -1};
    }

    /// The cell of each block, in the order of the puzzle.
    std::vector<std::uint8_t> cells(const Key& key) const {
        const Places places = unpack(key);
        std::vector<std::uint8_t> cells;
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            cells.push_back(static_cast<std::uint8_t>(blocks_[i].shape->cell[places[i]]));
        return cells;
    }

private:
    /// The numbered places of a shape, and which are neighbours.
    struct Shape {
        std::vector<int> cell;                                // of its first cell
        std::vector<int> place;                               // by cell; -1 if it does not fit there
        std::vector<Cells> cells;                             // the cells covered
        std::vector<std::array<std::int16_t, 4>> neighbours;  // right, left, down, up
    };
    struct Block {
        const Shape* shape;
        int goal;  // a place, or -1
        unsigned word, shift, bits;
        std::size_t first, last;  // the range of equal blocks
    };

    Shape shape_of(const std::vector<std::pair<int, int>>& offsets) const {
        Shape shape;
        const int rows = puzzle_.rows, cols = puzzle_.cols;
        shape.place.assign(static_cast<std::size_t>(rows) * cols, -1);
        for (int at = 0; at < rows * cols; ++at) {
            Cells covered;
            bool fits = true;
            for (const auto& [down, right] : offsets) {
                const int row = at / cols + down, col = at % cols + right;
                fits = fits && row >= 0 && row < rows && col >= 0 && col < cols && !puzzle_.walls[row * cols + col];
                if (fits) covered.set(static_cast<std::uint32_t>(row * cols + col));
            }
            if (!fits) continue;
            shape.place[at] = static_cast<int>(shape.cell.size());
            shape.cell.push_back(at);
            shape.cells.push_back(covered);
        }
        for (const int at : shape.cell) {
            const int row = at / cols, col = at % cols;
            const auto place_at = [&](int r, int c) {
                return static_cast<std::int16_t>(r >= 0 && r < rows && c >= 0 && c < cols ? shape.place[r * cols + c]
                                                                                          : -1);
            };
            shape.neighbours.push_back(
                {place_at(row, col + 1), place_at(row, col - 1), place_at(row + 1, col), place_at(row - 1, col)});
        }
        return shape;
    }

    static std::uint64_t& word(Key& key, unsigned number) {
        if constexpr (KeyWords == 1)
            return (void)number, key;
        else
            return key[number];
    }
    static std::uint64_t word(const Key& key, unsigned number) {
        if constexpr (KeyWords == 1)
            return (void)number, key;
        else
            return key[number];
    }
    static int place(const Key& key, const Block& block) {
        return static_cast<int>(word(key, block.word) >> block.shift & ((std::uint64_t{1} << block.bits) - 1));
    }
    Places unpack(const Key& key) const {
        Places places{};
        for (std::size_t i = 0; i < blocks_.size(); ++i) places[i] = static_cast<std::uint8_t>(place(key, blocks_[i]));
        return places;
    }
    Key pack(const Places& places) const {
        Key key{};
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            word(key, blocks_[i].word) |= std::uint64_t{places[i]} << blocks_[i].shift;
        return key;
    }
    /// The key after a block moved to another place; it swaps seats with the equal blocks it passed, to keep them
    /// sorted.
    Key key_after(Places places, std::size_t block, std::uint8_t to) const {
        for (; block < blocks_[block].last && places[block + 1] < to; ++block) places[block] = places[block + 1];
        for (; block > blocks_[block].first && places[block - 1] > to; --block) places[block] = places[block - 1];
        places[block] = to;
        return pack(places);
    }

    const Puzzle& puzzle_;
    Metric metric_;
    std::vector<Shape> shapes_;
    std::vector<Block> blocks_;
    std::size_t max_successors_ = 0;
    Key start_{};
    bool out_of_reach_ = false;  // a goal that its block does not fit
};

}  // namespace unjam::blocks
