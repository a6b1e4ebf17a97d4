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

#include "corpus/page_source.hpp"
#include "corpus/record.hpp"
#include "evaluate/align.hpp"
#include "evaluate/page_reader.hpp"
#include "evaluate/python_text.hpp"
#include "method/trainer.hpp"
#include "text/characters.hpp"

namespace pith::evaluate {
namespace {

double thread_milliseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// What each method is: an extractor of pith's (one a fold when it was trained here), or the predictions of another
/// program.
struct Method {
  std::string name;
  std::vector<Extractor> extractors;
  Predictions predictions;
  const Lessons* lessons = nullptr;  ///< which of the extractors judges a page

  [[nodiscard]] const Extractor* extractor_for(const std::string& path, std::uint64_t record, const Gold& gold) const {
    if (extractors.empty()) return nullptr;
    return &extractors[extractors.size() == 1 ? 0 : lessons->fold_of(path, record, gold.site)];
  }
};

bool is_trained_here(const EvaluationOptions& options, const Options& method) {
  if (!options.cross_validation) return false;
  for (const Setting& setting : method.settings)
    if (setting.name == "model" && !setting.value.empty()) return false;
  return std::any_of(pith::methods().begin(), pith::methods().end(),
                     [&](const MethodInfo& info) { return info.trained && info.id == method.method; });
}

/// Trains the methods that need it, once a fold.
bool train(const EvaluationOptions& options, const ProgressListener& progress, Evaluation& out, std::string& error) {
  std::vector<Options> trained;
  for (const Options& method : options.methods)
    if (is_trained_here(options, method)) trained.push_back(method);
  out.models.resize(options.methods.size());
  if (trained.empty()) return true;
  const CrossValidation& how = *options.cross_validation;
  TrainingData data;
  data.labelled = how.train.empty() ? options.golds : how.train;
  data.only = how.train.empty() ? options.only : std::vector<Condition>();
  data.jobs = options.jobs;
  out.lessons = Lessons::study(data, trained, how.folds, progress, error);
  if (out.lessons == nullptr) return false;
  std::size_t next = 0;
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    if (!is_trained_here(options, options.methods[m])) continue;
    for (unsigned fold = 0; fold < how.folds.folds; ++fold) {
      out.models[m].push_back(out.lessons->train(next, fold, error));
      if (out.models[m].back().empty()) return false;
    }
    ++next;
  }
  return true;
}

bool load_methods(const EvaluationOptions& options, const Evaluation& evaluation, std::vector<Method>& methods,
                  std::string& error) {
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    const Options& of_method = options.methods[m];
    Method& method = methods.emplace_back();
    method.name = of_method.method;
    method.lessons = evaluation.lessons.get();
    for (const std::string& model : evaluation.models[m]) method.extractors.emplace_back(with_model(of_method, model));
    if (method.extractors.empty()) method.extractors.emplace_back(of_method);
    for (const Extractor& extractor : method.extractors) {
      if (!extractor.error()) continue;
      error = extractor.error().message;
      return false;
    }
  }
  for (const std::string& path : options.predictions) {
    std::optional<Predictions> predictions = read_predictions(path, error);
    if (!predictions) {
      error.insert(0, path + ": ");
      return false;
    }
    methods.push_back({name_of_file(path), {}, std::move(*predictions)});
  }
  return true;
}

std::vector<JudgedBlock> judged_blocks(const Article& article, const std::string& gold) {
  std::vector<AlignedBlock> blocks;
  blocks.reserve(article.blocks.size());
  for (const BlockReport& block : article.blocks) blocks.push_back({block.text, false});
  const std::vector<float> share = cover(blocks, gold).of_blocks;
  std::vector<JudgedBlock> judged;
  judged.reserve(share.size());
  for (std::size_t i = 0; i < share.size(); ++i)
    judged.push_back({text::count(article.blocks[i].text).chars, share[i] >= method::kBelongs, article.blocks[i].kept});
  return judged;
}

const Prediction* find(const Predictions& predictions, const std::string& id) {
  const auto it = predictions.find(id);
  return it == predictions.end() ? nullptr : &it->second;
}

}  // namespace

std::string name_of_file(std::string_view path) {
  if (const std::size_t slash = path.rfind('/'); slash != std::string_view::npos) path.remove_prefix(slash + 1);
  for (const std::string_view ending : {".zst", ".gz", ".jsonl"})
    if (path.size() > ending.size() && path.ends_with(ending)) path.remove_suffix(ending.size());
  return std::string(path);
}

