#include "corpus/byte_source.hpp"

#include <fcntl.h>
#include <libdeflate.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

namespace pith::corpus {
namespace {

constexpr std::size_t kLeastWindow = 64u << 10, kWindow = 4u << 20;  // of compressed bytes
// Members of archives are pages; what takes more than this is a whole file, whose parts are wanted before its end.
constexpr std::size_t kWholeMember = 1u << 20;    // compressed
constexpr std::size_t kFirstRoom = 256u << 10;    // decompressed: grown as members ask for it,
constexpr std::size_t kWholeContent = 16u << 20;  // at most to this
constexpr std::size_t kLargestDictionary = 64u << 20;

class FileSource final : public ByteSource {
 public:
  explicit FileSource(int descriptor) : descriptor_(descriptor) {
    struct stat status {};
    is_regular_ = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  std::size_t read(char* to, std::size_t size) override {
    for (;;) {
      const ssize_t got = ::read(descriptor_, to, size);
      if (got >= 0) {
        consumed_ += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
      }
      if (errno == EINTR) continue;
      failure_ = std::strerror(errno);
      return 0;
    }
  }
  [[nodiscard]] std::uint64_t consumed() const noexcept override { return consumed_; }
  [[nodiscard]] bool is_at_hand() const noexcept override { return is_regular_; }

 private:
  int descriptor_;
  bool is_regular_ = false;
  std::uint64_t consumed_ = 0;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(char* to, std::size_t size) override {
    const std::size_t n = std::min(size, bytes_.size() - position_);
    std::memcpy(to, bytes_.data() + position_, n);
    position_ += n;
    return n;
  }
  [[nodiscard]] std::uint64_t consumed() const noexcept override { return position_; }
  [[nodiscard]] bool is_at_hand() const noexcept override { return true; }

 private:
  std::string_view bytes_;
  std::size_t position_ = 0;
};

/// The compressed side of a decoder: a window on the inner source that can look ahead.
class Input {
 public:
  Input(std::unique_ptr<ByteSource> inner, std::size_t window)
      : inner_(std::move(inner)),
        window_(window),
        buffer_(std::make_unique_for_overwrite<char[]>(window)) {}  // NOLINT(modernize-avoid-c-arrays)

  /// Makes at least `want` bytes available, or as many as the window holds, unless the source ends before.
  std::size_t fill(std::size_t want) {
    want = std::min(want, window_);
    while (available() < want && !ended_) {
      if (begin_ > 0) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, available());
        end_ -= begin_;
        begin_ = 0;
      }
      const std::size_t got = inner_->read(buffer_.get() + end_, window_ - end_);
      ended_ = got == 0;
      end_ += got;
    }
    return available();
  }
  [[nodiscard]] const char* data() const noexcept { return buffer_.get() + begin_; }
  [[nodiscard]] std::size_t available() const noexcept { return end_ - begin_; }
  void drop(std::size_t n) noexcept {
    begin_ += n;
    position_ += n;
  }
  /// Back to an offset passed already, where its bytes are still at hand: damaged data may have led behind the start of
  /// the next part. In all not further than the way so far, so that no file takes more than linear time.
  bool go_back(std::uint64_t position) {
    if (position >= position_ || position_ - position > begin_ || gone_back_ + (position_ - position) > position_)
      return false;
    gone_back_ += position_ - position;
    begin_ -= static_cast<std::size_t>(position_ - position);
    position_ = position;
    return true;
  }
  /// Passes over bytes until these come. False: they do not.
  bool seek(std::string_view mark) {
    while (fill(mark.size()) >= mark.size()) {
      const std::size_t at = std::string_view(data(), available()).find(mark);
      drop(at != std::string_view::npos ? at : available() - (mark.size() - 1));
      if (at != std::string_view::npos) return true;
    }
    return false;
  }
  /// Offset in the file of the first byte available.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  [[nodiscard]] const ByteSource& inner() const noexcept { return *inner_; }

