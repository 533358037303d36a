// PackedBoard, the domain for blocks on up to 64 cells: Huffman-coded keys, masks of each kind of block, a
// flood to find its moves.
//
// Read cell by cell, a position is a sequence of items: at the first cell not covered yet there is either the first
// cell of some block, or an empty cell. The kinds of the items (empty is one of them) describe the position completely,
// because a kind's shape says what it covers. They are written in a Huffman code (D. A. Huffman, "A method for the
// construction of minimum-redundancy codes", 1952), fork by fork of its tree: a fork has one bit for each item of the
// kinds below it, which says on which side its kind is (a wavelet tree: R. Grossi, A. Gupta, J. S. Vitter, "High-order
// entropy-compressed text indexes", 2003). With the first cells of each kind as a mask, all bits of a fork are
// extracted at once, and a move changes only the forks above its kind and above the kind empty.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "families/blocks/puzzle.hpp"
#include "unjam/bits.hpp"
#include "unjam/domain.hpp"
#include "unjam/key_sets.hpp"

namespace unjam::blocks {

/// A domain of the breadth-first kernels. Only 63 bits of each word are used, so that no key is all ones.
template <unsigned Words>
class PackedBoard {
public:
    using Key = std::conditional_t<Words == 1, std::uint64_t, WideKey<Words>>;
    using Mask = std::uint64_t;
    static constexpr unsigned word_bits = 63;

    PackedBoard(const Puzzle& puzzle, Metric metric) : cols_(puzzle.cols), metric_(metric) {
        const int cells = puzzle.rows * puzzle.cols;
        walls_ = cells < 64 ? ~Mask{0} << cells : 0;
        for (int cell = 0; cell < cells; ++cell) {
            if (puzzle.walls[cell]) walls_ |= bit(cell);
            if (cell % cols_ > 0) not_first_ |= bit(cell);
            if (cell % cols_ < cols_ - 1) not_last_ |= bit(cell);
        }
        State start;
        start.at.fill(0);
        Mask taken = walls_;
        kinds_.push_back(kind_of(puzzle, {{0, 0}}));  // empty
        for (std::size_t i = 0; i < puzzle.blocks.size(); ++i) {
            const auto& block = puzzle.blocks[i];
            const bool is_like_last =
                i > 0 && puzzle.blocks[i - 1].shape == block.shape && block.goal < 0 && puzzle.blocks[i - 1].goal < 0;
            if (!is_like_last) kinds_.push_back(kind_of(puzzle, puzzle.shapes[block.shape]));
            Kind& kind = kinds_.back();
            const int at = block.at - kind.shift;
            if (at < 0 || at >= cells || !(kind.places & bit(at)))
                throw std::invalid_argument("a block stands outside the board");
            if (taken & kind.covers[at]) throw std::invalid_argument("blocks overlap");
            taken |= kind.covers[at];
            start.at[kinds_.size() - 1] |= bit(at);
            ++kind.count;
            if (block.goal >= 0) {
                const int goal = block.goal - kind.shift;
                if (goal >= 0 && goal < cells && kind.places & bit(goal))
                    kind.goal = bit(goal);
                else
                    out_of_reach_ = true;
                goals_.push_back(static_cast<std::uint8_t>(kinds_.size() - 1));
            }
        }
        start.at[0] = ~taken;
        kinds_[0].count = static_cast<unsigned>(std::popcount(start.at[0]));
        item_count_ = kinds_[0].count + static_cast<unsigned>(puzzle.blocks.size());
        build_tree();
        bound_successors();
        fill_forks(start);
        start_ = pack(start);
    }

    /// How many words a key needs; the maximum if the board is too large.
    static unsigned key_words(const Puzzle& puzzle) {
        if (puzzle.rows * puzzle.cols > 64) return ~0u;
        return static_cast<unsigned>(PackedBoard(puzzle, Metric::steps).shifts_.size());
    }

    Key start() const { return start_; }
    std::uint64_t ranks() const { return 0; }
    unsigned rank_shift() const { return 0; }
    std::size_t max_successors() const { return max_successors_; }

    bool solved(const Key& key) const {
        const State state = unpack(key);
        return !out_of_reach_ && std::all_of(goals_.begin(), goals_.end(),
                                             [&](auto kind) { return state.at[kind] == kinds_[kind].goal; });
    }

