// FeatureSearch, the loop of the three domains: expands the best board of each feature cell in turn; nodes,
// heaps, paths, proofs that branches are dead.
//
// Y. Shoham, J. Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", 2020.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "families/sokoban/fess/worker_limits.hpp"
#include "families/sokoban/model/macro_moves.hpp"
#include "unjam/table_bytes.hpp"

namespace unjam::sokoban {

/// Boxes and player of an expanded position; backwards also the squares of the start that still need a box.
template <class Size>
struct SearchBoard {
    BoxSet<Size> boxes, unfilled_starts;
    Square player = 0;  // the least square of the player's area
};

/// The board after a macro move. The player's area is not updated.
template <class Size>
SearchBoard<Size> moved(SearchBoard<Size> board, const MacroMove& move) {
    board.boxes.reset(move.from);
    if (move.lifted)
        board.unfilled_starts.reset(move.to);
    else
        board.boxes.set(move.to);
    return board;
}

/// A position that was generated and scored but not expanded.
struct Child {
    MacroMove move;
    std::uint64_t hash = 0;
    std::uint64_t score = 0;  // larger is better
    std::uint8_t weight = 1;  // 0: proposed by an advisor
};

/// The loop over a domain that can `expand` boards:
///   bool Domain::expand(const Board&, std::uint64_t score, std::vector<Child>& children): false for a dead board
///   bool Domain::arrived(std::uint64_t hash): a child with this hash is solved and is expanded at once
///   bool Domain::solved(const Board&), std::uint64_t Domain::cell(std::uint64_t score)
///   Board Domain::after(const Board&, const MacroMove&)
///   bool Domain::prove_dead(const Board&): tries hard to prove it dead
///   std::size_t Domain::patterns_learned(), bool Domain::is_refuted(const Board&, std::size_t since): by the patterns
///   learned since then
template <class Domain>
class FeatureSearch {
public:
    using Board = typename Domain::Board;
    struct Node {
        Board board;
        std::uint32_t parent = none, weight = 0;
        MacroMove move;
        std::uint64_t score = 0, best = 0;  // its own, and the best on its path
        std::uint32_t next = 0;             // the first child that is not expanded
        std::uint32_t below = 0;            // boards expanded below it
        std::uint32_t checked = 0;          // this many patterns do not refute it
        std::uint32_t open = 0;             // children that may lead to a solution
        bool dead = false, closed = false;
        std::vector<Child> children;
    };
    static constexpr std::uint32_t none = ~0u;

    /// `take_turns`: the cells take turns; otherwise the best cell with boards to expand is always next.
    FeatureSearch(Domain& domain, WorkerLimits& limits, bool take_turns = true)
        : domain_(domain), limits_(limits), take_turns_(take_turns) {}

    void root(const Board& board, std::uint64_t score, std::uint64_t hash) {
        if (seen_.insert(hash).second) add_node(board, none, {}, score, 0);
    }

    /// Expands up to `max_boards` boards; true if one is solved.
    bool run(std::uint64_t max_boards) {
        for (std::uint64_t turn = 0; turn < max_boards && solved_ == none; ++turn) {
            if (limits_.tick(expanded_, bytes())) return false;
            if (!expand_next(turn_++)) {
                exhausted_ = true;
                return false;
            }
        }
        return solved_ != none;
    }

    std::uint32_t solved() const { return solved_; }
    std::uint32_t best() const { return best_; }
    const Node& node(std::uint32_t i) const { return nodes_[i]; }
    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t scored() const { return seen_.size(); }
    std::size_t cells() const { return heaps_.size(); }
    bool exhausted() const { return exhausted_; }

    /// Memory now, plus what the nodes and the index will briefly need when they grow next.
    std::size_t bytes() const {
        const std::size_t node = sizeof(Node) + sizeof(Entry) + sizeof(std::uint32_t) + allocation_overhead;
        const std::size_t nodes = nodes_.size() == nodes_.capacity() ? 2 * nodes_.size() : nodes_.size();
        return nodes * node + child_count_ * sizeof(Child) + table_bytes(seen_);
    }

    /// The nodes from the root to this one.
    std::vector<std::uint32_t> path(std::uint32_t to) const {
        std::vector<std::uint32_t> out;
        for (std::uint32_t i = to; i != none; i = nodes_[i].parent) out.push_back(i);
        std::reverse(out.begin(), out.end());
        return out;
    }

private:
    static constexpr std::size_t allocation_overhead = 16;  // what the allocator adds per block

    struct Entry {
        std::uint32_t weight, node;
        std::uint64_t score;
        bool operator<(const Entry& other) const {  // a heap has its greatest entry on top
            if (weight != other.weight) return weight > other.weight;
            if (score != other.score) return score < other.score;
            return node > other.node;
        }
    };

    bool expand_next(std::uint64_t turn) {
        std::vector<Entry>* heap = nullptr;
        if (heaps_.empty()) return false;
        if (!take_turns_) {
            heap = best_cell();
            if (!heap) return false;
        } else if (turn & 1) {
            heap = &heaps_[cell_[best_]];
            if (!has_live(*heap)) heap = nullptr;
        }
        for (std::size_t tries = 0; !heap && tries <= heaps_.size(); ++tries) {
            if (new_cell_ != none) {
                heap = &heaps_[new_cell_];
                new_cell_ = none;
            } else {
                turn_cell_ = (turn_cell_ + 1) % heaps_.size();
                heap = &heaps_[turn_cell_];
            }
            if (!has_live(*heap)) heap = nullptr;
        }
        if (!heap) return false;
        std::pop_heap(heap->begin(), heap->end());
        const Entry top = heap->back();
        heap->pop_back();
        Node& from = nodes_[top.node];
        const Child child = from.children[from.next++];
        push(top.node);
        const Board board = domain_.after(from.board, child.move);
        add_node(board, top.node, child.move, child.score, child.weight);
        return true;
    }