 private:
  std::unique_ptr<ByteSource> inner_;
  std::size_t window_;
  std::unique_ptr<char[]> buffer_;  // NOLINT(modernize-avoid-c-arrays): a vector would be zeroed
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t position_ = 0, gone_back_ = 0;
  bool ended_ = false;
};

constexpr std::string_view kGzipMagic = "\x1f\x8b\x08", kZstdMagic = "\x28\xb5\x2f\xfd";

bool starts_with(const Input& input, std::string_view magic) {
  return std::string_view(input.data(), input.available()).starts_with(magic);
}

class PlainSource final : public ByteSource {
 public:
  explicit PlainSource(Input input) : input_(std::move(input)) {}
  std::size_t read(char* to, std::size_t size) override {
    const std::size_t n = std::min(size, input_.fill(1));
    std::memcpy(to, input_.data(), n);
    input_.drop(n);
    if (n == 0) failure_ = input_.inner().failure();
    return n;
  }
  [[nodiscard]] std::uint64_t consumed() const noexcept override { return input_.position(); }

 private:
  Input input_;
};

/// Small members are decoded whole by libdeflate, which takes half the time of zlib and has checked their sum before
/// the first byte is handed on; zlib streams the others, and says where damaged ones are damaged.
class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(Input input) : input_(std::move(input)), decoder_(libdeflate_alloc_decompressor()) {
    inflateInit2(&stream_, 15 + 16);
    start_member();
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override {
    inflateEnd(&stream_);
    libdeflate_free_decompressor(decoder_);
  }

  std::size_t read(char* to, std::size_t size) override {
    if (!failure_.empty() || ended_) return 0;
    for (;;) {
      if (given_ < whole_size_) {
        const std::size_t n = std::min(size, whole_size_ - given_);
        std::memcpy(to, whole_.get() + given_, n);
        given_ += n;
        return n;
      }
      if (between_members_) {
        if (!next_member()) return 0;
      } else if (const std::size_t n = inflate_some(to, size); n > 0 || !failure_.empty()) {
        return n;
      }
    }
  }

  /// Goes on at the next bytes that look like the start of a member.
  bool recover() override {
    if (failure_.empty()) return false;
    if (!input_.go_back(member_ + 1) && input_.position() == member_ && input_.fill(1) > 0) input_.drop(1);
    if (!input_.seek(kGzipMagic)) return false;
    failure_.clear();
    start_member();
    return true;
  }
  [[nodiscard]] std::uint64_t consumed() const noexcept override { return input_.position(); }
  [[nodiscard]] std::optional<std::uint64_t> part() const noexcept override { return member_; }

