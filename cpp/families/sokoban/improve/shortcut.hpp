// Shortcut, an A* with its own hash table of nodes: the cheapest path, in any metric, between two positions
// through allowed box configurations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "families/sokoban/improve/pushes_needed.hpp"
#include "families/sokoban/improve/vicinity.hpp"
#include "unjam/limits.hpp"

namespace unjam::sokoban {

/// A* (P. E. Hart, N. J. Nilsson, B. Raphael, 1968) in any metric. The estimate, the pushes or lines still needed, is
/// consistent, so the first path found is a cheapest one.
template <class Size>
class Shortcut {
public:
    using Boxes = BoxSet<Size>;

    enum class End : std::uint8_t { reached, none, full, stopped };

    Shortcut(const Maze& maze, const BoxHash& hash, Metric metric, Guard& guard)
        : maze_(maze),
          hash_(hash),
          metric_(metric),
          guard_(guard),
          occupancy_(maze),
          estimate_(maze),
          words_((maze.live + 63) / 64) {}

    /// Looks for a path from one station to another, or to any solved position if `to` is null, that costs less than
    /// `max_cost`. If `allowed` is null it may pass through all configurations, and `none` then proves that there is no
    /// such path.
    End run(const Station& from, const Station* to, Cost max_cost, const Configurations* allowed,
            std::size_t max_nodes) {
        clear();
        nodes_.reserve(max_nodes + max_successors);
        packed_boxes_.reserve((max_nodes + max_successors) * words_);
        target_ = to;
        allowed_ = allowed;
        max_cost_ = max_cost;
        set_target(static_cast<int>(from.at.size()));
        open(from);
        while (!queue_.empty()) {
            if (guard_.tick(++expanded_, bytes(), 0)) return End::stopped;
            const auto [cost, id] = queue_.top();
            queue_.pop();
            if (nodes_[id].closed) continue;
            nodes_[id].closed = true;
            unpack(id);
            if (is_target(id)) {
                end_node_ = id;
                return End::reached;
            }
            if (nodes_.size() >= max_nodes) return End::full;
            expand(id);
        }
        return End::none;
    }

    /// The pushes of the path found.
    std::vector<Push> pushes() const {
        std::vector<Push> out;
        for (std::uint32_t id = end_node_; nodes_[id].before != none; id = nodes_[id].before)
            out.push_back({nodes_[id].pushed, nodes_[id].direction});
        std::reverse(out.begin(), out.end());
        return out;
    }

    std::uint64_t expanded() const { return expanded_; }
    std::size_t bytes() const {
        return nodes_.capacity() * sizeof(Node) + packed_boxes_.capacity() * 8 + slots_.capacity() * 4 +
               queue_.size() * 16;
    }
    std::size_t node_bytes() const { return sizeof(Node) + static_cast<std::size_t>(words_) * 8 + 16 + 32; }

private:
    static constexpr std::uint32_t none = 0xffffffffu;
    static constexpr std::size_t max_successors = 4 * Size::max_boxes;

    struct Node {
        Cost cost;
        std::uint64_t hash;
        std::uint32_t before, needed;
        Square player;  // in pushes: the least square of his area
        Square pushed;  // the square of the last pushed box before that push
        std::uint8_t direction;
        bool closed;
    };

    void clear() {
        nodes_.clear();
        packed_boxes_.clear();
        slots_.assign(1 << 12, none);
        queue_ = {};
    }

    // Sets the squares of the boxes in the end.
    void set_target(int boxes) {
        target_boxes_ = Boxes();
        for (Square s : target_ ? target_->at : maze_.goals) target_boxes_.set(s);
        target_player_key_ = target_ ? player_key_of(*target_) : 0;
        estimate_.set_targets(target_ ? target_->at : maze_.goals, boxes,
                              counts_pushes(metric_) && (target_ || !maze_.fill));
    }

    std::uint32_t player_key_of(const Station& station) {
        if (!by_area(metric_)) return player_key(station.player, station.direction);
        occupancy_.put_all(station.at);
        const Square least = occupancy_.least_in_area(station.player);
        occupancy_.remove_all(station.at);
        return least;
    }
    // What distinguishes positions with the same boxes.
    std::uint32_t player_key(Square player, std::uint8_t direction) const {
        return metric_ == Metric::lines ? player * 8u + direction : player;
    }

    void open(const Station& from) {
        const Square player = by_area(metric_) ? static_cast<Square>(player_key_of(from)) : from.player;
        const bool fresh = from.direction == no_direction;
        const Square ahead = fresh ? static_cast<Square>(maze_.floor) : maze_.next[from.player][from.direction];
        estimate_.begin(from.at);
        Node node{0,
                  hash_(from.at),
                  none,
                  static_cast<std::uint32_t>(estimate_.total() + lines_needed(from.at, ahead)),
                  player,
                  0,
                  from.direction,
                  false};
        add(slots_[place(node.hash, box_set<Size>(from.at), player_key(player, from.direction))], node,
            box_set<Size>(from.at));
    }

    // Unpacks the boxes of a node.
    void unpack(std::uint32_t id) {
        box_set_ = {};
        for (int w = 0; w < words_; ++w) box_set_.word[w] = packed_boxes_[std::size_t{id} * words_ + w];
        list_boxes(box_set_, boxes_);
    }

