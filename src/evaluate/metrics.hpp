#pragma once

// The figures by which an extraction is judged, page by page. f1, p, r, wcxb, aeb, error, snippets are
// those of the project's reference scorer; docs/accuracy.md defines all of them.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/kinds.hpp"
#include "evaluate/labels.hpp"

namespace pith::evaluate {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct TokenScore {
  double f1 = 0, p = 0, r = 0;
};
/// Precision, recall and their harmonic mean of two multisets; both empty: all 1, one empty: all 0.
TokenScore token_score(std::string_view gold, std::string_view output);

/// (wrongly kept + missed) / gold in characters, white space ignored. Where the multisets of characters differ by more
/// than a tenth, that difference is the error; order counts below. 0 exactly when the texts are the same.
double character_error(std::u32string_view gold, std::u32string_view output);

/// Days are compared; the time of day is not. 0 when the text names no day.
std::int32_t day_of(std::string_view date) noexcept;

/// What is NaN does not apply to the page.
struct PageScore {
  // Against the main text.
  double f1 = kNone, p = kNone, r = kNone, wcxb = kNone;
  double aeb_p = kNone, aeb_r = kNone;
  double lev = kNone;    ///< 1 - edit distance / larger length, over the tokens of f1 (methods.md §4.4)
  double error = kNone;  ///< character_error()
  double char_p = kNone, char_r = kNone;  ///< of the multisets of characters
  // Snippets that must be there and are, are not; that must not be there and are.
  bool snippets = false;  ///< there are any
  std::uint32_t snippets_found = 0, snippets_missed = 0, snippets_wrong = 0;
  // The other fields; 0 or 1 where they are right or wrong.
  double title = kNone, title_f1 = kNone, author_f1 = kNone, page_type = kNone;
  double date = kNone;
  // 1 where nothing was said of what is known, which is no less wrong: counted apart.
  double no_title = kNone, no_author = kNone, no_date = kNone;
  double milliseconds = kNone;
  // Of whole blocks, where they were asked for: block_score().
  double scope_p = kNone, scope_r = kNone, scope_f = kNone, block_error = kNone;
  KindCounts kinds;
};

/// A block, as labelled and as chosen.
struct JudgedBlock {
  std::uint32_t characters = 0;
  bool belongs = false, kept = false;
};
/// Hu, Zhang, Wang 2006 (methods.md §4.3): share of the kept blocks that belong to the main text, share of those that
/// belong that were kept, their harmonic mean; and MCR, the characters wrongly kept and missed by those that belong.
/// Without a block that belongs the shares are NaN, and the error is 0 when nothing was kept, else 1.
void score_blocks(const std::vector<JudgedBlock>& blocks, PageScore& score);

/// With `with_title` the predicted title counts as the first line of the text.
PageScore score(const Gold& gold, const Prediction& prediction, bool with_title);

}  // namespace pith::evaluate
