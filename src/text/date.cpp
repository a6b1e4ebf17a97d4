#include "text/date.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/date_words.hpp"
#include "text/utf8.hpp"

namespace pith::text {

namespace {

constexpr std::size_t kLongestText = 512;  // bytes that are read
constexpr std::size_t kMostTokens = 128;
constexpr int kFirstYear = 1970, kLastYear = 2099;

enum class TokenKind : std::uint8_t { number, word, mark };

// Without initial values: most texts fill a few of the many that a reader has room for.
struct Token {
  TokenKind kind;
  bool spaced;  // white space before it
  std::uint8_t digits;
  DateWord word;  // this and the next: of a word, see DateWordEntry
  std::int16_t word_value;
  char32_t mark;       // a mark; of a word of one letter that letter, in lower case
  std::int64_t value;  // of a number
  std::uint32_t begin, end;

  [[nodiscard]] bool is(char32_t c) const noexcept { return kind == TokenKind::mark && mark == c; }
  [[nodiscard]] bool is(DateWord wanted) const noexcept { return kind == TokenKind::word && word == wanted; }
  [[nodiscard]] bool is(DateUnit unit) const noexcept {
    return is(DateWord::unit) && word_value == static_cast<std::int16_t>(unit);
  }
  [[nodiscard]] bool letter(char32_t c) const noexcept { return kind == TokenKind::word && mark == c; }
  [[nodiscard]] bool number(std::size_t least, std::size_t most, std::int64_t low, std::int64_t high) const noexcept {
    return kind == TokenKind::number && digits >= least && digits <= most && value >= low && value <= high;
  }
};

bool is_leap(int year) noexcept { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_in(int year, int month) noexcept {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

int full_year(std::int64_t two_digits) noexcept {
  return static_cast<int>(two_digits < 70 ? 2000 + two_digits : 1900 + two_digits);
}

// The parts of a date, set where they make one.
bool set_day(Date& date, std::int64_t year, std::int64_t month, std::int64_t day) noexcept {
  if (month < 1 || month > 12 || day < 1) return false;
  if (year != 0 && (year < kFirstYear || year > kLastYear)) return false;
  if (day > days_in(year == 0 ? 2000 : static_cast<int>(year), static_cast<int>(month))) return false;
  date.year = static_cast<std::int16_t>(year);
  date.month = static_cast<std::uint8_t>(month);
  date.day = static_cast<std::uint8_t>(day);
  return true;
}

class Reader {
 public:
  Reader(std::string_view text, const DateOptions& options) noexcept : options_(options) {
    tokenize(text.substr(0, kLongestText));
  }

  DateMatch find() noexcept {
    DateMatch weak;
    for (std::size_t i = 0; i < count_; ++i) {
      DateMatch match;
      if (!read_at(i, match)) continue;
      if (match.kind == DateKind::full) return match;
      if (!weak) weak = match;
    }
    return weak;
  }

  // Year and month alone, or a compact date: nothing that running text would be searched for.
  bool read_value(Date& date) noexcept {
    if (count_ == 0) return false;
    const Token& first = tokens_[0];
    if (first.kind == TokenKind::number && first.digits == 8) {
      if (!set_day(date, first.value / 10000, first.value / 100 % 100, first.value % 100)) return false;
      if (count_ > 2 && tokens_[1].letter('t') && tokens_[2].number(4, 6, 0, 235959)) {
        const std::int64_t time = tokens_[2].digits == 6 ? tokens_[2].value : tokens_[2].value * 100;
        if (set_time(date, time / 10000, time / 100 % 100, tokens_[2].digits == 6 ? time % 100 : -1)) {
          std::size_t next = 3;
          read_zone(next, date);
        }
      }
      return true;
    }
    if (first.kind == TokenKind::number && first.digits == 14) {  // 20240503154742
      const std::int64_t day = first.value / 1'000'000, time = first.value % 1'000'000;
      return set_day(date, day / 10000, day / 100 % 100, day % 100) &&
             set_time(date, time / 10000, time / 100 % 100, time % 100);
    }
    if (count_ == 1 && first.kind == TokenKind::number && (first.digits == 10 || first.digits == 13)) {
      return read_epoch(first.digits == 13 ? first.value / 1000 : first.value, date);
    }
    if (count_ >= 3 && first.number(4, 4, kFirstYear, kLastYear) && tokens_[1].is('-') &&
        tokens_[2].number(1, 2, 1, 12)) {
      date.year = static_cast<std::int16_t>(first.value);
      date.month = static_cast<std::uint8_t>(tokens_[2].value);
      return true;
    }
    return false;
  }

 private:
  void tokenize(std::string_view text) noexcept {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    bool spaced = true;
    for (const char* p = begin; p < end && count_ < kMostTokens;) {
      const CodePoint c = read_utf8(p, end);
      if (is_space(c.value) || c.value == '_') {
        spaced = true;
        p += c.length;
        continue;
      }
      Token& token = tokens_[count_++];
      token = {TokenKind::mark, false, 0, DateWord::none, 0, 0, 0, 0, 0};
      token.spaced = spaced;
      token.begin = static_cast<std::uint32_t>(p - begin);
      spaced = false;
      if (is_digit(c.value)) {
        p = read_number(p, end, token);
      } else if (is_cjk(c.value)) {
        p = read_cjk(p, end, c, token);
      } else if (is_letter(c.value) || c.value == 0xBA || c.value == 0xAA) {
        p = read_word(p, end, token);
      } else {
        token.mark = c.value == 0xFF1A ? U':' : c.value == 0xFF0C ? U',' : c.value == 0xFF0F ? U'/' : c.value;
        if (c.value == 0x2010 || c.value == 0x2011 || c.value == 0xFF0D) token.mark = '-';
        p += c.length;
      }
      token.end = static_cast<std::uint32_t>(p - begin);
    }
  }

  static void set_word(Token& token, std::string_view lower) noexcept {
    const DateWordEntry entry = find_date_word(lower);
    token.word = entry.kind;
    token.word_value = entry.value;
  }

  static const char* read_number(const char* p, const char* end, Token& token) noexcept {
    token.kind = TokenKind::number;
    while (p < end) {
      const CodePoint c = read_utf8(p, end);
      if (!is_digit(c.value)) break;
      if (token.digits < 18) token.value = token.value * 10 + static_cast<std::int64_t>(c.value & 0xF);
      if (token.digits < 255) ++token.digits;
      p += c.length;
    }
    return p;
  }

  static const char* read_word(const char* p, const char* end, Token& token) noexcept {
    token.kind = TokenKind::word;
    std::array<char, kLongestDateWord + 4> lower{};
    std::size_t length = 0, letters = 0;
    while (p < end) {
      const CodePoint c = read_utf8(p, end);
      if (is_cjk(c.value) || (!is_letter(c.value) && c.value != 0xBA && c.value != 0xAA)) break;
      token.mark = ++letters == 1 ? to_lower(c.value) : 0;
      if (length <= kLongestDateWord) {
        length = static_cast<std::size_t>(write_utf8(to_lower(c.value), lower.data() + length) - lower.data());
      }
      p += c.length;
    }
    set_word(token, {lower.data(), length});
    return p;
  }

  // The longest word of the table among the next four characters, else one character.
  static const char* read_cjk(const char* p, const char* end, CodePoint first, Token& token) noexcept {
    token.kind = TokenKind::word;
    if (!may_begin_date_word(first.value)) return p + first.length;
    std::array<const char*, 5> ends{p};
    std::size_t characters = 0;
    while (characters < 4 && ends[characters] < end) {
      const CodePoint c = read_utf8(ends[characters], end);
      if (!is_cjk(c.value) && c.value != U'ヶ') break;
      ends[characters + 1] = ends[characters] + c.length;
      ++characters;
    }
    for (std::size_t n = characters; n > 0; --n) {
      set_word(token, {p, static_cast<std::size_t>(ends[n] - p)});
      if (token.word != DateWord::none) return ends[n];
    }
    return ends[1];
  }

  [[nodiscard]] const Token& at(std::size_t i) const noexcept {
    static constexpr Token kEnd{TokenKind::mark, false, 0, DateWord::none, 0, 0, 0, 0, 0};
    return i < count_ ? tokens_[i] : kEnd;
  }

  bool read_at(std::size_t i, DateMatch& match) noexcept {
    std::size_t next = i;
    const Token& token = at(i);
    if (token.kind == TokenKind::number) {
      if (read_year_first(i, match, next) || read_day_word(i, match, next) || read_numbers(i, match, next) ||
          read_month_day(i, match, next) || read_relative(i, match, next)) {
        return finish(i, next, match);
      }
      return false;
    }
    if (token.kind != TokenKind::word) return false;
    switch (token.word) {
      case DateWord::month:
        return read_month_word(i, match, next) && finish(i, next, match);
      case DateWord::leading:
      case DateWord::one:
        return read_relative(i, match, next) && finish(i, next, match);
      case DateWord::day:
      case DateWord::now:
        return read_day_name(i, match, next) && finish(i, next, match);
      default:
        return false;
    }
  }

  // 2024-05-03, 2024/5/3, 2024. 5. 3., 2024年5月3日, 2024년 5월 3일
  bool read_year_first(std::size_t i, DateMatch& match, std::size_t& next) const noexcept {
    if (!at(i).number(4, 4, kFirstYear, kLastYear)) return false;
    const Token& first = at(i + 1);
    const bool units = first.is(DateUnit::year);
    if (!units && !is_separator(first)) return false;
    if (!at(i + 2).number(1, 2, 1, 12)) return false;
    const Token& second = at(i + 3);
    if (units ? !second.is(DateUnit::month) : second.mark != first.mark || second.kind != TokenKind::mark) return false;
    if (!at(i + 4).number(1, 2, 1, 31)) return false;
    if (!set_day(match.date, at(i).value, at(i + 2).value, at(i + 4).value)) return false;
    next = i + 5;
    if (at(next).is(DateUnit::day) || (first.mark == '.' && at(next).is('.'))) ++next;
    match.kind = DateKind::full;
    match.worded = units;
    return true;
  }

  // 3 May 2024, 3rd of May, 2024, 3. Mai 2024, 3 de mayo de 2024, 3-May-24
  bool read_day_word(std::size_t i, DateMatch& match, std::size_t& next) const noexcept {
    if (!at(i).number(1, 2, 1, 31)) return false;
    std::size_t j = i + 1;
    while (j < i + 4 && (at(j).is('.') || at(j).is('-') || at(j).is('/') || at(j).is(DateWord::joint) ||
                         at(j).is(DateWord::ordinal))) {
      ++j;
    }
    const std::int64_t month = month_of(at(j));
    if (month == 0) return false;
    const bool may_be_ago = at(j).is(DateWord::before);
    const std::int64_t day = at(i).value;
    const std::size_t behind_month = ++j;
    bool short_year = false;
    while (j < behind_month + 3 && (at(j).is('.') || at(j).is(',') || at(j).is('-') || at(j).is('/') ||
                                    at(j).is('\'') || at(j).is(U'’') || at(j).is(DateWord::joint))) {
      short_year |= !at(j).is(',') && !at(j).is('.') && at(j).kind == TokenKind::mark;
      ++j;
    }
    match.worded = true;
    if (at(j).number(4, 4, kFirstYear, kLastYear) || (short_year && at(j).number(2, 2, 0, 99) && !at(j + 1).is(':'))) {
      const std::int64_t year = at(j).digits == 2 ? full_year(at(j).value) : at(j).value;
      if (!set_day(match.date, year, month, day)) return false;
      match.kind = DateKind::full;
      next = j + 1;
      return true;
    }
    if (may_be_ago || !set_day(match.date, 0, month, day)) return false;
    match.kind = DateKind::no_year;
    next = behind_month;
    return true;
  }

  // May 3, 2024; May 3rd 2024; Tue May 3 15:47:42 CEST 2024
  bool read_month_word(std::size_t i, DateMatch& match, std::size_t& next) noexcept {
    std::size_t j = i + 1;
    while (j < i + 3 && (at(j).is('.') || at(j).is('-') || at(j).is('/'))) ++j;
    if (!at(j).number(1, 2, 1, 31) || at(j + 1).is(':')) return false;
    const std::int64_t month = at(i).word_value, day = at(j).value;
    const std::size_t behind_day = ++j;
    while (j < behind_day + 3 && (at(j).is(',') || at(j).is('.') || at(j).is('-') || at(j).is('/') ||
                                  at(j).is(DateWord::ordinal) || at(j).is(DateWord::joint))) {
      ++j;
    }
    match.worded = true;
    if (at(j).number(4, 4, kFirstYear, kLastYear)) {
      if (!set_day(match.date, at(j).value, month, day)) return false;
      match.kind = DateKind::full;
      next = j + 1;
      return true;
    }
    if (!set_day(match.date, 0, month, day)) return false;
    match.kind = DateKind::no_year;
    next = behind_day;
    std::size_t behind_time = behind_day;
    Date timed = match.date;
    if (read_time(behind_time, timed) && at(behind_time).number(4, 4, kFirstYear, kLastYear)) {
      timed.year = static_cast<std::int16_t>(at(behind_time).value);
      match.date = timed;
      match.kind = DateKind::full;
      next = behind_time + 1;
    }
    return true;
  }

  // 3.5.2024, 5/3/2024, 3-5-2024, 03.05.24, 24-05-03
  bool read_numbers(std::size_t i, DateMatch& match, std::size_t& next) const noexcept {
    if (!at(i).number(1, 2, 0, 99) || !at(i + 2).number(1, 2, 1, 31)) return false;
    const Token& first = at(i + 1);
    const Token& second = at(i + 3);
    const Token& third = at(i + 4);
    if (!is_separator(first) || second.kind != TokenKind::mark || second.mark != first.mark) return false;
    // A longer row of numbers is a version, an address, a telephone number.
    if (i > 0 && !at(i).spaced && at(i - 1).mark == first.mark) return false;
    if (at(i + 5).mark == first.mark && at(i + 5).kind == TokenKind::mark && !at(i + 6).spaced &&
        at(i + 6).kind == TokenKind::number) {
      return false;
    }
    std::int64_t a = at(i).value, b = at(i + 2).value;
    std::int64_t year = 0;
    bool year_last = true;
    if (third.number(4, 4, kFirstYear, kLastYear)) {
      year = third.value;
    } else if (third.number(2, 2, 0, 99) && at(i).digits == 2 && at(i + 2).digits == 2) {
      if (first.mark == '-' || a > 31) {  // 24-05-03
        year = full_year(a);
        year_last = false;
        a = third.value;
        if (b > 12) return false;
      } else {
        year = full_year(third.value);
      }
    } else {
      return false;
    }
    const bool month_first = b > 12 || (first.mark == '/' && options_.month_first && a <= 12);
    match.ambiguous = a <= 12 && b <= 12 && a != b && first.mark == '/';
    if (!set_day(match.date, year, month_first ? a : b, month_first ? b : a)) return false;
    match.kind = DateKind::full;
    if (year_last && first.mark != '.' && a != b)
      match.order = a > 12 ? DayOrder::day_first : b > 12 ? DayOrder::month_first : DayOrder::unsure;
    next = i + 5;
    return true;
  }

  // 5月3日, 05-03 15:47
  bool read_month_day(std::size_t i, DateMatch& match, std::size_t& next) noexcept {
    if (!at(i).number(1, 2, 1, 12) || !at(i + 2).number(1, 2, 1, 31)) return false;
    if (!set_day(match.date, 0, at(i).value, at(i + 2).value)) return false;
    match.kind = DateKind::no_year;
    if (at(i + 1).is(DateUnit::month) && at(i + 3).is(DateUnit::day)) {
      match.worded = true;
      next = i + 4;
      return true;
    }
    if ((!at(i + 1).is('-') && !at(i + 1).is('/')) || at(i + 2).spaced || !at(i + 3).spaced) return false;
    std::size_t behind = next = i + 3;
    Date timed = match.date;
    return read_time(behind, timed);
  }

  // 3 hours ago, 1 day, 3 hours ago, vor 3 Stunden, il y a 3 heures, 3小时前
  bool read_relative(std::size_t i, DateMatch& match, std::size_t& next) const noexcept {
    std::size_t j = i;
    const bool leading = at(j).is(DateWord::leading);
    if (leading) {
      if (at(j).word_value == 1) {
        if (!at(j + 1).letter('y') || !at(j + 2).letter('a')) return false;
        j += 2;
      }
      ++j;
    }
    std::array<std::int64_t, 7> amounts{};
    int parts = 0;
    while (parts < 3) {
      const bool one = at(j).is(DateWord::one);
      if (!one && !at(j).number(1, 4, 0, 9999)) break;
      if (!at(j + 1).is(DateWord::unit)) break;
      amounts[static_cast<std::size_t>(at(j + 1).word_value)] += one ? 1 : at(j).value;
      j += 2;
      ++parts;
      if (at(j).is(',')) ++j;
    }
    if (parts == 0) return false;
    if (!leading) {
      if (!at(j).is(DateWord::before)) return false;
      ++j;
    }
    match.kind = DateKind::relative;
    match.worded = true;
    next = j;
    if (options_.reference.has_day()) subtract(amounts, match.date);
    return true;
  }

  void subtract(const std::array<std::int64_t, 7>& amounts, Date& date) const noexcept {
    const auto amount = [&amounts](DateUnit unit) { return amounts[static_cast<std::size_t>(unit)]; };
    const Date& now = options_.reference;
    std::int64_t seconds = amount(DateUnit::second) + 60 * amount(DateUnit::minute) + 3600 * amount(DateUnit::hour);
    std::int64_t days = amount(DateUnit::day) + 7 * amount(DateUnit::week) + 30 * amount(DateUnit::month) +
                        365 * amount(DateUnit::year);
    const bool clock = now.has_time() && seconds > 0;
    if (clock) {
      seconds = now.hour * 3600 + now.minute * 60 + std::max<int>(now.second, 0) - seconds;
      while (seconds < 0) seconds += 86400, ++days;
    }
    date = date_of_day(day_number(now) - static_cast<std::int32_t>(days));
    if (clock) {
      set_time(date, seconds / 3600, seconds / 60 % 60, -1);
      date.zone = now.zone;
    }
  }

  // yesterday 15:47, 昨天 15:47; alone only where the text says nothing else
  bool read_day_name(std::size_t i, DateMatch& match, std::size_t& next) noexcept {
    next = i + 1;
    if (at(i).letter(0) && next < count_ && at(next).is('\'')) next += 2;  // aujourd'hui
    Date timed;
    std::size_t behind = next;
    if (!read_time(behind, timed) && (i != 0 || behind + 1 < count_)) return false;
    match.kind = DateKind::relative;
    match.worded = true;
    if (options_.reference.has_day()) match.date = date_of_day(day_number(options_.reference) - at(i).word_value);
    return true;
  }

  static bool is_separator(const Token& token) noexcept { return token.is('-') || token.is('/') || token.is('.'); }

  static std::int64_t month_of(const Token& token) noexcept {
    return token.is(DateWord::month) || token.is(DateWord::before) ? token.word_value : 0;
  }

  bool finish(std::size_t first, std::size_t next, DateMatch& match) noexcept {
    if (match.kind == DateKind::no_year && options_.reference.has_day()) {
      const Date& now = options_.reference;
      const bool later = match.date.month > now.month || (match.date.month == now.month && match.date.day > now.day);
      match.date.year = static_cast<std::int16_t>(now.year - (later ? 1 : 0));
    }
    if (!match.date.has_time()) read_time(next, match.date);
    match.begin = tokens_[first].begin;
    match.end = tokens_[next - 1].end;
    return true;
  }

  static bool set_time(Date& date, std::int64_t hour, std::int64_t minute, std::int64_t second) noexcept {
    if (hour == 24 && minute == 0) hour = 0;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second > 60) return false;
    date.hour = static_cast<std::int8_t>(hour);
    date.minute = static_cast<std::int8_t>(minute);
    date.second = static_cast<std::int8_t>(std::min<std::int64_t>(second, 59));
    return true;
  }

  // A time of day at `next` or behind a few joints; moves `next` behind it.
  bool read_time(std::size_t& next, Date& date) noexcept {
    std::size_t j = next;
    int half = -1;
    for (int skipped = 0; skipped < 6; ++skipped, ++j) {
      const Token& token = at(j);
      if (token.is('(') || token.is(U'（')) {  // (火), (Tue)
        if (!at(j + 2).is(')') && !at(j + 2).is(U'）')) return false;
        j += 2;
      } else if (token.is(DateWord::half)) {
        half = token.word_value;
      } else if (!token.is(DateWord::joint) && !token.is(',') && !token.is('-') && !token.is('|') && !token.is('@') &&
                 !token.is(U'–') && !token.is(U'—') && !token.is(U'·') && !token.is(U'•') && !token.is('.') &&
                 !token.is(';') && !token.is('/')) {
        break;
      }
    }
    if (!at(j).number(1, 2, 0, 24)) return false;
    std::int64_t hour = at(j).value, minute = 0, second = -1;
    std::size_t k = j + 1;
    const Token& mark = at(k);
    if ((mark.is(':') || mark.is(DateUnit::hour)) && at(k + 1).number(mark.is(':') ? 2 : 1, 2, 0, 59)) {
      minute = at(k + 1).value;
      k += 2;
      if (at(k).is(DateUnit::minute)) ++k;
      if (at(k).is(':') && at(k + 1).number(2, 2, 0, 60)) {
        second = at(k + 1).value;
        k += 2;
        if ((at(k).is('.') || at(k).is(',')) && !at(k + 1).spaced && at(k + 1).kind == TokenKind::number) k += 2;
      } else if (at(k).number(1, 2, 0, 60) && at(k + 1).is(DateUnit::second)) {
        second = at(k).value;
        k += 2;
      }
    } else if (mark.is('.') && at(k + 1).number(2, 2, 0, 59) && (at(k + 2).is(DateWord::joint) || is_half(k + 2))) {
      minute = at(k + 1).value;
      k += 2;
    } else if (mark.is(DateUnit::hour)) {
      ++k;
    } else if (!mark.is(DateWord::half) && !is_half(k) &&
               !(mark.is(DateWord::joint) && !mark.letter('t') && half < 0 &&
                 mark.end - mark.begin == 3)) {  // "14 Uhr"
      return false;
    }
    if (is_half(k)) {
      half = at(k).is(DateWord::half) ? at(k).word_value : at(k).letter('p') ? 1 : 0;
      k += at(k).is(DateWord::half) ? 1 : at(k + 3).is('.') ? 4 : 3;
    }
    if (half == 1 && hour < 12) hour += 12;
    if (half == 0 && hour == 12) hour = 0;
    if (!set_time(date, hour, minute, second)) return false;
    read_zone(k, date);
    next = k;
    return true;
  }

  // am, pm, a.m., p. m.
  [[nodiscard]] bool is_half(std::size_t i) const noexcept {
    if (at(i).is(DateWord::half)) return true;
    return (at(i).letter('a') || at(i).letter('p')) && at(i + 1).is('.') && at(i + 2).letter('m');
  }

  // Z, UTC, CEST, +02:00, +0200, GMT+2
  void read_zone(std::size_t& next, Date& date) const noexcept {
    std::size_t j = next;
    if (at(j).is(DateWord::zone)) {
      date.zone = at(j).word_value;
      next = ++j;
    }
    const Token& sign = at(j);
    const bool plus = sign.is('+'), minus = (sign.is('-') || sign.is(U'−')) && !sign.spaced && !at(j + 1).spaced;
    if (!plus && !minus) return;
    std::int64_t minutes = 0;
    if (at(j + 1).number(4, 4, 0, 1400)) {
      minutes = at(j + 1).value / 100 * 60 + at(j + 1).value % 100;
      j += 2;
    } else if (at(j + 1).number(1, 2, 0, 14)) {
      minutes = at(j + 1).value * 60;
      j += 2;
      if (at(j).is(':') && at(j + 1).number(2, 2, 0, 59)) {
        minutes += at(j + 1).value;
        j += 2;
      }
    } else {
      return;
    }
    date.zone = static_cast<std::int16_t>(plus ? minutes : -minutes);
    next = j;
  }

  static bool read_epoch(std::int64_t seconds, Date& date) noexcept {
    const std::int64_t days = seconds / 86400, rest = seconds % 86400;
    Date found = date_of_day(static_cast<std::int32_t>(days));
    if (found.year > kLastYear) return false;
    set_time(found, rest / 3600, rest / 60 % 60, rest % 60);
    found.zone = 0;
    date = found;
    return true;
  }

  const DateOptions& options_;
  std::array<Token, kMostTokens> tokens_;
  std::size_t count_ = 0;
};

void append_number(int value, std::size_t width, std::string& out) {
  char digits[8];
  const auto length = static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, value).ptr - digits);
  for (std::size_t i = length; i < width; ++i) out += '0';
  out.append(digits, length);
}

}  // namespace

