// A set of small numbers, one bit each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace unjam {

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
    /// Calls visit(bit) for each that is in the set, the lowest first.
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::uint32_t w = 0; w < W; ++w)
            for (std::uint64_t bits = word[w]; bits; bits &= bits - 1)
                visit(w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
    /// The lowest bit that is 0 at or above `from`, whose lower bits are all 1; 64 * W when there is none.
    std::uint32_t lowest_zero(std::uint32_t from = 0) const {
        for (std::uint32_t w = from >> 6; w < W; ++w) {
            if (~word[w]) return w * 64 + static_cast<std::uint32_t>(std::countr_one(word[w]));
        }
        return 64 * W;
    }
};

}  // namespace unjam
