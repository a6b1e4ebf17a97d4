#include "article/survey.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "page/folder.hpp"
#include "text/ascii.hpp"

namespace pith::article {

namespace {

using html::Attr;
using html::Document;
using html::NodeId;
using html::Tag;

// Characters of an element that may be a byline or a date.
constexpr std::uint32_t kLongestNamed = 120;

enum class Named : std::uint8_t { nothing = 0, author = 1, date = 2 };

// Words of class or id; "publi": published, publication.
struct NamedWord {
  std::string_view word;
  Named named;
};
constexpr NamedWord kNamedWords[] = {
    {"author", Named::author}, {"autor", Named::author},  {"auteur", Named::author}, {"byline", Named::author},
    {"writer", Named::author}, {"zuozhe", Named::author}, {"date", Named::date},     {"contributor", Named::author},
    {"datum", Named::date},    {"time", Named::date},     {"publi", Named::date},    {"posted", Named::date},
    {"pubtime", Named::date},
};

// How far the search may go on when it has seen two characters (the algorithm of Wu and Manber, 1994): the words'
// first four characters count. Upper case is as lower case; that other characters are as letters, too, does no harm.
constexpr std::size_t kWindow = 4;
constexpr std::size_t pair_of(char a, char b) noexcept {
  return (static_cast<std::size_t>(a) & 31) << 5 | (static_cast<std::size_t>(b) & 31);
}
constexpr auto kShifts = [] {
  std::array<std::uint8_t, 1024> shifts{};
  shifts.fill(kWindow - 1);
  for (const NamedWord& known : kNamedWords) {
    for (std::size_t i = 0; i + 1 < kWindow; ++i) {
      std::uint8_t& shift = shifts[pair_of(known.word[i], known.word[i + 1])];
      shift = std::min(shift, static_cast<std::uint8_t>(kWindow - 2 - i));
    }
  }
  return shifts;
}();

// The first letters of the words, as bits.
constexpr std::uint32_t bit_of(char c) noexcept { return std::uint32_t{1} << (static_cast<unsigned>(c) & 31); }
constexpr auto kFirstLetters = [] {
  std::uint32_t bits = 0;
  for (const NamedWord& known : kNamedWords) bits |= bit_of(known.word[0]);
  return bits;
}();

// What class or id say. O(value), less than a look at each byte.
std::uint8_t read_named(std::string_view value) noexcept {
  std::uint8_t named = 0;
  for (std::size_t i = 0; i + kWindow <= value.size();) {
    const std::uint8_t shift = kShifts[pair_of(value[i + kWindow - 2], value[i + kWindow - 1])];
    if (shift != 0) {
      i += shift;
      continue;
    }
    const std::string_view rest = value.substr(i++);
    if ((kFirstLetters & bit_of(rest[0])) == 0) continue;
    for (const NamedWord& known : kNamedWords) {
      if (text::ascii_lower(rest[0]) == known.word[0] && text::starts_with_ignoring_case(rest, known.word)) {
        named |= static_cast<std::uint8_t>(known.named);
      }
    }
  }
  return named;
}

std::string_view without_prefix(std::string_view name) noexcept {
  const std::size_t cut = name.find_last_of(":/#");
  return cut == std::string_view::npos ? name : name.substr(cut + 1);
}

}  // namespace

bool contains_ignoring_case(std::string_view text, std::string_view word) noexcept {
  return text::find_ignoring_case(text, word) != std::string_view::npos;
}

void append_text_inside(const Document& document, NodeId element, std::string& out) {
  page::Folder folder(out);
  for (NodeId id = element + 1; id < document[element].end; ++id) {
    if (document[id].is_text()) {
      folder.append(document.text(id));
    } else if (document[id].is(Tag::script) || document[id].is(Tag::style) || document[id].is(Tag::noscript)) {
      id = document[id].end - 1;
    } else if (document[id].is_element()) {
      folder.append(" ");
    }
  }
}

void Survey::read(const page::Page& page) {
  const Document& document = page.document();
  metas.clear();
  links.clear();
  properties.clear();
  times.clear();
  named_author.clear();
  named_date.clear();
  state_scripts.clear();
  title = html::kNoNode;
  std::vector<NodeId>& scripts = state_scripts;  // JSON-LD first, until it is known how much there is
  std::size_t json_bytes = 0;
  const auto read_script = [&](NodeId id) {
    const std::string_view type = document.attribute(id, Attr::type);
    if (type.empty() || !contains_ignoring_case(type, "json")) return;
    scripts.push_back(id);
    if (contains_ignoring_case(type, "ld+json") && id + 1 < document[id].end)
      json_bytes += document.text(id + 1).size();
  };
  for (NodeId id = 0; id < document.size(); ++id) {
    const html::Node& node = document[id];
    if (!node.is_element() || node.ns != html::Namespace::html) continue;
    if (node.attribute_count == 0) {
      if (node.tag == Tag::title && title == html::kNoNode) title = id;
      if (node.tag == Tag::time) times.push_back(id);
      continue;
    }
    switch (node.tag) {
      case Tag::meta: {
        std::string_view content, name;
        for (const html::Attribute& attribute : document.attributes(id)) {
          if (attribute.id == Attr::content) content = document.value(attribute);
          if (attribute.id == Attr::property || attribute.id == Attr::name || attribute.id == Attr::itemprop ||
              attribute.id == Attr::http_equiv) {
            if (name.empty() || attribute.id == Attr::property) name = document.value(attribute);
          }
        }
        if (!name.empty() && !content.empty()) metas.push_back({name, content});
        continue;
      }
      case Tag::link:
        links.push_back({id, document.attribute(id, Attr::rel), document.attribute(id, Attr::href)});
        continue;
      case Tag::script:
        read_script(id);
        continue;
      case Tag::title:
        if (title == html::kNoNode) title = id;
        continue;
      case Tag::time:
        times.push_back(id);
        break;
      default:
        break;
    }
    std::string_view classes, identity;
    for (const html::Attribute& attribute : document.attributes(id)) {
      switch (attribute.id) {
        case Attr::itemprop:
        case Attr::property:
          properties.push_back({id, without_prefix(document.value(attribute))});
          break;
        case Attr::rel:
          if (node.tag == Tag::a) links.push_back({id, document.value(attribute), document.attribute(id, Attr::href)});
          break;
        case Attr::class_:
          classes = document.value(attribute);
          break;
        case Attr::id:
          identity = document.value(attribute);
          break;
        default:
          break;
      }
    }
    if (classes.empty() && identity.empty()) continue;
    if (page.is_skipped(id)) continue;
    const std::uint32_t characters = page.text_in(id).characters;
    if (characters < 2 || characters > kLongestNamed) continue;
    const std::uint8_t named = read_named(classes) | read_named(identity);
    if ((named & static_cast<std::uint8_t>(Named::author)) != 0) named_author.push_back(id);
    if ((named & static_cast<std::uint8_t>(Named::date)) != 0) named_date.push_back(id);
  }
  json.clear(json_bytes);
  std::erase_if(state_scripts, [&](NodeId id) {
    if (!contains_ignoring_case(document.attribute(id, Attr::type), "ld+json")) return false;
    if (id + 1 < document[id].end) json.read(document.text(id + 1));
    return true;
  });
}

}  // namespace pith::article
