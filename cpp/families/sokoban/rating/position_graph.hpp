// PositionGraph lists positions in the order of A*, finds dead ones, counts optimal solutions, and computes
// the chances of two fallible players.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "families/sokoban/bounds/matching_bound.hpp"
#include "families/sokoban/deadlocks/freeze.hpp"
#include "families/sokoban/rating/naive_goal_distances.hpp"
#include "unjam/key_index.hpp"
#include "unjam/limits.hpp"
#include "unjam/study.hpp"

namespace unjam::sokoban {

/// Numbers positions, given as boxes and the least square of the player's area.
class PositionNumbers {
public:
    virtual ~PositionNumbers() = default;

    virtual void add(const std::vector<Square>& boxes, Square player) = 0;
    /// The number of the position after a push, and whether it is new.
    virtual std::pair<std::uint32_t, bool> add_after(std::uint32_t before, Square from, Square to, Square player) = 0;
    /// Lists the boxes, sorted, and returns the player.
    virtual Square unpack(std::uint32_t number, std::vector<Square>& boxes) const = 0;
    virtual std::size_t bytes() const = 0;
};

/// A key has a bit for each live square, and in its last 16 bits the player.
template <unsigned Words>
class PackedPositions final : public PositionNumbers {
public:
    static constexpr int max_live = Words * 64 - 16;

    void add(const std::vector<Square>& boxes, Square player) override {
        Key key{};
        for (const Square b : boxes) key[b / 64] |= std::uint64_t{1} << b % 64;
        key[Words - 1] |= static_cast<std::uint64_t>(player) << 48;
        index_.add(key);
    }
    std::pair<std::uint32_t, bool> add_after(std::uint32_t before, Square from, Square to, Square player) override {
        Key key = index_[before];
        key[from / 64] ^= std::uint64_t{1} << from % 64;
        key[to / 64] ^= std::uint64_t{1} << to % 64;
        key[Words - 1] &= last_boxes;
        key[Words - 1] |= static_cast<std::uint64_t>(player) << 48;
        return index_.add(key);
    }
    Square unpack(std::uint32_t number, std::vector<Square>& boxes) const override {
        const Key& key = index_[number];
        boxes.clear();
        for (unsigned w = 0; w < Words; ++w) {
            std::uint64_t bits = w + 1 == Words ? key[w] & last_boxes : key[w];
            for (; bits; bits &= bits - 1) boxes.push_back(static_cast<Square>(w * 64 + std::countr_zero(bits)));
        }
        return static_cast<Square>(key[Words - 1] >> 48);
    }
    std::size_t bytes() const override { return index_.bytes(); }

private:
    using Key = WideKey<Words>;
    static constexpr std::uint64_t last_boxes = (std::uint64_t{1} << 48) - 1;

    KeyIndex<Key> index_;
};

inline std::unique_ptr<PositionNumbers> position_numbers(const Maze& maze) {
    if (maze.live <= PackedPositions<1>::max_live) return std::make_unique<PackedPositions<1>>();
    if (maze.live <= PackedPositions<2>::max_live) return std::make_unique<PackedPositions<2>>();
    return std::make_unique<PackedPositions<9>>();
}

/// The reachable positions (boxes and the player's area) in the order of A*, with pushes to live squares as edges.
class PositionGraph {
public:
    PositionGraph(const Maze& maze, const Position& start, Guard& guard)
        : maze_(maze),
          guard_(guard),
          assignment_size_(static_cast<int>(std::max(start.boxes.size(), maze.goals.size()))),
          occupancy_(maze),
          freeze_(maze),
          matching_(assignment_size_, false, true),
          distances_(maze, assignment_size_, matching_.stride()),
          numbers_(position_numbers(maze)) {
        std::vector<Square> boxes = start.boxes;
        std::sort(boxes.begin(), boxes.end());
        occupancy_.put_all(boxes);
        const Square least = occupancy_.least_in_area(start.player);
        matching_.begin(&distances_);
        matching_.assign(boxes, start.player);
        occupancy_.remove_all(boxes);
        numbers_->add(boxes, least);
        add_node(matching_.total(), 0);
    }