std::optional<Evaluation> evaluate(const EvaluationOptions& options, const ProgressListener& progress,
                                   std::string& error) {
  Evaluation out;
  std::vector<Method> methods;
  if (!train(options, progress, out, error) || !load_methods(options, out, methods, error)) return std::nullopt;
  const ReaderOptions reading{options.only, options.by, options.jobs};
  for (const Method& method : methods) out.methods.push_back(method.name);

  std::uint64_t total = 0;
  for (const std::string& path : options.golds) total += corpus::total_of(path);
  std::uint64_t done_before = 0;
  std::atomic<std::uint64_t> pages = 0;
  for (const std::string& path : options.golds) {
    EvaluatedSet set{name_of_file(path), path, {}};
    std::map<std::uint64_t, EvaluatedPage> results;
    std::map<std::uint64_t, std::string> warnings;
    std::vector<std::size_t> missing(methods.size());
    std::mutex writing;  // guards these three

    const auto work = [&](Reader& reader, std::uint64_t index) {
      EvaluatedPage page;
      std::string warning;
      if (!reader.labels.read(reader.record.bytes, reader.gold, page.group, reader.reason)) {
        if (reader.reason.empty()) return;
        const std::lock_guard lock(writing);
        warnings[index] = fmt::format("{}: {}: {}", path, corpus::place_of(reader.record), reader.reason);
        return;
      }
      page.record = index;
      page.id = reader.gold.id;
      page.page_type = reader.gold.page_type;
      page.site = reader.gold.site;
      // A page that cannot be read has labels, and counts as a page of which nothing was extracted.
      const bool readable =
          reader.parser.parse(reader.record, reader.page, reader.reason) == corpus::RecordOutcome::page;
      if (!readable) warning = fmt::format("{}: {}: {}", path, reader.gold.id, reader.reason);
      std::vector<std::size_t> without;
      for (std::size_t m = 0; m < methods.size(); ++m) {
        Prediction made;
        const Prediction* prediction = &made;
        const Extractor* extractor = methods[m].extractor_for(path, index, reader.gold);
        if (extractor == nullptr) {
          prediction = find(methods[m].predictions, reader.gold.id);
          if (prediction == nullptr) prediction = &made, without.push_back(m);
        } else if (readable) {
          const double start = thread_milliseconds();
          made = prediction_of(extractor->extract(
              reader.page.html, {.url = reader.page.url, .charset = reader.page.charset}, reader.workspace));
          made.milliseconds = thread_milliseconds() - start;
        }
        page.scores.push_back(score(reader.gold, *prediction, options.title));
        if (options.blocks && extractor != nullptr && readable && reader.gold.text) {
          const Article article =
              extractor->explain(reader.page.html, {.url = reader.page.url, .charset = reader.page.charset});
          score_blocks(judged_blocks(article, *reader.gold.text), page.scores.back());
        }
        page.predicted_types.push_back(prediction->page_type);
      }
      ++pages;
      const std::lock_guard lock(writing);
      for (const std::size_t m : without) ++missing[m];
      if (!warning.empty()) warnings[index] = std::move(warning);
      results.emplace(index, std::move(page));
    };
    const auto tick = [&](std::uint64_t bytes) {
      if (progress) progress(done_before + bytes, total, pages);
    };
    if (!for_each_record(
            path, reading, [](std::uint64_t) { return Step::take; }, work, tick, error))
      return std::nullopt;
    done_before += corpus::total_of(path);
    for (auto& [index, page] : results) set.pages.push_back(std::move(page));
    for (auto& [index, warning] : warnings) out.warnings.push_back(std::move(warning));
    for (std::size_t m = 0; m < methods.size(); ++m)
      if (missing[m] > 0)
        out.warnings.push_back(
            fmt::format("{}: {} of {} pages have no prediction", methods[m].name, missing[m], set.pages.size()));
    out.sets.push_back(std::move(set));
  }
  return out;
}

std::vector<ExplainedPage> explain(const EvaluationOptions& options, const Evaluation& evaluation,
                                   const std::vector<PagePlace>& places, std::string& error) {
  std::vector<Method> methods;
  std::vector<ExplainedPage> out;
  if (!load_methods(options, evaluation, methods, error)) return out;
  const ReaderOptions reading{options.only, options.by, options.jobs};
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
    const EvaluatedSet& set = evaluation.sets[s];
    std::map<std::uint64_t, std::size_t> open;  // record → page
    for (const PagePlace& place : places)
      if (place.set == s) open.emplace(set.pages[place.page].record, place.page);
    std::map<std::size_t, ExplainedPage> results;
    std::mutex writing;

    const auto wanted = [&](std::uint64_t index) {
      if (open.empty() || index > open.rbegin()->first) return Step::stop;
      return open.count(index) > 0 ? Step::take : Step::skip;
    };
    const auto work = [&](Reader& reader, std::uint64_t index) {
      if (!reader.labels.read(reader.record.bytes, reader.gold, reader.group, reader.reason)) return;
      ExplainedPage page{s, open.at(index), {}, reader.gold.text, {}};
      const bool readable =
          reader.parser.parse(reader.record, reader.page, reader.reason) == corpus::RecordOutcome::page;
      page.url = reader.page.url;
      for (const Method& method : methods) {
        std::vector<BlockReport> blocks;
        const Extractor* extractor = method.extractor_for(set.path, index, reader.gold);
        if (extractor == nullptr) {
          const Prediction* prediction = find(method.predictions, reader.gold.id);
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
        } else if (readable) {
          Article article =
              extractor->explain(reader.page.html, {.url = reader.page.url, .charset = reader.page.charset});
          blocks = std::move(article.blocks);
        }
        page.blocks.push_back(std::move(blocks));
      }
      const std::lock_guard lock(writing);
      results.emplace(page.page, std::move(page));
    };
    if (!for_each_record(
            set.path, reading, wanted, work, [](std::uint64_t) {}, error))
      return out;
    for (auto& [index, page] : results) out.push_back(std::move(page));
  }
  return out;
}

}  // namespace pith::evaluate
