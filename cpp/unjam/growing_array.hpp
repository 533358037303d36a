// GrowingArray, an array of plain values that counts its bytes, grows by realloc, and never constructs or
// zeroes anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace unjam {

/// Like a vector of trivially copyable values, but `data()[size()..]` may be written before `set_size`, so that an
/// inner loop appends without a branch. Large blocks grow by realloc, which remaps pages instead of copying them.
template <class T>
class GrowingArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    GrowingArray() = default;
    GrowingArray(const GrowingArray&) = delete;
    GrowingArray& operator=(const GrowingArray&) = delete;
    GrowingArray(GrowingArray&& other) noexcept { swap(other); }
    GrowingArray& operator=(GrowingArray&& other) noexcept {
        swap(other);
        return *this;
    }
    ~GrowingArray() { std::free(data_); }

    T* data() { return data_; }
    const T* data() const { return data_; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T& operator[](std::size_t i) { return data_[i]; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    std::size_t bytes() const { return capacity_ * sizeof(T); }
    void clear() { size_ = 0; }
    void set_size(std::size_t size) { size_ = size; }

    /// Returns how many bytes it would hold after `reserve(count)`.
    std::uint64_t bytes_for(std::size_t count) const {
        return std::uint64_t{count <= capacity_ ? capacity_ : next_capacity(count)} * sizeof(T);
    }
    void reserve(std::size_t count) {
        if (count > capacity_) resize(next_capacity(count));
    }
    void reserve_exactly(std::size_t count) {
        if (count > capacity_) resize(count);
    }
    void push(const T& value) {
        reserve(size_ + 1);
        data_[size_++] = value;
    }

private:
    std::size_t next_capacity(std::size_t count) const {
        const std::size_t more = capacity_ + capacity_ / 2;
        return more > count ? more : count;
    }
    void resize(std::size_t capacity) {
        void* block = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
        if (!block) throw std::bad_alloc();
        data_ = static_cast<T*>(block);
        capacity_ = capacity;
    }
    void swap(GrowingArray& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace unjam
