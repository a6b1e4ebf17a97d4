// What may be shared by threads is shared by many, and each thread gives what one alone gives: an extractor, the tables
// and models behind it, which the first page that needs them makes. Also run under ThreadSanitizer (preset tsan).

#include <gtest/gtest.h>

#include <functional>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "pith/methods.h"
#include "pith/methods.hpp"
#include "pith/pith.h"
#include "pith/pith.hpp"

namespace pith {
namespace {

constexpr int kThreads = 8;

// An article in UTF-8, a thread of posts, a page in GBK that declares nothing.
std::string page(int number) {
  const std::string text = "The bridge over the river is closed for the winter, says the harbour master of town " +
                           std::to_string(number) + ". It opens again in spring, when the ice has gone.";
  switch (number % 3) {
    case 0:
      return "<title>Bridge</title><nav><a href=/>Home</a></nav><h1>Bridge</h1><p>" + text + "</p><p>" + text + "</p>";
    case 1: {
      const std::string post =
          "<article class=post><b>Ann</b> <time datetime=2024-05-03>May 3</time><p>" + text + "</p></article>";
      return "<title>Bridge</title>" + post + post + post;
    }
    default:
      return "<title>\xB4\xF3\xC7\xC5</"
             "title><p>\xB4\xF3\xC7\xC5\xD6\xF7\xBF\xE7\xBD\xF1\xCC\xEC\xCB\xB3\xC0\xFB\xBA\xCF\xC1\xFA\xA1\xA3</p>" +
             text;
  }
}

// Runs `work(thread)` on many threads that begin at once.
void on_threads(const std::function<void(int)>& work) {
  std::latch start(kThreads);
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&work, &start, thread] {
      start.arrive_and_wait();
      work(thread);
    });
  }
}

std::string seen(const Extractor& extractor, int number, Workspace& workspace) {
  const PageInfo info{.url = "http://a.example/1", .fetched = "2024-05-04"};
  const Article article = extractor.explain(page(number), info, workspace);
  std::string all = render(article, Format::json) + render(article, Format::markdown);
  for (const BlockReport& block : article.blocks) all += block.reason + '\n';
  return all;
}

// First, so that nothing is made yet that threads might make at once.
TEST(Sharing, AnExtractorForAll) {
  const Extractor extractor;
  std::vector<std::string> found(kThreads);
  on_threads([&](int thread) {
    Workspace workspace;
    for (int number = 0; number < 12; ++number)
      found[static_cast<std::size_t>(thread)] += seen(extractor, number, workspace);
  });
  for (const std::string& other : found) EXPECT_EQ(other, found[0]);
}

TEST(Sharing, ExtractorsAreMadeByManyThreads) {
  std::vector<std::string> found(kThreads);
  on_threads([&](int thread) {
    Workspace workspace;
    for (const MethodInfo& info : methods(all_methods())) {
      if (info.trained) continue;
      const Extractor extractor({.method = std::string(info.id), .catalogue = &all_methods()});
      found[static_cast<std::size_t>(thread)] += seen(extractor, 0, workspace);
    }
  });
  for (const std::string& other : found) EXPECT_EQ(other, found[0]);
}

// A memory is not shared; sites that are shared out to threads are learnt as by one.
TEST(Sharing, AMemoryOfSitesForEachThread) {
  for (const char* id : {"punct-lines", "url-tree"}) {
    const Extractor extractor({.method = id, .catalogue = &all_methods()});
    std::vector<std::string> learnt(kThreads);
    const auto learn = [&](int site, SiteMemory& memory) {
      Workspace workspace;
      const std::string host = "http://site" + std::to_string(site) + ".example/";
      for (int number = 0; number < 20; ++number) {
        const std::string url = host + std::to_string(number);
        const PageInfo info{.url = url, .memory = &memory};
        learnt[static_cast<std::size_t>(site)] += text_of(extractor.extract(page(3 * number), info, workspace));
      }
    };
    on_threads([&](int site) {
      SiteMemory memory(extractor);
      learn(site, memory);
    });
    const std::vector<std::string> apart = std::move(learnt);
    learnt.assign(kThreads, {});
    SiteMemory memory(extractor);
    for (int site = 0; site < kThreads; ++site) learn(site, memory);
    EXPECT_EQ(learnt, apart) << id;
  }
}

TEST(Sharing, AnExtractorOfTheCInterfaceForAll) {
  pith_extractor* extractor = nullptr;
  ASSERT_EQ(pith_extractor_create(nullptr, &extractor), PITH_OK);
  std::vector<std::string> found(kThreads);
  on_threads([&](int thread) {
    std::string& all = found[static_cast<std::size_t>(thread)];
    pith_result* const result = pith_result_create();
    for (int number = 0; number < 12; ++number) {
      const std::string bytes = page(number);
      if (pith_explain(extractor, bytes.data(), bytes.size(), nullptr, result) != PITH_OK) all += "failed";
      for (std::size_t i = 0; pith_format(i).size > 0; ++i)
        all += pith_result_render(result, pith_format(i).data, nullptr).data;
      pith_block block{};
      block.size = sizeof block;
      for (std::size_t i = 0; pith_result_block(result, i, &block) != 0; ++i) all += block.reason.data;
    }
    pith_setting_info setting{};
    setting.size = sizeof setting;
    for (std::size_t method = 0; method < pith_method_count(pith_all_methods()); ++method)
      for (std::size_t i = 0; pith_method_setting(pith_all_methods(), method, i, &setting) != 0; ++i)
        all += setting.values.data;
    pith_result_free(result);
  });
  pith_extractor_free(extractor);
  for (const std::string& other : found) EXPECT_EQ(other, found[0]);
}

}  // namespace
}  // namespace pith
