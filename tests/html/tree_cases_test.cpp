// Small cases of our own, one or more for each insertion mode, that run where html5lib's are not at hand. The expected
// trees come from parse5 (tests/differential/tree_of.mjs --cases FILE), so that two parsers have to agree.

#include "conformance/tree_cases.hpp"

#include <gtest/gtest.h>

namespace pith::conformance {
namespace {

TEST(TreeCases, Own) {
  const CaseCount count = run_tree_cases(std::filesystem::path(PITH_SOURCE_DIR) / "tests/html/cases");
  for (const std::string& failure : count.failures) ADD_FAILURE() << failure;
  EXPECT_EQ(count.passed, count.run);
  EXPECT_GE(count.run, 60);
}

TEST(TreeCases, RunnerSeesWrongTrees) {
  TreeCase c;
  c.data = "<p>a";
  c.expected = "| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"a\"\n";
  EXPECT_FALSE(run_tree_case(c).has_value());
  c.expected += "|     <p>\n";
  EXPECT_TRUE(run_tree_case(c).has_value());
}

}  // namespace
}  // namespace pith::conformance
