// What a memory of sites says of fields, and is told.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "article/subject.hpp"
#include "site/memory.hpp"
#include "text/ascii.hpp"
#include "text/hash.hpp"

namespace pith::article {

namespace {

constexpr float kOfPlace = 0.15F;  // trust that a place gains which always proved right
constexpr char kDate = 'd', kAuthor = 'a';

using html::Document;
using html::NodeId;

// Elements count by their tags and classes; digits in these are of the page, not of the template.
std::uint64_t digest_of_place(const Document& document, NodeId element) {
  std::uint64_t digest = text::kFnv64Start;
  for (; element != html::kNoNode && document[element].is_element(); element = document[element].parent) {
    for (const char c : document.tag_name(element)) digest = text::fnv64_step(digest, static_cast<unsigned char>(c));
    for (const char c : document.attribute(element, html::Attr::class_))
      if (!text::is_ascii_digit(c)) digest = text::fnv64_step(digest, static_cast<unsigned char>(c));
    digest = text::mix64(digest);
  }
  return digest;
}

// "div.info > span.time"
std::string label_of_place(const Document& document, NodeId element) {
  constexpr int kLevels = 2;
  constexpr std::size_t kLongestName = 40;  // bytes
  std::string label;
  for (int level = 0; level < kLevels && element != html::kNoNode && document[element].is_element();
       ++level, element = document[element].parent) {
    std::string step(document.tag_name(element));
    std::string_view classes = text::trim_ascii(document.attribute(element, html::Attr::class_));
    classes = classes.substr(0, classes.find_first_of(" \t\n\f\r"));
    if (!classes.empty() && classes.size() <= kLongestName) step.append(".").append(classes);
    if (!label.empty()) step.append(" > ").append(label);
    label = std::move(step);
  }
  return label;
}

char kind_of(Field field) noexcept {
  return field == Field::published ? kDate : field == Field::author ? kAuthor : char{0};
}

}  // namespace

void prefer_known_places(const Subject& subject, Statements& statements) {
  if (subject.memory == nullptr) return;
  for (Statement& statement : statements.all()) {
    const char kind = kind_of(statement.field);
    if (kind == 0 || statement.place == html::kNoNode) continue;
    const float standing = subject.memory->standing(kind, digest_of_place(subject.document(), statement.place));
    statement.trust = std::clamp(statement.trust + kOfPlace * standing, 0.0F, 1.0F);
  }
}

void tell_memory(const Subject& subject, const Statements& statements, const Article& article) {
  if (subject.memory == nullptr) return;
  std::string_view title;
  std::vector<site::FieldPlace> places;
  text::Date date;
  const bool has_date = text::parse_date(article.date, date) && date.has_day();
  for (const Statement& statement : statements.all()) {
    if (statement.source == Source::title_element) title = statement.value;
    const char kind = kind_of(statement.field);
    if (kind == 0 || statement.place == html::kNoNode) continue;
    if (kind == kDate ? !has_date : article.authors.empty()) continue;
    const bool right = kind == kDate
                           ? text::day_number(statement.date) == text::day_number(date)
                           : std::any_of(article.authors.begin(), article.authors.end(), [&](const std::string& name) {
                               return statement.value.find(name) != std::string::npos;
                             });
    const std::uint64_t digest = digest_of_place(subject.document(), statement.place);
    const auto same = std::find_if(places.begin(), places.end(), [&](const site::FieldPlace& place) {
      return place.field == kind && place.path == digest;
    });
    if (same != places.end()) {
      same->right = same->right || right;
    } else {
      places.push_back({kind, right, digest, label_of_place(subject.document(), statement.place)});
    }
  }
  subject.memory->tell(title, places);
}

}  // namespace pith::article
