// PositionStore holds all positions of a search, packed, with notes (PositionNote) and an extendible hash
// index that never takes long to grow.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "families/sokoban/model/box_set.hpp"
#include "unjam/large_pages.hpp"
#include "unjam/prefetch.hpp"

namespace unjam::sokoban {

/// A stored position apart from its boxes, in one word.
template <class Size>
struct PositionNote {
    static constexpr int player_bits = Size::max_floor <= 512 ? 9 : 12;

    std::uint64_t player : player_bits;  // pushes: the least square of the player's area; moves: the player's square
    std::uint64_t direction : 2;         // of the last push
    std::uint64_t closed : 1;
    std::uint64_t g : 29 - player_bits;  // cost so far
    std::uint64_t h : 16;                // lower bound on the remaining cost
    std::uint64_t extra : 16;            // pushes: the square of the box pushed last; moves: the pushes so far
};

/// An allocator with large pages: an index is read at random, and small pages would make each read look up its page
/// first.
template <class T>
struct LargePages {
    using value_type = T;
    LargePages() = default;
    template <class U>
    LargePages(const LargePages<U>&) {}
    T* allocate(std::size_t count) {
        constexpr std::size_t page = std::size_t{1} << 21;
        const std::size_t bytes = count * sizeof(T);
        void* memory = bytes < page ? std::malloc(bytes) : large_pages(bytes);
        if (!memory) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t) { std::free(memory); }
    bool operator==(const LargePages&) const { return true; }
};

/// Positions by number. Each takes as many words of boxes (one bit per square) as the live squares need and a note;
/// they are in blocks that never move. The index has a 32-bit number and a 32-bit mark per slot, at most three quarters
/// full. Full parts of it split in two (R. Fagin, J. Nievergelt, N. Pippenger, H. R. Strong, "Extendible hashing",
/// 1979), so that growing never takes long and never needs twice the memory.
template <class Size>
class PositionStore {
public:
    using Boxes = BoxSet<Size>;
    using Note = PositionNote<Size>;
    using Hash = std::function<std::uint64_t(const Boxes&, Square player)>;
    static_assert(sizeof(Note) == 8 && Size::max_floor <= 1 << Note::player_bits);

    /// `hash` computes the hash of a stored position when a part of the index is split.
    PositionStore(const Maze& maze, Hash hash)
        : hash_(std::move(hash)), words_((maze.live + 63) / 64), stride_(words_ + 1) {
        parts_.push_back(std::make_unique<Part>());
        parts_[0]->grow(1024);
        part_of_.assign(2, parts_[0].get());
    }

    static constexpr std::uint32_t none = 0xffffffffu;

    Boxes boxes(std::uint32_t id) const {
        Boxes out;
        read_boxes(id, out);
        return out;
    }
    void read_boxes(std::uint32_t id, Boxes& out) const {
        const std::uint64_t* from = record(id);
        out = {};
        for (int w = 0; w < words_; ++w) out.word[w] = from[w];
    }
    Note& note(std::uint32_t id) { return *reinterpret_cast<Note*>(record(id) + words_); }
    const Note& note(std::uint32_t id) const { return *reinterpret_cast<const Note*>(record(id) + words_); }

    std::uint32_t size() const { return size_; }
    /// True if the numbers may not suffice for another expansion.
    bool full() const { return size_ > none - max_successors; }
    std::size_t bytes() const { return blocks_.size() * block_bytes() + slot_bytes_; }
    /// Bytes that the next insertion may add, at most.
    std::size_t next_bytes() const {
        const std::size_t block_more = (size_ & (block - 1)) == 0 ? block_bytes() : 0;
        return block_more + std::min(2 * parts_[0]->slots.size(), max_slots) * sizeof(Slot);
    }

    /// Calls `visit(id)` for every position with the mark and home slot of the hash, until it returns true.
    template <class Visit>
    void each(std::uint64_t hash, std::uint32_t mask, Visit&& visit) const {
        const Part& part = *part_of_[hash >> shift_];
        const std::uint32_t mark = static_cast<std::uint32_t>(hash);
        const std::size_t last = part.slots.size() - 1;
        for (std::size_t at = home(mark) & last;; at = (at + 1) & last) {
            const Slot slot = part.slots[at];
            if (slot.id == none) return;
            if (((slot.mark ^ mark) & mask) == 0 && visit(slot.id)) return;
        }
    }

    /// Prefetches what `each` will read first, or the position.
    void fetch(std::uint64_t hash) const {
        const Part& part = *part_of_[hash >> shift_];
        prefetch(&part.slots[home(static_cast<std::uint32_t>(hash)) & (part.slots.size() - 1)]);
    }
    void fetch(std::uint32_t id) const { prefetch(record(id)); }

    bool same_boxes(std::uint32_t id, const Boxes& other) const {
        const std::uint64_t* stored = record(id);
        std::uint64_t differ = 0;
        for (int w = 0; w < words_; ++w) differ |= stored[w] ^ other.word[w];
        return differ == 0;
    }

