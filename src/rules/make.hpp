#pragma once

// A rule made of one page and the texts that are wanted of it: where they stand, and by which path pages of the same
// site would have them, too.

#include <string>
#include <string_view>
#include <vector>

#include "html/document.hpp"
#include "result.hpp"
#include "rules/rule.hpp"

namespace pith::rules {

/// A way to a field: what a rule would say, and what it was found to give.
struct Candidate {
  FieldRule field;
  double cost = 0;                     ///< the less the path leans on places and accidental names, the less
  double likeness = 0;                 ///< of the value to the wanted text, up to 1
  bool is_close = true;                ///< no other way gives a text that is more like it
  std::string value;                   ///< on the page that it was made of
  html::NodeId node = html::kNoNode;   ///< where
  std::vector<std::string> said = {};  ///< on the further pages; empty: nothing
};

/// A further page where the path that was chosen for a field does not hold.
struct Failure {
  std::string page, field, reason;
};

class RuleMaker {
 public:
  /// Looks into the document while wants() is called, not later.
  RuleMaker(const html::Document& document, std::string_view url) : document_(document), url_(url) {}

  /// Finds ways to a text, as a person has copied it from the page; a date in any notation finds the day it says. An
  /// error where nothing on the page is like it. O(nodes * depth).
  Error want(const std::string& field, std::string_view text);

  /// A further page of the site: on how many of them a way holds decides between ways. A field that says on it what it
  /// said on the first page, or says nothing, does not hold.
  void try_page(const std::string& id, const html::Document& document, std::string_view url);

  /// The rule of the best ways, each field required that holds on all pages.
  [[nodiscard]] Rule rule() const;
  /// Where its paths do not hold.
  [[nodiscard]] std::vector<Failure> failures() const;
  /// The way that was chosen for each field, with a second path for pages where the first finds nothing.
  [[nodiscard]] std::vector<Candidate> chosen() const;

 private:
  using Ways = std::vector<Candidate>;  // to one field, the best first
  [[nodiscard]] Candidate choose(const Ways& ways) const;

  const html::Document& document_;
  std::string url_;
  std::vector<Ways> wanted_;
  std::vector<std::string> pages_;
};

}  // namespace pith::rules
