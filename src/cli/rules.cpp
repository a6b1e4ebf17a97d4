// pith rules: rules of the user for the pages of a site, put to use, tested and made.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/fetching.hpp"
#include "cli/pages.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"
#include "corpus/row_tables.hpp"
#include "rules/apply.hpp"
#include "rules/make.hpp"
#include "rules/rows.hpp"
#include "rules/rule_file.hpp"
#include "rules/rule_set.hpp"
#include "rules/rule_test.hpp"

namespace pith::cli {
namespace {

// --- apply -------------------------------------------------------------------------------------------

class Apply {
 public:
  std::string rules, output = "-", format;
  std::vector<std::string> inputs;
  PageReading reading;

  int run();

 private:
  Error open(const rules::RuleSet& set);
  void apply(const rules::RuleSet& set, const ReadPage& page);
  Error write(const rules::Rule& rule, std::vector<rules::PageRow> rows);
  Error finish(const rules::RuleSet& set);
  [[nodiscard]] Error about_output(Error error) const {
    return error ? within(output == "-" ? "standard output" : output, std::move(error)) : Error{};
  }

  std::unique_ptr<corpus::OutputFile> file_;
  std::optional<corpus::RowTables> tables_;
  std::vector<rules::PageRow> waiting_;  // CSV of a stylesheet, whose columns are known when all rows are
  Error failure_;
  std::size_t pages_ = 0, rows_ = 0;
};

Error Apply::open(const rules::RuleSet& set) {
  if (format.empty()) {
    const auto ends = [this](std::string_view end) { return output.ends_with(end); };
    format = ends(".csv") || ends(".csv.gz") || ends(".csv.zst")  ? "csv"
             : ends(".sqlite") || ends(".sqlite3") || ends(".db") ? "sqlite"
                                                                  : "jsonl";
  }
  if (format == "csv" && set.rules().size() > 1)
    return {ErrorCode::bad_option, "CSV is one table, and there are " + std::to_string(set.rules().size()) +
                                       " rules: name one of them, or say --format jsonl or sqlite"};
  if (format == "sqlite") {
    if (output == "-") return {ErrorCode::bad_option, "--format sqlite needs --output FILE"};
    Result<corpus::RowTables> opened = corpus::RowTables::open(output);
    if (!opened) return within(output, opened.error());
    tables_ = *std::move(opened);
    return {};
  }
  if (output == "-") {
    file_ = corpus::OutputFile::standard_output();
  } else {
    Result<std::unique_ptr<corpus::OutputFile>> opened =
        corpus::OutputFile::open(output, corpus::compression_for(output));
    if (!opened) return within(output, opened.error());
    file_ = *std::move(opened);
  }
  if (const rules::Rule& rule = set.rules().front(); format == "csv" && !rule.fields.empty()) {
    std::string header;
    rules::append_csv_header(rules::columns_of(rule, {}), header);
    file_->append(header);
  }
  return {};
}

Error Apply::write(const rules::Rule& rule, std::vector<rules::PageRow> rows) {
  if (tables_) return about_output(tables_->add(rule, rows));
  std::string lines;
  if (format == "jsonl") {
    for (const rules::PageRow& row : rows) rules::append_json(row, rule, lines);
  } else if (rule.fields.empty()) {
    std::move(rows.begin(), rows.end(), std::back_inserter(waiting_));
    return {};
  } else {
    const std::vector<std::string> columns = rules::columns_of(rule, {});
    for (const rules::PageRow& row : rows) rules::append_csv(row, rule, columns, lines);
  }
  file_->append(lines);
  constexpr std::size_t kSegment = 1u << 20;
  const bool is_read_along = output == "-";
  return is_read_along || file_->pending() > kSegment ? about_output(file_->end_segment()) : Error{};
}

Error Apply::finish(const rules::RuleSet& set) {
  if (file_ == nullptr) return {};
  const rules::Rule& rule = set.rules().front();
  if (format == "csv" && rule.fields.empty()) {
    std::string lines;
    const std::vector<std::string> columns = rules::columns_of(rule, waiting_);
    rules::append_csv_header(columns, lines);
    for (const rules::PageRow& row : waiting_) rules::append_csv(row, rule, columns, lines);
    file_->append(lines);
  }
  return about_output(file_->end_segment());
}

void Apply::apply(const rules::RuleSet& set, const ReadPage& page) {
  if (failure_) return;
  ++pages_;
  const rules::Rule* const rule = set.find(page.url);
  if (rule == nullptr) {
    complain(page.id, page.url.empty() ? "its address is not known, which tells whose page it is: --url URL"
                                       : "no rule is for " + std::string(page.url));
    return;
  }
  rules::Applied applied = rules::apply(*rule, *page.document, page.url);
  for (const std::string& problem : applied.problems) complain(page.id, "rule " + rule->name + ": " + problem);
  rows_ += applied.rows.size();
  std::vector<rules::PageRow> rows;
  rows.reserve(applied.rows.size());
  for (rules::Row& row : applied.rows) rows.push_back({page.id, std::string(page.url), std::move(row)});
  failure_ = write(*rule, std::move(rows));
}

int Apply::run() {
  const Result<rules::RuleSet> set = rules::RuleSet::load(rules);
  if (!set) {
    complain({}, set.error().message);
    return kBad;
  }
  if (const Error error = open(*set)) {
    complain({}, error.message);
    return kBad;
  }
  bool all = true;
  for (const std::string& input : inputs)
    all = for_each_page(input, reading, [&](const ReadPage& page) { apply(*set, page); }) && all;
  if (!failure_) failure_ = finish(*set);
  if (failure_ && !(file_ != nullptr && file_->reader_gone())) {
    complain({}, failure_.message);
    return kBad;
  }
  if (output != "-")
    complain({}, fmt::format("{} {} of {} {}", grouped(rows_), rows_ == 1 ? "row" : "rows", grouped(pages_),
                             pages_ == 1 ? "page" : "pages"));
  return !all ? kBad : rows_ > 0 ? kDone : kNothing;
}

// --- test --------------------------------------------------------------------------------------------

struct Test {
  std::string rules;

