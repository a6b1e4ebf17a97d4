// Micro benchmarks of parsing, to see how far the tree is from what the machine can do: copying the page, finding
// every '<' and '>' of it, its tokens alone, the whole tree. On a page of ours, at each SIMD level.

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "html/parser.hpp"

namespace {

using namespace pith::html;

/// About 140 KB with the proportions of real pages: a third scripts and styles, one node in 60 bytes.
std::string make_page() {
  std::string page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>A page</title><style>";
  for (int i = 0; page.size() < 20'000; ++i)
    page += ".class-" + std::to_string(i) + " > a { color: #123; margin: 0 }\n";
  page += "</style><script>";
  for (int i = 0; page.size() < 50'000; ++i) page += "if(a<" + std::to_string(i) + "){f(\"<b>\"+x,'y')}\n";
  page += "</script></head><body class=\"home page\">";
  for (int i = 0; page.size() < 140'000; ++i) {
    const std::string number = std::to_string(i);
    page += "<div class=\"card card-" + number + " wide\" id=\"item-" + number + "\" data-id=\"" + number +
            "\">\n  <h3 class=\"title\"><a href=\"/news/2026/" + number + ".html?a=1&amp;b=2\" title=\"Title " +
            number + "\">Headline number " + number +
            "</a></h3>\n  <p>Some running text of the usual length, with <em>one</em> word set off, and an end.</p>\n"
            "  <img src=\"/i/" +
            number +
            ".jpg\" width=\"120\" height=\"80\" alt=\"\" loading=\"lazy\">\n  <ul><li>one<li>two</ul>\n</div>\n";
  }
  return page + "</body></html>";
}

const std::string& page() {
  static const std::string made = make_page();
  return made;
}

void report(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(page().size()));
}

void copy(benchmark::State& state) {
  std::vector<char> to(page().size());
  for (auto _ : state) {
    std::memcpy(to.data(), page().data(), to.size());
    benchmark::ClobberMemory();
  }
  report(state);
}
BENCHMARK(copy);

void find_brackets(benchmark::State& state) {
  for (auto _ : state) {
    const char* p = page().data();
    const char* const end = p + page().size();
    std::size_t count = 0;
    for (char wanted = '<';
         (p = static_cast<const char*>(std::memchr(p, wanted, static_cast<std::size_t>(end - p)))) != nullptr;
         wanted = wanted == '<' ? '>' : '<')
      ++count;
    benchmark::DoNotOptimize(count);
  }
  report(state);
}
BENCHMARK(find_brackets);

void tokens(benchmark::State& state) {
  const auto level = static_cast<SimdLevel>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(count_tokens(page(), level));
  report(state);
}
BENCHMARK(tokens)->ArgName("simd")->DenseRange(0, 2);

void tree(benchmark::State& state) {
  Parser parser(static_cast<SimdLevel>(state.range(0)));
  Document document;
  for (auto _ : state) {
    parser.parse(page(), {}, document);
    benchmark::DoNotOptimize(document.size());
  }
  report(state);
}
BENCHMARK(tree)->ArgName("simd")->DenseRange(0, 2);

}  // namespace
