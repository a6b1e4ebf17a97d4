#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "corpus/output_file.hpp"

#include "text/number.hpp"
#include "text/utf8.hpp"

namespace pith::cli {
namespace {

constexpr std::string_view kEllipsis = "…";

struct Range {
  std::uint32_t first, last;
};

/// East Asian wide and fullwidth characters (UAX #11), in coarse blocks.
constexpr std::array kWide = {Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},
                              Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},
                              Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},
                              Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF},
                              Range{0x20000, 0x3FFFD}};
constexpr std::array kZero = {Range{0x0300, 0x036F}, Range{0x200B, 0x200F}, Range{0x20D0, 0x20FF},
                              Range{0xFE00, 0xFE0F}};

template <std::size_t N>
bool among(const std::array<Range, N>& ranges, std::uint32_t c) {
  for (const Range& range : ranges)
    if (c >= range.first && c <= range.last) return true;
  return false;
}

std::size_t columns_of_character(std::uint32_t c) { return among(kZero, c) ? 0 : among(kWide, c) ? 2 : 1; }

}  // namespace

bool is_terminal(int descriptor) { return ::isatty(descriptor) != 0; }

bool wants_colour(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  return is_terminal(descriptor) && (no_colour == nullptr || *no_colour == '\0') &&
         (kind == nullptr || std::strcmp(kind, "dumb") != 0);
}

std::size_t terminal_width(int descriptor, std::size_t otherwise) {
  winsize size{};
  if (!is_terminal(descriptor)) return otherwise;
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* const given = std::getenv("COLUMNS");
  const std::size_t columns = given == nullptr ? 0 : text::parse_number<std::size_t>(given).value_or(0);
  return columns > 0 ? columns : 80;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size();) {
    const text::CodePoint c = text::read_utf8(text.data() + i, text.data() + text.size());
    columns += columns_of_character(c.value);
    i += c.length;
  }
  return columns;
}

std::string cut_end(std::string_view text, std::size_t columns) {
  std::size_t taken = 0, fits = 0;  // fits: bytes that leave room for the ellipsis
  for (std::size_t i = 0; i < text.size();) {
    const text::CodePoint c = text::read_utf8(text.data() + i, text.data() + text.size());
    taken += columns_of_character(c.value);
    i += c.length;
    if (taken > columns) return columns == 0 ? std::string() : std::string(text.substr(0, fits)).append(kEllipsis);
    if (taken + 1 <= columns) fits = i;
  }
  return std::string(text);
}

std::string cut_front(std::string_view text, std::size_t columns) {
  std::size_t over = columns_of(text);
  if (over <= columns) return std::string(text);
  std::size_t i = 0;
  while (i < text.size() && over + 1 > columns) {
    const text::CodePoint c = text::read_utf8(text.data() + i, text.data() + text.size());
    over -= columns_of_character(c.value);
    i += c.length;
  }
  return std::string(kEllipsis).append(text.substr(i));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t taken = 0, fits = 0, space = 0;  // bytes up to the edge, and up to the last space before it
    while (fits < text.size()) {
      const text::CodePoint c = text::read_utf8(text.data() + fits, text.data() + text.size());
      if (c.value == ' ') space = fits;
      taken += columns_of_character(c.value);
      if (taken > columns && fits > 0) break;
      fits += c.length;
    }
    if (fits < text.size() && space > 0) fits = space;
    lines.emplace_back(text.substr(0, fits));
    text.remove_prefix(std::min(text.find_first_not_of(' ', fits), text.size()));
  }
  return lines;
}

std::string harmless(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const text::CodePoint c = text::read_utf8(text.data() + i, text.data() + text.size());
    if (c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0)) {
      out += ' ';
    } else {
      out.append(text.substr(i, c.length));
    }
    i += c.length;
  }
  return out;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, ",");
  return digits;
}

bool print(std::string_view text) {
  const std::unique_ptr<corpus::OutputFile> out = corpus::OutputFile::standard_output();
  out->append(text);
  const Error error = out->end_segment();
  if (!error || out->reader_gone()) return true;
  complain("standard output", error.message);
  return false;
}

void complain(std::string_view file, std::string_view reason) {
  std::string line = "pith: ";
  if (!file.empty()) line.append(file == "-" ? "standard input" : file).append(": ");
  line.append(reason) += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace pith::cli
