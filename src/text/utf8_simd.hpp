#pragma once

// The vector parts of UTF-8 validation; called only on processors that have the instructions.

namespace pith::text {

/// `size` when all is valid; else an offset near the first ill-formed sequence: that begins there, or up
/// to three bytes before, or after it, and all before it is valid.
unsigned long first_bad_utf8_block_avx2(const unsigned char* data, unsigned long size) noexcept;
unsigned long first_bad_utf8_block_sse42(const unsigned char* data, unsigned long size) noexcept;

}  // namespace pith::text
