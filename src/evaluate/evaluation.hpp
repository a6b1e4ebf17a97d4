#pragma once

// Many labelled pages through many methods, on all cores.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "evaluate/labels.hpp"
#include "evaluate/metrics.hpp"
#include "evaluate/summary.hpp"
#include "evaluate/training.hpp"

namespace pith::evaluate {

/// Trained methods get their models from pages of other folds than the one that is judged.
struct CrossValidation {
  FoldOptions folds;
  std::vector<std::string> train = {};  ///< files to learn from; empty: those that are evaluated
};

struct EvaluationOptions {
  std::vector<std::string> golds;        ///< files of labelled pages, each a set
  std::vector<Options> methods;          ///< of pith
  std::vector<std::string> predictions;  ///< files of other programs' predictions, each a method
  std::vector<Condition> only;           ///< pages that meet all of these
  std::string by = {};                   ///< group the pages by this member; empty: no groups
  bool title = false;                    ///< the title counts as the first line of the text
  unsigned jobs = 0;                     ///< threads; 0: as many as there are cores
  bool blocks = false;                   ///< also figures of whole blocks; the pages are extracted twice
  std::optional<CrossValidation> cross_validation = {};  ///< of trained methods without a model of their own
  /// The default method is told by which convention a page was labelled: strict where its gold text has a wider one
  /// beside it (`gold_wide`), else wide.
  bool body_of_label = false;
  std::string folds = {};  ///< folder of models of the default method, fold0 and so on, each made without that fold
};

struct EvaluatedPage {
  std::uint64_t record = 0;  ///< its place in the file, from 0
  std::string id, group, page_type, site;
  std::vector<PageScore> scores;             ///< one a method
  std::vector<std::string> predicted_types;  ///< one a method; empty where the method names none
};

struct EvaluatedSet {
  std::string name, path;
  std::vector<EvaluatedPage> pages;  ///< in file order
  std::vector<bool> trained_on;      ///< by method: the model that judges all pages was made from this very file
};

struct Evaluation {
  std::vector<std::string> methods;              ///< ids of pith's methods, then names of the prediction files
  std::vector<EvaluatedSet> sets;                ///< in the order given
  std::vector<std::string> warnings;             ///< records that are no pages, pages without a prediction
  std::shared_ptr<const Lessons> lessons;        ///< of cross-validation: which fold a page is in
  std::vector<std::vector<std::string>> models;  ///< by method and fold; empty: one model, or none, judges all pages
};

/// `progress` is called ten times a second by the calling thread, first for the pages to learn from if there are such.
/// An error when a file cannot be read or an option is wrong. The result does not depend on the number of threads, but
/// for the times: processor time of extraction, from bytes to text.
Result<Evaluation> evaluate(const EvaluationOptions& options, const ProgressListener& progress);

/// Name of the set or the method a file stands for: without folder and ".jsonl.zst" or the like.
std::string name_of_file(std::string_view path);

// --- Pages looked at closely ---

struct ExplainedPage {
  std::size_t set = 0, page = 0;  ///< place in the evaluation
  std::string url;
  std::optional<std::string> gold;
  /// One a method: its blocks. Predictions of other programs: their lines, without path, score and reason.
  std::vector<std::vector<BlockReport>> blocks;
  std::vector<float> cuts;  ///< Article::cut, one a method; 0 of predictions
};

/// Which page of which set.
struct PagePlace {
  std::size_t set, page;
};

/// Extracts pages once more, with the reasons. In the order of the evaluation.
Result<std::vector<ExplainedPage>> explain(const EvaluationOptions& options, const Evaluation& evaluation,
                                           const std::vector<PagePlace>& places);

}  // namespace pith::evaluate
