// Anchors of posts: short texts that say when something was written.

#include <algorithm>
#include <array>

#include "page/posts_search.hpp"
#include "text/ascii.hpp"
#include "text/hash.hpp"

namespace pith::page {

namespace {

// Characters:
constexpr std::uint32_t kLongestShort = 12;   // of a date in short
constexpr std::uint32_t kLongestTitled = 16;  // of a date told in full by a title
#include "page/post_dates.inc"

}  // namespace

void Posts::Search::find_anchors() {
  out_.anchors_.clear();
  const auto texts = page_.texts();
  for (std::uint32_t i = 0; i < texts.size() && out_.anchors_.size() < kMostAnchors; ++i) {
    const TextSums sums = page_.text_at(i);
    if (sums.characters > kLongestMoment || sums.characters < 2) continue;
    const bool in_time = document_[document_[texts[i]].parent].is(Tag::time);
    // Nothing but a few digits and marks is a counter, a price, a page number.
    if ((sums.digits == 0 || (sums.letters + sums.cjk == 0 && sums.digits < 4)) && !in_time) continue;
    const std::string_view text = document_.text(texts[i]);
    const text::DateMatch match = text::find_date(text);
    const bool short_form = !match && sums.characters <= kLongestShort && is_short_moment(text);
    text::Date titled;
    if (!match && !in_time && !short_form && !has_titled_moment(texts[i], sums, titled)) continue;
    // Prose that mentions a date.
    if (match && (match.begin > 40 || sums.cjk > 20) && (match.end - match.begin) * 3 < text.size()) continue;
    if ((sums.letters + sums.cjk != 0 && says_other_date(text)) ||
        (i > 0 && is_label(i - 1) && says_other_date(document_.text(texts[i - 1]))))
      continue;
    Anchor& anchor = out_.anchors_.emplace_back();
    anchor.text = texts[i];
    anchor.family = family_of(texts[i]);
    anchor.date = titled.has_day() ? titled : match.date;
    if (!titled.has_day()) anchor.day_order = match.order;
    if (in_time) {
      const std::string_view moment = document_.attribute(document_[texts[i]].parent, Attr::datetime);
      text::Date date;
      if (text::parse_date(moment, date) && date.has_day()) {
        anchor.date = date;
        anchor.day_order = text::DayOrder::told;
      }
    }
    anchor.timed = anchor.date.has_time();
    // The time of the day in an element of its own, which may tell the moment in full itself.
    if (!anchor.timed && i + 1 < texts.size() && page_.text_at(i + 1).characters <= kLongestShort &&
        texts[i + 1] - texts[i] <= 4 && is_time_of_day(document_.text(texts[i + 1]))) {
      anchor.timed = true;
      ++i;
    }
  }
}

// A short text such as "May 2022" whose element tells the moment in full when pointed at.
bool Posts::Search::has_titled_moment(html::NodeId text, const TextSums& sums, text::Date& date) const noexcept {
  if (sums.characters > kLongestTitled) return false;
  const std::string_view title = document_.attribute(document_[text].parent, Attr::title);
  if (title.size() < 8 || title.size() > 60) return false;
  date = text::find_date(title).date;
  return date.has_day() && date.has_time();
}

// A short text right before another, as "Joined:"; not one with a date of its own.
bool Posts::Search::is_label(std::uint32_t text) const noexcept {
  const html::NodeId id = page_.texts()[text], next = page_.texts()[text + 1];
  const TextSums sums = page_.text_at(text);
  return sums.characters <= 20 && sums.digits == 0 && next - id <= 4;
}

bool Posts::Search::says_other_date(std::string_view text) noexcept {
  if (std::any_of(kMomentsOfChange.begin(), kMomentsOfChange.end(),
                  [text](std::string_view words) { return text.starts_with(words); }))
    return false;
  std::array<char, 160> lower{};
  const std::size_t length = std::min(text.size(), lower.size());
  for (std::size_t i = 0; i < length; ++i) {
    lower[i] = text::ascii_lower(text[i]);
  }
  const std::string_view said(lower.data(), length);
  return std::any_of(kOtherDates.begin(), kOtherDates.end(),
                     [said](std::string_view word) { return said.find(word) != std::string_view::npos; });
}

// Tags of the four elements around, and the letters of the nearest class: what posts of one page share.
std::uint32_t Posts::Search::family_of(html::NodeId text) const noexcept {
  std::uint32_t hash = text::kFnv32Start;
  bool classed = false;
  html::NodeId id = document_[text].parent;
  for (int level = 0; level < 4 && id != html::kNoNode; ++level, id = document_[id].parent) {
    hash = text::fnv32_step(hash, static_cast<std::uint32_t>(document_[id].tag));
    if (classed || level == 3) continue;
    for (const char c : document_.attribute(id, Attr::class_)) {
      if (text::is_ascii_digit(c)) continue;
      hash = text::fnv32_step(hash, static_cast<unsigned char>(c));
      classed = true;
    }
  }
  return hash;
}

}  // namespace pith::page
