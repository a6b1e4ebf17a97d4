#include "render/front.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pith/pith.hpp"
#include "support/structured.hpp"

namespace pith {
namespace {

Article article_of(const std::string& markup) {
  Article article;
  article.title = "The Heron";
  article.author = "Ada Moss";
  article.date = "2024-05-03T15:47:42+02:00";
  article.bodies = {{.text = "x\n", .content = testing::content_of(markup)}};
  return article;
}

TEST(Front, HeadlineAndByline) {
  const Article article = article_of("<p>Grey on grey water.");
  EXPECT_EQ(render(article, Format::markdown), "# The Heron\n\nAda Moss, 2024-05-03\n\nGrey on grey water.\n");
  RenderOptions without;
  without.title = false;
  EXPECT_EQ(render(article, Format::markdown, without), "Grey on grey water.\n");
  EXPECT_NE(render(article, Format::html).find("<h1>The Heron</h1>\n<p>Ada Moss, 2024-05-03</p>\n"), std::string::npos);
  EXPECT_EQ(render(article, Format::html, without).find("<h1>"), std::string::npos);
}

TEST(Front, AHeadlineThatWasKeptIsNoSecond) {
  for (const std::string headline : {"<h1>The  heron</h1>", "<h2><a href=/>THE HERON</a></h2>", "<p>The heron</p>"}) {
    const Article article = article_of(headline + "<p>Grey on grey water.");
    EXPECT_EQ(render(article, Format::markdown), "# The Heron\n\nAda Moss, 2024-05-03\n\nGrey on grey water.\n");
    const std::string html = render(article, Format::html);
    EXPECT_EQ(html.find("ater."), html.rfind("ater."));
    EXPECT_EQ(html.find("h1>The Heron"), html.rfind("h1>The Heron"));
  }
  const Article other = article_of("<h2>The heron in May</h2><p>Grey on grey water.");
  EXPECT_EQ(render(other, Format::markdown),
            "# The Heron\n\nAda Moss, 2024-05-03\n\n## The heron in May\n\nGrey on grey water.\n");
}

Article thread() {
  Article article;
  article.bodies = {{.text = "First.\n", .author = "Ada", .date = "2024-05-03T15:47:42"},
                    {.text = "Ben wrote:\nSecond.\n", .author = "Ben"},
                    {.text = "Third.\n"}};
  article.comments = {{.text = "Thanks!\n", .author = "Cleo", .date = "2024-05-04"}};
  return article;
}

TEST(Posts, TextSaysWhoWroteThemAndWhen) {
  RenderOptions options;
  options.comments = true;
  EXPECT_EQ(render(thread(), Format::text, options),
            "--- Ada, 2024-05-03 15:47 ---\nFirst.\n\n---\nBen wrote:\nSecond.\n\n---\nThird.\n\n"
            "=== Comments ===\n\n--- Cleo, 2024-05-04 ---\nThanks!\n");
  options.posts = PostStyle::plain;
  options.comments = false;
  EXPECT_EQ(render(thread(), Format::text, options), "First.\n\nBen wrote:\nSecond.\n\nThird.\n");
  EXPECT_EQ(render(thread(), Format::json).find("--- Ada"), std::string::npos);
}

TEST(Posts, MarkdownHasHeadings) {
  RenderOptions options;
  options.comments = true;
  EXPECT_EQ(render(thread(), Format::markdown, options),
            "## Ada, 2024-05-03 15:47\n\nFirst.\n\n___\n\nBen wrote:\n\nSecond.\n\n___\n\nThird.\n\n"
            "## Comments\n\n### Cleo, 2024-05-04\n\nThanks!\n");
}

TEST(Posts, AnArticleIsNone) {
  Article article = thread();
  article.bodies.resize(1);
  article.comments.clear();
  EXPECT_EQ(render(article, Format::text), "First.\n");
  EXPECT_EQ(render(article, Format::markdown), "First.\n");
}

}  // namespace
}  // namespace pith
