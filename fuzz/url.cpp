// Addresses: what is written is read as itself, relative ones never crash, and what a page's address becomes can stand
// in markup, in Markdown and on a line.

#include "text/url.hpp"
#include "support.hpp"

using namespace pith;

namespace {

void check_written(const text::Url& url) {
  for (const char c : url.href())
    FUZZ_CHECK(static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F);
  text::Url again;
  FUZZ_CHECK(again.parse(url.href()));
  FUZZ_CHECK(again.href() == url.href());
  FUZZ_CHECK(again.scheme() == url.scheme() && again.username() == url.username() &&
             again.password() == url.password() && again.host() == url.host() && again.port() == url.port() &&
             again.path() == url.path() && again.query() == url.query() && again.fragment() == url.fragment());
  // An empty reference is the address without its fragment, whatever the address.
  if (text::Url same; !url.has_opaque_path()) {
    FUZZ_CHECK(same.parse("", &url));
    FUZZ_CHECK(url.href().substr(0, same.href().size()) == same.href() && same.query() == url.query());
  }
}

void check_resolved(std::string_view base, std::string_view reference) {
  std::string out = "(";
  const bool appended = text::append_url(base, reference, out);
  FUZZ_CHECK(appended == (out.size() > 1) && out[0] == '(');
  for (const char c : std::string_view(out).substr(1))
    FUZZ_CHECK(static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) < 0x7F && c != '"' && c != '<' &&
               c != '>' && c != '`' && c != '\\');
  text::Url url;
  if (!appended || !url.parse(std::string_view(out).substr(1))) return;  // a relative one
  FUZZ_CHECK(url.scheme() == "http" || url.scheme() == "https" || url.scheme() == "ftp" || url.scheme() == "mailto" ||
             url.scheme() == "tel");
  std::string again;
  FUZZ_CHECK(text::append_url(base, std::string_view(out).substr(1), again) && "(" + again == out);
}

}  // namespace

/// The first line is the base, the rest the reference.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(input.find('\n'), size);
  const std::string_view first = input.substr(0, end), rest = input.substr(std::min(end + 1, size));
  text::Url base, url;
  if (base.parse(first)) check_written(base);
  if (url.parse(rest, &base)) check_written(url);
  text::split_address(rest);
  check_resolved(first, rest);
  check_resolved("https://example.org/a/b?c", rest);
  check_resolved("", rest);
  return 0;
}
