// pith label: pages labelled by people, without a browser: what the workbench does, command by command.

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/corpus.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/base64.hpp"
#include "corpus/byte_source.hpp"
#include "corpus/page_source.hpp"
#include "corpus/record.hpp"
#include "label/agreement.hpp"
#include "label/exchange.hpp"
#include "label/queue.hpp"
#include "label/store.hpp"
#include "label/training.hpp"
#include "text/json_writer.hpp"

namespace pith::cli {
namespace {

constexpr std::size_t kShownText = 90;  // columns of a block's text

/// What all commands on a store of labels are given.
struct Labels {
  std::string store, annotator, convention = "wide";

  [[nodiscard]] label::Convention by() const {
    return convention == label::name_of(label::Convention::strict) ? label::Convention::strict
                                                                   : label::Convention::wide;
  }
};

int fail(const std::string& what, const Error& error) {
  complain(what, error.message);
  return kBad;
}

Result<label::Store> open(const Labels& labels, corpus::DatabaseUse use = corpus::DatabaseUse::existing) {
  return label::Store::open(labels.store, use);
}

struct Import : Labels {
  std::vector<std::string> inputs;
  std::string source;
  int run() const;
};

int Import::run() const {
  Result<label::Store> opened = open(*this, corpus::DatabaseUse::create);
  if (!opened) return fail(store, opened.error());
  const Extractor extractor;
  std::size_t pages = 0, problems = 0, labelled = 0, known = 0;
  for (const std::string& input : inputs) {
    StatusLine status;
    const Result<label::ImportCounts> counts =
        label::import_pages(*opened, input, {annotator, by(), source}, extractor, [&](std::size_t done) {
          if (status.is_due()) status.show(fmt::format("{} records", grouped(done)));
        });
    status.clear();
    if (!counts) return fail(input, counts.error());
    for (const std::string& problem : counts->problems) complain(input, problem);
    pages += counts->pages;
    known += counts->known;
    labelled += counts->labels;
    problems += counts->problems.size();
  }
  complain({}, fmt::format("{} pages added, {} were there, {} labels taken", pages, known, labelled));
  return problems > 0 ? kBad : pages + known == 0 ? kNothing : kDone;
}

struct Export : Labels {
  bool paths = false, all = false;
  int run() const;
};

int Export::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  Lines lines;
  const Extractor extractor;
  const Result<label::ExportCounts> counts = label::export_labels(
      *opened, {annotator, by(), paths, all}, extractor, [&](std::string_view line) { return lines.write(line); });
  if (!counts) return fail(store, counts.error());
  if (counts->unsettled > 0)
    complain(store, fmt::format("{} pages were left out: several have labelled them, and nobody has settled what holds "
                                "(--annotator NAME takes what one says)",
                                counts->unsettled));
  return lines.end(counts->written > 0 ? kDone : kNothing);
}

/// The pages that one may be asked to label next.
struct Queue : Labels {
  std::size_t count = 40, per_site = 2;
  std::string kind;
  std::uint64_t seed = 0;
  bool json = false;
  int run() const;
};

int Queue::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  const Result<std::vector<label::PageEntry>> pages = opened->pages();
  if (!pages) return fail(store, pages.error());
  const std::vector<const label::PageEntry*> next = label::queue_of(
      *pages, {.annotator = annotator, .kind = kind, .seed = seed, .choosing = {.count = count, .per_site = per_site}});
  Lines lines;
  for (const label::PageEntry* page : next) {
    std::string line;
    if (json) {
      text::JsonWriter writer(line);
      writer.begin_object();
      writer.member("id", page->id);
      writer.member("url", page->url);
      writer.member("kind", page->estimate.kind);
      writer.member("doubt", page->estimate.doubt);
      writer.end_object();
      line += '\n';
    } else {
      line = fmt::format("{}\t{}\t{:.2f}\t{}\n", page->id, page->estimate.kind, page->estimate.doubt, page->url);
    }
    if (!lines.write(line)) break;
  }
  return lines.end(next.empty() ? kNothing : kDone);
}

/// The same for files of pages that are in no store.
struct Choose {
  std::vector<std::string> inputs;
  label::ChoosingOptions options;
  bool list = false;
  int run() const;
};

