#include "article/compose.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"

namespace pith::article {
namespace {

using testing::Measured;

Article composed(const std::string& markup, const PageInfo& info = {}, std::string_view method = "cetd") {
  const Measured m(markup);
  method::Choice choice;
  method::Scratch memory;
  method::choose(*all_methods().find(method), m.page, {}, memory, choice);
  Article article;
  Scratch scratch;
  compose(m.page, m.survey, *all_methods().find(method), choice, info, scratch, article);
  report_fields(article, scratch.statements, article.fields);
  return article;
}

std::string title(const std::string& markup) { return composed(markup).title; }

const std::string kText =
    "<p>The ferry will sail again from Monday, says the harbour master, and the whole island is glad of it after "
    "weeks of waiting for spare parts that had to come from the mainland by road.</p>"
    "<p>In all it was out of service for nineteen days, longer than ever before, and shops had begun to run out.</p>";

std::string date_of(const std::string& head, std::string_view url = {}) {
  return composed(head + "<h1>Ferry saved</h1>" + kText, {.url = url}).date;
}

TEST(Dates, ThatMachinesAreToldInUtcGiveWayToTheDayOfThePlace) {
  const std::string utc = "<meta property=article:published_time content='2024-05-03T06:35:29Z'>";
  EXPECT_EQ(date_of(utc), "2024-05-03T06:35:29Z");
  EXPECT_EQ(date_of(utc + "<meta name=sailthru.date content='2024-05-02T22:35:29'>"), "2024-05-02T22:35:29");
  EXPECT_EQ(date_of(utc + "<meta name=sailthru.date content='2024-05-02T22:35:30'>"), "2024-05-03T06:35:29Z");
  EXPECT_EQ(date_of(utc + "<meta name=date content='2024-05-02T22:35:29-08:00'>"), "2024-05-02T22:35:29-08:00");
  EXPECT_EQ(date_of(utc + "<meta name=date content='2024-05-02T22:35:29-07:00'>"), "2024-05-03T06:35:29Z");
  EXPECT_EQ(date_of(utc, "https://example.org/2024/05/02/ferry"), "2024-05-02");
  EXPECT_EQ(date_of(utc, "https://example.org/2024/05/04/ferry"), "2024-05-03T06:35:29Z");  // not yet, anywhere
}

TEST(Dates, InASentenceBelowTheBody) {
  const std::string page = "<h1>Ferry saved</h1>" + kText;
  const std::string rest =
      " and is filed under Ferries, Harbour, Island, News of the week, Spare parts. You can follow any "
      "responses to this entry through the feed, leave a response, or trackback from your own site.</p>";
  EXPECT_EQ(composed(page + "<p>This entry was posted on Friday, May 3rd, 2024" + rest).date, "2024-05-03");
  EXPECT_EQ(composed(page + "<p>The new ferry was launched on Friday, May 3rd, 2024" + rest).date, "");
}

TEST(Dates, AreReadInTextsThatOnlyStylesPart) {
  const std::string line = "<div><span>Ann Miller</span><span>Oct 17, 2023</span><span>57 Shares</span></div>";
  EXPECT_EQ(composed("<h1>Ferry saved</h1>" + line + kText).date, "2023-10-17");
}

TEST(Dates, ToldInWordsAsPublishedComeBeforeThoseOfMachinesThatAreLater) {
  const auto date = [](const std::string& words) {
    return composed("<h1>Ferry saved</h1><time datetime='2019-07-03T10:18:46Z'>" + words + "</time>" + kText).date;
  };
  EXPECT_EQ(date("Publié le 29 juin 2019"), "2019-06-29");
  EXPECT_EQ(date("29 juin 2019"), "2019-07-03T10:18:46Z");
  EXPECT_EQ(date("Publié le 5 juillet 2019"), "2019-07-03T10:18:46Z");
}

TEST(Dates, OfAddresses) {
  EXPECT_EQ(date_of("", "https://example.org/news/03-05-2024"), "2024-05-03");
  EXPECT_EQ(date_of("", "https://web.archive.org/web/20190101000000/http://example.org/2018/05/03/x"), "2018-05-03");
  EXPECT_EQ(date_of("", "https://web.archive.org/web/20190101000000/http://example.org/x"), "");
}

TEST(Dates, AreFoundWhereNothingElseIsSaid) {
  EXPECT_EQ(composed("<h1>Ferry saved</h1><p>3 May 2024 - " + kText.substr(3)).date, "2024-05-03");
  EXPECT_EQ(date_of("<script>x({\"published_at\":\"2024-05-03T06:22:28+01:00\"})</script>"),
            "2024-05-03T06:22:28+01:00");
  EXPECT_EQ(date_of("<script>x({\"published_at\":null})</script>"), "");
}

TEST(Dates, OfTheLastChangeGiveWayToWhatReadersAreShown) {
  const std::string same =
      "<meta property=article:published_time content='2024-05-03T06:35:29Z'>"
      "<meta property=article:modified_time content='2024-05-03T06:35:29Z'>";
  EXPECT_EQ(date_of(same), "2024-05-03T06:35:29Z");
  EXPECT_EQ(composed(same + "<h1>Ferry saved</h1><p>2 March 2024</p>" + kText).date, "2024-03-02");
  EXPECT_EQ(composed(same + "<h1>Ferry saved</h1><p>3 May 2024</p><p>2 March 2024</p>" + kText).date,
            "2024-05-03T06:35:29Z");
  const std::string scheduled =
      "<meta property=article:published_time content='2024-05-03T06:35:29Z'>"
      "<meta property=article:modified_time content='2024-05-01T06:35:29Z'>";
  EXPECT_EQ(composed(scheduled + "<h1>Ferry saved</h1><p>2 March 2024</p>" + kText).date, "2024-05-03T06:35:29Z");
  EXPECT_EQ(composed(scheduled + "<h1>Ferry saved</h1><p>Published 2 March 2024</p>" + kText).date, "2024-03-02");
}

TEST(Dates, OfTheFirstPublicationBeatThatOfTheDayShown) {
  EXPECT_EQ(composed("<h1>Ferry saved</h1><p>3 May 2024</p>" + kText +
                     "<p class=date>This was originally published on 2 March 2024.</p>")
                .date,
            "2024-03-02");
}

TEST(Dates, OfTheEarliestChangeStandWhereNothingElseIsSaid) {
  EXPECT_EQ(date_of("<meta property=article:modified_time content='2024-05-03'><meta name=revised content=2024-03-02>"),
            "2024-03-02");
}

TEST(Dates, OfQuotedMessagesAreTheirOwn) {
  EXPECT_EQ(composed("<h1>Ferry saved</h1>" + kText +
                     "<blockquote>Sailing! <time datetime=2023-01-02>2 January</time>"
                     "</blockquote><p>The crew agrees.</p><time datetime=2024-05-03></time>")
                .date,
            "2024-05-03");
}

TEST(Dates, ShownInTheTimeOfThePlaceSayItsDay) {
  EXPECT_EQ(composed("<meta property=article:published_time content='2024-05-03T04:00:41Z'><h1>Ferry saved</h1>"
                     "<time datetime='2024-05-03T04:00:41Z'>May 2, 2024 11:00 pm EST</time>" +
                     kText)
                .date,
            "2024-05-02T23:00-05:00");
}

TEST(Dates, OfAMetaElementNamedTimeAreNoneOfATimeElement) {
  const auto sources = [](const std::string& head) {
    std::string all;
    for (const FieldReport& report : composed(head + "<h1>Ferry saved</h1>" + kText).fields)
      if (report.field == "date") all += report.source + ';';
    return all;
  };
  EXPECT_EQ(sources("<meta name=time content=2024-05-03>"), "meta time;");
  EXPECT_EQ(sources("<time datetime=2024-05-03></time>"), "time;");
}

TEST(Title, IsReadWhereItIsPercentEncoded) {
  EXPECT_EQ(title("<meta property=og:title content=%E5%A4%A7%E6%A1%A5%E5%90%88%E9%BE%99>"), "大桥合龙");
  EXPECT_EQ(title("<meta property=og:title content='100%25'>"), "100%25");
  EXPECT_EQ(title("<meta property=og:title content='%E5%A4 off'>"), "%E5%A4 off");
  EXPECT_EQ(title("<meta property=og:title content=%E5%A4>"), "%E5%A4");
}

TEST(Title, IsTheTitleElementFolded) { EXPECT_EQ(title("<title> One\n two </title><p>x"), "One two"); }

TEST(Title, OfChineseEndsAtTheFirstSeparator) {
  EXPECT_EQ(title("<title>投身外交(3)_读书频道_云江网</title>"), "投身外交(3)");
  EXPECT_EQ(title("<title>明日股市预测--最新出炉的报告说全球增长率降低</title>"), "明日股市预测");
  EXPECT_EQ(title("<title>云江高级法院网--开庭取消</title>"), "云江高级法院网");
  EXPECT_EQ(title("<title>要闻 - 大桥合龙通车</title>"), "要闻 - 大桥合龙通车");
}

TEST(Title, LosesTheSite) {
  EXPECT_EQ(title("<title>大桥合龙_云江日报</title><h1>大桥合龙</h1>"), "大桥合龙");
  EXPECT_EQ(title("<title>Ferry saved | Post</title><h1 hidden>Ferry</h1><h1>Ferry <i>saved</i></h1>"), "Ferry saved");
  EXPECT_EQ(
      title("<title>Ferry saved at last - Skerrow Post</title><meta property=og:site_name content='Skerrow Post'>"),
      "Ferry saved at last");
  EXPECT_EQ(title("<title>Ferry saved | Post</title><meta property=og:title content='Ferry saved'><h1>Ferry</h1>"),
            "Ferry saved");
}

TEST(Title, LosesSignsBehindTheHeading) {
  EXPECT_EQ(title("<h1>Ferries in winter<a href='#top'>¶</a></h1><p>They sail on."), "Ferries in winter");
}

// Lines of a heading that only styles part.
TEST(Title, KeepsTheLinesOfAHeadingApart) {
  EXPECT_EQ(title("<title>City works Ferry saved by the town - Post</title>"
                  "<meta property=og:title content='City works / Ferry saved by the town'>"
                  "<h1><span>City works</span>Ferry saved by the town</h1>"),
            "City works / Ferry saved by the town");
}

TEST(Title, LosesTheColumnAboveIt) {
  const std::string heading = "<h1>Culture: Ferry saved by the town</h1>";
  EXPECT_EQ(title("<title>Ferry saved by the town - Post</title>"
                  "<meta property=og:title content='Ferry saved by the town'>" +
                  heading),
            "Ferry saved by the town");
  EXPECT_EQ(title("<title>Culture: Ferry saved by the town - Post</title>" + heading),
            "Culture: Ferry saved by the town");
}

TEST(Title, LosesTheColumnThatTheHeadingsOwnItempropHas) {
  EXPECT_EQ(title("<title>Why roofs leak in spring - Radio</title>"
                  "<meta property='og:title' content='Why roofs leak in spring'>"
                  "<h1 itemprop='headline'><span>Weather</span> - <span>Why roofs leak in spring</span></h1><p>x"),
            "Why roofs leak in spring");
}

TEST(Title, LosesTheSectionThatOneOfTwoCardsHas) {
  EXPECT_EQ(
      title("<title>Ferry saved | Travel | Post</title><meta property=og:title content='Ferry saved'>"
            R"(<script type=application/ld+json>{"@type":"NewsArticle","headline":"Ferry saved | Travel"}</script>)"
            "<h1>Ferry saved</h1>"),
      "Ferry saved");
}

TEST(Title, KeepsTheBrandItBeginsWith) {
  EXPECT_EQ(
      title("<title>Skerrow Sailing Jacket - Black | Skerrow</title><meta property=og:site_name content=Skerrow>"),
      "Skerrow Sailing Jacket - Black");
}

TEST(Title, MayStandElsewhere) {
  EXPECT_EQ(title("<meta property=og:title content=' Card '><h1>Heading</h1>"), "Card");
  EXPECT_EQ(title("<h1>Heading</h1>"), "Heading");
  EXPECT_EQ(title("<p>text</p>"), "");
  EXPECT_EQ(title("<body><svg><title>icon</title></svg>"), "");
}

// Old pages have their headlines in cells and div.
TEST(Title, IsThePartOfTheTitleElementThatStandsAlone) {
  const auto composed_title = [](const std::string& markup) {
    return composed("<table><tr><td>" + markup + "</table>" + kText, {}, "all").title;
  };
  EXPECT_EQ(composed_title("<title>Skerrow Post : Ferry saved by the town</title>Ferry saved by the town"),
            "Ferry saved by the town");
  EXPECT_EQ(composed_title("<title>大桥合龙 今日通车 - 交通 - 云江</title>交通<td>大桥合龙 今日通车"),
            "大桥合龙 今日通车");
  // A section is none, nor is a link.
  EXPECT_EQ(composed_title("<title>Skerrow Post : Ferry saved by the town</title>Skerrow Post"),
            "Skerrow Post : Ferry saved by the town");
  EXPECT_EQ(composed_title("<title>Post : Ferry saved by the town</title><a href=/>Ferry saved by the town</a>"),
            "Post : Ferry saved by the town");
}

TEST(Compose, FillsWhatIsKnown) {
  const Article article = composed("<html lang=' zh-cn '><title>t</title><p>x", {}, "all");
  EXPECT_EQ(article.title, "t");
  EXPECT_EQ(article.language, "zh-CN");
  EXPECT_EQ(article.method, "all");
  EXPECT_EQ(article.reason, "");
  EXPECT_EQ(article.bodies.size(), 1u);
}

TEST(Compose, ReadsMetaElements) {
  const Article article = composed(
      "<html lang=en><title>Ferry saved | Post</title><meta property=og:site_name content=Post>"
      "<meta name=author content='Ann Lee and Bob Ray'><meta property=article:published_time "
      "content='2024-05-03T15:47:42+02:00'><meta property=article:modified_time content=2024-05-04>"
      "<meta name=description content='It sails &amp;amp; sails'><meta name=keywords content='ferry, island,ferry'>"
      "<meta property=article:section content=Local><meta property=og:image content=/a/../ferry.jpg>"
      "<link rel=canonical href=/ferry><link rel=next href='?page=2'><link rel=license href=//example.org/by>"
      "<h1>Ferry saved</h1>" +
          kText,
      {.url = "https://www.example.org/news/?x=1"});
  EXPECT_EQ(article.title, "Ferry saved");
  EXPECT_EQ(article.site, "Post");
  EXPECT_EQ(article.authors, (std::vector<std::string>{"Ann Lee", "Bob Ray"}));
  EXPECT_EQ(article.author, "Ann Lee, Bob Ray");
  EXPECT_EQ(article.date, "2024-05-03T15:47:42+02:00");
  EXPECT_EQ(article.modified, "2024-05-04");
  EXPECT_EQ(article.description, "It sails & sails");
  EXPECT_EQ(article.tags, (std::vector<std::string>{"ferry", "island"}));
  EXPECT_EQ(article.categories, std::vector<std::string>{"Local"});
  EXPECT_EQ(article.image, "https://www.example.org/ferry.jpg");
  EXPECT_EQ(article.canonical, "https://www.example.org/ferry");
  EXPECT_EQ(article.next_page, "https://www.example.org/news/?page=2");
  EXPECT_EQ(article.licence, "//example.org/by");
}

TEST(Compose, ReadsJsonLd) {
  const Article article = composed(
      "<script type=application/ld+json>{\"@graph\":[{\"@type\":\"NewsArticle\",\"headline\":\"Ferry saved\","
      "\"datePublished\":\"2024-05-03T08:00Z\",\"author\":{\"@id\":\"#ann\"},\"publisher\":{\"name\":\"Post\"}},"
      "{\"@type\":\"Person\",\"@id\":\"#ann\",\"name\":\"Ann Lee\"},{\"@type\":\"NewsArticle\",\"x\":1}]}</script>"
      "<title>Ferry saved - Post</title><h1>Ferry saved</h1>" +
      kText);
  EXPECT_EQ(article.author, "Ann Lee");
  EXPECT_EQ(article.date, "2024-05-03T08:00Z");
  EXPECT_EQ(article.site, "Post");
}

TEST(Compose, ReadsTextBesideTheTitle) {
  const Article article = composed(
      "<html lang=en-US><title>Ferry saved</title><h1>Ferry saved</h1><p>By Ann Lee</p>"
      "<div>Updated 5/4/2024, published 5/3/2024</div>" +
      kText);
  EXPECT_EQ(article.author, "Ann Lee");
  EXPECT_EQ(article.date, "2024-05-03");
  EXPECT_EQ(article.modified, "2024-05-04");
}

TEST(Compose, ReadsChineseCredits) {
  const Article article = composed(
      "<title>大桥合龙_云江日报</title><h1>大桥合龙</h1><div>2024年05月03日15:47　来源：云江日报　作者：张三 李四</div>"
      "<p>"
      "云江大桥三日凌晨合龙，全长两千一百米，历时三年。负责施工的单位说，接下来将铺设桥面，预计年底通车，届时两岸之间只"
      "需五分钟。</p>"
      "<p>当地居民表示期待已久。</p><p>（责任编辑：王五）</p>");
  EXPECT_EQ(article.title, "大桥合龙");
  EXPECT_EQ(article.date, "2024-05-03T15:47");
  EXPECT_EQ(article.source, "云江日报");
  EXPECT_EQ(article.authors, (std::vector<std::string>{"张三", "李四"}));
  EXPECT_EQ(article.editor, "王五");
  EXPECT_EQ(article.language, "zh");
}

TEST(Compose, ReadsTheAddressAndRelativeDates) {
  EXPECT_EQ(composed("<h1>Ferry saved</h1>" + kText, {.url = "https://example.org/2024/05/03/ferry"}).date,
            "2024-05-03");
  EXPECT_EQ(composed("<h1>Ferry saved</h1>" + kText, {.url = "https://example.org/202405/t20240503_12.html"}).date,
            "2024-05-03");
  EXPECT_EQ(composed("<h1>Ferry saved</h1><p>2 days ago</p>" + kText, {.fetched = "2024-05-03T10:00Z"}).date,
            "2024-05-01");
  EXPECT_EQ(composed("<h1>Ferry saved</h1><p>2 days ago</p>" + kText).date, "");
}

TEST(Compose, TakesNoDateFromCommentsNorFromTheFuture) {
  const std::string comments =
      "<ol class=comments><li><cite>Bob</cite> <time>2019-01-02 10:00</time><p>Good.</p><li><cite>Cat</cite> "
      "<time>2019-01-03 10:00</time><p>Fine.</p></ol>";
  EXPECT_EQ(composed("<h1>Ferry saved</h1>" + kText + comments).date, "");
  EXPECT_EQ(composed("<h1>Ferry saved</h1><p>3 May 2031</p>" + kText, {.fetched = "2024-05-03"}).date, "");
  const Article article = composed("<div><h1>Ferry saved</h1>" + kText + kText + kText + kText + "</div>" + comments);
  ASSERT_EQ(article.comments.size(), 2u);
  EXPECT_EQ(article.comments[1].author, "Cat");
  EXPECT_EQ(article.comments[1].date, "2019-01-03T10:00");
}

std::string next_of(std::string_view url, const std::string& link) {
  return composed("<link rel=next href='" + link + "'><h1>Ferry saved</h1>" + kText, {.url = url}).next_page;
}

TEST(Compose, BelievesTheTextBeforeTheDeclaredLanguage) {
  const auto language = [](const std::string& declared, const std::string& text) {
    return composed("<html lang=" + declared + "><p>" + text + "</p>", {}, "all").language;
  };
  const std::string ukrainian = "Пором знову вийде в море в понеділок, і вся громада рада, бо чекала на нього довго.";
  EXPECT_EQ(language("en", ukrainian), "uk");
  EXPECT_EQ(language("uk-UA", ukrainian), "uk-UA");
  // Texts in Galician look like Portuguese ones.
  const std::string galician =
      "O transbordador volverá navegar o luns e toda a illa está contenta, porque agardaba "
      "por el dende hai moito tempo e xa faltaban cousas nas tendas.";
  EXPECT_EQ(language("gl", galician), "gl");
}

// The first heading may be the site's or a section's.
TEST(Title, IsTheHeadingThatCardsOrTheAddressSay) {
  const PageInfo info{.url = "https://harbour.example/2024/ferry-saved-at-last.html"};
  const auto title_at = [&info](const std::string& markup) { return composed(markup + kText, info).title; };
  EXPECT_EQ(
      title_at("<title>Opinion | Ferry saved at last</title><meta property=og:title content='Ferry saved at last'>"
               "<h1>Opinion</h1><h1>Ferry saved at last</h1>"),
      "Ferry saved at last");
  EXPECT_EQ(title_at("<title>Skerrow Post » Blog Archive » Ferry saved at last</title><h1>Skerrow Post</h1>"
                     "<h2>Ferry saved at last</h2>"),
            "Ferry saved at last");
  EXPECT_EQ(title_at("<title>The heart of the sea</title><h1>Ferry saved at last</h1>"), "Ferry saved at last");
  EXPECT_EQ(title_at("<title>Harbour.example</title><h1>harbour.example</h1><h2>Ferry saved at last</h2>"),
            "Ferry saved at last");
  EXPECT_EQ(title_at("<title>Skerrow Post: Ferry saved at last</title>"), "Ferry saved at last");
  EXPECT_EQ(title_at("<title>Ferry: saved at last</title>"), "Ferry: saved at last");
  EXPECT_EQ(title_at("<title>harbour.example // » Jens Weber</title>"), "Jens Weber");
}

TEST(Title, OfAChapterIsNotThatOfItsBook) {
  EXPECT_EQ(title("<title>Ferries — Harbour 2.0 Documentation</title><h1>Harbour 2.0 Documentation</h1>"
                  "<h1>Ferries</h1><p>They sail on."),
            "Ferries");
  EXPECT_EQ(title("<title>Harbour 2.0 Documentation</title><h1>Harbour 2.0 Documentation</h1><h2>Ferries</h2>"),
            "Harbour 2.0 Documentation");
}

TEST(Dates, AreNotTheZerosOfPrograms) {
  for (const std::string zero :
       {"0001-01-01T00:00:00Z", "1970-01-01T01:00:00+01:00", "1969-12-31T19:00:00-05:00", "1900-01-01T00:00:00"}) {
    EXPECT_EQ(date_of("<meta property=article:published_time content='" + zero + "'>"), "") << zero;
    EXPECT_EQ(date_of("<meta property=article:published_time content='" + zero + "'>",
                      "https://example.org/2024/05/03/ferry"),
              "2024-05-03");
  }
}

TEST(Dates, InAddressesMayRepeatYearAndMonth) {
  EXPECT_EQ(date_of("", "https://example.org/news/2015/08/150803-ferry-saved"), "2015-08-03");
  EXPECT_EQ(date_of("", "https://example.org/news/2015/08/150903-ferry-saved"), "");
  EXPECT_EQ(date_of("<link rel=canonical href='https://example.org/2024/05/03/ferry'>"), "2024-05-03");
}

TEST(Dates, AreNotReadInCodeOrRowsOfData) {
  EXPECT_EQ(date_of("") + composed("<h1>Logs</h1><pre>2019-04-05 12:00 started</pre>" + kText).date, "");
  EXPECT_EQ(composed("<h1>State</h1>" + kText + "<pre>{\"createdAt\": \"2019-04-05T12:00:00\"}</pre>").date, "");
  EXPECT_EQ(composed("<h1>State</h1>" + kText + "<script>s={\"createdAt\": \"2019-04-05T12:00:00\"}</script>").date,
            "2019-04-05T12:00:00");
  std::string rows = "<tr><th>Name<th>Size<th>Changed";
  for (const char* day : {"03", "04", "05", "06", "07"})
    rows += std::string("<tr><td>ferry") + day + "<td>12 kB<td>2019-04-" + day;
  EXPECT_EQ(composed("<h1>Files</h1><table>" + rows + "</table>" + kText).date, "");
  EXPECT_EQ(composed("<h1>Ferry</h1><table><tr><td>Published<td>2019-04-05</table>" + kText).date, "2019-04-05");
}

TEST(NextPage, OfAPageWhoseAddressIsNotKnown) {
  const auto next = [](const std::string& href, std::string_view url, const std::string& head = {}) {
    return composed(head + "<link rel=next href='" + href + "'><h1>Ferry saved</h1>" + kText, {.url = url}).next_page;
  };
  EXPECT_EQ(next("https://example.org/2010/02/bridge-closed.html", ""), "");
  EXPECT_EQ(next("https://example.org/?p=389", "https://example.org/?p=388"), "");
  EXPECT_EQ(next("https://example.org/?p=3", "https://example.org/?p=2"), "https://example.org/?p=3");
  EXPECT_EQ(next("https://example.org/?topic=5.0;prev_next=next", ""), "");
  EXPECT_EQ(next("https://example.org/ferry?page=2", ""), "https://example.org/ferry?page=2");
  EXPECT_EQ(next("https://example.org/ferry_2.html", ""), "https://example.org/ferry_2.html");
  EXPECT_EQ(next("https://example.org/bridge/2/", "", "<link rel=canonical href='https://example.org/ferry/'>"), "");
  EXPECT_EQ(next("https://example.org/ferry/2/", "", "<link rel=canonical href='https://example.org/ferry/'>"),
            "https://example.org/ferry/2/");
}

std::vector<std::string> authors_of(const std::string& beside, const std::string& head = {},
                                    const std::string& behind = {}) {
  return composed(head + "<h1>Ferry saved</h1>" + beside + kText + behind).authors;
}

using Names = std::vector<std::string>;

TEST(Authors, AreReadFromThePartsOfALine) {
  EXPECT_EQ(authors_of("<p>Posted on May 3, 2024 by Ann Lee</p>"), Names{"Ann Lee"});
  EXPECT_EQ(authors_of("<p>May 3, 2024 | Ferries | By: Ann Lee</p>"), Names{"Ann Lee"});
  EXPECT_EQ(authors_of("<p>Written by Ann Lee in Ferries on 3 May 2024</p>"), Names{"Ann Lee"});
  EXPECT_EQ(authors_of("<p>Published by Ann Lee under Ferries</p>"), Names{"Ann Lee"});
  EXPECT_EQ(authors_of("<p>Автор: Лариса Иванова</p>"), Names{"Лариса Иванова"});
  EXPECT_EQ(authors_of("<p>Vložil/a Jan Novák, 25. duben 2007</p>"), Names{"Jan Novák"});
  EXPECT_EQ(authors_of("", {}, "<p>Author: Ann Lee; last changed by Bob Ray</p>"), Names{"Ann Lee"});
}

TEST(Authors, AreLinkedWithTheirPages) {
  EXPECT_EQ(authors_of("<p><a href='/author/ann-lee'>Ann Lee</a> / HNN / Harbour</p>"), Names{"Ann Lee"});
  EXPECT_EQ(authors_of("<p><a href='/harbour/ann-lee'>Ann Lee</a> / HNN / Harbour</p>"), Names{});
}

TEST(Authors, InAnElementWithMoreAreTheFirstLine) {
  EXPECT_EQ(authors_of("<div class=byline><div>By <span>Ann Lee</span></div><div>THE HARBOUR POST</div></div>"),
            Names{"Ann Lee"});
  EXPECT_EQ(authors_of("<div class=author><span class=author-name>Ann Lee</span> Shipping Sage</div>"),
            Names{"Ann Lee"});
}

TEST(Authors, ThatSeveralPlacesNameAreBelievedBeforeOne) {
  const std::string theme = "<meta name=author content='Theme Maker'>";
  EXPECT_EQ(authors_of("<p class=author>By <a rel=author href='/author/ann'>Ann Lee</a></p>", theme), Names{"Ann Lee"});
  EXPECT_EQ(authors_of("", theme), Names{"Theme Maker"});
}

TEST(Authors, OfArticlesToReadNextAreNotThoseOfThePage) {
  const auto article = [](const std::string& headline, const std::string& author) {
    return R"(<script type="application/ld+json">{"@type":"NewsArticle","headline":")" + headline +
           R"(","author":{"@type":"Person","name":")" + author + R"("}}</script>)";
  };
  EXPECT_EQ(authors_of("", article("Ferry saved", "Ann Lee") + article("Bridge closed", "Bob Ray")), Names{"Ann Lee"});
  EXPECT_EQ(authors_of("", article("Ferry saved", "Ann Lee") + article("Ferry saved", "Bob Ray")),
            (Names{"Ann Lee", "Bob Ray"}));
  EXPECT_EQ(authors_of("<p><a itemprop=author>Ann Lee</a></p>", {},
                       "<p>Bridge closed</p><p><a itemprop=author>Bob Ray</a></p>"),
            Names{"Ann Lee"});
}

