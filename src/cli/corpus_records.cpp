// pith corpus find, show, export: records out of a store.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "batch/result_line.hpp"
#include "cli/corpus.hpp"
#include "cli/selecting.hpp"
#include "cli/terminal.hpp"
#include "corpus/line_differences.hpp"
#include "render/formats.hpp"
#include "text/json_writer.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

namespace pith::cli {
namespace {

constexpr std::uint64_t kMostShown = 20;

struct Find {
  std::string store;
  std::vector<std::string> words;
  corpus::StoreFilter filter;
  std::uint64_t limit = kMostShown;
  bool limited = false, newest = false, json = false;

  [[nodiscard]] int run() const;
};

struct Show {
  std::string store, address;
  std::string format = "markdown";
  RenderOptions rendering;
  std::uint32_t revision = 0;
  std::string compared;  // "1,3"; "last"
  bool revisions = false, page = false, json = false;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] int list(const std::vector<corpus::StoredRecord>& records) const;
  [[nodiscard]] int compare(const std::vector<corpus::StoredRecord>& records) const;
};

struct Export {
  std::string store, query;
  corpus::StoreFilter filter;
  std::string format = "text";
  RenderOptions rendering = batch::text_of_records();
  MemberOptions members;

  [[nodiscard]] int run() const;
};

int failed(const std::string& store, const Error& error) {
  complain(store, error.message);
  return kBad;
}

/// The date of the page, else when it was fetched or added, as days.
std::string day_of(const corpus::StoredRecord& record) {
  const std::string& date = record.article.date;
  return (!date.empty() ? date : corpus::time_of(record.fetched != 0 ? record.fetched : record.added)).substr(0, 10);
}

/// Where the query stands: in the text, else in comments; else the beginning of the text.
corpus::Snippet snippet_of(const Article& article, const std::vector<corpus::SearchPhrase>& phrases) {
  corpus::Snippet of_text = corpus::snippet_of(text_of(article), phrases);
  if (!of_text.marks.empty()) return of_text;
  for (const Body& comment : article.comments)
    if (corpus::Snippet snippet = corpus::snippet_of(comment.text, phrases); !snippet.marks.empty()) return snippet;
  return of_text;
}

std::string marked(const corpus::Snippet& snippet, std::string_view begin, std::string_view end) {
  std::string out;
  std::size_t copied = 0;
  for (const corpus::Snippet::Mark& mark : snippet.marks) {
    out += harmless(std::string_view(snippet.text).substr(copied, mark.begin - copied));
    out.append(begin).append(harmless(std::string_view(snippet.text).substr(mark.begin, mark.end - mark.begin)));
    out += end;
    copied = mark.end;
  }
  return out += harmless(std::string_view(snippet.text).substr(copied));
}

std::string hit_as_json(const corpus::StoredRecord& record, double rank, const corpus::Snippet& snippet) {
  const Article& article = record.article;
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("id", record.id);
  json.member("url", article.url);
  json.member("address", record.address);
  json.member("title", article.title);
  json.member("author", article.author);
  json.member("date", article.date);
  json.member("source", article.source);
  json.member("language", article.language);
  json.member("page_type", article.page_type);
  if (record.fetched != 0) json.member("fetched", corpus::time_of(record.fetched));
  json.member("revision", record.revision);
  if (!record.copy_of.empty()) json.member(record.is_near ? "near_duplicate_of" : "duplicate_of", record.copy_of);
  json.member("rank", rank);
  json.member("snippet", snippet.text);
  json.key("hits");  // as they stand in it
  json.begin_array();
  for (const corpus::Snippet::Mark& mark : snippet.marks)
    json.string(std::string_view(snippet.text).substr(mark.begin, mark.end - mark.begin));
  json.end_array();
  json.end_object();
  return out += '\n';
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all.append(all.empty() ? "" : " ").append(word);
  return all;
}

int Find::run() const {
  const Result<corpus::SearchQuery> query = corpus::parse_query(joined(words));
  if (!query) {
    complain({}, query.error().message);
    return kBad;
  }
  std::optional<corpus::Store> opened = open_store(store);
  if (!opened) return kBad;
  // One more is asked for, to know whether there is.
  const std::uint64_t most = limited ? limit : json ? 0 : kMostShown;
  const bool colour = wants_colour(STDOUT_FILENO);
  const std::string_view begin = colour ? "\033[1;31m" : "[", end = colour ? "\033[0m" : "]";
  std::uint64_t shown = 0;
  bool more = false;
  Lines lines;
  const Error error = opened->find(
      *query, filter, most == 0 ? 0 : most + 1, newest, [&](const corpus::StoredRecord& record, double rank) {
        more = most != 0 && shown == most;
        if (more) return false;
        ++shown;
        const corpus::Snippet snippet = snippet_of(record.article, query->phrases);
        if (json) return lines.write(hit_as_json(record, rank, snippet));
        const std::string& title = record.article.title;
        std::string entry =
            fmt::format("{}{}\n  {}  {}\n  {}\n", shown > 1 ? "\n" : "", title.empty() ? "(no title)" : harmless(title),
                        day_of(record), harmless(record.address), marked(snippet, begin, end));
        if (!record.copy_of.empty())
          entry +=
              fmt::format("  {} {}\n", record.is_near ? "nearly the text of" : "the text of", harmless(record.copy_of));
        return lines.write(entry);
      });
  const int status = lines.end(shown > 0 ? kDone : kNothing);
  if (error) return failed(store, error);
  if (more && !limited) complain({}, fmt::format("there are more; --limit N shows N of them, --limit 0 all"));
  return status;
}

// --- show ---

int Show::list(const std::vector<corpus::StoredRecord>& records) const {
  Lines lines;
  for (const corpus::StoredRecord& record : records) {
    const std::string text = text_of(record.article);
    std::string line;
    if (json) {
      text::JsonWriter writer(line);
      writer.begin_object();
      writer.member("address", record.address);
      writer.member("revision", record.revision);
      writer.member("latest", record.is_latest);
      if (record.fetched != 0) writer.member("fetched", corpus::time_of(record.fetched));
      if (record.seen != 0) writer.member("seen", corpus::time_of(record.seen));
      writer.member("added", corpus::time_of(record.added));
      writer.member("title", record.article.title);
      writer.member("date", record.article.date);
      writer.member("characters", text::characters_in(text));
      writer.member("fingerprint", corpus::to_hex(record.fingerprint.exact));
      writer.end_object();
      line += '\n';
    } else {
      const std::int64_t from = record.fetched != 0 ? record.fetched : record.added;
      line = fmt::format("{:>4}{}  {}  {}  {:>9} characters  {}\n", record.revision, record.is_latest ? "*" : " ",
                         corpus::time_of(from), record.seen != 0 ? corpus::time_of(record.seen) : std::string(20, ' '),
                         grouped(text::characters_in(text)), harmless(record.article.title));
    }
    if (!lines.write(line)) break;
  }
  return lines.end(kDone);
}

int Show::compare(const std::vector<corpus::StoredRecord>& records) const {
  std::array<std::uint32_t, 2> numbers{};
  if (compared == "last") {
    if (records.size() < 2) {
      complain(address, "has one revision only");
      return kNothing;
    }
    numbers = {records[records.size() - 2].revision, records.back().revision};
  } else {
    const std::size_t comma = compared.find(',');
    numbers[0] = text::parse_number<std::uint32_t>(std::string_view(compared).substr(0, comma)).value_or(0);
    if (comma != std::string::npos)
      numbers[1] = text::parse_number<std::uint32_t>(std::string_view(compared).substr(comma + 1)).value_or(0);
  }
  std::array<std::string, 2> texts;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto found = std::find_if(records.begin(), records.end(),
                                    [&](const corpus::StoredRecord& record) { return record.revision == numbers[i]; });
    if (found == records.end()) {
      complain(address, fmt::format("--diff {}: wanted are two of its revisions, 1 to {}, such as 1,2", compared,
                                    records.back().revision));
      return kBad;
    }
    texts[i] = found->article.title + "\n" + text_of(found->article);
  }
  Lines lines;
  constexpr std::string_view kSigns = " -+";
  for (const corpus::ComparedLine& line : corpus::line_differences(texts[0], texts[1])) {
    const char sign = kSigns[static_cast<std::size_t>(line.kind)];
    if (!lines.write(sign + (" " + harmless(line.text)) + '\n')) break;
  }
  return lines.end(kDone);
}

