// The frontier of one side of a two-sided search: positions stored and not expanded yet.
#pragma once

#include <cstdint>

#include "unjam/bucket_queue.hpp"

namespace unjam::sokoban {

/// Positions by the cost that led to them, least first, as long as their sum (cost and estimate) is within the level;
/// those with a greater sum are kept apart until the level rises.
class Frontier {
public:
    static constexpr int never = Buckets<std::uint32_t>::none;

    void push(int cost, int sum, std::uint32_t id) {
        if (sum <= level_)
            bytes_ += ready_.push(cost, id);
        else
            later_.push(sum, cost, id);
    }

    /// The least cost among those within the level, or `never`.
    int least() { return ready_.least(); }
    std::size_t count(int cost) const { return ready_.count(cost); }
    std::uint32_t pop(int cost) { return ready_.pop(cost); }
    /// The position that comes `ahead` places after the next one, or the last of its cost.
    std::uint32_t peek(int cost, std::size_t ahead) const {
        return ready_.peek(cost, std::min(ahead, ready_.count(cost) - 1));
    }

    /// The least sum beyond the level, or `never`.
    int least_later() { return later_.empty() ? never : later_.least(); }

    void raise(int level) {
        while (least_later() <= level) bytes_ += ready_.take(later_.pop_all());
        level_ = level;
    }

    std::size_t bytes() const { return bytes_ + later_.bytes(); }

private:
    Buckets<std::uint32_t> ready_;      // by cost
    BucketQueue<std::uint32_t> later_;  // by sum, then by cost
    int level_ = 0;
    std::size_t bytes_ = 0;  // of ready_
};

}  // namespace unjam::sokoban
