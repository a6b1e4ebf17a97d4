// Statements of JSON-LD, microdata and RDFa, in the vocabulary of schema.org.

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "page/block_text.hpp"
#include "statements/readers.hpp"

namespace pith::statements {

namespace {

using html::Attr;
using html::NodeId;

// Nodes of an element that holds a name or a date.
constexpr NodeId kMostNodes = 64;

// How much an object of a type says about the page: an article is its subject, a page is around it.
float weight_of(std::string_view type) noexcept {
  const std::size_t slash = type.find_last_of("/#:");
  if (slash != std::string_view::npos) type.remove_prefix(slash + 1);
  if (type.ends_with("Article") || type.ends_with("Posting") || type == "BlogPost" || type == "Report" ||
      type == "Review" || type == "Recipe" || type == "Book" || type == "VideoObject" || type == "Question" ||
      type == "QAPage" || type == "CreativeWork" || type == "Course" || type == "HowTo" || type == "Event" ||
      type == "PodcastEpisode" || type == "Product") {
    return type == "VideoObject" || type == "Product" || type == "Event" || type == "Review" ? 0.8F : 1.0F;
  }
  if (type.ends_with("Page")) return 0.85F;
  return 0;
}

bool is_site(std::string_view type) noexcept {
  return type == "WebSite" || type == "Organization" || type == "NewsMediaOrganization";
}

class LinkedData {
 public:
  LinkedData(const JsonReader& json, Statements& statements)
      : objects_(json.objects()), values_(json.values()), statements_(statements) {}

  void run() {
    for (const JsonValue& value : values_) {
      const JsonObject& object = object_of(value.object);
      const float weight = weight_of(object.type);
      // What hangs below a list, a comment or a recommendation is not the page itself.
      if (weight > 0 && is_subject(value.object)) {
        if (const std::optional<Source> source = find_json(value.key)) {
          const bool author = info(*source).field == Field::author;
          state(*source, value, author && is_another(value.object) ? weight * kOfAnother : weight);
        }
        continue;
      }
      if (object.parent >= 0) {
        state_of_child(object, value);
      } else if (is_site(object.type) && value.key == "name") {
        statements_.add(object.type == "WebSite" ? Source::json_website : Source::json_organization_name, value.value);
      }
    }
  }

 private:
  [[nodiscard]] const JsonObject& object_of(std::int32_t index) const noexcept {
    return objects_[static_cast<std::size_t>(index)];
  }

  // The object stands at the top, in a graph, or is the main entity of a page.
  [[nodiscard]] bool is_subject(std::int32_t index) const noexcept {
    for (int level = 0; index >= 0 && level < 8; ++level) {
      const JsonObject& object = object_of(index);
      if (object.parent < 0) return true;
      if (object.key != "@graph" && object.key != "mainEntity" && object.key != "mainEntityOfPage") return false;
      index = object.parent;
    }
    return false;
  }

  [[nodiscard]] std::string_view value_of(std::int32_t index, std::string_view key) const noexcept {
    const auto found = std::find_if(values_.begin(), values_.end(), [index, key](const JsonValue& value) {
      return value.object == index && value.key == key;
    });
    return found == values_.end() ? std::string_view() : found->value;
  }

  // Whether an object whose authors are told is not the first of its type that has some and has a headline of its own:
  // pages tell of articles to read next as they do of themselves.
  bool is_another(std::int32_t index) {
    if (first_ < 0) first_ = index;
    if (first_ == index || object_of(first_).type != object_of(index).type || ++compared_ > kMostCompared) return false;
    const std::string_view headline = value_of(index, "headline"), of_first = value_of(first_, "headline");
    return !headline.empty() && !of_first.empty() && headline != of_first;
  }

  void state(Source source, const JsonValue& value, float weight) {
    const float trust = trust_of(source) * weight;
    switch (info(source).field) {
      case Field::published:
      case Field::modified: {
        text::Date date;
        if (text::parse_date(value.value, date) && date.has_day()) statements_.add_date(source, date, trust);
        break;
      }
      case Field::canonical:
      case Field::image:
        if (value.value.starts_with("http") || value.value.starts_with('/'))
          statements_.add(source, value.value, trust);
        break;
      default:
        statements_.add(source, value.value, trust);
    }
  }

