#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

namespace pith::html {

namespace detail {
/// New storage of at least `wanted` elements with the first `size` copied over; the old is freed.
/// Out of line, so that no translation unit compiled for a newer processor carries a copy of it.
void* grow_storage(void* old, std::size_t size, std::size_t& capacity, std::size_t wanted, std::size_t element_size);
void free_storage(void* storage) noexcept;
}  // namespace detail

/// A growable array of plain values that leaves new elements uninitialised and keeps its memory when
/// cleared. Everything is forced inline: the parser is compiled once per instruction set, and no
/// shared inline function may be left for the linker to pick from the wrong one.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Array() = default;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  Array(Array&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Array() { detail::free_storage(data_); }

  [[gnu::always_inline]] T* data() noexcept { return data_; }
  [[gnu::always_inline]] const T* data() const noexcept { return data_; }
  [[gnu::always_inline]] std::size_t size() const noexcept { return size_; }
  [[gnu::always_inline]] std::size_t capacity() const noexcept { return capacity_; }
  [[gnu::always_inline]] bool empty() const noexcept { return size_ == 0; }
  [[gnu::always_inline]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[gnu::always_inline]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[gnu::always_inline]] T& back() noexcept { return data_[size_ - 1]; }
  [[gnu::always_inline]] const T& back() const noexcept { return data_[size_ - 1]; }
  [[gnu::always_inline]] T* begin() noexcept { return data_; }
  [[gnu::always_inline]] T* end() noexcept { return data_ + size_; }
  [[gnu::always_inline]] const T* begin() const noexcept { return data_; }
  [[gnu::always_inline]] const T* end() const noexcept { return data_ + size_; }

  [[gnu::always_inline]] void clear() noexcept { size_ = 0; }
  /// Clears, and gives the memory back when there is room for more than `most` elements and not even a quarter of it
  /// was in use.
  [[gnu::always_inline]] void clear_beyond(std::size_t most) noexcept {
    const std::size_t used = size_;
    size_ = 0;
    if (capacity_ <= most || capacity_ / 4 <= used) return;
    detail::free_storage(std::exchange(data_, nullptr));
    capacity_ = 0;
  }
  [[gnu::always_inline]] void pop_back() noexcept { --size_; }
  /// Makes room for `wanted` elements in all.
  [[gnu::always_inline]] void reserve(std::size_t wanted) {
    if (wanted > capacity_) data_ = static_cast<T*>(detail::grow_storage(data_, size_, capacity_, wanted, sizeof(T)));
  }
  /// New elements are uninitialised.
  [[gnu::always_inline]] void resize(std::size_t size) {
    reserve(size);
    size_ = size;
  }
  [[gnu::always_inline]] void push_back(const T& value) {
    if (size_ == capacity_) {
      const T copy = value;  // `value` may lie in the storage that goes away
      reserve(size_ + 1);
      data_[size_++] = copy;
    } else {
      data_[size_++] = value;
    }
  }
  [[gnu::always_inline]] void append(const T* values, std::size_t count) {
    if (count == 0) return;
    reserve(size_ + count);
    std::memcpy(data_ + size_, values, count * sizeof(T));
    size_ += count;
  }
  /// Moves [at, size) up by one and puts `value` at `at`.
  [[gnu::always_inline]] void insert(std::size_t at, const T& value) {
    const T copy = value;
    resize(size_ + 1);
    std::memmove(data_ + at + 1, data_ + at, (size_ - 1 - at) * sizeof(T));
    data_[at] = copy;
  }
  [[gnu::always_inline]] void erase(std::size_t at) noexcept {
    std::memmove(data_ + at, data_ + at + 1, (size_ - 1 - at) * sizeof(T));
    --size_;
  }
  [[gnu::always_inline]] void swap(Array& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace pith::html
