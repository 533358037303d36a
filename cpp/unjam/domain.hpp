// The concept Domain, what a family must offer to be searched by the kernels; Expansion, and limits on ranks
// and keys expanded together.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace unjam {

/// The successors of one position: how many were written, and which of them is solved (-1: none).
struct Expansion {
    unsigned count = 0;
    int solved = -1;
};

/// A position is a trivially copyable packed `Key`. `expand` writes the keys of all successors (moves of cost 1) to an
/// array that has room for `max_successors() + slack` of them; the slack lets it write whole vectors and keep fewer.
/// `predecessors` writes the keys of all positions that lead here in one move. If the positions of a domain can be
/// numbered below a modest `ranks()`, that number is in the top bits of its one-word key, from `rank_shift()` on. Other
/// domains return 0 ranks.
template <class D>
concept Domain = std::is_trivially_copyable_v<typename D::Key> &&
                 requires(const D& d, const typename D::Key& key, typename D::Key* keys) {
                     { d.start() } -> std::convertible_to<typename D::Key>;
                     { d.solved(key) } -> std::convertible_to<bool>;
                     { d.expand(key, keys) } -> std::same_as<Expansion>;
                     { d.predecessors(key, keys) } -> std::convertible_to<unsigned>;
                     { d.ranks() } -> std::convertible_to<std::uint64_t>;
                     { d.rank_shift() } -> std::convertible_to<unsigned>;
                     { d.max_successors() } -> std::convertible_to<std::size_t>;
                 };

/// A domain with more ranks is not ranked: its visited set would be a bitmap of more than 128 MB.
inline constexpr std::uint64_t max_ranks = 1ull << 30;

/// How many positions are expanded in one call, at most.
inline constexpr unsigned max_together = 24;

/// How many keys `expand` may write beyond those it keeps.
inline constexpr std::size_t slack = 16;

}  // namespace unjam
