// OpenList, the positions that one side of the greedy search has yet to expand: the nearest first, or any kind of
// position at random, in turns.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "unjam/bucket_queue.hpp"
#include "unjam/random.hpp"
#include "unjam/table_bytes.hpp"

namespace unjam::sokoban {

/// Every other position is that with the least estimate; the rest are drawn at random from a type drawn at random,
/// types being pairs of cost and estimate. F. Xie, M. Müller, R. Holte, T. Imai, "Type-based exploration with multiple
/// search queues for satisficing planning", 2014.
class OpenList {
public:
    static constexpr std::uint32_t none = ~0u;

    explicit OpenList(std::uint64_t seed) : random_(seed) {}

    void push(std::uint32_t id, int cost, int estimate) {
        bytes_ += by_estimate_.push(estimate, id);
        const std::uint32_t type =
            static_cast<std::uint32_t>(cost / costs_per_type) << 16 | static_cast<unsigned>(estimate);
        const auto [entry, is_new] = type_numbers_.try_emplace(type, static_cast<std::uint32_t>(types_.size()));
        if (is_new) types_.emplace_back();
        std::vector<std::uint32_t>& ids = types_[entry->second];
        if (ids.empty()) filled_types_.push_back(entry->second);
        const std::size_t before = ids.capacity();
        ids.push_back(id);
        bytes_ += (ids.capacity() - before) * sizeof(std::uint32_t);
    }

    /// A position, which the other order may have returned before; none if nothing is left.
    std::uint32_t pop() {
        at_random_ = !at_random_;
        if (at_random_ && !filled_types_.empty()) return pop_at_random();
        const int least = by_estimate_.least();
        return least == Buckets<std::uint32_t>::none ? none : by_estimate_.pop(least);
    }

    std::size_t bytes() const {
        return bytes_ + table_bytes(type_numbers_) + types_.capacity() * (sizeof types_[0] + 4);
    }

private:
    static constexpr int costs_per_type = 2;

    std::uint32_t pop_at_random() {
        const std::size_t k = random_.below(filled_types_.size());
        std::vector<std::uint32_t>& ids = types_[filled_types_[k]];
        const std::size_t i = random_.below(ids.size());
        const std::uint32_t out = ids[i];
        ids[i] = ids.back();
        ids.pop_back();
        if (ids.empty()) filled_types_[k] = filled_types_.back(), filled_types_.pop_back();
        return out;
    }

    Random random_;
    bool at_random_ = false;
    Buckets<std::uint32_t> by_estimate_;
    std::unordered_map<std::uint32_t, std::uint32_t> type_numbers_;
    std::vector<std::vector<std::uint32_t>> types_;
    std::vector<std::uint32_t> filled_types_;  // numbers of types that have positions
    std::size_t bytes_ = 0;
};

}  // namespace unjam::sokoban
