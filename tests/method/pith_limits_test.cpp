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
  EXPECT_EQ(reason_of_first(1499, kBytes).find("too many blocks or elements"), std::string::npos);
  EXPECT_EQ(reason_of_first(1500, kBytes).find("too many blocks or elements"), std::string::npos);
  EXPECT_EQ(reason_of_first(1501, kBytes).find("too many blocks or elements"), 0u);
}

// A paragraph of so many letters, each of which is set in bold: two nodes a letter.
std::string reason_for_letters(std::size_t letters, std::size_t bytes) {
  std::string page = "<p>";
  for (std::size_t i = 0; i < letters; ++i) page += "<b>x</b>";
  page += "<!--";
  page.append(bytes - page.size() - 3, '.');
  const Measured m(page + "-->");
  const Chosen run("pith", m);
  std::string reason;
  find("pith")->describe(m.page, run.choice, 0, reason);
  return reason;
}

TEST(PithLimits, ReckonsFeaturesUpToSoManyNodes) {
  // 1,000 nodes and one more for every 8 bytes; html, head, body and p are four, the document one, the comment one.
  constexpr std::size_t kBytes = 8 * 2000, kLetters = (1000 + 2000 - 6) / 2;
  EXPECT_EQ(reason_for_letters(kLetters, kBytes).find("too many blocks or elements"), std::string::npos);
  EXPECT_EQ(reason_for_letters(kLetters + 1, kBytes).find("too many blocks or elements"), 0u);
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
