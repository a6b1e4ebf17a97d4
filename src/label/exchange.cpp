#include "label/exchange.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "corpus/base64.hpp"
#include "corpus/digest.hpp"
#include "corpus/page_source.hpp"
#include "corpus/record.hpp"
#include "evaluate/align.hpp"
#include "evaluate/block_labels.hpp"
#include "evaluate/evaluation.hpp"
#include "evaluate/labels.hpp"
#include "label/queue.hpp"
#include "method/best_cut.hpp"
#include "text/json_writer.hpp"
#include "text/utf8.hpp"

namespace pith::label {
namespace {

using simdjson::dom::object;

std::string string_of(const object& fields, std::string_view name) {
  std::string_view value;
  return fields[name].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
}

void append_bytes(const StoredPage& page, text::JsonWriter& json) {
  if (page.charset == "utf-8" && text::valid_utf8_prefix(page.html) == page.html.size()) {
    json.member("html", page.html);
    json.member("encoding", "utf-8");
    return;
  }
  std::string encoded;
  corpus::append_base64(encoded, page.html);
  json.member("html_b64", encoded);
  if (page.charset.empty()) return;
  json.member("encoding", page.charset);
  json.member("charset_mismatch", true);
}

void append_paths(std::string_view name, const std::vector<LabelledBody>& bodies, text::JsonWriter& json) {
  json.key(name);
  json.begin_array();
  for (const LabelledBody& body : bodies)
    for (const std::string& block : body.blocks) json.string(path_of(block));
  json.end_array();
}

void append_bodies(const std::vector<LabelledBody>& bodies, const std::vector<BlockReport>& blocks,
                   text::JsonWriter& json) {
  json.key("bodies");
  json.begin_array();
  for (const LabelledBody& body : bodies) {
    json.begin_object();
    json.member("author", body.author);
    json.member("date", body.date);
    json.member("text", text_of({body}, blocks));
    json.end_object();
  }
  json.end_array();
}

/// Without the words of the page.
Label without_text(Label label) {
  if (!label.title_block.empty()) label.title.clear();
  label.author.clear();
  for (std::vector<LabelledBody>* bodies : {&label.bodies, &label.comments})
    for (LabelledBody& body : *bodies) body.author.clear();
  return label;
}

/// The labels of a page from which an export takes one; what was settled first.
const LabelEntry* entry_for(const std::vector<const LabelEntry*>& entries, Convention convention,
                            std::string_view annotator, bool& several) {
  const LabelEntry* only = nullptr;
  std::size_t count = 0;
  for (const LabelEntry* entry : entries) {
    if (entry->convention != convention) continue;
    if (entry->settled) return entry;
    if (!annotator.empty() && entry->annotator != annotator) continue;
    only = entry;
    ++count;
  }
  several = count > 1;
  return count == 1 ? only : nullptr;
}

/// The kept blocks dealt to posts whose texts are known, in their order; one body where they do not fit.
std::vector<LabelledBody> deal(const std::vector<std::size_t>& kept, const std::vector<std::string>& names,
                               const std::vector<BlockReport>& blocks, const object& fields) {
  LabelledBody whole;
  for (const std::size_t b : kept) whole.blocks.push_back(names[b]);
  simdjson::dom::array entries;
  if (kept.empty()) return {};
  if (fields["bodies"].get(entries) != simdjson::SUCCESS) return {whole};
  std::vector<LabelledBody> posts;
  std::vector<std::string> texts;
  for (const simdjson::dom::element entry : entries) {
    object post;
    if (entry.get(post) != simdjson::SUCCESS) return {whole};
    posts.push_back({{}, string_of(post, "author"), string_of(post, "date")});
    texts.push_back(string_of(post, "text"));
  }
  std::size_t post = 0, at = 0;
  for (const std::size_t b : kept) {
    std::size_t found = std::string::npos;
    std::size_t next = post;
    for (std::size_t from = at; next < texts.size(); ++next, from = 0)
      if (found = texts[next].find(blocks[b].text, from); found != std::string::npos) break;
    if (found == std::string::npos) return {whole};
    post = next;
    at = found + blocks[b].text.size();
    posts[post].blocks.push_back(names[b]);
  }
  std::erase_if(posts, [](const LabelledBody& body) { return body.blocks.empty(); });
  return posts;
}

/// What a labelled page of another hand says, in blocks.
Label label_of(const evaluate::Gold& gold, const object& fields, const std::vector<BlockReport>& blocks) {
  std::vector<evaluate::AlignedBlock> aligned;
  std::vector<std::string> paths;
  for (const BlockReport& block : blocks) {
    aligned.push_back({block.text, false});
    paths.push_back(block.path);
  }
  std::vector<float> share = evaluate::cover(aligned, *gold.text).of_blocks;
  if (gold.blocks) evaluate::take_kept(paths, *gold.blocks, share);
  const std::vector<std::string> names = names_of(blocks);
  Label label;
  label.page_type = gold.page_type;
  label.title = gold.title;
  for (const std::string& author : gold.authors) label.author += (label.author.empty() ? "" : ", ") + author;
  label.date = gold.date;
  label.note = string_of(fields, "note");
  if (string_of(fields, "gold_quality") == "doubtful") label.quality = "doubtful";
  std::vector<std::size_t> kept;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const bool is_title = !gold.title.empty() && blocks[b].text == gold.title;
    if (is_title && label.title_block.empty() && (!gold.blocks || share[b] < method::kBelongs))
      label.title_block = names[b];
    else if (share[b] >= method::kBelongs)
      kept.push_back(b);
  }
  label.bodies = deal(kept, names, blocks, fields);
  const auto kinds = page_types();
  if (std::find(kinds.begin(), kinds.end(), label.page_type) == kinds.end())
    label.page_type = kept.empty() ? "none" : "article";
  if (label.page_type == "none" && !kept.empty()) label.page_type = "article";
  return label;
}

/// Takes the records of a file one by one.
class Import {
 public:
  Import(Store& store, const std::string& path, const ImportOptions& options, const Extractor& extractor)
      : store_(store), options_(options), extractor_(extractor), labels_({}, {}) {
    source_ = options.source.empty() ? evaluate::name_of_file(path) : options.source;
  }

