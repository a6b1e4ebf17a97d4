#pragma once

// From what a path has found to the value of a field: text, dates, numbers, addresses, markup; and their cleaning.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/document.hpp"
#include "result.hpp"
#include "rules/rule.hpp"
#include "rules/xml_tree.hpp"
#include "rules/xml_xpath.hpp"
#include "text/url.hpp"

namespace pith::rules {

/// In the order of CleaningStep::Kind.
inline constexpr std::array<std::string_view, 4> kCleaningKinds = {"strip", "replace", "cut_before", "cut_after"};

/// The steps one after the other, then without white space at both ends. O(steps * text); what `replace` makes longer
/// ends at 16 MiB.
std::string cleaned(std::string text, const std::vector<CleaningStep>& steps);

/// The first number of a text as JSON writes it: "1,234.50 €" is 1234.5, "1.234,50" too, "3.2万" 32000. A comma with
/// three digits behind it parts thousands, a point does so where there are several.
std::optional<std::string> number_in(std::string_view text);

/// A page that values are read from. It looks into the document, which must outlive it.
class RulePage {
 public:
  RulePage(const html::Document& document, std::string_view url);

  [[nodiscard]] const html::Document& document() const noexcept { return document_; }
  /// Made when it is first asked for.
  Result<const XmlTree*> tree();

  /// What was found as the text of a field: of an element its attribute, where the field names one, else what it says
  /// itself: `content` of a meta element, `datetime` of a time for dates, `href` or `src` for links, the markup inside
  /// for html, else its text as a reader sees it, a line for each block.
  [[nodiscard]] std::string raw(const Found& found, const FieldRule& field) const;
  /// A cleaned text as its type has it; nothing where it is none of it, or empty.
  [[nodiscard]] std::optional<std::string> typed(std::string text, FieldType type);

 private:
  const html::Document& document_;
  std::string url_;
  text::AddressResolver addresses_;
  bool month_first_ = false;
  std::optional<XmlTree> tree_;
};

/// The text inside a node as a reader sees it: white space folded, a line for each block-level element and `br`,
/// without scripts, styles and noscript. O(subtree).
std::string text_inside(const html::Document& document, html::NodeId node);

}  // namespace pith::rules
