#include "text/decoders.hpp"

namespace pith::text {

std::uint64_t decode_utf16(std::string_view bytes, bool big_endian, std::string& out) {
  constexpr std::size_t kChunk = 4096;
  Utf8Sink sink(out);
  const auto* p = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* const end = p + bytes.size();
  const auto unit_at = [big_endian](const unsigned char* q) {
    return big_endian ? static_cast<char32_t>(q[0] << 8 | q[1]) : static_cast<char32_t>(q[1] << 8 | q[0]);
  };
  while (p != end) {
    const auto* const chunk_end = p + std::min(kChunk, static_cast<std::size_t>(end - p));
    sink.reserve(3 * (kChunk + 3));
    while (p < chunk_end) {
      if (end - p < 2) {
        sink.put_replacement();
        p = end;
        break;
      }
      const char32_t unit = unit_at(p);
      p += 2;
      if (unit < 0xD800 || unit > 0xDFFF) {
        sink.put(unit);
      } else if (unit < 0xDC00 && end - p >= 2 && (unit_at(p) & 0xFC00) == 0xDC00) {
        sink.put(0x10000 + ((unit & 0x3FF) << 10) + (unit_at(p) & 0x3FF));
        p += 2;
      } else {
        sink.put_replacement();
        if (unit < 0xDC00 && end - p == 1) p = end;  // half a unit after half a pair: one error
      }
    }
    sink.commit();
  }
  return sink.replaced();
}

}  // namespace pith::text
