#include "article/findings.hpp"

#include <array>

#include "html/char_reference.hpp"
#include "page/folder.hpp"

namespace pith::article {

std::string_view name_of(Field field) noexcept {
  static constexpr std::array<std::string_view, kFields> kNames = {
      "title",    "author",  "date",  "modified",  "site",      "source", "editor",    "description",
      "language", "licence", "image", "canonical", "next_page", "tags",   "categories"};
  return kNames[static_cast<std::size_t>(field)];
}

Finding& Findings::next() {
  if (size_ == list_.size()) list_.emplace_back();
  return list_[size_];
}

Finding* Findings::add(Field field, std::string_view value, std::string_view source, float confidence) {
  Finding& finding = next();
  finding.value.clear();
  append_clean(value, finding.value);
  if (finding.value.empty()) return nullptr;
  finding.field = field;
  finding.source = source;
  finding.confidence = confidence;
  finding.date = {};
  ++size_;
  return &finding;
}

void Findings::add_date(Field field, const text::Date& date, std::string_view source, float confidence) {
  Finding& finding = next();
  finding.value.clear();
  text::append_iso(date, finding.value);
  finding.field = field;
  finding.source = source;
  finding.confidence = confidence;
  finding.date = date;
  ++size_;
}

const Finding* Findings::best(Field field) const noexcept {
  const Finding* best = nullptr;
  for (const Finding& finding : all()) {
    if (finding.field == field && (best == nullptr || finding.confidence > best->confidence)) best = &finding;
  }
  return best;
}

void append_clean(std::string_view raw, std::string& out) {
  page::Folder folder(out);
  std::size_t begin = 0;  // of what has not been appended
  for (std::size_t at = raw.find('&'); at != std::string_view::npos;) {
    const html::CharReference reference = html::read_char_reference(raw.data() + at + 1, raw.data() + raw.size(), true);
    if (reference.consumed != 0) {
      folder.append(raw.substr(begin, at - begin));
      folder.append({reference.utf8, reference.length});
      begin = at + 1 + reference.consumed;
    }
    at = raw.find('&', at + 1 + reference.consumed);
  }
  folder.append(raw.substr(begin));
}

}  // namespace pith::article
