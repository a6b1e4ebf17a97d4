#include "article/findings.hpp"

#include <array>

#include "html/char_reference.hpp"
#include "page/block_text.hpp"

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
  const std::size_t ampersand = raw.find('&');
  if (ampersand == std::string_view::npos) {
    page::append_folded(raw, out);
    return;
  }
  std::string plain(raw.substr(0, ampersand));
  for (std::size_t i = ampersand; i < raw.size(); ++i) {
    if (raw[i] == '&') {
      const html::CharReference reference =
          html::read_char_reference(raw.data() + i + 1, raw.data() + raw.size(), true);
      if (reference.consumed != 0) {
        plain.append(reference.utf8, reference.length);
        i += reference.consumed;
        continue;
      }
    }
    plain += raw[i];
  }
  page::append_folded(plain, out);
}

}  // namespace pith::article
