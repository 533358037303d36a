// How much luck a level asks of fallible players: one who thinks in single pushes, and one who thinks in boxes.
//
// Nodes are positions (boxes and the player's area), edges pushes onto live squares. Both players like pushes that
// bring the boxes nearer to their goals and avoid what they see to be hopeless; neither looks ahead.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "families/sokoban/freeze.hpp"
#include "families/sokoban/matching.hpp"
#include "unjam/key_index.hpp"
#include "unjam/splitting.hpp"
#include "unjam/study.hpp"

namespace unjam::sokoban {

/// Push distances of a lone box to each goal, wherever the player stands: what a person sees.
class PlainDistances {
public:
    PlainDistances(const Maze& maze, int columns, int stride)
        : stride_(stride), pushes_(maze.live * stride, unreachable) {
        std::vector<Square> queue;
        for (int g = 0; g < static_cast<int>(maze.goals.size()); ++g) {
            queue.assign(1, maze.goals[g]);
            cost(maze.goals[g], g) = 0;
            for (std::size_t head = 0; head < queue.size(); ++head)
                for (int d = 0; d < 4; ++d) {
                    const Square from = maze.next[queue[head]][opposite(d)];
                    if (from >= maze.live || maze.next[from][opposite(d)] == maze.floor) continue;
                    if (cost(from, g) != unreachable) continue;
                    cost(from, g) = cost(queue[head], g) + 1;
                    queue.push_back(from);
                }
        }
        for (int j = static_cast<int>(maze.goals.size()); j < columns; ++j)  // surplus boxes may stay anywhere
            for (int s = 0; s < maze.live; ++s) cost(static_cast<Square>(s), j) = 0;
    }
    const std::int32_t* row(Square s, Square) const { return pushes_.data() + static_cast<std::size_t>(s) * stride_; }
    const std::int32_t* row_behind(Square s, int) const { return row(s, 0); }
    bool several(Square) const { return false; }

private:
    std::int32_t& cost(Square s, int g) { return pushes_[static_cast<std::size_t>(s) * stride_ + g]; }

    int stride_;
    std::vector<std::int32_t> pushes_;
};

/// The positions that can be reached, listed in the order of A*, and what the players make of them. A key holds a bit
/// for each live square and the least square of the player's area.
template <unsigned Words>
class Graph {
public:
    static constexpr int most_live = Words * 64 - 16;

    Graph(const Maze& maze, const Position& start, Guard& guard)
        : maze_(maze),
          guard_(guard),
          size_(static_cast<int>(std::max(start.boxes.size(), maze.goals.size()))),
          ground_(maze),
          freeze_(maze),
          matching_(size_, false, true),
          table_(maze, size_, matching_.stride()) {
        std::vector<Square> boxes = start.boxes;
        std::sort(boxes.begin(), boxes.end());
        ground_.place(boxes);
        const Square least = ground_.least(start.player);
        matching_.begin(&table_);
        matching_.assign(boxes, start.player);
        ground_.lift(boxes);
        add(key_of(boxes, least), matching_.total(), 0);
    }

    /// Lists positions in the order of A*, at most so many; true when that is all of them.
    bool list(std::size_t most) {
        std::vector<Square> boxes;
        std::vector<Push> pushes;
        for (std::size_t f = 0; f < queue_.size(); ++f)
            for (std::size_t head = 0; head < queue_[f].size(); ++head) {
                if (index_.size() >= most || guard_.tick(order_.size(), bytes(), 0)) return false;
                const std::uint32_t at = queue_[f][head];
                if (nodes_[at].expanded || nodes_[at].h == 0) continue;
                expand(at, boxes, pushes);
            }
        return true;
    }

