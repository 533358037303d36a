// The memory of a hash table of the standard library.
#pragma once

#include <cstddef>

namespace unjam {

/// Bytes of a hash table as the allocator hands them out, and what its index will briefly need when it grows next.
template <class Table>
std::size_t table_bytes(const Table& table) {
    constexpr std::size_t block = 16;
    constexpr std::size_t entry = (sizeof(typename Table::value_type) + 2 * sizeof(void*) + block - 1) / block * block;
    const std::size_t index = table.bucket_count() * sizeof(void*);
    return table.size() * entry + (table.size() >= table.bucket_count() ? 3 * index : index);
}

}  // namespace unjam
