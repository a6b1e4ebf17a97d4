// Decks of cards as HTML and WML (methods.md §1.18).

#include "render/cards.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pith/methods.hpp"
#include "render/content.hpp"
#include "render/text.hpp"

namespace pith::rendering {
namespace {

std::string text_in(std::string_view stream) {
  std::string text;
  append_text(stream, 1'000'000, text);
  return text;
}

std::string paragraph(std::string_view text) {
  std::string stream;
  append_content(text, stream);
  return stream;
}

std::string without_space(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\n') out += c;
  return out;
}

TEST(SplitContent, KeepsAllTextInPartsThatFit) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "Sentence " + std::to_string(i) + " of a story. " + (i % 5 == 4 ? "\n" : "And one more, a little longer. ");
  const std::string stream = paragraph(text);
  for (const std::size_t bytes : {30u, 100u, 333u, 100'000u}) {
    std::string all;
    for (const std::string& part : split_content(stream, bytes)) {
      std::string words = text_in(part);
      EXPECT_FALSE(words.empty());
      words.pop_back();
      EXPECT_LE(without_space(words).size(), bytes);
      all += words + '\n';
    }
    EXPECT_EQ(without_space(all), without_space(text)) << bytes;
  }
  EXPECT_EQ(split_content(stream, 100'000).size(), 1u);
  EXPECT_TRUE(split_content("", 10).empty());
}

TEST(SplitContent, CutsBehindSentences) {
  const std::vector<std::string> parts = split_content(paragraph("第一句话在这里。第二句话也在这里。第三句。"), 60);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(text_in(parts[0]), "第一句话在这里。第二句话也在这里。\n");
  EXPECT_EQ(text_in(parts[1]), "第三句。\n");
  // 60 bytes would end inside a character without the stop.
  for (const std::string& part : split_content(paragraph("一二三四五六七八九十"), 10))
    EXPECT_EQ(text_in(part).size() % 3, 1u) << text_in(part);
}

TEST(SplitContent, OpensAgainWhatWasOpen) {
  std::string stream;
  ContentWriter writer(stream);
  writer.begin(Kind::quote);
  writer.begin(Kind::paragraph);
  writer.begin(Kind::strong);
  stream += "One two. Three four.";
  writer.end(Kind::strong);
  writer.end(Kind::paragraph);
  writer.end(Kind::quote);
  const std::vector<std::string> parts = split_content(stream, 12);
  ASSERT_EQ(parts.size(), 2u);
  for (const std::string& part : parts) {
    EXPECT_TRUE(has(part, Kind::quote));
    EXPECT_TRUE(has(part, Kind::strong));
    std::vector<Kind> open;
    ContentReader reader(part);
    for (Event event; reader.next(event);) {
      if (event.type == Event::Type::begin) open.push_back(event.kind);
      if (event.type != Event::Type::end) continue;
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(open.back(), event.kind);
      open.pop_back();
    }
    EXPECT_TRUE(open.empty());
  }
}

Article page_of(const std::vector<std::pair<std::string, std::string>>& bodies) {
  Article article;
  article.title = "A page";
  for (const auto& [path, text] : bodies) article.bodies.push_back({.text = text, .path = path});
  return article;
}

TEST(Deck, MirrorsTheElements) {
  const std::vector<Card> cards = deal(page_of({{"html/body/div[1]/p[1]", "one"},
                                                {"html/body/div[2]/div[1]", "two"},
                                                {"html/body/div[2]/div[2]", "three"},
                                                {"html/body/div[2]", "four"},
                                                {"html/body/p[1]", "five"}}),
                                       {});
  ASSERT_EQ(cards.size(), 7u);  // the top, and a list for div[2]
  EXPECT_EQ(cards[0].title, "A page");
  EXPECT_EQ(cards[0].below, (std::vector<std::uint32_t>{1, 2, 6}));
  EXPECT_EQ(text_in(cards[1].content), "one\n");
  EXPECT_EQ(cards[2].title, "two");
  EXPECT_EQ(cards[2].below, (std::vector<std::uint32_t>{3, 4, 5}));
  EXPECT_EQ(cards[3].up, 2u);
  EXPECT_EQ(cards[3].before, 1u);
  EXPECT_EQ(cards[3].after, 4u);
  EXPECT_EQ(cards[1].before, kNoCard);
  EXPECT_EQ(cards[6].after, kNoCard);
  EXPECT_EQ(cards[6].up, 0u);
}

TEST(Deck, OneCardNeedsNoList) {
  const std::vector<Card> cards = deal(page_of({{"", "all there is"}}), {});
  ASSERT_EQ(cards.size(), 1u);
  EXPECT_EQ(cards[0].up, kNoCard);
  EXPECT_TRUE(deal(Article{}, {}).empty());
}

TEST(Deck, LongListsAreParted) {
  std::vector<std::pair<std::string, std::string>> bodies;
  for (int i = 0; i < 200; ++i) bodies.emplace_back("html/body/p[" + std::to_string(i + 1) + "]", std::to_string(i));
  const std::vector<Card> cards = deal(page_of(bodies), {.card_bytes = 480});
  std::vector<std::string> texts;
  for (const Card& card : cards) {
    EXPECT_LE(card.below.size(), 10u);
    if (!card.content.empty()) texts.push_back(text_in(card.content));
  }
  ASSERT_EQ(texts.size(), 200u);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(texts[static_cast<std::size_t>(i)], std::to_string(i) + "\n");
}

TEST(CardsFormat, LinksTheCards) {
  const std::string html =
      render(page_of({{"html/body/p[1]", "one <b>"}, {"html/body/p[2]", "two"}}), Format::cards, RenderOptions{});
  EXPECT_NE(html.find("<section class=\"card\" id=\"card-1\">\n<h1>A page</h1>\n<ol>\n"
                      "<li><a href=\"#card-2\">one &lt;b&gt;</a></li>\n<li><a href=\"#card-3\">two</a></li>\n</ol>"),
            std::string::npos)
      << html;
  EXPECT_NE(html.find("<p>two</p>\n<nav><a rel=\"prev\" href=\"#card-2\">←</a> <a rel=\"up\" href=\"#card-1\">↑</a> "
                      "</nav>\n</section>\n</body>\n</html>\n"),
            std::string::npos)
      << html;
}

TEST(Wml, WritesWhatItHasElementsFor) {
  const Extractor extractor(Options{.method = "all"});
  const Article article = extractor.extract(
      "<title>T & $</title><h2>Head</h2><p>Some <em>text</em> for $5, <a href='http://e.test/?a=1&amp;b=$'>a <em>link"
      "</em></a><br>on<ul><li>item<li>second</ul><table><tr><td>a<td>b<tr><td>c<td>d</table><p>end<img "
      "src=http://e.test/x alt=pic>");
  EXPECT_EQ(
      render(article, Format::wml, {.alternatives = true}),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE wml PUBLIC \"-//WAPFORUM//DTD WML 1.1//EN\" "
      "\"http://www.wapforum.org/DTD/wml_1.1.xml\">\n<wml>\n<card id=\"card-1\" title=\"Head\">\n"
      "<p><b>Head</b></p>\n<p>Some <em>text</em> for $$5, <a href=\"http://e.test/?a=1&amp;b=$$\">a link</a>"
      "<br/>on</p>\n<p>- item</p>\n<p>- second</p>\n<p>a | b</p>\n<p>c | d</p>\n<p>endpic</p>\n</card>\n</wml>\n");
}

TEST(Wml, AnArticleWithoutBodiesIsAnEmptyCard) {
  const std::string wml = render(Article{}, Format::wml, RenderOptions{});
  EXPECT_NE(wml.find("<wml>\n<card id=\"card-1\">\n<p></p>\n</card>\n</wml>\n"), std::string::npos) << wml;
}

TEST(CardsChecks, TheDeckHoldsTheFilteredPageAndNoCardIsTooLarge) {
  std::string page = "<title>Page</title><body>";
  for (int section = 0; section < 6; ++section) {
    page += "<div><h2>Section " + std::to_string(section) + "</h2>";
    for (int i = 0; i <= 2 * section; ++i) page += "<p>" + std::string(150u + 200u * static_cast<unsigned>(i), 'a');
    page += "<table><tr><td>cell one of some length<td><table><tr><td>inner one<td>inner two</table></table></div>";
  }
  const Article article = Extractor(Options{.method = "cards", .catalogue = &all_methods()}).extract(page);
  std::string dealt;
  for (const Card& card : deal(article, {})) {
    std::string text = text_in(card.content);
    EXPECT_LE(without_space(text).size(), 1400u);
    dealt += text;
  }
  EXPECT_EQ(without_space(dealt), without_space(text_of(article)));
  // One list for each section that holds several cards.
  EXPECT_NE(article.bodies.back().path.find("div[6]"), std::string::npos) << article.bodies.back().path;
}

}  // namespace
}  // namespace pith::rendering
