#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "pith/pith.hpp"

namespace pith {
namespace {

// "<title>大桥</title><p>大桥主跨今天顺利合龙，两岸通行时间将缩短。</p>" in GBK, declared as such.
constexpr std::string_view kGbkPage =
    "<meta charset=gb2312><title>\xB4\xF3\xC7\xC5</title><p>\xB4\xF3\xC7\xC5\xD6\xF7\xBF\xE7\xBD\xF1\xCC\xEC"
    "\xCB\xB3\xC0\xFB\xBA\xCF\xC1\xFA\xA3\xAC\xC1\xBD\xB0\xB6\xCD\xA8\xD0\xD0\xCA\xB1\xBC\xE4\xBD\xAB\xCB\xF5"
    "\xB6\xCC\xA1\xA3</p>";

Options method(std::string id) {
  Options options;
  options.method = std::move(id);
  options.catalogue = &all_methods();
  return options;
}

TEST(Extractor, GoesFromBytesToArticle) {
  const Article article = Extractor().extract(kGbkPage, {.url = "http://example.org/a", .charset = {}});
  EXPECT_EQ(article.url, "http://example.org/a");
  EXPECT_EQ(article.title, "大桥");
  ASSERT_EQ(article.bodies.size(), 1u);
  EXPECT_EQ(article.bodies[0].text, "大桥主跨今天顺利合龙，两岸通行时间将缩短。\n");
  EXPECT_EQ(article.encoding, "GBK");
  EXPECT_EQ(article.encoding_source, "meta");
  EXPECT_EQ(article.method, "pith");
  EXPECT_EQ(article.reason, "");
  EXPECT_EQ(article.truncated, Truncation::none);
  EXPECT_TRUE(article.blocks.empty());
}

// Ninety words in six sentences.
std::string prose(std::string_view subject) {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    text += "The " + std::string(subject) + " was closed for repair in spring, and number " + std::to_string(i) +
            " of its arches is being rebuilt by masons.";
    text += i == 2 ? "\\n" : " ";
  }
  return text;
}

TEST(Extractor, TakesTextOfThePagesDataWhereThePageShowsNone) {
  const std::string shell = "<title>Bridge</title><div id=app><p>Loading</p></div>";
  const std::string linked = shell +
                             R"(<script type="application/ld+json">{"@type":"NewsArticle","headline":"Bridge",)" +
                             R"("articleBody":")" + prose("bridge & river") + "\"}</script>";
  const Article of_linked = Extractor().extract(linked);
  EXPECT_EQ(of_linked.embedded, "JSON-LD articleBody");
  EXPECT_EQ(of_linked.reason, "");
  ASSERT_EQ(of_linked.bodies.size(), 1u);
  EXPECT_TRUE(of_linked.bodies[0].text.starts_with("The bridge & river was closed"));
  EXPECT_EQ(std::count(of_linked.bodies[0].text.begin(), of_linked.bodies[0].text.end(), '\n'), 2);

  const std::string state =
      shell + "<script id=__NEXT_DATA__ type=application/json>{\"props\":{\"page\":{\"title\":\"Bridge\"," +
      "\"content\":\"<h2>News</h2><p>" + prose("bridge") + "</p><script>x()<\\/script>\"}}}</script>";
  const Article of_state = Extractor().extract(state);
  EXPECT_EQ(of_state.embedded, "state of a script");
  EXPECT_NE(render(of_state, Format::markdown).find("## News"), std::string::npos);
  EXPECT_EQ(text_of(of_state).find("x()"), std::string::npos);

  std::string parts = shell + "<script>window.__STATE__ = {\"blocks\":[";
  for (int i = 0; i < 3; ++i) parts += "{\"type\":\"p\",\"text\":\"" + prose("tower " + std::to_string(i)) + "\"},";
  const Article of_parts = Extractor().extract(parts + "]};</script>");
  EXPECT_EQ(of_parts.embedded, "state of a script");
  EXPECT_NE(text_of(of_parts).find("tower 0"), std::string::npos);
  EXPECT_NE(text_of(of_parts).find("tower 2"), std::string::npos);

  const Article of_noscript = Extractor().extract(shell + "<noscript><p>" + prose("bridge") + "</p></noscript>");
  EXPECT_EQ(of_noscript.embedded, "noscript");
}

TEST(Extractor, LeavesDataAloneWhereThePageShowsItsText) {
  const std::string page = "<title>Bridge</title><h1>Bridge</h1><p>" + prose("bridge") + "</p><p>" + prose("tower") +
                           R"(</p><script type="application/ld+json">{"@type":"NewsArticle","articleBody":")" +
                           prose("other") + prose("other") + "\"}</script>";
  const Article article = Extractor().extract(page);
  EXPECT_EQ(article.embedded, "");
  EXPECT_EQ(text_of(article).find("other"), std::string::npos);
}