    Expansion expand(const Key& key, Key* out) const {
        State state = unpack(key);
        fill_forks(state);
        const Mask empty = state.at[0];
        std::size_t missing_goals = out_of_reach_;
        for (const auto kind : goals_) missing_goals += state.at[kind] != kinds_[kind].goal;
        Expansion expansion;
        for (std::size_t k = 1; k < kinds_.size(); ++k) {
            const Kind& kind = kinds_[k];
            Mask movable = movable_of(kind, state.at[k], empty);
            if (!movable) continue;
            const bool was_home = kind.goal && state.at[k] == kind.goal;
            const std::size_t others = missing_goals - (kind.goal && !was_home);
            const Base base = base_of(kind, key);
            for (; movable; movable &= movable - 1) {
                const int from = std::countr_zero(movable);
                const Mask own = kind.covers[from];
                reach(kind, from, empty | own, [&](int at) {
                    out[expansion.count] = key_after(state, kind, base, bit(from) ^ bit(at), own ^ kind.covers[at]);
                    if (expansion.solved < 0 && others == 0 && (!kind.goal || bit(at) == kind.goal))
                        expansion.solved = static_cast<int>(expansion.count);
                    ++expansion.count;
                });
            }
        }
        return expansion;
    }

    /// Every move is reversible.
    unsigned predecessors(const Key& key, Key* out) const { return expand(key, out).count; }

    /// The cells from and to which the block that differs has moved.
    std::pair<int, int> difference(const Key& from, const Key& to) const {
        const State a = unpack(from), b = unpack(to);
        for (std::size_t k = 1; k < kinds_.size(); ++k)
            if (const Mask left_cells = a.at[k] & ~b.at[k])
                return {std::countr_zero(left_cells) + kinds_[k].shift,
                        std::countr_zero(b.at[k] & ~a.at[k]) + kinds_[k].shift};
        return {-1, -1};
    }

    /// The cell of each block, in the order of the puzzle.
    std::vector<std::uint8_t> cells(const Key& key) const {
        const State state = unpack(key);
        std::vector<std::uint8_t> cells;
        for (std::size_t k = 1; k < kinds_.size(); ++k)
            for (Mask rest = state.at[k]; rest; rest &= rest - 1)
                cells.push_back(static_cast<std::uint8_t>(std::countr_zero(rest) + kinds_[k].shift));
        return cells;
    }

private:
    static constexpr unsigned max_kinds = max_blocks + 1;

    /// The first cells of the blocks of each kind, and of all kinds below each fork.
    struct State {
        std::array<Mask, 2 * max_kinds> at;
    };
    /// Whether the moving kind and the kind empty are below a fork, or one side of it: all bits or none.
    struct Below {
        Mask kind = 0, empty = 0;
    };
    /// A fork above the moving kind or above the kind empty.
    struct ChangedFork {
        std::uint8_t fork, right;
        unsigned word, shift;
        Below all, side;
    };
    struct Kind {
        Mask places = 0;              // possible first cells
        std::array<Mask, 64> covers;  // by first cell
        int shift = 0;                // from its first cell on the board to the cell that names it
        Mask goal = 0;
        unsigned count = 0;
        std::vector<int> cells;  // offsets from the first cell
        struct Way {
            Mask from = 0;          // the places with a neighbouring place in that direction
            std::vector<int> edge;  // cells that must be empty, as offsets from the first cell
        };
        std::array<Way, 4> ways;
        std::vector<ChangedFork> changed_forks;
        std::array<std::uint64_t, Words> keeps;  // the bits of the forks that do not change
    };
    struct Fork {
        std::uint8_t left, right;
        unsigned word, shift, bits;
    };
    using Base = std::array<std::uint64_t, Words>;

    static Mask bit(int cell) { return Mask{1} << cell; }

    Kind kind_of(const Puzzle& puzzle, const std::vector<std::pair<int, int>>& offsets) const {
        Kind kind;
        kind.covers.fill(0);
        const auto first = *std::min_element(offsets.begin(), offsets.end());
        kind.shift = -(first.first * cols_ + first.second);
        for (const auto& [down, right] : offsets) kind.cells.push_back(down * cols_ + right + kind.shift);
        for (int at = 0; at < puzzle.rows * cols_; ++at) {
            Mask covered = 0;
            bool fits = true;
            for (const auto& [down, right] : offsets) {
                const int row = at / cols_ + down - first.first, col = at % cols_ + right - first.second;
                fits = fits && row >= 0 && row < puzzle.rows && col >= 0 && col < cols_ &&
                       !(walls_ & bit(row * cols_ + col));
                if (fits) covered |= bit(row * cols_ + col);
            }
            if (!fits) continue;
            kind.places |= bit(at);
            kind.covers[at] = covered;
        }
        const std::array<int, 4> steps{1, -1, cols_, -cols_};
        const std::array<Mask, 4> inside{not_last_, not_first_, ~Mask{0}, ~Mask{0}};
        for (std::size_t way = 0; way < 4; ++way) {
            const int step = steps[way];
            kind.ways[way].from = kind.places & inside[way] & (step > 0 ? kind.places >> step : kind.places << -step);
            for (const int cell : kind.cells)
                if (std::find(kind.cells.begin(), kind.cells.end(), cell + step) == kind.cells.end())
                    kind.ways[way].edge.push_back(cell + step);
        }
        return kind;
    }