  void take(const corpus::RawRecord& raw) {
    std::string reason = raw.failure;
    fields_.reset();
    if (object fields; raw.kind == corpus::RecordKind::json && reason.empty() &&
                       json_.parse(raw.bytes).get(fields) == simdjson::SUCCESS)
      fields_ = fields;
    corpus::PageRecord page;
    corpus::RecordOutcome outcome = reason.empty() ? records_.parse(raw, page, reason) : corpus::RecordOutcome::bad;
    if (outcome == corpus::RecordOutcome::skipped) return;
    const Error error = outcome == corpus::RecordOutcome::page ? take_page(raw, page)
                        : has_label()                          ? take_paths(page.id)
                                                               : Error{ErrorCode::bad_data, reason};
    if (error)
      counts.problems.push_back(
          fmt::format("{}: {}", page.id.empty() ? corpus::place_of(raw) : page.id, error.message));
  }

  ImportCounts counts;

 private:
  [[nodiscard]] bool has_label() const {
    object label;
    return fields_ && (*fields_)["label"].get(label) == simdjson::SUCCESS;
  }

  Error take_page(const corpus::RawRecord& raw, const corpus::PageRecord& record) {
    const StoredPage page{record.id,    std::string(record.url), std::string(record.site), std::string(record.charset),
                          own_source(), std::string(record.html)};
    const Article article = explain(page, extractor_, workspace_);
    const Result<Added> added = store_.add(page, {article.page_type, doubt_of(article)});
    if (!added) return added.error();
    ++(*added == Added::added ? counts.pages : counts.known);
    if (has_label()) return take_label(page.id, article);
    if (options_.annotator.empty() || !fields_) return {};
    evaluate::Gold gold;
    std::string group, reason;
    if (!labels_.read(raw.bytes, gold, group, reason) || !gold.text) return {};
    return put(
        {page.id, options_.annotator, options_.convention, 1, false, {}, label_of(gold, *fields_, article.blocks)},
        article);
  }

