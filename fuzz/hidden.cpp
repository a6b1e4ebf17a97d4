// Style sheets and attributes of strangers: what is found to be out of sight lies on the page, in order, nothing of it
// below another, and what is left is found to be in sight.

#include "filter/hidden.hpp"
#include "filter/filtering.hpp"
#include "html/parser.hpp"
#include "support.hpp"

using namespace pith;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  // The input is a page, or a style sheet, or the style of an element, which random bytes would seldom come to be.
  std::string page(input.page());
  switch (input.below(3)) {
    case 1:
      page = "<!doctype html><style>" + page + "</style><div id=c class='a b'><p>one<p class=b>two<i>three</i></div>";
      break;
    case 2:
      page = "<!doctype html><div style=\"" + page + "\">one<p>two</div><p>three";
      break;
    default:
      break;
  }
  const html::Document document = html::parse(page, {.limits = fuzz::limits_of(input)});
  html::NodeId end = 0;
  for (const filter::Hidden& one : filter::find_hidden(document)) {
    FUZZ_CHECK(one.node >= end && one.node < document.size());
    FUZZ_CHECK(!one.reason.empty());
    end = document[one.node].end;
  }

  filter::Pipeline pipeline;
  pipeline.filters = {filter::Filter::of(filter::Kind::hidden)};
  filter::Filtering filtering(page, "utf-8", pipeline);
  FUZZ_CHECK(!filtering.outcomes().front().undone);
  static_cast<void>(filtering.as_json("page"));
  return 0;
}
