#include "rules/values.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "html/serialize.hpp"
#include "page/folder.hpp"
#include "page/traits.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/date.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

namespace pith::rules {

using html::kNoNode;
using html::Node;
using html::NodeId;
using html::Tag;

namespace {

constexpr std::size_t kMostBytes = 16u << 20;

/// Without white space at both ends, that of all scripts.
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text::is_space(text::first_character(text)))
    text.remove_prefix(text::beginning_of(text, 1).size());
  while (!text.empty() && text::is_space(text::last_character(text))) {
    while (text.size() > 1 && text::continues_character(text.back())) text.remove_suffix(1);
    text.remove_suffix(1);
  }
  return text;
}

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t hit = 0; (hit = text.find(what, at)) != std::string_view::npos && out.size() < kMostBytes;) {
    out += text.substr(at, hit - at);
    out += with;
    at = hit + what.size();
  }
  return out += text.substr(at);
}

/// Each character of `what` at both ends.
std::string stripped(std::string_view text, std::string_view what) {
  const auto is_in = [what](std::string_view character) { return what.find(character) != std::string_view::npos; };
  while (!text.empty()) {
    const std::string_view first = text::beginning_of(text, 1);
    if (!is_in(first)) break;
    text.remove_prefix(first.size());
  }
  while (!text.empty()) {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && text::continues_character(text[begin])) --begin;
    if (!is_in(text.substr(begin))) break;
    text.remove_suffix(text.size() - begin);
  }
  return std::string(text);
}

/// Whether "1 234" goes on at `at`: a space or an apostrophe with three digits behind it. How long that mark is.
std::size_t group_mark(std::string_view text, std::size_t at) {
  for (const std::string_view mark : {" ", "'", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x99"}) {
    if (!text.substr(at).starts_with(mark)) continue;
    const std::size_t digits = text::leading_digits(text.substr(at + mark.size()));
    return digits == 3 ? mark.size() : 0;
  }
  return 0;
}

}  // namespace

std::string cleaned(std::string text, const std::vector<CleaningStep>& steps) {
  for (const CleaningStep& step : steps) {
    switch (step.kind) {
      case CleaningStep::Kind::strip:
        text = stripped(text, step.what);
        break;
      case CleaningStep::Kind::replace:
        text = replaced(text, step.what, step.with);
        break;
      case CleaningStep::Kind::cut_before:
        if (const std::size_t at = text.find(step.what); at != std::string::npos) text.erase(0, at + step.what.size());
        break;
      case CleaningStep::Kind::cut_after:
        if (const std::size_t at = text.find(step.what); at != std::string::npos) text.erase(at);
        break;
    }
  }
  return std::string(trimmed(text));
}

std::optional<std::string> number_in(std::string_view text) {
  const std::size_t begin = std::find_if(text.begin(), text.end(), text::is_ascii_digit) - text.begin();
  if (begin == text.size()) return std::nullopt;
  const bool is_negative = begin > 0 && (text[begin - 1] == '-' || text.substr(0, begin).ends_with("\xE2\x88\x92")) &&
                           (begin == 1 || !text::is_ascii_alphanumeric(text[begin - 2]));
  // Digits, "." and "," as they stand; what parts groups of three otherwise is left out.
  std::string written;
  std::size_t at = begin;
  while (at < text.size() && written.size() < 64) {
    const bool is_mark =
        (text[at] == '.' || text[at] == ',') && at + 1 < text.size() && text::is_ascii_digit(text[at + 1]);
    if (text::is_ascii_digit(text[at]) || is_mark) {
      written += text[at++];
    } else if (const std::size_t mark = group_mark(text, at); mark > 0) {
      at += mark;
    } else {
      break;
    }
  }
  const auto count = [&](char c) { return std::count(written.begin(), written.end(), c); };
  const std::size_t point = written.rfind('.'), comma = written.rfind(',');
  char decimal = '.';
  if (count('.') > 0 && count(',') > 0)
    decimal = point > comma ? '.' : ',';
  else if (count(',') == 1 && written.size() - comma - 1 != 3)
    decimal = ',';
  else if (count('.') > 1 || count(',') > 0)
    decimal = '\0';
  std::string plain;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (text::is_ascii_digit(written[i])) plain += written[i];
    if (written[i] == decimal && (decimal == '.' ? point : comma) == i) plain += '.';
  }
  std::optional<double> value = text::parse_number<double>(plain);
  if (!value) return std::nullopt;
  if (text.substr(at).starts_with("万") || text.substr(at).starts_with("萬")) *value *= 1e4;
  if (text.substr(at).starts_with("亿") || text.substr(at).starts_with("億")) *value *= 1e8;
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, is_negative ? -*value : *value).ptr;
  return std::string(digits, end);
}

