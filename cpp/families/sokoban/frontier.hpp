// The positions that one side of a two-sided search has met and not looked at yet.
#pragma once

#include <cstdint>
#include <vector>

namespace unjam::sokoban {

/// Positions by the cost that led to them, least first, as long as their sum (cost and estimate) is within the level;
/// those with a greater sum wait until the level rises.
class Frontier {
public:
    static constexpr int never = 1 << 29;

    void push(int cost, int sum, std::uint32_t id) {
        auto& lanes = sum <= level_ ? ready_ : lanes_of(sum);
        if (cost >= static_cast<int>(lanes.size())) lanes.resize(cost + 1);
        const std::size_t before = lanes[cost].capacity();
        lanes[cost].push_back(id);
        bytes_ += (lanes[cost].capacity() - before) * sizeof id;
        if (sum <= level_)
            first_ = std::min(first_, cost);
        else
            least_waiting_ = std::min(least_waiting_, sum);
    }

    /// The least cost among those within the level, or `never`.
    int least() {
        for (; first_ < static_cast<int>(ready_.size()); ++first_)
            if (!ready_[first_].empty()) return first_;
        return never;
    }
    std::size_t count(int cost) const { return cost < static_cast<int>(ready_.size()) ? ready_[cost].size() : 0; }
    std::uint32_t pop(int cost) {
        const std::uint32_t id = ready_[cost].back();
        ready_[cost].pop_back();
        return id;
    }
    /// The position that comes `ahead` places after the next one, or the last of its lane.
    std::uint32_t peek(int cost, std::size_t ahead) const {
        const auto& lane = ready_[cost];
        return lane[lane.size() > ahead ? lane.size() - 1 - ahead : 0];
    }

    /// The least sum that waits for a higher level, or `never`.
    int least_waiting() {
        for (; least_waiting_ < static_cast<int>(waiting_.size()); ++least_waiting_)
            for (const Lane& lane : waiting_[least_waiting_])
                if (!lane.empty()) return least_waiting_;
        return least_waiting_ = never;
    }

    void raise(int level) {
        for (int sum = level_ + 1; sum <= level && sum < static_cast<int>(waiting_.size()); ++sum) {
            auto& lanes = waiting_[sum];
            if (lanes.size() > ready_.size()) ready_.resize(lanes.size());
            for (std::size_t cost = 0; cost < lanes.size(); ++cost) {
                Lane& from = lanes[cost];
                if (from.empty()) continue;
                first_ = std::min(first_, static_cast<int>(cost));
                Lane& to = ready_[cost];
                bytes_ -= (from.capacity() + to.capacity()) * sizeof(std::uint32_t);
                if (to.empty())
                    to.swap(from);
                else
                    to.insert(to.end(), from.begin(), from.end());
                bytes_ += to.capacity() * sizeof(std::uint32_t);
            }
            std::vector<Lane>().swap(lanes);
        }
        level_ = level;
        if (least_waiting_ <= level) least_waiting_ = level + 1;
    }

    std::size_t bytes() const { return bytes_; }

private:
    using Lane = std::vector<std::uint32_t>;
    std::vector<Lane>& lanes_of(int sum) {
        if (sum >= static_cast<int>(waiting_.size())) waiting_.resize(sum + 1);
        return waiting_[sum];
    }

    std::vector<Lane> ready_;                 // by cost
    std::vector<std::vector<Lane>> waiting_;  // by sum, then by cost
    int level_ = 0, first_ = never, least_waiting_ = never;
    std::size_t bytes_ = 0;
};

}  // namespace unjam::sokoban
