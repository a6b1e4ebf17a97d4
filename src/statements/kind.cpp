#include "statements/kind.hpp"

#include <algorithm>
#include <span>

#include "statements/discussion.hpp"

namespace pith::statements {

namespace {

using html::NodeId;

bool contains(std::string_view text, std::string_view part) noexcept {
  return text.find(part) != std::string_view::npos;
}

// Bytes of a script in which it says what the page is; behind them stand the items of lists and the like.
constexpr std::size_t kBeginning = 4096;

PageType type_of_card(std::string_view og_type) noexcept {
  if (contains(og_type, "article")) return PageType::article;
  if (contains(og_type, "product")) return PageType::product;
  return PageType::none;
}

// Of a type as schema.org names it, with or without an address in front.
PageType type_of_schema(std::string_view type) noexcept {
  if (contains(type, "DiscussionForumPosting") || contains(type, "QAPage")) return PageType::thread;
  if (contains(type, "BlogPosting") || contains(type, "NewsArticle")) return PageType::article;
  if (contains(type, "/Product")) return PageType::product;
  return contains(type, "CollectionPage") ? PageType::list : PageType::none;
}

// Of an object of JSON-LD; as types of elements these stand on parts of any page.
PageType type_of_object(std::string_view type) noexcept {
  if (const PageType known = type_of_schema(type); known != PageType::none) return known;
  if (type.ends_with("Article")) return PageType::article;
  if (type.ends_with("Product")) return PageType::product;
  return type.ends_with("ItemList") ? PageType::list : PageType::none;
}

// Where an object is one thing and holds another: a thread is called so whatever else it is, an article with products
// is an article.
PageType type_of_script(const JsonReader& json, std::span<const JsonValue> values) noexcept {
  static constexpr PageType kOrder[] = {PageType::thread, PageType::article, PageType::product, PageType::list};
  const PageType* best = std::end(kOrder);
  for (const JsonValue& value : values) {
    if (value.key != "@type") continue;
    if (json.objects()[static_cast<std::size_t>(value.object)].begin >= kBeginning) break;
    best = std::find(std::begin(kOrder), best, type_of_object(value.value));
  }
  return best == std::end(kOrder) ? PageType::none : *best;
}

PageType declared_type(const Survey& survey) noexcept {
  PageType card = PageType::none, first = PageType::none;
  NodeId card_at = 0, first_at = html::kNoNode;
  bool website = false;  // next to nothing: said of everything, whatever else is said
  for (const Survey::Meta& meta : survey.metas) {
    if (meta.property != "og:type") continue;
    if (const PageType type = type_of_card(meta.content); type != PageType::none) {
      card = type;
      card_at = meta.element;
    } else if (contains(meta.content, "website")) {
      website = true;
    }
  }
  for (const Survey::LinkedDataScript& script : survey.linked_data) {
    const PageType type = type_of_script(survey.json, survey.values_of(script));
    // Forums call a thread an article in og:type, too.
    if (type == PageType::thread && script.element >= card_at) return type;
    if (first == PageType::none && type != PageType::none) {
      first = type;
      first_at = script.element;
    }
  }
  if (card != PageType::none) return card;
  for (const Survey::Item& item : survey.items) {
    if (item.element > first_at) break;
    if (item.tag == html::Tag::article || item.tag == html::Tag::main) continue;  // lists have such articles, too
    if (const PageType type = type_of_schema(item.type); type != PageType::none) return type;
  }
  return first != PageType::none ? first : website ? PageType::website : PageType::none;
}

}  // namespace

DeclaredKind declared_kind(const Survey& survey, std::string_view url) noexcept {
  DeclaredKind kind;
  kind.type = declared_type(survey);
  kind.forum = kind.type == PageType::thread || is_discussion_address(url.empty() ? declared_address(survey) : url) ||
               std::any_of(survey.metas.begin(), survey.metas.end(), [](const Survey::Meta& meta) {
                 return (meta.property == "og:site_name" || meta.name == "generator") && names_forum(meta.content);
               });
  return kind;
}

}  // namespace pith::statements
