#include "evaluate/training.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>

#include "corpus/page_source.hpp"
#include "evaluate/align.hpp"
#include "evaluate/evaluation.hpp"
#include "evaluate/metrics.hpp"
#include "evaluate/page_reader.hpp"
#include "method/model.hpp"
#include "method/registry.hpp"
#include "page/block_text.hpp"
#include "text/hash.hpp"
#include "workspace.hpp"

namespace pith::evaluate {
namespace {

std::uint64_t hash_of(std::string_view text, std::uint64_t seed) noexcept {
  std::uint64_t hash = text::fnv64(text, text::kFnv64Start ^ text::spread64(seed));
  hash = text::spread64(hash ^ (hash >> 31));
  return hash ^ (hash >> 29);
}

/// CRC-32 and length of a file, which tell it from others of its name.
std::string fingerprint_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> chunk(1u << 16);
  uLong crc = crc32(0, nullptr, 0);
  std::uint64_t bytes = 0;
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), file.gcount() > 0) {
    crc = crc32(crc, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(file.gcount()));
    bytes += static_cast<std::uint64_t>(file.gcount());
  }
  return fmt::format("{} bytes, crc32 {:08x}", bytes, crc);
}

/// Methods that need no model, for those that choose among them.
struct Candidates {
  std::vector<std::string_view> ids;
  std::vector<Extractor> extractors;

  Candidates() {
    for (const MethodInfo& info : methods()) {
      // Those that learn need a model of the fold, and the default has seen the pages it is to be judged on.
      if (info.trained || info.id == "pith") continue;
      Options options;
      options.method = info.id;
      ids.push_back(info.id);
      extractors.emplace_back(std::move(options));
    }
  }
};

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

Options with_model(Options options, std::string model) {
  options.settings.push_back({"model", std::move(model)});
  return options;
}

