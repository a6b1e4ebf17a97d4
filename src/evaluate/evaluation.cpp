#include "evaluate/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "corpus/digest.hpp"
#include "corpus/page_source.hpp"
#include "corpus/record.hpp"
#include "evaluate/align.hpp"
#include "evaluate/page_reader.hpp"
#include "evaluate/python_text.hpp"
#include "method/trainer.hpp"
#include "pith/methods.hpp"
#include "text/characters.hpp"

namespace pith::evaluate {
namespace {

double thread_milliseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// What each method is: an extractor of pith's (one a fold where it has a model for each), or the predictions of
/// another program.
struct Method {
  std::string name;
  std::vector<Extractor> extractors;
  std::vector<Extractor> strict;  ///< in their place where the label is strict; may be empty
  Predictions predictions;
  const Lessons* lessons = nullptr;  ///< of models trained here: which of them judges a page
  std::string record;                ///< how the one model was trained

  [[nodiscard]] const Extractor* extractor_for(const std::string& path, std::uint64_t record_number,
                                               const Gold& gold) const {
    const std::vector<Extractor>& candidates = gold.wide_text && !strict.empty() ? strict : extractors;
    if (candidates.empty()) return nullptr;
    if (candidates.size() == 1) return candidates.data();
    return &candidates[lessons != nullptr ? lessons->fold_of(path, record_number, gold.site) : default_fold_of(gold)];
  }

  [[nodiscard]] bool was_trained_on(const std::string& digest) const {
    return !digest.empty() && record.find(digest) != std::string::npos;
  }
};

bool has_model(const Options& method) {
  return std::any_of(method.settings.begin(), method.settings.end(),
                     [](const Setting& setting) { return setting.name == "model" && !setting.value.empty(); });
}

bool is_trained_here(const EvaluationOptions& options, const Options& method) {
  if (!options.cross_validation || has_model(method)) return false;
  const std::vector<MethodInfo>& known = pith::methods(all_methods());
  return std::any_of(known.begin(), known.end(),
                     [&](const MethodInfo& info) { return info.trained && info.id == method.method; });
}

/// Trains the methods that need it, once a fold.
Error train(const EvaluationOptions& options, const ProgressListener& progress, Evaluation& out) {
  std::vector<Options> trained;
  for (const Options& method : options.methods)
    if (is_trained_here(options, method)) trained.push_back(method);
  out.models.resize(options.methods.size());
  if (trained.empty()) return {};
  const CrossValidation& how = *options.cross_validation;
  TrainingData data;
  data.labelled = how.train.empty() ? options.golds : how.train;
  data.only = how.train.empty() ? options.only : std::vector<Condition>();
  data.jobs = options.jobs;
  Result<std::unique_ptr<const Lessons>> lessons = Lessons::study(data, trained, how.folds, progress);
  if (!lessons) return std::move(lessons).error();
  out.lessons = *std::move(lessons);
  std::size_t next = 0;
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    if (!is_trained_here(options, options.methods[m])) continue;
    for (unsigned fold = 0; fold < how.folds.folds; ++fold) {
      Result<std::string> model = out.lessons->train(next, fold);
      if (!model) return std::move(model).error();
      out.models[m].push_back(*std::move(model));
    }
    ++next;
  }
  return {};
}

/// Names the models of folds that judge the default method.
Error take_folds(const EvaluationOptions& options, Evaluation& out) {
  if (options.folds.empty()) return {};
  bool any = false;
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    const Options& method = options.methods[m];
    if (method.method != Options{}.method) continue;
    any = true;
    if (has_model(method)) return {ErrorCode::bad_option, "a model of its own, or models of folds: one of them"};
    for (unsigned fold = 0; fold < kDefaultFolds; ++fold) {
      std::string folder = fmt::format("{}/fold{}", options.folds, fold);
      const std::string record = model_record(with_model(method, folder));
      // An extractor says what is wrong with a model that cannot be read.
      if (!record.empty() && record.find(fmt::format("without fold {}\n", fold)) == std::string::npos)
        return {ErrorCode::bad_data, fmt::format("{} is no model that was made without fold {}", folder, fold)};
      out.models[m].push_back(std::move(folder));
    }
  }
  if (any) return {};
  return {ErrorCode::bad_option,
          "models of folds are of the method " + Options{}.method + ", which is not among those asked for"};
}

