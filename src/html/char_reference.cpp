#include "html/char_reference.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace pith::html {

namespace {

struct Entity {
  const char* name;  // without '&', with ';' where it belongs to the name
  std::uint8_t length;
  std::uint32_t first, second;  // code points; second is 0 for most
};

constexpr Entity kEntities[] = {
#include "html/entities.inc"
};

// What the numbers 0x80 to 0x9F mean: windows-1252; 0 where the number stands for itself.
constexpr std::array<std::uint16_t, 32> kWindows1252 = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                        0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void append_utf8(CharReference& out, char32_t c) noexcept {
  char* const end = out.utf8 + out.length;
  out.length = static_cast<std::uint8_t>(out.length + (text::write_utf8(c, end) - end));
}

CharReference read_numeric(const char* begin, const char* end) noexcept {
  const char* p = begin + 1;
  const bool hex = p < end && (*p == 'x' || *p == 'X');
  if (hex) ++p;
  const char* digits = p;
  std::uint32_t number = 0;
  for (; p < end; ++p) {
    const int value = hex || text::is_ascii_digit(*p) ? text::hex_value(*p) : -1;
    if (value < 0) break;
    if (number <= 0x10FFFF) number = number * (hex ? 16 : 10) + static_cast<std::uint32_t>(value);
  }
  if (p == digits) return {};
  if (p < end && *p == ';') ++p;
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) {
    number = 0xFFFD;
  } else if (number >= 0x80 && number <= 0x9F && kWindows1252[number - 0x80] != 0) {
    number = kWindows1252[number - 0x80];
  }
  CharReference out;
  out.consumed = static_cast<std::uint32_t>(p - begin);
  append_utf8(out, number);
  return out;
}

// Where the names with each first byte begin in the table.
constexpr auto kFirstOf = [] {
  std::array<std::uint16_t, 129> first{};
  std::size_t at = 0;
  for (std::size_t c = 0; c < first.size(); ++c) {
    while (at < std::size(kEntities) && static_cast<unsigned char>(kEntities[at].name[0]) < c) ++at;
    first[c] = static_cast<std::uint16_t>(at);
  }
  return first;
}();

/// The five references that make up nearly all of those on real pages.
CharReference read_frequent(const char* begin, const char* end) noexcept {
  struct Frequent {
    std::string_view name, utf8;
  };
  static constexpr Frequent kFrequent[] = {
      {"nbsp;", "\u00A0"}, {"amp;", "&"}, {"quot;", "\""}, {"lt;", "<"}, {"gt;", ">"}};
  CharReference out;
  for (const Frequent& f : kFrequent) {
    if (static_cast<std::size_t>(end - begin) < f.name.size() || std::memcmp(begin, f.name.data(), f.name.size()) != 0)
      continue;
    out.consumed = static_cast<std::uint32_t>(f.name.size());
    out.length = static_cast<std::uint8_t>(f.utf8.size());
    std::memcpy(out.utf8, f.utf8.data(), f.utf8.size());
    break;
  }
  return out;
}

}  // namespace

CharReference read_char_reference(const char* begin, const char* end, bool in_attribute) noexcept {
  if (begin == end) return {};
  if (*begin == '#') return read_numeric(begin, end);
  if (!text::is_ascii_letter(*begin)) return {};

  if (const CharReference frequent = read_frequent(begin, end); frequent.consumed != 0) return frequent;

  // Narrow the sorted range letter by letter; the last complete name passed is the longest match.
  const Entity* low = kEntities + kFirstOf[static_cast<unsigned char>(*begin)];
  const Entity* high = kEntities + kFirstOf[static_cast<unsigned char>(*begin) + 1u];
  const Entity* match = nullptr;
  for (std::size_t i = 1; begin + i < end && low != high; ++i) {
    const auto c = static_cast<unsigned char>(begin[i]);
    const auto at = [i](const Entity& e) { return i < e.length ? static_cast<unsigned char>(e.name[i]) : 0u; };
    const auto bound = [&](const Entity* from, const Entity* to, unsigned value) {
      while (from != to) {
        const Entity* middle = from + (to - from) / 2;
        if (at(*middle) < value)
          from = middle + 1;
        else
          to = middle;
      }
      return from;
    };
    low = bound(low, high, c);
    high = bound(low, high, c + 1u);
    if (low != high && low->length == i + 1) match = low;
  }
  if (match == nullptr) return {};
  const char* after = begin + match->length;
  if (in_attribute && match->name[match->length - 1] != ';' && after < end &&
      (*after == '=' || text::is_ascii_alphanumeric(*after)))
    return {};
  CharReference out;
  out.consumed = match->length;
  append_utf8(out, match->first);
  if (match->second != 0) append_utf8(out, match->second);
  return out;
}

}  // namespace pith::html
