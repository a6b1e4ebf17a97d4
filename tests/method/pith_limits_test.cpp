// What the default method does at its limits; how well it extracts is what the accuracy gate tells.

#include <gtest/gtest.h>

#include <string>

#include "support/chosen.hpp"

namespace pith::method {
namespace {

using testing::Chosen;
using testing::Measured;

// A paragraph for every four bytes, then comments that make the page as long as asked for.
std::string dense_page(std::size_t blocks, std::size_t bytes) {
  std::string page;
  for (std::size_t i = 0; i < blocks; ++i) page += "<p>x";
  page += "<!--";
  page.append(bytes - page.size() - 3, '.');
  return page + "-->";
}

std::string reason_of_first(std::size_t blocks, std::size_t bytes) {
  const Measured m(dense_page(blocks, bytes));
  EXPECT_EQ(m.page.blocks().size(), blocks);
  const Chosen run("pith", m);
  std::string reason;
  find("pith")->describe(m.page, run.choice, 0, reason);
  return reason;
}

TEST(PithLimits, JudgesEachBlockUpToTheLimit) {
  // 1,000 blocks and one more for every 64 bytes.
  constexpr std::size_t kBytes = 64 * 500;
  EXPECT_EQ(reason_of_first(1499, kBytes).find("too many blocks"), std::string::npos);
  EXPECT_EQ(reason_of_first(1500, kBytes).find("too many blocks"), std::string::npos);
  EXPECT_EQ(reason_of_first(1501, kBytes).find("too many blocks"), 0u);
}

TEST(PithLimits, KeepsDenseTextBeyondTheLimit) {
  std::string page = "<body><div>";
  for (int i = 0; i < 20; ++i) page += "<p>A paragraph of some length, which says what the page is about, and more.";
  page += "</div><div>";
  for (int i = 0; i < 4000; ++i) page += "<p><a href=x>y</a>";
  const Measured m(page);
  const Chosen run("pith", m);
  ASSERT_EQ(run.choice.bodies(), 1u);
  EXPECT_EQ(run.choice.body(0).size(), 20u);
  EXPECT_EQ(run.choice.score(0), 1);
  EXPECT_EQ(run.choice.score(20), 0);
}

}  // namespace
}  // namespace pith::method
