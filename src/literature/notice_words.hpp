#pragma once

// Words that stand in what is around an article rather than in it.

#include <array>
#include <string_view>

namespace pith::literature {

#include "literature/notices.inc"

/// Whether the text holds one of the 22 feature words of Hu, Zhang, Wang 2006: five are given by the authors, the other
/// 17 are our completion (methods.md §1.5). O(text).
bool has_feature_word(std::string_view text) noexcept;

/// Whether the text holds a word of the copyright lexicon (ours; methods.md §1.1). O(text).
bool has_copyright_word(std::string_view text) noexcept;

}  // namespace pith::literature
