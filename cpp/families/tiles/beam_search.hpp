// Beam search with the pattern tables, for a good solution quickly: keeps the best boards of each depth, with
// its own sets of boards seen. It proves nothing.
//
// Of the boards at each depth only the most promising are kept, each once (R. Bisiani, "Beam search", in Shapiro (ed.),
// Encyclopedia of Artificial Intelligence, 1987). The width depends on a fixed number of positions, so the same board
// gets the same answer on every machine.
//
// Measured on 24- and 35-puzzles, these did not help: the mean of the views instead of the larger, more weight for the
// tables, and solving sections of 40 to 70 moves again. A beam of six times the positions gains one move in a hundred.
#pragma once

#include "families/tiles/pattern_search.hpp"
#include "unjam/outcome.hpp"
#include "unjam/random.hpp"

namespace unjam::tiles {

class Beam {
public:
    Beam(const PatternSearch& slides, Guard& guard)
        : slides_(slides), patterns_(slides.patterns()), grid_(patterns_.grid()), guard_(guard) {
        SplitMix64 random(1);
        for (auto& row : zobrist_)
            for (std::uint64_t& key : row) key = random.next();
    }

    /// Returns the moves to the goal; none if the beam lost its way or the limits stopped it.
    std::vector<std::int32_t> run(std::span<const std::uint8_t> board, std::uint64_t positions, Outcome& out) {
        const Branch root(patterns_, board);
        if (root.home()) return {};
        const int bound = root.bound();
        const auto width = static_cast<std::size_t>(std::max<std::uint64_t>(positions / (3 * bound), 16));
        seen_.assign(std::bit_ceil(2 * positions), 0);
        siblings_.assign(std::bit_ceil(8 * width), 0);
        layer_.assign(1, start(root));
        insert(seen_, layer_[0].key);
        steps_.clear();
        for (int depth = 0; depth < 4 * bound + 50; ++depth) {
            steps_.emplace_back();
            children_.clear();
            for (std::uint32_t k = 0; k < layer_.size(); ++k) {
                ++out.expanded;
                if (guard_.tick(out.expanded, bytes(), bound)) return {};
                expand(k);
            }
            out.generated += children_.size();
            if (children_.empty() || out.expanded > positions) return {};
            out.peak_bytes = std::max<std::uint64_t>(out.peak_bytes, bytes());
            keep_best(width);
            for (std::uint32_t k = 0; k < layer_.size(); ++k)
                if (layer_[k].manhattan == 0) return path(k);
        }
        return {};
    }

private:
    struct Node {
        std::array<std::uint8_t, max_cells> board, place;  // the tile on each cell, the cell of each tile
        std::uint64_t key;
        std::array<std::int16_t, 2> surplus;
        std::int16_t manhattan;
        std::int8_t gap, last;
    };
    /// A move that may be kept; its board is only built if it is.
    struct Child {
        std::uint64_t key;
        std::uint32_t parent;
        std::array<std::int16_t, 2> surplus;
        std::int16_t manhattan;
        std::int8_t direction;
        int priority() const { return manhattan + 2 * std::max(surplus[0], surplus[1]); }
    };
    struct Step {
        std::uint32_t parent;
        std::uint8_t tile;
    };

    Node start(const Branch& root) const {
        Node out{};
        out.board = root.board;
        for (int at = 0; at < grid_.cells(); ++at) {
            out.place[root.board[at]] = static_cast<std::uint8_t>(at);
            out.key ^= zobrist_[root.board[at]][at];
        }
        out.surplus = {static_cast<std::int16_t>(root.surplus[0]), static_cast<std::int16_t>(root.surplus[1])};
        out.manhattan = static_cast<std::int16_t>(root.manhattan);
        out.gap = static_cast<std::int8_t>(root.gap);
        out.last = -1;
        return out;
    }

    void expand(std::uint32_t k) {
        const Node& node = layer_[k];
        for (int direction = 0; direction < 4; ++direction) {
            const int from = grid_.neighbours[node.gap][direction];
            if (from < 0 || direction == node.last) continue;
            const int tile = node.board[from];
            const std::uint64_t key = node.key ^ zobrist_[tile][from] ^ zobrist_[tile][node.gap] ^
                                      zobrist_[patterns_.gap()][node.gap] ^ zobrist_[patterns_.gap()][from];
            if (is_seen(key) || !insert(siblings_, key)) continue;
            const Slide& slide = slides_(node.gap, direction, tile);
            Child child{key, k, node.surplus, node.manhattan, static_cast<std::int8_t>(direction)};
            child.manhattan = static_cast<std::int16_t>(node.manhattan + (slide.away ? 1 : -1));
            for (int view = 0; view < patterns_.views() && patterns_.parts(); ++view) {
                const int part = slide.part[view];
                const std::uint32_t index = this->index(node, view, part);
                child.surplus[view] = static_cast<std::int16_t>(child.surplus[view] - patterns_.surplus(part, index) +
                                                                patterns_.surplus(part, index + slide.add[view]));
            }
            children_.push_back(child);
        }
    }

