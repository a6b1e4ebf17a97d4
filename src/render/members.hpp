#pragma once

// What is known of an article besides its bodies: one row a member, which all formats and the C API read
// (docs/formats.md). A new one is a member of pith::Article, its row here, its id in pith.h, and the statements it is
// taken from (article/).

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/pith.h"
#include "pith/pith.hpp"

namespace pith::rendering {

enum class Part : std::uint8_t {
  leading,    ///< JSON has it first, even when it is empty
  known,      ///< written where it is known
  extraction  ///< how the page was read: JSON has it last, other formats do not have it
};

struct Member {
  std::string_view name;
  // One of these two.
  std::string Article::*text = nullptr;
  std::vector<std::string> Article::*list = nullptr;
  int id = -1;  ///< for C: a pith_field, of a list a pith_list
  Part part = Part::known;
  bool tei_note = false;  ///< TEI has no place of its own for it: a note
  bool repeats = false;   ///< the same stands in another member, for formats that have no lists

  [[nodiscard]] constexpr bool is_metadata() const noexcept { return part != Part::extraction; }
};

/// In the order in which formats write them.
inline constexpr auto kMembers = std::to_array<Member>({
    {"url", &Article::url, nullptr, PITH_URL, Part::leading},
    {"title", &Article::title, nullptr, PITH_TITLE, Part::leading},
    {"author", &Article::author, nullptr, PITH_AUTHOR, Part::leading},
    {"date", &Article::date, nullptr, PITH_DATE, Part::leading},
    {"authors", nullptr, &Article::authors, PITH_AUTHORS, Part::known, false, true},
    {"modified", &Article::modified, nullptr, PITH_MODIFIED},
    {"site", &Article::site, nullptr, PITH_SITE},
    {"source", &Article::source, nullptr, PITH_SOURCE, Part::known, true},
    {"editor", &Article::editor, nullptr, PITH_EDITOR},
    {"language", &Article::language, nullptr, PITH_LANGUAGE, Part::leading},
    {"page_type", &Article::page_type, nullptr, PITH_PAGE_TYPE, Part::leading},
    {"description", &Article::description, nullptr, PITH_DESCRIPTION},
    {"tags", nullptr, &Article::tags, PITH_TAGS},
    {"categories", nullptr, &Article::categories, PITH_CATEGORIES},
    {"licence", &Article::licence, nullptr, PITH_LICENCE, Part::known, true},
    {"image", &Article::image, nullptr, PITH_IMAGE},
    {"canonical", &Article::canonical, nullptr, PITH_CANONICAL},
    {"next_page", &Article::next_page, nullptr, PITH_NEXT_PAGE},
    {"embedded", &Article::embedded, nullptr, PITH_EMBEDDED, Part::known, true},
    {"encoding", &Article::encoding, nullptr, PITH_ENCODING, Part::extraction},
    {"encoding_source", &Article::encoding_source, nullptr, PITH_ENCODING_SOURCE, Part::extraction},
    {"method", &Article::method, nullptr, PITH_METHOD, Part::extraction},
    {"error", &Article::reason, nullptr, PITH_REASON, Part::extraction},
});

/// The members that a record has.
struct MemberChoice {
  std::vector<std::string> names = {};  ///< of docs/formats.md; empty: all

  [[nodiscard]] bool has(std::string_view name) const noexcept {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  }
};

/// Calls `visit(member, value)` for the strings of the metadata, in order, also where they are empty.
template <class Visit>
void for_each_text(const Article& article, Visit&& visit) {
  for (const Member& member : kMembers)
    if (member.text != nullptr && member.is_metadata()) visit(member, article.*member.text);
}

/// The same for the lists.
template <class Visit>
void for_each_list(const Article& article, Visit&& visit) {
  for (const Member& member : kMembers)
    if (member.list != nullptr && member.is_metadata()) visit(member, article.*member.list);
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
