#pragma once

// The words that dates are made of, in all languages at once: they hardly contradict each other.

#include <cstdint>
#include <string_view>

namespace pith::text {

enum class DateWord : std::uint8_t {
  none,
  month,    ///< value: 1 to 12
  unit,     ///< of relative dates; value: a DateUnit
  before,   ///< "ago", "назад", "前": behind number and unit; value: the month it may stand for, else 0
  leading,  ///< "vor", "hace": before number and unit; value 1: "il", which needs "y a" behind it
  one,      ///< "an hour ago"
  day,      ///< value: days ago: "today" 0, "yesterday" 1
  now,      ///< "just now"
  half,     ///< of the day; value 0: before noon, 1: after
  zone,     ///< value: minutes east of UTC
  joint,    ///< may stand between the parts: "of", "de", "at", weekdays
  ordinal,  ///< "3rd"
};

enum class DateUnit : std::uint8_t { second, minute, hour, day, week, month, year };

struct DateWordEntry {
  DateWord kind = DateWord::none;
  std::int16_t value = 0;
};

/// The meaning of a word in lower case; kind none when it has none. O(word).
DateWordEntry find_date_word(std::string_view lower) noexcept;
/// Whether words that begin with this character beyond U+0800 may be in the table. O(1).
bool may_begin_date_word(char32_t c) noexcept;
/// Longest word in the table, in bytes.
inline constexpr std::size_t kLongestDateWord = 24;

}  // namespace pith::text
