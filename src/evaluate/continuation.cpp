#include "evaluate/continuation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "corpus/digest.hpp"
#include "corpus/page_source.hpp"
#include "corpus/record.hpp"
#include "evaluate/align.hpp"
#include "evaluate/block_labels.hpp"
#include "evaluate/labels.hpp"
#include "features/columns.hpp"
#include "html/parser.hpp"
#include "html/path.hpp"
#include "method/best_cut.hpp"
#include "method/name_votes.hpp"
#include "text/decode.hpp"
#include "text/lines.hpp"

namespace pith::evaluate {
namespace {

// As in the training of the model itself (train/train.py).
constexpr double kWordsPower = 0.7;    // a block weighs its words to this power; the blocks of a page one together
constexpr float kLeastCovered = 0.8F;  // pages whose gold is not in the page (built by scripts) teach nothing

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) return Error{ErrorCode::io, path + ": cannot be read"};
  return text;
}

/// A forest's file with further trees. Their splits name features by their place in `names`, the file's its own list.
/// The cascade of its first trees is none any more: what these were sure of is what the further trees may have to mend.
std::string with_trees(std::string_view forest, const std::vector<learn::BoostedTree>& trees,
                       const std::vector<std::string>& names, std::string_view record) {
  constexpr std::string_view kFeature = "feature ";
  std::string head, rest;
  std::vector<std::string_view> listed;
  bool in_head = true;
  for (const std::string_view line : text::lines_of(forest)) {
    if (line.starts_with("cascade ")) continue;
    if (line.starts_with(kFeature)) listed.push_back(line.substr(kFeature.size()));
    if (line.starts_with("tree")) in_head = false;
    (in_head ? head : rest).append(line).append("\n");
  }
  // Behind the first line, which says what the file is.
  head.insert(head.find('\n') + 1, record);
  std::vector<std::size_t> number(names.size(), std::string::npos);
  for (std::size_t i = 0; i < listed.size(); ++i)
    if (const auto found = std::find(names.begin(), names.end(), listed[i]); found != names.end())
      number[static_cast<std::size_t>(found - names.begin())] = i;
  std::size_t count = listed.size();
  for (const learn::BoostedTree& tree : trees) {
    for (const learn::BoostedTree::Split& split : tree.splits) {
      if (number[split.feature] != std::string::npos) continue;
      number[split.feature] = count++;
      head += fmt::format("{}{}\n", kFeature, names[split.feature]);
    }
  }
  std::string more;
  for (const learn::BoostedTree& tree : trees) {
    more += "tree";
    for (const learn::BoostedTree::Split& split : tree.splits)
      more += fmt::format(" {} {} {} {}", number[split.feature], split.border, split.left, split.right);
    more += '\n';
    for (std::size_t i = 0; i < tree.leaves.size(); ++i)
      more += fmt::format("{}{:.5g}", i == 0 ? "" : " ", tree.leaves[i]);
    more += '\n';
  }
  return head + rest + more;
}

std::vector<std::string> feature_names() {
  std::vector<std::string> names(features::names().begin(), features::names().end());
  names.emplace_back("names");
  return names;
}

}  // namespace

/// A page on its way to rows; memory is kept from page to page.
struct Continuation::PageReader {
  explicit PageReader(std::shared_ptr<const method::PithModel> continued) : model(std::move(continued)) {}

  std::shared_ptr<const method::PithModel> model;
  corpus::RecordParser records;
  GoldReader labels{{}, {}};
  html::Parser parser;
  html::Document document;
  page::Page page;
  statements::Survey survey;
  features::Columns features;
  method::NameVotes votes;
  std::vector<float> names;
  std::vector<double> score;
  std::string decoded;
  std::set<std::string> sites;

  /// Adds the page's blocks. False: it teaches nothing.
  bool read(const corpus::RawRecord& raw, Continuation& out) {
    Gold gold;
    std::string group, reason;
    corpus::PageRecord record;
    if (!raw.failure.empty() || !labels.read(raw.bytes, gold, group, reason) || !gold.text ||
        records.parse(raw, record, reason) != corpus::RecordOutcome::page)
      return false;
    const std::string& text = gold.wide_text ? *gold.wide_text : *gold.text;
    if (text.empty()) return false;
    text::DecodeOptions decoding;
    decoding.charset = record.charset;
    parser.parse(text::decode(record.html, decoding, decoded).utf8, {}, document);
    page.measure(document);
    survey.read(page);
    features.compute(page, survey, record.url, false);
    const std::size_t blocks = features.blocks();
    if (blocks == 0) return false;

    std::vector<AlignedBlock> aligned;
    aligned.reserve(blocks);
    for (page::BlockId b = 0; b < blocks; ++b) aligned.push_back({features.text(b), page.block(b).has(page::kHidden)});
    Coverage coverage = cover(aligned, text);
    if (coverage.of_gold < kLeastCovered) return false;
    const std::vector<std::string>& kept = gold.wide_text || !gold.blocks ? gold.wide_blocks : *gold.blocks;
    if (!kept.empty()) {
      const html::Paths paths(document);
      std::vector<std::string> containers(blocks);
      for (page::BlockId b = 0; b < blocks; ++b) paths.append(page.block(b).container, containers[b]);
      take_kept(containers, kept, coverage.of_blocks);
    }
    add(coverage.of_blocks, default_fold_of(gold), out);
    sites.insert(gold.site);
    return true;
  }

