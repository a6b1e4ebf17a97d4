// pith features: what the learnt extractor knows of each block of labelled pages, for training.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/page_source.hpp"
#include "evaluate/align.hpp"
#include "evaluate/block_labels.hpp"
#include "evaluate/feature_digest.hpp"
#include "evaluate/labels.hpp"
#include "evaluate/training.hpp"
#include "features/columns.hpp"
#include "html/parser.hpp"
#include "html/path.hpp"
#include "method/best_cut.hpp"
#include "method/catalogue.hpp"
#include "method/feature_digest.hpp"
#include "method/name_votes.hpp"
#include "method/page_features.hpp"
#include "method/pith_steps.hpp"
#include "text/decode.hpp"
#include "text/json_writer.hpp"

namespace pith::cli {
namespace {

struct FeatureDump {
  std::vector<std::string> inputs;
  std::string output, probabilities, digested, folds;
  bool mask_names = false, sites = false;

  int run() const;

 private:
  int print_digest() const;
};

/// The files of a dump, open for writing.
struct Files {
  std::ofstream features, labels, names, kinds, sites, pages;
  std::ifstream probabilities;
};

/// The page on its way to numbers; memory is kept from page to page.
struct Pipeline {
  corpus::RecordParser records;
  html::Parser parser;
  html::Document document;
  page::Page page;
  statements::Survey survey;
  features::Columns features;
  method::PageFeatures page_features;
  method::Scratch scratch;
  method::Choice choice;
  std::string decoded;
};

void write_floats(std::span<const float> values, std::ofstream& file) {
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(float)));
}

/// Numbers the names of elements in the order in which they turn up.
class Vocabulary {
 public:
  void add_page(const Pipeline& p) {
    for (html::NodeId id = 0; id < p.document.size(); ++id) {
      if (!p.document[id].is_element()) continue;
      bool fresh = false;
      for (const std::uint32_t name : p.features.names(id)) fresh |= !numbers_.contains(name);
      if (!fresh) continue;
      const std::string_view tag = p.document.tag_name(id);
      add("<" + std::string(tag), page::hash_tag(tag));
      for (const html::Attribute& a : p.document.attributes(id))
        page::read_names(p.document.value(a),
                         [this](std::string_view word, std::uint32_t hash) { add(std::string(word), hash); });
    }
  }
  /// For each block: how many, then number × ranges + range of each name around it.
  void write_names(const Pipeline& p, std::ofstream& file) {
    std::vector<std::uint32_t> row;
    for (page::BlockId b = 0; b < p.features.blocks(); ++b) {
      row.assign(1, 0);
      method::each_name(p.page, p.features, b, [&](std::uint32_t hash, std::size_t range) {
        row.push_back(static_cast<std::uint32_t>(numbers_.at(hash) * models::WordWeights::kRanges + range));
      });
      row[0] = static_cast<std::uint32_t>(row.size() - 1);
      file.write(reinterpret_cast<const char*>(row.data()), static_cast<std::streamsize>(row.size() * sizeof row[0]));
    }
  }
  void write_words(std::ofstream& file) const {
    for (const std::string& word : words_) file << word << '\n';
  }

 private:
  void add(std::string word, std::uint32_t hash) {
    if (numbers_.emplace(hash, words_.size()).second) words_.push_back(std::move(word));
  }

  std::unordered_map<std::uint32_t, std::size_t> numbers_;  // by hash
  std::vector<std::string> words_;
};

/// The features of the page as a whole, from probabilities that a model gave the blocks. False when they run out.
bool write_kind(Pipeline& p, Files& files) {
  const std::size_t blocks = p.features.blocks();
  std::vector<float> probability(blocks), words(blocks);
  files.probabilities.read(reinterpret_cast<char*>(probability.data()),
                           static_cast<std::streamsize>(blocks * sizeof(float)));
  const std::span<const float> counted = p.features[features::Column::words];
  for (std::size_t b = 0; b < blocks; ++b) words[b] = std::max(counted[b], method::kLeastWords);
  write_floats(p.page_features.compute(p.features, probability, words), files.kinds);
  return !files.probabilities.fail();
}

