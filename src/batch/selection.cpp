#include "batch/selection.hpp"

#include <algorithm>

#include "text/ascii.hpp"

namespace pith::batch {
namespace {

/// "zh" of "zh-Hans".
std::string_view primary_subtag(std::string_view tag) { return tag.substr(0, tag.find_first_of("-_")); }

bool is_wanted_language(std::string_view tag, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [language = primary_subtag(tag)](std::string_view wanted_tag) {
    const std::string_view one = primary_subtag(wanted_tag);
    return std::equal(one.begin(), one.end(), language.begin(), language.end(),
                      [](char a, char b) { return text::ascii_lower(a) == text::ascii_lower(b); });
  });
}

bool has_characters(const Article& article, std::size_t least) {
  std::size_t characters = 0;
  for (const Body& body : article.bodies) {
    characters += static_cast<std::size_t>(std::count_if(body.text.begin(), body.text.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // the first byte of each
    }));
    if (characters >= least) return true;
  }
  return least == 0;
}

}  // namespace

LeftOut left_out(const Article& article, const Selection& selection) {
  if (!selection.languages.empty() && !is_wanted_language(article.language, selection.languages))
    return LeftOut::language;
  const std::vector<std::string>& types = selection.page_types;
  if (!types.empty() && std::find(types.begin(), types.end(), article.page_type) == types.end()) return LeftOut::type;
  if (article.page_type_probability < selection.min_probability) return LeftOut::probability;
  if (selection.only_with_metadata &&
      (article.title.empty() || article.date.empty() || (article.url.empty() && article.canonical.empty()))) {
    return LeftOut::metadata;
  }
  if (!has_characters(article, selection.min_length)) return LeftOut::length;
  return LeftOut::no;
}

LeftOut left_out(const std::optional<corpus::SeenTexts::Match>& match, const Selection& selection) {
  if (!match || !selection.compares_texts()) return LeftOut::no;
  if (match->exact) return LeftOut::duplicate;
  return selection.drop_near_duplicates ? LeftOut::near_duplicate : LeftOut::no;
}

}  // namespace pith::batch