void append_iso(const Date& date, std::string& out) {
  if (date.year == 0) return;
  append_number(date.year, 4, out);
  if (date.month == 0) return;
  out += '-';
  append_number(date.month, 2, out);
  if (date.day == 0) return;
  out += '-';
  append_number(date.day, 2, out);
  if (!date.has_time()) return;
  out += 'T';
  append_number(date.hour, 2, out);
  out += ':';
  append_number(date.minute, 2, out);
  if (date.second >= 0) {
    out += ':';
    append_number(date.second, 2, out);
  }
  if (date.zone == Date::kNoZone) return;
  if (date.zone == 0) {
    out += 'Z';
    return;
  }
  const int minutes = date.zone < 0 ? -date.zone : date.zone;
  out += date.zone < 0 ? '-' : '+';
  append_number(minutes / 60, 2, out);
  out += ':';
  append_number(minutes % 60, 2, out);
}

// Both after the civil calendar counted in eras of 400 years that begin in March.
std::int32_t day_number(const Date& date) noexcept {
  const int year = date.year - (date.month <= 2 ? 1 : 0);
  const int era = year / 400, of_era = year % 400;
  const int of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

Date date_of_day(std::int32_t days) noexcept {
  const std::int32_t shifted = std::max(days, -719468) + 719468;
  const int era = shifted / 146097, of_era = shifted % 146097;
  const int year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int shifted_month = (5 * of_year + 2) / 153;
  Date date;
  date.day = static_cast<std::uint8_t>(of_year - (153 * shifted_month + 2) / 5 + 1);
  date.month = static_cast<std::uint8_t>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  date.year = static_cast<std::int16_t>(std::min(era * 400 + year_of_era + (date.month <= 2 ? 1 : 0), 0x7FFF));
  return date;
}

DateMatch find_date(std::string_view text, const DateOptions& options) noexcept { return Reader(text, options).find(); }

bool parse_date(std::string_view value, Date& date, const DateOptions& options) noexcept {
  Reader reader(value, options);
  const DateMatch match = reader.find();
  if (match.date.has_day()) {
    date = match.date;
    return true;
  }
  date = {};
  if (reader.read_value(date)) return true;
  date = {};
  return false;
}

std::int64_t seconds_of(std::string_view value) noexcept {
  Date date;
  if (!parse_date(value, date) || !date.has_day()) return 0;
  std::int64_t seconds = std::int64_t{day_number(date)} * 86'400;
  if (date.has_time()) seconds += date.hour * 3600 + date.minute * 60 + std::max<int>(date.second, 0);
  if (date.zone != Date::kNoZone) seconds -= date.zone * 60;
  return seconds;
}

bool writes_month_first(std::string_view language) noexcept {
  return equals_ignoring_case(language, "en-us") || equals_ignoring_case(language, "en_us");
}

}  // namespace pith::text
