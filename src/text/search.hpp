#pragma once

// Looking for words in long texts.

#include <bit>
#include <cstddef>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pith::text {

/// Calls visit(at) for every place where `word` (at least two bytes) stands, in order. 64 places are looked at at once
/// for its first and its last byte, so nearly all that is looked at closer is the word: other than by memchr, bytes
/// that are frequent cost nothing. O(text).
template <class Visit>
void for_each_occurrence(std::string_view text, std::string_view word, Visit&& visit) {
  if (text.size() < word.size()) return;
  const std::size_t places = text.size() - word.size() + 1;
  std::size_t at = 0;
#if defined(__SSE2__)
  const char* const first = text.data();
  const char* const last = first + word.size() - 1;
  const __m128i begin = _mm_set1_epi8(word.front()), end = _mm_set1_epi8(word.back());
  const auto load = [](const char* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
  const auto candidates = [&](std::size_t from) {
    return _mm_and_si128(_mm_cmpeq_epi8(load(first + from), begin), _mm_cmpeq_epi8(load(last + from), end));
  };
  for (; at + 64 <= places; at += 64) {
    const __m128i some = _mm_or_si128(candidates(at), candidates(at + 16));
    const __m128i others = _mm_or_si128(candidates(at + 32), candidates(at + 48));
    if (_mm_movemask_epi8(_mm_or_si128(some, others)) == 0) continue;
    for (std::size_t from = at; from < at + 64; from += 16) {
      for (auto found = static_cast<unsigned>(_mm_movemask_epi8(candidates(from))); found != 0; found &= found - 1) {
        const std::size_t place = from + static_cast<std::size_t>(std::countr_zero(found));
        if (text.substr(place, word.size()) == word) visit(place);
      }
    }
  }
#endif
  for (; at < places; ++at)
    if (text[at] == word.front() && text.substr(at, word.size()) == word) visit(at);
}

}  // namespace pith::text
