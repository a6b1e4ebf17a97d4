// Statements of JSON-LD, microdata and RDFa, in the vocabulary of schema.org.

#include <algorithm>
#include <array>
#include <string_view>

#include "article/statements.hpp"

namespace pith::article {

namespace {

using html::Attr;
using html::NodeId;
using enum Field;

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

/// A member of JSON-LD or a property of markup, and what it states.
struct KnownName {
  std::string_view name;
  Field field;
  float confidence;
  std::string_view source;
};

constexpr KnownName kKeys[] = {
    {"headline", title, 0.9F, "JSON-LD headline"},
    {"name", title, 0.6F, "JSON-LD name"},
    {"datePublished", published, 0.95F, "JSON-LD datePublished"},
    {"dateCreated", published, 0.85F, "JSON-LD dateCreated"},
    {"uploadDate", published, 0.8F, "JSON-LD uploadDate"},
    {"pubDate", published, 0.9F, "JSON-LD pubDate"},
    {"dateModified", modified, 0.95F, "JSON-LD dateModified"},
    {"description", description, 0.75F, "JSON-LD description"},
    {"inLanguage", language, 0.7F, "JSON-LD inLanguage"},
    {"license", licence, 0.85F, "JSON-LD license"},
    {"articleSection", category, 0.85F, "JSON-LD articleSection"},
    {"keywords", tag, 0.8F, "JSON-LD keywords"},
    {"author", author, 0.9F, "JSON-LD author"},
    {"creator", author, 0.84F, "JSON-LD creator"},
    {"image", image, 0.8F, "JSON-LD image"},
    {"thumbnailUrl", image, 0.6F, "JSON-LD thumbnailUrl"},
    {"url", canonical, 0.5F, "JSON-LD url"},
    {"mainEntityOfPage", canonical, 0.55F, "JSON-LD mainEntityOfPage"},
};

const KnownName* find_key(std::string_view key) noexcept {
  const auto* known =
      std::find_if(std::begin(kKeys), std::end(kKeys), [key](const KnownName& k) { return k.name == key; });
  return known == std::end(kKeys) ? nullptr : known;
}

class LinkedData {
 public:
  LinkedData(const Subject& subject, Findings& findings)
      : objects_(subject.survey.json.objects()), values_(subject.survey.json.values()), findings_(findings) {}

