#include "corpus/binary.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pith::corpus {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::size_t offset;
  std::string_view kind;
};

constexpr std::array kMagic = {
    Magic{"%PDF-"sv, 0, "a PDF document"},
    Magic{"\x89PNG\r\n\x1a\n"sv, 0, "a PNG image"},
    Magic{"\xff\xd8\xff"sv, 0, "a JPEG image"},
    Magic{"GIF87a"sv, 0, "a GIF image"},
    Magic{"GIF89a"sv, 0, "a GIF image"},
    Magic{"WEBP"sv, 8, "a WebP image"},
    Magic{"ftyp"sv, 4, "an MP4 or AVIF file"},
    Magic{"PK\x03\x04"sv, 0, "a ZIP archive (or an Office document, or an EPUB)"},
    Magic{"PK\x05\x06"sv, 0, "a ZIP archive"},
    Magic{"\x1f\x8b\x08"sv, 0, "gzip data"},
    Magic{"\x28\xb5\x2f\xfd"sv, 0, "zstd data"},
    Magic{"1AY&SY"sv, 4, "bzip2 data"},
    Magic{"\xfd\x37zXZ\x00"sv, 0, "xz data"},
    Magic{"7z\xbc\xaf\x27\x1c"sv, 0, "a 7-Zip archive"},
    Magic{"Rar!\x1a\x07"sv, 0, "a RAR archive"},
    Magic{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, 0, "an old Office document"},
    Magic{"\x7f"
          "ELF"sv,
          0, "an ELF program"},
    Magic{"\x00"
          "asm"sv,
          0, "a WebAssembly module"},
    Magic{"wOFF"sv, 0, "a web font"},
    Magic{"wOF2"sv, 0, "a web font"},
    Magic{"PAR1"sv, 0, "a Parquet file"},
    Magic{"ARROW1"sv, 0, "an Arrow file"},
    Magic{"SQLite format 3\x00"sv, 0, "an SQLite database"},
    Magic{"OggS\x00"sv, 0, "an Ogg file"},
    Magic{"ID3\x03"sv, 0, "an MP3 file"},
    Magic{"ID3\x04"sv, 0, "an MP3 file"},
};

constexpr std::size_t kLooked = 4096;

/// Zero bytes at even and at odd places.
std::array<std::size_t, 2> zeros_of(std::string_view bytes) noexcept {
  std::array<std::size_t, 2> zeros{};
  if (bytes.find('\0') == std::string_view::npos) return zeros;  // as of nearly all
  for (std::size_t i = 0; i < bytes.size(); ++i) zeros[i & 1] += bytes[i] == '\0';
  return zeros;
}

/// Text in UTF-16 has its zero bytes on one side of each pair only.
bool has_zeros_of_utf16(std::string_view bytes, const std::array<std::size_t, 2>& zeros) noexcept {
  return std::max(zeros[0], zeros[1]) > bytes.size() / 4 && std::min(zeros[0], zeros[1]) <= bytes.size() / 64;
}

bool has_mark_of_utf16(std::string_view bytes) noexcept {
  return bytes.starts_with("\xff\xfe"sv) || bytes.starts_with("\xfe\xff"sv);
}

}  // namespace

std::string_view binary_kind(std::string_view bytes) noexcept {
  for (const Magic& magic : kMagic)
    if (bytes.size() >= magic.offset && bytes.substr(magic.offset).starts_with(magic.bytes)) return magic.kind;
  bytes = bytes.substr(0, kLooked);
  if (has_mark_of_utf16(bytes)) return {};

  const std::array<std::size_t, 2> zeros = zeros_of(bytes);
  // White space goes from TAB on; SO and SI behind it, and ESC, belong to ISO-2022-JP.
  const auto controls = static_cast<std::size_t>(std::count_if(
      bytes.begin(), bytes.end(), [](char c) { return c > 0 && c < 0x20 && (c < '\t' || c > '\x0f') && c != '\x1b'; }));
  const std::size_t strange = controls + (has_zeros_of_utf16(bytes, zeros) ? 0 : zeros[0] + zeros[1]);
  return strange > bytes.size() / 16 ? "binary data"sv : std::string_view();
}

bool is_utf16(std::string_view bytes) noexcept {
  bytes = bytes.substr(0, kLooked);
  return has_mark_of_utf16(bytes) || has_zeros_of_utf16(bytes, zeros_of(bytes));
}

bool looks_like_json(std::string_view bytes) noexcept {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = bytes.find_first_not_of(kSpace);
  if (first == std::string_view::npos || (bytes[first] != '{' && bytes[first] != '[')) return false;
  const std::size_t second = bytes.find_first_not_of(kSpace, first + 1);
  if (second == std::string_view::npos) return false;
  return bytes[first] == '{' ? bytes[second] == '"' : bytes[second] == '{' || bytes[second] == '[';
}

}  // namespace pith::corpus
