#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace pith::method {

/// Working memory of a method on one page: arrays taken one after another and given back all at once.
/// Keeps its memory, so that in steady state nothing is allocated. Not for two threads at once.
class Scratch {
 public:
  /// `count` values, zero to begin with; valid until reset().
  template <class T>
  [[nodiscard]] std::span<T> take(std::size_t count) {
    const std::span<T> values = take_uninitialized<T>(count);
    std::uninitialized_fill_n(values.data(), count, T{});
    return values;
  }

  /// The same, for those who write all of it themselves.
  template <class T>
  [[nodiscard]] std::span<T> take_uninitialized(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t));
    const std::size_t bytes = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    if (chunks_.empty() || chunks_.back().size - used_ < bytes) grow(bytes);
    T* values = reinterpret_cast<T*>(chunks_.back().bytes.get() + used_);
    used_ += bytes;
    return {values, count};
  }

  /// An object that stays from page to page, one of each type: for what holds memory of its own.
  template <class T>
  [[nodiscard]] T& own() {
    static constexpr char key = 0;
    for (const Owned& o : owned_) {
      if (o.key == &key) return *static_cast<T*>(o.object.get());
    }
    owned_.push_back({&key, std::make_shared<T>()});
    return *static_cast<T*>(owned_.back().object.get());
  }

  /// Takes everything back. What was several pieces becomes one, large enough for all.
  void reset() {
    if (chunks_.size() > 1) {
      std::size_t total = 0;
      for (const Chunk& chunk : chunks_) total += chunk.size;
      chunks_.clear();
      grow(total);
    }
    used_ = 0;
  }

 private:
  static constexpr std::size_t kAlignment = alignof(std::max_align_t);
  static constexpr std::size_t kFirst = 64u << 10;

  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  struct Owned {
    const char* key;  // an address for each type
    std::shared_ptr<void> object;
  };

  void grow(std::size_t wanted) {
    const std::size_t size = std::max({wanted, kFirst, chunks_.empty() ? 0 : chunks_.back().size / 2});
    chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size});
    used_ = 0;
  }

  std::vector<Chunk> chunks_;
  std::vector<Owned> owned_;
  std::size_t used_ = 0;  // of the last chunk
};

}  // namespace pith::method
