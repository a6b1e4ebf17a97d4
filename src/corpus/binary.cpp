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
    Magic{"SQLite format 3\x00"sv, 0, "an SQLite database"},
    Magic{"OggS\x00"sv, 0, "an Ogg file"},
    Magic{"ID3\x03"sv, 0, "an MP3 file"},
    Magic{"ID3\x04"sv, 0, "an MP3 file"},
};

constexpr std::size_t kLooked = 4096;

}  // namespace

std::string_view binary_kind(std::string_view bytes) noexcept {
  for (const Magic& magic : kMagic)
    if (bytes.size() >= magic.offset && bytes.substr(magic.offset).starts_with(magic.bytes)) return magic.kind;
  bytes = bytes.substr(0, kLooked);
  if (bytes.starts_with("\xff\xfe"sv) || bytes.starts_with("\xfe\xff"sv)) return {};

  // UTF-16 without a byte order mark has its zero bytes on one side of each pair only.
  std::array<std::size_t, 2> zeros{};
  std::size_t controls = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    if (c == 0) ++zeros[i & 1];
    // ESC, SO and SI belong to ISO-2022-JP.
    if (c > 0 && c < 0x20 && "\t\n\v\f\r\x0e\x0f\x1b"sv.find(bytes[i]) == std::string_view::npos) ++controls;
  }
  const bool utf16 =
      std::max(zeros[0], zeros[1]) > bytes.size() / 4 && std::min(zeros[0], zeros[1]) <= bytes.size() / 64;
  const std::size_t strange = controls + (utf16 ? 0 : zeros[0] + zeros[1]);
  return strange > bytes.size() / 16 ? "binary data"sv : std::string_view();
}

}  // namespace pith::corpus
