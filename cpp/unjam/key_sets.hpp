// Sets of packed positions: Bitmap by rank, KeyTable (an open-addressing hash table), both with additions by
// several threads; WideKey and `hash_key`.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "unjam/large_pages.hpp"
#include "unjam/limits.hpp"
#include "unjam/prefetch.hpp"
#include "unjam/random.hpp"

namespace unjam {

/// A packed position of several words, compared without a call or a branch.
template <std::size_t Words>
struct WideKey : std::array<std::uint64_t, Words> {
    friend bool operator==(const WideKey& a, const WideKey& b) {
        std::uint64_t differing = 0;
        for (std::size_t i = 0; i < Words; ++i) differing |= a[i] ^ b[i];
        return differing == 0;
    }
};

/// Hashes a key; the high bits are the good ones (Fibonacci hashing, Knuth, TAOCP vol. 3, 6.4).
inline std::uint64_t hash_key(std::uint64_t key) {
    key ^= key >> 32;
    return key * golden_ratio;
}
template <std::size_t Words>
std::uint64_t hash_key(const WideKey<Words>& key) {
    std::uint64_t h = 0;
    for (std::uint64_t word : key) h = (std::rotl(h, 29) ^ word ^ (word >> 32)) * golden_ratio;
    return h ^ (h >> 31) * mix_factor_1;
}

/// One bit per rank. The system hands out zeroed memory page by page, so a sparse set of a large range stays cheap.
/// `forget` clears what one search set; the block is kept for the next search.
class Bitmap {
public:
    Bitmap() = default;
    Bitmap(const Bitmap&) = delete;
    Bitmap& operator=(const Bitmap&) = delete;
    Bitmap& operator=(Bitmap&& other) noexcept {
        std::swap(words_, other.words_);
        std::swap(count_, other.count_);
        return *this;
    }
    ~Bitmap() { std::free(words_); }

    static std::uint64_t bytes_for(std::uint64_t ranks) { return (ranks + 63) / 64 * 8; }
    std::size_t bytes() const { return count_ * 8; }

    /// Makes room for the ranks. The set must be empty.
    void reserve(std::uint64_t ranks) {
        const auto count = static_cast<std::size_t>(bytes_for(ranks) / 8);
        if (count <= count_) return;
        std::free(words_);
        words_ = static_cast<std::uint64_t*>(std::calloc(count, 8));
        count_ = words_ ? count : 0;
        if (!words_) throw std::bad_alloc();
        prefer_large_pages(words_, count * 8);
    }

    /// Adds the rank; true if it is new.
    bool insert(std::uint64_t rank) {
        std::uint64_t& word = words_[rank >> 6];
        const std::uint64_t bit = 1ull << (rank & 63), before = word;
        word = before | bit;
        return !(before & bit);
    }
    /// The same while other threads add ranks: each rank is new to exactly one of them.
    bool insert_shared(std::uint64_t rank) {
        std::atomic_ref<std::uint64_t> word(words_[rank >> 6]);
        const std::uint64_t bit = 1ull << (rank & 63);
        if (word.load(std::memory_order_relaxed) & bit) return false;
        return !(word.fetch_or(bit, std::memory_order_relaxed) & bit);
    }
    void forget(std::uint64_t rank) { words_[rank >> 6] = 0; }
    void clear(std::uint64_t ranks) { std::memset(words_, 0, static_cast<std::size_t>(bytes_for(ranks))); }

private:
    std::uint64_t* words_ = nullptr;
    std::size_t count_ = 0;
};

/// Keys in an open-addressing table with linear probing (Knuth, TAOCP vol. 3, 6.4, algorithm L), at most 5/8 full. A
/// slot of all ones is empty: no packed position uses every bit.
template <class Key>
class KeyTable {
public:
    KeyTable() = default;
    KeyTable(const KeyTable&) = delete;
    KeyTable& operator=(const KeyTable&) = delete;
    KeyTable& operator=(KeyTable&& other) noexcept {
        std::swap(slots_, other.slots_);
        std::swap(bits_, other.bits_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~KeyTable() { std::free(slots_); }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return slots_ ? sizeof(Key) << bits_ : 0; }

    /// True if `more` keys can be added without growing.
    bool has_room(std::size_t more) const { return slots_ && are_few(size_ + more, bits_); }

    /// Bytes held at most while it grows by `more` keys: the old and the new slots together.
    std::uint64_t bytes_to_grow(std::size_t more) const {
        return bytes() + (std::uint64_t{sizeof(Key)} << bits_for(more));
    }

    /// Grows to take `more` keys. Moving a large table takes seconds, so it checks the limits meanwhile; false, with
    /// nothing changed, if they stop it.
    bool grow(std::size_t more, Guard& guard) {
        constexpr std::size_t stride = std::size_t{1} << 18;
        const unsigned bits = bits_for(more);
        KeyTable larger;
        larger.slots_ = static_cast<Key*>(std::malloc(sizeof(Key) << bits));
        if (!larger.slots_) throw std::bad_alloc();
        prefer_large_pages(larger.slots_, sizeof(Key) << bits);
        larger.bits_ = bits;
        larger.size_ = size_;
        const std::size_t count = std::size_t{1} << bits;
        for (std::size_t i = 0; i < count; i += stride) {
            std::memset(static_cast<void*>(larger.slots_ + i), 0xff, std::min(stride, count - i) * sizeof(Key));
            if (guard.out_of_time()) return false;
        }
        if (slots_) {
            for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i) {
                if (i % stride == stride - 1 && guard.out_of_time()) return false;
                if (slots_[i] != empty()) larger.slots_[larger.find(slots_[i])] = slots_[i];
            }
        }
        *this = std::move(larger);
        return true;
    }

