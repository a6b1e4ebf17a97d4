#pragma once

// What is known of a page (labels), and what a method says of it (predictions), as read from JSONL.

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pith/pith.hpp>

#include "result.hpp"

namespace pith::evaluate {

/// The labels of one page; docs/formats.md. What is empty is not labelled, but for `text`.
struct Gold {
  std::string id = {};
  std::optional<std::string> text = {};                 ///< main text; "": the page has none
  std::optional<std::vector<std::string>> blocks = {};  ///< paths of the very blocks of it, each once a block
  /// Of an index page that has no main text by the strict convention: its entries, which the wide one counts.
  std::optional<std::string> wide_text = {};
  std::vector<std::string> wide_blocks = {};         ///< paths of the very blocks of these; empty: not labelled so
  std::vector<std::string> with = {}, without = {};  ///< snippets that must and must not be in the output
  std::string title = {}, date = {}, page_type = {};
  std::vector<std::string> authors = {};
  std::string site = {};           ///< members `domain` or `site`, or the host of `url`: "example.org"; else the id
  std::string labelled_site = {};  ///< member `domain` or `site` as it is written; else the id
};

/// "https://www.news.example.co.uk:80/x" → "example.co.uk": what pages of one publisher have in common. Short, and by
/// a list of the common second levels only, which is enough to keep a publisher's pages together.
std::string site_of(std::string_view url_or_host);

/// What was extracted.
struct Prediction {
  std::string text = {}, title = {}, date = {}, page_type = {};
  std::vector<std::string> authors = {};
  double milliseconds = std::numeric_limits<double>::quiet_NaN();  ///< it took; NaN: not known
};

/// A member of the record must have this value, both as Python's str() writes them ("True", "None" when missing).
using Condition = std::pair<std::string, std::string>;

/// Reads the labels from a record; `group` becomes the value of the member `by` as Python's str() writes it; for
/// `by` = "half" it is "first" or "second", the same for all pages of a site. False
/// when the record is not JSON or does not meet all conditions; `reason` then tells which (empty: conditions).
/// O(record).
class GoldReader {
 public:
  GoldReader(std::vector<Condition> only, std::string by);
  ~GoldReader();
  GoldReader(GoldReader&&) noexcept;

  bool read(std::string_view record, Gold& gold, std::string& group, std::string& reason);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

/// Predictions by id, from JSONL (`.gz`, `.zst`) with `id`, `text` and perhaps `title`, `author`, `date`, `page_type`,
/// `ms`. Of several with one id the last holds. O(file).
using Predictions = std::map<std::string, Prediction, std::less<>>;
Result<Predictions> read_predictions(const std::string& path);

/// What a method of pith says, in the words of a prediction.
Prediction prediction_of(Article article);

/// Names in one string: parted at commas, semicolons, 、, " and ", " & ", " und ".
std::vector<std::string> split_authors(std::string_view authors);

}  // namespace pith::evaluate