    /// Builds the code's tree: joins the two rarest nodes until one is left. Kinds come first among the nodes, the root
    /// last.
    void build_tree() {
        std::vector<std::pair<unsigned, std::uint8_t>> rarest;
        for (std::size_t k = 0; k < kinds_.size(); ++k)
            if (kinds_[k].count) rarest.emplace_back(kinds_[k].count, static_cast<std::uint8_t>(k));
        std::vector<std::uint64_t> below(2 * max_kinds, 0);  // the kinds below each node
        for (std::size_t k = 0; k < kinds_.size(); ++k) below[k] = Mask{1} << k;
        while (rarest.size() > 1) {
            std::sort(rarest.begin(), rarest.end(), std::greater<>());
            const auto [fewest, left] = rarest.back();
            rarest.pop_back();
            const auto [more, right] = rarest.back();
            rarest.pop_back();
            const auto node = static_cast<std::uint8_t>(kinds_.size() + forks_.size());
            below[node] = below[left] | below[right];
            rarest.emplace_back(fewest + more, node);
            forks_.push_back({left, right, 0, 0, fewest + more});
        }
        root_ = rarest.empty() ? std::uint8_t{0} : rarest[0].second;
        shifts_.assign(item_count_ > word_bits ? 64 : 1, 0);
        for (Fork& fork : forks_) {
            if (shifts_.back() + fork.bits > word_bits) shifts_.push_back(0);
            fork.word = static_cast<unsigned>(shifts_.size() - 1);
            fork.shift = shifts_.back();
            shifts_.back() += fork.bits;
        }
        for (std::size_t k = 1; k < kinds_.size() && shifts_.size() <= Words; ++k) {
            Kind& kind = kinds_[k];
            kind.keeps.fill(~std::uint64_t{0});
            const auto of = [&](std::uint8_t node) {
                return Below{below[node] >> k & 1 ? ~Mask{0} : 0, below[node] & 1 ? ~Mask{0} : 0};
            };
            for (std::size_t f = 0; f < forks_.size(); ++f) {
                const Fork& fork = forks_[f];
                const auto node = static_cast<std::uint8_t>(kinds_.size() + f);
                if (!(of(node).kind | of(node).empty)) continue;
                kind.changed_forks.push_back({node, fork.right, fork.word, fork.shift, of(node), of(fork.right)});
                kind.keeps[fork.word] &= ~(((Mask{1} << fork.bits) - 1) << fork.shift);
            }
        }
    }

    /// Bounds the number of successors: a block that moves is next to an empty cell, and covers one after its move.
    void bound_successors() {
        const std::size_t empty = kinds_[0].count;
        std::vector<std::size_t> each;
        for (std::size_t k = 1; k < kinds_.size(); ++k) {
            const std::size_t places = static_cast<std::size_t>(std::popcount(kinds_[k].places));
            const std::size_t max_moves =
                std::min(places - 1, metric_ == Metric::steps ? 4 : empty * kinds_[k].cells.size());
            each.insert(each.end(), kinds_[k].count, max_moves);
        }
        std::sort(each.rbegin(), each.rend());
        each.resize(std::min(each.size(), 4 * empty));
        for (const std::size_t max_moves : each) max_successors_ += max_moves;
    }

    static std::uint64_t word(const Key& key, unsigned number) {
        if constexpr (Words == 1)
            return (void)number, key;
        else
            return key[number];
    }
    static Key join_words(const Base& words) {
        if constexpr (Words == 1)
            return words[0];
        else
            return Key{words};
    }

