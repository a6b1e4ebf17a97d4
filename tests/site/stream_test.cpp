// A stream of pages of three generated sites, each in a layout of its own, through the methods that learn:
// footers and menus are gone after the learning pages, no line of a body is lost, the memory stays bounded.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "site/line_table.hpp"
#include "site/memory.hpp"
#include "support/chosen.hpp"
#include "support/must.hpp"

namespace pith::site {
namespace {

using testing::Chosen;
using testing::Measured;

constexpr int kSites = 3, kPagesEach = 120;

struct GeneratedPage {
  std::string url, html;
  std::vector<std::string> body;  // its lines
  std::vector<std::string> noise;
};

std::string words(std::mt19937& random, int count) {
  static constexpr const char* kWords[] = {"river",  "bridge", "council", "harbour", "engine", "market",
                                           "school", "forest", "record",  "winter",  "signal", "painter",
                                           "budget", "valley", "doctor",  "ticket"};
  std::string out;
  for (int i = 0; i < count; ++i) out += std::string(i > 0 ? " " : "") + kWords[random() % std::size(kWords)];
  return out;
}

GeneratedPage generate(int site, int number, std::mt19937& random) {
  GeneratedPage page;
  const std::string host = "www.site" + std::to_string(site) + ".example";
  page.url = "http://" + host + (number % 2 == 0 ? "/news/" : "/sport/") + std::to_string(number) + ".html";
  for (int i = 0; i < 4 + static_cast<int>(random() % 5); ++i)
    page.body.push_back("Story " + words(random, 12) + ", said the " + words(random, 9) + ".");
  page.noise = {"Copyright 2026, " + host + ". All rights reserved.",
                "Questions, hints, corrections: write to the editors.", "News, sport, weather, culture, travel"};
  std::string body;
  switch (site) {
    case 0:  // paragraphs in a div
      for (const std::string& line : page.body) body += "<p>" + line + "</p>\n";
      page.html = "<body><div class=menu>" + page.noise[2] + "</div><div class=text>" + body +
                  "</div><div class=foot><p>" + page.noise[0] + "<p>" + page.noise[1] + "</div>";
      break;
    case 1:  // cells of a table
      for (const std::string& line : page.body) body += "<tr><td>" + line + "</td></tr>";
      page.html = "<body><table><tr><td>" + page.noise[2] + "<td><table>" + body + "</table></table><center>" +
                  page.noise[0] + "<br><br>" + page.noise[1] + "</center>";
      break;
    default:  // bare text and breaks, the notices in front
      for (const std::string& line : page.body) body += line + "<br><br>";
      page.html = "<body><ul><li>" + page.noise[2] + "<li>" + page.noise[0] + "<li>" + page.noise[1] +
                  "</ul><section>" + body + "</section>";
  }
  return page;
}

std::unique_ptr<Memory> memory_of(std::string_view id, const std::vector<Setting>& given = {}) {
  const method::Method& method = *all_methods().find(id);
  const method::Settings settings = testing::must(method::read_settings(method, given));
  return method.make_memory(settings);
}

// A long line that is no notice may come on one page more.
constexpr int kLearningPages = 2;

// Runs the stream, the sites in turns: no line of a body is lost, none of noise comes through after the learning pages
// of its site. What was learnt.
std::unique_ptr<Memory> run_stream(std::string_view id, const std::vector<Setting>& given, int learning_pages) {
  std::unique_ptr<Memory> memory = memory_of(id, given);
  std::mt19937 random(7);
  for (int number = 0; number < kPagesEach; ++number) {
    for (int site = 0; site < kSites; ++site) {
      const GeneratedPage page = generate(site, number, random);
      const Measured m(page.html);
      const Chosen run(id, m, given, {.url = page.url, .memory = memory.get()});
      const std::vector<std::string> kept_list = run.kept();
      const std::set<std::string> kept(kept_list.begin(), kept_list.end());
      for (const std::string& line : page.body) EXPECT_TRUE(kept.contains(line)) << page.url << ": " << line;
      for (const std::string& line : page.noise) {
        EXPECT_TRUE(number < learning_pages || !kept.contains(line)) << page.url << ": " << line;
      }
    }
  }
  return memory;
}

TEST(Streams, PunctLinesForgetsTheFooters) {
  run_stream("punct-lines", {}, kLearningPages);
  run_stream("punct-lines", {{"once_per_page", "off"}}, kLearningPages);
  run_stream("punct-lines", {{"long_line", "0"}}, 1);
}

TEST(Streams, UrlTreeForgetsTheFooters) {
  // The youngest folder has its five pages after ten of the site; until then the domain alone votes.
  run_stream("url-tree", {}, kLearningPages);
  run_stream("url-tree", {{"long_line", "0"}}, 1);
  run_stream("url-tree", {{"mode", "fast"}}, 10);
}

TEST(Streams, TheLineTablesStayBounded) {
  const std::string text = run_stream("punct-lines", {}, kLearningPages)->to_text();
  // Of each site, two lines of headers; then its three lines of noise, and what came after the table was pruned at page
  // 100: at most 8 lines of body a page.
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  EXPECT_LE(lines, 1 + kSites * (3 + 3 + (kPagesEach - 100) * 8));
  EXPECT_GT(lines, 1 + kSites * (3 + 3 + (kPagesEach - 100) * 4));
}

TEST(Streams, AMemoryIsReadBack) {
  for (const char* id : {"punct-lines", "url-tree"}) {
    const std::string text = run_stream(id, {}, kLearningPages)->to_text();
    const std::unique_ptr<Memory> memory = memory_of(id);
    ASSERT_FALSE(memory->from_text(text)) << id;
    EXPECT_EQ(memory->to_text(), text) << id;
    // It knows the noise of a page it never saw.
    std::mt19937 random(8);
    const GeneratedPage page = generate(1, 1000, random);
    const Measured m(page.html);
    EXPECT_EQ(Chosen(id, m, {}, {.url = page.url, .memory = memory.get()}).kept(), page.body) << id;
    const std::string of_other = std::string("pith-sites 1 ") + (id[0] == 'u' ? "punct-lines" : "url-tree") + "\n";
    for (const std::string& damaged :
         {std::string(), of_other, text.substr(0, text.size() / 2), text + "x", text + "5 3 a.example\n"}) {
      EXPECT_EQ(memory->from_text(damaged).code, ErrorCode::bad_data) << id << ": " << damaged.substr(0, 40);
      EXPECT_EQ(memory->to_text(), std::string("pith-sites 1 ") + id + '\n');
    }
  }
}

TEST(Streams, MethodsThatJudgeEachPageAloneHaveNoMemory) {
  EXPECT_EQ(all_methods().find("cetd")->make_memory, nullptr);
}

TEST(Streams, WithoutMemoryAPageIsJudgedAlone) {
  std::mt19937 random(7);
  const GeneratedPage page = generate(0, 0, random);
  const Measured m(page.html);
  EXPECT_EQ(Chosen("url-tree", m).kept().size(), m.page.blocks().size());
  EXPECT_EQ(Chosen("punct-lines", m).kept().size(), m.page.blocks().size());  // all of its lines have some marks
}

// What the pages of a site say, in order; what is kept of the last.
std::vector<std::string> last_of(std::string_view id, const std::vector<std::string>& pages,
                                 const std::vector<Setting>& given = {}) {
  const std::unique_ptr<Memory> memory = memory_of(id, given);
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Measured m(pages[i]);
    kept = Chosen(id, m, given, {.url = "http://s.example/" + std::to_string(i), .memory = memory.get()}).kept();
  }
  return kept;
}

TEST(Streams, ATeaserIsNotTheStory) {
  const std::string title = "Bridge closed, again.";
  const std::vector<std::string> pages = {"<p>One and two, say.</p><a href=/b>" + title + "</a>",
                                          "<p>Two and three, say.</p><a href=/b>" + title + "</a>",
                                          "<h1>" + title + "</h1><p>Three, four.</p>"};
  for (const char* id : {"punct-lines", "url-tree"}) {
    EXPECT_EQ(last_of(id, pages), (std::vector<std::string>{title, "Three, four."})) << id;
    EXPECT_EQ(last_of(id, pages, {{"tell_links", "off"}}), std::vector<std::string>{"Three, four."}) << id;
  }
}

TEST(Streams, ALongLineMayBeToldTwice) {
  const std::string lead = "The council has closed the bridge over the river for the winter, it said.";
  const std::string notice = "Copyright of all that stands on these pages, whatever it is, is ours.";
  const auto page = [&](const std::string& own) {
    return "<p>" + own + "</p><p>" + lead + "</p><p>" + notice + "</p>";
  };
  for (const char* id : {"punct-lines", "url-tree"}) {
    const std::vector<std::string> pages = {page("The first of them, it says."), page("The second one, it says.")};
    EXPECT_EQ(last_of(id, pages), (std::vector<std::string>{"The second one, it says.", lead})) << id;
    EXPECT_EQ(last_of(id, pages, {{"long_line", "0"}}), std::vector<std::string>{"The second one, it says."}) << id;
    EXPECT_EQ(last_of(id, {pages[0], pages[1], page("Now the third, it says.")}),
              std::vector<std::string>{"Now the third, it says."})
        << id;
  }
}

TEST(PunctLinesChecks, Ratios) {
  std::string hundred(95, 'x');
  hundred += ",,,,,";
  const Measured m("<p>，。</p><p>导航</p><p>" + hundred + "</p>");
  EXPECT_EQ(Chosen("punct-lines", m).kept(), std::vector<std::string>{hundred});
  EXPECT_EQ(Chosen("punct-lines", m, {{"keep_zero", "on"}}).kept(), (std::vector<std::string>{"导航", hundred}));
  EXPECT_TRUE(Chosen("punct-lines", m, {{"ratio", "0.04"}}).kept().empty());
  EXPECT_TRUE(Chosen("punct-lines", m, {{"shortest", "101"}}).kept().empty());
}

}  // namespace
}  // namespace pith::site