  [[nodiscard]] int run() const;
};

int Test::run() const {
  const Result<rules::RuleSet> set = rules::RuleSet::load(rules);
  if (!set) {
    complain({}, set.error().message);
    return kBad;
  }
  std::size_t tests = 0, failed = 0;
  bool all = true;
  for (const rules::Rule& rule : set->rules()) {
    for (const rules::RuleTest& test : rule.tests) {
      ++tests;
      const std::filesystem::path page = std::filesystem::path(rule.file).parent_path() / test.page;
      std::string differences;
      all = for_each_page(page.string(), {.url = test.url, .charset = {}, .fetching = {}},
                          [&](const ReadPage& read) {
                            differences += rules::differences(rules::apply(rule, *read.document, test.url), test.rows);
                          }) &&
            all;
      if (differences.empty()) continue;
      ++failed;
      if (!print(fmt::format("{}:{}: {}\n{}", rule.file, test.line, test.page, differences))) return kBad;
    }
  }
  if (tests == 0) {
    complain(rules, "has no tests: write [[test]] with page and rows (docs/rules.md)");
    return kBad;
  }
  complain({}, fmt::format("{} {}, {} failed", tests, tests == 1 ? "test" : "tests", failed));
  return !all ? kBad : failed > 0 ? kNothing : kDone;
}

// --- make --------------------------------------------------------------------------------------------

struct Make {
  std::string input, output = "-", name;
  std::vector<std::string> texts, further;
  PageReading reading;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] rules::Rule complete(rules::Rule rule, const std::string& url) const;
};

/// With what is not of the page's tree: its name, and a test, where the page is a file to be read again.
rules::Rule Make::complete(rules::Rule rule, const std::string& url) const {
  namespace fs = std::filesystem;
  if (!name.empty()) rule.name = name;
  if (rule.name.empty()) rule.name = fs::path(input).stem().string();
  std::error_code failure;
  if (output == "-" || !fs::is_regular_file(input, failure)) return rule;
  const fs::path beside = fs::absolute(output).parent_path();
  rules::RuleTest& test = rule.tests.emplace_back();
  test.page = fs::absolute(input).lexically_relative(beside).generic_string();
  test.url = url;
  return rule;
}

int Make::run() const {
  const auto bad = [](const std::string& about, const std::string& what) {
    complain(about, what);
    return static_cast<int>(kBad);
  };
  std::string toml;
  std::size_t seen = 0, failed = 0;
  const auto make = [&](const ReadPage& page) -> int {
    if (++seen > 1) return kDone;
    rules::RuleMaker maker(*page.document, page.url);
    for (const std::string& text : texts) {
      const std::size_t equals = text.find('=');
      if (const Error error = maker.want(text.substr(0, equals), text.substr(equals + 1)))
        return bad(input, error.message);
    }
    bool all = true;
    for (const std::string& one : further) {
      all = for_each_page(one, {.url = {}, .charset = reading.charset, .fetching = reading.fetching},
                          [&](const ReadPage& other) { maker.try_page(other.id, *other.document, other.url); }) &&
            all;
    }
    const std::vector<rules::Candidate> chosen = maker.chosen();
    rules::Rule rule = complete(maker.rule(chosen), std::string(page.url));
    for (rules::RuleTest& test : rule.tests) test.rows = rules::apply(rule, *page.document, page.url).rows;
    for (const rules::Candidate& way : chosen)
      complain({},
               fmt::format("{}: {}{}", way.field.name, way.field.paths.front().text,
                           way.likeness < 0.995 ? fmt::format(" ({:.0f} % like the text)", 100 * way.likeness) : ""));
    for (const rules::Failure& failure : maker.failures(chosen)) {
      complain(failure.page, failure.field + ": " + failure.reason);
      ++failed;
    }
    toml = rules::to_toml(rule);
    return all ? kDone : kBad;
  };
  int status = kDone;
  if (!for_each_page(input, reading, [&](const ReadPage& page) { status = std::max(status, make(page)); })) return kBad;
  if (toml.empty()) return status;
  if (output == "-") return print(toml) ? std::max<int>(status, failed > 0 ? kNothing : kDone) : kBad;
  if (const Error error = corpus::replace_file(output, toml)) return bad(output, error.message);
  return std::max<int>(status, failed > 0 ? kNothing : kDone);
}

void add_make(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Make>();
  CLI::App* command = add_command(program, group, "make", "A rule of a page and the texts wanted of it",
                                  [self] { return self->run(); });
  command->add_option("INPUT", self->input, "HTML file, URL, or - for standard input")
      ->type_name("FILE|URL|-")
      ->required();
  command->add_option("--text", self->texts, "A field, and its text as it stands on the page; a date in any notation")
      ->type_name("NAME=TEXT")
      ->allow_extra_args(false)
      ->required()
      ->check([](const std::string& given) {
        return given.find('=') == std::string::npos ? "`" + given + "` is not NAME=TEXT" : std::string();
      });
  command->add_option("--try", self->further, "Further pages of the site, on which the paths are tried")
      ->type_name("FILE|URL|DIR");
  command->add_option("-o,--output", self->output, "The rule, as TOML; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--name", self->name, "Name of the rule (default: the host)")->type_name("NAME");
  command->add_option("--url", self->reading.url, "Address of the page, when it is read from a file")->type_name("URL");
  add_charset(program, *command, self->reading.charset);
  add_fetching(*command, self->reading.fetching);
  command->footer(
      R"help(For each text the path is looked for that leans on what pages of a site share: what markup declares, ids and
classes that no program has counted up, elements of which there is one; places among siblings come last. Of paths
that are as good, the one is taken that holds on the most further pages; where it does not, standard error says so.

Examples:
  pith rules make page.html --url https://example.org/news/1 --text title="Ferry runs again" \
    --text time="3 May 2024" --text body="$(cat body.txt)" --try other/ -o example.org.toml

Exit status: 0 done, 1 done, but not all paths hold on all pages, 2 bad use or bad input.)help");
}

void add_apply(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Apply>();
  CLI::App* command =
      add_command(program, group, "apply", "Rows of pages, as rules say", [self] { return self->run(); });
  command->add_option("RULES", self->rules, "A rule (TOML, docs/rules.md), a stylesheet (.xsl), or a folder of rules")
      ->type_name("FILE|DIR")
      ->required();
  command->add_option("INPUT", self->inputs, "HTML files, URLs, - for standard input; JSONL or WARC files, directories")
      ->type_name("FILE|URL|DIR|-")
      ->required();
  add_choice(program, *command, "--format", self->format,
             "What is written (default: by the name of the output, else jsonl)", {"jsonl", "csv", "sqlite"})
      ->type_name("jsonl|csv|sqlite");
  command->add_option("-o,--output", self->output, "File; .gz and .zst compress it; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--url", self->reading.url, "Address of the page, when it is read from a file")->type_name("URL");
  add_charset(program, *command, self->reading.charset);
  add_fetching(*command, self->reading.fetching);
  command->footer(
      R"(The rule of a page is the first whose patterns fit its address; where there is one rule alone, a page
without an address is its page. A row without a required field is left out, which is said on standard error.
In SQLite each rule has a table, whose key, if the rule has one, tells rows apart: the later one stays.

Examples:
  pith rules apply example.org.toml page.html
  pith rules apply rules/ pages.jsonl.zst -o rows.jsonl
  pith rules apply shop.toml crawl.warc.gz -o goods.sqlite
  pith rules apply list.xsl https://example.org/news --format csv

Exit status: 0 done, 1 no rows, 2 bad use or bad input.)");
}

void add_test(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Test>();
  CLI::App* command = add_command(program, group, "test", "Hold rules against saved pages with the rows they must give",
                                  [self] { return self->run(); });
  command->add_option("RULES", self->rules, "A rule with [[test]] (docs/rules.md), or a folder of rules")
      ->type_name("FILE|DIR")
      ->required();
  command->footer(R"(Writes what is not as wanted, field by field. What a test does not name is not looked at.

Examples:
  pith rules test example.org.toml
  pith rules test rules/

Exit status: 0 all as wanted, 1 some are not, 2 bad use or bad input.)");
}

}  // namespace

void add_rules(Program& program) {
  CLI::App& group = add_group(program, "rules", "Rules for the pages of a site: put to use, tested, made");
  add_apply(program, group);
  add_test(program, group);
  add_make(program, group);
}

}  // namespace pith::cli
