#pragma once

// A model of one's own from the labels of a store, in the background: made by a program of its own, compared page by
// page with what is in use before anybody adopts it, and kept, so that an earlier one can be taken back.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "evaluate/summary.hpp"
#include "label/exchange.hpp"
#include "label/store.hpp"
#include "result.hpp"

namespace pith::label {

enum class Training : std::uint8_t {
  continued,  ///< trees more for the model in use: seconds, and no other pages are needed
  whole,      ///< all anew, with the pages of the shipped model where they are there: minutes, and Python
};
std::string_view name_of(Training training) noexcept;
Result<Training> parse_training(std::string_view name);

struct TrainingOptions {
  Training training = Training::continued;
  ExportOptions labels{};
  std::string program;  ///< the command line that trains: `pith`
};

/// What a page gained, judged by models that have not seen its site.
struct ModelledPage {
  std::string id, kind;
  double before = 0, after = 0;  ///< F1
};

/// Of all pages, or of one kind.
struct ModelledKind {
  std::string kind;  ///< empty: all
  std::size_t pages = 0;
  double before = 0, after = 0, difference = 0;
  evaluate::Interval interval{};  ///< of the difference, 95 %
};

struct ModelComparison {
  std::string against;  ///< "shipped", or the number of a model
  std::size_t sites = 0;
  std::vector<ModelledKind> kinds;  ///< all first
  std::vector<ModelledPage> pages;
};

/// Where the models of a store lie, and the one of a number: words.txt and so on, fold0 to fold3, labels.jsonl,
/// comparison.json, log.txt.
std::string models_folder(const std::string& store);
std::string folder_of(const std::string& store, std::int64_t number);

/// Makes the model of a number that begin_model() gave, and compares it with the one in use; to the end, in this
/// process. What it says goes to `log`. The state of the model is set in the store, whatever happens.
Error make_model(const std::string& store, std::int64_t number, const TrainingOptions& options,
                 const std::function<void(std::string_view line)>& log);

/// The same in the background, as `PROGRAM label train`; its number.
Result<std::int64_t> start_training(const std::string& store, const TrainingOptions& options);
/// Ends it. An error where it does not run.
Error cancel_training(Store& store, std::int64_t number);
/// The models as they are: of one whose program has died, that it has failed.
Result<std::vector<Store::Model>> models_of(Store& store);
/// What its training has said so far, the last lines.
std::string log_of(const Store::Model& model, std::size_t lines = 12);

Result<ModelComparison> comparison_of(const Store::Model& model);
std::string to_json(const ModelComparison& comparison);

}  // namespace pith::label
