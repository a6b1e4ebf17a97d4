#include "text/decoders.hpp"
#include "text/encoding_tables.hpp"

namespace pith::text {
namespace {

/// The four pairs that stand for a letter and a combining mark; 0 for all others.
char32_t letter_with_mark(unsigned lead, unsigned trail, char32_t& mark) {
  if (lead != 0x88) return 0;
  switch (trail) {
    case 0x62:
      mark = 0x0304;
      return 0x00CA;
    case 0x64:
      mark = 0x030C;
      return 0x00CA;
    case 0xA3:
      mark = 0x0304;
      return 0x00EA;
    case 0xA5:
      mark = 0x030C;
      return 0x00EA;
    default:
      return 0;
  }
}

const unsigned char* decode_one(const unsigned char* p, const unsigned char* end, Utf8Sink& sink) {
  const unsigned lead = p[0];
  if (lead == 0x80 || lead == 0xFF || end - p < 2) {
    sink.put_replacement();
    return p + 1;
  }
  const unsigned trail = p[1];
  if ((trail >= 0x40 && trail <= 0x7E) || (trail >= 0xA1 && trail <= 0xFE)) {
    const unsigned pointer = (lead - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62);
    if (const std::uint16_t c = kBig5[pointer]; c != 0) {
      if ((kBig5Plane2[pointer / 32] >> pointer % 32 & 1) != 0) {
        sink.put(0x20000u | c);
      } else {
        sink.put_bmp(c);
      }
      return p + 2;
    }
    char32_t mark = 0;
    if (const char32_t letter = letter_with_mark(lead, trail, mark); letter != 0) {
      sink.put(letter);
      sink.put(mark);
      return p + 2;
    }
  }
  sink.put_replacement();
  return after_broken_pair(p);
}

}  // namespace

std::uint64_t decode_big5(std::string_view bytes, std::string& out) {
  return decode_ascii_superset(bytes, out, decode_one);
}

}  // namespace pith::text