  // An export says which set a page was from.
  [[nodiscard]] std::string own_source() const {
    const std::string said = fields_ && has_label() ? string_of(*fields_, "source") : std::string();
    return said.empty() ? source_ : said;
  }

  Error take_paths(const std::string& id) {
    const Result<StoredPage> page = store_.page(id);
    if (!page) return {ErrorCode::bad_data, "a label without its page, which is not in the store either"};
    const std::string digest = string_of(*fields_, "sha256");
    if (!digest.empty() && digest != corpus::sha256(page->html))
      return {ErrorCode::bad_data, "a label of other bytes than those in the store"};
    ++counts.known;
    return take_label(id, explain(*page, extractor_, workspace_));
  }

  Error take_label(const std::string& id, const Article& article) {
    object said;
    if ((*fields_)["label"].get(said) != simdjson::SUCCESS) return {ErrorCode::bad_data, "`label` is no object"};
    LabelEntry entry{.page = id, .annotator = string_of(said, "annotator")};
    Result<Convention> convention = parse_convention(string_of(said, "convention"));
    if (!convention) return convention.error();
    entry.convention = *convention;
    bool settled = false;
    entry.settled = said["settled"].get(settled) == simdjson::SUCCESS && settled;
    entry.at = string_of(said, "at");
    object inner;
    if (said["said"].get(inner) != simdjson::SUCCESS) return {ErrorCode::bad_data, "`label` says nothing"};
    Result<Label> label = parse_label(simdjson::minify(inner));
    if (!label) return std::move(label).error();
    entry.label = *std::move(label);
    return put(std::move(entry), article);
  }

  Error put(LabelEntry entry, const Article& article) {
    const Result<PlacedLabel> placed = place(entry.label, article.blocks);
    if (!placed) return placed.error();
    if (entry.label.title.empty() && placed->title >= 0)
      entry.label.title = article.blocks[static_cast<std::size_t>(placed->title)].text;
    if (Error error = store_.put(std::move(entry))) return error;
    ++counts.labels;
    return {};
  }

  Store& store_;
  const ImportOptions& options_;
  const Extractor& extractor_;
  evaluate::GoldReader labels_;
  corpus::RecordParser records_;
  simdjson::dom::parser json_;
  std::optional<object> fields_;
  Workspace workspace_;
  std::string source_;
};

}  // namespace

Article explain(const StoredPage& page, const Extractor& extractor, Workspace& workspace) {
  return extractor.explain(page.html, {.url = page.url, .charset = page.charset}, workspace);
}

void append_page(const StoredPage& page, const Article& explained, const std::vector<LabelEntry>& labels,
                 text::JsonWriter& json) {
  json.begin_object();
  json.member("id", page.id);
  json.member("url", page.url);
  json.member("charset", page.charset);
  json.member("source", page.source);
  json.member("page_type", explained.page_type);
  json.member("page_type_probability", static_cast<double>(explained.page_type_probability));
  json.member("doubt", doubt_of(explained));
  json.key("blocks");
  json.begin_array();
  const std::vector<std::string> names = names_of(explained.blocks);
  for (std::size_t b = 0; b < names.size(); ++b) {
    const BlockReport& block = explained.blocks[b];
    json.begin_object();
    json.member("name", names[b]);
    json.member("path", block.path);
    json.member("text", block.text);
    json.member("score", static_cast<double>(block.score));
    json.member("kept", block.kept);
    json.member("kind", block.kind);
    json.member("post", block.post);
    json.member("comment", block.comment);
    json.member("record", block.record);
    json.end_object();
  }
  json.end_array();
  json.key("suggestion");
  append_json(suggest(explained), json);
  json.key("labels");
  json.begin_array();
  for (const LabelEntry& entry : labels) append_json(entry, json);
  json.end_array();
  json.end_object();
}

