// Appending the chosen ones of a few words without a branch per word.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace unjam {

/// Writes base + differences[i] for every bit i set in `chosen` (below `Lanes`), in order, and returns the end. May
/// write up to eight words beyond the end.
template <unsigned Lanes>
std::uint64_t* append_chosen(std::uint64_t* out, std::uint64_t base, const std::uint64_t* differences,
                             unsigned chosen) {
#ifdef __AVX512F__
    static_assert(Lanes % 8 == 0);
    const __m512i from = _mm512_set1_epi64(static_cast<long long>(base));
    for (unsigned lane = 0; lane < Lanes; lane += 8) {
        const auto mask = static_cast<__mmask8>(chosen >> lane);
        const __m512i sums = _mm512_add_epi64(from, _mm512_loadu_si512(differences + lane));
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(mask, sums));
        out += std::popcount(static_cast<unsigned>(mask));
    }
#else
    for (; chosen; chosen &= chosen - 1) *out++ = base + differences[std::countr_zero(chosen)];
#endif
    return out;
}

}  // namespace unjam
