// Counts of lines of play, by which two sets of rules check each other (the word is from computer chess).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "unjam/domain.hpp"

namespace unjam {

/// How many sequences there are of 0, 1, … `depth` moves, positions met again counted again; a family's Python rules
/// must count the same.
template <Domain D>
std::vector<std::uint64_t> perft(const D& domain, unsigned depth) {
    using Key = typename D::Key;
    std::vector<std::uint64_t> counts{1};
    std::vector<Key> layer{domain.start()}, next, keys(domain.most_successors() + slack);
    for (unsigned d = 0; d < depth; ++d) {
        next.clear();
        for (const Key& key : layer) {
            const auto count = static_cast<std::ptrdiff_t>(domain.expand(key, keys.data()).count);
            next.insert(next.end(), keys.begin(), keys.begin() + count);
        }
        layer.swap(next);
        counts.push_back(layer.size());
    }
    return counts;
}

}  // namespace unjam
