#pragma once

// What rules of the user (rules/) say of a page, to whoever extracts it. Inside the library only.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "html/document.hpp"

namespace pith {

/// What a rule has found on a page.
struct RuledPage {
  std::vector<html::NodeId> body;  ///< the elements that hold the body; none: `body_text`, or the method chooses
  std::string body_text;           ///< of bodies that stand in no element: an attribute, what a stylesheet has made
  /// Members of the article by name ("title", "authors") and their values; the page's own where one is not there.
  std::vector<std::pair<std::string, std::vector<std::string>>> fields;
  std::string reason;  ///< what the rule lacks here, so that the method was asked; empty: nothing
};

class SiteRules {
 public:
  virtual ~SiteRules() = default;

  /// Nothing where no rule is for the page. May be called by any number of threads.
  [[nodiscard]] virtual std::optional<RuledPage> apply(const html::Document& document, std::string_view url) const = 0;
  /// The same for the same rules: a run that goes on must have them again.
  [[nodiscard]] virtual std::string digest() const = 0;
};

}  // namespace pith
