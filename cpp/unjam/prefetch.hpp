// Prefetching memory, by whatever name the compiler has for it.
#pragma once

#if defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__)
#include <xmmintrin.h>
#endif

namespace unjam {

/// Fetches the memory at an address, which need not be valid. Does nothing if the compiler has no such instruction.
inline void prefetch([[maybe_unused]] const void* where) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(where);
#elif defined(_MSC_VER) && defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(where), _MM_HINT_T0);
#endif
}

}  // namespace unjam