    /// Copies the keys that are new to `out`, adds them, and returns how many; there must be room. Slots are
    /// prefetched, since each is likely far away.
    std::size_t append_new(const Key* keys, std::size_t count, Key* out) {
        constexpr std::size_t ahead = 12;
        std::size_t count_new = 0;
        for (std::size_t i = 0; i < count && i < ahead; ++i) prefetch(keys[i]);
        for (std::size_t i = 0; i < count; ++i) {
            if (i + ahead < count) prefetch(keys[i + ahead]);
            out[count_new] = keys[i];
            count_new += insert(keys[i]);
        }
        return count_new;
    }

    bool insert(const Key& key) {
        Key& slot = slots_[find(key)];
        if (slot == key) return false;
        slot = key;
        ++size_;
        return true;
    }
    /// The same while other threads add one-word keys: each key is new to exactly one of them. It does not count the
    /// keys; call `add_to_size` when all threads have finished.
    bool insert_shared(const Key& key) {
        const std::size_t mask = (std::size_t{1} << bits_) - 1;
        for (std::size_t at = static_cast<std::size_t>(hash_key(key) >> (64 - bits_));; at = (at + 1) & mask) {
            std::atomic_ref<Key> slot(slots_[at]);
            Key slot_key = slot.load(std::memory_order_relaxed);
            if (slot_key == empty() && slot.compare_exchange_strong(slot_key, key, std::memory_order_relaxed))
                return true;
            if (slot_key == key) return false;
        }
    }
    void add_to_size(std::size_t added) { size_ += added; }
    bool contains(const Key& key) const { return slots_[find(key)] == key; }
    void prefetch(const Key& key) const { unjam::prefetch(&slots_[hash_key(key) >> (64 - bits_)]); }

    /// Empties the table but keeps its memory.
    void clear() {
        if (slots_) std::memset(static_cast<void*>(slots_), 0xff, sizeof(Key) << bits_);
        size_ = 0;
    }

private:
    static Key empty() {
        Key key;
        std::memset(static_cast<void*>(&key), 0xff, sizeof(Key));
        return key;
    }
    /// True if a table of 2^bits slots has room for so many keys.
    static bool are_few(std::uint64_t keys, unsigned bits) { return keys * 8 <= std::uint64_t{5} << bits; }
    unsigned bits_for(std::size_t more) const {
        unsigned bits = slots_ ? bits_ : 10;
        while (!are_few(std::uint64_t{size_} + more, bits)) ++bits;
        return bits;
    }
    std::size_t find(const Key& key) const {
        const std::size_t mask = (std::size_t{1} << bits_) - 1;
        std::size_t at = static_cast<std::size_t>(hash_key(key) >> (64 - bits_));
        while (slots_[at] != key && slots_[at] != empty()) at = (at + 1) & mask;
        return at;
    }

    Key* slots_ = nullptr;
    unsigned bits_ = 0;
    std::size_t size_ = 0;
};

}  // namespace unjam