 private:
  /// To the end of the member at most, so that all bytes are of one. Nothing: it has ended, or failed.
  std::size_t inflate_some(char* to, std::size_t size) {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1u << 30));
    const uInt room = stream_.avail_out;
    while (stream_.avail_out == room && !between_members_) {
      const std::size_t have = input_.fill(1);
      if (have == 0) {
        failure_ = input_.inner().failure().empty() ? "the gzip data ends in the middle of a member"
                                                    : input_.inner().failure();
        break;
      }
      // zlib's interface is not const; it does not write to its input.
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.data()));
      stream_.avail_in = static_cast<uInt>(have);
      const int status = inflate(&stream_, Z_NO_FLUSH);
      input_.drop(have - stream_.avail_in);
      if (status == Z_STREAM_END) {
        between_members_ = true;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        failure_ = "damaged gzip data at byte " + std::to_string(input_.position());
        break;
      }
    }
    return room - stream_.avail_out;
  }

  bool next_member() {
    // Zero bytes behind a member are padding (tapes, block devices); gzip(1) passes over them too.
    while (input_.fill(1) > 0 && *input_.data() == '\0') input_.drop(1);
    if (input_.fill(3) == 0) {
      ended_ = true;
      failure_ = input_.inner().failure();
      return false;
    }
    if (!starts_with(input_, kGzipMagic)) {
      member_ = input_.position();
      failure_ = "bytes that are not gzip data at byte " + std::to_string(input_.position());
      return false;
    }
    start_member();
    return true;
  }

  void start_member() {
    inflateReset(&stream_);
    member_ = input_.position();
    between_members_ = decode_whole();
  }

  /// False: it is damaged, or too large.
  bool decode_whole() {
    given_ = whole_size_ = 0;
    if (decoder_ == nullptr || !input_.inner().is_at_hand()) return false;
    input_.fill(kWholeMember);
    if (whole_ == nullptr) grow_whole(kFirstRoom);
    for (;;) {
      std::size_t taken = 0, made = 0;
      const libdeflate_result result =
          libdeflate_gzip_decompress_ex(decoder_, input_.data(), std::min(input_.available(), kWholeMember),
                                        whole_.get(), whole_room_, &taken, &made);
      if (result == LIBDEFLATE_SUCCESS) {
        input_.drop(taken);
        whole_size_ = made;
        return true;
      }
      if (result != LIBDEFLATE_INSUFFICIENT_SPACE || whole_room_ >= kWholeContent) return false;
      grow_whole(whole_room_ * 4);
    }
  }

  void grow_whole(std::size_t size) {
    whole_ = std::make_unique_for_overwrite<char[]>(size);  // NOLINT(modernize-avoid-c-arrays)
    whole_room_ = size;
  }

  Input input_;
  libdeflate_decompressor* decoder_;
  std::unique_ptr<char[]> whole_;  // NOLINT(modernize-avoid-c-arrays): as above; a whole member, decoded
  std::size_t whole_room_ = 0, whole_size_ = 0, given_ = 0;
  z_stream stream_{};
  std::uint64_t member_ = 0;  // where the current member begins
  bool between_members_ = false;
  bool ended_ = false;
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(Input input) : input_(std::move(input)), context_(ZSTD_createDCtx()) {
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, 31);
    load_dictionary();
  }
  ZstdSource(const ZstdSource&) = delete;
  ZstdSource& operator=(const ZstdSource&) = delete;
  ~ZstdSource() override { ZSTD_freeDCtx(context_); }

  std::size_t read(char* to, std::size_t size) override {
    if (!failure_.empty()) return 0;
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos == 0) {
      const std::size_t have = input_.fill(1);
      if (have == 0 && !pending_) {
        failure_ = input_.inner().failure();
        if (failure_.empty() && inside_frame_) failure_ = "the zstd data ends in the middle of a frame";
        return 0;
      }
      if (!inside_frame_) frame_ = input_.position();
      ZSTD_inBuffer in{input_.data(), have, 0};
      const std::size_t status = ZSTD_decompressStream(context_, &out, &in);
      input_.drop(in.pos);
      if (ZSTD_isError(status)) {
        failure_ =
            "damaged zstd data at byte " + std::to_string(input_.position()) + " (" + ZSTD_getErrorName(status) + ")";
        return out.pos;
      }
      inside_frame_ = status != 0;
      // A full output buffer may leave decoded bytes behind in the context.
      pending_ = inside_frame_ && out.pos == size;
      if (have == 0 && out.pos == 0) pending_ = false;
    }
    return out.pos;
  }
  /// Goes on at the next bytes that look like the start of a frame.
  bool recover() override {
    if (failure_.empty()) return false;
    if (!input_.go_back(frame_ + 1) && input_.position() == frame_ && input_.fill(1) > 0) input_.drop(1);
    if (!input_.seek(kZstdMagic)) return false;
    failure_.clear();
    ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);  // the dictionary stays
    inside_frame_ = pending_ = false;
    return true;
  }
  [[nodiscard]] std::uint64_t consumed() const noexcept override { return input_.position(); }
  [[nodiscard]] std::optional<std::uint64_t> part() const noexcept override { return frame_; }

 private:
  /// A WARC file compressed with a dictionary begins with it, in a skippable frame of its own number
  /// (https://iipc.github.io/warc-specifications/specifications/warc-zstd/).
  void load_dictionary() {
    if (input_.fill(8) < 8 || std::memcmp(input_.data(), "\x5d\x2a\x4d\x18", 4) != 0) return;
    const auto* head = reinterpret_cast<const unsigned char*>(input_.data());
    const std::size_t size =
        head[4] | std::size_t{head[5]} << 8 | std::size_t{head[6]} << 16 | std::size_t{head[7]} << 24;
    if (size > kLargestDictionary) {
      failure_ = "the zstd dictionary in front is larger than 64 MiB";
      return;
    }
    input_.drop(8);
    std::string dictionary;
    while (dictionary.size() < size) {
      const std::size_t have = std::min(input_.fill(1), size - dictionary.size());
      if (have == 0) {
        failure_ = "the zstd data ends in its dictionary";
        return;
      }
      dictionary.append(input_.data(), have);
      input_.drop(have);
    }
    if (dictionary.size() >= 4 && std::memcmp(dictionary.data(), "\x28\xb5\x2f\xfd", 4) == 0) {
      const unsigned long long plain_size = ZSTD_getFrameContentSize(dictionary.data(), dictionary.size());
      if (plain_size > kLargestDictionary) {  // unknown and error are the two largest values
        failure_ = "the zstd dictionary in front does not tell its size";
        return;
      }
      std::string plain(static_cast<std::size_t>(plain_size), '\0');
      const std::size_t got = ZSTD_decompress(plain.data(), plain.size(), dictionary.data(), dictionary.size());
      if (ZSTD_isError(got)) {
        failure_ = "the zstd dictionary in front is damaged";
        return;
      }
      dictionary = std::move(plain);
    }
    if (ZSTD_isError(ZSTD_DCtx_loadDictionary(context_, dictionary.data(), dictionary.size())))
      failure_ = "the zstd dictionary in front is damaged";
  }

  Input input_;
  ZSTD_DCtx* context_;
  std::uint64_t frame_ = 0;  // where the current frame begins
  bool inside_frame_ = false;
  bool pending_ = false;
};

