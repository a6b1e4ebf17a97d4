#include "text/decoders.hpp"
#include "text/encoding_tables.hpp"

namespace pith::text {

std::uint64_t decode_single_byte(std::string_view bytes, Encoding encoding, std::string& out) {
  const auto row = static_cast<std::size_t>(encoding) - static_cast<std::size_t>(Encoding::ibm866);
  const std::uint16_t* const upper_half = kSingleByte + row * 128;
  return decode_ascii_superset(bytes, out, [upper_half](const unsigned char* p, const unsigned char*, Utf8Sink& sink) {
    if (const std::uint16_t c = upper_half[*p - 0x80]; c != 0) {
      sink.put_bmp(c);
    } else {
      sink.put_replacement();
    }
    return p + 1;
  });
}

std::uint64_t decode_x_user_defined(std::string_view bytes, std::string& out) {
  return decode_ascii_superset(bytes, out, [](const unsigned char* p, const unsigned char*, Utf8Sink& sink) {
    sink.put_bmp(static_cast<std::uint16_t>(0xF700 + *p));
    return p + 1;
  });
}

}  // namespace pith::text
