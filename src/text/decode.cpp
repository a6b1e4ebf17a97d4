#include "text/decode.hpp"

#include <algorithm>
#include <optional>

#include "text/ascii.hpp"
#include "text/decoders.hpp"
#include "text/mojibake.hpp"
#include "text/prescan.hpp"
#include "text/statistics.hpp"
#include "text/utf8.hpp"

namespace pith::text {
namespace {

using namespace std::string_view_literals;

struct ByteOrderMark {
  Encoding encoding;
  std::size_t size;
};

std::optional<ByteOrderMark> byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return ByteOrderMark{Encoding::utf_8, 3};
  if (bytes.starts_with("\xFE\xFF"sv)) return ByteOrderMark{Encoding::utf_16be, 2};
  if (bytes.starts_with("\xFF\xFE"sv)) return ByteOrderMark{Encoding::utf_16le, 2};
  return std::nullopt;
}

constexpr std::size_t kManyBadSequences = 8;

bool is_utf16(Encoding encoding) { return encoding == Encoding::utf_16be || encoding == Encoding::utf_16le; }

/// Whether ASCII bytes mean themselves whatever other ASCII bytes stand before them.
bool keeps_ascii(Encoding encoding) {
  return !is_utf16(encoding) && encoding != Encoding::iso_2022_jp && encoding != Encoding::replacement;
}

/// What one pass over the bytes tells.
struct Shape {
  bool ascii = false;
  bool utf8 = false;
  std::size_t beyond_ascii = 0;  // bytes before the first that is not ASCII
};

Shape shape_of(std::string_view bytes) {
  const std::size_t ascii = ascii_prefix(bytes);
  if (ascii == bytes.size()) return {true, true, ascii};
  return {false, valid_utf8_prefix(bytes.substr(ascii)) == bytes.size() - ascii, ascii};
}

/// What the caller or the page declares, if the bytes do not say otherwise beyond doubt.
std::optional<Detection> overruled(std::string_view bytes, Encoding declared) {
  if (declared == Encoding::utf_8) {
    // Not a broken or truncated UTF-8 page, but another encoding through and through: many bad sequences,
    // next to no good ones, and statistics name the encoding.
    const Utf8Evidence evidence = utf8_evidence(bytes);
    if (evidence.bad < kManyBadSequences || evidence.good * 4 > evidence.bad) return std::nullopt;
    const Guess guess = guess_encoding(bytes);
    if (!guess.overwhelming || guess.encoding == Encoding::utf_8) return std::nullopt;
    return Detection{guess.encoding, EncodingSource::statistics};
  }
  if (is_utf16(declared) || !keeps_ascii(declared)) return std::nullopt;
  // UTF-8 with a scratch: in no other encoding do so many sequences come out well-formed by chance.
  const Utf8Evidence evidence = utf8_evidence(bytes);
  if (evidence.good >= 16 && evidence.good >= 16 * evidence.bad) {
    return Detection{Encoding::utf_8, EncodingSource::content};
  }
  // Servers and tools declare ISO-8859-1 without looking.
  if (declared == Encoding::windows_1252 && beyond_ascii_in_runs(bytes)) {
    const Guess guess = guess_encoding(bytes);
    if (guess.overwhelming && has_two_bytes(guess.encoding))
      return Detection{guess.encoding, EncodingSource::statistics};
  }
  return std::nullopt;
}

Detection detect(std::string_view bytes, std::string_view charset, Shape shape) {
  if (const auto mark = byte_order_mark(bytes)) return {mark->encoding, EncodingSource::bom};
  if (shape.utf8 && !shape.ascii) return {Encoding::utf_8, EncodingSource::content};
  const Detection declared = detect_declared(bytes, charset);
  if (declared.source != EncodingSource::fallback) {
    if (shape.ascii) return declared;
    return overruled(bytes, declared.encoding).value_or(declared);
  }
  // ASCII and a sequence of UTF-8 that the end has cut off: statistics have too little to go by. (A lead byte alone may
  // as well be a letter of windows-1252.)
  const std::size_t cut = incomplete_utf8_suffix(bytes);
  if (cut >= 2 && ascii_prefix(bytes) == bytes.size() - cut) return {Encoding::utf_8, EncodingSource::statistics};
  const Guess guess = guess_encoding(bytes);
  if (!guess.plausible) return {};
  return {guess.encoding, EncodingSource::statistics};
}

}  // namespace