int Choose::run() const {
  const Extractor extractor;
  Workspace workspace;
  corpus::RecordParser parser;
  std::vector<label::Candidate> candidates;
  std::vector<std::pair<std::string, std::string>> texts;  // record, line of the list
  StatusLine status;
  for (const std::string& input : inputs) {
    const Result<std::unique_ptr<corpus::PageSource>> source = corpus::open_pages(input);
    if (!source) return fail(input, source.error());
    corpus::RawRecord raw;
    while ((*source)->next(raw)) {
      corpus::PageRecord page;
      std::string reason = raw.failure;
      if (!reason.empty() || parser.parse(raw, page, reason) != corpus::RecordOutcome::page) {
        if (!reason.empty()) complain(input, corpus::place_of(raw) + ": " + reason);
        continue;
      }
      const Article article = extractor.explain(page.html, {.url = page.url, .charset = page.charset}, workspace);
      if (!label::is_legible(article)) continue;
      const double doubt = label::doubt_of(article);
      candidates.push_back({label::site_of(page.site, page.url, page.id), article.page_type, doubt});
      std::string record = raw.bytes;
      if (raw.kind != corpus::RecordKind::json) {
        std::string encoded;
        corpus::append_base64(encoded, page.html);
        record.clear();
        text::JsonWriter json(record);
        json.begin_object();
        json.member("id", page.id);
        json.member("url", page.url);
        json.member("html_b64", encoded);
        json.end_object();
      }
      text::JsonWriter more(record);
      more.reopen_object();
      more.member("guess", article.page_type);
      more.member("doubt", doubt);
      more.end_object();
      texts.emplace_back(record + '\n',
                         fmt::format("{}\t{}\t{:.2f}\t{}\n", page.id, article.page_type, doubt, page.url));
      if (status.is_due()) status.show(fmt::format("{} pages", grouped(texts.size())));
    }
    if (!(*source)->failure().empty()) return fail(input, {ErrorCode::io, (*source)->failure()});
  }
  status.clear();
  Lines lines;
  const std::vector<std::size_t> chosen = label::choose(candidates, options);
  for (const std::size_t i : chosen)
    if (!lines.write(list ? texts[i].second : texts[i].first)) break;
  return lines.end(chosen.empty() ? kNothing : kDone);
}

struct Show : Labels {
  std::string page;
  bool json = false;
  int run() const;

 private:
  [[nodiscard]] int list(label::Store& labels) const;
};

int Show::list(label::Store& labels) const {
  const Result<std::vector<label::PageEntry>> pages = labels.pages();
  if (!pages) return fail(store, pages.error());
  Lines lines;
  for (const label::PageEntry& entry : *pages) {
    std::string who;
    for (const std::string& name : entry.annotators) who += (who.empty() ? "" : ", ") + name;
    if (!lines.write(fmt::format("{}\t{}\t{:.2f}\t{}\t{}\n", entry.id, entry.estimate.kind, entry.estimate.doubt,
                                 entry.settled ? "settled"
                                 : who.empty() ? "-"
                                               : who,
                                 entry.url)))
      break;
  }
  return lines.end(pages->empty() ? kNothing : kDone);
}

int Show::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  if (page.empty()) return list(*opened);
  const Result<label::StoredPage> stored = opened->page(page);
  if (!stored) return fail(store, stored.error());
  const Result<std::vector<label::LabelEntry>> labels = opened->labels(page);
  if (!labels) return fail(store, labels.error());
  const Extractor extractor;
  Workspace workspace;
  const Article article = label::explain(*stored, extractor, workspace);
  const std::vector<std::string> names = label::names_of(article.blocks);
  if (json) {
    std::string out;
    text::JsonWriter writer(out);
    label::append_page(*stored, article, *labels, writer);
    return print(out + '\n') ? kDone : kBad;
  }
  // A column for each label: which body a block is in.
  std::string head = "block";
  std::vector<label::PlacedLabel> placed;
  for (const label::LabelEntry& entry : *labels) {
    head +=
        fmt::format("  {}{} ({})", entry.annotator, entry.settled ? ", settled" : "", label::name_of(entry.convention));
    Result<label::PlacedLabel> one = label::place(entry.label, article.blocks);
    if (!one) return fail(entry.annotator, one.error());
    placed.push_back(*std::move(one));
  }
  Lines lines;
  lines.write(head + '\n');
  for (std::size_t b = 0; b < names.size(); ++b) {
    std::string marks;
    for (const label::PlacedLabel& one : placed)
      marks += one.title == static_cast<std::int32_t>(b) ? " T"
               : one.body_of[b] >= 0                     ? fmt::format(" {}", one.body_of[b] + 1)
               : one.comment_of[b] >= 0                  ? " c"
                                                         : " -";
    if (!lines.write(fmt::format("{:4} {:.2f}{} {}\n", b, article.blocks[b].score, marks,
                                 cut_end(harmless(article.blocks[b].text), kShownText))))
      break;
  }
  return lines.end(kDone);
}

