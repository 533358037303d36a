// Counts of lines of play, by which two sets of rules check each other (the word is from computer chess).
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "unjam/domain.hpp"

namespace unjam {

/// How deep lines of play are counted, and how many in all: they are for checking, on small boards.
inline constexpr unsigned perft_deepest = 1000;
inline constexpr std::size_t perft_most = std::size_t{1} << 20;

/// Refuses a count that would take for ever.
inline void perft_check(std::int64_t depth, std::size_t counted) {
    if (depth < 0 || depth > perft_deepest) throw std::invalid_argument("lines of play of 0 to 1000 moves are counted");
    if (counted > perft_most) throw std::invalid_argument("there are too many lines of play to count");
}

/// How many sequences there are of 0, 1, … `depth` moves, positions met again counted again; a family's Python rules
/// must count the same.
template <Domain D>
std::vector<std::uint64_t> perft(const D& domain, unsigned depth) {
    using Key = typename D::Key;
    perft_check(depth, 0);
    std::size_t counted = 0;
    std::vector<std::uint64_t> counts{1};
    std::vector<Key> layer{domain.start()}, next, keys(domain.most_successors() + slack);
    for (unsigned d = 0; d < depth; ++d) {
        next.clear();
        for (const Key& key : layer) {
            const auto count = static_cast<std::ptrdiff_t>(domain.expand(key, keys.data()).count);
            next.insert(next.end(), keys.begin(), keys.begin() + count);
            perft_check(depth, counted + next.size());
        }
        layer.swap(next);
        counted += layer.size();
        counts.push_back(layer.size());
    }
    return counts;
}

}  // namespace unjam