std::unique_ptr<const Lessons> Lessons::study(const TrainingData& data, const std::vector<Options>& methods,
                                              const FoldOptions& folds, const ProgressListener& progress,
                                              std::string& error) {
  error.clear();
  auto out = std::make_unique<Lessons>();
  out->folds_ = folds;
  bool wants_scores = false, takes_unlabelled = false;
  for (const Options& options : methods) {
    const method::Method* method = method::find(options.method);
    if (method == nullptr || method->trainer == nullptr) {
      error = "method " + options.method + " is not trained";
      return nullptr;
    }
    // The model is what is to be made: that there is none yet is no error.
    method::Method without_model = *method;
    without_model.prepare = nullptr;
    method::Settings settings = method::read_settings(without_model, options.settings, error);
    if (!error.empty()) return nullptr;
    out->methods_.emplace_back(method, std::move(settings));
    wants_scores |= method->trainer->wants_scores;
    takes_unlabelled |= method->trainer->takes_unlabelled;
  }
  if (!data.unlabelled.empty() && !takes_unlabelled) {
    error = "method " + methods.front().method + " does not learn from pages without labels";
    return nullptr;
  }
  const Candidates candidates;

  struct File {
    std::string path;
    bool labelled;
  };
  std::vector<File> files;
  files.reserve(data.labelled.size() + data.unlabelled.size());
  for (const std::string& path : data.labelled) files.push_back({path, true});
  if (takes_unlabelled)
    for (const std::string& path : data.unlabelled) files.push_back({path, false});
  std::uint64_t total = 0, done_before = 0;
  for (const File& file : files) total += corpus::total_of(file.path);
  std::atomic<std::uint64_t> pages = 0;

  for (const File& file : files) {
    std::map<std::uint64_t, Page> results;
    std::map<std::uint64_t, std::string> warnings;
    std::mutex writing;  // guards these two
    const auto work = [&](Reader& reader, std::uint64_t index) {
      const bool is_record = reader.labels.read(reader.record.bytes, reader.gold, reader.group, reader.reason);
      if (!is_record && reader.reason.empty()) return;
      const bool labelled = file.labelled && reader.gold.text.has_value();
      if (is_record && !labelled && !takes_unlabelled) return;
      if (!is_record || reader.parser.parse(reader.record, reader.page, reader.reason) != corpus::RecordOutcome::page) {
        const std::lock_guard lock(writing);
        warnings[index] = fmt::format("{}: {}: {}", file.path, corpus::place_of(reader.record), reader.reason);
        return;
      }
      Workspace::Impl& w = reader.workspace.impl();
      std::vector<double> scores;
      if (labelled && wants_scores) {
        for (const Extractor& extractor : candidates.extractors) {
          const Article article = extractor.extract(
              reader.page.html, {.url = reader.page.url, .charset = reader.page.charset}, reader.workspace);
          scores.push_back(token_score(*reader.gold.text, text_of(article)).f1);
        }
      }
      w.decode(reader.page.html, reader.page.charset, {});
      w.parse({});
      w.measure();
      std::vector<float> share;
      if (labelled) share = shares_of(w.page, *reader.gold.text);
      Page page{file.path, reader.gold.site, reader.gold.id, index, 0, {}};
      for (const auto& [method, settings] : out->methods_) {
        const method::LabelledPage lesson{w.page, share, page.site, candidates.ids, scores};
        const bool wanted = labelled || method->trainer->takes_unlabelled;
        page.lessons.push_back(wanted ? method->trainer->study(lesson, settings) : nullptr);
      }
      ++pages;
      const std::lock_guard lock(writing);
      results.emplace(index, std::move(page));
    };
    if (!for_each_record(
            file.path, {.only = data.only, .jobs = data.jobs}, [](std::uint64_t) { return Step::take; }, work,
            [&](std::uint64_t bytes) {
              if (progress) progress(done_before + bytes, total, pages);
            },
            error))
      return nullptr;
    done_before += corpus::total_of(file.path);
    out->sources_.push_back(fmt::format("{}: {} page{}{}, {}", name_of_file(file.path), results.size(),
                                        results.size() == 1 ? "" : "s", file.labelled ? "" : " without their labels",
                                        fingerprint_of(file.path)));
    for (auto& [index, page] : results) out->pages_.push_back(std::move(page));
    for (auto& [index, warning] : warnings) out->warnings_.push_back(std::move(warning));
  }
  out->assign_folds();
  return out;
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

std::string Lessons::train(std::size_t method, unsigned without_fold, std::string& error) const {
  std::vector<const method::Lesson*> lessons;
  for (const Page& page : pages_)
    if (page.fold != without_fold && page.lessons[method] != nullptr) lessons.push_back(page.lessons[method].get());
  const auto& [of, settings] = methods_[method];
  if (lessons.empty() && without_fold != kAll) {
    error = fmt::format("{}: without fold {} of {} there is no page to learn from: more pages, or other folds", of->id,
                        without_fold, folds_.folds);
    return {};
  }
  const std::string learnt = of->trainer->train(lessons, settings, folds_.seed, error);
  if (learnt.empty()) {
    if (error.empty()) error = "nothing was learnt";
    error.insert(0, fmt::format("{}: ", of->id));
    return {};
  }
  std::string record = fmt::format("trained by pith {} from {} page{}, seed {}\n", version(), lessons.size(),
                                   lessons.size() == 1 ? "" : "s", folds_.seed);
  if (without_fold != kAll)
    record += fmt::format("without fold {} of {}, parted by {}\n", without_fold, folds_.folds,
                          folds_.by_site ? "site" : "page");
  for (const std::string& source : sources_) record += "data " + source + '\n';
  for (std::size_t i = 0; i < of->settings.size(); ++i)
    if (of->settings[i].name != "model")
      record += fmt::format("setting {}={}\n", of->settings[i].name, settings.text(i));
  return method::make_model(of->id, record, learnt);
}

}  // namespace pith::evaluate
