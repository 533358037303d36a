// Large pages under large tables: a table that is read here and there spends much of its time in finding its pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace unjam {

/// Asks the system for large pages under a block that is large itself; does nothing elsewhere.
inline void prefer_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    constexpr std::size_t page = 4096, large = std::size_t{4} << 20;
    if (!block || bytes < large) return;
    const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
    madvise(static_cast<char*>(block) + before, bytes - before, MADV_HUGEPAGE);  // it may be refused, which is no harm
#endif
}

/// Memory that std::free takes back, in large pages where the system has them; null where there is none left.
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
