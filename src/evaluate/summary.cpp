#include "evaluate/summary.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace pith::evaluate {
namespace {

constexpr std::uint64_t kSeed = 20060101;
constexpr double kTail = 0.025;

// Every figure is made of sums over pages, so a sample of pages costs additions only. `n_` counts the
// pages that have the value.
enum Sum : std::size_t {
  kTexts,
  kF1,
  kP,
  kR,
  kWcxb,
  kAebP,
  kAebPPages,
  kAebR,
  kAebRPages,
  kLev,
  kOver0,
  kOver5,
  kOver10,
  kOver20,
  kError,
  kGood,
  kBad,
  kSnippets,
  kFound,
  kMissed,
  kWrong,
  kCorrect,
  kComplete,
  kTitles,
  kTitle,
  kTitleF1,
  kNoTitle,
  kAuthors,
  kAuthorF1,
  kNoAuthor,
  kDates,
  kDateRight,
  kDateMissing,
  kTypes,
  kType,
  kScopes,
  kScopeP,
  kScopeR,
  kScopeF,
  kBlockErrors,
  kBlockOver0,
  kBlockOver5,
  kBlockOver10,
  kTimes,
  kTime,
  kSums
};
using Sums = std::array<double, kSums>;

Sums sums_of(const PageScore& page) {
  Sums sums{};
  const auto count = [&sums](Sum pages, Sum sum, double value) {
    if (std::isnan(value)) return;
    sums[pages] += 1;
    sums[sum] += value;
  };
  if (!std::isnan(page.f1)) {
    sums[kTexts] = 1;
    sums[kF1] = page.f1, sums[kP] = page.p, sums[kR] = page.r, sums[kWcxb] = page.wcxb;
    sums[kOver0] = page.error > 0, sums[kOver5] = page.error > 0.05;
    sums[kOver10] = page.error > 0.10, sums[kOver20] = page.error > 0.20;
    sums[kError] = page.error;
    sums[kLev] = page.lev;
    sums[kGood] = page.f1 > 0.95, sums[kBad] = page.f1 < 0.5;
    sums[kCorrect] = page.char_p >= 0.5 && page.char_r >= 0.5;
    sums[kComplete] = page.char_p >= 0.5 && page.char_r >= 0.95;
  }
  count(kAebPPages, kAebP, page.aeb_p);
  count(kAebRPages, kAebR, page.aeb_r);
  sums[kSnippets] = page.snippets;
  sums[kFound] = page.snippets_found, sums[kMissed] = page.snippets_missed, sums[kWrong] = page.snippets_wrong;
  count(kTitles, kTitle, page.title);
  if (!std::isnan(page.title)) sums[kTitleF1] = page.title_f1, sums[kNoTitle] = page.no_title;
  count(kAuthors, kAuthorF1, page.author_f1);
  if (!std::isnan(page.author_f1)) sums[kNoAuthor] = page.no_author;
  count(kDates, kDateRight, page.date);
  if (!std::isnan(page.date)) sums[kDateMissing] = page.no_date;
  count(kTypes, kType, page.page_type);
  count(kScopes, kScopeP, page.scope_p);
  if (!std::isnan(page.scope_p)) sums[kScopeR] = page.scope_r, sums[kScopeF] = page.scope_f;
  if (!std::isnan(page.block_error)) {
    sums[kBlockErrors] = 1;
    sums[kBlockOver0] = page.block_error > 0, sums[kBlockOver5] = page.block_error > 0.05;
    sums[kBlockOver10] = page.block_error > 0.10;
  }
  count(kTimes, kTime, page.milliseconds);
  return sums;
}

double harmonic(double p, double r) { return p + r > 0 ? 2 * p * r / (p + r) : 0; }

/// 2·right / (2·right + wrong + missing); NaN when there is nothing to find.
double f1_of(double right, double wrong, double missing, double wanted) {
  if (wanted == 0) return kNone;
  return right > 0 ? 2 * right / (2 * right + wrong + missing) : 0;
}

Figures figures_of(const Sums& s) {
  Figures figures{};
  const auto set = [&](Figure figure, double value) { figures[static_cast<std::size_t>(figure)] = value; };
  const auto mean = [&](Figure figure, Sum sum, Sum pages) { set(figure, s[pages] > 0 ? s[sum] / s[pages] : kNone); };
  mean(Figure::f1, kF1, kTexts);
  mean(Figure::p, kP, kTexts);
  mean(Figure::r, kR, kTexts);
  mean(Figure::wcxb, kWcxb, kTexts);
  set(Figure::aeb,
      s[kAebPPages] > 0 && s[kAebRPages] > 0 ? harmonic(s[kAebP] / s[kAebPPages], s[kAebR] / s[kAebRPages]) : kNone);
  mean(Figure::lev, kLev, kTexts);
  mean(Figure::mhr0, kOver0, kTexts);
  mean(Figure::mhr5, kOver5, kTexts);
  mean(Figure::mhr10, kOver10, kTexts);
  mean(Figure::mhr20, kOver20, kTexts);
  mean(Figure::mcr, kError, kTexts);
  mean(Figure::good, kGood, kTexts);
  mean(Figure::bad, kBad, kTexts);
  set(Figure::snippet, f1_of(s[kFound], s[kWrong], s[kMissed], s[kSnippets]));
  mean(Figure::wiehf_p, kCorrect, kTexts);
  mean(Figure::wiehf_r, kComplete, kCorrect);
  mean(Figure::title, kTitle, kTitles);
  mean(Figure::title_f1, kTitleF1, kTitles);
  mean(Figure::author_f1, kAuthorF1, kAuthors);
  mean(Figure::date, kDateRight, kDates);
  set(Figure::date_f1, f1_of(s[kDateRight], s[kDates] - s[kDateRight] - s[kDateMissing], s[kDateMissing], s[kDates]));
  mean(Figure::no_title, kNoTitle, kTitles);
  mean(Figure::no_author, kNoAuthor, kAuthors);
  mean(Figure::no_date, kDateMissing, kDates);
  mean(Figure::page_type, kType, kTypes);
  mean(Figure::scope_p, kScopeP, kScopes);
  mean(Figure::scope_r, kScopeR, kScopes);
  mean(Figure::scope_f, kScopeF, kScopes);
  mean(Figure::block_mhr0, kBlockOver0, kBlockErrors);
  mean(Figure::block_mhr5, kBlockOver5, kBlockErrors);
  mean(Figure::block_mhr10, kBlockOver10, kBlockErrors);
  mean(Figure::ms, kTime, kTimes);
  return figures;
}

Sums total(const std::vector<Sums>& pages) {
  Sums sums{};
  for (const Sums& page : pages)
    for (std::size_t i = 0; i < kSums; ++i) sums[i] += page[i];
  return sums;
}

Figures difference(const Figures& a, const Figures& b) {
  Figures out{};
  for (std::size_t i = 0; i < kFigures; ++i) out[i] = a[i] - b[i];
  return out;
}

/// Of each figure, the part of the samples between the tails; samples without a value do not count.
Intervals intervals_of(const std::vector<Figures>& samples) {
  Intervals out{};
  std::vector<double> values;
  for (std::size_t i = 0; i < kFigures; ++i) {
    values.clear();
    for (const Figures& sample : samples)
      if (!std::isnan(sample[i])) values.push_back(sample[i]);
    if (values.empty()) continue;
    std::sort(values.begin(), values.end());
    const auto last = static_cast<double>(values.size() - 1);
    out[i] = {values[static_cast<std::size_t>(std::floor(kTail * last))],
              values[static_cast<std::size_t>(std::ceil((1 - kTail) * last))]};
  }
  return out;
}

}  // namespace

