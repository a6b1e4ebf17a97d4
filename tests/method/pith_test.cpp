#include "method/pith_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "support/chosen.hpp"
#include "support/must.hpp"

namespace pith::method {
namespace {

using testing::Chosen;
using testing::Measured;

const std::filesystem::path kExamples = std::filesystem::path(PITH_SOURCE_DIR) / "examples/pages";

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string example(const std::string& name) { return read_file(kExamples / name); }

MethodOptions favoring(Favor favor) {
  MethodOptions options;
  options.favor = favor;
  return options;
}

std::set<BlockId> kept(const Chosen& chosen) {
  std::set<BlockId> blocks;
  for (std::size_t body = 0; body < chosen.choice.bodies(); ++body)
    for (const BlockId block : chosen.choice.body(body)) blocks.insert(block);
  return blocks;
}

bool holds(const std::set<BlockId>& more, const std::set<BlockId>& less) {
  return std::includes(more.begin(), more.end(), less.begin(), less.end());
}

const std::string kHead =
    "<!doctype html><html lang=en><title>The bridge closes for repairs - Harbour Post</title><body>"
    "<header class=site-header><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/sport>Sport</a>"
    "<li><a href=/about>About us</a></ul></nav></header>";
const std::string kFoot =
    "<footer class=site-footer><p>Copyright Harbour Post. All rights reserved.</p>"
    "<ul><li><a href=/terms>Terms</a><li><a href=/privacy>Privacy</a></ul></footer></body></html>";

std::string paragraph(int number) {
  static const char* const kSentences[] = {
      "The old bridge over the harbour will close for repairs on Monday, the council said, and traffic will be led "
      "over the northern crossing for at least six weeks.",
      "Engineers found cracks in two of the main girders during an inspection in spring, and they have recommended "
      "that both be replaced before the winter storms arrive.",
      "Shopkeepers on the eastern bank fear for their trade, since most of their customers come on foot, but the "
      "harbour office has promised a ferry every ten minutes.",
      "The work will cost about four million, of which the region pays half; the rest comes from the fund for "
      "bridges that was set up after the flood twelve years ago.",
      "Similar repairs on the lighthouse bridge took twice as long as planned, which is why the council has agreed "
      "on a penalty for every day of delay this time."};
  return kSentences[number % 5];
}

std::string article(const std::string& inside = "", const std::string& after = "") {
  std::string page = kHead + "<main><article class=article><h1>The bridge closes for repairs</h1>";
  for (int i = 0; i < 5; ++i) page += "<p>" + paragraph(i) + "</p>";
  return page + inside + "</article>" + after + "</main>" + kFoot;
}

const std::string kOpinions[] = {"I walk over that bridge every single day and never noticed any cracks at all.",
                                 "A ferry every ten minutes, really? Last year they could not manage one an hour.",
                                 "Good that somebody looks at the girders before the next storm comes along.",
                                 "The penalty is a fine idea, let us hope that the council insists on it this time."};

std::string comments() {
  std::string section = "<section class=comments id=comments><h2>4 comments</h2><ol class=comment-list>";
  for (std::size_t i = 0; i < std::size(kOpinions); ++i)
    section += "<li class=comment><div class=comment-author>Reader " + std::to_string(i) +
               "</div><time datetime=2024-05-0" + std::to_string(i + 1) + ">May " + std::to_string(i + 1) +
               ", 2024</time><div class=comment-content><p>" + kOpinions[i] +
               "</p></div><a class=reply href=#r>Reply</a></li>";
  return section + "</ol></section>";
}

/// A model that looks at nothing but a block's length, and takes every page for one of `kind`: what becomes of the
/// probabilities can be seen apart from what was learnt.
class ModelOfLengths {
 public:
  ModelOfLengths(std::string_view kind, double short_log_odds, double long_log_odds) {
    std::string name = (std::filesystem::temp_directory_path() / "pith-model-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    const std::string digest = "digest " + std::string(kFeatureDigest) + "\n";
    write("words.txt", "pith-words 1\n" + digest + "bias 0\n");
    write("blocks.txt", "pith-forest 1\n" + digest + "feature words\ntree 0 3.5 -1 -2\n" +
                            std::to_string(short_log_odds) + " " + std::to_string(long_log_odds) + "\n");
    std::string kinds;
    for (std::size_t k = 0; k < kPageKinds; ++k) {
      const std::string_view each = name_of(static_cast<PageKind>(k));
      kinds.append("pith-forest 1\n# kind ").append(each).append("\n").append(digest);
      kinds.append(each == kind ? "tree\n9\n" : "tree\n0\n");
    }
    write("kinds.txt", kinds);
  }
  ModelOfLengths(const ModelOfLengths&) = delete;
  ModelOfLengths& operator=(const ModelOfLengths&) = delete;
  ~ModelOfLengths() { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::vector<Setting> setting() const { return {{"model", folder_.string()}}; }

 private:
  void write(const char* name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  std::filesystem::path folder_;
};

TEST(PithModel, ShippedOneLoads) {
  const auto model = testing::must(shipped_pith_model());
  ASSERT_NE(model, nullptr);
  EXPECT_GT(model->blocks.trees(), 100U);
  for (std::size_t k = 0; k < kPageKinds; ++k) EXPECT_GT(model->kinds[k].trees(), 10U) << k;
  // What is laid into the library is what lies in the source tree.
  const auto read = testing::must(read_pith_model(std::string(PITH_SOURCE_DIR) + "/models/default"));
  EXPECT_EQ(read->blocks.record(), model->blocks.record());
  EXPECT_EQ(read->blocks.trees(), model->blocks.trees());
  EXPECT_GT(model->sites.trees(), 10U);
  EXPECT_EQ(read->sites.trees(), model->sites.trees());
}

TEST(PithModel, SaysWhatIsWrongWithAFolder) {
  EXPECT_EQ(read_pith_model("/nowhere/at/all").error().message, "/nowhere/at/all/words.txt: cannot be read");
}

TEST(PithModel, SaysWhatIsWrongInAFile) {
  PithModel model;
  EXPECT_TRUE(model.load_sites("no model").message.starts_with("sites.txt: "));
  EXPECT_TRUE(model.load_sites("pith-forest 1\ndigest other\n").message.starts_with("sites.txt: "));
  EXPECT_TRUE(model.load("no model", "", "").message.starts_with("words.txt: "));
}

// A model whose features have given other values than those of this version, in any of its files.
TEST(PithModel, RefusesAModelOfOtherFeatures) {
  const std::string folder = std::string(PITH_SOURCE_DIR) + "/models/default/";
  const std::array<std::string, 3> shipped = {read_file(folder + "words.txt"), read_file(folder + "blocks.txt"),
                                              read_file(folder + "kinds.txt")};
  EXPECT_EQ(PithModel().load(shipped[0], shipped[1], shipped[2]).message, "");
  const std::string line = "digest " + std::string(kFeatureDigest) + "\n";
  for (std::size_t i = 0; i < shipped.size(); ++i) {
    for (const char* const doctored : {"digest 0123456789abcdef\n", "digest\n", ""}) {
      std::array<std::string, 3> files = shipped;
      const std::size_t at = files[i].rfind(line);  // of the last forest, where there are several
      ASSERT_NE(at, std::string::npos);
      files[i].replace(at, line.size(), doctored);
      const std::string wrong = PithModel().load(files[0], files[1], files[2]).message;
      EXPECT_NE(wrong.find("train"), std::string::npos) << i << ' ' << doctored << wrong;
    }
  }
  EXPECT_TRUE(PithModel().load(shipped[0], shipped[1], shipped[2], "0123456789abcdef"));
}

TEST(Pith, TellsTheKindsOfPagesApart) {
  const std::map<std::string, std::string> kinds = {
      {"english-news.html", "article"},    {"chinese-blog.html", "article"}, {"chinese-news-gbk.html", "article"},
      {"questions-answers.html", "forum"}, {"list-archive.html", "listing"}, {"shop-product.html", "product"}};
  for (const auto& [name, kind] : kinds) {
    const Measured page(example(name));
    const Chosen chosen("pith", page);
    EXPECT_EQ(chosen.choice.page_type(), kind) << name;
    EXPECT_GT(chosen.choice.page_type_probability(), 0.0F) << name;
    EXPECT_LE(chosen.choice.page_type_probability(), 1.0F) << name;
  }
}

TEST(Pith, CountsLittleOnWhatStandsAroundAProduct) {
  const std::string dialog =
      "<p>We deliver within three working days to all addresses in the country; returns are free for thirty days, in "
      "the box in which the goods came.</p></div>";
  std::string plain = example("shop-product.html"), marked = plain;
  plain.insert(plain.find("</body>"), "<div>" + dialog);
  marked.insert(marked.find("</body>"), "<div class=recommended>" + dialog);
  const Measured plain_page(plain), marked_page(marked);
  const Chosen as_it_is("pith", plain_page), as_aside("pith", marked_page);
  ASSERT_EQ(as_aside.choice.page_type(), "product");
  const auto last = [](const Measured& page) {
    BlockId block = 0;
    for (BlockId b = 0; b < page.page.blocks().size(); ++b)
      if (page.page.text_of(page.page.block(b)).characters > 100) block = b;
    return block;
  };
  std::string reason;
  all_methods().find("pith")->describe(marked_page.page, as_aside.choice, last(marked_page), reason);
  EXPECT_TRUE(reason.starts_with("stands around a product or a thread")) << reason;
  EXPECT_LT(as_aside.choice.score(last(marked_page)), as_it_is.choice.score(last(plain_page)));
  EXPECT_FALSE(kept(as_aside).contains(last(marked_page)));
}

TEST(Pith, KeepsMoreForRecallAndLessForPrecision) {
  bool differs = false;
  for (const auto& entry : std::filesystem::directory_iterator(kExamples)) {
    const Measured page(example(entry.path().filename().string()));
    const auto precision = kept(Chosen("pith", page, {}, favoring(Favor::precision)));
    const auto balanced = kept(Chosen("pith", page));
    const auto recall = kept(Chosen("pith", page, {}, favoring(Favor::recall)));
    EXPECT_TRUE(holds(balanced, precision)) << entry.path();
    EXPECT_TRUE(holds(recall, balanced)) << entry.path();
    differs |= recall.size() > precision.size();
  }
  EXPECT_TRUE(differs);
}

TEST(Pith, KeepsLessAboveAHigherThreshold) {
  for (const auto& entry : std::filesystem::directory_iterator(kExamples)) {
    const Measured page(example(entry.path().filename().string()));
    std::set<BlockId> last;
    for (const char* threshold : {"0.95", "0.7", "0.4", "0.1"}) {
      const Chosen chosen("pith", page, {{"threshold", threshold}});
      const auto now = kept(chosen);
      EXPECT_TRUE(holds(now, last)) << entry.path() << " at " << threshold;
      for (const BlockId block : now) EXPECT_GE(chosen.choice.score(block), std::strtof(threshold, nullptr));
      last = now;
    }
  }
}

TEST(Pith, LeavesCommentsBelowAnArticleOut) {
  const Measured page(article("", comments()));
  const Chosen chosen("pith", page);
  const auto texts = chosen.kept();
  for (int i = 0; i < 5; ++i) EXPECT_NE(std::find(texts.begin(), texts.end(), paragraph(i)), texts.end()) << i;
  for (const std::string& opinion : kOpinions) {
    EXPECT_EQ(std::find(texts.begin(), texts.end(), opinion), texts.end()) << opinion;
    EXPECT_TRUE(chosen.reason(page.block(opinion)).starts_with("a comment of a reader")) << opinion;
  }
  EXPECT_EQ(chosen.choice.page_type(), "article");
}

// A cell that is named for comments is part of its row.
TEST(Pith, LeavesNoHalfOfARowOutForItsName) {
  const ModelOfLengths model("article", 1, 4);
  std::string rows;
  for (const char* number : {"one", "two", "three"})
    rows += std::string("<tr><th>Paper ") + number + "<td class=comments>Pages: " + number;
  const Measured page("<body><a href=/>Home</a><p>" + paragraph(0) + "</p><table>" + rows + "</table><p>" +
                      paragraph(1) + "</p><p hidden>.</p></body>");
  const auto kept = Chosen("pith", page, model.setting()).kept();
  for (const char* cell : {"Paper two", "Pages: two"})
    EXPECT_NE(std::find(kept.begin(), kept.end(), cell), kept.end()) << cell;
}

// What is commented on is a picture: all that is to read stands in comments, as in a thread. A line among them says
// what they are, as a heading or where one is asked for.
TEST(Pith, LeavesCommentsBelowAPictureOut) {
  const std::string picture =
      kHead +
      "<main><article class=article><h1>The bridge closes for repairs</h1><p class=byline>by Jo Quay on May 1, "
      "2024</p><img src=bridge.jpg></article>";
  std::string asked = comments() + "<form><p>Submit comment</p><textarea name=comment></textarea></form>";
  asked.erase(asked.find("<h2>"), std::string("<h2>4 comments</h2>").size());
  asked.erase(asked.find("</section>"), std::string("</section>").size()) += "</section>";
  for (const std::string& section : {comments(), asked}) {
    const Measured page(picture + section + "</main>" + kFoot);
    const Chosen chosen("pith", page);
    const auto texts = chosen.kept();
    for (const std::string& opinion : kOpinions) {
      EXPECT_EQ(std::find(texts.begin(), texts.end(), opinion), texts.end()) << opinion;
    }
    EXPECT_EQ(chosen.choice.page_type(), "article");
  }
}

// A page with a link and what readers say of it: nobody has commented on next to nothing.
TEST(Pith, KeepsADiscussionThatIsThePage) {
  std::string page = kHead;
  page.insert(page.find("<body>"), "<meta property=og:type content=article>");
  page +=
      "<div class=story><h1><a href=https://example.org/bridge>The bridge closes</a></h1><a href=/t/city>city</a> "
      "via <a href=/u/ann>ann</a></div>" +
      comments() + kFoot;
  const Measured measured(page);
  const Chosen chosen("pith", measured);
  const auto texts = chosen.kept();
  for (const std::string& opinion : kOpinions)
    EXPECT_NE(std::find(texts.begin(), texts.end(), opinion), texts.end()) << opinion;
  EXPECT_EQ(chosen.choice.page_type(), "forum");
}

// Highlighters name what programmers comment, too.
TEST(Pith, KeepsCodeWithCommentsInIt) {
  const Measured page(
      article("<p>The ferry's times are computed by a few lines, which the office has published:</p>"
              "<pre><code><span class=hljs-comment>// Minutes</span>\nint next(int minute) "
              "{ return 10 - minute % 10; }</code></pre>"
              "<p>Anybody may use them for a clock of their own, and quite a few have done so.</p>"));
  const auto texts = Chosen("pith", page).kept();
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                          [](const std::string& text) { return text.find("int next") != std::string::npos; }));
}

TEST(Pith, KeepsATableWhole) {
  const std::string table =
      "<table><thead><tr><th>Bank<th>First<th>Last</tr></thead><tbody><tr><td>East<td>5:10<td>22:40"
      "<tr><td>West<td>5:05<td>22:35<tr><td>Island<td>6:00<td>21:00</table>";
  const std::string before = "<p>The ferry goes as the office has announced it today, on all days of the week:</p>";
  const std::string behind = "<p>Tickets are sold on board, and children below the age of six travel for nothing.</p>";
  const std::string cells[] = {"Bank", "First", "Last", "East", "5:10", "22:40", "Island", "21:00"};
  const auto count = [&](const Measured& page) {
    const auto texts = Chosen("pith", page).kept();
    return std::count_if(std::begin(cells), std::end(cells), [&](const std::string& cell) {
      return std::find(texts.begin(), texts.end(), cell) != texts.end();
    });
  };
  const Measured amid(article(before + table + behind));
  EXPECT_EQ(count(amid), std::ssize(cells));
  EXPECT_TRUE(Chosen("pith", amid).reason(amid.block("Bank")).starts_with("part of a table"));
  const Measured elsewhere(article(before + behind, "<aside class=sidebar><h3>Times</h3>" + table + "</aside>"));
  EXPECT_EQ(count(elsewhere), 0);
}

TEST(Pith, KeepsCodeWhole) {
  const std::string text = "<p>" + paragraph(0) + "</p>", more = "<p>" + paragraph(1) + "</p>";
  const std::string code = "<table><td><pre>1\n2</pre><td><pre>open();\nclose();</pre></table>";
  const ModelOfLengths unlikely("article", -5, 4);
  const auto keeps_code = [](const std::string& body, const ModelOfLengths& model) {
    const Measured page("<body><a href=/>Home</a>" + body + "</body>");
    const auto kept = Chosen("pith", page, model.setting()).kept();
    return std::find(kept.begin(), kept.end(), "open();\nclose();") != kept.end();
  };
  // Amid what is kept, the column with the numbers of its lines beside it.
  EXPECT_TRUE(keeps_code("<main>" + text + code + more + "</main>", unlikely));
  // At the end of the element around what is kept, and not elsewhere.
  EXPECT_TRUE(keeps_code("<main>" + text + more + code + "</main>", unlikely));
  EXPECT_FALSE(keeps_code("<main>" + text + more + "</main>" + code, unlikely));
  EXPECT_FALSE(keeps_code("<main>" + code + text + more + "</main>", unlikely));
}

// A list is decided as one, by what stands around it; a list of links leads elsewhere.
TEST(Pith, KeepsAListAmidTheTextOrIntroducedByIt) {
  const std::string text = "<p>" + paragraph(0) + "</p>", more = "<p>" + paragraph(1) + "</p>";
  const std::string list = "<ul><li>two girders<li>six bolts</ul>";
  const std::string links = "<ul><li><a href=/2>two girders</a><li><a href=/6>six bolts</a></ul>";
  const ModelOfLengths doubtful("article", -0.6, 4), unlikely("article", -1.7, 4), out("article", -4, 4);
  const auto items = [](const std::string& body, const ModelOfLengths& model) {
    const Measured page("<body><a href=/>Home</a><main>" + body + "</main><p hidden>.</p></body>");
    const auto kept = Chosen("pith", page, model.setting()).kept();
    return std::count(kept.begin(), kept.end(), "two girders") + std::count(kept.begin(), kept.end(), "six bolts");
  };
  EXPECT_EQ(items(text + list + more, doubtful), 2);
  EXPECT_EQ(items(text + list + more, unlikely), 0);
  EXPECT_EQ(items(text + links + more, doubtful), 0);
  EXPECT_EQ(items(text + list, doubtful), 0);
  const std::string introduction = "<p>What has to be bought before the bridge can be opened again: </p>";
  EXPECT_EQ(items(text + introduction + list, unlikely), 2);
  EXPECT_EQ(items(text + introduction + links, unlikely), 2);
  EXPECT_EQ(items(text + introduction + list, out), 0);
}

// The heading of the first section is above all that is kept; the headline is a field of its own.
TEST(Pith, KeepsTheHeadingOfTheFirstSection) {
  const ModelOfLengths model("article", -1, 4);
  const auto kept = [&](const std::string& heading) {
    const Measured page("<title>The bridge closes</title><body><a href=/>Home</a><h1>The bridge closes</h1>" + heading +
                        "<p>" + paragraph(0) + "</p><p>" + paragraph(1) + "</p><p hidden>.</p></body>");
    return Chosen("pith", page, model.setting()).kept();
  };
  EXPECT_EQ(kept("<h2>In short</h2>"), (std::vector<std::string>{"In short", paragraph(0), paragraph(1)}));
  EXPECT_EQ(kept("<h2>The bridge</h2>"), (std::vector<std::string>{paragraph(0), paragraph(1)}));
}

// A name that is as unlikely as the button below it is kept for the text behind both, within the element that it
// begins.
TEST(Pith, KeepsTheNameThatACardBeginsWith) {
  const ModelOfLengths model("article", -3, 4);
  const auto kept = [&](const std::string& body) {
    const Measured page("<title>Where to eat</title><body><a href=/>Home</a><h1>Where to eat</h1><main>" + body +
                        "</main><p hidden>.</p></body>");
    return Chosen("pith", page, model.setting()).kept();
  };
  const std::string one =
      "<article><h3><a href=/1>The Ferry</a></h3><div>map</div><p>" + paragraph(0) + "</p></article>";
  const std::string two = "<article><h3>The Mill</h3><div>map</div><p>" + paragraph(1) + "</p></article>";
  EXPECT_EQ(kept(one + two), (std::vector<std::string>{"The Ferry", paragraph(0), "The Mill", paragraph(1)}));
  // What is left out has no name, nor does what stands elsewhere.
  EXPECT_EQ(kept(one + "<article><h3>The Mill</h3><div>map</div></article><div><p>" + paragraph(1) + "</p></div>"),
            (std::vector<std::string>{"The Ferry", paragraph(0), paragraph(1)}));
}

TEST(Pith, KeepsShortLinesBetweenOthersOfTheirMarkup) {
  const ModelOfLengths model("article", -0.8, 4);
  const Measured page("<body><a href=/>Home</a><p>" + paragraph(0) + "</p><p>Won: twice</p><div>Lost: never</div><p>" +
                      paragraph(1) + "</p><p>Drawn: once</p><p hidden>.</p></body>");
  const Chosen chosen("pith", page, model.setting());
  EXPECT_EQ(chosen.kept(), (std::vector<std::string>{paragraph(0), "Won: twice", paragraph(1)}));
  EXPECT_TRUE(chosen.reason(page.block("Won: twice")).starts_with("between blocks of the same markup"));
}

TEST(Pith, DrawsGoodsToTheirLike) {
  std::string list = "<body><a href=/>Home</a><ul>";
  const char* const names[] = {"Carved boat of oak and pine", "The long one for six rowers",
                               "A boat to learn in, wide and slow", "Two masts and a red sail", "The punt"};
  for (const char* name : names)
    list.append("<li><b class=name>").append(name).append("</b><p class=price>20.00</p></li>");
  const Measured page(list + "</ul><p hidden>.</p></body>");
  const ModelOfLengths listing("listing", -2, 4), article("article", -2, 4);
  EXPECT_EQ(Chosen("pith", page, listing.setting()).kept(), (std::vector<std::string>(names, std::end(names))));
  // An article is of one piece already.
  EXPECT_EQ(Chosen("pith", page, article.setting()).kept(), (std::vector<std::string>(names, std::end(names) - 1)));
}

TEST(Pith, KeepsThePostsOfAThreadEachAsABody) {
  std::string markup =
      "<!doctype html><html lang=en><title>Which bridge to take? - Harbour Forum</title><body>"
      "<div id=page-header><a href=/>Board index</a> <a href=/faq>FAQ</a> <a href=/login>Login</a></div>"
      "<h2 class=topic-title>Which bridge to take?</h2><div class=thread>";
  for (int i = 0; i < 5; ++i)
    markup += "<div class=post id=p" + std::to_string(i) + "><div class=postprofile><a class=username href=/u/" +
              std::to_string(i) + ">walker" + std::to_string(i) + "</a><br>Posts: " + std::to_string(17 * (i + 3)) +
              "</div><div class=postbody><p class=author>by walker" + std::to_string(i) +
              " » <time datetime=2024-05-0" + std::to_string(i + 1) + "T10:00>May 0" + std::to_string(i + 1) +
              ", 2024 10:00</time></p><div class=content>" + paragraph(i) + "</div></div></div>";
  markup += "</div><p class=copyright>Powered by a board</p></body></html>";
  const Measured page(markup);
  const Chosen chosen("pith", page);
  EXPECT_EQ(chosen.choice.page_type(), "forum");
  const testing::Bodies bodies = chosen.bodies();
  ASSERT_GE(bodies.size(), 5U);
  std::size_t found = 0;
  for (const auto& body : bodies)
    found += static_cast<std::size_t>(std::count_if(body.begin(), body.end(), [](const std::string& text) {
      for (int i = 0; i < 5; ++i)
        if (text == paragraph(i)) return true;
      return false;
    }));
  EXPECT_EQ(found, 5U);
  for (const auto& body : bodies) {
    std::size_t posts = 0;
    for (const std::string& text : body)
      for (int i = 0; i < 5; ++i) posts += text == paragraph(i);
    EXPECT_LE(posts, 1U);
  }
}

// They stand where a long one has its text; so little is said in them that nothing else speaks for them.
TEST(Pith, KeepsShortPosts) {
  const std::string said[] = {
      "老桥周一起关闭维修，市政府说交通将绕行北面的通道，至少持续六个星期，请大家提前安排出行的时间。",
      "元旦快乐！",
      "好！",
      "羡慕",
      "放假啦",
      "一样一样"};
  struct Markup {
    const char *begin, *post, *text, *apparatus, *end_of_post, *end;
  };
  for (const Markup& markup : {Markup{"", "<div><span>", "</span><p>", "</p><span>", "</span></div>", ""},
                               Markup{"<table>", "<tr><td>", "</td><td>", "</td><td>", "</td></tr>", "</table>"}}) {
    std::string page =
        "<!doctype html><html lang=zh><title>放假通知 - 论坛</title><body><div><a href=/>首页</a> <a "
        "href=/login>登录</a> "
        "<a href=/topics>话题</a></div><h1>放假通知</h1>";
    page += markup.begin;
    for (std::size_t i = 0; i < std::size(said); ++i)
      page += markup.post + ("<a href=/user/" + std::to_string(i)) + ">网友</a> <time datetime=2024-05-0" +
              std::to_string(i + 1) + "T10:00>2024-05-0" + std::to_string(i + 1) + " 10:00</time>" + markup.text +
              said[i] + markup.apparatus + "回复 赞(0)" + markup.end_of_post;
    const Measured measured(page + markup.end +
                            "<div>热门话题</div><ul><li><a href=/t/1>桥什么时候修好</a></ul></body></html>");
    const Chosen chosen("pith", measured);
    const auto texts = chosen.kept();
    for (const std::string& post : said) EXPECT_NE(std::find(texts.begin(), texts.end(), post), texts.end()) << post;
  }
}

TEST(Pith, LeavesASecondCopyOut) {
  const Measured page(article("", "<aside class=sidebar><p>" + paragraph(1) + "</p></aside>"));
  const Chosen chosen("pith", page);
  const auto texts = chosen.kept();
  EXPECT_EQ(std::count(texts.begin(), texts.end(), paragraph(1)), 1);
  EXPECT_TRUE(kept(chosen).contains(page.block(paragraph(1))));  // the first
}

TEST(Pith, LeavesTheFirstCopyOutWhereTheSecondIsLikelier) {
  const std::string teaser = "<aside class=sidebar><p>" + paragraph(1) + "</p></aside>";
  std::string html = article();
  html.insert(html.find(kHead) + kHead.size(), teaser);
  const Measured page(html);
  const Chosen chosen("pith", page);
  const auto texts = chosen.kept();
  EXPECT_EQ(std::count(texts.begin(), texts.end(), paragraph(1)), 1);
  EXPECT_FALSE(kept(chosen).contains(page.block(paragraph(1))));  // the first
}

TEST(Pith, KeepsAFragmentWithoutLinksWhole) {
  const Measured page("<p>Ferry</p><p>every ten minutes</p><p>4.20</p>");
  const Chosen chosen("pith", page);
  EXPECT_EQ(chosen.kept(), (std::vector<std::string>{"Ferry", "every ten minutes", "4.20"}));
  EXPECT_TRUE(chosen.reason(0).starts_with("all of a fragment"));
}

TEST(Pith, GivesReasonsInWordsOnlyWhenAsked) {
  const Measured page(article());
  MethodOptions options;
  options.explain = true;
  const Chosen explained("pith", page, {}, options), plain("pith", page);
  EXPECT_EQ(kept(explained), kept(plain));
  for (BlockId b = 0; b < page.page.blocks().size(); ++b) {
    EXPECT_NE(explained.reason(b).find("; for: "), std::string::npos);
    EXPECT_NE(explained.reason(b).find("; against: "), std::string::npos);
    EXPECT_EQ(plain.choice.note_of(b), "");
    EXPECT_NE(plain.reason(b).find("probability "), std::string::npos) << plain.reason(b);
  }
  EXPECT_NE(explained.reason(page.block(paragraph(0))).find("names ("), std::string::npos);
}

}  // namespace
}  // namespace pith::method