    /// Lists positions in the order of A*, at most `max_positions`; true if that is all of them.
    bool list(std::size_t max_positions) {
        std::vector<Square> boxes;
        std::vector<Push> pushes;
        for (std::size_t f = 0; f < queue_.size(); ++f)
            for (std::size_t head = 0; head < queue_[f].size(); ++head) {
                if (nodes_.size() >= max_positions || guard_.tick(expanded_order_.size(), bytes(), 0)) return false;
                const std::uint32_t at = queue_[f][head];
                if (nodes_[at].expanded || nodes_[at].h == 0) continue;
                expand(at, boxes, pushes);
            }
        return true;
    }

    void find_dead_positions(Study& study) {
        reverse_edges();
        const std::size_t n = nodes_.size();
        std::vector<std::uint32_t> open;
        for (std::uint32_t at = 0; at < n; ++at)
            if (nodes_[at].h == 0)
                nodes_[at].distance = 0, by_distance_.push_back(at);
            else if (!nodes_[at].expanded && nodes_[at].h < unreachable)
                nodes_[at].open = true, open.push_back(at);
        spread_back(by_distance_, [&](std::uint32_t from, std::uint32_t to) {
            if (nodes_[from].distance != none) return false;
            nodes_[from].distance = nodes_[to].distance + 1;
            return true;
        });
        spread_back(open, [&](std::uint32_t from, std::uint32_t) {
            if (nodes_[from].open) return false;
            return nodes_[from].open = true;
        });
        std::vector<Square> boxes, frozen;
        std::size_t hidden = 0;
        for (std::uint32_t at = 0; at < n; ++at) {
            Node& node = nodes_[at];
            if (node.h >= unreachable) {
                node.visible = node.dead = true;
            } else if (node.distance == none && !node.open) {
                node.dead = true;
                numbers_->unpack(at, boxes);
                node.visible = !maze_.fill && !freeze_.find(boxes, frozen);  // a surplus box may freeze
                hidden += !node.visible;
            }
            if (node.dead && (study.dead_end < 0 || node.g < study.dead_end)) {
                study.dead_end = node.g;
                study.dead_end_hidden = !node.visible;
            }
        }
        study.positions = n;
        study.hidden = static_cast<double>(hidden) / static_cast<double>(n);
    }

    bool solvable() const { return nodes_[0].distance != none; }

    /// Counts the push-optimal solutions (log2), and how many first pushes they have in common.
    void count_solutions(Study& study) const {
        if (!solvable() || nodes_[0].distance == 0) return;
        std::vector<double> ways(nodes_.size(), 0);
        for (const std::uint32_t at : by_distance_) {  // by distance from the goals
            if (nodes_[at].distance > nodes_[0].distance) break;
            if (nodes_[at].distance == 0)
                ways[at] = 1;
            else
                each_edge(at, [&](const Edge& edge) {
                    if (nodes_[edge.to].distance != none && nodes_[edge.to].distance + 1 == nodes_[at].distance)
                        ways[at] += ways[edge.to];
                });
        }
        study.log2_solutions = std::log2(ways[0]);
        study.forced = 0;
        for (std::uint32_t at = 0; nodes_[at].distance; ++study.forced) {
            int choices = 0;
            std::uint32_t next = 0;
            each_edge(at, [&](const Edge& edge) {
                if (nodes_[edge.to].distance != none && nodes_[edge.to].distance + 1 == nodes_[at].distance)
                    ++choices, next = edge.to;
            });
            if (at == 0) study.choices = choices;
            if (choices > 1) break;
            at = next;
        }
    }

    /// The chance (log2) of the player who thinks in pushes: softmax of half the gain, 1 % give up with each push.
    double chance_by_pushes() {
        Chain chain(*this, 0.5, 0.99);
        for (const std::uint32_t at : by_distance_) {
            if (nodes_[at].distance == 0) continue;
            chain.begin(at);
            each_edge(at, [&](const Edge& edge) { chain.add_choice(edge.to); });
            chain.end();
        }
        return chain.solve();
    }

