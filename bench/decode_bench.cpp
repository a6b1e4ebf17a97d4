// Micro benchmarks of decoding: UTF-8 validation, and the legacy encodings on pages of ours.

#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "text/characters.hpp"
#include "text/decode.hpp"
#include "text/statistics.hpp"
#include "text/utf8.hpp"

namespace {

using namespace pith::text;

/// About 200 KB. `share` of 8: how many of 8 items are prose; the rest is markup, as in real pages.
std::string page_of(std::string_view prose, int share) {
  std::string page = "<!doctype html><html><head><title>t</title></head><body>";
  for (int i = 0; page.size() < 200'000; ++i) {
    if (i % 8 < share) {
      page += prose;
    } else {
      page +=
          "<div class=\"item-list clearfix\"><a href=\"/news/2024/0613/123456.html\" target=\"_blank\"></a></div>\n";
    }
  }
  return page;
}

constexpr std::string_view kChinese = "昨天下午，市政府在新闻发布会上说，今年将为老人和孩子们建设更多的公园。";
// The same in GBK.
constexpr std::string_view kChineseGbk =
    "\xD7\xF2\xCC\xEC\xCF\xC2\xCE\xE7\xA3\xAC\xCA\xD0\xD5\xFE\xB8\xAE\xD4\xDA\xD0\xC2\xCE\xC5\xB7\xA2\xB2\xBC\xBB\xE1"
    "\xC9\xCF\xCB\xB5\xA3\xAC\xBD\xF1\xC4\xEA\xBD\xAB\xCE\xAA\xC0\xCF\xC8\xCB\xBA\xCD\xBA\xA2\xD7\xD3\xC3\xC7\xBD\xA8"
    "\xC9\xE8\xB8\xFC\xB6\xE0\xB5\xC4\xB9\xAB\xD4\xB0\xA1\xA3";
constexpr std::string_view kGermanLatin1 =
    "\xDC"
    "ber die \xD6"
    "ffnung der neuen B\xFC"
    "cherei entschied der Rat am Nachmittag. ";

void set_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

void validate(benchmark::State& state, SimdLevel level, int share) {
  if (level > simd_level()) return state.SkipWithError("not on this processor");
  const std::string page = page_of(kChinese, share);
  for (auto _ : state) benchmark::DoNotOptimize(valid_utf8_prefix(page, level));
  set_bytes(state, page.size());
}
BENCHMARK_CAPTURE(validate, scalar_mixed, SimdLevel::scalar, 4);
BENCHMARK_CAPTURE(validate, sse42_mixed, SimdLevel::sse42, 4);
BENCHMARK_CAPTURE(validate, avx2_mixed, SimdLevel::avx2, 4);
BENCHMARK_CAPTURE(validate, scalar_prose, SimdLevel::scalar, 8);
BENCHMARK_CAPTURE(validate, sse42_prose, SimdLevel::sse42, 8);
BENCHMARK_CAPTURE(validate, avx2_prose, SimdLevel::avx2, 8);

/// The whole step, with the search for the encoding, as the extractor runs it.
void decode_page(benchmark::State& state, std::string_view prose, int share, std::string_view charset) {
  const std::string page = page_of(prose, share);
  DecodeOptions options;
  options.charset = charset;
  std::string buffer;
  for (auto _ : state) benchmark::DoNotOptimize(decode(page, options, buffer).utf8.data());
  set_bytes(state, page.size());
}
BENCHMARK_CAPTURE(decode_page, utf8_mixed, kChinese, 4, "");
BENCHMARK_CAPTURE(decode_page, gbk_mixed, kChineseGbk, 4, "gbk");
BENCHMARK_CAPTURE(decode_page, gbk_prose, kChineseGbk, 8, "gbk");
BENCHMARK_CAPTURE(decode_page, gbk_undeclared, kChineseGbk, 4, "");
BENCHMARK_CAPTURE(decode_page, latin1_prose, kGermanLatin1, 8, "iso-8859-1");

void guess(benchmark::State& state) {
  const std::string page = page_of(kChineseGbk, 4);
  for (auto _ : state) benchmark::DoNotOptimize(guess_encoding(page).encoding);
}
BENCHMARK(guess);

void count_text(benchmark::State& state, std::string_view prose) {
  const std::string text = page_of(prose, 8);
  for (auto _ : state) benchmark::DoNotOptimize(count(text).chars);
  set_bytes(state, text.size());
}
BENCHMARK_CAPTURE(count_text, chinese, kChinese);
BENCHMARK_CAPTURE(count_text, ascii, "The council said yesterday that it will open 12 new parks, for 1,500 people. ");

void fold(benchmark::State& state, std::string_view prose) {
  const std::string text = page_of(prose, 8);
  std::string out;
  for (auto _ : state) {
    out.clear();
    append_folded(text, out);
    benchmark::DoNotOptimize(out.data());
  }
  set_bytes(state, text.size());
}
BENCHMARK_CAPTURE(fold, chinese, kChinese);
BENCHMARK_CAPTURE(fold, ascii, "The council said yesterday that it will open 12 new parks, for 1,500 people. ");

}  // namespace
