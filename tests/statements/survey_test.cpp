#include "statements/survey.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/measured.hpp"

namespace pith::statements {
namespace {

using testing::Measured;

TEST(Survey, CallsMetaElementsByTheirPropertyFirst) {
  const Measured m(
      "<meta name=description property=og:description content=a><meta itemprop=headline name=title content=b>"
      "<meta http-equiv=content-language content=c><meta name=empty content=''><meta content=nameless>");
  ASSERT_EQ(m.survey.metas.size(), 3U);
  EXPECT_EQ(m.survey.metas[0].key, "og:description");
  EXPECT_EQ(m.survey.metas[0].property, "og:description");
  EXPECT_EQ(m.survey.metas[0].name, "description");
  EXPECT_EQ(m.survey.metas[1].key, "headline");
  EXPECT_EQ(m.survey.metas[1].name, "title");
  EXPECT_EQ(m.survey.metas[1].property, "");
  EXPECT_EQ(m.survey.metas[2].key, "content-language");
}

TEST(Survey, ReadsEachScriptOfLinkedDataByItself) {
  const Measured m(
      "<script type='application/ld+json'>{\"headline\":\"One\"}</script><script>var x = 1;</script>"
      "<script type='application/LD+JSON'>{\"name\":\"Two\",\"n\":3}</script><script></script>");
  ASSERT_EQ(m.survey.linked_data.size(), 2U);
  EXPECT_EQ(m.survey.scripts.size(), 1U);
  const auto first = m.survey.values_of(m.survey.linked_data[0]);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].value, "One");
  const auto second = m.survey.values_of(m.survey.linked_data[1]);
  ASSERT_EQ(second.size(), 2U);
  EXPECT_EQ(second[1].key, "n");
}

TEST(Survey, NotesWhatElementsAreAndAreNamed) {
  const Measured m(
      "<title>A</title><main><article itemscope itemtype=https://schema.org/Article><p itemprop=schema:author>Ann Lee"
      "<time>3 May</time><a rel=author href=/ann>Ann</a><p class=post-date>3 May 2024</article></main>");
  EXPECT_EQ(m.survey.titles.size(), 1U);
  EXPECT_TRUE(m.survey.has_main);
  EXPECT_EQ(m.survey.articles, 1U);
  ASSERT_EQ(m.survey.items.size(), 1U);
  EXPECT_EQ(m.survey.items[0].type, "https://schema.org/Article");
  ASSERT_EQ(m.survey.properties.size(), 1U);
  EXPECT_EQ(m.survey.properties[0].name, "author");
  EXPECT_EQ(m.survey.times.size(), 1U);
  ASSERT_EQ(m.survey.links.size(), 1U);
  EXPECT_EQ(m.survey.links[0].href, "/ann");
  EXPECT_EQ(m.survey.named_date.size(), 1U);
}

TEST(Survey, ForgetsThePageBefore) {
  const Measured full(
      "<title>A</title><meta name=a content=b><main><article><time>3 May</time></article></main>"
      "<script type='application/ld+json'>{\"a\":\"b\"}</script>");
  const Measured empty("<p>Nothing.");
  Survey survey;
  survey.read(full.page);
  survey.read(empty.page);
  EXPECT_TRUE(survey.titles.empty());
  EXPECT_TRUE(survey.metas.empty());
  EXPECT_TRUE(survey.times.empty());
  EXPECT_TRUE(survey.linked_data.empty());
  EXPECT_TRUE(survey.json.values().empty());
  EXPECT_EQ(survey.articles, 0U);
  EXPECT_FALSE(survey.has_main);
}

}  // namespace
}  // namespace pith::statements
