// What clients send, as far as pith itself reads it: targets with their queries, JSON, forms, and options of an
// extraction. Whatever it is, reading ends in values or in a problem, and what is read lies in what was sent.

#include <algorithm>
#include <array>

#include "serve/arguments.hpp"
#include "serve/message.hpp"
#include "serve/multipart.hpp"
#include "serve/router.hpp"
#include "support.hpp"

using namespace pith;

namespace {

void read_arguments(const serve::Request& request) {
  corpus::JsonDocument json;
  serve::Arguments arguments(request, json);
  constexpr std::array<std::string_view, 2> kWords = {"text", "markdown"};
  const std::string_view word = arguments.choice("format", kWords);
  FUZZ_CHECK(word == kWords[0] || word == kWords[1]);
  const std::int64_t whole = arguments.whole("n", 1, 9, 1);
  FUZZ_CHECK(whole >= 1 && whole <= 9);
  const double number = arguments.number("x", 0, 1, 0);
  FUZZ_CHECK(number >= 0 && number <= 1);
  static_cast<void>(arguments.flag("links"));
  static_cast<void>(arguments.text("url"));
  static_cast<void>(arguments.list("fields"));
  static_cast<void>(arguments.settings("settings"));
  arguments.refuse_others();
  if (arguments.problem()) FUZZ_CHECK(arguments.problem()->status >= 400 && arguments.problem()->status < 500);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The first line is a target, the second a Content-Type, the rest a body.
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t first = std::min(input.find('\n'), input.size());
  const std::string_view behind = input.substr(std::min(first + 1, input.size()));
  const std::size_t second = std::min(behind.find('\n'), behind.size());
  const std::string body(behind.substr(std::min(second + 1, behind.size())));

  const std::string boundary = serve::boundary_of(behind.substr(0, second));
  if (const auto parts = serve::parse_multipart(body, boundary)) {
    FUZZ_CHECK(parts->size() <= 64);
    for (const serve::FormPart& part : *parts)
      FUZZ_CHECK(part.content.empty() || (part.content.data() >= body.data() &&
                                          part.content.data() + part.content.size() <= body.data() + body.size()));
  }
  const serve::Trace trace = serve::Trace::from(input.substr(0, first));
  FUZZ_CHECK(trace.trace_id.size() == 32 && trace.span_id.size() == 16 && trace.traceparent().size() == 55);
  for (const std::string_view type : {behind.substr(0, second), std::string_view("application/json"),
                                      std::string_view("application/x-www-form-urlencoded")}) {
    serve::Request request{
        .method = "POST", .headers = {{"Content-Type", std::string(type)}}, .body = body, .trace = trace};
    request.set_target(input.substr(0, first));
    FUZZ_CHECK(request.path().size() <= first);
    read_arguments(request);
  }
  return 0;
}