int Show::run() const {
  std::optional<corpus::Store> opened = open_store(store);
  if (!opened) return kBad;
  const Result<std::vector<corpus::StoredRecord>> read = opened->revisions(address);
  if (!read) return failed(store, read.error());
  const std::vector<corpus::StoredRecord>& records = *read;
  if (records.empty()) {
    complain(address, "is not in the store");
    return kNothing;
  }
  if (revisions) return list(records);
  if (!compared.empty()) return compare(records);
  const auto found = std::find_if(records.begin(), records.end(), [&](const corpus::StoredRecord& record) {
    return revision == 0 ? record.is_latest : record.revision == revision;
  });
  if (found == records.end()) {
    complain(address, fmt::format("has no revision {}", revision));
    return kNothing;
  }
  if (page) {
    const Result<std::string> bytes = opened->page(found->record);
    if (!bytes) return failed(store, bytes.error());
    if (bytes->empty()) {
      complain(address, "its page was not kept (--keep-pages when it is added)");
      return kNothing;
    }
    return print(*bytes) ? kDone : kBad;
  }
  Format asked = Format::markdown;
  parse_format(format, asked);
  std::string out = render(found->article, asked, rendering);
  if (!out.ends_with('\n')) out += '\n';
  return print(out) ? kDone : kBad;
}

