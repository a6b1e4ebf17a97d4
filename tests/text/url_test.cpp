#include "text/url.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::text {
namespace {

std::string resolved(std::string_view reference, std::string_view base = "https://example.org/a/b/page.html?q=1#top") {
  std::string out;
  return append_url(base, reference, out) ? out : "(none)";
}

TEST(Url, RelativeReferencesBecomeAbsolute) {
  EXPECT_EQ(resolved("c.html"), "https://example.org/a/b/c.html");
  EXPECT_EQ(resolved("./c.html"), "https://example.org/a/b/c.html");
  EXPECT_EQ(resolved("../c.html"), "https://example.org/a/c.html");
  EXPECT_EQ(resolved("../../../c"), "https://example.org/c");
  EXPECT_EQ(resolved(".."), "https://example.org/a/");
  EXPECT_EQ(resolved("."), "https://example.org/a/b/");
  EXPECT_EQ(resolved("/c/./d/../e?x=/../y#z"), "https://example.org/c/e?x=/../y#z");
  EXPECT_EQ(resolved("?p=2"), "https://example.org/a/b/page.html?p=2");
  EXPECT_EQ(resolved("#part"), "https://example.org/a/b/page.html?q=1#part");
  EXPECT_EQ(resolved("//cdn.example.com/i.png"), "https://cdn.example.com/i.png");
  EXPECT_EQ(resolved("c", "http://example.org"), "http://example.org/c");
  EXPECT_EQ(resolved("\\c\\d"), "https://example.org/c/d");
}

TEST(Url, AbsoluteOnesStay) {
  EXPECT_EQ(resolved("http://other.example/x/../y?a=b&c=d"), "http://other.example/x/../y?a=b&c=d");
  EXPECT_EQ(resolved("HTTPS:\\\\other.example\\x"), "https://other.example/x");
  EXPECT_EQ(resolved("mailto:a@example.org"), "mailto:a@example.org");
  EXPECT_EQ(resolved("tel:+49-30"), "tel:+49-30");
  EXPECT_EQ(resolved("http://例え.jp/道"), "http://例え.jp/道");
}

TEST(Url, CharactersThatDoNotBelongAreEncoded) {
  EXPECT_EQ(resolved(" c d\"<>`.html "), "https://example.org/a/b/c%20d%22%3C%3E%60.html");
  EXPECT_EQ(resolved("c\n\td"), "https://example.org/a/b/cd");
  EXPECT_EQ(resolved("c\xE3\x80\x80%zz[]#e#f"), "https://example.org/a/b/c%E3%80%80%25zz%5B%5D#e%23f");
  EXPECT_EQ(resolved("http://[::1]:80/[x]"), "http://[::1]:80/%5Bx%5D");
  EXPECT_EQ(resolved("http://[preferences]"), "http://%5Bpreferences%5D");
  EXPECT_EQ(resolved("c%20d"), "https://example.org/a/b/c%20d");
}

TEST(Url, OtherSchemesAreRefused) {
  for (const char* reference :
       {"javascript:alert(1)", "JaVaScRiPt:x", " \x01 javascript:x", "java\nscript:x", "java\tscript:x",
        "\rjavascript:x", "data:text/html,x", "vbscript:x", "blob:x", "file:///etc", "about:blank",
        "view-source:http://x", "", "  ", "http:", "https://", "//"}) {
    EXPECT_EQ(resolved(reference), "(none)") << reference;
  }
}

TEST(Url, WithoutABaseTheyStayRelative) {
  EXPECT_EQ(resolved("c d", ""), "c%20d");
  EXPECT_EQ(resolved("/c", "file:///home"), "/c");
  EXPECT_EQ(resolved("//host/c", "no base"), "//host/c");
  EXPECT_EQ(resolved("javascript:x", ""), "(none)");
  EXPECT_EQ(resolved(":javascript", ""), "./:javascript");
  EXPECT_EQ(resolved("\xC2\xA0javascript:x", ""), "./%C2%A0javascript:x");
}

TEST(Url, AddressesAreTakenApart) {
  struct Case {
    std::string_view url, host, path, query;
  };
  constexpr Case kCases[] = {
      {"https://www.Example.org/a/b?c=d#e", "www.Example.org", "/a/b", "?c=d"},
      {"http://user:secret@example.org:8080", "example.org", "", ""},
      {"//example.org./a", "example.org", "/a", ""},
      {"http://example.org?next=http://other.example/", "example.org", "", "?next=http://other.example/"},
      {"http:\\\\example.org/a", "", "http:\\\\example.org/a", ""},
      {"http://example.org\\a", "example.org", "\\a", ""},
      {"/a//b?c", "", "/a//b", "?c"},
      {"mailto:someone@example.org", "", "mailto:someone@example.org", ""},
      {"#a?b", "", "", ""},
      {"", "", "", ""},
  };
  for (const Case& c : kCases) {
    const Address address = split_address(c.url);
    EXPECT_EQ(address.host, c.host) << c.url;
    EXPECT_EQ(address.path, c.path) << c.url;
    EXPECT_EQ(address.query, c.query) << c.url;
  }
}

}  // namespace
}  // namespace pith::text
