#include "render/json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::rendering {
namespace {

TEST(ArticleJson, HasTheFieldsOfTheContract) {
  Article article;
  article.url = "http://example.org/";
  article.title = "T";
  article.bodies = {{"one\n"}, {"two\n"}};
  article.encoding = "GBK";
  article.encoding_source = "meta";
  article.method = "cetd";
  article.truncated = Truncation::depth | Truncation::work;
  std::string out;
  const std::string_view id = "page-1";
  append_json(article, &id, text_of(article), out);
  EXPECT_EQ(
      out,
      R"({"id":"page-1","url":"http://example.org/","title":"T","author":"","date":"","language":"","page_type":"",)"
      R"("text":"one\n\ntwo\n","comments":[],"bodies":[{"text":"one\n"},{"text":"two\n"}],"truncated":"depth,work",)"
      R"("encoding":"GBK","encoding_source":"meta","method":"cetd","error":""})");
  out.clear();
  append_json(article, nullptr, text_of(article), out);
  EXPECT_EQ(out.rfind(R"({"url":)", 0), 0u);
}

}  // namespace
}  // namespace pith::rendering