// --- export ---

int Export::run() const {
  batch::RecordStyle style;
  style.rendering = rendering;
  parse_format(format, style.format);
  const bool is_row = rendering::info_of(style.format).append_header != nullptr;
  Result<rendering::MemberChoice> choice =
      members.choice(style.format, true, is_row ? std::vector<std::string>() : batch::revision_members());
  if (!choice) {
    complain({}, choice.error().message);
    return kBad;
  }
  style.members = *std::move(choice);
  std::optional<corpus::SearchQuery> parsed;
  if (!query.empty()) {
    Result<corpus::SearchQuery> read = corpus::parse_query(query);
    if (!read) {
      complain({}, read.error().message);
      return kBad;
    }
    parsed = *std::move(read);
  }
  std::optional<corpus::Store> opened = open_store(store);
  if (!opened) return kBad;
  Lines lines;
  std::string line;
  if (is_row) {
    rendering::info_of(style.format).append_header(true, line, style.members);
    lines.write(line);
  }
  const auto write = [&](const corpus::StoredRecord& record) {
    line.clear();
    batch::append_result(record.id, record.article, style, line);
    if (!is_row) {
      batch::add_revision(record, style.members, line);
      std::optional<corpus::SeenTexts::Match> match;
      if (!record.copy_of.empty()) match = {record.copy_of, !record.is_near};
      batch::add_duplicate(record.fingerprint, match, style.members, line);
      if (members.fields.empty()) batch::add_members(record.members, line);
    }
    return lines.write(line);
  };
  const Error error =
      parsed ? opened->find(*parsed, filter, 0, false,
                            [&](const corpus::StoredRecord& record, double /*rank*/) { return write(record); })
             : opened->each(filter, write);
  const int status = lines.end(kDone);
  return error ? failed(store, error) : status;
}

}  // namespace

