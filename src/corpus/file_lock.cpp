#include "corpus/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace pith::corpus {
namespace {

constexpr int kRounds = 100;

/// The descriptor is still that of what the path names: it was not renamed or removed in between.
bool is_at(int descriptor, const std::string& path) {
  struct stat locked {
  }, named{};
  return ::fstat(descriptor, &locked) == 0 && ::stat(path.c_str(), &named) == 0 && locked.st_dev == named.st_dev &&
         locked.st_ino == named.st_ino;
}

}  // namespace

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<FileLock> FileLock::take(const std::string& path) {
  // Each round somebody else has made, renamed or removed it between two steps of ours.
  for (int round = 0; round < kRounds; ++round) {
    FileLock lock;
    lock.descriptor_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);  // NFS locks nothing that cannot be written to
    if (lock.descriptor_ < 0 && errno == EISDIR) lock.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (lock.descriptor_ < 0 && errno == ENOENT) {
      lock.descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      lock.has_made_ = lock.descriptor_ >= 0;
      if (lock.descriptor_ < 0 && errno == EEXIST) continue;
    }
    if (lock.descriptor_ < 0) return Error{ErrorCode::io, std::strerror(errno)};
    if (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) break;
      return lock;
    }
    if (is_at(lock.descriptor_, path)) return lock;
  }
  return Error{ErrorCode::io, "another process is writing it; let it end, or name another output"};
}

}  // namespace pith::corpus
