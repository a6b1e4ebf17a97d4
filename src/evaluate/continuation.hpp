#pragma once

// The model of the default method, continued: a few trees more, grown on the labelled pages of one's own from what the
// model says of them. So a handful of pages of one kind moves the model where it is wrong of such pages, and what it
// has learnt from thousands stays; none of those thousands is needed.

#include <string>
#include <string_view>
#include <vector>

#include "evaluate/training.hpp"
#include "learn/boosting.hpp"
#include "method/pith_model.hpp"
#include "result.hpp"

namespace pith::evaluate {

/// How much a model learns from few pages; docs/accuracy.md has what was tried.
inline constexpr learn::BoostingOptions kContinuation = {.trees = 40, .depth = 2, .rate = 0.1, .least_weight = 0.01};

struct ContinuationOptions {
  std::vector<std::string> labelled;  ///< files of labelled pages
  std::string base{};                 ///< folder of the model to continue; empty: the one that ships
  learn::BoostingOptions boosting = kContinuation;
};

/// Blocks of labelled pages as a learner sees them.
class Continuation {
 public:
  /// Reads the pages. An error when a file cannot be read, or no page of them teaches anything: pages without main
  /// content, and those whose gold is not on the page, teach nothing about blocks.
  static Result<Continuation> read(const ContinuationOptions& options, const ProgressListener& progress);

  /// The model's files, continued by all pages but those of a fold (default_fold_of); Lessons::kAll leaves none out.
  struct Files {
    std::string words, blocks, kinds;
  };
  [[nodiscard]] Files grow(unsigned without_fold) const;

  [[nodiscard]] std::size_t pages() const noexcept { return pages_; }
  [[nodiscard]] std::size_t blocks() const noexcept { return labels_.size(); }
  /// How many sites the pages are of.
  [[nodiscard]] std::size_t sites() const noexcept { return sites_; }

 private:
  struct PageReader;

  learn::BoostingOptions boosting_;
  std::string words_, blocks_, kinds_;  // of the base
  std::string record_;
  std::vector<std::vector<float>> columns_;
  std::vector<float> labels_, weights_;
  std::vector<double> scores_;
  std::vector<unsigned> folds_;  // by row
  std::size_t pages_ = 0, sites_ = 0;
};

}  // namespace pith::evaluate