    std::vector<Entry>* best_cell() {
        std::vector<Entry>* out = nullptr;
        std::uint64_t best = 0;
        for (const auto& [key, number] : cell_numbers_)
            if ((!out || key > best) && has_live(heaps_[number])) out = &heaps_[number], best = key;
        return out;
    }

    // Whether the heap has a board that is not known to be dead. Dead boards are removed.
    bool has_live(std::vector<Entry>& heap) {
        while (!heap.empty() && is_dead(heap.front().node)) {
            std::pop_heap(heap.begin(), heap.end());
            heap.pop_back();
        }
        return !heap.empty();
    }

    // A board is dead if one before it on its path is.
    bool is_dead(std::uint32_t id) {
        const std::size_t patterns_learned = domain_.patterns_learned();
        for (std::uint32_t i = id; i != none; i = nodes_[i].parent) {
            Node& node = nodes_[i];
            if (!node.dead && node.checked < patterns_learned) node.dead = domain_.is_refuted(node.board, node.checked);
            node.checked = static_cast<std::uint32_t>(patterns_learned);
            if (node.dead) return nodes_[id].dead = true;
        }
        return false;
    }

    // Makes `best_` the best board that is not known to be dead.
    void update_best() {
        if (best_ == none || !is_dead(best_)) return;
        std::uint32_t best = none;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i)
            if ((best == none || nodes_[i].best > nodes_[best].best) && !nodes_[i].closed && !is_dead(i)) best = i;
        if (best != none) best_ = best;
    }

    // Counts one more board below every ancestor, and tries to prove ancestors dead that have many boards below them.
    void count_below(std::uint32_t id) {
        for (std::uint32_t i = id; i != none; i = nodes_[i].parent) {
            const std::uint32_t below = ++nodes_[i].below;
            if (below < 64 || (below & (below - 1)) || nodes_[i].dead) continue;
            nodes_[i].dead = domain_.prove_dead(nodes_[i].board);
        }
        update_best();
    }

    void add_node(const Board& board, std::uint32_t parent, const MacroMove& move, std::uint64_t score, int weight) {
        children_.clear();
        ++expanded_;
        count_below(parent);
        const bool done = domain_.solved(board);
        if (!done && !domain_.expand(board, score, children_)) {
            drop_child(parent);
            return;
        }
        const auto id = static_cast<std::uint32_t>(nodes_.size());
        nodes_.emplace_back();
        Node& node = nodes_.back();
        node.board = board;
        node.parent = parent;
        node.move = move;
        node.score = score;
        node.weight = (parent == none ? 0 : nodes_[parent].weight) + weight;
        node.best = parent == none ? score : std::max(nodes_[parent].best, score);
        for (const Child& child : children_)
            if (seen_.insert(child.hash).second) node.children.push_back(child);
        node.children.shrink_to_fit();
        node.open = static_cast<std::uint32_t>(node.children.size());
        child_count_ += node.children.size();
        std::sort(node.children.begin(), node.children.end(), [](const Child& a, const Child& b) {
            return a.weight != b.weight ? a.weight < b.weight : a.score > b.score;
        });
        if (done) solved_ = id;
        const std::uint64_t key = domain_.cell(node.best);
        const auto [entry, is_new] = cell_numbers_.try_emplace(key, static_cast<std::uint32_t>(heaps_.size()));
        if (is_new) heaps_.emplace_back(), new_cell_ = entry->second;
        cell_.push_back(entry->second);
        if (best_ == none || node.best > nodes_[best_].best) best_ = id;
        push(id);
        if (!node.open && !done) close_branch(id);
        if (done) return;
        for (const Child& child : nodes_[id].children)
            if (domain_.arrived(child.hash)) {
                const Child last = child;
                add_node(domain_.after(board, last.move), id, last.move, last.score, 0);
                return;
            }
    }

    // A child of the board is dead.
    void drop_child(std::uint32_t id) {
        if (id != none && !nodes_[id].closed && --nodes_[id].open == 0) close_branch(id);
    }

    // Nothing below the board leads to a solution. Unless others reached the same boards first, it is worth finding out
    // why.
    void close_branch(std::uint32_t id) {
        for (std::uint32_t up = id; up != none; up = nodes_[up].parent) {
            nodes_[up].closed = true;
            id = up;
            const std::uint32_t parent = nodes_[up].parent;
            if (parent == none || nodes_[parent].closed || --nodes_[parent].open) break;
        }
        if (nodes_[id].below >= 4 && !nodes_[id].dead) nodes_[id].dead = domain_.prove_dead(nodes_[id].board);
    }

    void push(std::uint32_t id) {
        const Node& node = nodes_[id];
        if (node.next >= node.children.size()) return;
        const Child& child = node.children[node.next];
        std::vector<Entry>& heap = heaps_[cell_[id]];
        heap.push_back({node.weight + child.weight, id, child.score});
        std::push_heap(heap.begin(), heap.end());
    }

    Domain& domain_;
    WorkerLimits& limits_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> cell_;  // of each node
    std::vector<std::vector<Entry>> heaps_;
    std::unordered_map<std::uint64_t, std::uint32_t> cell_numbers_;
    std::unordered_set<std::uint64_t> seen_;
    std::vector<Child> children_;
    std::uint32_t solved_ = none, best_ = none, new_cell_ = none;
    std::size_t turn_cell_ = 0;
    std::uint64_t expanded_ = 0, turn_ = 0;
    std::size_t child_count_ = 0;
    bool exhausted_ = false, take_turns_;
};

}  // namespace unjam::sokoban