void add_corpus_find(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Find>();
  CLI::App* command =
      add_command(program, group, "find", "Search the texts of a store", [self] { return self->run(); });
  command->add_option("QUERY", self->words, "What to look for")->required()->type_name("QUERY");
  add_store(*command, self->store);
  CLI::Option* limit =
      command->add_option("--limit", self->limit, "At most so many; 0: all (default: 20, with --json all)");
  limit->type_name("N")->each([self](const std::string&) { self->limited = true; });
  command->add_flag("--newest", self->newest, "The newest first, not the best");
  add_filter(*command, self->filter);
  command->add_flag("--json", self->json, "One JSON object a line, with the piece of text that was found");
  command->footer(
      R"(Words must all be there: in the title (which counts most), the text or the comments. "In quotation marks" they
stand one behind the other; OR, NOT, AND and parentheses work as usual, word* finds all that begins so, title:word,
text:word and comments:word look there alone. Case makes no difference. Chinese, Japanese and Korean text is found as
it stands, whatever is around it: 大学 is found in 北京大学生.

Examples:
  pith corpus find --store news.pith 北京大学
  pith corpus find --store news.pith 地铁 NOT 广告 --site example.cn --since 2024-05 --newest
  pith corpus find --store news.pith '"climate change" (flood* OR storm*)' --language en
  pith corpus find --store news.pith title:地震 --json | jq -r .url

Exit status: 0 found, 1 nothing found, 2 bad use or a bad store.)");
}

void add_corpus_show(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Show>();
  CLI::App* command = add_command(program, group, "show", "Print a record of a store, or what became of it",
                                  [self] { return self->run(); });
  command->add_option("URL", self->address, "Its URL, or its address as `find` shows it")->required()->type_name("URL");
  add_store(*command, self->store);
  command->add_flag("--revisions", self->revisions, "List its revisions: when each was first fetched, and seen last");
  command->add_option("--revision", self->revision, "This one, not the newest")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  command->add_option("--diff", self->compared, "The lines that differ between two revisions (last: the last two)")
      ->type_name("A,B|last");
  command->add_flag("--page", self->page, "The page as it was fetched, where it was kept");
  command->add_flag("--json", self->json, "Of --revisions: one JSON object a line");
  add_rendering(program, *command, self->format, "How it is written (docs/formats.md)", self->rendering);
  command->footer(R"(Examples:
  pith corpus show --store news.pith https://example.org/news/1
  pith corpus show --store news.pith https://example.org/news/1 --format json
  pith corpus show --store news.pith https://example.org/news/1 --revisions
  pith corpus show --store news.pith https://example.org/news/1 --diff last

Exit status: 0 done, 1 it is not there, 2 bad use or a bad store.)");
}

void add_corpus_export(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Export>();
  CLI::App* command = add_command(program, group, "export", "Print the records of a store as JSONL or CSV",
                                  [self] { return self->run(); });
  add_store(*command, self->store);
  command->add_option("--query", self->query, "Those that it finds, as `pith corpus find` does, the best first")
      ->type_name("QUERY");
  add_filter(*command, self->filter);
  add_rendering(program, *command, self->format,
                "Of the member `text`; json is the same as text, csv writes rows instead of objects", self->rendering);
  add_members(*command, self->members);
  command->footer(
      R"(One JSON object a line, in the order in which they were added: the members that `pith batch` writes, then address,
revision, fetched, seen, fingerprint, similarity, duplicate_of and near_duplicate_of (docs/formats.md). `pith corpus add`
takes them again.

Examples:
  pith corpus export --store news.pith | zstd > news.jsonl.zst
  pith corpus export --store news.pith --format csv --fields url,title,date,text > news.csv
  pith corpus export --store news.pith --site example.org --since 2024-05 --format markdown
  pith corpus export --store news.pith --query 地震 --first-copies --no-bodies)");
}

}  // namespace pith::cli
