#pragma once

#include <string>
#include <utility>

#include "result.hpp"

namespace pith::corpus {

/// Keeps other processes, and other locks of this one, from a file as long as it lives. It is the system's (flock), so
/// one that was killed leaves none behind.
class FileLock {
 public:
  FileLock() = default;
  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), has_made_(other.has_made_) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(has_made_, other.has_made_);
    return *this;
  }
  ~FileLock();

  /// Locks a regular file or a directory, and makes an empty file where there is nothing. Does not wait: that somebody
  /// else has it is an error. A file system that cannot lock lets everybody in.
  static Result<FileLock> take(const std::string& path);

  /// The file was made by take().
  [[nodiscard]] bool has_made() const noexcept { return has_made_; }

 private:
  int descriptor_ = -1;
  bool has_made_ = false;
};

}  // namespace pith::corpus