// JSON kept as a string in JSON holds sentences, too, but is no text.
TEST(Extractor, LeavesDataAloneThatAreNoText) {
  std::string data;
  for (int i = 0; i < 60; ++i)
    data += R"({\"id\":{\"value\":\"No. 12.\"},\"open\":{\"level\":1},\"sold\":{\"level\":2},\"by\":\"Ann.\"},)";
  const std::string page =
      "<title>Homes</title><div id=app><p>Loading</p></div><script type=application/json>"
      "{\"body\":\"[" +
      data + "]\"}</script>";
  EXPECT_EQ(Extractor().extract(page).embedded, "");
}

TEST(Extractor, SaysWhyThereIsNoBody) {
  const Article article = Extractor().extract("<script>x</script>");
  EXPECT_TRUE(article.bodies.empty());
  EXPECT_EQ(article.reason, "the page holds no text");
}

TEST(Extractor, FindsMethodsOfTheLiteratureInTheirCatalogue) {
  std::string ids;
  for (const MethodInfo& info : methods()) ids += std::string(info.id) + ' ';
  EXPECT_EQ(ids, "all cetd pith ");
  const Extractor without(Options{.method = "song"});
  EXPECT_EQ(without.error().code, ErrorCode::unknown_method);
  EXPECT_EQ(without.error().message, "unknown method \"song\": without a catalogue there are all, cetd, pith");
  EXPECT_FALSE(Extractor(method("song")).error());
  const Catalogue other({&method::kAll}, "0.0.0");
  const Extractor misfit(Options{.method = "all", .catalogue = &other});
  EXPECT_EQ(misfit.error().code, ErrorCode::bad_option);
  EXPECT_EQ(misfit.error().message, "the catalogue of methods is of another version of pith");
}

TEST(Extractor, ReportsWrongOptions) {
  const Extractor extractor(method("no such"));
  EXPECT_EQ(extractor.error().code, ErrorCode::unknown_method);
  EXPECT_EQ(extractor.error().message, "unknown method \"no such\"");
  const Article article = extractor.extract("<p>text");
  EXPECT_TRUE(article.bodies.empty());
  EXPECT_EQ(article.reason, extractor.error().message);

  Options options;
  options.limits.input_bytes = (std::size_t{1} << 30) + 1;
  EXPECT_EQ(Extractor(options).error().code, ErrorCode::bad_option);
  options = method("cetd");
  options.settings = {{"density", "thick"}};
  EXPECT_EQ(Extractor(options).error().code, ErrorCode::bad_option);
  EXPECT_EQ(Extractor(options).error().message, "density: `thick` is not one of composite,text");
  options = {};
  options.limits.attributes_per_element = 65'536;
  EXPECT_EQ(Extractor(options).error().code, ErrorCode::bad_option);
  options = {};
  options.limits.nodes = 0x8000'0000;
  EXPECT_EQ(Extractor(options).error().code, ErrorCode::bad_option);
  EXPECT_FALSE(Extractor().error());
}

TEST(Extractor, ReportsAModelThatCannotBeRead) {
  Options options;
  options.settings = {{"model", "/no/such/folder"}};
  const Extractor extractor(options);
  EXPECT_NE(extractor.error().message.find("/no/such/folder"), std::string::npos);
  EXPECT_EQ(extractor.extract("<p>text").reason, extractor.error().message);
}

TEST(Extractor, TakesTheContentType) {
  // "正文在此。" in GBK, declared nowhere.
  constexpr std::string_view kBytes = "<p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3</p>";
  const Extractor extractor(method("all"));
  const Article article = extractor.extract(kBytes, {.content_type = "text/html; charset=gb2312"});
  EXPECT_EQ(text_of(article), "正文在此。\n");
  EXPECT_EQ(article.encoding_source, "transport");
  // What the caller knows goes before it.
  EXPECT_EQ(extractor.extract(kBytes, {.charset = "gbk", .content_type = "text/html; charset=big5"}).encoding, "GBK");

  for (const char* type : {"image/png", "application/pdf; charset=gbk", "text/css"}) {
    const Article none = extractor.explain(kBytes, {.url = "http://a.example/", .content_type = type});
    EXPECT_TRUE(none.bodies.empty());
    EXPECT_TRUE(none.blocks.empty());
    EXPECT_EQ(none.url, "http://a.example/");
    EXPECT_NE(none.reason.find(", which is no web page"), std::string::npos) << none.reason;
  }
  for (const char* type : {"text/plain", "application/xml", "nonsense"})
    EXPECT_FALSE(extractor.extract(kBytes, {.content_type = type}).bodies.empty()) << type;
}

