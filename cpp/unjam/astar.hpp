// AStar for domains whose moves all cost 1: nodes with parents in its own hash table, the frontier, the path.
// P. E. Hart, N. J. Nilsson and B. Raphael, 1968.
//
// Optimal if the estimate is admissible. It need not be consistent: a position that is reached again by fewer moves
// goes back on the frontier. The frontier is a bucket queue by sum and estimate, so that among equal sums the position
// with the lowest estimate, and of those the newest, comes first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "unjam/bucket_queue.hpp"
#include "unjam/domain.hpp"
#include "unjam/growing_array.hpp"
#include "unjam/key_sets.hpp"
#include "unjam/large_pages.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"
#include "unjam/prefetch.hpp"

namespace unjam {

/// An entry of the frontier: a node, and its depth when it was pushed.
struct AStarEntry {
    std::uint32_t node;
    std::uint16_t depth;
};

template <Domain D>
class AStar {
public:
    using Key = typename D::Key;

    AStar(const D& domain, Guard& guard) : domain_(domain), guard_(guard) {}

    /// Searches for a shortest path; `estimate(key)` is a lower bound on the remaining moves.
    template <class Estimate>
    Ending run(Estimate&& estimate) {
        std::vector<Key> keys(domain_.max_successors() + slack);
        std::vector<std::uint64_t> hashes(keys.size());
        allocate_slots(1024);
        const Key start = domain_.start();
        add_node(find(start, hash_key(start)), start, hash_key(start), none, 0, estimate(start));
        while (pop()) {
            const std::uint32_t index = current_node_;
            ++expanded_;
            if (domain_.solved(nodes_[index].key)) return Ending::solved;
            const Expansion expansion = domain_.expand(nodes_[index].key, keys.data());
            generated_ += expansion.count;
            if (!make_room(expansion.count)) return Ending::stopped;
            prefetch_nodes(keys.data(), expansion.count, hashes.data());
            const unsigned depth = nodes_[index].depth + 1u;
            for (unsigned i = 0; i < expansion.count; ++i) {
                const std::size_t slot = find(keys[i], hashes[i]);
                const std::uint32_t known_node = slots_[slot].node;
                if (known_node == none) {
                    // One move cannot reduce the remaining distance by more than one.
                    const unsigned left =
                        std::max(estimate(keys[i]), nodes_[index].left - 1u + (nodes_[index].left == 0));
                    add_node(slot, keys[i], hashes[i], index, depth, left);
                } else if (Node& node = nodes_[known_node]; depth < node.depth) {
                    node.depth = static_cast<std::uint16_t>(depth);
                    node.parent = index;
                    push(known_node);
                }
            }
            peak_bytes_ = std::max(peak_bytes_, bytes());
            if (guard_.tick(expanded_, bytes(), bound())) return Ending::stopped;
        }
        return Ending::exhausted;
    }

    /// A lower bound on the length of every solution.
    int bound() const { return bound_; }
    int depth() const { return nodes_[current_node_].depth; }
    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }
    std::size_t peak_bytes() const { return std::max(peak_bytes_, bytes()); }

    /// The keys from the start to the solved position.
    std::vector<Key> path() const {
        std::vector<Key> path;
        for (std::uint32_t i = current_node_; i != none; i = nodes_[i].parent) path.push_back(nodes_[i].key);
        std::reverse(path.begin(), path.end());
        return path;
    }

private:
    static constexpr std::uint32_t none = ~0u;
    struct Node {
        Key key;
        std::uint32_t parent;
        std::uint16_t depth, left;
    };
    /// An entry of the hash table. Comparing a part of the hash first avoids most reads of other nodes.
    struct Slot {
        std::uint32_t node, hash;
    };

    std::size_t bytes() const { return nodes_.bytes() + slots_.bytes() + frontier_.bytes(); }

    std::size_t first_slot(std::uint64_t hash) const {
        return static_cast<std::size_t>(hash >> 20) & (slots_.size() - 1);
    }
    std::size_t find(const Key& key, std::uint64_t hash) const {
        std::size_t at = first_slot(hash);
        while (slots_[at].node != none &&
               (slots_[at].hash != static_cast<std::uint32_t>(hash) || nodes_[slots_[at].node].key != key))
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    /// Prefetches what `find` will read: all slots first, then all nodes.
    void prefetch_nodes(const Key* keys, unsigned count, std::uint64_t* hashes) const {
        for (unsigned i = 0; i < count; ++i) {
            hashes[i] = hash_key(keys[i]);
            prefetch(&slots_[first_slot(hashes[i])]);
        }
        for (unsigned i = 0; i < count; ++i)
            if (const Slot& slot = slots_[first_slot(hashes[i])]; slot.node != none) prefetch(&nodes_[slot.node]);
    }

    void allocate_slots(std::size_t count) {
        slots_ = GrowingArray<Slot>();
        slots_.reserve_exactly(count);
        prefer_large_pages(slots_.data(), slots_.bytes());
        std::fill_n(slots_.data(), count, Slot{none, 0});
        slots_.set_size(count);
    }

    /// Makes room for `more` nodes; false if the limits refuse it.
    bool make_room(std::size_t more) {
        if (nodes_.size() + more > nodes_.capacity()) {
            const std::size_t capacity = nodes_.size() + more + 1024;
            if (guard_.refuses(bytes() - nodes_.bytes() + nodes_.bytes_for(capacity))) return false;
            nodes_.reserve(capacity);
        }
        if ((nodes_.size() + more) * 8 >= slots_.size() * 5) {
            if (guard_.refuses(bytes() + std::uint64_t{2} * slots_.size() * sizeof(Slot))) return false;
            allocate_slots(slots_.size() * 2);
            for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
                const std::uint64_t hash = hash_key(nodes_[i].key);
                slots_[find(nodes_[i].key, hash)] = {i, static_cast<std::uint32_t>(hash)};
                if (i % (1u << 18) == 0 && guard_.out_of_time()) return false;
            }
        }
        return true;
    }

    void add_node(std::size_t slot, const Key& key, std::uint64_t hash, std::uint32_t parent, unsigned depth,
                  unsigned left) {
        const auto node = static_cast<std::uint32_t>(nodes_.size());
        slots_[slot] = {node, static_cast<std::uint32_t>(hash)};
        nodes_.push({key, parent, static_cast<std::uint16_t>(depth), static_cast<std::uint16_t>(left)});
        push(node);
    }

    void push(std::uint32_t index) {
        const Node& node = nodes_[index];
        frontier_.push(node.depth + node.left, node.left, {index, node.depth});
    }

    /// Takes the best position off the frontier; false if it is empty. Entries for which a shorter path was found later
    /// are dropped.
    bool pop() {
        while (!frontier_.empty()) {
            int sum, left;
            const AStarEntry entry = frontier_.pop(sum, left);
            if (nodes_[entry.node].depth != entry.depth) continue;
            current_node_ = entry.node;
            bound_ = std::max(bound_, sum);
            return true;
        }
        return false;
    }

    const D& domain_;
    Guard& guard_;
    GrowingArray<Node> nodes_;
    GrowingArray<Slot> slots_;          // open addressing
    BucketQueue<AStarEntry> frontier_;  // by depth + left, then by left
    int bound_ = 0;
    std::size_t peak_bytes_ = 0;
    std::uint32_t current_node_ = none;
    std::uint64_t expanded_ = 0, generated_ = 0;
};

}  // namespace unjam
