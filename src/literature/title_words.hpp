#pragma once

// The two words of a title that its article repeats (methods.md §1.1): entity-like words of `title` and of
// the headings, the most frequent in the page first.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "literature/method.hpp"
#include "literature/visible.hpp"
#include "literature/words.hpp"

namespace pith::literature {

/// The title without what follows the first `_`, `|`, `—`, or `-` that stands between words: the name of the site.
std::string_view without_site_name(std::string_view title) noexcept;

/// Words that can be names of things: of two and more ideographs or of three and more letters, no function words; a
/// number with the ideographs right behind it, its unit. ASCII in lower case. Appends each once, up to `most` in all.
void append_candidates(std::string_view text, WordFinder& finder, std::size_t most, std::vector<std::string>& words);

/// The fallback without a dictionary: words of three and more letters that are no function words, and the maximal runs
/// of two and more CJK characters that stand in `texts` twice or more.
void append_repeated(std::string_view title, std::span<const std::string_view> texts, std::size_t most,
                     std::vector<std::string>& words);

/// Counts given words in texts: CJK anywhere, letters as whole words; ASCII in any case.
class WordCounter {
 public:
  /// `words` as append_candidates gives them, of three bytes at least; they must outlive the counter.
  WordCounter(std::span<const std::string> words, Scratch& scratch);
  /// Adds the occurrences of each word in the text to `counts`. O(text × words that begin alike).
  void count(std::string_view text, std::span<std::uint32_t> counts) const noexcept;

 private:
  std::span<const std::string> words_;
  std::span<std::uint64_t> begins_;  // 32,768 bits: how words begin
};

/// The best two words of a page, the most frequent first (of equals the longer, then the earlier); fewer where there
/// are no more. `finder` without a dictionary, or nullptr: the fallback. O(text).
std::vector<std::string> find_title_words(const page::Page& page, const statements::Survey& survey,
                                          const Visible& visible, WordFinder* finder, Scratch& scratch);

}  // namespace pith::literature