// What stands on every page of a site is left out from its second page on.
TEST(SiteMemory, LearnsFromPageToPage) {
  const auto page = [](const std::string& story) {
    return "<p>" + story + ", it says.</p><p>All rights, they say, are ours.</p>";
  };
  const std::string both = "Two, it says.\nAll rights, they say, are ours.\n", story = "Two, it says.\n";
  for (const char* id : {"punct-lines", "url-tree"}) {
    const Extractor extractor(method(id));
    SiteMemory memory(extractor);
    EXPECT_FALSE(memory.error());
    EXPECT_EQ(memory.method(), id);
    (void)extractor.extract(page("One"), {.url = "http://a.example/1", .memory = &memory});
    EXPECT_EQ(text_of(extractor.extract(page("Two"), {.url = "http://b.example/2", .memory = &memory})), both);
    EXPECT_EQ(text_of(extractor.extract(page("Two"), {.url = "http://a.example/2"})), both);

    SiteMemory copy(extractor);
    EXPECT_FALSE(copy.load(memory.save()));
    EXPECT_EQ(copy.save(), memory.save());
    // By the site where there is no URL.
    EXPECT_EQ(text_of(extractor.extract(page("Two"), {.site = "a.example", .memory = &memory})), story) << id;
    EXPECT_EQ(text_of(extractor.explain(page("Two"), {.url = "http://a.example/2", .memory = &copy})), story) << id;

    EXPECT_EQ(copy.load("nonsense").code, ErrorCode::bad_data);
    EXPECT_EQ(copy.save(), SiteMemory(extractor).save());
  }
}

// A page in the shape of a story among navigation, with lines that all pages of the site have.
std::string harbour_page(int number) {
  const std::string n = std::to_string(number);
  std::string page = "<title>Story " + n + " of the harbour - Harbour Post</title><nav><a href=/>Home</a></nav><main>" +
                     "<h1>Story " + n + " of the harbour</h1>";
  for (int i = 0; i < 6; ++i) {
    page += "<p>Paragraph " + std::to_string(i) + " of story " + n +
            " says what the council of the town has decided on " + "its meeting number " +
            std::to_string(number * 7 + i) + ", and why it took so long.</p>";
  }
  return page + "<p>Sign up for our morning letter, and be told of all that moves the town before you leave for work." +
         "</p></main><footer>All rights reserved.</footer>";
}

TEST(SiteMemory, TheDefaultIsWithoutItWhatItWas) {
  const Extractor extractor;
  SiteMemory memory(extractor);
  ASSERT_FALSE(memory.error());
  const auto json = [&](int number, SiteMemory* with) {
    return render(extractor.extract(harbour_page(number),
                                    {.url = "http://a.example/news/" + std::to_string(number), .memory = with}),
                  Format::json);
  };
  // The first page of a site, and a page of nobody knows which.
  EXPECT_EQ(json(0, &memory), json(0, nullptr));
  for (int i = 1; i < 6; ++i) (void)json(i, &memory);
  const std::string nowhere = text_of(extractor.extract(harbour_page(9)));
  EXPECT_EQ(text_of(extractor.extract(harbour_page(9), {.memory = &memory})), nowhere);
  // What is known is told again from the text.
  SiteMemory copy(extractor);
  ASSERT_FALSE(copy.load(memory.save()));
  EXPECT_EQ(copy.save(), memory.save());
  EXPECT_EQ(json(7, &copy), json(7, &memory));
  // The same page once more is no news.
  const std::string before = memory.save();
  (void)json(7, &memory);
  EXPECT_EQ(memory.save(), before);
}

TEST(SiteMemory, ThreadsTakeTurns) {
  constexpr int kPages = 24, kThreads = 4;
  const Extractor extractor;
  const auto run = [&](int threads) {
    SiteMemory memory(extractor);
    std::vector<std::string> texts(kPages);
    std::atomic<int> next = 0;
    const auto work = [&] {
      Workspace workspace;
      for (int i = next++; i < kPages; i = next++) {
        if (i % 5 == 3) {
          memory.pass(static_cast<std::uint64_t>(i));
          continue;
        }
        const std::string url = "http://" + std::to_string(i % 2) + ".example/" + std::to_string(i);
        texts[static_cast<std::size_t>(i)] = text_of(extractor.extract(
            harbour_page(i), {.url = url, .memory = &memory, .turn = static_cast<std::uint64_t>(i)}, workspace));
      }
    };
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t) running.emplace_back(work);
    for (std::thread& thread : running) thread.join();
    texts.push_back(memory.save());
    return texts;
  };
  EXPECT_EQ(run(1), run(kThreads));
}

