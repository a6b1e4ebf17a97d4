// Statements of meta elements.

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "statements/readers.hpp"

namespace pith::statements {

namespace {
#include "statements/metas.inc"
}  // namespace

void add_metas(const Survey& survey, Statements& statements) {
  std::string_view label;  // of twitter:label1 and its data
  for (const Survey::Meta& meta : survey.metas) {
    if (meta.key == "twitter:label1" || meta.key == "twitter:label2") label = meta.content;
    if (meta.key == "twitter:data1" || meta.key == "twitter:data2") {
      if (std::binary_search(kWrittenBy.begin(), kWrittenBy.end(), label))
        statements.add(Source::twitter_data, meta.content);
      label = {};
    }
    const std::optional<Source> source = find_meta(meta.key);
    if (!source.has_value()) continue;
    if (info(*source).field == Field::published || info(*source).field == Field::modified) {
      text::Date date;
      if (text::parse_date(meta.content, date) && date.has_day()) {
        statements.add_date(*source, date, trust_of(*source));
      }
    } else {
      statements.add(*source, meta.content);
    }
  }
}

}  // namespace pith::statements
