#pragma once

// A rule made of pages and the texts that are wanted of them: where they stand, and by which path pages of the same
// site would have them, too.

#include <cstddef>
#include <optional>
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
  std::string value;                   ///< on the first page
  html::NodeId node = html::kNoNode;   ///< where; kNoNode: it was found on another page
  std::vector<std::string> said = {};  ///< on the further pages; empty: nothing
};

/// A further page where the path that was chosen for a field does not hold.
struct Failure {
  std::string page, field, reason;
  std::size_t place = 0;  ///< which of the further pages, from 0, in the order in which they were shown
};

/// What a field says on a page, as a person has copied it or pointed at it.
struct WantedText {
  std::string field, text;
  html::NodeId node = html::kNoNode;  ///< a node in it, where the same text stands in several places; kNoNode: any
};

class RuleMaker {
 public:
  /// Looks into the document while it lives.
  RuleMaker(const html::Document& document, std::string_view url) : document_(document), url_(url) {}

  /// Finds ways to a text; a date in any notation finds the day it says; without a text it is that of the node. An
  /// error where nothing on the page is like it. O(nodes * depth).
  Error want(const WantedText& wanted);
  Error want(const std::string& field, std::string_view text) { return want({field, std::string(text)}); }
  /// The way to a field as a person has chosen it: a path, its type. An error where it finds nothing on the page.
  Error want(FieldRule field);

  /// A further page whose texts are known, too, before any that are tried: ways are looked for on it as well, and those
  /// hold that find its texts. A field may stand on further pages alone. The document must outlive the maker.
  Error add_example(const std::string& id, const html::Document& document, std::string_view url,
                    const std::vector<WantedText>& wanted);
  /// A further page of the site: on how many of them a way holds decides between ways. A field that says on it what it
  /// said on the first page, or says nothing, does not hold.
  void try_page(const std::string& id, const html::Document& document, std::string_view url);

  /// The way that is best for each field, with a second path for pages where the first finds nothing.
  [[nodiscard]] std::vector<Candidate> chosen() const;
  /// The rule of the `chosen` ways, each field required that holds on all pages, for the host of the first page.
  [[nodiscard]] Rule rule(const std::vector<Candidate>& chosen) const;
  /// Where their paths do not hold.
  [[nodiscard]] std::vector<Failure> failures(const std::vector<Candidate>& chosen) const;
  /// All ways to a field of the rule, the best first.
  [[nodiscard]] const std::vector<Candidate>& ways(std::size_t field) const { return wanted_[field].ways; }

 private:
  struct Page {
    std::string id;
    const html::Document* document = nullptr;  // of an example; of others nullptr
    std::string url;
  };
  struct Wanted {
    std::string field;
    bool is_chosen = false;                      // by a person: the first way is the one
    std::vector<Candidate> ways;                 // the best first
    std::string text;                            // on the first page; empty: not known
    std::vector<std::optional<std::string>> on;  // on the further pages
  };
  Error look_for(const WantedText& wanted, const html::Document& document, const std::string& url,
                 std::vector<Candidate>& ways) const;
  void rank(Wanted& wanted) const;
  [[nodiscard]] std::string reason(const Wanted& wanted, const Candidate& way, std::size_t page) const;
  [[nodiscard]] std::size_t pages_held(const Wanted& wanted, const Candidate& way) const;
  [[nodiscard]] Candidate choose(const Wanted& wanted) const;
  [[nodiscard]] Candidate with_best_second(const Wanted& wanted, const Candidate& first) const;
  [[nodiscard]] Candidate choose_by_examples(const Wanted& wanted) const;

  const html::Document& document_;
  std::string url_;
  std::vector<Wanted> wanted_;
  std::vector<Page> pages_;  // further ones
};

}  // namespace pith::rules
