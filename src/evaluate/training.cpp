#include "evaluate/training.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "corpus/digest.hpp"
#include "corpus/page_source.hpp"
#include "evaluate/align.hpp"
#include "evaluate/evaluation.hpp"
#include "evaluate/metrics.hpp"
#include "evaluate/page_reader.hpp"
#include "filter/settings.hpp"
#include "literature/model.hpp"
#include "method/catalogue.hpp"
#include "page/block_text.hpp"
#include "pith/methods.hpp"
#include "text/hash.hpp"
#include "workspace.hpp"

namespace pith::evaluate {
namespace {

std::uint64_t hash_of(std::string_view text, std::uint64_t seed) noexcept {
  std::uint64_t hash = text::fnv64(text, text::kFnv64Start ^ text::spread64(seed));
  hash = text::spread64(hash ^ (hash >> 31));
  return hash ^ (hash >> 29);
}

/// Methods that need no model, for those that choose among them.
struct Candidates {
  std::vector<std::string_view> ids;
  std::vector<Extractor> extractors;

  explicit Candidates(const std::vector<Setting>& filters) {
    for (const MethodInfo& info : methods(all_methods())) {
      // Those that learn need a model of the fold, and the default has seen the pages it is to be judged on.
      if (info.trained || info.id == "pith") continue;
      Options options;
      options.method = info.id;
      options.catalogue = &all_methods();
      options.settings = filters;
      ids.push_back(info.id);
      extractors.emplace_back(std::move(options));
    }
  }

  /// The figure of each on a labelled page.
  [[nodiscard]] std::vector<double> score(Reader& reader) const {
    std::vector<double> scores;
    scores.reserve(extractors.size());
    for (const Extractor& extractor : extractors) {
      const Article article = extractor.extract(
          reader.page.html, {.url = reader.page.url, .charset = reader.page.charset}, reader.workspace);
      scores.push_back(token_score(*reader.gold.text, text_of(article)).f1);
    }
    return scores;
  }
};

/// The settings that name filters of pages.
std::vector<Setting> filters_of(const Options& options) {
  std::vector<Setting> filters = options.settings;
  std::erase_if(filters, [](const Setting& setting) {
    return setting.name != filter::kPipelineSetting && setting.name != filter::kProfileSetting;
  });
  return filters;
}

std::vector<float> shares_of(const page::Page& page, const std::string& gold) {
  std::vector<std::string> texts(page.blocks().size());
  std::vector<AlignedBlock> blocks;
  for (page::BlockId id = 0; id < texts.size(); ++id) {
    page::append_text(page, page.block(id), texts[id]);
    blocks.push_back({texts[id], page.block(id).has(page::kHidden)});
  }
  return cover(blocks, gold).of_blocks;
}

}  // namespace

unsigned fold_of(std::string_view name, const FoldOptions& folds) noexcept {
  return static_cast<unsigned>(hash_of(name, folds.seed) % folds.folds);
}

unsigned default_fold_of(const Gold& page) noexcept {
  const std::string& site = page.labelled_site;
  return static_cast<unsigned>(crc32(0, reinterpret_cast<const Bytef*>(site.data()), static_cast<uInt>(site.size())) %
                               kDefaultFolds);
}

std::string model_record(const Options& options) {
  const method::Method* const method = all_methods().find(options.method);
  if (method == nullptr) return {};
  const Result<method::Settings> settings = method::read_settings(*method, options.settings);
  return !settings || settings->prepared() == nullptr ? std::string() : settings->prepared()->record;
}

Options with_model(Options options, std::string model) {
  options.settings.push_back({"model", std::move(model)});
  return options;
}

/// What one file teaches, studied on many threads.
class Lessons::FileStudy {
 public:
  FileStudy(const Lessons& lessons, const Candidates& candidates, const std::string& path, bool labelled)
      : lessons_(lessons), candidates_(candidates), path_(path), labelled_(labelled) {}

