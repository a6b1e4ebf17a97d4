#include "text/decoders.hpp"
#include "text/encoding_tables.hpp"

namespace pith::text {

std::uint64_t decode_euc_kr(std::string_view bytes, std::string& out) {
  return decode_ascii_superset(bytes, out, [](const unsigned char* p, const unsigned char* end, Utf8Sink& sink) {
    const unsigned lead = p[0];
    if (lead == 0x80 || lead == 0xFF || end - p < 2) {
      sink.put_replacement();
      return p + 1;
    }
    const unsigned trail = p[1];
    if (trail >= 0x41 && trail <= 0xFE) {
      if (const std::uint16_t c = kEucKr[(lead - 0x81) * 190 + (trail - 0x41)]; c != 0) {
        sink.put_bmp(c);
        return p + 2;
      }
    }
    sink.put_replacement();
    return after_broken_pair(p);
  });
}

}  // namespace pith::text
