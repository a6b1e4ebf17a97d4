#pragma once

// SHA-256 (FIPS 180-4): what tells a file of pages from every other.

#include <string>
#include <string_view>

namespace pith::corpus {

/// 64 hexadecimal digits. O(bytes).
std::string sha256(std::string_view bytes);
/// Of a file as it lies there, compressed or not; empty where it cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace pith::corpus
