// Checks of methods.md §1.5 and §4.3.

#include "literature/two_layer.hpp"
#include "literature/method.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "literature/model.hpp"
#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"
#include "support/must.hpp"

namespace pith::literature {
namespace {

using testing::Measured;

std::string letters(int count, char c = 'x') { return std::string(static_cast<std::size_t>(count), c); }

// The page of §1.5: a menu of 20, and div#c with a heading of 15, two paragraphs and 30 of links.
std::string worked_page(int first = 200, int second = 180) {
  return "<body><div><a href=1>" + letters(20) + "</a></div><div id=c><h1>" + letters(15) + "</h1><p>" +
         letters(first) + "</p><p>" + letters(second) + "</p><p><a href=2>" + letters(30) + "</a></p></div></body>";
}

float attribute(const learn::Schema& schema, const std::vector<float>& row, std::string_view name) {
  for (std::size_t i = 0; i < row.size(); ++i)
    if (schema.attributes[i].name == name) return row[i];
  ADD_FAILURE() << name;
  return -1;
}

TEST(TwoLayer, FindsTheCandidatesOfTheWorkedPage) {
  const Measured m(worked_page());
  const Paragraphs paragraphs(m.page);
  ASSERT_EQ(paragraphs.blocks().size(), 5u);
  ASSERT_EQ(paragraphs.candidates().size(), 7u);  // body, div#c, five paragraphs
  EXPECT_EQ(paragraphs.candidates()[0].node, m.document.body());
  EXPECT_TRUE(paragraphs.candidates()[1].is_paragraph);
  const ScopeCandidate& c = paragraphs.candidates()[2];
  EXPECT_FALSE(c.is_paragraph);
  EXPECT_EQ(m.document.attribute(c.node, html::Attr::id), "c");
  EXPECT_EQ(c.children, 4u);
  EXPECT_EQ(paragraphs.plain_characters(c), 395u);
  EXPECT_EQ(paragraphs.link_characters(c), 30u);
}

// The authors' breaks alone: items and cells are one paragraph with what stands around them, div and br part.
TEST(TwoLayer, StrictBreaks) {
  const Measured m(
      "<body><div>before<ul><li>one<li>two</ul></div><section>a section</section><table><tr><td>cell</td><td>cell "
      "2</td>"
      "</tr><tr><td>row</td></tr></table>end<p hidden>unseen</p></body>");
  ASSERT_EQ(m.page.blocks().size(), 9u);
  EXPECT_EQ(Paragraphs(m.page).blocks().size(), 9u);
  const Paragraphs strict(m.page, {.strict_breaks = true});
  const auto first = [&](std::size_t i) { return m.text(strict.blocks()[i]); };
  ASSERT_EQ(strict.blocks().size(), 6u);
  EXPECT_EQ(first(0), "before");
  EXPECT_EQ(m.text(strict.last_block(0)), "two");
  EXPECT_EQ(first(1), "a section");  // behind a div
  EXPECT_EQ(first(2), "cell");
  EXPECT_EQ(m.text(strict.last_block(2)), "cell 2");
  EXPECT_EQ(first(3), "row");
  EXPECT_EQ(first(4), "end");
  EXPECT_EQ(first(5), "unseen");
  // body, four paragraphs of its own and the table with its two.
  std::vector<float> row;
  strict.describe_paragraph(0, row);
  EXPECT_EQ(attribute(Paragraphs::content_schema(), row, "plain_characters"), 12);
  const std::size_t table = strict.governing({false, false, true, true, false, false});
  EXPECT_TRUE(m.document[strict.candidates()[table].node].is(html::Tag::tbody));
  EXPECT_EQ(strict.candidates()[table].children, 2u);
}

TEST(TwoLayer, SharesOfNothing) {
  const Measured m("<body><div><p>one</p><p>two</p></div><p>three</p></body>");
  std::vector<float> row;
  Paragraphs(m.page).describe_candidate(0, row);
  EXPECT_EQ(attribute(Paragraphs::scope_schema(), row, "br_share_of_page"), 0);
  Paragraphs(m.page, {.undefined_is_unknown = true}).describe_candidate(0, row);
  EXPECT_TRUE(std::isnan(attribute(Paragraphs::scope_schema(), row, "br_share_of_page")));
  EXPECT_EQ(attribute(Paragraphs::scope_schema(), row, "p_share_of_page"), 1);
}

TEST(TwoLayer, TheGoverningNodeIsTheLowestThatHoldsTheBody) {
  const Measured m(worked_page());
  const Paragraphs paragraphs(m.page);
  EXPECT_EQ(paragraphs.governing({false, false, true, true, false}), 2u);
  EXPECT_TRUE(paragraphs.candidates()[paragraphs.governing({false, false, true, false, false})].is_paragraph);
  EXPECT_EQ(paragraphs.governing({true, false, true, false, false}), 0u);
  EXPECT_EQ(paragraphs.governing({false, false, false, false, false}), 7u);
}

TEST(TwoLayer, MeasuresACandidate) {
  const Measured m(worked_page());
  const Paragraphs paragraphs(m.page);
  std::vector<float> row;
  paragraphs.describe_candidate(2, row);
  ASSERT_EQ(row.size(), 17u);
  const auto at = [&](std::string_view name) { return attribute(Paragraphs::scope_schema(), row, name); };
  EXPECT_EQ(at("plain_characters"), 395);
  EXPECT_EQ(at("plain_share_of_page"), 1);
  EXPECT_EQ(at("link_characters"), 30);
  EXPECT_FLOAT_EQ(at("link_share"), 30.0F / 425);
  EXPECT_EQ(at("plain_share_of_above"), 1);
  EXPECT_EQ(at("children"), 4);
  EXPECT_EQ(at("div_above"), 1);
  EXPECT_EQ(at("table_above"), 0);
  EXPECT_EQ(at("p_inside"), 3);
  EXPECT_EQ(at("p_share_of_page"), 1);
  EXPECT_EQ(at("links_around"), 20);
  EXPECT_EQ(at("link_share_around"), 1);
  paragraphs.describe_candidate(0, row);  // the root has nothing above but itself
  EXPECT_EQ(at("plain_share_of_above"), 1);
  EXPECT_EQ(at("links_around"), 0);
}

TEST(TwoLayer, TableTagsOnTheWayUp) {
  const Measured m("<body><table><tr><td><p>" + letters(30) + "<p>" + letters(40) + "</td></tr></table><p>" +
                   letters(5) + "</body>");
  const Paragraphs paragraphs(m.page);
  const std::size_t cell = paragraphs.governing({true, true, false});
  EXPECT_TRUE(m.document[paragraphs.candidates()[cell].node].is(html::Tag::td));
  EXPECT_TRUE(paragraphs.candidates()[cell].in_table);
  std::vector<float> row;
  paragraphs.describe_candidate(cell, row);
  const auto at = [&](std::string_view name) { return attribute(Paragraphs::scope_schema(), row, name); };
  EXPECT_EQ(at("table_above") + at("tr_above") + at("td_above"), 3);
  EXPECT_EQ(at("div_above"), 0);
  EXPECT_EQ(at("in_table"), 1);
}

TEST(TwoLayer, MeasuresAParagraph) {
  const Measured m(
      "<body><div align=center>新华社北京一月一日电</div><div>正文<br><br>第二段</div><ul><li>相关新闻</ul>"
      "<div><img src=1><p>图片说明</p></div><p style='display:none'>x</p></body>");
  const Paragraphs paragraphs(m.page);
  std::vector<float> row;
  const auto at = [&](std::size_t paragraph, std::string_view name) {
    paragraphs.describe_paragraph(paragraph, row);
    return attribute(Paragraphs::content_schema(), row, name);
  };
  ASSERT_EQ(paragraphs.blocks().size(), 6u);
  EXPECT_EQ(at(0, "agency_mark"), 1);
  EXPECT_EQ(at(0, "centred"), 1);
  EXPECT_EQ(at(1, "agency_mark"), 0);
  EXPECT_EQ(at(1, "centred"), 0);
  EXPECT_EQ(Paragraphs::content_schema().attributes[0].values[static_cast<std::size_t>(at(2, "tag"))], "br");
  EXPECT_EQ(Paragraphs::content_schema().attributes[0].values[static_cast<std::size_t>(at(3, "tag"))], "li");
  EXPECT_EQ(at(3, "feature_word"), 1);
  EXPECT_EQ(at(4, "with_image"), 1);
  EXPECT_EQ(at(4, "hidden"), 0);
  EXPECT_EQ(at(5, "hidden"), 1);
}

// methods.md §1.5 and §0: the first 16 characters, of which white space is none.
TEST(TwoLayer, LooksForTheAgencyInSixteenCharacters) {
  const auto marked = [](const std::string& text) {
    const Measured m("<body><p>" + text + "</p><p>x</p></body>");
    std::vector<float> row;
    Paragraphs(m.page).describe_paragraph(0, row);
    return attribute(Paragraphs::content_schema(), row, "agency_mark") == 1;
  };
  EXPECT_TRUE(marked("abcdefghijklmno电"));
  EXPECT_FALSE(marked("abcdefghijklmnop电"));
  EXPECT_TRUE(marked("abc def ghi jkl mno 电"));
  EXPECT_TRUE(marked("\u3000\u3000新华社北京一月一日 讯"));
}

// A model from pages of the worked shape, of different lengths.
std::string trained_model(std::vector<Setting> given = {}) {
  const Method* method = all_methods().find("two-layer");
  Method without_model = *method;
  without_model.prepare = nullptr;
  const Settings settings = testing::must(read_settings(without_model, given));
  std::vector<std::unique_ptr<const Lesson>> lessons;
  std::vector<const Lesson*> taught;
  for (int i = 0; i < 20; ++i) {
    const Measured m(worked_page(120 + 10 * i, 400 - 10 * i));
    const std::vector<float> share = {0, 0, 1, 1, 0};
    lessons.push_back(method->trainer->study({.page = m.page, .share = share}, settings));
    taught.push_back(lessons.back().get());
  }
  const std::string learnt = testing::must(method->trainer->train(taught, settings, 1));
  return make_model("two-layer", "made by a test", learnt);
}

TEST(TwoLayer, LearnsTheWorkedPage) {
  const std::string model = trained_model();
  const std::vector<Setting> given = {{"model", model}};
  const Settings settings = testing::must(read_settings(*all_methods().find("two-layer"), given));
  const Measured m(worked_page(333, 111));
  Scratch scratch;
  Choice choice;
  choose(*all_methods().find("two-layer"), m.page, {.settings = &settings}, scratch, choice);
  ASSERT_EQ(choice.bodies(), 1u);
  EXPECT_EQ(std::vector<BlockId>(choice.body(0).begin(), choice.body(0).end()), (std::vector<BlockId>{2, 3}));
  const auto why = [&](BlockId id) {
    std::string words;
    all_methods().find("two-layer")->describe(m.page, choice, id, words);
    return words;
  };
  EXPECT_EQ(why(0), "outside the governing node");
  EXPECT_TRUE(why(1).starts_with("under the governing node, noise (probability 0.")) << why(1);
  EXPECT_TRUE(why(2).starts_with("under the governing node, main content (probability ")) << why(2);
}

// methods.md §1.5: the governing node is part of the output; explain says it at its first paragraph.
TEST(TwoLayer, SaysWhichNodeGoverns) {
  const std::vector<Setting> given = {{"model", trained_model()}};
  const Method& method = *all_methods().find("two-layer");
  const Settings settings = testing::must(read_settings(method, given));
  const Measured m(worked_page());
  for (const bool explain : {true, false}) {
    Scratch scratch;
    Choice choice;
    choose(method, m.page, {.settings = &settings, .explain = explain}, scratch, choice);
    for (BlockId id = 0; id < m.page.blocks().size(); ++id) {
      std::string words;
      method.describe(m.page, choice, id, words);
      EXPECT_EQ(words.find("the governing node is html/body/div[2] (probability") != words.npos, explain && id == 1)
          << words;
    }
  }
}

TEST(TwoLayer, AModelSaysHowItsPagesWereRead) {
  const std::string plain = trained_model(),
                    ours =
                        trained_model({{"strict_breaks", "on"}, {"undefined", "unknown"}, {"feature_words", "a b,c"}});
  EXPECT_NE(plain.find("\nparagraphs blocks zero\n"), std::string::npos) << plain;
  EXPECT_NE(ours.find("\nparagraphs strict unknown a%20b c\n"), std::string::npos) << ours;
  const auto error_of = [](const std::string& model) {
    const std::vector<Setting> given = {{"model", model}};
    return read_settings(*all_methods().find("two-layer"), given).error().message;
  };
  EXPECT_EQ(error_of(ours), "");
  std::string of_before = plain, wrong = plain;
  of_before.erase(of_before.find("paragraphs blocks zero\n"), std::string_view("paragraphs blocks zero\n").size());
  wrong.replace(wrong.find("blocks zero"), 6, "chunks");
  EXPECT_EQ(error_of(of_before), "");
  EXPECT_NE(error_of(wrong).find("expected `paragraphs`"), std::string::npos) << error_of(wrong);
}

TEST(TwoLayer, OneLayerAlone) {
  const std::vector<Setting> given = {{"model", trained_model()}, {"content", "none"}};
  const Settings settings = testing::must(read_settings(*all_methods().find("two-layer"), given));
  const Measured m(worked_page());
  Scratch scratch;
  Choice choice;
  choose(*all_methods().find("two-layer"), m.page, {.settings = &settings}, scratch, choice);
  EXPECT_EQ(choice.body(0).size(), 4u);  // all of div#c: ScopeP 2/4, ScopeR 1
}

// Table 3 of the paper also has the scope of `sun` with the second tree.
TEST(TwoLayer, TheScopeOfSun) {
  const std::vector<Setting> given = {{"model", trained_model()}, {"content", "none"}, {"scope", "sun"}};
  const Settings settings = testing::must(read_settings(*all_methods().find("two-layer"), given));
  Scratch scratch;
  Choice choice;
  const Measured tables("<body><p>" + letters(50) + "</p><table><td>" + letters(20) + "<table><td><p>" + letters(200) +
                        "</p><p>" + letters(100) + "</p></table></table><p>" + letters(40) + "</p>");
  choose(*all_methods().find("two-layer"), tables.page, {.settings = &settings}, scratch, choice);
  EXPECT_EQ(std::vector<BlockId>(choice.body(0).begin(), choice.body(0).end()), (std::vector<BlockId>{2, 3}));
  const Measured none(worked_page());
  choose(*all_methods().find("two-layer"), none.page, {.settings = &settings}, scratch, choice);
  EXPECT_EQ(choice.body(0).size(), 5u);  // no table: the whole page
}

TEST(TwoLayer, WithoutAModelItSaysHowToGetOne) {
  const Extractor extractor(Options{.method = "two-layer", .catalogue = &all_methods()});
  EXPECT_EQ(extractor.error().code, ErrorCode::bad_option);
  EXPECT_NE(extractor.error().message.find("pith train two-layer"), std::string::npos);
  const Extractor missing(
      Options{.method = "two-layer", .settings = {{"model", "no/such/file"}}, .catalogue = &all_methods()});
  EXPECT_EQ(missing.error().message, "model no/such/file: cannot be read");
  const Extractor other(
      Options{.method = "two-layer", .settings = {{"model", "pith-model 1 knn\n"}}, .catalogue = &all_methods()});
  EXPECT_EQ(other.error().message, "line 1: a model of method knn, not of two-layer");
}

TEST(TwoLayer, TakesAnyPage) {
  const std::vector<Setting> given = {{"model", trained_model()}};
  const Settings settings = testing::must(read_settings(*all_methods().find("two-layer"), given));
  Scratch scratch;
  Choice choice;
  for (const char* markup :
       {"", "x", "<p>x", "<frameset><noframes>x</noframes></frameset>", "<select><option>a</select>", "<p hidden>x",
        "<svg><text>x</text></svg>", "<table>x<tr><td>y"}) {
    const Measured m(markup);
    choose(*all_methods().find("two-layer"), m.page, {.settings = &settings}, scratch, choice);
    EXPECT_EQ(choice.bodies() == 0, choice.empty() != Empty::none) << markup;
  }
}

}  // namespace
}  // namespace pith::literature