    void judge(Study& study) {
        turn_round();
        const std::size_t n = nodes_.size();
        std::vector<std::uint32_t> open;
        for (std::uint32_t at = 0; at < n; ++at)
            if (nodes_[at].h == 0)
                nodes_[at].far = 0, sweep_.push_back(at);
            else if (!nodes_[at].expanded && nodes_[at].h < unreachable)
                nodes_[at].open = true, open.push_back(at);
        spread(sweep_, [&](std::uint32_t from, std::uint32_t to) {
            if (nodes_[from].far != none) return false;
            nodes_[from].far = nodes_[to].far + 1;
            return true;
        });
        spread(open, [&](std::uint32_t from, std::uint32_t) {
            if (nodes_[from].open) return false;
            return nodes_[from].open = true;
        });
        std::vector<Square> boxes, frozen;
        std::size_t hidden = 0;
        for (std::uint32_t at = 0; at < n; ++at) {
            Node& node = nodes_[at];
            if (node.h >= unreachable) {
                node.visible = node.dead = true;
            } else if (node.far == none && !node.open) {
                node.dead = true;
                boxes_of(index_[at], boxes);
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

    bool solvable() const { return nodes_[0].far != none; }

    /// The logarithm to base 2 of the number of push-optimal solutions, and how far they are forced.
    void count(Study& study) const {
        if (!solvable() || nodes_[0].far == 0) return;
        std::vector<double> ways(nodes_.size(), 0);
        for (const std::uint32_t at : sweep_) {  // by distance from the goals
            if (nodes_[at].far > nodes_[0].far) break;
            if (nodes_[at].far == 0)
                ways[at] = 1;
            else
                each_edge(at, [&](const Edge& edge) {
                    if (nodes_[edge.to].far != none && nodes_[edge.to].far + 1 == nodes_[at].far)
                        ways[at] += ways[edge.to];
                });
        }
        study.log2_solutions = std::log2(ways[0]);
        study.forced = 0;
        for (std::uint32_t at = 0; nodes_[at].far; ++study.forced) {
            int choices = 0;
            std::uint32_t next = 0;
            each_edge(at, [&](const Edge& edge) {
                if (nodes_[edge.to].far != none && nodes_[edge.to].far + 1 == nodes_[at].far) ++choices, next = edge.to;
            });
            if (at == 0) study.choices = choices;
            if (choices > 1) break;
            at = next;
        }
    }

    /// The chance of the player of pushes: softmax of half the gain, 1 % give up with each push.
    double pushes() {
        Chain chain(*this, 0.5, 0.99);
        for (const std::uint32_t at : sweep_) {
            if (nodes_[at].far == 0) continue;
            chain.begin(at);
            each_edge(at, [&](const Edge& edge) { chain.offer(edge.to); });
            chain.end();
        }
        return chain.solve();
    }

    /// The chance of the player of boxes: a choice takes one box anywhere; softmax of a quarter, 5 % give up.
    double boxes() {
        Chain chain(*this, 0.25, 0.95);
        std::vector<std::uint32_t> mark(nodes_.size(), none);
        std::vector<std::pair<std::uint32_t, Square>> reach;
        std::uint32_t stamp = 0;
        for (const std::uint32_t at : sweep_) {
            if (nodes_[at].far == 0) continue;
            if (guard_.tick(at, bytes() + chain.bytes(), 0)) break;
            chain.begin(at);
            for (std::uint32_t e = edge_at_[at]; e < edge_end_[at];) {
                const Square box = edges_[e].from;
                mark[at] = ++stamp;
                reach.assign(1, {at, box});
                for (std::size_t head = 0; head < reach.size(); ++head) {
                    const auto [node, square] = reach[head];
                    if (head) chain.offer(node);
                    if (nodes_[node].h == 0) continue;
                    for (std::uint32_t k = edge_at_[node]; k < edge_end_[node]; ++k)
                        if (edges_[k].from == square && mark[edges_[k].to] != stamp) {
                            mark[edges_[k].to] = stamp;
                            reach.emplace_back(edges_[k].to, edges_[k].over);
                        }
                }
                while (e < edge_end_[at] && edges_[e].from == box) ++e;
            }
            chain.end();
        }
        return chain.solve();
    }

    std::size_t bytes() const {
        return index_.bytes() + nodes_.capacity() * sizeof(Node) + edges_.capacity() * (sizeof(Edge) + 4) +
               nodes_.size() * 24;
    }

private:
    using Key = WideKey<Words>;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Node {
        std::int32_t h = 0, g = 0;
        std::uint32_t far = none;  // pushes to the nearest goal
        bool expanded = false, open = false, dead = false, visible = false;
    };
    struct Edge {
        std::uint32_t to;
        Square from, over;  // the box goes from one square over to the next
    };

    /// P(n) = stays · Σ p(n → m) · P(m), swept from the goals outward.
    class Chain {
    public:
        Chain(const Graph& graph, double steep, double stays)
            : graph_(graph), stays_(stays), value_(graph.nodes_.size(), 0) {
            for (int gain = -max_gain; gain <= 2; ++gain) weight_[gain + max_gain] = std::exp(-steep * gain);
        }
        void begin(std::uint32_t at) {
            rows_.push_back({at, static_cast<std::uint32_t>(terms_.size())});
            total_ = 0;
        }
        void offer(std::uint32_t to) {
            const Node& node = graph_.nodes_[to];
            if (node.visible) return;
            const int gain = std::clamp(node.h - graph_.nodes_[rows_.back().at].h, -max_gain, 2);
            const double weight = weight_[gain + max_gain];
            total_ += weight;
            if (node.far != none) terms_.push_back({to, static_cast<float>(weight)});
        }
        void end() {
            for (std::size_t k = rows_.back().first; k < terms_.size(); ++k)
                terms_[k].chance = static_cast<float>(terms_[k].chance / total_ * stays_);
        }
        double solve() {
            rows_.push_back({0, static_cast<std::uint32_t>(terms_.size())});
            for (std::uint32_t at = 0; at < value_.size(); ++at)
                if (graph_.nodes_[at].h == 0) value_[at] = 1;
            for (int sweep = 0; sweep < most_sweeps; ++sweep) {
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
        static constexpr int max_gain = 200, most_sweeps = 2000;
        static constexpr double tolerance = 2e-4;
        struct Row {
            std::uint32_t at, first;
        };
        struct Term {
            std::uint32_t to;
            float chance;
        };
        const Graph& graph_;
        double stays_, total_ = 0;
        std::vector<double> value_;
        std::vector<Row> rows_;
        std::vector<Term> terms_;
        std::array<double, max_gain + 3> weight_;
    };

    static Key key_of(const std::vector<Square>& boxes, Square player) {
        Key key{};
        for (const Square b : boxes) key[b / 64] |= std::uint64_t{1} << b % 64;
        key[Words - 1] |= static_cast<std::uint64_t>(player) << 48;
        return key;
    }
    static void boxes_of(const Key& key, std::vector<Square>& out) {
        out.clear();
        for (unsigned w = 0; w < Words; ++w) {
            std::uint64_t bits = w + 1 == Words ? key[w] & ((std::uint64_t{1} << 48) - 1) : key[w];
            for (; bits; bits &= bits - 1) out.push_back(static_cast<Square>(w * 64 + std::countr_zero(bits)));
        }
    }

    void add(const Key& key, std::int32_t h, std::int32_t g) {
        const std::uint32_t at = index_.add(key).first;
        nodes_.push_back({std::min(h, unreachable), g});
        edge_at_.push_back(0);
        edge_end_.push_back(0);
        if (h < unreachable) open(at);
    }
    void open(std::uint32_t at) {
        const auto f = static_cast<std::size_t>(nodes_[at].g + nodes_[at].h);
        if (f >= queue_.size()) queue_.resize(f + 1);
        queue_[f].push_back(at);
    }

    void expand(std::uint32_t at, std::vector<Square>& boxes, std::vector<Push>& pushes) {
        const Key key = index_[at];
        const auto player = static_cast<Square>(key[Words - 1] >> 48);
        boxes_of(key, boxes);
        nodes_[at].expanded = true;
        order_.push_back(at);
        ground_.place(boxes);
        ground_.walk(player);
        ground_.list_pushes(boxes, pushes);
        matching_.begin(&table_);
        edge_at_[at] = static_cast<std::uint32_t>(edges_.size());
        for (const Push& push : pushes) {
            const Square to = maze_.next[push.from][push.direction];
            ground_.shift(push.from, to);
            Key after = key;
            after[push.from / 64] ^= std::uint64_t{1} << push.from % 64;
            after[to / 64] ^= std::uint64_t{1} << to % 64;
            after[Words - 1] &= (std::uint64_t{1} << 48) - 1;
            after[Words - 1] |= static_cast<std::uint64_t>(ground_.least_after(push.from, to)) << 48;
            ground_.shift(to, push.from);
            const auto [number, fresh] = index_.add(after);
            const std::int32_t g = nodes_[at].g + 1;
            if (fresh) {
                matching_.assign(boxes, player);
                const auto moved = std::lower_bound(boxes.begin(), boxes.end(), push.from) - boxes.begin();
                const std::int32_t h =
                    matching_.after(boxes, &table_, static_cast<std::size_t>(moved), to, push.from, push.direction);
                nodes_.push_back({std::min(h, unreachable), g});
                edge_at_.push_back(0);
                edge_end_.push_back(0);
                if (h < unreachable) open(number);
            } else if (g < nodes_[number].g) {
                nodes_[number].g = g;
                if (!nodes_[number].expanded && nodes_[number].h < unreachable) open(number);
            }
            edges_.push_back({number, push.from, to});
        }
        edge_end_[at] = static_cast<std::uint32_t>(edges_.size());
        ground_.lift(boxes);
    }

    template <class Use>
    void each_edge(std::uint32_t at, Use&& use) const {
        for (std::uint32_t e = edge_at_[at]; e < edge_end_[at]; ++e) use(edges_[e]);
    }

    /// Lists for each node those that lead to it.
    void turn_round() {
        back_at_.assign(nodes_.size() + 1, 0);
        for (const Edge& edge : edges_) ++back_at_[edge.to + 1];
        for (std::size_t i = 1; i < back_at_.size(); ++i) back_at_[i] += back_at_[i - 1];
        back_.resize(edges_.size());
        std::vector<std::uint32_t> at(back_at_.begin(), back_at_.end() - 1);
        for (const std::uint32_t from : order_) each_edge(from, [&](const Edge& edge) { back_[at[edge.to]++] = from; });
    }
    /// Breadth-first against the edges from the nodes given, on through those that are taken.
    template <class Take>
    void spread(std::vector<std::uint32_t>& nodes, Take&& take) {
        for (std::size_t head = 0; head < nodes.size(); ++head) {
            const std::uint32_t to = nodes[head];
            for (std::uint32_t k = back_at_[to]; k < back_at_[to + 1]; ++k)
                if (take(back_[k], to)) nodes.push_back(back_[k]);
        }
    }

    const Maze& maze_;
    Guard& guard_;
    int size_;
    Ground ground_;
    Freeze freeze_;
    Matching<PlainDistances> matching_;
    PlainDistances table_;
    KeyIndex<Key> index_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> edge_at_, edge_end_, order_, back_at_, back_, sweep_;
    std::vector<std::vector<std::uint32_t>> queue_;  // by g + h
};

/// The player of pushes walking, for `split`.
class Walker {
public:
    struct State {
        std::vector<Square> boxes;  // sorted
        Square player;
    };

    Walker(const Maze& maze, const Position& start, Random& random)
        : maze_(maze),
          random_(random),
          ground_(maze),
          freeze_(maze),
          matching_(static_cast<int>(std::max(start.boxes.size(), maze.goals.size())), false, true),
          table_(maze, static_cast<int>(std::max(start.boxes.size(), maze.goals.size())), matching_.stride()) {}

    /// The matching distance; 0 at a goal alone.
    int distance(const State& state) {
        matching_.begin(&table_);
        matching_.assign(state.boxes, state.player);
        return matching_.total();
    }

    bool step(State& state) {
        if (random_.fraction() >= 0.99) return false;
        ground_.place(state.boxes);
        ground_.walk(state.player);
        ground_.list_pushes(state.boxes, pushes_);
        ground_.lift(state.boxes);
        const int here = distance(state);
        weights_.assign(pushes_.size(), 0);
        double total = 0;
        for (std::size_t i = 0; i < pushes_.size(); ++i) total += weights_[i] = weight(state, pushes_[i], here);
        double left = random_.fraction() * total;
        const Push* chosen = nullptr;
        for (std::size_t i = 0; i < pushes_.size() && left >= 0; ++i)
            if (weights_[i] > 0) left -= weights_[i], chosen = &pushes_[i];
        if (!chosen) return false;
        push(state.boxes, *chosen);
        state.player = chosen->from;
        return true;
    }

private:
    void push(std::vector<Square>& boxes, const Push& push) const {
        *std::lower_bound(boxes.begin(), boxes.end(), push.from) = maze_.next[push.from][push.direction];
        std::sort(boxes.begin(), boxes.end());
    }
    double weight(const State& state, const Push& made, int here) {
        const Square to = maze_.next[made.from][made.direction];
        const auto moved = std::lower_bound(state.boxes.begin(), state.boxes.end(), made.from) - state.boxes.begin();
        const int there =
            matching_.after(state.boxes, &table_, static_cast<std::size_t>(moved), to, made.from, made.direction);
        if (there >= unreachable) return 0;
        if (!maze_.fill) {
            boxes_ = state.boxes;
            push(boxes_, made);
            if (!freeze_.find(boxes_, frozen_)) return 0;
        }
        return std::exp(-0.5 * std::min(2, there - here));
    }

    const Maze& maze_;
    Random& random_;
    Ground ground_;
    Freeze freeze_;
    Matching<PlainDistances> matching_;
    PlainDistances table_;
    std::vector<Push> pushes_;
    std::vector<double> weights_;
    std::vector<Square> boxes_, frozen_;
};

template <unsigned Words>
void study(const Maze& maze, const Position& start, std::size_t most, Guard& guard, Study& out) {
    Graph<Words> graph(maze, start, guard);
    out.exact = graph.list(most);
    graph.judge(out);
    if (graph.solvable()) {
        graph.count(out);
        out.log2_box_chance = graph.boxes();
        if (out.exact) out.log2_chance = graph.pushes();
    }
    out.found = !out.exact || graph.solvable();
}

/// The study of a level: exact where at most `most` positions can be reached, else the chance is sampled by `walks`
/// walks a stage, and the rest is what the listed positions show.
inline Study study(const Maze& maze, Position start, std::size_t most, std::size_t walks, std::uint64_t seed,
                   const Limits& limits) {
    Study out;
    std::sort(start.boxes.begin(), start.boxes.end());
    for (const Square box : start.boxes)
        if (box >= maze.live) {
            out.found = false;
            return out;
        }
    Guard guard(limits, 64);
    if (maze.live <= Graph<1>::most_live)
        study<1>(maze, start, most, guard, out);
    else if (maze.live <= Graph<2>::most_live)
        study<2>(maze, start, most, guard, out);
    else
        study<9>(maze, start, most, guard, out);
    out.stop = guard.why();
    if (out.exact || out.stop == Stop::time || out.stop == Stop::asked) return out;
    Limits rest = limits;
    rest.seconds = limits.seconds - guard.seconds();
    Guard fresh(rest, 16);
    Random random(seed);
    Walker walker(maze, start, random);
    const Sampled sampled = split(
        Walker::State{start.boxes, start.player}, walks, random, fresh,
        [&](Walker::State& state) { return walker.step(state); },
        [&](const Walker::State& state) { return walker.distance(state); });
    out.log2_chance = sampled.log2_chance, out.error = sampled.error, out.found = sampled.found;
    out.stop = fresh.why();
    return out;
}

}  // namespace unjam::sokoban