    /// The chance (log2) of the player who thinks in boxes: a choice takes one box anywhere; softmax of a quarter of
    /// the gain, 5 % give up.
    double chance_by_boxes() {
        Chain chain(*this, 0.25, 0.95);
        std::vector<std::uint32_t> mark(nodes_.size(), none);
        std::vector<std::pair<std::uint32_t, Square>> reach;
        std::uint32_t stamp = 0;
        for (const std::uint32_t at : by_distance_) {
            if (nodes_[at].distance == 0) continue;
            if (guard_.tick(at, bytes() + chain.bytes(), 0)) break;
            chain.begin(at);
            for (std::uint32_t e = first_edge_[at]; e < edges_end_[at];) {
                const Square box = edges_[e].from;
                mark[at] = ++stamp;
                reach.assign(1, {at, box});
                for (std::size_t head = 0; head < reach.size(); ++head) {
                    const auto [node, square] = reach[head];
                    if (head) chain.add_choice(node);
                    if (nodes_[node].h == 0) continue;
                    for (std::uint32_t k = first_edge_[node]; k < edges_end_[node]; ++k)
                        if (edges_[k].from == square && mark[edges_[k].to] != stamp) {
                            mark[edges_[k].to] = stamp;
                            reach.emplace_back(edges_[k].to, edges_[k].over);
                        }
                }
                while (e < edges_end_[at] && edges_[e].from == box) ++e;
            }
            chain.end();
        }
        return chain.solve();
    }

