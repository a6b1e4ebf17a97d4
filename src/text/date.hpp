#pragma once

// Dates: as machines write them (ISO 8601, RFC 5322, seconds since 1970) and as people do, in the
// languages of most pages (English, Chinese, German, French, Spanish, Italian, Portuguese, Dutch,
// Scandinavian, Polish, Czech, Russian, Ukrainian, Greek, Turkish, Indonesian, Vietnamese, Japanese, Korean).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::text {

/// A moment as precise as it was written, in the time of the place where it was written.
struct Date {
  static constexpr std::int16_t kNoZone = 0x7FFF;

  std::int16_t year = 0;        ///< 0: not known
  std::uint8_t month = 0;       ///< 1 to 12; 0: not known
  std::uint8_t day = 0;         ///< 1 to 31; 0: not known
  std::int8_t hour = -1;        ///< 0 to 23; -1: no time of day
  std::int8_t minute = 0;       ///< 0 to 59
  std::int8_t second = -1;      ///< 0 to 59; -1: not known
  std::int16_t zone = kNoZone;  ///< minutes east of UTC

  [[nodiscard]] bool has_day() const noexcept { return year != 0 && month != 0 && day != 0; }
  [[nodiscard]] bool has_time() const noexcept { return hour >= 0; }
  friend bool operator==(const Date&, const Date&) = default;
};

/// Appends "2024", "2024-05", "2024-05-03", "2024-05-03T15:47", "2024-05-03T15:47:42+02:00" (UTC: "Z");
/// nothing without a year. What is not known is left out.
void append_iso(const Date& date, std::string& out);

/// Days since 1970-01-01 of a date with a day, and back.
std::int32_t day_number(const Date& date) noexcept;
Date date_of_day(std::int32_t days) noexcept;

/// How much a date in running text says.
enum class DateKind : std::uint8_t {
  none,
  full,      ///< year, month and day
  no_year,   ///< month and day
  relative,  ///< "3 hours ago", "昨天 12:30"
};

/// Which of the first two numbers of 3/14/2024 is the day.
enum class DayOrder : std::uint8_t {
  told,  ///< by a word, by the year in front, by points (always the day first), or it makes no difference
  day_first,
  month_first,
  unsure,  ///< both could be; read by DateOptions::month_first
};

struct DateMatch {
  DateKind kind = DateKind::none;
  Date date;                       ///< relative without a reference: what is known of the time of day
  std::size_t begin = 0, end = 0;  ///< bytes of the text it takes, the time of day included
  bool worded = false;             ///< the month stands as a word or with 年月日: no version number looks so
  bool ambiguous = false;          ///< day and month could be the other way round
  DayOrder order = DayOrder::told;
  explicit operator bool() const noexcept { return kind != DateKind::none; }
};

struct DateOptions {
  bool month_first = false;  ///< 3/4/2024 is March 4
  Date reference{};          ///< "now": completes relative dates and those without a year; may be empty
};

/// Whether 3/4/2024 is March 4 in a language tag's country: "en-US".
bool writes_month_first(std::string_view language) noexcept;

/// The first date of a text, read up to its first 512 bytes. O(text).
DateMatch find_date(std::string_view text, const DateOptions& options = {}) noexcept;

/// A whole value that says nothing but a date: of a `datetime` attribute, a meta element, JSON-LD. Also
/// 20240503, 2024-05, seconds and milliseconds since 1970. O(512).
bool parse_date(std::string_view value, Date& date, const DateOptions& options = {}) noexcept;

/// Such a value in seconds since 1970: UTC where it names no zone, midnight where it has no time of day; 0 when it
/// says no day.
std::int64_t seconds_of(std::string_view value) noexcept;

}  // namespace pith::text