  void run() {
    for (const JsonValue& value : values_) {
      const JsonObject& object = object_of(value.object);
      const float weight = weight_of(object.type);
      // What hangs below a list, a comment or a recommendation is not the page itself.
      if (weight > 0 && is_subject(value.object)) {
        if (const KnownName* known = find_key(value.key)) state(*known, value, weight);
        continue;
      }
      if (object.parent >= 0) {
        state_of_child(object, value);
      } else if (is_site(object.type) && value.key == "name") {
        findings_.add(site, value.value, object.type == "WebSite" ? "JSON-LD WebSite" : "JSON-LD Organization",
                      object.type == "WebSite" ? 0.8F : 0.65F);
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

  void state(const KnownName& known, const JsonValue& value, float weight) {
    const float confidence = known.confidence * weight;
    switch (known.field) {
      case published:
      case modified: {
        text::Date date;
        if (text::parse_date(value.value, date) && date.has_day()) {
          findings_.add_date(known.field, date, known.source, confidence);
        }
        break;
      }
      case canonical:
      case image:
        if (value.value.starts_with("http") || value.value.starts_with('/')) {
          findings_.add(known.field, value.value, known.source, confidence);
        }
        break;
      default:
        findings_.add(known.field, value.value, known.source, confidence);
    }
  }

  // Members of {"author": {"name": …}}, {"publisher": {…}}, {"image": {"url": …}}.
  void state_of_child(const JsonObject& object, const JsonValue& value) {
    const JsonObject& parent = object_of(object.parent);
    const float weight = weight_of(parent.type);
    if (weight == 0 || !is_subject(object.parent)) return;
    const bool author_of = object.key == "author" || object.key == "creator";
    if (author_of && value.key == "name") {
      findings_.add(author, value.value, "JSON-LD author", (object.type == "Organization" ? 0.55F : 0.9F) * weight);
    } else if (author_of && value.key == "@id") {
      add_referred(value.value, author, "JSON-LD author", 0.9F * weight);
    } else if (object.key == "publisher" && value.key == "name") {
      findings_.add(site, value.value, "JSON-LD publisher", 0.8F * weight);
    } else if (object.key == "publisher" && value.key == "@id") {
      add_referred(value.value, site, "JSON-LD publisher", 0.75F * weight);
    } else if (object.key == "isPartOf" && value.key == "name" && object.type == "WebSite") {
      findings_.add(site, value.value, "JSON-LD isPartOf", 0.8F * weight);
    } else if (object.key == "image" && (value.key == "url" || value.key == "contentUrl")) {
      findings_.add(image, value.value, "JSON-LD image", 0.8F * weight);
    } else if (object.key == "mainEntityOfPage" && value.key == "@id" && value.value.starts_with("http")) {
      findings_.add(canonical, value.value, "JSON-LD mainEntityOfPage", 0.55F * weight);
    }
  }

  // The name of the object that has the id. Bounded: pages name one or two.
  void add_referred(std::string_view id, Field field, std::string_view source, float confidence) {
    if (++referred_ > 16) return;
    for (const JsonValue& value : values_) {
      if (value.key == "name" && object_of(value.object).id == id) {
        findings_.add(field, value.value, source, confidence);
        return;
      }
    }
  }

  std::span<const JsonObject> objects_;
  std::span<const JsonValue> values_;
  Findings& findings_;
  int referred_ = 0;
};

constexpr KnownName kProperties[] = {
    {"headline", title, 0.85F, "itemprop headline"},
    {"datePublished", published, 0.9F, "itemprop datePublished"},
    {"dateCreated", published, 0.8F, "itemprop dateCreated"},
    {"dateModified", modified, 0.88F, "itemprop dateModified"},
    {"author", author, 0.82F, "itemprop author"},
    {"creator", author, 0.74F, "itemprop creator"},
    {"articleSection", category, 0.75F, "itemprop articleSection"},
    {"keywords", tag, 0.7F, "itemprop keywords"},
    {"license", licence, 0.8F, "itemprop license"},
    {"inLanguage", language, 0.6F, "itemprop inLanguage"},
};

}  // namespace

void add_json_ld(const Subject& subject, Findings& findings) { LinkedData(subject, findings).run(); }

void add_properties(const Subject& subject, Findings& findings) {
  const html::Document& document = subject.document();
  std::string& value = subject.buffers.text;
  for (const Survey::Property& property : subject.survey.properties) {
    const auto* known = std::find_if(std::begin(kProperties), std::end(kProperties),
                                     [&](const KnownName& p) { return p.name == property.name; });
    if (known == std::end(kProperties)) continue;
    const NodeId id = property.element;
    if (subject.foreign(subject.block_at(id))) continue;
    value.clear();
    for (const Attr attribute : {Attr::content, Attr::datetime}) {
      if (value.empty()) value = document.attribute(id, attribute);
    }
    if (value.empty()) {
      // Of an author with properties of its own, the name.
      NodeId from = id;
      if (known->field == author) {
        const std::size_t next = static_cast<std::size_t>(&property - subject.survey.properties.data()) + 1;
        for (const Survey::Property& inner :
             std::span(subject.survey.properties)
                 .subspan(next)
                 .first(std::min<std::size_t>(8, subject.survey.properties.size() - next))) {
          if (inner.element >= document[id].end) break;
          if (inner.name == "name") {
            from = inner.element;
            break;
          }
        }
      }
      if (document[from].end - from > kMostNodes) continue;
      append_text_inside(document, from, value);
    }
    if (known->field == published || known->field == modified) {
      text::Date date;
      if (text::parse_date(value, date) && date.has_day()) {
        findings.add_date(known->field, date, known->source, known->confidence);
      }
    } else {
      findings.add(known->field, value, known->source, known->confidence);
    }
  }
}

}  // namespace pith::article
