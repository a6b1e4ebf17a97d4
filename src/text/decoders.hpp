#pragma once

// The decoders of the WHATWG Encoding Standard, one function an encoding (or family), and what they
// share. All append UTF-8 to `out` and return how many U+FFFD they put in; none looks at byte order
// marks. Where the standard gives bytes back to the stream after a broken sequence, these do not take
// them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "text/ascii.hpp"
#include "text/encoding.hpp"
#include "text/utf8.hpp"

namespace pith::text {

/// `encoding` must be one of ibm866 ... x_mac_cyrillic.
std::uint64_t decode_single_byte(std::string_view bytes, Encoding encoding, std::string& out);
std::uint64_t decode_x_user_defined(std::string_view bytes, std::string& out);
/// GBK and gb18030.
std::uint64_t decode_gb18030(std::string_view bytes, std::string& out);
std::uint64_t decode_big5(std::string_view bytes, std::string& out);
std::uint64_t decode_euc_jp(std::string_view bytes, std::string& out);
std::uint64_t decode_iso_2022_jp(std::string_view bytes, std::string& out);
std::uint64_t decode_shift_jis(std::string_view bytes, std::string& out);
std::uint64_t decode_euc_kr(std::string_view bytes, std::string& out);
std::uint64_t decode_utf16(std::string_view bytes, bool big_endian, std::string& out);

/// Appends UTF-8 to a string without a check for room at each character.
class Utf8Sink {
 public:
  explicit Utf8Sink(std::string& out) : out_(out), size_(out.size()) {}
  ~Utf8Sink() { out_.resize(size_); }
  Utf8Sink(const Utf8Sink&) = delete;
  Utf8Sink& operator=(const Utf8Sink&) = delete;

  /// Makes room for `bytes` more; to be called before the others write.
  void reserve(std::size_t bytes) {
    if (out_.size() - size_ < bytes) out_.resize(size_ + bytes);
    at_ = out_.data() + size_;
  }
  /// Ends the writing that reserve() began.
  void commit() { size_ = static_cast<std::size_t>(at_ - out_.data()); }

  /// One scalar value: room for 4 bytes.
  void put(char32_t c) { at_ = write_utf8(c, at_); }
  /// One of U+0080..U+FFFF: room for 3 bytes.
  void put_bmp(std::uint16_t c) {
    if (c < 0x800) {
      *at_++ = static_cast<char>(0xC0 | c >> 6);
    } else {
      *at_++ = static_cast<char>(0xE0 | c >> 12);
      *at_++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    }
    *at_++ = static_cast<char>(0x80 | (c & 0x3F));
  }
  void put_replacement() {
    put_bmp(static_cast<std::uint16_t>(kReplacement));
    ++replaced_;
  }
  /// Copies the ASCII at the beginning of [p, end): room for 16 bytes more than that has. Returns its end.
  const unsigned char* put_ascii(const unsigned char* p, const unsigned char* end) {
    while (static_cast<std::size_t>(end - p) >= kAsciiStep) {
      const std::size_t n = ascii_among_16(p);
      std::memcpy(at_, p, kAsciiStep);
      at_ += n;
      p += n;
      if (n < kAsciiStep) return p;
    }
    while (p != end && *p < 0x80) *at_++ = static_cast<char>(*p++);
    return p;
  }

  [[nodiscard]] std::uint64_t replaced() const noexcept { return replaced_; }

 private:
  std::string& out_;
  std::size_t size_;  // bytes written so far; the string may be longer
  char* at_ = nullptr;
  std::uint64_t replaced_ = 0;
};

/// Decodes an encoding in which bytes below 0x80 outside of longer sequences are ASCII.
/// `decode_one(p, end, sink)` reads one sequence at `p`, whose first byte is not ASCII, and returns the
/// end of what it took: at most 4 bytes, written as at most 3 bytes for each byte taken.
template <class DecodeOne>
std::uint64_t decode_ascii_superset(std::string_view bytes, std::string& out, DecodeOne decode_one) {
  constexpr std::size_t kChunk = 4096;  // so that the room made in advance stays small
  Utf8Sink sink(out);
  const auto* p = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* const end = p + bytes.size();
  while (p != end) {
    const auto* const chunk_end = p + std::min(kChunk, static_cast<std::size_t>(end - p));
    sink.reserve(3 * (kChunk + 3) + kAsciiStep);
    while (p < chunk_end) p = *p < 0x80 ? sink.put_ascii(p, chunk_end) : decode_one(p, end, sink);
    sink.commit();
  }
  return sink.replaced();
}

/// What is left of a broken two-byte sequence: an ASCII second byte is text of its own.
inline const unsigned char* after_broken_pair(const unsigned char* p) noexcept { return p[1] < 0x80 ? p + 1 : p + 2; }

}  // namespace pith::text