/// One a model, or the one of the method itself.
Result<std::vector<Extractor>> load(const Options& options, const std::vector<std::string>& models) {
  std::vector<Extractor> out;
  out.reserve(models.size() + 1);
  for (const std::string& model : models) out.emplace_back(with_model(options, model));
  if (out.empty()) out.emplace_back(options);
  for (const Extractor& extractor : out)
    if (extractor.error()) return extractor.error();
  return out;
}

Options with_body(Options options, std::string convention) {
  options.settings.push_back({"body", std::move(convention)});
  return options;
}

Result<std::vector<Method>> load_methods(const EvaluationOptions& options, const Evaluation& evaluation) {
  std::vector<Method> methods;
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    const Options& of_method = options.methods[m];
    Method& method = methods.emplace_back();
    method.name = of_method.method;
    if (is_trained_here(options, of_method)) method.lessons = evaluation.lessons.get();
    if (evaluation.models[m].empty()) method.record = model_record(of_method);
    const bool is_told = options.body_of_label && of_method.method == Options{}.method;
    Result<std::vector<Extractor>> loaded =
        load(is_told ? with_body(of_method, "wide") : of_method, evaluation.models[m]);
    if (!loaded) return std::move(loaded).error();
    method.extractors = *std::move(loaded);
    if (!is_told) continue;
    loaded = load(with_body(of_method, "strict"), evaluation.models[m]);
    if (!loaded) return std::move(loaded).error();
    method.strict = *std::move(loaded);
  }
  for (const std::string& path : options.predictions) {
    Result<Predictions> predictions = read_predictions(path);
    if (!predictions) return std::move(predictions).error();
    methods.push_back({name_of_file(path), {}, {}, *std::move(predictions), nullptr, {}});
  }
  return methods;
}

/// Which blocks belong to the main text: those that it covers; where the very blocks are labelled, of these. A path may
/// stand for several blocks, of which some belong.
std::vector<bool> belonging(const std::vector<BlockReport>& reports, const Gold& gold) {
  std::vector<AlignedBlock> blocks;
  blocks.reserve(reports.size());
  for (const BlockReport& block : reports) blocks.push_back({block.text, false});
  const std::vector<float> share = cover(blocks, *gold.text).of_blocks;
  std::map<std::string_view, std::size_t> labelled, there;
  if (gold.blocks)
    for (const std::string& path : *gold.blocks) ++labelled[path];
  for (const BlockReport& block : reports) ++there[block.path];
  std::vector<bool> belongs;
  belongs.reserve(share.size());
  for (std::size_t i = 0; i < share.size(); ++i) {
    bool is_wanted = share[i] >= method::kBelongs;
    if (gold.blocks) {
      const auto found = labelled.find(reports[i].path);
      is_wanted = found != labelled.end() && (is_wanted || found->second >= there[reports[i].path]);
    }
    belongs.push_back(is_wanted);
  }
  return belongs;
}

void judge_blocks(const Article& article, const Gold& gold, PageScore& score) {
  const std::vector<bool> belongs = belonging(article.blocks, gold);
  std::vector<JudgedBlock> judged;
  judged.reserve(belongs.size());
  for (std::size_t i = 0; i < belongs.size(); ++i)
    judged.push_back({text::count(article.blocks[i].text).chars, belongs[i], article.blocks[i].kept});
  score_blocks(judged, score);
  score.kinds = count_kinds(article.blocks, belongs, gold.title.empty() ? article.title : gold.title);
}

const Prediction* find(const Predictions& predictions, const std::string& id) {
  const auto it = predictions.find(id);
  return it == predictions.end() ? nullptr : &it->second;
}