    /// The position with these boxes and this player, or none.
    std::uint32_t find(std::uint64_t hash, const Boxes& set, unsigned player) const {
        std::uint32_t match = none;
        each(hash, ~0u, [&](std::uint32_t id) {
            if (note(id).player != player || !same_boxes(id, set)) return false;
            match = id;
            return true;
        });
        return match;
    }

    /// Adds a new position.
    std::uint32_t add(std::uint64_t hash, const Boxes& set, const Note& about) {
        if ((size_ & (block - 1)) == 0 && (size_ >> block_bits) == blocks_.size()) add_block();
        const std::uint32_t id = size_++;
        for (int w = 0; w < words_; ++w) record(id)[w] = set.word[w];
        note(id) = about;
        if (Part& part = *part_of_[hash >> shift_]; part.used * 4 >= part.slots.size() * 3) {
            slot_bytes_ += part.slots.size() * sizeof(Slot);  // for growing and splitting alike
            if (part.slots.size() < max_slots || part.bits == max_bits)
                part.grow(part.slots.size() * 2);
            else
                split(hash);
        }
        part_of_[hash >> shift_]->put({static_cast<std::uint32_t>(hash), id});
        return id;
    }

private:
    static constexpr int block_bits = 16;
    static constexpr std::uint32_t block = 1u << block_bits;
    static constexpr std::uint32_t max_successors = 4096;
    static constexpr std::size_t max_slots = std::size_t{1} << 19;
    static constexpr int max_bits = 20;

    struct Slot {
        std::uint32_t mark, id;
    };
    // In `moves` the low bits of the mark are the player (see Canonical::hash), so the home slot comes from the others
    // first.
    static std::size_t home(std::uint32_t mark) { return mark >> 8 | static_cast<std::size_t>(mark & 0xff) << 24; }

    struct Part {
        std::vector<Slot, LargePages<Slot>> slots;
        std::size_t used = 0;
        int bits = 0;  // leading bits of the hash that all entries share
        void put(Slot slot) {
            const std::size_t last = slots.size() - 1;
            std::size_t at = home(slot.mark) & last;
            while (slots[at].id != none) at = (at + 1) & last;
            slots[at] = slot;
            ++used;
        }
        void grow(std::size_t size) {
            std::vector<Slot, LargePages<Slot>> old(size, Slot{0, none});
            old.swap(slots);
            used = 0;
            for (const Slot& slot : old)
                if (slot.id != none) put(slot);
        }
    };

    const std::uint64_t* record(std::uint32_t id) const {
        return blocks_[id >> block_bits].get() + std::size_t{id & (block - 1)} * stride_;
    }
    std::uint64_t* record(std::uint32_t id) {
        return blocks_[id >> block_bits].get() + std::size_t{id & (block - 1)} * stride_;
    }

    struct Free {
        void operator()(std::uint64_t* memory) const { std::free(memory); }
    };

    std::size_t block_bytes() const { return std::size_t{block} * stride_ * sizeof(std::uint64_t); }

    void add_block() {
        void* memory = blocks_.empty() ? std::malloc(block_bytes()) : large_pages(block_bytes());
        if (!memory) throw std::bad_alloc();
        blocks_.emplace_back(static_cast<std::uint64_t*>(memory));
    }

    // Splits the part that the hash belongs to.
    void split(std::uint64_t hash) {
        Part& low = *part_of_[hash >> shift_];
        if (low.bits == 64 - shift_) {  // the directory needs one more bit of the hash
            std::vector<Part*> wider(part_of_.size() * 2);
            for (std::size_t i = 0; i < wider.size(); ++i) wider[i] = part_of_[i / 2];
            part_of_.swap(wider);
            --shift_;
        }
        parts_.push_back(std::make_unique<Part>());
        Part& high = *parts_.back();
        high.bits = ++low.bits;
        const std::size_t span = part_of_.size() >> low.bits, first = (hash >> shift_) / (2 * span) * (2 * span);
        for (std::size_t i = first + span; i < first + 2 * span; ++i) part_of_[i] = &high;
        auto old = std::move(low.slots);
        low.used = 0;
        low.slots.assign(old.size(), Slot{0, none});
        high.slots.assign(old.size(), Slot{0, none});
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (i + 16 < old.size() && old[i + 16].id != none) fetch(old[i + 16].id);
            const Slot slot = old[i];
            if (slot.id == none) continue;
            const std::uint64_t whole = hash_(boxes(slot.id), static_cast<Square>(note(slot.id).player));
            part_of_[whole >> shift_]->put(slot);
        }
    }

    Hash hash_;
    int words_, stride_;
    std::uint32_t size_ = 0;
    std::size_t slot_bytes_ = 1024 * sizeof(Slot);
    std::vector<std::unique_ptr<std::uint64_t[], Free>> blocks_;
    std::vector<std::unique_ptr<Part>> parts_;
    std::vector<Part*> part_of_;  // by the leading bits of the hash
    int shift_ = 63;
};

}  // namespace unjam::sokoban
