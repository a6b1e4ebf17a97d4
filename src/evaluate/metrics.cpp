#include "evaluate/metrics.hpp"

#include <algorithm>
#include <set>

#include "evaluate/python_text.hpp"
#include "evaluate/tokens.hpp"
#include "text/ascii.hpp"

namespace pith::evaluate {
namespace {

// The error of longer texts is that of their multisets of characters.
constexpr std::size_t kLongestMatched = 4000;
constexpr double kErrorMatched = 0.10;

double ratio(std::size_t part, std::size_t whole) { return static_cast<double>(part) / static_cast<double>(whole); }
double harmonic(double p, double r) { return p + r > 0 ? 2 * p * r / (p + r) : 0; }

TokenScore score_of(const Overlap& overlap) {
  if (overlap.gold == 0 && overlap.output == 0) return {1, 1, 1};
  if (overlap.gold == 0 || overlap.output == 0) return {};
  const double p = ratio(overlap.common, overlap.output), r = ratio(overlap.common, overlap.gold);
  return {harmonic(p, r), p, r};
}

void score_text(const std::string& gold, const std::string& output, PageScore& page) {
  const std::u32string want = decode(gold), got = decode(output);
  const std::u32string want_lower = lower(want), got_lower = lower(got);
  const std::vector<std::u32string_view> want_tokens = mixed_tokens(want_lower), got_tokens = mixed_tokens(got_lower);
  const TokenScore mixed = score_of(overlap_of(want_tokens, got_tokens));
  page.f1 = mixed.f1, page.p = mixed.p, page.r = mixed.r;
  page.wcxb = score_of(overlap_of(word_tokens(want_lower), word_tokens(got_lower))).f1;

  const std::size_t longer = std::max(want_tokens.size(), got_tokens.size());
  page.lev = longer > 0 ? 1 - ratio(edit_distance(want_tokens, got_tokens), longer) : 1;

  const Overlap shingles = shingle_overlap(word_tokens(want), word_tokens(got));
  if (shingles.output > 0) page.aeb_p = ratio(shingles.common, shingles.output);
  if (shingles.gold > 0) page.aeb_r = ratio(shingles.common, shingles.gold);

  const std::u32string want_packed = without_space(want), got_packed = without_space(got);
  page.error = character_error(want_packed, got_packed);
  const TokenScore characters = score_of(character_overlap(want_packed, got_packed));
  page.char_p = characters.p, page.char_r = characters.r;
}

std::string comparable(std::string_view text) { return encode(lower(fold_space(decode(text)))); }

void score_snippets(const Gold& gold, const std::string& output, PageScore& page) {
  page.snippets = true;
  const std::string text = comparable(output);
  for (const std::string& snippet : gold.with)
    ++(text.find(comparable(snippet)) != std::string::npos ? page.snippets_found : page.snippets_missed);
  for (const std::string& snippet : gold.without)
    page.snippets_wrong += text.find(comparable(snippet)) != std::string::npos;
}

double author_score(const Gold& gold, const Prediction& prediction) {
  std::set<std::string> want, got;
  for (const std::string& name : gold.authors) want.insert(comparable(name));
  for (const std::string& name : prediction.authors) got.insert(comparable(name));
  const auto common = static_cast<std::size_t>(
      std::count_if(got.begin(), got.end(), [&](const std::string& name) { return want.count(name) > 0; }));
  return score_of({common, want.size(), got.size()}).f1;
}

void score_fields(const Gold& gold, const Prediction& prediction, PageScore& page) {
  if (!gold.title.empty()) {
    page.title = fold_space(decode(gold.title)) == fold_space(decode(prediction.title));
    page.title_f1 = token_score(gold.title, prediction.title).f1;
    page.no_title = prediction.title.empty();
  }
  if (!gold.authors.empty()) {
    page.author_f1 = author_score(gold, prediction);
    page.no_author = prediction.authors.empty();
  }
  if (!gold.page_type.empty()) page.page_type = gold.page_type == prediction.page_type;
  if (const std::int32_t day = day_of(gold.date); day != 0) {
    const std::int32_t said = day_of(prediction.date);
    page.date = day == said;
    page.no_date = said == 0;
  }
}

}  // namespace

TokenScore token_score(std::string_view gold, std::string_view output) {
  const std::u32string want = lower(decode(gold)), got = lower(decode(output));
  return score_of(overlap_of(mixed_tokens(want), mixed_tokens(got)));
}

double character_error(std::u32string_view gold, std::u32string_view output) {
  if (gold == output) return 0;
  if (gold.empty()) return 1;
  const auto error = [&](std::size_t same) { return ratio(gold.size() - same + output.size() - same, gold.size()); };
  const double bound = error(character_overlap(gold, output).common);
  if (bound > kErrorMatched || gold.size() >= kLongestMatched) return bound;
  return std::max(bound, error(matching_characters(gold, output)));
}

std::int32_t day_of(std::string_view date) noexcept {
  std::size_t at = 0;
  while (at < date.size() && date[at] == ' ') ++at;
  const auto number = [&](std::size_t least, std::size_t most) {
    std::int32_t value = 0;
    std::size_t digits = 0;
    for (; digits < most && at < date.size() && text::is_ascii_digit(date[at]); ++digits, ++at)
      value = value * 10 + (date[at] - '0');
    return digits >= least ? value : 0;
  };
  const auto separator = [&] { return at < date.size() && (date[at] == '-' || date[at] == '/') && ++at > 0; };
  const std::int32_t year = number(4, 4);
  if (year == 0 || !separator()) return 0;
  const std::int32_t month = number(1, 2);
  if (month < 1 || month > 12 || !separator()) return 0;
  const std::int32_t day = number(1, 2);
  return day < 1 || day > 31 ? 0 : (year * 100 + month) * 100 + day;
}

void score_blocks(const std::vector<JudgedBlock>& blocks, PageScore& score) {
  double belong = 0, kept = 0, both = 0, length = 0, wrong = 0, wrongly_kept = 0;
  for (const JudgedBlock& block : blocks) {
    belong += block.belongs;
    kept += block.kept;
    both += block.belongs && block.kept;
    if (block.belongs) length += block.characters;
    if (block.belongs != block.kept) wrong += block.characters;
    if (block.kept && !block.belongs) wrongly_kept += block.characters;
  }
  score.block_error = length > 0 ? wrong / length : wrongly_kept > 0 ? 1 : 0;
  if (belong == 0) return;
  score.scope_p = kept > 0 ? both / kept : 0;
  score.scope_r = both / belong;
  score.scope_f = both > 0 ? 2 * score.scope_p * score.scope_r / (score.scope_p + score.scope_r) : 0;
}

PageScore score(const Gold& gold, const Prediction& prediction, bool with_title) {
  PageScore page;
  std::string titled;
  if (with_title && !prediction.text.empty() && !prediction.title.empty())
    titled = prediction.title + '\n' + prediction.text;
  const std::string& text = titled.empty() ? prediction.text : titled;
  if (gold.text) score_text(*gold.text, text, page);
  if (!gold.with.empty() || !gold.without.empty()) score_snippets(gold, text, page);
  score_fields(gold, prediction, page);
  page.milliseconds = prediction.milliseconds;
  return page;
}

}  // namespace pith::evaluate