Result<std::string> read_text(const std::string& path) {
  const Result<std::unique_ptr<corpus::ByteSource>> source = corpus::open_bytes(path);
  if (!source) return source.error();
  std::string text;
  constexpr std::size_t kPart = 1u << 16;
  for (std::size_t got = kPart; got > 0;) {
    const std::size_t size = text.size();
    text.resize(size + kPart);
    got = (*source)->read(text.data() + size, kPart);
    text.resize(size + got);
  }
  if (!(*source)->failure().empty()) return Error{ErrorCode::io, (*source)->failure()};
  return text;
}

struct Put : Labels {
  std::string page, input = "-";
  int run() const;
};

int Put::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  const Result<std::string> text = read_text(input);
  if (!text) return fail(input, text.error());
  const Result<label::StoredPage> stored = opened->page(page);
  if (!stored) return fail(store, stored.error());
  const Extractor extractor;
  Workspace workspace;
  const Article article = label::explain(*stored, extractor, workspace);
  const std::string_view trimmed = std::string_view(*text).substr(0, text->find_last_not_of(" \r\n\t") + 1);
  // Nothing: what the extractor says, to begin with.
  Result<label::Label> said =
      trimmed.empty() ? Result<label::Label>(label::suggest(article)) : label::parse_label(trimmed);
  if (!said) return fail(input, said.error());
  const Result<label::PlacedLabel> placed = label::place(*said, article.blocks);
  if (!placed) return fail(input, placed.error());
  for (const label::Doubt& doubt : label::doubts_of(*said, *placed, article.blocks))
    complain(page, "look again: " + (doubt.block.empty() ? doubt.what : doubt.block + ": " + doubt.what));
  if (Error error = opened->put({.page = page, .annotator = annotator, .convention = by(), .label = *std::move(said)}))
    return fail(store, error);
  return kDone;
}

struct Compare : Labels {
  std::string other;
  bool json = false;
  int run() const;
};

int Compare::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  const Extractor extractor;
  const Result<label::ComparedPages> compared = label::compare_all(*opened, annotator, other, by(), extractor);
  if (!compared) return fail(store, compared.error());
  if (json) return print(label::to_json(*compared) + '\n') ? kDone : kBad;
  Lines lines;
  for (const auto& [id, page] : compared->pages) {
    bool goes_on = lines.write(fmt::format("{}  F1 {:.3f}  kappa {:.3f}\n", id, page.f1, page.agreement.kappa()));
    for (const label::Disagreement& one : page.disagreements)
      goes_on = goes_on && lines.write(fmt::format(
                               "  {:9} {:8} | {:8} {}\n", one.what, one.first.empty() ? "-" : one.first,
                               one.second.empty() ? "-" : one.second, cut_end(harmless(one.text), kShownText)));
    if (!goes_on) break;
  }
  const label::Agreement& all = compared->all;
  if (!compared->pages.empty())
    lines.write(
        fmt::format("{} pages, {} blocks: observed {:.4f}, expected {:.4f}, kappa {:.4f} over all blocks, {:.4f} a "
                    "page; F1 {:.4f}\n",
                    compared->pages.size(), all.blocks(), all.observed(), all.expected(), all.kappa(),
                    compared->mean_kappa(), compared->mean_f1()));
  return lines.end(compared->pages.empty() ? kNothing : kDone);
}

struct Settle : Labels {
  std::string page, by_whom = "settled";
  bool undo = false;
  int run() const;
};

int Settle::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  if (undo) {
    const Error error = opened->unsettle(page, by());
    return error ? fail(store, error) : kDone;
  }
  if (annotator.empty()) {
    complain({}, "--annotator NAME: whose label is to hold?");
    return kBad;
  }
  Result<std::optional<label::LabelEntry>> found = opened->find(page, annotator, by());
  if (!found) return fail(store, found.error());
  if (!*found) {
    complain(store, fmt::format("{} has not labelled `{}`", annotator, page));
    return kNothing;
  }
  const Error error = opened->put(
      {.page = page, .annotator = by_whom, .convention = by(), .settled = true, .label = std::move((*found)->label)});
  return error ? fail(store, error) : kDone;
}

