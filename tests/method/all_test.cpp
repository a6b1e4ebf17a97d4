#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"

namespace pith::method {
namespace {

using testing::Measured;
using Texts = std::vector<std::string>;

Texts kept(const Measured& m, Choice& choice) {
  Scratch scratch;
  choose(*all_methods().find("all"), m.page, {}, scratch, choice);
  Texts texts;
  for (std::size_t body = 0; body < choice.bodies(); ++body) {
    for (const BlockId id : choice.body(body)) texts.push_back(m.text(id));
  }
  return texts;
}

std::string reason(const Measured& m, const Choice& choice, BlockId id) {
  std::string out;
  all_methods().find("all")->describe(m.page, choice, id, out);
  return out;
}

TEST(All, KeepsWhatABrowserShows) {
  const Measured m(
      "<p>a<p hidden>b</p><noscript><p>c</p></noscript><select><option>d</select><button>e</button><p>fff");
  Choice choice;
  EXPECT_EQ(kept(m, choice), (Texts{"a", "e", "fff"}));
  EXPECT_EQ(choice.bodies(), 1u);
  EXPECT_EQ(choice.body_of(m.block("a")), 0);
  EXPECT_EQ(choice.body_of(m.block("b")), -1);
  EXPECT_EQ(reason(m, choice, m.block("a")), "visible");
  EXPECT_EQ(reason(m, choice, m.block("b")), "hidden");
  EXPECT_EQ(reason(m, choice, m.block("c")), "only for readers without scripts");
  EXPECT_EQ(reason(m, choice, m.block("d")), "an option of a list to choose from");
}

TEST(All, KeepsNoscriptOfAPageWithLittleElse) {
  const Measured m("<p>Loading<noscript><p>A post of a thread.<p hidden>hidden in it</noscript>");
  Choice choice;
  EXPECT_EQ(kept(m, choice), (Texts{"Loading", "A post of a thread."}));
}

TEST(All, KeepsHiddenTextOfAPageThatScriptsUncover) {
  const std::string text = "The whole page waits in a hidden element for its scripts.";
  Choice choice;
  EXPECT_EQ(kept(Measured("<div style='visibility:hidden'><p>" + text + "</div>"), choice), (Texts{text}));
}

TEST(All, SaysWhyThereIsNothing) {
  Choice choice;
  EXPECT_TRUE(kept(Measured("<script>x</script>"), choice).empty());
  EXPECT_EQ(choice.empty(), Empty::no_text);
  EXPECT_TRUE(kept(Measured("<p hidden>x"), choice).empty());
  EXPECT_EQ(choice.empty(), Empty::hidden);
  EXPECT_TRUE(kept(Measured("<select><option>x</select>"), choice).empty());
  EXPECT_EQ(choice.empty(), Empty::nothing);
  EXPECT_FALSE(kept(Measured("<p>x"), choice).empty());
  EXPECT_EQ(choice.empty(), Empty::none);
}

}  // namespace
}  // namespace pith::method