Result<std::string> record_of(const StoredPage& page, const LabelEntry& entry, const std::optional<LabelEntry>& wider,
                              bool paths, const Article& explained) {
  const Label& label = entry.label;
  const Result<PlacedLabel> placed = place(label, explained.blocks);
  if (!placed) return within(page.id, placed.error());
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("id", page.id);
  json.member("url", page.url);
  if (!page.site.empty()) json.member("site", page.site);
  json.member("source", page.source);
  if (paths) {
    json.member("sha256", corpus::sha256(page.html));
  } else {
    append_bytes(page, json);
    json.member("gold", text_of(label.bodies, explained.blocks));
    json.member("title", label.title);
    json.member("author", label.author);
  }
  json.member("date", label.date);
  json.member("page_type", label.page_type);
  if (!paths) {
    json.member("gold_comments", text_of(label.comments, explained.blocks));
    if (label.bodies.size() > 1) append_bodies(label.bodies, explained.blocks, json);
  }
  json.member("gold_by", entry.annotator);
  json.member("gold_quality", label.quality);
  json.member("note", label.note);
  append_paths("keep_paths", label.bodies, json);
  // An index page that by the strict convention has no main content.
  if (wider && label.bodies.empty() && !wider->label.bodies.empty()) {
    if (!paths) json.member("gold_wide", text_of(wider->label.bodies, explained.blocks));
    append_paths("keep_paths_wide", wider->label.bodies, json);
  }
  json.key("label");
  json.begin_object();
  json.member("annotator", entry.annotator);
  json.member("convention", name_of(entry.convention));
  json.member("settled", entry.settled);
  json.member("at", entry.at);
  json.key("said");
  append_json(paths ? without_text(label) : label, json);
  json.end_object();
  json.end_object();
  out += '\n';
  return out;
}

Result<ExportCounts> export_labels(Store& store, const ExportOptions& options, const Extractor& extractor,
                                   const std::function<bool(std::string_view line)>& write) {
  const Result<std::vector<LabelEntry>> all = store.labels();
  if (!all) return all.error();
  const Result<std::vector<PageEntry>> pages = store.pages();
  if (!pages) return pages.error();
  std::map<std::string_view, std::vector<const LabelEntry*>> by_page;
  for (const LabelEntry& entry : *all) by_page[entry.page].push_back(&entry);
  ExportCounts counts;
  Workspace workspace;
  for (const PageEntry& entry : *pages) {
    const auto found = by_page.find(entry.id);
    if (found == by_page.end()) continue;
    std::vector<const LabelEntry*> wanted;
    if (options.all) {
      wanted = found->second;
    } else {
      bool several = false;
      const LabelEntry* const one = entry_for(found->second, options.convention, options.annotator, several);
      counts.unsettled += several ? 1 : 0;
      if (one != nullptr) wanted.push_back(one);
    }
    if (wanted.empty()) continue;
    const Result<StoredPage> page = store.page(entry.id);
    if (!page) return page.error();
    const Article explained = explain(*page, extractor, workspace);
    for (const LabelEntry* label : wanted) {
      std::optional<LabelEntry> wider;
      bool several = false;
      if (label->convention == Convention::strict)
        if (const LabelEntry* one = entry_for(found->second, Convention::wide, label->annotator, several)) wider = *one;
      const Result<std::string> line = record_of(*page, *label, wider, options.paths, explained);
      if (!line) return line.error();
      ++counts.written;
      if (!write(*line)) return counts;
    }
  }
  return counts;
}

Result<ImportCounts> import_pages(Store& store, const std::string& path, const ImportOptions& options,
                                  const Extractor& extractor, const std::function<void(std::size_t done)>& progress) {
  const Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(path);
  if (!opened) return opened.error();
  Import import(store, path, options, extractor);
  corpus::RawRecord raw;
  std::size_t done = 0;
  while ((*opened)->next(raw)) {
    import.take(raw);
    if (progress) progress(++done);
  }
  if (!(*opened)->failure().empty()) return Error{ErrorCode::io, (*opened)->failure()};
  return std::move(import.counts);
}

Result<ImportCounts> import_records(Store& store, std::string_view lines, const ImportOptions& options,
                                    const Extractor& extractor) {
  Import import(store, options.source, options, extractor);
  corpus::RawRecord raw;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    raw.bytes = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    ++raw.position;
    if (raw.bytes.find_first_not_of(" \t\r") != std::string::npos) import.take(raw);
  }
  return std::move(import.counts);
}

}  // namespace pith::label