    std::size_t bytes() const {
        return numbers_->bytes() + nodes_.capacity() * sizeof(Node) + edges_.capacity() * (sizeof(Edge) + 4) +
               nodes_.size() * 24;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Node {
        std::int32_t h = 0, g = 0;
        std::uint32_t distance = none;  // pushes to the nearest goal
        bool expanded = false, open = false, dead = false, visible = false;
    };
    struct Edge {
        std::uint32_t to;
        Square from, over;  // the box goes from one square to the next
    };

    /// P(n) = carry_on · Σ p(n → m) · P(m), computed by sweeps from the goals outward.
    class Chain {
    public:
        Chain(const PositionGraph& graph, double steepness, double carry_on)
            : graph_(graph), carry_on_(carry_on), value_(graph.nodes_.size(), 0) {
            for (int gain = -max_gain; gain <= 2; ++gain) weight_[gain + max_gain] = std::exp(-steepness * gain);
        }
        void begin(std::uint32_t at) {
            rows_.push_back({at, static_cast<std::uint32_t>(terms_.size())});
            total_ = 0;
        }
        void add_choice(std::uint32_t to) {
            const Node& node = graph_.nodes_[to];
            if (node.visible) return;
            const int gain = std::clamp(node.h - graph_.nodes_[rows_.back().at].h, -max_gain, 2);
            const double weight = weight_[gain + max_gain];
            total_ += weight;
            if (node.distance != none) terms_.push_back({to, static_cast<float>(weight)});
        }
        void end() {
            for (std::size_t k = rows_.back().first; k < terms_.size(); ++k)
                terms_[k].chance = static_cast<float>(terms_[k].chance / total_ * carry_on_);
        }
        double solve() {
            rows_.push_back({0, static_cast<std::uint32_t>(terms_.size())});
            for (std::uint32_t at = 0; at < value_.size(); ++at)
                if (graph_.nodes_[at].h == 0) value_[at] = 1;
            for (int sweep = 0; sweep < max_sweeps; ++sweep) {
                const double before = value_[0];
                for (std::size_t r = 0; r + 1 < rows_.size(); ++r) {
                    double sum = 0;
                    for (std::size_t k = rows_[r].first; k < rows_[r + 1].first; ++k)
                        sum += terms_[k].chance * value_[terms_[k].to];
                    value_[rows_[r].at] = sum;
                }
                if (value_[0] > 0 && value_[0] - before <= tolerance * value_[0]) break;
                if (graph_.guard_.check(0, 0)) break;
            }
            return std::log2(value_[0]);
        }
        std::size_t bytes() const { return terms_.capacity() * sizeof(Term) + rows_.capacity() * sizeof(Row); }

    private:
        static constexpr int max_gain = 200, max_sweeps = 2000;
        static constexpr double tolerance = 2e-4;
        struct Row {
            std::uint32_t at, first;
        };
        struct Term {
            std::uint32_t to;
            float chance;
        };
        const PositionGraph& graph_;
        double carry_on_, total_ = 0;
        std::vector<double> value_;
        std::vector<Row> rows_;
        std::vector<Term> terms_;
        std::array<double, max_gain + 3> weight_;
    };

    void add_node(std::int32_t h, std::int32_t g) {
        const auto at = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({std::min(h, unreachable), g});
        first_edge_.push_back(0);
        edges_end_.push_back(0);
        if (h < unreachable) open(at);
    }
    void open(std::uint32_t at) {
        const auto f = static_cast<std::size_t>(nodes_[at].g + nodes_[at].h);
        if (f >= queue_.size()) queue_.resize(f + 1);
        queue_[f].push_back(at);
    }

    void expand(std::uint32_t at, std::vector<Square>& boxes, std::vector<Push>& pushes) {
        const Square player = numbers_->unpack(at, boxes);
        nodes_[at].expanded = true;
        expanded_order_.push_back(at);
        occupancy_.put_all(boxes);
        occupancy_.walk(player);
        occupancy_.list_pushes(boxes, pushes);
        matching_.begin(&distances_);
        first_edge_[at] = static_cast<std::uint32_t>(edges_.size());
        for (const Push& push : pushes) {
            const Square to = maze_.next[push.from][push.direction];
            occupancy_.move_box(push.from, to);
            const Square least = occupancy_.least_after(push.from, to);
            occupancy_.move_box(to, push.from);
            const auto [number, fresh] = numbers_->add_after(at, push.from, to, least);
            const std::int32_t g = nodes_[at].g + 1;
            if (fresh) {
                matching_.assign(boxes, player);
                const auto moved = std::lower_bound(boxes.begin(), boxes.end(), push.from) - boxes.begin();
                const std::int32_t h = matching_.total_after(boxes, &distances_, static_cast<std::size_t>(moved), to,
                                                             push.from, push.direction);
                add_node(h, g);
            } else if (g < nodes_[number].g) {
                nodes_[number].g = g;
                if (!nodes_[number].expanded && nodes_[number].h < unreachable) open(number);
            }
            edges_.push_back({number, push.from, to});
        }
        edges_end_[at] = static_cast<std::uint32_t>(edges_.size());
        occupancy_.remove_all(boxes);
    }

    template <class Use>
    void each_edge(std::uint32_t at, Use&& use) const {
        for (std::uint32_t e = first_edge_[at]; e < edges_end_[at]; ++e) use(edges_[e]);
    }

    /// Lists the predecessors of each node.
    void reverse_edges() {
        first_predecessor_.assign(nodes_.size() + 1, 0);
        for (const Edge& edge : edges_) ++first_predecessor_[edge.to + 1];
        for (std::size_t i = 1; i < first_predecessor_.size(); ++i) first_predecessor_[i] += first_predecessor_[i - 1];
        predecessors_.resize(edges_.size());
        std::vector<std::uint32_t> at(first_predecessor_.begin(), first_predecessor_.end() - 1);
        for (const std::uint32_t from : expanded_order_)
            each_edge(from, [&](const Edge& edge) { predecessors_[at[edge.to]++] = from; });
    }
    /// Breadth-first against the edges from `nodes`, continuing with each node for which `take` returns true.
    template <class Take>
    void spread_back(std::vector<std::uint32_t>& nodes, Take&& take) {
        for (std::size_t head = 0; head < nodes.size(); ++head) {
            const std::uint32_t to = nodes[head];
            for (std::uint32_t k = first_predecessor_[to]; k < first_predecessor_[to + 1]; ++k)
                if (take(predecessors_[k], to)) nodes.push_back(predecessors_[k]);
        }
    }

    const Maze& maze_;
    Guard& guard_;
    int assignment_size_;
    Occupancy occupancy_;
    Freeze freeze_;
    MatchingBound<NaiveGoalDistances> matching_;
    NaiveGoalDistances distances_;
    std::unique_ptr<PositionNumbers> numbers_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> first_edge_, edges_end_, expanded_order_, first_predecessor_, predecessors_,
        by_distance_;
    std::vector<std::vector<std::uint32_t>> queue_;  // by g + h
};

}  // namespace unjam::sokoban
