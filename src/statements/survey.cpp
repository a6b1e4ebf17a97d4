#include "statements/survey.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/ascii.hpp"

namespace pith::statements {

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

std::string_view declared_address(const Survey& survey) noexcept {
  const auto link = std::find_if(survey.links.begin(), survey.links.end(),
                                 [](const Survey::Link& l) { return l.rel == "canonical" && !l.href.empty(); });
  const auto meta = std::find_if(survey.metas.begin(), survey.metas.end(),
                                 [](const Survey::Meta& m) { return m.property == "og:url"; });
  if (link == survey.links.end()) return meta == survey.metas.end() ? std::string_view() : meta->content;
  return meta != survey.metas.end() && meta->element < link->element ? meta->content : link->href;
}

void Survey::clear() {
  metas.clear();
  links.clear();
  properties.clear();
  items.clear();
  titles.clear();
  times.clear();
  named_author.clear();
  named_date.clear();
  linked_data.clear();
  scripts.clear();
  articles = 0;
  has_main = false;
}

void Survey::read_meta(const Document& document, NodeId id) {
  Meta meta{id, {}, {}, {}, {}};
  for (const html::Attribute& attribute : document.attributes(id)) {
    const std::string_view value = document.value(attribute);
    switch (attribute.id) {
      case Attr::content:
        meta.content = value;
        continue;
      case Attr::property:
        meta.key = meta.property = value;
        continue;
      case Attr::name:
        meta.name = value;
        break;
      case Attr::itemprop:
      case Attr::http_equiv:
        break;
      default:
        continue;
    }
    if (meta.key.empty()) meta.key = value;
  }
  if (!meta.key.empty() && !meta.content.empty()) metas.push_back(meta);
}

void Survey::read_script(const Document& document, NodeId id) {
  if (id + 1 >= document[id].end) return;
  if (contains_ignoring_case(document.attribute(id, Attr::type), "ld+json")) {
    linked_data.push_back({id, document.text(id + 1), 0, 0});
  } else {
    scripts.push_back(id);
  }
}

// What may be said of any element.
void Survey::read_attributes(const page::Page& page, NodeId id) {
  const Document& document = page.document();
  std::string_view classes, identity;
  for (const html::Attribute& attribute : document.attributes(id)) {
    switch (attribute.id) {
      case Attr::itemprop:
      case Attr::property:
        properties.push_back({id, without_prefix(document.value(attribute))});
        break;
      case Attr::itemtype:
        items.push_back({id, document[id].tag, document.value(attribute)});
        break;
      case Attr::rel:
        if (document[id].tag == Tag::a)
          links.push_back({id, document.value(attribute), document.attribute(id, Attr::href)});
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
  if ((classes.empty() && identity.empty()) || page.is_skipped(id)) return;
  const std::uint32_t characters = page.text_in(id).characters;
  if (characters < 2 || characters > kLongestNamed) return;
  const std::uint8_t named = read_named(classes) | read_named(identity);
  if ((named & static_cast<std::uint8_t>(Named::author)) != 0) named_author.push_back(id);
  if ((named & static_cast<std::uint8_t>(Named::date)) != 0) named_date.push_back(id);
}

// At the end, when it is known how much there is: what the reader hands out looks into memory that must not move.
void Survey::read_linked_data() {
  std::size_t bytes = 0;
  for (const LinkedDataScript& script : linked_data) bytes += script.text.size();
  json.clear(bytes);
  for (LinkedDataScript& script : linked_data) {
    script.values_begin = static_cast<std::uint32_t>(json.values().size());
    json.read(script.text);
    script.values_end = static_cast<std::uint32_t>(json.values().size());
  }
}

void Survey::read(const page::Page& page) {
  const Document& document = page.document();
  clear();
  for (NodeId id = 0; id < document.size(); ++id) {
    const html::Node& node = document[id];
    if (!node.is_element() || node.ns != html::Namespace::html) continue;
    switch (node.tag) {
      case Tag::meta:
        read_meta(document, id);
        continue;
      case Tag::link:
        links.push_back({id, document.attribute(id, Attr::rel), document.attribute(id, Attr::href)});
        continue;
      case Tag::script:
        read_script(document, id);
        continue;
      case Tag::title:
        titles.push_back(id);
        continue;
      case Tag::time:
        times.push_back(id);
        break;
      case Tag::article:
        ++articles;
        break;
      case Tag::main:
        has_main = true;
        break;
      default:
        break;
    }
    if (node.attribute_count != 0) read_attributes(page, id);
  }
  read_linked_data();
}

}  // namespace pith::statements
