#include "corpus/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "text/number.hpp"

namespace pith::corpus {
namespace {

constexpr int kZstdLevel = 3;
constexpr int kGzipLevel = 6;

bool sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  // Some file systems cannot sync a folder and say EINVAL: then there is nothing more to be done.
  const bool good = ::fsync(descriptor) == 0 || errno == EINVAL;
  ::close(descriptor);
  return good;
}

}  // namespace

struct OutputFile::Compressor {
  explicit Compressor(Compression k) : kind(k) {
    if (kind == Compression::zstd) {
      zstd = ZSTD_createCCtx();
      ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, kZstdLevel);
      ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    }
  }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;
  ~Compressor() { ZSTD_freeCCtx(zstd); }

  /// Both libraries make the same bytes of the same segment every time. False: out of memory.
  bool pack(std::string_view plain, std::string& packed) const {
    if (kind == Compression::zstd) {
      packed.resize(ZSTD_compressBound(plain.size()));
      const std::size_t size = ZSTD_compress2(zstd, packed.data(), packed.size(), plain.data(), plain.size());
      if (ZSTD_isError(size)) return false;
      packed.resize(size);
      return true;
    }
    z_stream stream{};
    if (deflateInit2(&stream, kGzipLevel, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return false;
    packed.resize(deflateBound(&stream, plain.size()));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));  // zlib does not write there
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool good = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return good;
  }

  Compression kind;
  ZSTD_CCtx* zstd = nullptr;
};

Compression compression_for(std::string_view path) noexcept {
  return path.ends_with(".gz") ? Compression::gzip : path.ends_with(".zst") ? Compression::zstd : Compression::none;
}

int descriptor_named(std::string_view path) noexcept {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"})
    if (path.starts_with(folder)) return text::parse_number<int>(path.substr(folder.size())).value_or(-1);
  return -1;
}

bool is_stream(const std::string& path) {
  if (descriptor_named(path) >= 0) return true;
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

OutputFile::OutputFile(int descriptor, Compression compression, std::uint64_t size)
    : size_(size), descriptor_(descriptor) {
  if (compression != Compression::none) compressor_ = std::make_unique<Compressor>(compression);
}

OutputFile::~OutputFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path, Compression compression,
                                                     std::uint64_t keep) {
  if (const int named = descriptor_named(path); named >= 0) {
    // A file opened anew by such a name would be written from its beginning, over what stands there.
    const int copy = ::fcntl(named, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (copy < 0) return Error{ErrorCode::io, std::strerror(errno)};
    return std::unique_ptr<OutputFile>(new OutputFile(copy, compression, 0));
  }
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) return Error{ErrorCode::io, std::strerror(errno)};
  std::unique_ptr<OutputFile> file(new OutputFile(descriptor, compression, keep));
  if (!S_ISREG(status.st_mode)) {
    file->size_ = 0;
    return file;
  }
  if (keep > static_cast<std::uint64_t>(status.st_size)) return Error{ErrorCode::bad_data, "is shorter than it was"};
  if (::ftruncate(descriptor, static_cast<off_t>(keep)) != 0 || ::lseek(descriptor, 0, SEEK_END) < 0)
    return Error{ErrorCode::io, std::strerror(errno)};
  return file;
}

std::unique_ptr<OutputFile> OutputFile::standard_output() {
  return std::unique_ptr<OutputFile>(new OutputFile(STDOUT_FILENO, Compression::none, 0));
}

Error OutputFile::end_segment() {
  if (segment_.empty()) return {};
  if (compressor_ != nullptr && !compressor_->pack(segment_, packed_)) return fail(ENOMEM);
  if (Error error = write_all(compressor_ != nullptr ? packed_ : segment_)) return error;
  segment_.clear();
  return {};
}

Error OutputFile::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return fail(errno);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
  return {};
}

Error OutputFile::sync() {
  // A pipe or a terminal has nothing to sync (EINVAL, EROFS).
  if (::fsync(descriptor_) == 0 || errno == EINVAL || errno == EROFS) return {};
  return fail(errno);
}

Error OutputFile::fail(int number) {
  reader_gone_ = number == EPIPE;
  return {ErrorCode::io, std::strerror(number)};
}

Error replace_file(const std::string& path, std::string_view content) {
  const std::string beside = path + ".new";
  Result<std::unique_ptr<OutputFile>> opened = OutputFile::open(beside, Compression::none);
  if (!opened) return std::move(opened).error();
  OutputFile& file = **opened;
  file.append(content);
  if (Error error = file.end_segment()) return error;
  if (Error error = file.sync()) return error;
  return rename_file(beside, path);
}

Error rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0 || !sync_folder_of(to)) return {ErrorCode::io, std::strerror(errno)};
  return {};
}

}  // namespace pith::corpus