TEST(Authors, LoseWhatADateLeavesBehind) {
  const auto of = [](const std::string& byline) {
    return composed("<h1>Ferry saved</h1><p class=author>" + byline + "</p>" + kText).author;
  };
  EXPECT_EQ(of("Ann Lee 2024-05"), "Ann Lee");
  EXPECT_EQ(of("云江之家 发布时间：2024-05-03"), "云江之家");
  EXPECT_EQ(of("More info"), "");
  EXPECT_EQ(of("Ann Lee<br>Member<br>Posts: 212<br>Joined: May 2017"), "");  // a column beside a post
}

// The account of who set the site up says nothing.
TEST(Authors, AreNoAccountsOfAdministrators) {
  const auto of = [](const std::string& author) {
    return composed("<meta name=author content='" + author + "'><h1>Ferry saved</h1>" + kText).author;
  };
  EXPECT_EQ(of("ann"), "ann");
  EXPECT_EQ(of("Ann Badmin"), "Ann Badmin");
  for (const char* account :
       {"admin", "Administrator", "webmaster", "redaktion", "佚名", "WordPress", "wordpress-editor"})
    EXPECT_EQ(of(account), "") << account;
}

TEST(Authors, AreReadFromCardsWhereTheirLabelSaysSo) {
  const auto of = [](const std::string& label) {
    return composed("<meta name='twitter:label1' content='" + label +
                    "'><meta name='twitter:data1' content='Ann Lee'><h1>Ferry saved</h1>" + kText)
        .author;
  };
  EXPECT_EQ(of("Written by"), "Ann Lee");
  EXPECT_EQ(of("Verfasst von"), "Ann Lee");
  EXPECT_EQ(of("作者"), "Ann Lee");
  EXPECT_EQ(of("Reading time"), "");
}

