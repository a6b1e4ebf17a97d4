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

TEST(Url, AbsoluteOnesAreNormalised) {
  EXPECT_EQ(resolved("http://other.example/x/../y?a=b&c=d"), "http://other.example/y?a=b&c=d");
  EXPECT_EQ(resolved("https:c"), "https://example.org/a/b/c");  // of the page's scheme: relative
  EXPECT_EQ(resolved("http:c"), "http://c/");
  EXPECT_EQ(resolved("HTTPS:\\\\other.example\\x"), "https://other.example/x");
  EXPECT_EQ(resolved("mailto:a@example.org"), "mailto:a@example.org");
  EXPECT_EQ(resolved("tel:+49-30"), "tel:+49-30");
  EXPECT_EQ(resolved("http://例え.jp/道"), "http://xn--r8jz45g.jp/%E9%81%93");
  EXPECT_EQ(resolved("ftp://user@example.org:21/x"), "ftp://user@example.org/x");
}

TEST(Url, CharactersThatDoNotBelongAreEncoded) {
  EXPECT_EQ(resolved(" c d\"<>`.html "), "https://example.org/a/b/c%20d%22%3C%3E%60.html");
  EXPECT_EQ(resolved("c\n\td"), "https://example.org/a/b/cd");
  EXPECT_EQ(resolved("c\xE3\x80\x80%zz[]#e#f"), "https://example.org/a/b/c%E3%80%80%25zz%5B%5D#e%23f");
  EXPECT_EQ(resolved("http://[::1]:80/[x]"), "http://[::1]/%5Bx%5D");
  EXPECT_EQ(resolved("mailto:a b@example.org?subject=<x>"), "mailto:a%20b@example.org?subject=%3Cx%3E");
  EXPECT_EQ(resolved("http://a\"b`.example/"), "http://a%22b%60.example/");
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

TEST(Url, WhatIsNoAddressIsRefused) {
  for (const char* reference :
       {"http://[preferences]", "http://a b/", "http://x:y/", "http://x:99999/", "http://1.2.3.4.5/", "//%zz/"}) {
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

// The standard's own cases are run by `make conformance`; these are a few of ours, one for each way through the parser.
TEST(Url, IsParsedAsTheStandardSays) {
  struct Case {
    std::string_view input, base, href;
  };
  constexpr Case kCases[] = {
      {" HTTP://Example.ORG:80/a/./b/../c?d e'f#g h ", "", "http://example.org/a/c?d%20e%27f#g%20h"},
      {"http://u:p@@h/", "", "http://u:p%40@h/"},
      {"http://:@h/", "", "http://h/"},
      {"http://h:00081/", "", "http://h:81/"},
      {"http://0x7f.1", "", "http://127.0.0.1/"},
      {"http://0300.168.257", "", "http://192.168.1.1/"},
      {"http://4294967296", "", ""},
      {"http://h.256", "", ""},
      {"http://[1:0:0:2:0:0:0:3]", "", "http://[1:0:0:2::3]/"},
      {"http://[::ffff:1.2.3.4]", "", "http://[::ffff:102:304]/"},
      {"http://[1:2:3]", "", ""},
      {"http://[1::2::3]", "", ""},
      {"http://%65xample.org", "", "http://example.org/"},
      {"http://ex%41mple%2Eorg", "", "http://example.org/"},
      {"http://a%2Fb", "", ""},
      {"http://Bücher.example/", "", "http://xn--bcher-kva.example/"},
      {"http://１２７。0.0.1/", "", "http://127.0.0.1/"},
      {"a:b:c#d", "", "a:b:c#d"},
      {"a:/b/../c", "", "a:/c"},
      {"a:/..//b", "", "a:/.//b"},
      {"a://H/x", "", "a://H/x"},
      {"a://h h/", "", ""},
      {"x  ", "a:b", ""},
      {"#f", "a:b?c#d", "a:b?c#f"},
      {"//g", "a://h/x", "a://g"},
      {"?q", "http://h/a/b?c#d", "http://h/a/b?q"},
      {"", "http://h/a/b?c#d", "http://h/a/b?c"},
      {"..\\x", "http://h/a/b/c", "http://h/a/x"},
      {"%2e%2E/x", "http://h/a/b/c", "http://h/a/x"},
      {"\\/g/x", "http://h/a", "http://g/x"},
      {"file:C|/a/..", "", "file:///C:/"},
      {"/x", "file:///C:/a/b", "file:///C:/x"},
      {"D:/x", "file:///C:/a/b", "d:/x"},
      {"//localhost/x", "file:///a", "file:///x"},
      {"//h/x", "file:///a", "file://h/x"},
      {"..", "file:///C:/", "file:///C:/"},
      {"x", "", ""},
  };
  for (const Case& c : kCases) {
    Url base, url;
    ASSERT_TRUE(c.base.empty() || base.parse(c.base)) << c.base;
    EXPECT_EQ(url.parse(c.input, &base), !c.href.empty()) << c.input;
    EXPECT_EQ(url.href(), c.href) << c.input << " at " << c.base;
    Url again;
    EXPECT_EQ(again.parse(url.href()), !c.href.empty());
    EXPECT_EQ(again.href(), url.href());
  }
}

TEST(Url, HasParts) {
  Url url;
  ASSERT_TRUE(url.parse("https://me:secret@Example.org:8080/a/b?c=d#e"));
  EXPECT_EQ(url.scheme(), "https");
  EXPECT_EQ(url.kind(), Url::Kind::https);
  EXPECT_EQ(url.username(), "me");
  EXPECT_EQ(url.password(), "secret");
  EXPECT_EQ(url.host(), "example.org");
  EXPECT_EQ(url.port(), "8080");
  EXPECT_EQ(url.path(), "/a/b");
  EXPECT_EQ(url.query(), "c=d");
  EXPECT_EQ(url.fragment(), "e");
  ASSERT_TRUE(url.parse("mailto:x@y"));
  EXPECT_TRUE(url.has_opaque_path());
  EXPECT_EQ(url.username(), "");
  EXPECT_EQ(url.host(), "");
  EXPECT_EQ(url.path(), "x@y");
  EXPECT_FALSE(url.parse("no address"));
  EXPECT_TRUE(url.empty());
  EXPECT_EQ(url.path(), "");
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
