// Random numbers (SplitMix64, Dice, Random) and hashes (`mix`) that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace unjam {

/// Multipliers that spread a number over 64 bits: 2^64 divided by the golden ratio (D. E. Knuth, TAOCP vol. 3, 6.4),
/// and the two of SplitMix64.
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15u;
inline constexpr std::uint64_t mix_factor_1 = 0xbf58476d1ce4e5b9u, mix_factor_2 = 0x94d049bb133111ebu;

/// Mixes the bits of a number so that each depends on all of them; no two numbers give the same result.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * mix_factor_1;
    x = (x ^ x >> 27) * mix_factor_2;
    return x ^ x >> 31;
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014).
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed = 0) : state_(seed) {}
    std::uint64_t next() { return mix(state_ += golden_ratio); }

private:
    std::uint64_t state_;
};

/// Small whole numbers, for generators. The same seed must give the same levels for ever.
class Dice : public SplitMix64 {
public:
    using SplitMix64::SplitMix64;
    /// A number from 0 to n - 1. All are equally likely as far as matters for a small n.
    int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }
    /// True once in n times.
    bool once_in(int n) { return below(n) == 0; }
};

/// Fractions, for sampling.
class Random : public SplitMix64 {
public:
    using SplitMix64::SplitMix64;
    /// From 0 up to, but not including, 1.
    double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(fraction() * static_cast<double>(n)); }
};

}  // namespace unjam
