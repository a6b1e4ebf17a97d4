// Pages of a store of articles over HTTP: found by their text, given as bytes.

#include "serve/stored_pages.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "corpus/store.hpp"
#include "serve/engine.hpp"
#include "serve/router.hpp"

namespace pith::serve {
namespace {

class StoredPages : public ::testing::Test {
 public:
  StoredPages(const StoredPages&) = delete;
  StoredPages& operator=(const StoredPages&) = delete;

 protected:
  StoredPages() {
    path_ = (std::filesystem::temp_directory_path() / ("pith-stored-" + std::to_string(getpid()) + ".pith")).string();
    std::filesystem::remove(path_);
    for (const bool keeps : {true, false}) {
      Result<corpus::Store> store =
          corpus::Store::open(path_, {.use = corpus::DatabaseUse::create, .keep_pages = keeps});
      EXPECT_TRUE(store);
      Article article;
      article.url = keeps ? "http://a.example/bridge" : "http://a.example/ferry";
      article.title = keeps ? "The bridge" : "The ferry";
      Body body;
      body.text = keeps ? "The council decided to build a bridge over the river." : "The ferry runs again.";
      article.bodies.push_back(body);
      EXPECT_TRUE(store->add({.article = article, .page = kPage}));
    }
    add_stored_pages(router_, path_);
  }
  ~StoredPages() override {
    for (const char* const end : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + end);
  }

  Response ask(const std::string& target) {
    Request request;
    request.set_target(target);
    const Router::Found found = router_.find("GET", request.path());
    return found.route != nullptr ? found.route->handler(request, engine_) : *found.refusal;
  }

  static constexpr std::string_view kPage =
      "<p>The council decided to build a bridge over the river.<script>1</script>";
  std::string path_;
  Engine engine_{EngineOptions{.threads = 1}};
  Router router_;
};

TEST_F(StoredPages, AreFoundByTheirText) {
  const Response all = ask("/v1/store");
  EXPECT_NE(std::string::npos, all.body.find("The bridge")) << all.body;
  EXPECT_NE(std::string::npos, all.body.find("The ferry")) << all.body;
  EXPECT_NE(std::string::npos, all.body.find(R"("more":false)")) << all.body;
  const Response found = ask("/v1/store?search=council");
  EXPECT_NE(std::string::npos, found.body.find(R"("address":"http://a.example/bridge")")) << found.body;
  EXPECT_EQ(std::string::npos, found.body.find("The ferry")) << found.body;
  EXPECT_EQ(std::string::npos, ask("/v1/store?from=1").body.find("The bridge"));
  EXPECT_EQ(422, ask("/v1/store?search=%22").status);
  EXPECT_EQ(422, ask("/v1/store?from=-1").status);
}

TEST_F(StoredPages, AreGivenAsBytesThatNoBrowserShows) {
  const Response page = ask("/v1/store/page?address=http://a.example/bridge");
  EXPECT_EQ(200, page.status) << page.body;
  EXPECT_EQ(kPage, page.body);
  EXPECT_EQ("application/octet-stream", page.headers.get("Content-Type"));
  EXPECT_EQ("nosniff", page.headers.get("X-Content-Type-Options"));
  EXPECT_EQ(404, ask("/v1/store/page?address=http://a.example/none").status);
  EXPECT_EQ(404, ask("/v1/store/page?address=http://a.example/bridge&revision=9").status);
  const Response not_kept = ask("/v1/store/page?address=http://a.example/ferry");
  EXPECT_EQ(422, not_kept.status);
  EXPECT_NE(std::string::npos, not_kept.body.find("--keep-pages")) << not_kept.body;
}

}  // namespace
}  // namespace pith::serve
