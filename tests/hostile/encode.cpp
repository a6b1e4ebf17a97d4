#include <unordered_map>

#include "hostile/shapes.hpp"
#include "text/decode.hpp"
#include "text/utf8.hpp"

namespace pith::hostile {

namespace {

using Table = std::unordered_map<char32_t, std::string>;

/// The one- and two-byte sequences of an encoding by the character they stand for, found by decoding them all.
Table make_table(text::Encoding encoding) {
  Table table;
  const auto enter = [&](const std::string& bytes) {
    std::string utf8;
    if (text::decode_as(bytes, encoding, utf8) != 0 || utf8.empty()) return;
    const text::CodePoint c = text::read_utf8(utf8.data(), utf8.data() + utf8.size());
    if (c.length == utf8.size()) table.try_emplace(c.value, bytes);
  };
  for (int a = 0x80; a < 0x100; ++a) enter({static_cast<char>(a)});
  if (encoding == text::Encoding::windows_1252) return table;
  for (int a = 0x81; a < 0xFF; ++a)
    for (int b = 0x40; b < 0xFF; ++b) enter({static_cast<char>(a), static_cast<char>(b)});
  return table;
}

const Table& table_of(Charset charset) {
  static const Table gb18030 = make_table(text::Encoding::gb18030);
  static const Table shift_jis = make_table(text::Encoding::shift_jis);
  static const Table windows_1252 = make_table(text::Encoding::windows_1252);
  return charset == Charset::gb18030 ? gb18030 : charset == Charset::shift_jis ? shift_jis : windows_1252;
}

void append_utf16le(std::string& out, char32_t c) {
  const auto unit = [&out](char32_t u) {
    out += static_cast<char>(u & 0xFF);
    out += static_cast<char>(u >> 8);
  };
  if (c < 0x10000) return unit(c);
  unit(0xD800 + ((c - 0x10000) >> 10));
  unit(0xDC00 + ((c - 0x10000) & 0x3FF));
}

}  // namespace

std::string_view label_of(Charset charset) noexcept {
  switch (charset) {
    case Charset::utf_8:
      return "utf-8";
    case Charset::gb18030:
      return "gb18030";
    case Charset::utf_16le:
      return "utf-16le";
    case Charset::shift_jis:
      return "shift_jis";
    case Charset::windows_1252:
      return "windows-1252";
  }
  return {};
}

std::string encode(std::string_view utf8, Charset charset) {
  if (charset == Charset::utf_8) return std::string(utf8);
  std::string out;
  out.reserve(charset == Charset::utf_16le ? 2 * utf8.size() : utf8.size());
  for (std::size_t i = 0; i < utf8.size();) {
    const text::CodePoint c = text::read_utf8(utf8.data() + i, utf8.data() + utf8.size());
    if (charset == Charset::utf_16le) {
      append_utf16le(out, c.valid ? c.value : 0xD800);  // a half surrogate is what ill-formed means here
    } else if (!c.valid || c.value < 0x80) {
      out.append(utf8, i, c.length);
    } else {
      const Table& table = table_of(charset);
      const auto found = table.find(c.value);
      out += found != table.end() ? found->second : "&#" + std::to_string(static_cast<std::uint32_t>(c.value)) + ';';
    }
    i += c.length;
  }
  return out;
}

}  // namespace pith::hostile
