#pragma once

// How the methods that learn from labelled pages get their models. A page is studied once; models are then
// trained on any part of the lessons, which is what cross-validation needs.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "method/settings.hpp"
#include "page/page.hpp"

namespace pith::method {

/// A page and what is known of it.
struct LabelledPage {
  const page::Page& page;
  /// By block: the share of its text that the labelled main text covers. Empty: the page has no label.
  std::span<const float> share{};
  std::string_view site{};  ///< "example.org"
  /// Where Trainer::wants_scores says so: methods that need no model, and the F1 of each on this page.
  std::span<const std::string_view> methods{};
  std::span<const double> scores{};
};

/// A block with at least this share of its text in the main text belongs to it.
inline constexpr float kBelongs = 0.5F;

/// What a trained method remembers of a page. Immutable.
struct Lesson {
  virtual ~Lesson() = default;
};

struct Trainer {
  /// What the page teaches; nullptr when it teaches nothing. May run on many threads at once.
  std::unique_ptr<const Lesson> (*study)(const LabelledPage& page, const Settings& settings);
  /// A model as text, all but the header. The same lessons, settings and seed give the same text.
  Result<std::string> (*train)(std::span<const Lesson* const> lessons, const Settings& settings, std::uint64_t seed);
  bool wants_scores = false;      ///< of the methods that need no model
  bool takes_unlabelled = false;  ///< pages without a label teach something, too
};

}  // namespace pith::method
