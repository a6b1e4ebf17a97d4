#include "html/path.hpp"

#include <gtest/gtest.h>

#include "html/parser.hpp"

namespace pith::html {
namespace {

TEST(Paths, CountSiblingsOfTheSameTag) {
  const Document document =
      parse("<title>t</title><div><p>a<span>b</span><p>c</div><section></section><div><x-card>d<p></div>");
  const Paths paths(document);
  std::string all;
  for (NodeId id = 0; id < document.size(); ++id) {
    if (!document[id].is_element()) continue;
    paths.append(id, all);
    all += '\n';
  }
  EXPECT_EQ(all,
            "html\nhtml/head\nhtml/head/title[1]\nhtml/body\nhtml/body/div[1]\nhtml/body/div[1]/p[1]\n"
            "html/body/div[1]/p[1]/span[1]\nhtml/body/div[1]/p[2]\nhtml/body/section[1]\nhtml/body/div[2]\n"
            "html/body/div[2]/x-card[1]\nhtml/body/div[2]/x-card[1]/p[1]\n");
}

TEST(Paths, OfWhatIsNoElementAreEmpty) {
  const Document document = parse("<p>a");
  const Paths paths(document);
  std::string out = "x";
  paths.append(0, out);
  paths.append(kNoNode, out);
  EXPECT_EQ(out, "x");
}

}  // namespace
}  // namespace pith::html
