#pragma once

// What is known of an article besides its bodies, under the names that all formats share (docs/formats.md).

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/pith.hpp"

namespace pith::rendering {

struct Member {
  std::string_view name;
  std::string_view value;  ///< may be empty
};

struct ListMember {
  std::string_view name;
  const std::vector<std::string>& values;
};

/// The strings, in the order they are written in. Views of the article.
inline std::array<Member, 15> members_of(const Article& article) noexcept {
  return {{{"title", article.title},
           {"author", article.author},
           {"date", article.date},
           {"modified", article.modified},
           {"site", article.site},
           {"source", article.source},
           {"editor", article.editor},
           {"language", article.language},
           {"page_type", article.page_type},
           {"description", article.description},
           {"licence", article.licence},
           {"image", article.image},
           {"canonical", article.canonical},
           {"next_page", article.next_page},
           {"embedded", article.embedded}}};
}

/// The lists.
inline std::array<ListMember, 3> lists_of(const Article& article) noexcept {
  return {{{"authors", article.authors}, {"tags", article.tags}, {"categories", article.categories}}};
}

/// "a; b".
inline std::string joined(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out.append(out.empty() ? "" : "; ").append(value);
  return out;
}

/// Probability of the page type with two digits: "0.87"; empty where the method does not judge it.
std::string probability_of(const Article& article);

/// "Title: …", a line a member, an empty line behind them; nothing when nothing is known.
void append_heading_lines(const Article& article, std::string& out);
/// YAML between lines of "---", as Markdown has it in front; nothing when nothing is known.
void append_front_matter(const Article& article, std::string& out);

}  // namespace pith::rendering