  void add(const std::vector<float>& labelled, unsigned fold, Continuation& out) {
    const std::size_t blocks = features.blocks(), stride = features.stride();
    names.resize(stride);
    score.resize(stride);
    votes.compute(page, features, model->names, names);
    std::vector<const float*> columns;
    columns.reserve(features::kColumns + 1);
    for (std::size_t f = 0; f < features::kColumns; ++f) columns.push_back(features[features::to_column(f)].data());
    columns.push_back(names.data());
    model->blocks.predict(columns, blocks, score);
    out.columns_.resize(columns.size());
    const std::span<const float> words = features[features::Column::words];
    double sum = 0;
    std::vector<double> weight;
    for (std::size_t b = 0; b < blocks; ++b)
      sum += weight.emplace_back(std::pow(std::max(words[b], method::kLeastWords), kWordsPower));
    for (std::size_t f = 0; f < columns.size(); ++f)
      out.columns_[f].insert(out.columns_[f].end(), columns[f], columns[f] + blocks);
    for (std::size_t b = 0; b < blocks; ++b) {
      out.labels_.push_back(labelled[b]);
      out.weights_.push_back(static_cast<float>(weight[b] / sum));
      out.scores_.push_back(score[b]);
      out.folds_.push_back(fold);
    }
  }
};

Result<Continuation> Continuation::read(const ContinuationOptions& options, const ProgressListener& progress) {
  Continuation out;
  out.boosting_ = options.boosting;
  if (options.base.empty()) {
    const auto shipped = method::shipped_model_files();
    out.words_ = shipped[0];
    out.blocks_ = shipped[1];
    out.kinds_ = shipped[2];
  } else {
    for (const auto& [file, text] : {std::pair{"/words.txt", &out.words_}, std::pair{"/blocks.txt", &out.blocks_},
                                     std::pair{"/kinds.txt", &out.kinds_}}) {
      Result<std::string> read = read_file(options.base + file);
      if (!read) return std::move(read).error();
      *text = *std::move(read);
    }
  }
  Result<std::shared_ptr<const method::PithModel>> model = method::read_pith_model(options.base, {});
  if (!model) return std::move(model).error();
  PageReader reader(*model);
  std::uint64_t total = 0, before = 0;
  for (const std::string& path : options.labelled) total += corpus::total_of(path);
  for (const std::string& path : options.labelled) {
    Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(path);
    if (!opened) return within(path, std::move(opened).error());
    corpus::RawRecord raw;
    while ((*opened)->next(raw)) {
      if (reader.read(raw, out)) ++out.pages_;
      if (progress) progress(before + (*opened)->consumed(), total, out.pages_);
    }
    if (!(*opened)->failure().empty()) return Error{ErrorCode::io, path + ": " + (*opened)->failure()};
    before += corpus::total_of(path);
    out.record_ +=
        fmt::format("# data {} {}\n", std::filesystem::path(path).filename().string(), corpus::sha256_of_file(path));
  }
  out.sites_ = reader.sites.size();
  if (out.pages_ == 0) return Error{ErrorCode::bad_data, "no labelled page with main content, nothing to learn from"};
  return out;
}

Continuation::Files Continuation::grow(unsigned without_fold) const {
  std::vector<std::vector<float>> columns(columns_.size());
  std::vector<float> labels, weights;
  std::vector<double> scores;
  for (std::size_t row = 0; row < labels_.size(); ++row) {
    if (folds_[row] == without_fold) continue;
    for (std::size_t f = 0; f < columns.size(); ++f) columns[f].push_back(columns_[f][row]);
    labels.push_back(labels_[row]);
    weights.push_back(weights_[row]);
    scores.push_back(scores_[row]);
  }
  const std::vector<learn::BoostedTree> trees = learn::boost(columns, labels, weights, scores, boosting_);
  const std::string what = without_fold == Lessons::kAll ? "all folds" : fmt::format("without fold {}", without_fold);
  const std::string record = record_ + fmt::format("# continued: {} trees more, {}\n", trees.size(), what);
  return {words_, with_trees(blocks_, trees, feature_names(), record), kinds_};
}

}  // namespace pith::evaluate