struct TrainLabels : Labels {
  std::string how = "continued";
  std::int64_t number = 0;
  int run() const;
};

int TrainLabels::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  const Result<label::Training> training = label::parse_training(how);
  if (!training) return fail({}, training.error());
  std::error_code failed;
  std::int64_t model = number;
  if (model == 0) {
    const Result<std::int64_t> begun = opened->begin_model(how);
    if (!begun) return fail(store, begun.error());
    model = *begun;
  }
  label::TrainingOptions options;
  options.training = *training;
  options.labels.annotator = annotator;
  options.labels.convention = by();
  options.program = std::filesystem::read_symlink("/proc/self/exe", failed).string();
  const Error error = label::make_model(store, model, options, [](std::string_view line) { complain({}, line); });
  if (error) return kBad;
  complain({}, fmt::format("model {}: `pith label adopt --labels {} {}` takes it, --set model={} tries it", model,
                           store, model, label::folder_of(store, model)));
  return kDone;
}

struct Models : Labels {
  std::int64_t number = 0;
  bool json = false;
  int run() const;
};

int Models::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  const Result<std::vector<label::Store::Model>> models = label::models_of(*opened);
  if (!models) return fail(store, models.error());
  Lines lines;
  for (const label::Store::Model& model : *models) {
    const Result<label::ModelComparison> comparison = label::comparison_of(model);
    if (number != 0 && model.number == number) {
      if (!comparison) return fail(store, comparison.error());
      if (json) return print(label::to_json(*comparison) + '\n') ? kDone : kBad;
      for (const label::ModelledPage& page : comparison->pages)
        lines.write(fmt::format("{:.3f}  {:.3f}  {:+.3f}  {:14} {}\n", page.before, page.after,
                                page.after - page.before, page.kind, page.id));
      for (const label::ModelledKind& kind : comparison->kinds)
        lines.write(fmt::format("{:14} {:4} pages: {:.3f} by {}, {:.3f} now, {:+.4f} (95 % {:+.4f} to {:+.4f})\n",
                                kind.kind.empty() ? "all" : kind.kind, kind.pages, kind.before, comparison->against,
                                kind.after, kind.difference, kind.interval.low, kind.interval.high));
      return lines.end(kDone);
    }
    if (number != 0) continue;
    std::string line = fmt::format("{}\t{}\t{}\t{}\t{}", model.number, model.made, model.how, model.state,
                                   model.adopted ? "in use" : "-");
    if (comparison)
      line += fmt::format("\t{:+.4f} ({:+.4f} to {:+.4f}) on {} pages", comparison->kinds.front().difference,
                          comparison->kinds.front().interval.low, comparison->kinds.front().interval.high,
                          comparison->kinds.front().pages);
    if (!lines.write(line + '\n')) break;
  }
  return lines.end(models->empty() || number != 0 ? kNothing : kDone);
}

struct Adopt : Labels {
  std::int64_t number = 0;
  int run() const;
};

int Adopt::run() const {
  Result<label::Store> opened = open(*this);
  if (!opened) return fail(store, opened.error());
  const Error error = opened->adopt(number);
  return error ? fail(store, error) : kDone;
}

// --- The options ---

void add_labels(CLI::App& command, Labels& labels) {
  command.add_option("--labels", labels.store, "The store of labels: one file, as `pith serve --labels` has it")
      ->required()
      ->type_name("FILE");
}
CLI::Option* add_annotator(CLI::App& command, Labels& labels, const std::string& help) {
  return command.add_option("--annotator", labels.annotator, help)->type_name("NAME");
}
void add_convention(Program& program, CLI::App& command, Labels& labels) {
  add_choice(program, command, "--convention", labels.convention, "What counts as main content", {"wide", "strict"})
      ->type_name("wide|strict")
      ->capture_default_str();
}
void add_choosing(CLI::App& command, std::size_t& count, std::size_t& per_site) {
  command.add_option("--count", count, "How many, of all kinds together")->capture_default_str()->type_name("N");
  command.add_option("--per-site", per_site, "Of one site at most so many")->capture_default_str()->type_name("N");
}

