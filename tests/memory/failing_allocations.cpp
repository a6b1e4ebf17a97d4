// Memory that runs out: each allocation of a call fails once, in turn. std::bad_alloc is all that comes of it (C:
// PITH_NO_MEMORY), nothing leaks (under AddressSanitizer), and what the call was given does its work as before
// (include/pith/pith.hpp).

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

#include "pith/methods.hpp"
#include "pith/pith.h"
#include "pith/pith.hpp"

namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};
std::uint64_t until_failure = kNever;  // allocations that still succeed; this program has one thread

void* allocate(std::size_t size) {
  if (until_failure == 0) {
    until_failure = kNever;
    throw std::bad_alloc();
  }
  if (until_failure != kNever) --until_failure;
  void* const memory = std::malloc(size != 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
// Whoever asks so has something else to do without: std::stable_sort, for one.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size != 0 ? size : 1); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size != 0 ? size : 1); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

const std::string kSentence =
    "The bridge over the river is closed for the winter, says the harbour master, and opens again in spring. ";
const std::string kPage = "<title>Bridge</title><nav><a href=/>Home</a> <a href=/b>News</a></nav><h1>Bridge</h1><p>" +
                          kSentence + kSentence + "<a href=/c>Map</a></p><ul><li>" + kSentence +
                          "<li>One, two.</ul><table><tr><td>1<td>2<tr><td>3<td>4</table><p>" + kSentence +
                          "</p><article class=post><b>Ann</b> <time datetime=2024-05-03>May 3</time><p>" + kSentence +
                          "</p></article>";
// "正文在此。" in GBK: decoded into memory of its own.
const std::string kGbkPage = "<meta charset=gbk><p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3</p>" + kPage;

int failed = 0;
void check(bool good, const std::string& what) {
  if (good) return;
  std::printf("FAILED: %s\n", what.c_str());
  ++failed;
}

/// Calls `call` with its first allocation failing, then its second, and so on (of many not each), until it needs no
/// more; `call` says whether it had to do without. After each, `after` has memory again.
template <class Call, class After>
void exhaust(const char* what, const Call& call, const After& after) {
  for (std::uint64_t n = 0;; n += 1 + n / 64) {
    until_failure = n;
    const bool went_without = call();
    const bool reached = until_failure == kNever;
    until_failure = kNever;
    after(what + (", allocation " + std::to_string(n)));
    if (!reached) {
      std::printf("%s: %llu allocations\n", what, static_cast<unsigned long long>(n));
      return;
    }
    check(went_without, std::string(what) + " says nothing of allocation " + std::to_string(n));
    if (failed > 10) return;
  }
}

/// Whether it threw for want of memory.
template <class Work>
bool runs_out(const Work& work) {
  try {
    work();
    return false;
  } catch (const std::bad_alloc&) {
    return true;
  }
}

void make_extractors() {
  // First: what the library makes once, the model above all, must be made by whoever comes next.
  exhaust(
      "Extractor", [] { return runs_out([] { const pith::Extractor extractor; }); }, [](const std::string&) {});
  check(!pith::Extractor().error(), "an Extractor after all that");
}

void extract_in_cpp() {
  for (const char* method : {"pith", "cetd", "wiehf"}) {
    const pith::Extractor extractor({.method = method, .catalogue = &pith::all_methods()});
    for (const std::string& page : {kPage, kGbkPage}) {
      const std::string expected = pith::render(extractor.explain(page), pith::Format::json);
      pith::Workspace workspace;
      exhaust(
          method,
          [&] {
            return runs_out([&] {
              workspace = pith::Workspace();
              (void)extractor.explain(page, {}, workspace);
            });
          },
          [&](const std::string& where) {
            check(pith::render(extractor.explain(page, {}, workspace), pith::Format::json) == expected, where);
          });
    }
  }
}

void extract_in_c() {
  pith_extractor* extractor = nullptr;
  exhaust(
      "pith_extractor_create",
      [&] {
        pith_extractor_free(extractor);
        return pith_extractor_create(nullptr, &extractor) == PITH_NO_MEMORY && extractor == nullptr;
      },
      [](const std::string&) {});
  pith_result* result = pith_result_create();
  check(pith_extract(extractor, kPage.data(), kPage.size(), nullptr, result) == PITH_OK, "pith_extract");
  const std::string expected = pith_result_get(result, PITH_JSON).data;
  exhaust(
      "pith_extract",
      [&] {
        pith_result_free(result);
        const std::uint64_t n = until_failure;
        until_failure = kNever;
        result = pith_result_create();
        until_failure = n;
        const pith_status status = pith_extract(extractor, kPage.data(), kPage.size(), nullptr, result);
        return status == PITH_NO_MEMORY && pith_result_get(result, PITH_TITLE).size == 0;
      },
      [&](const std::string& where) {
        check(pith_extract(extractor, kPage.data(), kPage.size(), nullptr, result) == PITH_OK &&
                  expected == pith_result_get(result, PITH_JSON).data,
              where);
      });
  exhaust(
      "pith_result_render", [&] { return pith_result_render(result, "tei", nullptr).size == 0; },
      [&](const std::string& where) { check(pith_result_render(result, "tei", nullptr).size > 0, where); });
  pith_result_free(result);
  pith_extractor_free(extractor);
}

}  // namespace

int main() {
  make_extractors();
  extract_in_cpp();
  extract_in_c();
  return failed != 0 ? 1 : 0;
}