  // Members of {"author": {"name": …}}, {"publisher": {…}}, {"image": {"url": …}}.
  void state_of_child(const JsonObject& object, const JsonValue& value) {
    const JsonObject& parent = object_of(object.parent);
    const float weight = weight_of(parent.type);
    if (weight == 0 || !is_subject(object.parent)) return;
    const auto add = [&](Source source) { statements_.add(source, value.value, trust_of(source) * weight); };
    const bool author_of = object.key == "author" || object.key == "creator";
    if (author_of && value.key == "name") {
      const Source source = object.type == "Organization" ? Source::json_organization : Source::json_author;
      statements_.add(source, value.value, trust_of(source) * weight * (is_another(object.parent) ? kOfAnother : 1.0F));
    } else if (author_of && value.key == "@id") {
      add_referred(value.value, Source::json_author, weight * (is_another(object.parent) ? kOfAnother : 1.0F));
    } else if (object.key == "publisher" && value.key == "name") {
      add(Source::json_publisher);
    } else if (object.key == "publisher" && value.key == "@id") {
      add_referred(value.value, Source::json_publisher_id, weight);
    } else if (object.key == "isPartOf" && value.key == "name" && object.type == "WebSite") {
      add(Source::json_part_of);
    } else if (object.key == "image" && (value.key == "url" || value.key == "contentUrl")) {
      add(Source::json_image);
    } else if (object.key == "mainEntityOfPage" && value.key == "@id" && value.value.starts_with("http")) {
      add(Source::json_mainEntityOfPage);
    }
  }

  // The name of the object that has the id. Bounded: pages name one or two.
  void add_referred(std::string_view id, Source source, float weight) {
    if (++referred_ > 16) return;
    for (const JsonValue& value : values_) {
      if (value.key == "name" && object_of(value.object).id == id) {
        statements_.add(source, value.value, trust_of(source) * weight);
        return;
      }
    }
  }

  std::span<const JsonObject> objects_;
  std::span<const JsonValue> values_;
  Statements& statements_;
  int referred_ = 0;
  static constexpr float kOfAnother = 0.5F;
  static constexpr int kMostCompared = 64;  // each looks through all values
  std::int32_t first_ = -1;                 // the first object whose authors are told
  int compared_ = 0;
};

}  // namespace

void add_linked_data(const Survey& survey, Statements& statements) { LinkedData(survey.json, statements).run(); }

void add_properties(const page::Page& page, const Survey& survey, std::string& buffer, Statements& statements) {
  const html::Document& document = page.document();
  std::string& value = buffer;
  // Several authors in one place are authors together; those further on belong to other articles.
  constexpr float kFurther = 0.02F;
  std::optional<page::BlockId> first_author;
  for (const Survey::Property& property : survey.properties) {
    const std::optional<Source> source = find_markup(property.name);
    if (!source.has_value()) continue;
    const Field field = info(*source).field;
    const NodeId id = property.element;
    if (page.posts().is_foreign(page.before(id).blocks)) continue;
    value.clear();
    for (const Attr attribute : {Attr::content, Attr::datetime}) {
      if (value.empty()) value = document.attribute(id, attribute);
    }
    if (value.empty()) {
      // Of an author with properties of its own, the name.
      NodeId from = id;
      if (field == Field::author) {
        const std::size_t next = static_cast<std::size_t>(&property - survey.properties.data()) + 1;
        for (const Survey::Property& inner : std::span(survey.properties)
                                                 .subspan(next)
                                                 .first(std::min<std::size_t>(8, survey.properties.size() - next))) {
          if (inner.element >= document[id].end) break;
          if (inner.name == "name") {
            from = inner.element;
            break;
          }
        }
      }
      if (document[from].end - from > kMostNodes) continue;
      page::append_text_inside(document, from, value);
    }
    if (field == Field::published || field == Field::modified) {
      text::Date date;
      if (text::parse_date(value, date) && date.has_day()) statements.add_date(*source, date, trust_of(*source));
    } else if (field == Field::author) {
      const page::BlockId block = page.before(id).blocks;
      if (!first_author.has_value()) first_author = block;
      statements.add(*source, value, trust_of(*source) - (block > *first_author + 1 ? kFurther : 0));
    } else {
      statements.add(*source, value);
    }
  }
}

}  // namespace pith::statements
