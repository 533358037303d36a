// Random whole numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace unjam {

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014).
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }
    /// A number from 0 to n - 1; n is small, so that all are as good as equally likely.
    int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }
    /// True once in n times.
    bool once_in(int n) { return below(n) == 0; }

private:
    std::uint64_t state_;
};

}  // namespace unjam
