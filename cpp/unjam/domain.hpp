// What a family gives to the breadth-first kernels.
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

/// A position is a trivially copyable packed `Key`. `expand` writes the keys of all successors (moves of cost 1) to a
/// place that holds `most_successors() + slack` of them, so that it may write whole vectors and keep less. `before`
/// writes the keys of all positions that lead here in one move. A domain whose positions can be numbered below a modest
/// `ranks()` carries that number in the top bits of its one-word key, from `rank_shift()` on; others say 0 ranks.
template <class D>
concept Domain = std::is_trivially_copyable_v<typename D::Key> &&
                 requires(const D& d, const typename D::Key& key, typename D::Key* keys) {
                     { d.start() } -> std::convertible_to<typename D::Key>;
                     { d.solved(key) } -> std::convertible_to<bool>;
                     { d.expand(key, keys) } -> std::same_as<Expansion>;
                     { d.before(key, keys) } -> std::convertible_to<unsigned>;
                     { d.ranks() } -> std::convertible_to<std::uint64_t>;
                     { d.rank_shift() } -> std::convertible_to<unsigned>;
                     { d.most_successors() } -> std::convertible_to<std::size_t>;
                 };

/// Positions are ranked where there are at most this many ranks: their set is then a bitmap of 128 MB at most.
inline constexpr std::uint64_t most_ranks = 1ull << 30;

/// How many positions are expanded together at most.
inline constexpr unsigned most_together = 24;

/// How far an `expand` may write beyond what it keeps.
inline constexpr std::size_t slack = 16;

}  // namespace unjam
