// BoxHash hashes box configurations; Configurations is a set of such hashes.
#pragma once

#include <cstdint>
#include <vector>

#include "families/sokoban/model/box_set.hpp"
#include "unjam/random.hpp"

namespace unjam::sokoban {

/// Zobrist hashing of box sets (A. L. Zobrist, 1970).
class BoxHash {
public:
    explicit BoxHash(const Maze& maze) : numbers_(maze.floor + 1) {
        SplitMix64 random(0x2545f4914f6cdd1du);
        for (std::uint64_t& number : numbers_) number = random.next();
    }
    std::uint64_t operator()(const std::vector<Square>& boxes) const {
        std::uint64_t out = 0;
        for (Square b : boxes) out ^= numbers_[b];
        return out;
    }
    std::uint64_t operator[](Square s) const { return numbers_[s]; }

private:
    std::vector<std::uint64_t> numbers_;
};

/// A set of hashes. A collision only lets one more configuration in.
class Configurations {
public:
    void clear() {
        slots_.assign(first_slots, 0);
        size_ = 0;
    }
    void add(std::uint64_t hash) {
        if (2 * size_ >= slots_.size()) grow();
        std::uint64_t& slot = slots_[place(hash += hash == 0)];
        size_ += slot == 0;
        slot = hash;
    }
    bool has(std::uint64_t hash) const { return slots_[place(hash + (hash == 0))] != 0; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return slots_.capacity() * sizeof slots_[0]; }

private:
    static constexpr std::size_t first_slots = 1 << 12;

    std::size_t place(std::uint64_t hash) const {
        const std::size_t last = slots_.size() - 1;
        std::size_t at = hash & last;
        while (slots_[at] && slots_[at] != hash) at = (at + 1) & last;
        return at;
    }
    void grow() {
        std::vector<std::uint64_t> old(slots_.size() * 2, 0);
        old.swap(slots_);
        for (std::uint64_t hash : old)
            if (hash) slots_[place(hash)] = hash;
    }

    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(first_slots, 0);
    std::size_t size_ = 0;
};

}  // namespace unjam::sokoban
