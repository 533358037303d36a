// Large memory pages for large tables: a table that is read at random would otherwise spend much time on address
// translation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace unjam {

/// Asks the system for large pages under a large block. Does nothing on other systems than Linux.
inline void prefer_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    constexpr std::size_t page = 4096, large = std::size_t{4} << 20;
    if (!block || bytes < large) return;
    const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
    madvise(static_cast<char*>(block) + before, bytes - before, MADV_HUGEPAGE);  // a refusal does no harm
#endif
}

/// Allocates memory for std::free, in large pages if the system has them; null if there is none left.
inline void* large_pages(std::size_t bytes) {
#ifdef __linux__
    constexpr std::size_t large = std::size_t{1} << 21;
    void* block = std::aligned_alloc(large, (bytes + large - 1) / large * large);
    if (block) madvise(block, bytes, MADV_HUGEPAGE);
    return block;
#else
    return std::malloc(bytes);
#endif
}

}  // namespace unjam