    bool is_target(std::uint32_t id) const {
        if (target_)
            return box_set_ == target_boxes_ &&
                   player_key(nodes_[id].player, nodes_[id].direction) == target_player_key_;
        return is_solved(maze_, boxes_);
    }

    void expand(std::uint32_t id) {
        const Node node = nodes_[id];
        occupancy_.put_all(boxes_);
        occupancy_.walk(node.player);
        occupancy_.list_pushes(boxes_, pushes_);
        estimate_.begin(boxes_);
        const bool fresh = node.direction == no_direction;
        const Square ahead = fresh ? static_cast<Square>(maze_.floor) : maze_.next[node.player][node.direction];
        for (const Push& push : pushes_) {
            const Square to = maze_.next[push.from][push.direction];
            const std::uint64_t hash = node.hash ^ hash_[push.from] ^ hash_[to];
            if (allowed_ && !allowed_->has(hash)) continue;
            const int walk = occupancy_.steps(maze_.next[push.from][opposite(push.direction)]) - 1;
            const bool same = push.direction == node.direction && push.from == ahead;
            const Cost cost = node.cost + price(metric_, walk, !same);
            const int least = counts_pushes(metric_) && node.needed > 0 ? static_cast<int>(node.needed) - 1 : 0;
            if (cost + of_first(least) >= max_cost_) continue;
            Square player = push.from;
            if (by_area(metric_)) {
                occupancy_.move_box(push.from, to);
                player = occupancy_.least_after(push.from, to);
                occupancy_.move_box(to, push.from);
            }
            add_or_improve({cost, hash, id, 0, player, push.from, push.direction, false}, to);
        }
        occupancy_.remove_all(boxes_);
    }

    // In lines: one for each box that is not on a target square, except the one whose line may continue. A new line
    // takes one box out of the count, so this is consistent too.
    int lines_needed(const std::vector<Square>& boxes, Square pushed) const {
        if (metric_ != Metric::lines || (!target_ && maze_.fill)) return 0;
        int out = 0;
        for (Square b : boxes) out += b != pushed && !target_boxes_.test(b);
        return out;
    }

    // Adds the node after a push to `to`, or improves it if it is known at more cost.
    void add_or_improve(Node node, Square to) {
        if (2 * nodes_.size() >= slots_.size()) grow();
        const Boxes set = shifted(box_set_, node.pushed, to);
        std::uint32_t& slot = slots_[place(node.hash, set, player_key(node.player, node.direction))];
        if (slot != none) {
            Node& known = nodes_[slot];
            if (known.closed || known.cost <= node.cost) return;
            node.needed = known.needed;
            known = node;
            queue_.push({node.cost + of_first(static_cast<int>(node.needed)), slot});
            return;
        }
        const auto box = std::lower_bound(boxes_.begin(), boxes_.end(), node.pushed) - boxes_.begin();
        node.needed = static_cast<std::uint32_t>(estimate_.total_after(static_cast<std::size_t>(box), to) +
                                                 lines_needed(boxes_, node.pushed));
        if (node.cost + of_first(static_cast<int>(node.needed)) < max_cost_) add(slot, node, set);
    }

    void add(std::uint32_t& slot, const Node& node, const Boxes& set) {
        slot = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(node);
        for (int w = 0; w < words_; ++w) packed_boxes_.push_back(set.word[w]);
        queue_.push({node.cost + of_first(static_cast<int>(node.needed)), slot});
    }

    std::size_t place(std::uint64_t hash, const Boxes& set, std::uint32_t rest) const {
        const std::size_t last = slots_.size() - 1;
        std::size_t at = mix(hash + rest) & last;
        while (slots_[at] != none && !is_node(slots_[at], hash, set, rest)) at = (at + 1) & last;
        return at;
    }
    bool is_node(std::uint32_t id, std::uint64_t hash, const Boxes& set, std::uint32_t rest) const {
        const Node& node = nodes_[id];
        if (node.hash != hash || player_key(node.player, node.direction) != rest) return false;
        for (int w = 0; w < words_; ++w)
            if (packed_boxes_[std::size_t{id} * words_ + w] != set.word[w]) return false;
        return true;
    }
    void grow() {
        slots_.assign(slots_.size() * 2, none);
        const std::size_t last = slots_.size() - 1;
        for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
            std::size_t at = mix(nodes_[id].hash + player_key(nodes_[id].player, nodes_[id].direction)) & last;
            while (slots_[at] != none) at = (at + 1) & last;
            slots_[at] = id;
        }
    }

    using Open = std::pair<Cost, std::uint32_t>;

    const Maze& maze_;
    const BoxHash& hash_;
    Metric metric_;
    Guard& guard_;
    Occupancy occupancy_;
    PushesNeeded estimate_;
    int words_;
    std::vector<Node> nodes_;
    std::vector<std::uint64_t> packed_boxes_;
    std::vector<std::uint32_t> slots_;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> queue_;
    const Station* target_ = nullptr;
    const Configurations* allowed_ = nullptr;
    Cost max_cost_ = 0;
    Boxes target_boxes_, box_set_;
    std::uint32_t target_player_key_ = 0, end_node_ = 0;
    std::vector<Square> boxes_;
    std::vector<Push> pushes_;
    std::uint64_t expanded_ = 0;
};

}  // namespace unjam::sokoban