void add_import(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Import>();
  CLI::App* command = add_command(program, group, "import", "Take pages, and labels that stand with them, into a store",
                                  [self] { return self->run(); });
  command->add_option("INPUT", self->inputs, "Pages (JSONL, WARC, also .gz, .zst; directories with HTML files)")
      ->required()
      ->type_name("FILE|DIR");
  add_labels(*command, *self);
  add_annotator(*command, *self,
                "Who says what `gold` and `keep_paths` of the records say; without it these are not taken");
  add_convention(program, *command, *self);
  command->add_option("--source", self->source, "Name of the set that the pages are from (default: the file's)")
      ->type_name("NAME");
  command->footer(
      R"(Labels that `pith label export` wrote are taken as they are, with who said it and when; those without their pages
(--paths) go to the pages of the same id and bytes in the store. Of other labelled pages the blocks are taken
that `keep_paths` names, else those that the gold text covers.

Examples:
  pith label import --labels mine.db pages.jsonl.zst
  pith label import --labels mine.db theirs.jsonl --annotator lin

Exit status: 0 done, 1 there were no pages, 2 bad use or bad records (all others were taken).)");
}

void add_export(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Export>();
  CLI::App* command = add_command(program, group, "export", "Write labels as labelled pages, or without the pages",
                                  [self] { return self->run(); });
  add_labels(*command, *self);
  add_annotator(*command, *self,
                "Whose labels, where none is settled (default: those of pages that one alone has labelled)");
  add_convention(program, *command, *self);
  command->add_flag("--paths", self->paths, "Names of blocks alone, no text of the pages: to share without them");
  command->add_flag("--all", self->all, "Every label of each page, not the page's alone");
  command->footer(
      R"(One object a line, as `pith eval` and `pith train` take them: `gold`, `keep_paths`, `title`, `author`, `date`,
`page_type`, `gold_comments`, `bodies` of threads; `label` holds all that was said, so that an import gives the
same export again.

Examples:
  pith label export --labels mine.db > mine.jsonl && pith eval mine.jsonl
  pith label export --labels mine.db --paths > shared.jsonl)");
}

void add_queue(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Queue>();
  CLI::App* command = add_command(program, group, "queue", "List the pages that are worth labelling next",
                                  [self] { return self->run(); });
  add_labels(*command, *self);
  add_annotator(*command, *self, "Pages that this one has not labelled (default: that nobody has)");
  add_choosing(*command, self->count, self->per_site);
  command->add_option("--kind", self->kind, "Only pages that the extractor takes to be of this kind")
      ->type_name("KIND");
  command->add_option("--seed", self->seed, "Draw them by chance, with this seed, rather than by doubt (0: by doubt)")
      ->capture_default_str()
      ->type_name("N");
  command->add_flag("--json", self->json, "One JSON object a line");
  command->footer(
      R"(Of each kind in turn the page of which the extractor is least sure: the F1 that it expects to lose there, by its own
probabilities. A line has the id, the kind as it thinks, that doubt, the address.

Example:
  pith label queue --labels mine.db --annotator ada --kind product --count 10)");
}

void add_choose(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Choose>();
  CLI::App* command = add_command(program, group, "choose", "Choose from files the pages that are worth labelling",
                                  [self] { return self->run(); });
  command->add_option("PAGES", self->inputs, "JSONL, also .gz, .zst")->required()->type_name("FILE");
  add_choosing(*command, self->options.count, self->options.per_site);
  command->add_flag("--list", self->list, "Id, kind, doubt and address in place of the pages");
  command->footer(
      R"(As `pith label queue`, for pages that are in no store. The records come as they are, with `guess` (the kind as the
extractor thinks) and `doubt`.

Example:
  pith label choose crawl.jsonl.zst --count 40 > next.jsonl)");
}

void add_show(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Show>();
  CLI::App* command = add_command(program, group, "show", "List the pages of a store, or show one with its labels",
                                  [self] { return self->run(); });
  add_labels(*command, *self);
  command->add_option("ID", self->page, "A page: its blocks, and what each label says of them")->type_name("ID");
  command->add_flag("--json", self->json, "The page as one JSON object, as the workbench has it");
  command->footer(
      R"(Of a block: its number, the extractor's probability, and by label the body it is in, T for the headline, c for
a comment, - for none.

Examples:
  pith label show --labels mine.db
  pith label show --labels mine.db shop-17)");
}

void add_put(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Put>();
  CLI::App* command =
      add_command(program, group, "put", "Say what the main content of a page is", [self] { return self->run(); });
  add_labels(*command, *self);
  command->add_option("ID", self->page, "The page")->required()->type_name("ID");
  command->add_option("INPUT", self->input, "The label as JSON; an empty file: as the extractor has it")
      ->capture_default_str()
      ->type_name("FILE|-");
  add_annotator(*command, *self, "Who says so")->required();
  add_convention(program, *command, *self);
  command->footer(
      R"({"page_type": "article", "title_block": PATH, "title": ..., "author": ..., "date": ...,
 "bodies": [{"blocks": [PATH, ...], "author": ..., "date": ...}], "comments": [...], "quality": "ok", "note": ""}
with the names of blocks that `pith label show --json` gives. What is seldom meant is said, and taken all the same.

Example:
  pith label put --labels mine.db shop-17 label.json --annotator ada)");
}

