// The whole extraction by one of the methods, with small limits too: output is valid UTF-8 within its limit, JSON
// parses, explaining chooses what extracting does, and a workspace that is used again changes nothing.

#include <simdjson.h>

#include <string>
#include <vector>

#include "pith/methods.hpp"
#include "pith/pith.hpp"
#include "support.hpp"
#include "text/hash.hpp"
#include "text/utf8.hpp"

using namespace pith;

namespace {

void check_text(std::string_view text) { FUZZ_CHECK(text::valid_utf8_prefix(text) == text.size()); }

// Elements begin and end in order. What an output holds of the page is escaped, so each "<" is ours.
void check_balanced(std::string_view markup) {
  std::vector<std::string_view> open;
  for (std::size_t at = markup.find('<'); at != std::string_view::npos; at = markup.find('<', at + 1)) {
    const std::string_view tag = markup.substr(at + 1, markup.find('>', at) - at - 1);
    if (tag.starts_with('?') || tag.starts_with('!') || tag.ends_with('/')) continue;
    const std::string_view name = tag.substr(0, tag.find(' '));
    if (tag.starts_with('/')) {
      FUZZ_CHECK(!open.empty() && open.back() == tag.substr(1));
      open.pop_back();
    } else if (tag != "br" && tag != "hr" && !tag.starts_with("img ") && !tag.starts_with("meta ") &&
               !tag.starts_with("link rel")) {  // those of HTML without an end
      open.push_back(name);
    }
  }
  FUZZ_CHECK(open.empty());
}

// No address is a script. Other attributes may say "javascript:", as the description of an image does.
void check_addresses(std::string_view markup) {
  for (const std::string_view name : {" href=\"", " src=\"", " target=\"", " url=\""})
    for (std::size_t at = markup.find(name); at != std::string_view::npos; at = markup.find(name, at + 1))
      FUZZ_CHECK(!markup.substr(at + name.size()).starts_with("javascript:"));
}

void check_same(const Article& a, const Article& b) {
  FUZZ_CHECK(a.title == b.title && a.encoding == b.encoding && a.reason == b.reason);
  FUZZ_CHECK(a.bodies.size() == b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) FUZZ_CHECK(a.bodies[i].text == b.bodies[i].text);
}

/// What an input is tried with: one method, as all of them take the time of twenty; every other time the one that is
/// shipped. An explanation, which is the longest part, now and then. The page says which: libFuzzer seldom invents
/// decisions. So a change to a page may meet another method, and the same input always meets the same.
struct Trial {
  explicit Trial(std::string_view page) {
    static const std::vector<std::string> ids = [] {
      std::vector<std::string> list;
      for (const MethodInfo& known : methods(all_methods()))
        if (!known.trained) list.emplace_back(known.id);  // the others need a model
      return list;
    }();
    std::uint32_t hash = text::fnv32(page);
    hash ^= hash >> 15;  // its low bits alone depend on those of the page alone
    explains = hash % 4 == 0;
    hash /= 4;
    if (hash % 2 == 1) method = ids[hash / 2 % ids.size()];
  }
  std::string method = Options().method;
  bool explains = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  static Workspace used;
  static simdjson::dom::parser json;
  Options options;
  options.limits = fuzz::limits_of(input);
  options.favor = static_cast<Favor>(input.below(3));
  static constexpr std::string_view kCharsets[] = {"", "utf-8", "gb18030", "utf-16be"};
  const PageInfo info{"https://example.org/page", kCharsets[input.below(4)]};
  const Trial trial(input.page());
  options.method = trial.method;
  options.catalogue = &all_methods();
  const Extractor extractor(options);
  FUZZ_CHECK(!extractor.error());
  const Article article = extractor.extract(input.page(), info, used);
  const Article fresh = extractor.extract(input.page(), info);
  check_same(article, fresh);
  FUZZ_CHECK(article.truncated == fresh.truncated);
  for (const Body& body : article.bodies) check_text(body.text);
  check_text(article.title);
  check_text(article.author);
  FUZZ_CHECK(article.bodies.empty() == !article.reason.empty());

  if (trial.explains) {
    const Article explained = extractor.explain(input.page(), info);
    check_same(article, explained);
    FUZZ_CHECK((article.truncated | Truncation::output) == (explained.truncated | Truncation::output));
    for (const BlockReport& block : explained.blocks) {
      check_text(block.text);
      FUZZ_CHECK(block.body < static_cast<std::int32_t>(explained.bodies.size()));
    }
  }

  const std::string text = render(article, Format::text, options.limits);
  check_text(text);
  FUZZ_CHECK(text.size() <= options.limits.output_bytes);
  const std::string rendered = render(article, Format::json, options.limits);
  check_text(rendered);
  FUZZ_CHECK(json.parse(rendered).error() == simdjson::SUCCESS);
  const std::string markdown = render(article, Format::markdown, options.limits);
  check_text(markdown);
  FUZZ_CHECK(markdown.size() <= options.limits.output_bytes);
  RenderOptions rendering;
  const std::uint32_t bits = input.below(128);
  rendering.links = (bits & 1) == 0;
  rendering.images = (bits & 2) == 0;
  rendering.tables = (bits & 4) == 0;
  rendering.headings = (bits & 8) == 0;
  rendering.captions = (bits & 16) == 0;
  rendering.comments = (bits & 32) != 0;
  rendering.strict = (bits & 64) != 0;
  for (const Format format : {Format::text, Format::markdown, Format::csv})
    check_text(render(article, format, rendering, options.limits));
  for (const Format format : {Format::html, Format::xml, Format::tei}) {
    const std::string markup = render(article, format, rendering, options.limits);
    check_text(markup);
    check_balanced(markup);
    check_addresses(markup);
  }
  return 0;
}