/// The blocks' labels. Returns the share of the gold that the blocks cover.
float write_labels(const Pipeline& p, const features::Columns& features, const evaluate::Gold& gold, Files& files) {
  std::vector<evaluate::AlignedBlock> aligned;
  aligned.reserve(features.blocks());
  for (page::BlockId b = 0; b < features.blocks(); ++b)
    aligned.push_back({features.text(b), p.page.block(b).has(page::kHidden)});
  evaluate::Coverage coverage = evaluate::cover(aligned, gold.wide_text.value_or(*gold.text));
  const std::vector<std::string>& kept = gold.wide_text || !gold.blocks ? gold.wide_blocks : *gold.blocks;
  if (!kept.empty()) {
    const html::Paths paths(p.document);
    std::vector<std::string> containers(features.blocks());
    for (page::BlockId b = 0; b < features.blocks(); ++b) paths.append(p.page.block(b).container, containers[b]);
    evaluate::take_kept(containers, kept, coverage.of_blocks);
  }
  write_floats(coverage.of_blocks, files.labels);
  return coverage.of_gold;
}

/// The blocks' features, labels and names. Returns the share of the gold that the blocks cover.
float write_blocks(const Pipeline& p, const evaluate::Gold& gold, Vocabulary& vocabulary, Files& files) {
  std::vector<float> row(features::kColumns);
  for (std::size_t b = 0; b < p.features.blocks(); ++b) {
    for (std::size_t f = 0; f < row.size(); ++f) row[f] = p.features[features::to_column(f)][b];
    write_floats(row, files.features);
  }
  vocabulary.add_page(p);
  vocabulary.write_names(p, files.names);
  return write_labels(p, p.features, gold, files);
}

void write_entry(const corpus::PageRecord& record, const evaluate::Gold& gold, const std::string& input,
                 std::size_t blocks, float covered, Files& files) {
  std::string line;
  text::JsonWriter json(line);
  json.begin_object();
  json.member("id", record.id);
  json.member("set", std::filesystem::path(input).filename().string());
  json.member("site", gold.labelled_site);
  json.member("fold", static_cast<std::uint64_t>(evaluate::default_fold_of(gold)));
  json.member("page_type", gold.page_type);
  json.member("blocks", static_cast<std::uint64_t>(blocks));
  json.member("empty", gold.text->empty() ? "yes" : "no");
  json.member("wide", gold.wide_text.has_value() ? "yes" : "no");
  json.member("covered", fmt::format("{:.3f}", covered));
  json.end_object();
  files.pages << line << '\n';
}

/// The memory of sites that is filled while pages pass by, and the default method that asks it.
struct Sites {
  std::unique_ptr<site::Memory> memory;
  std::vector<method::Settings> settings;  // one, or one for each fold

  [[nodiscard]] const method::Settings& of(const evaluate::Gold& gold) const {
    return settings.size() == 1 ? settings.front() : settings[evaluate::default_fold_of(gold)];
  }
};

/// `folds`: a folder with a model for each fold; empty: the model that ships.
Result<Sites> open_sites(const std::string& folds) {
  Sites sites;
  for (unsigned fold = 0; fold < (folds.empty() ? 1 : evaluate::kDefaultFolds); ++fold) {
    std::vector<Setting> given;
    if (!folds.empty()) given.push_back({"model", fmt::format("{}/fold{}", folds, fold)});
    Result<method::Settings> settings = method::read_settings(method::kPith, given);
    if (!settings) return std::move(settings).error();
    sites.settings.push_back(*std::move(settings));
  }
  sites.memory = method::kPith.make_memory(sites.settings.front());
  return sites;
}