    State unpack(const Key& key) const {
        std::array<Mask, 2 * max_kinds> item;  // the numbers of the items of each kind and below each fork
        std::array<std::uint8_t, 64> kind{};
        item[root_] = (Mask{1} << item_count_) - 1;
        for (std::size_t f = forks_.size(); f-- > 0;) {
            const Mask all = item[kinds_.size() + f];
            item[forks_[f].right] = deposit(word(key, forks_[f].word) >> forks_[f].shift, all);
            item[forks_[f].left] = all ^ item[forks_[f].right];
        }
        for (std::size_t k = 1; k < kinds_.size(); ++k)
            for (Mask rest = item[k]; rest; rest &= rest - 1)
                kind[static_cast<std::size_t>(std::countr_zero(rest))] = static_cast<std::uint8_t>(k);
        State state;
        std::fill_n(state.at.begin(), kinds_.size(), Mask{0});
        Mask taken = walls_;
        for (unsigned n = 0; n < item_count_; ++n) {
            const int cell = std::countr_one(taken);
            state.at[kind[n]] |= bit(cell);
            taken |= kinds_[kind[n]].covers[cell];
        }
        return state;
    }

    void fill_forks(State& state) const {
        for (std::size_t f = 0; f < forks_.size(); ++f)
            state.at[kinds_.size() + f] = state.at[forks_[f].left] | state.at[forks_[f].right];
    }

    Key pack(const State& state) const {
        Base words{};
        for (std::size_t f = 0; f < forks_.size() && shifts_.size() <= Words; ++f)
            words[forks_[f].word] |= extract(state.at[forks_[f].right], state.at[kinds_.size() + f]) << forks_[f].shift;
        return join_words(words);
    }

    /// The words of the key without the bits that a move of the kind changes.
    static Base base_of(const Kind& kind, const Key& key) {
        Base base;
        for (unsigned w = 0; w < Words; ++w) base[w] = word(key, w) & kind.keeps[w];
        return base;
    }

    /// The key after a move: `first` are the two first cells, `cells` those whose cover changes.
    static Key key_after(const State& state, const Kind& kind, Base base, Mask first, Mask cells) {
        for (const ChangedFork& each : kind.changed_forks) {
            const Mask all = state.at[each.fork] ^ (first & each.all.kind) ^ (cells & each.all.empty);
            const Mask side = state.at[each.right] ^ (first & each.side.kind) ^ (cells & each.side.empty);
            base[each.word] |= extract(side, all) << each.shift;
        }
        return join_words(base);
    }

    /// The blocks of a kind that can move.
    static Mask movable_of(const Kind& kind, Mask at, Mask empty) {
        Mask movable = 0;
        for (const auto& way : kind.ways) {
            Mask can = at & way.from;
            for (const int cell : way.edge) can &= std::rotr(empty, cell);
            movable |= can;
        }
        return movable;
    }

    /// Calls use(cell) with every place that a block can reach, nearest first, right, left, down and up: one flood over
    /// the places where its shape fits among the free cells.
    template <class Use>
    void reach(const Kind& kind, int from, Mask free, Use&& use) const {
        Mask fits = kind.places & ~bit(from);
        for (const int cell : kind.cells) fits &= std::rotr(free, cell);
        std::array<std::uint8_t, 64> queue;
        queue[0] = static_cast<std::uint8_t>(from);
        for (std::size_t at = 0, end = 1; at < end; ++at) {
            const Mask here = bit(queue[at]), right = (here & not_last_) << 1, left = (here & not_first_) >> 1;
            Mask near = fits & (right | left | here << cols_ | here >> cols_);
            fits ^= near;
            while (near) {  // usually one
                Mask next = near;
                if (near & (near - 1)) {
                    next = near & (right | left);
                    if (!next) next = near & here << cols_;
                    if (next & right) next = right;
                }
                near ^= next;
                queue[end] = static_cast<std::uint8_t>(std::countr_zero(next));
                use(queue[end++]);
            }
            if (metric_ == Metric::steps || !fits) return;
        }
    }

    int cols_;
    Metric metric_;
    Mask walls_ = 0, not_first_ = 0, not_last_ = 0;  // cells outside the board count as walls
    std::vector<Kind> kinds_;                        // empty, then the blocks
    std::vector<std::uint8_t> goals_;                // kinds with a goal
    std::vector<Fork> forks_;
    std::uint8_t root_ = 0;
    std::vector<unsigned> shifts_;  // bits used of each word
    unsigned item_count_ = 0;
    std::size_t max_successors_ = 0;
    Key start_{};
    bool out_of_reach_ = false;  // a goal that its block does not fit
};

}  // namespace unjam::blocks
