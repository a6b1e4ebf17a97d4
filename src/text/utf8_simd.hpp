#pragma once

// The vector parts of UTF-8 validation; called only on processors that have the instructions.

namespace pith::text {

/// Start of the first 64-byte block of `data` in which an ill-formed sequence shows (it may have begun
/// up to three bytes before), or `size` when all is valid.
unsigned long first_bad_utf8_block_avx2(const unsigned char* data, unsigned long size) noexcept;
unsigned long first_bad_utf8_block_sse42(const unsigned char* data, unsigned long size) noexcept;

}  // namespace pith::text