    std::uint32_t index(const Node& node, int view, int part) const {
        std::uint32_t out = 0;
        for (const int tile : tiles_of_part_[view][part]) out += patterns_.weight(view, tile, node.place[tile]);
        return out;
    }

    /// The most promising children become the next layer. Ties are broken by hash, so always the same way.
    void keep_best(std::size_t width) {
        if (children_.size() > width) {
            std::nth_element(children_.begin(), children_.begin() + static_cast<std::ptrdiff_t>(width), children_.end(),
                             [](const Child& a, const Child& b) {
                                 return a.priority() != b.priority() ? a.priority() < b.priority() : a.key < b.key;
                             });
            children_.resize(width);
        }
        next_.clear();
        std::fill(siblings_.begin(), siblings_.end(), 0);
        for (const Child& child : children_) {
            insert(seen_, child.key);
            const Node& from = layer_[child.parent];
            Node& to = next_.emplace_back(from);
            const int cell = grid_.neighbours[from.gap][child.direction], tile = from.board[cell];
            to.board[from.gap] = static_cast<std::uint8_t>(tile);
            to.board[cell] = static_cast<std::uint8_t>(patterns_.gap());
            to.place[tile] = static_cast<std::uint8_t>(from.gap);
            to.key = child.key;
            to.surplus = child.surplus;
            to.manhattan = child.manhattan;
            to.gap = static_cast<std::int8_t>(cell);
            to.last = static_cast<std::int8_t>(3 - child.direction);
            steps_.back().push_back({child.parent, static_cast<std::uint8_t>(tile)});
        }
        layer_.swap(next_);
    }

    std::vector<std::int32_t> path(std::uint32_t k) const {
        std::vector<std::int32_t> out;
        for (std::size_t depth = steps_.size(); depth-- > 0; k = steps_[depth][k].parent)
            out.push_back(steps_[depth][k].tile);
        std::reverse(out.begin(), out.end());
        return out;
    }

    using Set = std::vector<std::uint64_t>;  // a power of two of slots, 0 if free

    /// False if the board is in the set already.
    static bool insert(Set& set, std::uint64_t key) {
        for (std::size_t at = key & (set.size() - 1);; at = (at + 1) & (set.size() - 1)) {
            if (set[at] == key) return false;
            if (set[at]) continue;
            set[at] = key;
            return true;
        }
    }

    bool is_seen(std::uint64_t key) const {
        for (std::size_t at = key & (seen_.size() - 1); seen_[at]; at = (at + 1) & (seen_.size() - 1))
            if (seen_[at] == key) return true;
        return false;
    }

    std::size_t bytes() const {
        return patterns_.bytes() + seen_.size() * 8 + (layer_.capacity() + next_.capacity()) * sizeof(Node) +
               children_.capacity() * sizeof(Child) + steps_.size() * layer_.size() * sizeof(Step);
    }

    const PatternSearch& slides_;
    const PatternTables& patterns_;
    const Grid& grid_;
    Guard& guard_;
    std::array<std::array<std::uint64_t, max_cells>, max_cells> zobrist_{};
    std::array<std::vector<std::vector<int>>, 2> tiles_of_part_ = list_tiles_of_parts();
    std::vector<Node> layer_, next_;
    std::vector<Child> children_;
    std::vector<std::vector<Step>> steps_;
    Set seen_, siblings_;

    std::array<std::vector<std::vector<int>>, 2> list_tiles_of_parts() const {
        std::array<std::vector<std::vector<int>>, 2> out;
        for (int view = 0; view < patterns_.views(); ++view) {
            out[view].resize(patterns_.parts());
            for (int tile = 0; tile < grid_.cells(); ++tile)
                if (const int part = patterns_.part(view, tile); part >= 0) out[view][part].push_back(tile);
        }
        return out;
    }
};

}  // namespace unjam::tiles
