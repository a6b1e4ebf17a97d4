#include "text/date.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pith::text {
namespace {

std::string found(std::string_view text, const DateOptions& options = {}) {
  const DateMatch match = find_date(text, options);
  std::string out;
  append_iso(match.date, out);
  if (match.kind == DateKind::no_year && match.date.year == 0) {
    out = "--" + std::to_string(match.date.month) + "-" + std::to_string(match.date.day);
  }
  if (match.kind == DateKind::relative) out += "~";
  return out;
}

std::string parsed(std::string_view value) {
  Date date;
  std::string out;
  if (parse_date(value, date)) append_iso(date, out);
  return out;
}

TEST(Date, IsReadAsMachinesWriteIt) {
  EXPECT_EQ(parsed("2024-05-03"), "2024-05-03");
  EXPECT_EQ(parsed("2024-05-03T15:47:42+02:00"), "2024-05-03T15:47:42+02:00");
  EXPECT_EQ(parsed("2024-05-03T15:47:42.389Z"), "2024-05-03T15:47:42Z");
  EXPECT_EQ(parsed("2024-05-03T15:47:42-0500"), "2024-05-03T15:47:42-05:00");
  EXPECT_EQ(parsed("2024-05-03 15:47:42.389000+00:00"), "2024-05-03T15:47:42Z");
  EXPECT_EQ(parsed("Fri, 03 May 2024 15:47:42 GMT"), "2024-05-03T15:47:42Z");
  EXPECT_EQ(parsed("Fri May 03 2024 15:47:42 GMT+0200 (CEST)"), "2024-05-03T15:47:42+02:00");
  EXPECT_EQ(parsed("Fri May  3 15:47:42 CEST 2024"), "2024-05-03T15:47:42+02:00");
  EXPECT_EQ(parsed("20240503"), "2024-05-03");
  EXPECT_EQ(parsed("20240503T154742Z"), "2024-05-03T15:47:42Z");
  EXPECT_EQ(parsed("20240503154742"), "2024-05-03T15:47:42");
  EXPECT_EQ(parsed("1714751262"), "2024-05-03T15:47:42Z");
  EXPECT_EQ(parsed("1714751262000"), "2024-05-03T15:47:42Z");
  EXPECT_EQ(parsed("2024-05"), "2024-05");
  EXPECT_EQ(parsed("0000-00-00"), "");
  EXPECT_EQ(parsed("2024-13-40"), "");
  EXPECT_EQ(parsed("2023-02-29"), "2023-02");
  EXPECT_EQ(parsed(""), "");
}

TEST(Date, IsReadInEveryLanguage) {
  EXPECT_EQ(found("Published May 3, 2024 at 3:47 PM EDT by"), "2024-05-03T15:47-04:00");
  EXPECT_EQ(found("3rd of May, 2024"), "2024-05-03");
  EXPECT_EQ(found("Stand: 3. März 2024, 15:47 Uhr"), "2024-03-03T15:47");
  EXPECT_EQ(found("03.05.2024 | 15.47 Uhr"), "2024-05-03T15:47");
  EXPECT_EQ(found("Publié le 1er février 2024 à 15h47"), "2024-02-01T15:47");
  EXPECT_EQ(found("3 de mayo de 2024"), "2024-05-03");
  EXPECT_EQ(found("12 ago 2024"), "2024-08-12");
  EXPECT_EQ(found("3 мая 2024 г., 15:47"), "2024-05-03T15:47");
  EXPECT_EQ(found("発表：2024年5月3日(金) 15時47分"), "2024-05-03T15:47");
  EXPECT_EQ(found("입력 2024.05.03. 오후 3:47"), "2024-05-03T15:47");
  EXPECT_EQ(found("2024년 5월 3일"), "2024-05-03");
  EXPECT_EQ(found("发布时间：2024年05月03日15:47　来源：新华网"), "2024-05-03T15:47");
  EXPECT_EQ(found("２０２４-０５-０３ 下午3:47"), "2024-05-03T15:47");
  EXPECT_EQ(found("3 Μαΐου 2024"), "2024-05-03");
  EXPECT_EQ(found("3 maja 2024"), "2024-05-03");
  EXPECT_EQ(found("3 Mayıs 2024"), "2024-05-03");
}

TEST(Date, IsReadInArabicAndRomanian) {
  for (const char* said : {"3 مايو 2024", "3 mai 2024"}) {
    const DateMatch match = find_date(said);
    EXPECT_EQ(day_number(match.date), 19846) << said;
  }
  EXPECT_EQ(find_date("20 septembrie 2020").date.month, 9);
}

TEST(Date, InNumbersGoesByTheOrderOfTheCountry) {
  EXPECT_EQ(found("3/5/2024"), "2024-05-03");
  EXPECT_EQ(found("3/5/2024", {.month_first = true}), "2024-03-05");
  EXPECT_EQ(found("13/5/2024", {.month_first = true}), "2024-05-13");
  EXPECT_EQ(found("5/13/2024"), "2024-05-13");
  EXPECT_TRUE(find_date("3/5/2024").ambiguous);
  EXPECT_FALSE(find_date("3.5.2024").ambiguous);
  EXPECT_EQ(find_date("3/5/2024").order, DayOrder::unsure);
  EXPECT_EQ(find_date("03-05-2024").order, DayOrder::unsure);
  EXPECT_EQ(find_date("3/14/2024").order, DayOrder::month_first);
  EXPECT_EQ(find_date("14-03-2024").order, DayOrder::day_first);
  EXPECT_EQ(find_date("5/5/2024").order, DayOrder::told);
  EXPECT_EQ(find_date("3.5.2024").order, DayOrder::told);
  EXPECT_EQ(find_date("2024-03-05").order, DayOrder::told);
  EXPECT_EQ(find_date("24-03-05").order, DayOrder::told);
  EXPECT_EQ(found("03.05.24"), "2024-05-03");
  EXPECT_EQ(found("24-05-03 15:47"), "2024-05-03T15:47");
}

TEST(Date, WithoutYearOrRelativeNeedsAReference) {
  Date now;
  ASSERT_TRUE(parse_date("2024-05-03T01:30", now));
  const DateOptions options{.reference = now};
  EXPECT_EQ(found("05-03 15:47"), "--5-3");
  EXPECT_EQ(found("5月3日"), "--5-3");
  EXPECT_EQ(found("5月4日", options), "2023-05-04");
  EXPECT_EQ(found("3 hours ago"), "~");
  EXPECT_EQ(found("3 hours ago", options), "2024-05-02T22:30~");
  EXPECT_EQ(found("vor 2 Tagen", options), "2024-05-01~");
  EXPECT_EQ(found("il y a 3 jours", options), "2024-04-30~");
  EXPECT_EQ(found("hace 2 semanas", options), "2024-04-19~");
  EXPECT_EQ(found("1 day, 3 hours ago", options), "2024-05-01T22:30~");
  EXPECT_EQ(found("3天前", options), "2024-04-30~");
  EXPECT_EQ(found("5分钟前", options), "2024-05-03T01:25~");
  EXPECT_EQ(found("3일 전", options), "2024-04-30~");
  EXPECT_EQ(found("2 дня назад", options), "2024-05-01~");
  EXPECT_EQ(found("昨天 15:47", options), "2024-05-02T15:47~");
  EXPECT_EQ(found("Gestern, 15:47 Uhr", options), "2024-05-02T15:47~");
}

TEST(Date, IsNotSeenWhereThereIsNone) {
  for (const char* text : {"", "42", "1.2.3.4", "192.168.10.12", "Today we may learn 3 things", "March of the 300",
                           "version 2.10.1", "+49 30 123 45 67", "第3章", "3 for 2", "10:30", "100/200/300"}) {
    EXPECT_EQ(find_date(text).kind, DateKind::none) << text;
  }
}

TEST(Date, KnowsWhereItStands) {
  const DateMatch match = find_date("By Ann on May 3, 2024 15:47 in News");
  EXPECT_EQ(match.begin, 10u);
  EXPECT_EQ(match.end, 27u);
  EXPECT_TRUE(match.worded);
}

TEST(Date, CountsSeconds) {
  constexpr std::int64_t kMoment = 1'714'751'262;
  for (const char* value :
       {"2024-05-03T15:47:42Z", "2024-05-03T17:47:42+02:00", "2024-05-03 15:47:42", "1714751262", "1714751262000"})
    EXPECT_EQ(seconds_of(value), kMoment) << value;
  EXPECT_EQ(seconds_of("2024-05-03"), kMoment / 86'400 * 86'400);
  for (const char* value : {"", "some day", "2024-05"}) EXPECT_EQ(seconds_of(value), 0) << value;
}

TEST(Date, CountsDays) {
  for (std::int32_t day = 0; day < 60000; day += 17) EXPECT_EQ(day_number(date_of_day(day)), day);
  EXPECT_EQ(day_number({.year = 2024, .month = 2, .day = 29}), 19782);
}

}  // namespace
}  // namespace pith::text
