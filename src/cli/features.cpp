// pith features: what the learnt extractor knows of each block of labelled pages, for training.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/page_source.hpp"
#include "evaluate/align.hpp"
#include "evaluate/labels.hpp"
#include "html/parser.hpp"
#include "page/features.hpp"
#include "render/json.hpp"
#include "text/decode.hpp"

namespace pith::cli {
namespace {

struct FeatureDump {
  std::vector<std::string> inputs;
  std::string output;
  bool mask_names = false;

  int run() const;

 private:
  bool dump(const std::string& input, std::string& error) const;
};

/// The files of a dump, open for writing.
struct Files {
  std::ofstream features, labels, pages;
};

/// The page on its way to numbers; memory is kept from page to page.
struct Pipeline {
  corpus::RecordParser records;
  html::Parser parser;
  html::Document document;
  page::Page page;
  page::Features features;
  std::string decoded;
};

void write_floats(const std::vector<float>& values, std::ofstream& file) {
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(float)));
}

void write_page(const Pipeline& p, const evaluate::Gold& gold, Files& files) {
  const std::size_t blocks = p.features.blocks();
  std::vector<evaluate::AlignedBlock> aligned;
  std::vector<float> row(page::feature_count());
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto id = static_cast<page::BlockId>(b);
    aligned.push_back({p.features.text(id), p.page.block(id).has(page::kHidden)});
    for (std::size_t f = 0; f < row.size(); ++f) row[f] = p.features.column(f)[b];
    write_floats(row, files.features);
  }
  write_floats(evaluate::cover(aligned, *gold.text), files.labels);
}

void write_entry(const corpus::PageRecord& record, const std::string& site, const evaluate::Gold& gold,
                 const std::string& input, std::size_t blocks, Files& files) {
  std::string line;
  rendering::JsonWriter json(line);
  json.begin_object();
  json.member("id", record.id);
  json.member("set", std::filesystem::path(input).filename().string());
  json.member("site", site);
  json.member("page_type", gold.page_type);
  json.key("blocks");
  json.number(static_cast<std::uint64_t>(blocks));
  json.end_object();
  files.pages << line << '\n';
}

/// Adds the pages of one input. Pages without labels are passed over.
bool add_input(const std::string& input, bool mask_names, Files& files, std::uint64_t& pages, StatusLine& status,
               std::string& error) {
  const std::unique_ptr<corpus::PageSource> source = corpus::open_pages(input, {}, error);
  if (source == nullptr) return false;
  evaluate::GoldReader by_domain({}, "domain"), by_site({}, "site");
  Pipeline p;
  corpus::RawRecord raw;
  while (source->next(raw)) {
    evaluate::Gold gold;
    std::string domain, site, reason;
    corpus::PageRecord record;
    if (!raw.failure.empty() || !by_domain.read(raw.bytes, gold, domain, reason)) continue;
    if (!gold.text.has_value() || p.records.parse(raw, record, reason) != corpus::RecordOutcome::page) continue;
    if (domain == "None" && by_site.read(raw.bytes, gold, site, reason)) domain = site;
    text::DecodeOptions decoding;
    decoding.charset = record.charset;
    const text::Text text = text::decode(record.html, decoding, p.decoded);
    p.parser.parse(text.utf8, {}, p.document);
    p.page.measure(p.document);
    p.features.compute(p.page, record.url, mask_names);
    write_page(p, gold, files);
    write_entry(record, domain == "None" ? record.id : domain, gold, input, p.features.blocks(), files);
    ++pages;
    if (status.is_due()) status.show(fmt::format("{} pages, {:.0f} s", pages, status.seconds()));
  }
  error = source->failure();
  return error.empty();
}

int FeatureDump::run() const {
  const std::filesystem::path folder(output);
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  Files files{std::ofstream(folder / "features.f32", std::ios::binary),
              std::ofstream(folder / "labels.f32", std::ios::binary), std::ofstream(folder / "pages.jsonl")};
  std::ofstream names(folder / "names.txt");
  for (const std::string& name : page::feature_names()) names << name << '\n';
  if (failed || !files.features || !files.labels || !files.pages || !names) {
    complain(output, "cannot write there");
    return kBad;
  }
  std::uint64_t pages = 0;
  StatusLine status;
  for (const std::string& input : inputs) {
    std::string error;
    const bool good = add_input(input, mask_names, files, pages, status, error);
    status.clear();
    if (!good) {
      complain(input, error);
      return kBad;
    }
  }
  if (!files.features.flush() || !files.labels.flush() || !files.pages.flush()) {
    complain(output, "cannot write: is the disk full?");
    return kBad;
  }
  complain({}, fmt::format("{} pages, {} features a block, in {}", pages, page::feature_count(), output));
  return pages == 0 ? kNothing : kDone;
}

}  // namespace

void add_features(Program& program) {
  const auto self = std::make_shared<FeatureDump>();
  CLI::App* command = add_command(program, "features", "Write the features and labels of blocks, for training",
                                  [self] { return self->run(); });
  command->add_option("GOLD", self->inputs, "Labelled pages, as for `pith eval`")->required()->type_name("FILE");
  command->add_option("-o,--output", self->output, "Folder to write to")->required()->type_name("DIR");
  command->add_flag("--mask-names", self->mask_names, "As if no element had a class, id, role or itemprop");
  command->footer(
      "Writes features.f32 (float32, a row a block, columns as in names.txt; docs/features.md), labels.f32 (float32, "
      "a\n"
      "value a block: the share of it that the gold text covers) and pages.jsonl (a page an object: id, set, site,\n"
      "page_type, blocks; in the order of the rows). Pages without gold text are passed over.\n\n"
      "Example:\n"
      "  pith features zh.jsonl.zst labels.jsonl.zst --output build/features\n\n"
      "Exit status: 0 done, 1 no labelled pages, 2 bad use or bad input.");
}

}  // namespace pith::cli
