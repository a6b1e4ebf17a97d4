#pragma once

// Internationalised domain names: Unicode IDNA Compatibility Processing (UTS #46) and Punycode (RFC 3492).

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::text {

/// Bytes of a domain that are looked at: DNS carries 253 characters, and what composes and encodes is not linear.
inline constexpr std::size_t kLongestDomain = 4096;

/// Appends a domain as DNS knows it ("例え.jp" is "xn--r8jz45g.jp"): ToASCII of UTS #46 as the URL standard asks for
/// it, with CheckBidi and CheckJoiners, without CheckHyphens, UseSTD3ASCIIRules, transitional processing and the
/// lengths of DNS. Labels in ASCII come out in lower case and otherwise unchecked. False, and nothing appended, for
/// what cannot be a domain, and for more than kLongestDomain bytes. Characters newer than the Unicode database that
/// pith was built with (Debian 12: 15.0) are not known, and so refused.
bool append_domain(std::string_view utf8, std::string& out);

}  // namespace pith::text
