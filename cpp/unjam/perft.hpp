// Perft counts, as in computer chess: how many move sequences there are of each length, within limits on
// depth and positions. Two implementations of the rules check each other by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "unjam/domain.hpp"

namespace unjam {

/// Perft is for checks on small boards: the greatest depth, and the most positions in all.
inline constexpr unsigned max_perft_depth = 1000;
inline constexpr std::size_t max_perft_positions = std::size_t{1} << 20;

inline void check_perft(std::int64_t depth, std::size_t positions) {
    if (depth < 0 || depth > max_perft_depth) throw std::invalid_argument("perft counts lines of 0 to 1000 moves");
    if (positions > max_perft_positions) throw std::invalid_argument("perft has too many lines to count");
}

/// Returns how many sequences of 0, 1, … `depth` moves there are, repeated positions included. The Python rules must
/// count the same.
template <Domain D>
std::vector<std::uint64_t> perft(const D& domain, unsigned depth) {
    using Key = typename D::Key;
    check_perft(depth, 0);
    std::size_t positions = 0;
    std::vector<std::uint64_t> counts{1};
    std::vector<Key> layer{domain.start()}, next, keys(domain.max_successors() + slack);
    for (unsigned d = 0; d < depth; ++d) {
        next.clear();
        for (const Key& key : layer) {
            const auto count = static_cast<std::ptrdiff_t>(domain.expand(key, keys.data()).count);
            next.insert(next.end(), keys.begin(), keys.begin() + count);
            check_perft(depth, positions + next.size());
        }
        layer.swap(next);
        positions += layer.size();
        counts.push_back(layer.size());
    }
    return counts;
}

}  // namespace unjam