TEST(Tags, AreNoNumbersOfArticles) {
  EXPECT_EQ(composed("<meta name=keywords content='ferries, 2024, 10203040'><h1>Ferry saved</h1>" + kText).tags,
            (std::vector<std::string>{"ferries", "2024"}));
}

TEST(NextPage, IsTheSameArticlesNextPart) {
  const std::string host = "https://example.org";
  // However the address of the page is written.
  EXPECT_EQ(next_of("https://Forum.Example.org/täter/ferry/", "/täter/ferry/2/"),
            "https://forum.example.org/t%C3%A4ter/ferry/2/");
  EXPECT_EQ(next_of(host + "/a/1234.html", "1234_2.html"), host + "/a/1234_2.html");
  EXPECT_EQ(next_of(host + "/a/1234_2.html", "1234_3.html"), host + "/a/1234_3.html");
  EXPECT_EQ(next_of(host + "/2024/ferry/", "/2024/ferry/2/"), host + "/2024/ferry/2/");
  EXPECT_EQ(next_of(host + "/ferry", "/ferry/page/2"), host + "/ferry/page/2");
  EXPECT_EQ(next_of(host + "/ferry", "?page=2"), host + "/ferry?page=2");
  EXPECT_EQ(next_of(host + "/ferry?id=9", "?id=9&page=2"), host + "/ferry?id=9&page=2");
  EXPECT_EQ(next_of(host + "/ferry?page=9", "?page=10"), host + "/ferry?page=10");
  EXPECT_EQ(next_of(host + "/thread-5512-1-1.html", "thread-5512-2-1.html"), host + "/thread-5512-2-1.html");
  EXPECT_EQ(next_of(host + "/t/5?start=20", "/t/5?start=40"), host + "/t/5?start=40");
  EXPECT_EQ(next_of(host + "/news/", "index_2.shtml"), host + "/news/index_2.shtml");
}