void add_agreement(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Compare>();
  CLI::App* command = add_command(program, group, "agreement", "Compare what two say of the same pages",
                                  [self] { return self->run(); });
  command->add_option("FIRST", self->annotator, "Who")->required()->type_name("NAME");
  command->add_option("SECOND", self->other, "With whom")->required()->type_name("NAME");
  add_labels(*command, *self);
  add_convention(program, *command, *self);
  command->add_flag("--json", self->json, "As one JSON object");
  command->footer(
      R"(Cohen's kappa by block, observed and expected agreement, F1 of the words; and each block or field of which they say
different things.

Example:
  pith label agreement --labels mine.db ada lin)");
}

void add_settle(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Settle>();
  CLI::App* command =
      add_command(program, group, "settle", "Say whose label of a page holds", [self] { return self->run(); });
  add_labels(*command, *self);
  command->add_option("ID", self->page, "The page")->required()->type_name("ID");
  add_annotator(*command, *self, "Whose label it is");
  command->add_option("--by", self->by_whom, "Who settles it")->capture_default_str()->type_name("NAME");
  command->add_flag("--undo", self->undo, "It is open again");
  add_convention(program, *command, *self);
  command->footer("Example:\n  pith label settle --labels mine.db shop-17 --annotator ada --by lin");
}

void add_training(Program& program, CLI::App& group) {
  const auto self = std::make_shared<TrainLabels>();
  CLI::App* command = add_command(program, group, "train", "Make a model from the labels, and compare it",
                                  [self] { return self->run(); });
  add_labels(*command, *self);
  add_annotator(*command, *self, "Whose labels, where none is settled");
  add_convention(program, *command, *self);
  add_choice(
      program, *command, "--how", self->how,
      "continued: trees more for the model that ships, by the labels alone; whole: all anew (`pith train default`)",
      {"continued", "whole"})
      ->type_name("continued|whole")
      ->capture_default_str();
  command->add_option("--number", self->number, "Of the model, where its number is given already")
      ->group("")
      ->type_name("N");
  command->footer(
      R"(Each labelled page is judged by a model that has not seen its site, before and after; the difference has its interval.
Nothing is changed before `pith label adopt`. The models lie beside the store, in FILE.models.

Example:
  pith label train --labels mine.db && pith label models --labels mine.db)");
}

void add_models(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Models>();
  CLI::App* command = add_command(program, group, "models", "List the models of a store, or compare one page by page",
                                  [self] { return self->run(); });
  add_labels(*command, *self);
  command->add_option("N", self->number, "This model")->type_name("N");
  command->add_flag("--json", self->json, "Its comparison as one JSON object");
  command->footer("Example:\n  pith label models --labels mine.db 1");

  const auto adopting = std::make_shared<Adopt>();
  CLI::App* adopt = add_command(program, group, "adopt", "Take a model into use, or the one that ships again",
                                [adopting] { return adopting->run(); });
  add_labels(*adopt, *adopting);
  adopt->add_option("N", adopting->number, "The model; 0: the one that ships")->required()->type_name("N");
  adopt->footer(
      "`pith serve --labels FILE` extracts by it. Earlier ones stay.\n\nExample:\n  pith label adopt --labels mine.db "
      "1");
}

}  // namespace

void add_label(Program& program) {
  CLI::App& group = add_group(program, "label", "Label pages, compare labels, and learn from them");
  add_import(program, group);
  add_queue(program, group);
  add_choose(program, group);
  add_show(program, group);
  add_put(program, group);
  add_agreement(program, group);
  add_settle(program, group);
  add_export(program, group);
  add_training(program, group);
  add_models(program, group);
  group.footer(
      R"(A store of labels is one file (SQLite), which any number of programs and people may use at once; the workbench
(`pith serve --labels FILE`) is the same with a browser. docs/labels.md is its guide.

Examples:
  pith label import --labels mine.db pages.jsonl.zst
  pith label queue --labels mine.db
  pith label export --labels mine.db > mine.jsonl)");
}

}  // namespace pith::cli
