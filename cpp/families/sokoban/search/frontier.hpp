// Frontier, the positions that one side of a two-sided search has yet to expand: by cost within the bound,
// the others kept apart.
#pragma once

#include <cstdint>

#include "unjam/bucket_queue.hpp"

namespace unjam::sokoban {

/// Positions by their cost so far, least first, if their sum (cost and estimate) is within the bound; the others are
/// kept separately until the bound rises.
class Frontier {
public:
    static constexpr int never = Buckets<std::uint32_t>::none;

    void push(int cost, int sum, std::uint32_t id) {
        if (sum <= bound_)
            bytes_ += ready_.push(cost, id);
        else
            later_.push(sum, cost, id);
    }

    /// The least cost within the bound, or `never`.
    int least() { return ready_.least(); }
    std::size_t count(int cost) const { return ready_.count(cost); }
    std::uint32_t pop(int cost) { return ready_.pop(cost); }
    /// The position `ahead` places after the next one, or the last of its cost.
    std::uint32_t peek(int cost, std::size_t ahead) const {
        return ready_.peek(cost, std::min(ahead, ready_.count(cost) - 1));
    }

    /// The least sum beyond the bound, or `never`.
    int least_later() { return later_.empty() ? never : later_.least(); }

    void raise(int bound) {
        while (least_later() <= bound) bytes_ += ready_.take(later_.pop_all());
        bound_ = bound;
    }

    std::size_t bytes() const { return bytes_ + later_.bytes(); }

private:
    Buckets<std::uint32_t> ready_;      // by cost
    BucketQueue<std::uint32_t> later_;  // by sum, then by cost
    int bound_ = 0;
    std::size_t bytes_ = 0;  // of ready_
};

}  // namespace unjam::sokoban