/// What the pages before it on its site tell of each block, as the default method sees it, and the labels of these.
/// Pages of whose site nothing is known yet have no rows.
void write_site(Pipeline& p, const corpus::PageRecord& record, const evaluate::Gold& gold, const std::string& input,
                Sites& sites, Files& files) {
  method::choose(method::kPith, p.page,
                 {.settings = &sites.of(gold),
                  .url = record.url,
                  .site = record.site,
                  .memory = sites.memory.get(),
                  .survey = &p.survey},
                 p.scratch, p.choice);
  sites.memory->leave();
  const auto& state = p.scratch.own<method::learned::ExtractionState>();
  if (!gold.text.has_value() || state.site_features.empty()) return;
  const std::size_t blocks = state.features.blocks(), stride = state.features.stride();
  std::vector<float> row;
  for (std::size_t b = 0; b < blocks; ++b) {
    row.clear();
    for (const std::vector<float>* columns : {&state.site_features, &state.site_own})
      for (std::size_t at = b; at < columns->size(); at += stride) row.push_back((*columns)[at]);
    write_floats(row, files.sites);
  }
  write_entry(record, gold, input, blocks, write_labels(p, state.features, gold, files), files);
}

/// Adds the pages of one input. Pages without labels are passed over, or but learnt by the memory of their sites.
Error add_input(const std::string& input, bool mask_names, Sites* sites, Files& files, Vocabulary& vocabulary,
                std::uint64_t& pages, StatusLine& status) {
  Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(input);
  if (!opened) return std::move(opened).error();
  corpus::PageSource& source = **opened;
  evaluate::GoldReader labels({}, {});
  Pipeline p;
  corpus::RawRecord raw;
  while (source.next(raw)) {
    evaluate::Gold gold;
    std::string group, reason;
    corpus::PageRecord record;
    if (!raw.failure.empty() || !labels.read(raw.bytes, gold, group, reason)) continue;
    if ((!gold.text.has_value() && sites == nullptr) ||
        p.records.parse(raw, record, reason) != corpus::RecordOutcome::page)
      continue;
    text::DecodeOptions decoding;
    decoding.charset = record.charset;
    const text::Text text = text::decode(record.html, decoding, p.decoded);
    p.parser.parse(text.utf8, {}, p.document);
    p.page.measure(p.document);
    p.survey.read(p.page);
    if (sites != nullptr) {
      write_site(p, record, gold, input, *sites, files);
      ++pages;
      continue;
    }
    p.features.compute(p.page, p.survey, record.url, mask_names);
    if (files.probabilities.is_open()) {
      if (!write_kind(p, files)) return {ErrorCode::bad_data, "it has more blocks than there are probabilities"};
    } else {
      const float covered = write_blocks(p, gold, vocabulary, files);
      write_entry(record, gold, input, p.features.blocks(), covered, files);
    }
    ++pages;
    if (status.is_due()) status.show(fmt::format("{} pages, {:.0f} s", pages, status.seconds()));
  }
  if (!source.failure().empty()) return {ErrorCode::io, source.failure()};
  return {};
}

int FeatureDump::print_digest() const {
  const Result<std::string> digest = evaluate::digest_features(digested);
  if (!digest) {
    complain(digested, digest.error().message);
    return kBad;
  }
  return print(*digest + '\n') ? kDone : kBad;
}

