#include "text/idna.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::text {
namespace {

std::string ascii_of(std::string_view domain) {
  std::string out;
  return append_domain(domain, out) ? out : "(none)";
}

TEST(Idna, DomainsAreMappedAndEncoded) {
  EXPECT_EQ(ascii_of("Example.ORG"), "example.org");
  EXPECT_EQ(ascii_of("bücher.de"), "xn--bcher-kva.de");
  EXPECT_EQ(ascii_of("BU\u0308CHER.de"), "xn--bcher-kva.de");  // composed
  EXPECT_EQ(ascii_of("例え。テスト"), "xn--r8jz45g.xn--zckzah");
  EXPECT_EQ(ascii_of("ｇｏ.com"), "go.com");
  EXPECT_EQ(ascii_of("a\u00ADb\u200B"), "ab");  // what cannot be seen is ignored
  EXPECT_EQ(ascii_of("faß.de"), "xn--fa-hia.de");
  EXPECT_EQ(ascii_of("FAẞ.de"), "xn--fa-hia.de");
  EXPECT_EQ(ascii_of("💩.la"), "xn--ls8h.la");
  EXPECT_EQ(ascii_of("한국.kr"), "xn--3e0b707e.kr");
  EXPECT_EQ(ascii_of("\u1112\u1161\u11AB\u1100\u116E\u11A8.kr"), "xn--3e0b707e.kr");
  EXPECT_EQ(ascii_of("XN--Bcher-KVA.é"), "xn--bcher-kva.xn--9ca");
}

TEST(Idna, WhatIsNoDomainIsRefused) {
  for (const std::string_view domain : {"\u200E.com", "\uFDD0", "\uFFFD", "\u0301a", "\u2260\u2024", "\xFF", "é.xn--",
                                        "é.xn--a", "é.xn--u", "é.xn--bcher-kv!", "é.xn--ab\u00E9", "\u2488com"})
    EXPECT_EQ(ascii_of(domain), "(none)") << domain;
  EXPECT_EQ(ascii_of(std::string(kLongestDomain + 1, 'a')), "(none)");
}

// RFC 5893: right-to-left labels hold no left-to-right letters, and end with a letter or number.
TEST(Idna, DirectionsDoNotMix) {
  EXPECT_EQ(ascii_of("אב.com"), "xn--4dbc.com");
  EXPECT_EQ(ascii_of("א1"), "xn--1-zhc");
  EXPECT_EQ(ascii_of("אa"), "(none)");
  EXPECT_EQ(ascii_of("1א"), "(none)");
  EXPECT_EQ(ascii_of("א-"), "(none)");
  EXPECT_EQ(ascii_of("ا1١"), "(none)");
  EXPECT_EQ(ascii_of("1.אב"), "(none)");  // every label of such a domain
}

// RFC 5892, appendix A.
TEST(Idna, JoinersStandWhereTheyJoin) {
  EXPECT_EQ(ascii_of("नी\u200C"), "(none)");
  EXPECT_EQ(ascii_of("क्\u200Dष"), "xn--11b2ezcw70k");
  EXPECT_EQ(ascii_of("क\u200Dष"), "(none)");
  EXPECT_EQ(ascii_of("نامه\u200Cای"), "xn--mgba3gch31f060k");
  EXPECT_EQ(ascii_of("ا\u200Cب"), "(none)");  // alef does not join what follows
}

}  // namespace
}  // namespace pith::text
