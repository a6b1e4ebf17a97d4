#include <algorithm>
#include <iterator>

#include "text/decoders.hpp"
#include "text/encoding_tables.hpp"

namespace pith::text {
namespace {

/// Code point of a four-byte sequence, 0 when it has none.
char32_t four_byte_code_point(std::uint32_t pointer) {
  if (pointer >= 189000) return pointer <= 1237575 ? 0x10000 + (pointer - 189000) : 0;
  if (pointer > 39419) return 0;
  if (pointer == 7457) return 0xE7C7;  // gave its two-byte place to U+1E3F in 2005
  const auto range = std::upper_bound(std::begin(kGb18030RangePointers), std::end(kGb18030RangePointers), pointer) -
                     std::begin(kGb18030RangePointers) - 1;
  return kGb18030RangeCodePoints[range] + (pointer - kGb18030RangePointers[range]);
}

/// A sequence whose second byte is a digit.
const unsigned char* decode_four_bytes(const unsigned char* p, const unsigned char* end, Utf8Sink& sink) {
  const auto is_lead = [](unsigned byte) { return byte >= 0x81 && byte <= 0xFE; };
  const auto is_digit = [](unsigned byte) { return byte >= 0x30 && byte <= 0x39; };
  if ((end - p >= 3 && !is_lead(p[2])) || (end - p >= 4 && !is_digit(p[3]))) {
    sink.put_replacement();
    return p + 1;  // the digit is text, and so is what follows
  }
  if (end - p < 4) {
    sink.put_replacement();  // cut off at the end of the page
    return end;
  }
  const std::uint32_t pointer = ((p[0] - 0x81u) * 10 + (p[1] - 0x30u)) * 1260 + (p[2] - 0x81u) * 10 + (p[3] - 0x30u);
  if (const char32_t c = four_byte_code_point(pointer); c != 0) {
    sink.put(c);
  } else {
    sink.put_replacement();
  }
  return p + 4;
}

const unsigned char* decode_one(const unsigned char* p, const unsigned char* end, Utf8Sink& sink) {
  const unsigned lead = p[0];
  if (lead == 0x80) {
    sink.put_bmp(0x20AC);
    return p + 1;
  }
  if (lead == 0xFF || end - p < 2) {
    sink.put_replacement();
    return p + 1;
  }
  const unsigned trail = p[1];
  if (trail >= 0x40 && trail != 0x7F && trail != 0xFF) {
    // Every pair of the index has a character.
    sink.put_bmp(kGb18030[(lead - 0x81) * 190 + trail - (trail < 0x7F ? 0x40 : 0x41)]);
    return p + 2;
  }
  if (trail >= 0x30 && trail <= 0x39) return decode_four_bytes(p, end, sink);
  sink.put_replacement();
  return after_broken_pair(p);
}

}  // namespace

std::uint64_t decode_gb18030(std::string_view bytes, std::string& out) {
  return decode_ascii_superset(bytes, out, decode_one);
}

}  // namespace pith::text
