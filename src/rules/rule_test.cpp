#include "rules/rule_test.hpp"

#include <algorithm>

#include "text/number.hpp"
#include "text/utf8.hpp"

namespace pith::rules {

namespace {

constexpr std::size_t kShown = 100;  // bytes of a text

bool is_same(const Value& wanted, const Value& found) {
  if (wanted.type != FieldType::number) return wanted.texts == found.texts;
  return std::equal(wanted.texts.begin(), wanted.texts.end(), found.texts.begin(), found.texts.end(),
                    [](const std::string& a, const std::string& b) {
                      return text::parse_number<double>(a) == text::parse_number<double>(b);
                    });
}

std::string all_of(const Value& value) {
  std::string all;
  for (const std::string& text : value.texts) (all += all.empty() ? "" : " | ") += text;
  return all;
}

/// A text around the place where two begin to differ, on one line.
std::string shown(std::string_view text, std::size_t from) {
  std::string out = from > 0 ? "…" : "";
  out += text::beginning_of(text.substr(std::min(from, text.size())), kShown);
  for (std::size_t at = 0; (at = out.find('\n', at)) != std::string::npos; at += 2) out.replace(at, 1, "\\n");
  if (text.size() > from + kShown) out += "…";
  return out;
}

void compare(const Value& wanted, const Value* found, const std::string& place, std::string& out) {
  if (found != nullptr && is_same(wanted, *found)) return;
  const std::string want = all_of(wanted), have = found == nullptr ? "" : all_of(*found);
  std::size_t same =
      static_cast<std::size_t>(std::mismatch(want.begin(), want.end(), have.begin(), have.end()).first - want.begin());
  same = same > kShown / 2 ? same - kShown / 4 : 0;
  while (same > 0 && same < want.size() && text::continues_character(want[same])) --same;
  out += "  " + place + wanted.name + "\n    wanted: " + (want.empty() ? "nothing" : shown(want, same)) +
         "\n    found:  " + (have.empty() ? "nothing" : shown(have, same)) + "\n";
}

}  // namespace

std::string differences(const Applied& applied, const std::vector<Row>& wanted) {
  std::string out;
  for (const std::string& problem : applied.problems) out += "  " + problem + "\n";
  if (applied.rows.size() != wanted.size())
    out += "  wanted: " + std::to_string(wanted.size()) + " rows, found: " + std::to_string(applied.rows.size()) + "\n";
  for (std::size_t i = 0; i < std::min(applied.rows.size(), wanted.size()); ++i) {
    const std::string place = wanted.size() > 1 ? "row " + std::to_string(i + 1) + ", " : "";
    for (const Value& one : wanted[i]) {
      const Row& row = applied.rows[i];
      const auto found =
          std::find_if(row.begin(), row.end(), [&](const Value& value) { return value.name == one.name; });
      compare(one, found == row.end() ? nullptr : &*found, place, out);
    }
  }
  return out;
}

}  // namespace pith::rules