Detection detect_declared(std::string_view bytes, std::string_view charset) {
  if (const auto mark = byte_order_mark(bytes)) return {mark->encoding, EncodingSource::bom};
  if (const auto encoding = encoding_for_label(charset)) return {*encoding, EncodingSource::transport};
  if (const auto encoding = prescan(bytes)) return {*encoding, EncodingSource::meta};
  return {};
}

Detection detect(std::string_view bytes, std::string_view charset) { return detect(bytes, charset, shape_of(bytes)); }

Text decode(std::string_view bytes, const DecodeOptions& options, std::string& buffer) {
  Text text;
  buffer.clear();
  if (bytes.size() > options.limits.input_bytes) {
    bytes = bytes.substr(0, options.limits.input_bytes);
    text.truncated = Truncation::input;
  }
  Shape shape = shape_of(bytes);
  if (text.truncated == Truncation::input && !shape.utf8) {
    // The limit may have cut a character of a UTF-8 page in two.
    const std::string_view whole = bytes.substr(0, bytes.size() - incomplete_utf8_suffix(bytes));
    if (const Shape shape_of_whole = shape_of(whole); shape_of_whole.utf8) {
      bytes = whole;
      shape = shape_of_whole;
    }
  }
  const Detection found = detect(bytes, options.charset, shape);
  text.encoding = found.encoding;
  text.source = found.source;

  if (const auto mark = byte_order_mark(bytes)) bytes.remove_prefix(mark->size);
  if (found.source == EncodingSource::content && shape.utf8 && looks_like_mojibake(bytes.substr(shape.beyond_ascii))) {
    // That it comes in UTF-8 is true, whoever says so.
    Encoding declared = detect_declared(bytes, options.charset).encoding;
    if (declared == Encoding::utf_8) declared = prescan(bytes).value_or(declared);
    if (const auto undone = undo_mojibake(bytes, declared, buffer))
      return {buffer, undone->encoding, EncodingSource::mojibake, undone->replaced, text.truncated};
  }
  if ((found.encoding == Encoding::utf_8 && shape.utf8) || (shape.ascii && keeps_ascii(found.encoding))) {
    text.utf8 = bytes;
    return text;
  }
  text.replaced = decode_as(bytes, found.encoding, buffer);
  text.utf8 = buffer;
  if (text.utf8.starts_with("\uFEFF")) text.utf8.remove_prefix(3);  // written in gb18030, say
  if (text.truncated == Truncation::input && text.replaced > 0 && text.utf8.ends_with("\uFFFD")) {
    text.utf8.remove_suffix(3);  // the character that the limit has cut in two
    --text.replaced;
  }
  return text;
}

std::uint64_t decode_as(std::string_view bytes, Encoding encoding, std::string& out, bool honour_bom) {
  if (honour_bom) {
    if (const auto mark = byte_order_mark(bytes)) {
      encoding = mark->encoding;
      bytes.remove_prefix(mark->size);
    }
  }
  switch (encoding) {
    case Encoding::utf_8:
      return repair_utf8(bytes, out);
    case Encoding::gbk:
    case Encoding::gb18030:
      return decode_gb18030(bytes, out);
    case Encoding::big5:
      return decode_big5(bytes, out);
    case Encoding::euc_jp:
      return decode_euc_jp(bytes, out);
    case Encoding::iso_2022_jp:
      return decode_iso_2022_jp(bytes, out);
    case Encoding::shift_jis:
      return decode_shift_jis(bytes, out);
    case Encoding::euc_kr:
      return decode_euc_kr(bytes, out);
    case Encoding::utf_16be:
      return decode_utf16(bytes, true, out);
    case Encoding::utf_16le:
      return decode_utf16(bytes, false, out);
    case Encoding::x_user_defined:
      return decode_x_user_defined(bytes, out);
    case Encoding::replacement:
      if (bytes.empty()) return 0;
      out.append("\xEF\xBF\xBD");
      return 1;
    default:
      return decode_single_byte(bytes, encoding, out);
  }
}

}  // namespace pith::text
