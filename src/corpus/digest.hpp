#pragma once

// Digests (FIPS 180-4), by libmd: what tells records and files from others, and what WARC files write of them:
// "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A".

#include <optional>
#include <string>
#include <string_view>

namespace pith::corpus {

/// 40 hexadecimal digits: what archives tell records by, no protection against whoever wants to deceive. O(bytes).
std::string sha1(std::string_view bytes);
/// 64 hexadecimal digits. O(bytes).
std::string sha256(std::string_view bytes);
/// Of a file as it lies there, compressed or not; empty where it cannot be read.
std::string sha256_of_file(const std::string& path);

/// Whether the bytes have this digest: `sha1:` or `sha256:`, then base 32 (RFC 4648, padding or none) or hexadecimal
/// digits. Nothing: it is of another algorithm, or none at all. O(bytes).
std::optional<bool> has_digest(std::string_view bytes, std::string_view labelled);

}  // namespace pith::corpus
