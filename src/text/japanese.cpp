#include "text/decoders.hpp"
#include "text/encoding_tables.hpp"

namespace pith::text {
namespace {

constexpr bool is_between(unsigned byte, unsigned low, unsigned high) { return byte >= low && byte <= high; }

/// U+FF61..U+FF9F for A1..DF.
constexpr std::uint16_t half_width_katakana(unsigned byte) { return static_cast<std::uint16_t>(0xFF61 - 0xA1 + byte); }

const unsigned char* decode_one_euc_jp(const unsigned char* p, const unsigned char* end, Utf8Sink& sink) {
  const auto is_euc = [](unsigned byte) { return is_between(byte, 0xA1, 0xFE); };
  if (p[0] != 0x8E && p[0] != 0x8F && !is_euc(p[0])) {
    sink.put_replacement();
    return p + 1;
  }
  if (end - p < 2) {
    sink.put_replacement();
    return end;
  }
  if (p[0] == 0x8E && is_between(p[1], 0xA1, 0xDF)) {
    sink.put_bmp(half_width_katakana(p[1]));
    return p + 2;
  }
  // 8F shifts to JIS X 0212 for one pair.
  const bool jis0212 = p[0] == 0x8F && is_euc(p[1]);
  if (jis0212) {
    ++p;
    if (end - p < 2) {
      sink.put_replacement();
      return end;
    }
  }
  if (is_euc(p[0]) && is_euc(p[1])) {
    const unsigned pointer = (p[0] - 0xA1u) * 94 + (p[1] - 0xA1u);
    if (const std::uint16_t c = jis0212 ? kJis0212[pointer] : kJis0208[pointer]; c != 0) {
      sink.put_bmp(c);
      return p + 2;
    }
  }
  sink.put_replacement();
  return after_broken_pair(p);
}

const unsigned char* decode_one_shift_jis(const unsigned char* p, const unsigned char* end, Utf8Sink& sink) {
  const unsigned lead = p[0];
  if (lead == 0x80) {
    sink.put_bmp(0x80);
    return p + 1;
  }
  if (is_between(lead, 0xA1, 0xDF)) {
    sink.put_bmp(half_width_katakana(lead));
    return p + 1;
  }
  if (lead == 0xA0 || lead > 0xFC || end - p < 2) {
    sink.put_replacement();
    return p + 1;
  }
  const unsigned trail = p[1];
  if (is_between(trail, 0x40, 0x7E) || is_between(trail, 0x80, 0xFC)) {
    const unsigned pointer = (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + trail - (trail < 0x7F ? 0x40 : 0x41);
    if (is_between(pointer, 8836, 10715)) {  // end-user-defined characters
      sink.put_bmp(static_cast<std::uint16_t>(0xE000 + (pointer - 8836)));
      return p + 2;
    }
    if (const std::uint16_t c = kJis0208[pointer]; c != 0) {
      sink.put_bmp(c);
      return p + 2;
    }
  }
  sink.put_replacement();
  return after_broken_pair(p);
}

}  // namespace

std::uint64_t decode_euc_jp(std::string_view bytes, std::string& out) {
  return decode_ascii_superset(bytes, out, decode_one_euc_jp);
}

std::uint64_t decode_shift_jis(std::string_view bytes, std::string& out) {
  return decode_ascii_superset(bytes, out, decode_one_shift_jis);
}

// The one encoding with shift states: ESC and two bytes choose what the bytes below 0x80 mean.
std::uint64_t decode_iso_2022_jp(std::string_view bytes, std::string& out) {
  enum class Charset : std::uint8_t { ascii, roman, katakana, jis0208 };
  constexpr unsigned kEscape = 0x1B;

  Utf8Sink sink(out);
  const auto* p = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* const end = p + bytes.size();
  Charset charset = Charset::ascii;
  bool output = false;  // whether a character came out since the last escape sequence
  while (p != end) {
    sink.reserve(8);
    const unsigned byte = *p;
    if (byte == kEscape) {
      Charset next = charset;
      bool known = false;
      if (end - p >= 3) {
        known = true;
        if (p[1] == '(' && p[2] == 'B') {
          next = Charset::ascii;
        } else if (p[1] == '(' && p[2] == 'J') {
          next = Charset::roman;
        } else if (p[1] == '(' && p[2] == 'I') {
          next = Charset::katakana;
        } else if (p[1] == '$' && (p[2] == '@' || p[2] == 'B')) {
          next = Charset::jis0208;
        } else {
          known = false;
        }
      }
      if (known) {
        // Two escape sequences in a row hide what the first was for: an error.
        if (output) sink.put_replacement();
        output = true;
        charset = next;
        p += 3;
      } else {
        sink.put_replacement();
        output = false;
        ++p;
      }
    } else if (charset == Charset::jis0208 && is_between(byte, 0x21, 0x7E)) {
      output = false;
      if (end - p < 2) {
        sink.put_replacement();
        ++p;
      } else if (p[1] == kEscape) {
        sink.put_replacement();
        ++p;
      } else {
        const std::uint16_t c =
            is_between(p[1], 0x21, 0x7E) ? kJis0208[(byte - 0x21) * 94 + (p[1] - 0x21u)] : std::uint16_t{0};
        if (c != 0) {
          sink.put_bmp(c);
        } else {
          sink.put_replacement();
        }
        p += 2;
      }
    } else {
      output = false;
      if (charset == Charset::katakana && is_between(byte, 0x21, 0x5F)) {
        sink.put_bmp(half_width_katakana(byte + 0x80));
      } else if ((charset == Charset::ascii || charset == Charset::roman) && byte < 0x80 && byte != 0x0E &&
                 byte != 0x0F) {
        const bool roman = charset == Charset::roman;
        sink.put(roman && byte == 0x5C ? 0xA5 : roman && byte == 0x7E ? 0x203E : byte);
      } else {
        sink.put_replacement();
      }
      ++p;
    }
    sink.commit();
  }
  return sink.replaced();
}

}  // namespace pith::text