  /// Studies the page of a record, on any thread. False when it teaches nothing, or cannot be read.
  bool study(Reader& reader, std::uint64_t index) {
    const bool is_record = reader.labels.read(reader.record.bytes, reader.gold, reader.group, reader.reason);
    if (!is_record && reader.reason.empty()) return false;
    const bool labelled = labelled_ && reader.gold.text.has_value();
    if (is_record && !labelled && !lessons_.takes_unlabelled_) return false;
    if (!is_record || reader.parser.parse(reader.record, reader.page, reader.reason) != corpus::RecordOutcome::page) {
      const std::lock_guard lock(writing_);
      warnings_[index] = fmt::format("{}: {}: {}", path_, corpus::place_of(reader.record), reader.reason);
      return false;
    }
    Page page{path_, reader.gold.site, reader.gold.id, index, 0, {}};
    const std::vector<double> scores =
        labelled && lessons_.wants_scores_ ? candidates_.score(reader) : std::vector<double>();
    Workspace::Impl& w = reader.workspace.impl();
    w.decode(reader.page.html, reader.page.charset, {});
    w.parse({});
    w.measure();
    w.apply_filters(lessons_.filters_.get());
    const std::vector<float> share = labelled ? shares_of(w.page, *reader.gold.text) : std::vector<float>();
    const method::LabelledPage lesson{w.page, share, page.site, candidates_.ids, scores};
    for (const auto& [method, settings] : lessons_.methods_) {
      const bool wanted = labelled || method->trainer->takes_unlabelled;
      page.lessons.push_back(wanted ? method->trainer->study(lesson, settings) : nullptr);
    }
    const std::lock_guard lock(writing_);
    results_.emplace(index, std::move(page));
    return true;
  }

  /// Hands over what was learnt, in file order. Once, when no thread studies any more.
  void finish(Lessons& out) {
    out.sources_.push_back(fmt::format("{}: {} page{}{}, sha256 {}", name_of_file(path_), results_.size(),
                                       results_.size() == 1 ? "" : "s", labelled_ ? "" : " without their labels",
                                       corpus::sha256_of_file(path_)));
    for (auto& [index, page] : results_) out.pages_.push_back(std::move(page));
    for (auto& [index, warning] : warnings_) out.warnings_.push_back(std::move(warning));
  }

