// KeyIndex, a hash table that numbers keys in the order in which they are added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "unjam/key_sets.hpp"

namespace unjam {

/// An open-addressing table of numbers next to the list of their keys, at most half full.
template <class Key>
class KeyIndex {
public:
    explicit KeyIndex(unsigned bits = 12) : bits_(bits), slots_(std::size_t{1} << bits, none) {}

    /// Returns the number of the key, and whether it is new.
    std::pair<std::uint32_t, bool> add(const Key& key) {
        if (keys_.size() * 2 >= slots_.size()) grow();
        std::uint32_t& slot = slots_[find(key)];
        if (slot != none) return {slot, false};
        slot = static_cast<std::uint32_t>(keys_.size());
        keys_.push_back(key);
        return {slot, true};
    }
    const Key& operator[](std::uint32_t number) const { return keys_[number]; }
    std::size_t size() const { return keys_.size(); }
    std::size_t bytes() const { return keys_.capacity() * sizeof(Key) + slots_.capacity() * sizeof(std::uint32_t); }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::size_t find(const Key& key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(hash_key(key) >> (64 - bits_));
        while (slots_[at] != none && keys_[slots_[at]] != key) at = (at + 1) & mask;
        return at;
    }
    void grow() {
        slots_.assign(std::size_t{1} << ++bits_, none);
        for (std::uint32_t i = 0; i < keys_.size(); ++i) slots_[find(keys_[i])] = i;
    }

    unsigned bits_;
    std::vector<Key> keys_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace unjam