std::string_view name_of(Figure figure) noexcept {
  static constexpr std::array<std::string_view, kFigures> kNames = {
      "f1",        "p",        "r",         "wcxb",    "aeb",        "lev",        "mhr0",        "mhr5",
      "mhr10",     "mhr20",    "mcr",       "good",    "bad",        "snippet",    "wiehf_p",     "wiehf_r",
      "title",     "title_f1", "author_f1", "date",    "date_f1",    "no_title",   "no_author",   "no_date",
      "page_type", "scope_p",  "scope_r",   "scope_f", "block_mhr0", "block_mhr5", "block_mhr10", "ms"};
  return kNames[static_cast<std::size_t>(figure)];
}

Figures figures_of(std::span<const PageScore> pages) {
  std::vector<Sums> sums(pages.size());
  std::transform(pages.begin(), pages.end(), sums.begin(), sums_of);
  return figures_of(total(sums));
}

std::vector<Summary> summarise(const std::vector<std::vector<PageScore>>& scores, std::size_t samples) {
  std::vector<Summary> out(scores.size());
  if (scores.empty()) return out;
  const std::size_t pages = scores.front().size();
  std::vector<std::vector<Sums>> sums(scores.size());
  for (std::size_t m = 0; m < scores.size(); ++m) {
    sums[m].resize(pages);
    std::transform(scores[m].begin(), scores[m].end(), sums[m].begin(), sums_of);
    out[m].pages = pages;
    for (const PageScore& page : scores[m]) out[m].kinds += page.kinds;
    out[m].value = figures_of(total(sums[m]));
    out[m].difference = difference(out[m].value, out[0].value);
  }
  if (pages == 0) return out;

  std::vector<std::vector<Figures>> values(scores.size()), differences(scores.size());
  std::mt19937_64 random(kSeed);
  std::vector<std::size_t> times(pages);  // each page was drawn
  for (std::size_t sample = 0; sample < samples; ++sample) {
    std::fill(times.begin(), times.end(), 0);
    for (std::size_t i = 0; i < pages; ++i) ++times[random() % pages];
    for (std::size_t m = 0; m < scores.size(); ++m) {
      Sums drawn{};
      for (std::size_t page = 0; page < pages; ++page) {
        if (times[page] == 0) continue;
        const auto weight = static_cast<double>(times[page]);
        for (std::size_t i = 0; i < kSums; ++i) drawn[i] += weight * sums[m][page][i];
      }
      values[m].push_back(figures_of(drawn));
      differences[m].push_back(difference(values[m].back(), values[0].back()));
    }
  }
  for (std::size_t m = 0; m < scores.size(); ++m) {
    out[m].interval = intervals_of(values[m]);
    out[m].difference_interval = intervals_of(differences[m]);
  }
  return out;
}

}  // namespace pith::evaluate
