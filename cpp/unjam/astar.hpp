// A* for domains whose moves all cost 1 (P. E. Hart, N. J. Nilsson and B. Raphael, 1968).
//
// Optimal when the estimate never says too much. It need not be consistent: a position that is reached again by fewer
// moves is put back on the frontier. The frontier is a bucket queue by sum and estimate, so that among equal sums the
// position that looks nearest, and of these the newest, comes first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "unjam/bucket_queue.hpp"
#include "unjam/domain.hpp"
#include "unjam/limits.hpp"
#include "unjam/outcome.hpp"
#include "unjam/pool.hpp"
#include "unjam/visited.hpp"

namespace unjam {

template <Domain D>
class AStar {
public:
    using Key = typename D::Key;

    AStar(const D& domain, Guard& guard) : domain_(domain), guard_(guard) {}

    /// Looks for a shortest path; `estimate(key)` is a lower bound on the moves that are left.
    template <class Estimate>
    Ending run(Estimate&& estimate) {
        std::vector<Key> keys(domain_.most_successors() + slack);
        slots_.resize(1024, none);
        reach(domain_.start(), none, 0, estimate(domain_.start()));
        while (pop()) {
            const std::uint32_t index = current_;
            ++expanded_;
            if (domain_.solved(nodes_[index].key)) return Ending::solved;
            const Expansion found = domain_.expand(nodes_[index].key, keys.data());
            generated_ += found.count;
            for (unsigned i = 0; i < found.count; ++i) {
                const unsigned depth = nodes_[index].depth + 1u;
                const std::size_t slot = find(keys[i]);
                if (slots_[slot] == none) {
                    if (!room()) return Ending::stopped;
                    // What is left cannot shrink by more than the one move made.
                    const unsigned left =
                        std::max(estimate(keys[i]), nodes_[index].left - 1u + (nodes_[index].left == 0));
                    reach(keys[i], index, depth, left);
                } else if (Node& known = nodes_[slots_[slot]]; depth < known.depth) {
                    known.depth = static_cast<std::uint16_t>(depth);
                    known.parent = index;
                    push(slots_[slot]);
                }
            }
            peak_ = std::max(peak_, bytes());
            if (guard_.tick(expanded_, bytes(), bound())) return Ending::stopped;
        }
        return Ending::exhausted;
    }

    /// No solution is shorter than this.
    int bound() const { return bound_; }
    int depth() const { return nodes_[current_].depth; }
    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }
    std::size_t peak_bytes() const { return std::max(peak_, bytes()); }

    /// The keys from the start to the solved position that was found.
    std::vector<Key> path() const {
        std::vector<Key> path;
        for (std::uint32_t i = current_; i != none; i = nodes_[i].parent) path.push_back(nodes_[i].key);
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
    struct Entry {
        std::uint32_t node;
        std::uint16_t depth;
    };

    std::size_t bytes() const { return nodes_.bytes() + slots_.size() * sizeof(slots_[0]) + frontier_.bytes(); }

    std::size_t find(const Key& key) const {
        std::size_t at = static_cast<std::size_t>(hash_key(key) >> 20) & (slots_.size() - 1);
        while (slots_[at] != none && std::memcmp(&nodes_[slots_[at]].key, &key, sizeof(Key)) != 0)
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    /// Room for one node more, or false when the limits refuse it.
    bool room() {
        if (nodes_.size() == nodes_.capacity()) {
            const std::size_t wanted = nodes_.size() + 1024;
            if (guard_.refuses(bytes() - nodes_.bytes() + nodes_.bytes_for(wanted))) return false;
            nodes_.reserve(wanted);
        }
        if (nodes_.size() * 8 >= slots_.size() * 5) {
            if (guard_.refuses(bytes() + 2 * slots_.size() * sizeof(slots_[0]))) return false;
            slots_.assign(slots_.size() * 2, none);
            for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
                slots_[find(nodes_[i].key)] = i;
                if (i % (1u << 18) == 0 && guard_.late()) return false;
            }
        }
        return true;
    }

    void reach(const Key& key, std::uint32_t parent, unsigned depth, unsigned left) {
        const std::size_t slot = find(key);
        slots_[slot] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push({key, parent, static_cast<std::uint16_t>(depth), static_cast<std::uint16_t>(left)});
        push(slots_[slot]);
    }

    void push(std::uint32_t index) {
        const Node& node = nodes_[index];
        frontier_.push(node.depth + node.left, node.left, {index, node.depth});
    }

    /// Takes the best position off the frontier; false when there is none. Entries overtaken by a shorter path are
    /// dropped.
    bool pop() {
        while (!frontier_.empty()) {
            int sum, left;
            const Entry entry = frontier_.pop(sum, left);
            if (nodes_[entry.node].depth != entry.depth) continue;
            current_ = entry.node;
            bound_ = std::max(bound_, sum);
            return true;
        }
        return false;
    }

    const D& domain_;
    Guard& guard_;
    Pool<Node> nodes_;
    std::vector<std::uint32_t> slots_;  // index of a node, open addressing
    BucketQueue<Entry> frontier_;       // by depth + left, then by left
    int bound_ = 0;
    std::size_t peak_ = 0;
    std::uint32_t current_ = none;
    std::uint64_t expanded_ = 0, generated_ = 0;
};

}  // namespace unjam