/// The lines of another program's text, as blocks that were kept.
std::vector<BlockReport> lines_of(const Prediction* prediction) {
  std::vector<BlockReport> blocks;
  std::string_view rest = prediction == nullptr ? std::string_view() : prediction->text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (std::string line = encode(fold_space(decode(rest.substr(0, end)))); !line.empty()) {
      BlockReport& block = blocks.emplace_back();
      block.text = std::move(line);
      block.kept = true;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return blocks;
}

PageInfo info_of(const corpus::PageRecord& page) { return {.url = page.url, .charset = page.charset}; }

/// Judges the pages of one set.
class SetEvaluator {
 public:
  SetEvaluator(const EvaluationOptions& options, const std::vector<Method>& methods, const std::string& path)
      : options_(options), methods_(methods), path_(path), missing_(methods.size()) {}

  /// Judges the page of a record, on any thread. False when it is none: no labels, or not the conditions asked for.
  bool judge(Reader& reader, std::uint64_t index) {
    EvaluatedPage page;
    if (!reader.labels.read(reader.record.bytes, reader.gold, page.group, reader.reason)) {
      if (!reader.reason.empty()) warn(index, corpus::place_of(reader.record), reader.reason);
      return false;
    }
    page.record = index;
    page.id = reader.gold.id;
    page.page_type = reader.gold.page_type;
    page.site = reader.gold.site;
    // A page that cannot be read has labels, and counts as a page of which nothing was extracted.
    const bool readable = reader.parser.parse(reader.record, reader.page, reader.reason) == corpus::RecordOutcome::page;
    if (!readable) warn(index, reader.gold.id, reader.reason);
    for (std::size_t m = 0; m < methods_.size(); ++m) {
      if (const Extractor* const extractor = methods_[m].extractor_for(path_, index, reader.gold))
        judge_extraction(*extractor, reader, readable, page);
      else
        judge_prediction(m, reader.gold, page);
    }
    const std::lock_guard lock(writing_);
    results_.emplace(index, std::move(page));
    return true;
  }

  /// What was found, in file order; appends to the warnings. Once, when no thread judges any more.
  EvaluatedSet take(std::vector<std::string>& warnings) {
    EvaluatedSet set{name_of_file(path_), path_, {}, {}};
    const std::string digest = corpus::sha256_of_file(path_);
    for (const Method& method : methods_) set.trained_on.push_back(method.was_trained_on(digest));
    for (auto& [index, page] : results_) set.pages.push_back(std::move(page));
    for (auto& [index, warning] : warnings_) warnings.push_back(std::move(warning));
    for (std::size_t m = 0; m < methods_.size(); ++m)
      if (missing_[m] > 0)
        warnings.push_back(
            fmt::format("{}: {} of {} pages have no prediction", methods_[m].name, missing_[m], set.pages.size()));
    return set;
  }

 private:
  void warn(std::uint64_t index, std::string_view what, std::string_view why) {
    const std::lock_guard lock(writing_);
    warnings_[index] = fmt::format("{}: {}: {}", path_, what, why);
  }

  void judge_extraction(const Extractor& extractor, Reader& reader, bool readable, EvaluatedPage& page) const {
    Prediction prediction;
    if (readable) {
      const double start = thread_milliseconds();
      prediction = prediction_of(extractor.extract(reader.page.html, info_of(reader.page), reader.workspace));
      prediction.milliseconds = thread_milliseconds() - start;
    }
    add_score(reader.gold, prediction, page);
    if (options_.blocks && readable && reader.gold.text) {
      const Article article = extractor.explain(reader.page.html, info_of(reader.page));
      judge_blocks(article, reader.gold, page.scores.back());
    }
  }

  void judge_prediction(std::size_t method, const Gold& gold, EvaluatedPage& page) {
    if (const Prediction* const prediction = find(methods_[method].predictions, gold.id))
      return add_score(gold, *prediction, page);
    add_score(gold, {}, page);
    const std::lock_guard lock(writing_);
    ++missing_[method];
  }

  void add_score(const Gold& gold, const Prediction& prediction, EvaluatedPage& page) const {
    page.scores.push_back(score(gold, prediction, options_.title));
    page.predicted_types.push_back(prediction.page_type);
  }

  const EvaluationOptions& options_;
  const std::vector<Method>& methods_;
  const std::string& path_;
  std::mutex writing_;                              // guards the rest
  std::map<std::uint64_t, EvaluatedPage> results_;  // by record
  std::map<std::uint64_t, std::string> warnings_;   // by record
  std::vector<std::size_t> missing_;                // by method: pages without a prediction
};

}  // namespace