TEST(SiteMemory, IsOfOneMethod) {
  const Extractor extractor(method("punct-lines")), other(method("url-tree")), alone(method("cetd"));
  SiteMemory memory(extractor);
  const Article article = other.extract("<p>text, more text.", {.memory = &memory});
  EXPECT_TRUE(article.bodies.empty());
  EXPECT_EQ(article.reason, "the memory of sites is of method punct-lines, not of url-tree");

  SiteMemory none(alone);
  EXPECT_EQ(none.error().code, ErrorCode::bad_option);
  EXPECT_EQ(none.error().message, "method cetd keeps no memory of sites");
  EXPECT_EQ(none.method(), "");
  EXPECT_EQ(none.save(), "");
  EXPECT_TRUE(none.load(""));
  EXPECT_EQ(text_of(extractor.extract("<p>text, more text.", {.memory = &none})), "text, more text.\n");
  EXPECT_EQ(SiteMemory(Extractor(method("no such"))).error().code, ErrorCode::unknown_method);
}

TEST(Extractor, CutsTheOutputAndSaysSo) {
  Options options = method("all");
  for (const std::size_t limit : {9u, 10u, 11u}) {
    options.limits.output_bytes = limit;  // "abcd" twice, with line ends, is 10 bytes
    const Article article = Extractor(options).extract("<p>abcd<p>efgh");
    EXPECT_EQ(text_of(article), std::string("abcd\nefgh\n").substr(0, limit));
    EXPECT_EQ(has(article.truncated, Truncation::output), limit < 10) << limit;
  }
}

TEST(Extractor, CutsTheInputAndSaysSo) {
  Options options = method("all");
  options.limits.input_bytes = 8;
  const Article article = Extractor(options).extract("<p>abcdefgh");
  EXPECT_EQ(text_of(article), "abcde\n");
  EXPECT_TRUE(has(article.truncated, Truncation::input));
}

TEST(Extractor, ExplainsEveryBlock) {
  const Article article = Extractor(method("all")).explain("<div>a</div><div><p>b <b>c</b></p><p hidden>d</p></div>");
  ASSERT_EQ(article.blocks.size(), 3u);
  EXPECT_EQ(article.blocks[0].path, "html/body/div[1]");
  EXPECT_EQ(article.blocks[0].text, "a");
  EXPECT_EQ(article.blocks[1].path, "html/body/div[2]/p[1]");
  EXPECT_EQ(article.blocks[1].text, "b c");
  EXPECT_TRUE(article.blocks[1].kept);
  EXPECT_EQ(article.blocks[1].body, 0);
  EXPECT_EQ(article.blocks[1].reason, "visible");
  EXPECT_EQ(article.blocks[2].path, "html/body/div[2]/p[2]");
  EXPECT_FALSE(article.blocks[2].kept);
  EXPECT_EQ(article.blocks[2].body, -1);
  EXPECT_EQ(article.blocks[2].reason, "hidden");
}

TEST(Extractor, GivesTheSameFromAnyWorkspaceAndThread) {
  const Extractor extractor;
  const std::string other =
      "<ul><li>x<li>y</ul><p>Another page, to leave traces if any can be left.</p>" + std::string(100'000, 'z');
  const std::string fresh = render(extractor.extract(kGbkPage), Format::json);
  std::vector<std::string> found(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& result : found) {
      threads.emplace_back([&] {
        Workspace workspace;
        for (int i = 0; i < 50; ++i) {
          (void)extractor.extract(other, {}, workspace);
          result = render(extractor.extract(kGbkPage, {}, workspace), Format::json);
        }
      });
    }
  }
  for (const std::string& result : found) EXPECT_EQ(result, fresh);
}

TEST(Extractor, TakesAnyBytes) {
  std::string noise;
  std::uint32_t state = 1;
  for (int i = 0; i < 20'000; ++i) {
    state = state * 1664525u + 1013904223u;
    noise += "<>/&;=\"'! \n\x80\xFF abdiprt"[state >> 24 & 0xF];
  }
  for (const std::string_view bytes : {std::string_view(), std::string_view("\0\0\0", 3), std::string_view(noise)}) {
    for (const MethodInfo& info : methods(all_methods())) {
      if (info.trained) continue;
      const Article article = Extractor(method(std::string(info.id))).explain(bytes);
      EXPECT_EQ(article.bodies.empty(), !article.reason.empty());
    }
  }
}

TEST(Methods, AreListedInOrder) {
  const std::vector<MethodInfo>& all = methods(all_methods());
  ASSERT_GE(all.size(), 2u);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LT(all[i - 1].id, all[i].id);
  for (const MethodInfo& info : methods(all_methods())) {
    const Extractor extractor(method(std::string(info.id)));
    EXPECT_EQ(static_cast<bool>(extractor.error()), info.trained) << info.id;
    if (!info.trained) continue;
    EXPECT_NE(extractor.error().message.find("pith train " + std::string(info.id)), std::string::npos) << info.id;
  }
}

}  // namespace
}  // namespace pith
