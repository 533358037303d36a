// Bits, a set of small numbers with one bit each, and the pext and pdep instructions (`extract`, `deposit`).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace unjam {

/// Returns the bits of the word that the mask selects, packed from the lowest bit up.
inline std::uint64_t extract(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
    return _pext_u64(word, mask);
#else
    std::uint64_t out = 0;
    for (int n = 0; mask; ++n, mask &= mask - 1) out |= (word >> std::countr_zero(mask) & 1) << n;
    return out;
#endif
}

/// The inverse of `extract`: places the lowest bits of the word where the mask has bits.
inline std::uint64_t deposit(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
    return _pdep_u64(word, mask);
#else
    std::uint64_t out = 0;
    for (; mask; word >>= 1, mask &= mask - 1) out |= mask & -mask & -(word & 1);
    return out;
#endif
}

/// A set of the numbers below 64 * W, passed by value.
template <int W>
struct Bits {
    std::array<std::uint64_t, W> word{};

    void set(std::uint32_t bit) { word[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
    void reset(std::uint32_t bit) { word[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }
    bool test(std::uint32_t bit) const { return word[bit >> 6] >> (bit & 63) & 1; }
    bool meets(const Bits& other) const {
        std::uint64_t common = 0;
        for (int w = 0; w < W; ++w) common |= word[w] & other.word[w];
        return common != 0;
    }
    bool within(const Bits& other) const {
        std::uint64_t beyond = 0;
        for (int w = 0; w < W; ++w) beyond |= word[w] & ~other.word[w];
        return beyond == 0;
    }
    bool operator==(const Bits&) const = default;
    Bits operator|(const Bits& other) const {
        Bits both;
        for (int w = 0; w < W; ++w) both.word[w] = word[w] | other.word[w];
        return both;
    }
    Bits& operator^=(const Bits& other) {
        for (int w = 0; w < W; ++w) word[w] ^= other.word[w];
        return *this;
    }
    /// Calls visit(bit) for each member, lowest first.
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::uint32_t w = 0; w < W; ++w)
            for (std::uint64_t bits = word[w]; bits; bits &= bits - 1)
                visit(w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
    /// Returns the lowest bit at or above `from` that is 0, or 64 * W. All bits below `from` must be 1.
    std::uint32_t lowest_zero(std::uint32_t from = 0) const {
        for (std::uint32_t w = from >> 6; w < W; ++w) {
            if (~word[w]) return w * 64 + static_cast<std::uint32_t>(std::countr_one(word[w]));
        }
        return 64 * W;
    }
};

}  // namespace unjam