 private:
  const Lessons& lessons_;
  const Candidates& candidates_;
  const std::string& path_;
  const bool labelled_;
  std::mutex writing_;                             // guards the rest
  std::map<std::uint64_t, Page> results_;          // by record
  std::map<std::uint64_t, std::string> warnings_;  // by record
};

Error Lessons::take_methods(const std::vector<Options>& methods) {
  if (!methods.empty()) {
    Result<std::shared_ptr<const filter::Pipeline>> filters = filter::pipeline_of(methods.front().settings);
    if (!filters) return std::move(filters).error();
    filters_ = *std::move(filters);
  }
  for (const Options& options : methods) {
    const method::Method* method = all_methods().find(options.method);
    if (method == nullptr || method->trainer == nullptr)
      return {ErrorCode::bad_option, "method " + options.method + " is not trained"};
    // The model is what is to be made: that there is none yet is no error.
    method::Method without_model = *method;
    without_model.prepare = nullptr;
    Result<method::Settings> settings = method::read_settings(without_model, options.settings);
    if (!settings) return std::move(settings).error();
    methods_.emplace_back(method, *std::move(settings));
    wants_scores_ |= method->trainer->wants_scores;
    takes_unlabelled_ |= method->trainer->takes_unlabelled;
  }
  return {};
}

Result<std::unique_ptr<const Lessons>> Lessons::study(const TrainingData& data, const std::vector<Options>& methods,
                                                      const FoldOptions& folds, const ProgressListener& progress) {
  auto out = std::make_unique<Lessons>();
  out->folds_ = folds;
  if (Error error = out->take_methods(methods)) return error;
  if (!data.unlabelled.empty() && !out->takes_unlabelled_)
    return Error{ErrorCode::bad_option,
                 "method " + methods.front().method + " does not learn from pages without labels"};
  struct File {
    std::string path;
    bool labelled;
  };
  std::vector<File> files;
  files.reserve(data.labelled.size() + data.unlabelled.size());
  for (const std::string& path : data.labelled) files.push_back({path, true});
  for (const std::string& path : data.unlabelled) files.push_back({path, false});

  const Candidates candidates(methods.empty() ? std::vector<Setting>() : filters_of(methods.front()));
  std::uint64_t total = 0, done_before = 0;
  for (const File& file : files) total += corpus::total_of(file.path);
  std::atomic<std::uint64_t> pages = 0;
  for (const File& file : files) {
    FileStudy file_study(*out, candidates, file.path, file.labelled);
    const auto work = [&](Reader& reader, std::uint64_t index) {
      if (file_study.study(reader, index)) ++pages;
    };
    const auto tick = [&](std::uint64_t bytes) {
      if (progress) progress(done_before + bytes, total, pages);
    };
    if (Error error = for_each_record(
            file.path, {.only = data.only, .jobs = data.jobs}, [](std::uint64_t) { return ReadAction::take; }, work,
            tick))
      return error;
    done_before += corpus::total_of(file.path);
    file_study.finish(*out);
  }
  out->assign_folds();
  return std::unique_ptr<const Lessons>(std::move(out));
}

void Lessons::assign_folds() {
  if (folds_.by_site) {
    for (Page& page : pages_) page.fold = fold_of(page.path, page.record, page.site);
  } else {
    // The pages of a site in a random order, dealt out to the folds, each site beginning at a random one.
    std::map<std::string_view, std::vector<Page*>> sites;
    for (Page& page : pages_) sites[page.site].push_back(&page);
    for (auto& [site, of_site] : sites) {
      std::stable_sort(of_site.begin(), of_site.end(), [&](const Page* a, const Page* b) {
        return hash_of(a->id, folds_.seed) < hash_of(b->id, folds_.seed);
      });
      const std::uint64_t first = hash_of(site, folds_.seed);
      for (std::size_t i = 0; i < of_site.size(); ++i)
        of_site[i]->fold = static_cast<unsigned>((first + i) % folds_.folds);
    }
  }
  for (const Page& page : pages_) fold_of_page_[{page.path, page.record}] = page.fold;
}

unsigned Lessons::fold_of(const std::string& path, std::uint64_t record, std::string_view site) const {
  if (folds_.by_site) return evaluate::fold_of(site, folds_);
  const auto it = fold_of_page_.find({path, record});
  return it == fold_of_page_.end() ? 0 : it->second;
}

Result<std::string> Lessons::train(std::size_t method, unsigned without_fold) const {
  std::vector<const method::Lesson*> lessons;
  for (const Page& page : pages_)
    if (page.fold != without_fold && page.lessons[method] != nullptr) lessons.push_back(page.lessons[method].get());
  const auto& [of, settings] = methods_[method];
  if (lessons.empty() && without_fold != kAll) {
    return Error{ErrorCode::bad_data,
                 fmt::format("{}: without fold {} of {} there is no page to learn from: more pages, or other folds",
                             of->id, without_fold, folds_.folds)};
  }
  const Result<std::string> learnt = of->trainer->train(lessons, settings, folds_.seed);
  if (!learnt) return within(of->id, learnt.error());
  std::string record = fmt::format("trained by pith {} from {} page{}, seed {}\n", version(), lessons.size(),
                                   lessons.size() == 1 ? "" : "s", folds_.seed);
  if (without_fold != kAll)
    record += fmt::format("without fold {} of {}, parted by {}\n", without_fold, folds_.folds,
                          folds_.by_site ? "site" : "page");
  for (const std::string& source : sources_) record += "data " + source + '\n';
  if (filters_ != nullptr) record += "pages as filters leave them\n";
  for (std::size_t i = 0; i < of->settings.size(); ++i)
    if (of->settings[i].name != "model")
      record += fmt::format("setting {}={}\n", of->settings[i].name, settings.text(i));
  return literature::make_model(of->id, record, *learnt);
}

}  // namespace pith::evaluate
