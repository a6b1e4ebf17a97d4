// Rules as strangers write them, on pages of strangers: reading comes to an end, a rule that was read is written to the
// same rule, selectors find elements of the page in order, and what takes too much is refused.

#include "html/parser.hpp"
#include "rules/apply.hpp"
#include "rules/rule_file.hpp"
#include "support.hpp"

using namespace pith;

namespace {

/// "RULE\n---\nPAGE": the page is one of our own where none is given.
struct RuleAndPage {
  explicit RuleAndPage(std::string_view input) : rule(input) {
    constexpr std::string_view kMark = "\n---\n";
    const std::size_t mark = input.find(kMark);
    if (mark == std::string_view::npos) return;
    rule = input.substr(0, mark);
    page = input.substr(mark + kMark.size());
  }

  std::string_view rule;
  std::string_view page =
      "<!doctype html><title>t</title><div id=a class='x y'><p>one<p lang=de>two<a href=/1>link</a></div>"
      "<ul><li>1<li>2<li>3</ul><svg><g/></svg>";
};

void check_rule(const RuleAndPage& input, const html::Document& document) {
  const Result<rules::Rule> rule = rules::read_rule(input.rule, "rule.toml");
  if (!rule) {
    FUZZ_CHECK(!rule.error().message.empty());
    return;
  }
  const std::string written = rules::to_toml(*rule);
  const Result<rules::Rule> again = rules::read_rule(written, "rule.toml");
  FUZZ_CHECK(again);
  FUZZ_CHECK(rules::to_toml(*again) == written);
  const rules::Applied applied = rules::apply(*rule, document, "https://example.org/news/1");
  FUZZ_CHECK(applied.rows.size() <= rules::kMostRows);
  FUZZ_CHECK(applied.rows == rules::apply(*again, document, "https://example.org/news/1").rows);
}

void check_selectors(const RuleAndPage& input, const html::Document& document) {
  const Result<rules::Selectors> selectors = rules::Selectors::parse(input.rule);
  if (!selectors) {
    FUZZ_CHECK(selectors.error().message.starts_with("offset "));
    return;
  }
  for (const html::NodeId scope : {html::NodeId{0}, document.body()}) {
    if (scope == html::kNoNode) continue;
    std::vector<html::NodeId> matched;
    selectors->select_in(document, scope, matched);
    html::NodeId last = scope;
    for (const html::NodeId node : matched) {
      FUZZ_CHECK(node > last && node < document[scope].end && document[node].is_element());
      last = node;
    }
  }
}

void check_xpath(const RuleAndPage& input, const html::Document& document) {
  const Result<rules::XPath> xpath = rules::XPath::parse(input.rule);
  const Result<rules::XmlTree> tree = rules::XmlTree::make(document);
  if (!xpath || !tree) return;
  std::vector<rules::Found> found;
  if (xpath->select(*tree, 0, found)) return;
  for (const rules::Found& one : found) FUZZ_CHECK(one.node == html::kNoNode || one.node < document.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input decided(data, size);
  const RuleAndPage input(decided.page());
  const html::Document document = html::parse(input.page);
  switch (decided.below(4)) {
    case 0:
      check_rule(input, document);
      break;
    case 1:
      check_selectors(input, document);
      break;
    case 2:
      check_xpath(input, document);
      break;
    default:
      if (const Result<rules::Stylesheet> sheet = rules::Stylesheet::parse(input.rule, "s.xsl"); sheet) {
        const Result<std::vector<rules::XmlRow>> rows = sheet->transform(document);
        FUZZ_CHECK(rows || !rows.error().message.empty());
      }
  }
  return 0;
}