std::string name_of_file(std::string_view path) {
  if (const std::size_t slash = path.rfind('/'); slash != std::string_view::npos) path.remove_prefix(slash + 1);
  for (const std::string_view ending : {".zst", ".gz", ".jsonl"})
    if (path.size() > ending.size() && path.ends_with(ending)) path.remove_suffix(ending.size());
  return std::string(path);
}

Result<Evaluation> evaluate(const EvaluationOptions& options, const ProgressListener& progress) {
  Evaluation out;
  if (Error error = train(options, progress, out)) return error;
  if (Error error = take_folds(options, out)) return error;
  const Result<std::vector<Method>> loaded = load_methods(options, out);
  if (!loaded) return loaded.error();
  const std::vector<Method>& methods = *loaded;
  for (const Method& method : methods) out.methods.push_back(method.name);

  std::uint64_t total = 0;
  for (const std::string& path : options.golds) total += corpus::total_of(path);
  std::uint64_t done_before = 0;
  std::atomic<std::uint64_t> pages = 0;
  for (const std::string& path : options.golds) {
    SetEvaluator set(options, methods, path);
    const auto work = [&](Reader& reader, std::uint64_t index) {
      if (set.judge(reader, index)) ++pages;
    };
    const auto tick = [&](std::uint64_t bytes) {
      if (progress) progress(done_before + bytes, total, pages);
    };
    if (Error error = for_each_record(
            path, {options.only, options.by, options.jobs}, [](std::uint64_t) { return ReadAction::take; }, work, tick))
      return error;
    done_before += corpus::total_of(path);
    out.sets.push_back(set.take(out.warnings));
  }
  return out;
}

Result<std::vector<ExplainedPage>> explain(const EvaluationOptions& options, const Evaluation& evaluation,
                                           const std::vector<PagePlace>& places) {
  std::vector<ExplainedPage> out;
  const Result<std::vector<Method>> loaded = load_methods(options, evaluation);
  if (!loaded) return loaded.error();
  const std::vector<Method>& methods = *loaded;
  const ReaderOptions reading{options.only, options.by, options.jobs};
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
    const EvaluatedSet& set = evaluation.sets[s];
    std::map<std::uint64_t, std::size_t> open;  // record → page
    for (const PagePlace& place : places)
      if (place.set == s) open.emplace(set.pages[place.page].record, place.page);
    std::map<std::size_t, ExplainedPage> results;
    std::mutex writing;

    const auto wanted = [&](std::uint64_t index) {
      if (open.empty() || index > open.rbegin()->first) return ReadAction::stop;
      return open.count(index) > 0 ? ReadAction::take : ReadAction::skip;
    };
    const auto work = [&](Reader& reader, std::uint64_t index) {
      if (!reader.labels.read(reader.record.bytes, reader.gold, reader.group, reader.reason)) return;
      ExplainedPage page{s, open.at(index), {}, reader.gold.text, {}, {}};
      const bool readable =
          reader.parser.parse(reader.record, reader.page, reader.reason) == corpus::RecordOutcome::page;
      page.url = reader.page.url;
      for (const Method& method : methods) {
        std::vector<BlockReport>& blocks = page.blocks.emplace_back();
        const Extractor* const extractor = method.extractor_for(set.path, index, reader.gold);
        float& cut = page.cuts.emplace_back(0.0F);
        if (extractor == nullptr) {
          blocks = lines_of(find(method.predictions, reader.gold.id));
        } else if (readable) {
          Article article = extractor->explain(reader.page.html, info_of(reader.page));
          blocks = std::move(article.blocks);
          cut = article.cut;
        }
      }
      const std::lock_guard lock(writing);
      results.emplace(page.page, std::move(page));
    };
    if (Error error = for_each_record(set.path, reading, wanted, work, [](std::uint64_t) {})) return error;
    for (auto& [index, page] : results) out.push_back(std::move(page));
  }
  return out;
}

}  // namespace pith::evaluate
