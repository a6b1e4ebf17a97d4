#pragma once

// zstd with dictionaries: what is small, or much like what came before, takes a fraction of the room when both sides
// know what it is like.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "result.hpp"

namespace pith::corpus {

/// Dictionaries by numbers from 1; 0 stands for none. Not for two threads at once.
class Dictionaries {
 public:
  Dictionaries();
  ~Dictionaries();
  Dictionaries(Dictionaries&&) noexcept;
  Dictionaries& operator=(Dictionaries&&) noexcept;

  [[nodiscard]] bool knows(std::int64_t number) const;
  /// When there are many it forgets all that it knew before.
  void add(std::int64_t number, std::string_view bytes);

  /// One frame of zstd. O(bytes).
  Error compress(std::string_view bytes, std::int64_t dictionary, std::string& out);
  Error decompress(std::string_view frame, std::int64_t dictionary, std::string& out);

  /// A dictionary of at most so many bytes for what is like the samples; empty where they have too little in common.
  static std::string train(const std::vector<std::string>& samples, std::size_t most_bytes);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::corpus