std::string text_inside(const html::Document& document, NodeId node) {
  std::string out;
  if (document[node].is_text()) {
    page::Folder(out).append(document.text(node));
    return out;
  }
  if (document[node].kind == html::NodeKind::comment) return std::string(document.text(node));
  page::Folder folder(out);
  const auto end_line = [&] {
    if (!out.empty() && out.back() != '\n') out += '\n';
    folder.begin_line();
  };
  std::vector<NodeId> ends;  // of the block-level elements that are open
  const NodeId end = document[node].end;
  for (NodeId id = node + 1; id < end; ++id) {
    for (; !ends.empty() && ends.back() <= id; ends.pop_back()) end_line();
    const Node& at = document[id];
    if (at.is_text()) {
      folder.append(document.text(id));
    } else if (at.is(Tag::br)) {
      end_line();
    } else if (at.is_element()) {
      const page::Traits traits = page::traits_of(at);
      if ((traits & page::kNoText) != 0 || at.is(Tag::noscript)) {
        id = at.end - 1;
      } else if ((traits & page::kBlockLevel) != 0) {
        end_line();
        ends.push_back(at.end);
      }
    }
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

RulePage::RulePage(const html::Document& document, std::string_view url) : document_(document), url_(url) {
  addresses_.set_base(url);
  for (NodeId id = 0; id < document.size(); ++id) {
    if (document[id].is(Tag::html)) month_first_ = text::writes_month_first(document.attribute(id, html::Attr::lang));
    if (!document[id].is(Tag::base)) continue;
    std::string base;
    if (addresses_.append(document.attribute(id, html::Attr::href), base)) addresses_.set_base(base);
    break;
  }
}

Result<const XmlTree*> RulePage::tree() {
  if (!tree_) {
    Result<XmlTree> made = XmlTree::make(document_);
    if (!made) return std::move(made).error();
    tree_ = *std::move(made);
  }
  return &*tree_;
}

std::string RulePage::raw(const Found& found, const FieldRule& field) const {
  if (found.node == kNoNode) return found.text;
  const Node& node = document_[found.node];
  const auto attribute = [&](std::string_view name) {
    for (const html::Attribute& one : document_.attributes(found.node))
      if (document_.name(one) == name) return std::string(document_.value(one));
    return std::string();
  };
  if (!field.attribute.empty()) return attribute(field.attribute);
  if (node.is(Tag::meta)) return attribute("content");
  if (node.is(Tag::input)) return attribute("value");
  if (field.type == FieldType::date && document_.find(found.node, html::Attr::datetime) != nullptr)
    return attribute("datetime");
  if (field.type == FieldType::link && node.is_element()) {
    const std::string href = attribute("href");
    return href.empty() ? attribute("src") : href;
  }
  if (field.type == FieldType::html && node.is_element()) {
    std::string markup;
    html::append_inner_html(document_, found.node, markup);
    return markup;
  }
  return text_inside(document_, found.node);
}

std::optional<std::string> RulePage::typed(std::string text, FieldType type) {
  if (text.empty()) return std::nullopt;
  switch (type) {
    case FieldType::date: {
      const text::DateOptions options{.month_first = month_first_};
      text::Date date;
      if (!text::parse_date(text, date, options)) date = text::find_date(text, options).date;
      std::string iso;
      text::append_iso(date, iso);
      return iso.empty() ? std::nullopt : std::optional(std::move(iso));
    }
    case FieldType::number:
      return number_in(text);
    case FieldType::link: {
      std::string absolute;
      return addresses_.append(text, absolute) ? std::optional(std::move(absolute)) : std::nullopt;
    }
    default:
      return text;
  }
}

}  // namespace pith::rules