int FeatureDump::run() const {
  if (!digested.empty()) return print_digest();
  if (inputs.empty() || output.empty()) {
    complain({}, "GOLD and --output are needed");
    return kBad;
  }
  const std::filesystem::path folder(output);
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  Files files;
  std::ofstream words;
  std::ofstream names(folder / (sites ? "site-names.txt" : probabilities.empty() ? "names.txt" : "kind-names.txt"));
  if (sites) {
    files.sites.open(folder / "sites.f32", std::ios::binary);
    files.labels.open(folder / "labels.f32", std::ios::binary);
    files.pages.open(folder / "pages.jsonl");
    for (const std::string& name : method::site_columns()) names << name << '\n';
  } else if (probabilities.empty()) {
    files.features.open(folder / "features.f32", std::ios::binary);
    files.labels.open(folder / "labels.f32", std::ios::binary);
    files.names.open(folder / "names.u32", std::ios::binary);
    files.pages.open(folder / "pages.jsonl");
    words.open(folder / "words.txt");
    for (const std::string& name : features::names()) names << name << '\n';
    std::ofstream(folder / "digest.txt") << method::kFeatureDigest << '\n';
  } else {
    files.kinds.open(folder / "kinds.f32", std::ios::binary);
    for (const std::string& name : method::PageFeatures::names()) names << name << '\n';
    files.probabilities.open(probabilities, std::ios::binary);
    if (!files.probabilities) {
      complain(probabilities, "cannot be read");
      return kBad;
    }
  }
  if (failed || !files.features || !files.labels || !files.names || !files.pages || !files.kinds || !files.sites ||
      !words || !names) {
    complain(output, "cannot write there");
    return kBad;
  }
  Vocabulary vocabulary;
  std::uint64_t pages = 0;
  StatusLine status;
  Sites memory;
  if (sites) {
    Result<Sites> opened = open_sites(folds);
    if (!opened) {
      complain({}, opened.error().message);
      return kBad;
    }
    memory = *std::move(opened);
  }
  for (const std::string& input : inputs) {
    const Error error = add_input(input, mask_names, sites ? &memory : nullptr, files, vocabulary, pages, status);
    status.clear();
    if (error) {
      complain(input, error.message);
      return kBad;
    }
  }
  vocabulary.write_words(words);
  if (!files.features.flush() || !files.labels.flush() || !files.names.flush() || !files.pages.flush() ||
      !files.kinds.flush() || !files.sites.flush() || !words.flush()) {
    complain(output, "cannot write: is the disk full?");
    return kBad;
  }
  complain({}, fmt::format("{} pages, {} features a block, in {}", pages, features::kColumns, output));
  return pages == 0 ? kNothing : kDone;
}

}  // namespace

void add_features(Program& program) {
  const auto self = std::make_shared<FeatureDump>();
  CLI::App* command = add_command(program, "features", "Write the features and labels of blocks, for training",
                                  [self] { return self->run(); });
  command->add_option("GOLD", self->inputs, "Labelled pages, as for `pith eval`")->type_name("FILE");
  command->add_option("-o,--output", self->output, "Folder to write to")->type_name("DIR");
  command
      ->add_option("--probabilities", self->probabilities,
                   "Write the features of pages (kinds.f32, kind-names.txt), from a float32 for each block")
      ->type_name("FILE");
  command
      ->add_option("--digest", self->digested,
                   "Only print one number for what the features give on the pages of a folder, as models carry it")
      ->type_name("DIR");
  CLI::Option* of_sites = command->add_flag(
      "--site-memory", self->sites,
      "Write what the pages before each on its site tell (sites.f32, site-names.txt), for train/sites.py");
  command
      ->add_option(
          "--folds", self->folds,
          "With --site-memory: see each page with the model in DIR/fold0, DIR/fold1, ... that was made without "
          "its site")
      ->needs(of_sites)
      ->type_name("DIR");
  command->add_flag("--mask-names", self->mask_names, "As if no element had a class, id, role or itemprop");
  command->footer(
      "Writes features.f32 (float32, a row a block, columns as in names.txt; docs/features.md), labels.f32 (float32, "
      "a\n"
      "value a block: the share of it that the gold text covers), names.u32 (for each block the number of names "
      "around\n"
      "it, then each as its line in words.txt, from 0, times 3 plus its range) and pages.jsonl (a page an object: id,\n"
      "set, site, fold of the training, page_type, blocks, empty: the page has no main content, wide: but has by the\n"
      "wide convention, covered: share of the gold text that stands in the page; in the order of the rows), and\n"
      "digest.txt, which a model of these features must name. Pages without gold text are passed over.\n\n"
      "Example:\n"
      "  pith features zh.jsonl.zst labels.jsonl.zst --output build/features\n\n"
      "Exit status: 0 done, 1 no labelled pages, 2 bad use or bad input.");
}

}  // namespace pith::cli
