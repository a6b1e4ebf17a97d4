// What the default method does at its limits; how well it extracts is what the accuracy gate tells.

#include <gtest/gtest.h>

#include <string>

#include "support/chosen.hpp"

namespace pith::method {
namespace {

using testing::Chosen;
using testing::Measured;

// The same piece of a page so many times, then a comment that makes the page as long as asked for.
std::string dense_page(const std::string& piece, std::size_t pieces, std::size_t bytes) {
  std::string page;
  for (std::size_t i = 0; i < pieces; ++i) page += piece;
  page += "<!--";
  page.append(bytes - page.size() - 3, '.');
  return page + "-->";
}

std::string reason_of_first(const Measured& m) {
  const Chosen run("pith", m);
  std::string reason;
  all_methods().find("pith")->describe(m.page, run.choice, 0, reason);
  return reason;
}

// A paragraph for every four bytes.
std::string reason_for_blocks(std::size_t blocks, std::size_t bytes) {
  const Measured m(dense_page("<p>x", blocks, bytes));
  EXPECT_EQ(m.page.blocks().size(), blocks);
  return reason_of_first(m);
}

// One block of letters in bold: two nodes a letter.
std::string reason_for_letters(std::size_t letters, std::size_t bytes) {
  const Measured m(dense_page("<b>x</b>", letters, bytes));
  EXPECT_EQ(m.page.blocks().size(), 1u);
  return reason_of_first(m);
}

TEST(PithLimits, JudgesEachBlockUpToTheLimit) {
  // 1,000 blocks and one more for every 64 bytes.
  constexpr std::size_t kBytes = 64 * 500;
  EXPECT_EQ(reason_for_blocks(1499, kBytes).find("too many blocks or elements"), std::string::npos);
  EXPECT_EQ(reason_for_blocks(1500, kBytes).find("too many blocks or elements"), std::string::npos);
  EXPECT_EQ(reason_for_blocks(1501, kBytes).find("too many blocks or elements"), 0u);
}

TEST(PithLimits, ReckonsFeaturesUpToSoManyNodes) {
  // 1,000 nodes and one more for every 8 bytes; html, head and body are three, the document one, the comment one.
  constexpr std::size_t kBytes = 8 * 1999, kLetters = (1000 + 1999 - 5) / 2;
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
