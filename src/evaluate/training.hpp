#pragma once

// Models of the trained methods from labelled pages, and the folds of cross-validation.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pith/pith.hpp>

#include "evaluate/labels.hpp"
#include "method/method.hpp"
#include "method/trainer.hpp"

namespace pith::filter {
struct Pipeline;
}

namespace pith::evaluate {

/// Bytes of input done and in all (0: not known), pages done. May be empty.
using ProgressListener = std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t pages)>;

/// How pages are parted: a page is judged by a model that was trained without its fold.
struct FoldOptions {
  bool by_site = true;  ///< all pages of a site are in one fold; else those of each site are spread over all folds
  unsigned folds = 5;
  std::uint64_t seed = 1;
};

/// The fold that a name falls into by its hash.
unsigned fold_of(std::string_view name, const FoldOptions& folds) noexcept;

/// Folds of the default method's training, which another program does (train/train.py): `pith features` tells it the
/// fold of each page, and `pith eval --folds` judges a page by the model that was made without it.
inline constexpr unsigned kDefaultFolds = 4;
unsigned default_fold_of(const Gold& page) noexcept;

struct TrainingData {
  std::vector<std::string> labelled = {};    ///< files of labelled pages
  std::vector<std::string> unlabelled = {};  ///< pages taken without their labels, for methods that learn from such
  std::vector<Condition> only = {};          ///< pages that meet all of these
  unsigned jobs = 0;                         ///< threads; 0: as many as there are cores
};

/// What pages have taught the methods, and in which fold each page is. Then only read.
class Lessons {
 public:
  static constexpr unsigned kAll = 0xFFFF'FFFF;

  /// Studies all pages for all methods, which must be trained ones, as the filters of the first leave them. An error
  /// when a file cannot be read or an option is wrong. The same result on any number of threads.
  static Result<std::unique_ptr<const Lessons>> study(const TrainingData& data, const std::vector<Options>& methods,
                                                      const FoldOptions& folds, const ProgressListener& progress);

  /// The model of a method (its place in `methods`) from all pages but those of a fold; kAll leaves none out.
  [[nodiscard]] Result<std::string> train(std::size_t method, unsigned without_fold) const;

  [[nodiscard]] unsigned folds() const noexcept { return folds_.folds; }
  /// The fold of a page: of its site; by page, of those that were studied, else 0.
  [[nodiscard]] unsigned fold_of(const std::string& path, std::uint64_t record, std::string_view site) const;
  [[nodiscard]] std::size_t pages() const noexcept { return pages_.size(); }
  /// Pages that could not be read, in words.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }

 private:
  struct Page {
    std::string path, site, id;
    std::uint64_t record = 0;
    unsigned fold = 0;
    std::vector<std::unique_ptr<const method::Lesson>> lessons;  // one a method
  };

  class FileStudy;

  Error take_methods(const std::vector<Options>& methods);
  void assign_folds();

  FoldOptions folds_;
  std::shared_ptr<const filter::Pipeline> filters_;  // nullptr: none
  std::vector<Page> pages_;                          // in file order
  std::vector<std::string> sources_;                 // what the record says of each file
  std::vector<std::pair<const method::Method*, method::Settings>> methods_;
  bool wants_scores_ = false, takes_unlabelled_ = false;  // one of them
  std::map<std::pair<std::string, std::uint64_t>, unsigned> fold_of_page_;
  std::vector<std::string> warnings_;
};

/// The options of a method with a model given as text, or by its place.
Options with_model(Options options, std::string model);

/// How the model of a method was trained, the comment lines of its file; empty where it has none, or its options are
/// wrong.
std::string model_record(const Options& options);

}  // namespace pith::evaluate