bool starts_zstd(const Input& input) {
  if (input.available() < 4) return false;
  const auto* b = reinterpret_cast<const unsigned char*>(input.data());
  const bool skippable = (b[0] & 0xF0) == 0x50 && b[1] == 0x2A && b[2] == 0x4D && b[3] == 0x18;
  return skippable || starts_with(input, kZstdMagic);
}

/// `size`: how many bytes there are, where that is known; a window need not be larger.
std::unique_ptr<ByteSource> decoded(std::unique_ptr<ByteSource> bytes, std::size_t size = kWindow) {
  Input input(std::move(bytes), std::clamp(size, kLeastWindow, kWindow));
  input.fill(4);
  if (starts_with(input, kGzipMagic)) return std::make_unique<GzipSource>(std::move(input));
  if (starts_zstd(input)) return std::make_unique<ZstdSource>(std::move(input));
  return std::make_unique<PlainSource>(std::move(input));
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path) {
  if (path == "-") return decoded(std::make_unique<FileSource>(STDIN_FILENO));
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) return Error{ErrorCode::io, std::strerror(errno)};
  auto file = std::make_unique<FileSource>(descriptor);
  if (S_ISDIR(status.st_mode)) return Error{ErrorCode::io, "is a directory"};
  if (!S_ISREG(status.st_mode)) return decoded(std::move(file));
  return decoded(std::move(file), static_cast<std::size_t>(status.st_size));
}

std::unique_ptr<ByteSource> open_memory(std::string_view bytes) {
  return decoded(std::make_unique<MemorySource>(bytes), bytes.size());
}

}  // namespace pith::corpus