TEST(NextPage, IsNotTheNextArticle) {
  const std::string host = "https://example.org";
  EXPECT_EQ(next_of(host + "/a/1234.html", "1235.html"), "");
  EXPECT_EQ(next_of(host + "/a/12.html", "123.html"), "");
  EXPECT_EQ(next_of(host + "/a/1239_1.html", "1240_1.html"), "");
  EXPECT_EQ(next_of(host + "/2024/ferry/", "/2024/bridge/"), "");
  EXPECT_EQ(next_of(host + "/a/1234_2.html", "1234_1.html"), "");
  EXPECT_EQ(next_of(host + "/ferry?id=9", "?id=10"), "");
  EXPECT_EQ(next_of(host + "/ferry", "https://example.com/ferry?page=2"), "");
  EXPECT_EQ(next_of(host + "/ferry", "#"), "");
}

TEST(Compose, DetectsTheLanguageWhereItIsWronglyDeclared) {
  EXPECT_EQ(composed("<html "
                     "lang=en><h1>大桥合龙</"
                     "h1><p>云江大桥三日凌晨合龙，全长两千一百米，历时三年。负责施工的单位说，接下来将铺设桥面。</p>")
                .language,
            "zh");
  EXPECT_EQ(composed("<h1>Ferry saved</h1>" + kText).language, "en");
}

TEST(Compose, ReportsWhereFieldsComeFrom) {
  const Article article = composed("<title>Ferry saved | Post</title><h1>Ferry saved</h1>" + kText);
  ASSERT_FALSE(article.fields.empty());
  EXPECT_EQ(article.fields[0].field, "title");
  EXPECT_EQ(article.fields[0].source, "h1");
  EXPECT_TRUE(article.fields[0].chosen);
}

}  // namespace
}  // namespace pith::article
