#include "serve/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "corpus/output_file.hpp"
#include "html/parser.hpp"
#include "rules/apply.hpp"
#include "rules/article_rules.hpp"
#include "rules/make.hpp"
#include "rules/rows.hpp"
#include "rules/rule_file.hpp"
#include "rules/rule_test.hpp"
#include "serve/arguments.hpp"
#include "serve/extraction.hpp"
#include "serve/scratch.hpp"
#include "text/ascii.hpp"
#include "text/decode.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

namespace fs = std::filesystem;
using corpus::JsonObject;
using corpus::JsonValue;

constexpr int kForbidden = 403, kUnprocessable = 422, kBroken = 500, kBusy = 503;
constexpr std::size_t kMostRule = 64u << 10;  // bytes of a rule that a request brings
constexpr std::size_t kMostNodes = 100'000;   // of a page: what comes behind is not looked at
constexpr std::size_t kMostPages = 20;        // that a rule is made of
constexpr std::size_t kMostWanted = 40;       // texts on all of them
constexpr std::size_t kLongestName = 64;      // of a file
constexpr std::string_view kAnswerOver = "The time for this request is over, or nobody waits for it any more.";

/// A text, empty where there is none; an error where it is something else.
Error read_text(const JsonObject& object, std::string_view name, std::string_view& text) {
  const std::optional<JsonValue> value = corpus::member(object, name);
  if (!value || value->get(text) == simdjson::SUCCESS) return {};
  return {ErrorCode::bad_option, "`" + std::string(name) + "` is no text"};
}

/// A page of a request or of a set, as a tree. Not moved.
class ParsedPage {
 public:
  ParsedPage() = default;
  ParsedPage(const ParsedPage&) = delete;
  ParsedPage& operator=(const ParsedPage&) = delete;

  /// `set` and `record`, else as GivenPage. False: the arguments have the problem.
  bool read(Arguments& arguments, const Request& request, Engine& engine, Scratch& scratch, const PageSets& sets) {
    if (!arguments.has("set")) {
      GivenPage given;
      if (!given.read(arguments, request, engine, scratch)) return false;
      parse(given.record(), engine);
      return true;
    }
    PageOfSet own;
    if (!own.read(arguments, sets, scratch)) return false;
    parse(own.record(), engine);
    return true;
  }
  /// An object of the array `pages`.
  bool read(const JsonObject& object, std::uint64_t position, Arguments& arguments, const Request& request,
            Engine& engine, Scratch& scratch, const PageSets& sets) {
    std::string_view set;
    if (const Error error = read_text(object, "set", set))
      return !fails(arguments, Fault{kUnprocessable, error.message + "."});
    if (!corpus::member(object, "set")) {
      GivenPage given;
      if (const std::optional<Fault> fault = given.read(object, position, request, engine, scratch))
        return !fails(arguments, fault);
      parse(given.record(), engine);
      return true;
    }
    std::int64_t record = 0;
    if (object["record"].get(record) != simdjson::SUCCESS) record = -1;
    PageOfSet own;
    if (const std::optional<Fault> fault = own.read(sets, set, record, scratch)) return !fails(arguments, fault);
    parse(own.record(), engine);
    return true;
  }

  [[nodiscard]] const html::Document& document() const noexcept { return document_; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const std::string& url() const noexcept { return url_; }

 private:
  static bool fails(Arguments& arguments, const std::optional<Fault>& fault) {
    if (fault) arguments.fail(fault->status, fault->detail);
    return fault.has_value();
  }

  void parse(const corpus::PageRecord& page, Engine& engine) {
    id_ = page.id;
    url_ = page.url;
    Limits limits = engine.options().extraction.limits;
    limits.nodes = std::min<decltype(limits.nodes)>(limits.nodes, kMostNodes);
    const text::Text text = text::decode(page.html, {.charset = page.charset, .limits = limits}, decoded_);
    if (text.utf8.data() != decoded_.data()) decoded_ = text.utf8;  // the record goes, the page stays
    document_ = html::parse(decoded_, {.limits = limits});
  }

  std::string id_, url_, decoded_;
  html::Document document_;
};

/// The rule that a request brings or names, or that is for its page.
class GivenRule {
 public:
  /// False: the arguments have the problem.
  bool read(Arguments& arguments, Engine& engine) {
    const std::string_view text = arguments.text("rule"), name = arguments.text("name");
    known_ = engine.site_rules();
    if (!text.empty() && !name.empty()) {
      arguments.fail(kUnprocessable, "`rule` and `name` are two rules: give one.");
    } else if (text.size() > kMostRule) {
      arguments.fail(kUnprocessable, "`rule` has more than " + std::to_string(kMostRule) + " bytes.");
    } else if (!text.empty()) {
      const bool is_sheet = text::trim_ascii(text).starts_with('<');
      Result<rules::Rule> read = is_sheet ? rules::read_stylesheet_rule(text, "rule")
                                          : rules::read_rule(text, "rule", rules::SheetFiles::refused);
      if (read)
        own_ = *std::move(read);
      else
        arguments.fail(kUnprocessable, read.error().message + ".");
    } else if (!name.empty()) {
      named_ = find(name);
      if (named_ == nullptr) arguments.fail(kUnprocessable, "`name` is no rule of this service: /v1/rules lists them.");
    }
    return !arguments.problem();
  }

  /// nullptr: none is for the page.
  [[nodiscard]] const rules::Rule* of(const ParsedPage& page) const {
    if (own_) return &*own_;
    if (named_ != nullptr) return named_;
    return known_ != nullptr ? known_->set().find(page.url()) : nullptr;
  }

 private:
  [[nodiscard]] const rules::Rule* find(std::string_view name) const {
    if (known_ == nullptr) return nullptr;
    for (const rules::Rule& rule : known_->set().rules())
      if (rule.name == name) return &rule;
    return nullptr;
  }

  std::optional<rules::Rule> own_;
  const rules::Rule* named_ = nullptr;
  std::shared_ptr<const rules::ArticleRules> known_;
};

// --- JSON -----------------------------------------------------------------------------------------------

void write_texts(text::JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name);
  json.begin_array();
  for (const std::string& text : texts) json.string(text);
  json.end_array();
}

/// Ranges of nodes: [first, behind the last] of each element, as blocks of /v1/view are numbered.
void write_nodes(text::JsonWriter& json, const html::Document& document, const std::vector<html::NodeId>& nodes) {
  json.key("nodes");
  json.begin_array();
  for (const html::NodeId node : nodes) {
    json.begin_array();
    json.number(node);
    json.number(document[node].end);
    json.end_array();
  }
  json.end_array();
}

/// As `pith rules apply` writes them.
void write_rows(text::JsonWriter& json, const ParsedPage& page, const rules::Rule& rule, std::vector<rules::Row> rows) {
  json.key("rows");
  json.begin_array();
  std::string line;
  for (rules::Row& row : rows) {
    line.clear();
    rules::append_json({page.id(), page.url(), std::move(row)}, rule, line);
    line.pop_back();
    json.raw(line);
  }
  json.end_array();
}

void write_paths(text::JsonWriter& json, const rules::FieldRule& field) {
  json.member("path", field.paths.empty() ? std::string_view() : std::string_view(field.paths.front().text));
  json.key("paths");
  json.begin_array();
  for (const rules::Path& path : field.paths) json.string(path.text);
  json.end_array();
  json.member("attribute", field.attribute);
  json.member("type", rules::kFieldTypes[static_cast<std::size_t>(field.type)]);
  json.member("take", rules::kTakes[static_cast<std::size_t>(field.take)]);
  json.member("required", field.required);
}

// --- What is asked ----------------------------------------------------------------------------------------

Response list(Engine& engine, const std::string& folder) {
  const std::shared_ptr<const rules::ArticleRules> known = engine.site_rules();
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("writable", !folder.empty());
  json.key("rules");
  json.begin_array();
  for (std::size_t i = 0; known != nullptr && i < known->set().rules().size(); ++i) {
    const rules::Rule& rule = known->set().rules()[i];
    json.begin_object();
    json.member("name", rule.name);
    json.member("file", fs::path(rule.file).filename().string());
    std::vector<std::string> urls;
    urls.reserve(rule.urls.size());
    for (const rules::UrlPattern& pattern : rule.urls) urls.push_back(pattern.text());
    write_texts(json, "urls", urls);
    json.key("fields");
    json.begin_array();
    for (const rules::FieldRule& field : rule.fields) {
      json.begin_object();
      json.member("name", field.name);
      write_paths(json, field);
      json.end_object();
    }
    json.end_array();
    json.member("tests", rule.tests.size());
    json.member("rule", rule.stylesheet_file.empty() ? rule.source : rules::to_toml(rule));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json_response(out + '\n');
}

Response no_rule() { return problem(kUnprocessable, "No rule is for this page: send one as `rule`, or its `name`."); }

Response apply(const Request& request, Engine& engine, const PageSets& sets) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  GivenRule given;
  ParsedPage page;
  if (!given.read(arguments, engine) || !page.read(arguments, request, engine, *scratch, sets))
    return *arguments.problem();
  const rules::Rule* const rule = given.of(page);
  if (rule == nullptr) return no_rule();
  rules::Applied applied = rules::apply(*rule, page.document(), page.url());
  ++engine.metrics().pages;
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("rule", rule->name);
  json.key("fields");
  json.begin_array();
  for (std::size_t i = 0; i < rule->fields.size(); ++i) {
    const rules::FieldRule& field = rule->fields[i];
    const auto has_value = [i](const rules::Row& row) { return i < row.size() && !row[i].texts.empty(); };
    const auto filled = std::count_if(applied.rows.begin(), applied.rows.end(), has_value);
    json.begin_object();
    json.member("name", field.name);
    write_paths(json, field);
    json.member("rows", filled);
    json.member("problem", filled > 0 || !applied.places[i].empty() ? "" : "nothing found");
    write_nodes(json, page.document(), applied.places[i]);
    json.end_object();
  }
  json.end_array();
  write_texts(json, "problems", applied.problems);
  json.key("row_nodes");
  json.begin_object();
  write_nodes(json, page.document(), applied.row_nodes);
  json.end_object();
  write_rows(json, page, *rule, std::move(applied.rows));
  json.end_object();
  return json_response(out + '\n');
}

/// A value of a row that a test wants: a text, a number, or a list of them.
bool read_texts(const JsonValue& value, rules::Value& wanted) {
  const auto add = [&wanted](const JsonValue& one) {
    std::string_view text;
    if (one.get(text) == simdjson::SUCCESS)
      wanted.texts.emplace_back(text);
    else if (one.is_number())
      wanted.texts.push_back(simdjson::minify(one));
    else
      return false;
    return true;
  };
  simdjson::dom::array array;
  wanted.is_list = value.get(array) == simdjson::SUCCESS;
  if (!wanted.is_list) return value.is_null() || add(value);
  return std::all_of(array.begin(), array.end(), add);
}

std::vector<rules::Row> read_rows(Arguments& arguments, const rules::Rule& rule) {
  std::vector<rules::Row> rows;
  const auto wrong = [&arguments](const std::string& what) { arguments.fail(kUnprocessable, "`rows` " + what + "."); };
  simdjson::dom::array array;
  if (arguments.object() == nullptr || (*arguments.object())["rows"].get(array) != simdjson::SUCCESS) {
    wrong("is needed: the rows that the page must give, a list of objects, in JSON");
    return rows;
  }
  for (const JsonValue entry : array) {
    JsonObject object;
    if (entry.get(object) != simdjson::SUCCESS) {
      wrong("has an entry that is no object");
      return rows;
    }
    rules::Row& row = rows.emplace_back();
    for (const auto& [key, value] : object) {
      if (std::find(rules::kPageColumns.begin(), rules::kPageColumns.end(), key) != rules::kPageColumns.end() ||
          key == "rule")
        continue;  // of rows as `apply` gives them
      rules::Value& wanted = row.emplace_back();
      wanted.name = key;
      const auto field = std::find_if(rule.fields.begin(), rule.fields.end(),
                                      [&](const rules::FieldRule& one) { return one.name == wanted.name; });
      if (field != rule.fields.end()) wanted.type = field->type;
      if (field == rule.fields.end() && !rule.fields.empty()) wrong("has `" + wanted.name + "`, which is no field");
      if (!read_texts(value, wanted))
        wrong("has a value that is neither a text nor a number nor a list of them, that of `" + wanted.name + "`");
    }
  }
  return rows;
}

Response test(const Request& request, Engine& engine, const PageSets& sets) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  GivenRule given;
  ParsedPage page;
  arguments.know({"rows"});
  if (!given.read(arguments, engine) || !page.read(arguments, request, engine, *scratch, sets))
    return *arguments.problem();
  const rules::Rule* const rule = given.of(page);
  if (rule == nullptr) return no_rule();
  const std::vector<rules::Row> wanted = read_rows(arguments, *rule);
  if (arguments.problem()) return *arguments.problem();
  rules::Applied applied = rules::apply(*rule, page.document(), page.url());
  const std::string differences = rules::differences(applied, wanted);
  ++engine.metrics().pages;
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("rule", rule->name);
  json.member("passed", differences.empty());
  json.member("differences", differences);
  write_rows(json, page, *rule, std::move(applied.rows));
  json.end_object();
  return json_response(out + '\n');
}

// --- Making -----------------------------------------------------------------------------------------------

/// What is wanted of one page.
struct Wanted {
  std::vector<rules::WantedText> texts;
  std::vector<rules::FieldRule> fields;  ///< whose paths were chosen

  [[nodiscard]] std::size_t size() const noexcept { return texts.size() + fields.size(); }
};

/// "//", "/html", "./a", "(//a)[1]": what begins so is no selector.
bool is_xpath(std::string_view path) noexcept {
  return path.starts_with('/') || path.starts_with('(') || path.starts_with("./") || path.starts_with("../");
}

Error read_path(const JsonObject& object, std::string_view path, rules::FieldRule& field) {
  const auto keep = [&](auto parsed) -> Error {
    if (!parsed) return within("`" + std::string(path) + "`", parsed.error());
    field.paths.push_back({std::string(path), *std::move(parsed)});
    return {};
  };
  if (Error error = is_xpath(path) ? keep(rules::XPath::parse(path)) : keep(rules::Selectors::parse(path)))
    return error;
  const auto choose = [&object](std::string_view name, const auto& words, auto& value) -> Error {
    std::string_view given;
    if (Error error = read_text(object, name, given); error || given.empty()) return error;
    const auto found = std::find(words.begin(), words.end(), given);
    if (found == words.end())
      return {ErrorCode::bad_option, "`" + std::string(name) + "` is `" + std::string(given) + "`: possible are " +
                                         std::string(words.front()) + " to " + std::string(words.back())};
    value = static_cast<std::remove_reference_t<decltype(value)>>(found - words.begin());
    return {};
  };
  if (field.name == "time" || field.name == "date") field.type = rules::FieldType::date;
  if (Error error = choose("type", rules::kFieldTypes, field.type)) return error;
  if (Error error = choose("take", rules::kTakes, field.take)) return error;
  std::string_view attribute;
  Error error = read_text(object, "attribute", attribute);
  field.attribute = text::ascii_lowered(attribute);
  return error;
}

/// {"title": "Ferry runs again", "body": {"node": 120}, "time": {"path": "time", "type": "date"}}.
Error read_wanted(const JsonObject& object, Wanted& wanted) {
  for (const auto& [key, value] : object) {
    const std::string name(key);
    std::string_view text;
    JsonObject more;
    if (value.get(text) == simdjson::SUCCESS) {
      wanted.texts.push_back({name, std::string(text)});
      continue;
    }
    if (value.get(more) != simdjson::SUCCESS)
      return {ErrorCode::bad_option, "`" + name + "` of `wanted` is neither a text nor an object"};
    constexpr std::array<std::string_view, 6> kKnown = {"text", "node", "path", "type", "take", "attribute"};
    for (const auto& [inner, unused] : more)
      if (std::find(kKnown.begin(), kKnown.end(), inner) == kKnown.end())
        return {ErrorCode::bad_option, "`" + std::string(inner) + "` of `" + name +
                                           "` is unknown: possible are text, node, path, type, take, attribute"};
    if (Error error = read_text(more, "path", text)) return error;
    if (!text.empty()) {
      rules::FieldRule field;
      field.name = name;
      if (Error error = read_path(more, text, field)) return error;
      wanted.fields.push_back(std::move(field));
      continue;
    }
    rules::WantedText one{.field = name, .text = {}, .node = html::kNoNode};
    if (Error error = read_text(more, "text", text)) return error;
    one.text = text;
    if (const std::optional<JsonValue> node = corpus::member(more, "node")) {
      std::uint64_t number = html::kNoNode;
      if (node->get(number) != simdjson::SUCCESS || number >= html::kNoNode)
        return {ErrorCode::bad_option, "`node` of `" + name + "` is no number of a node"};
      one.node = static_cast<html::NodeId>(number);
    }
    wanted.texts.push_back(std::move(one));
  }
  return {};
}

/// A request to make a rule: its pages, and what is wanted of each.
struct Making {
  std::deque<ParsedPage> pages;  // not moved
  std::vector<Wanted> wanted;

  /// False: the arguments have the problem.
  bool read(Arguments& arguments, const Request& request, Engine& engine, Scratch& scratch, const PageSets& sets);
};

bool Making::read(Arguments& arguments, const Request& request, Engine& engine, Scratch& scratch,
                  const PageSets& sets) {
  const auto fail = [&arguments](const std::string& detail) {
    arguments.fail(kUnprocessable, detail + ".");
    return false;
  };
  simdjson::dom::array array;
  if (arguments.object() == nullptr || (*arguments.object())["pages"].get(array) != simdjson::SUCCESS ||
      array.size() == 0 || array.size() > kMostPages)
    return fail("`pages` is needed, a list of up to " + std::to_string(kMostPages) + " pages, in JSON");
  std::size_t texts = 0;
  for (const JsonValue entry : array) {
    JsonObject object, asked;
    if (entry.get(object) != simdjson::SUCCESS) return fail("`pages` has an entry that is no object");
    if (request.is_over()) return fail(std::string(kAnswerOver));
    if (!pages.emplace_back().read(object, pages.size(), arguments, request, engine, scratch, sets)) return false;
    Wanted& of_page = wanted.emplace_back();
    const bool is_first = pages.size() == 1;
    // Beside the pages it is of the first.
    std::optional<JsonValue> given = corpus::member(object, "wanted");
    if (!given && is_first) given = corpus::member(*arguments.object(), "wanted");
    if (!given) continue;
    if (given->get(asked) != simdjson::SUCCESS) return fail("`wanted` is no object of fields and texts");
    if (const Error error = read_wanted(asked, of_page)) return fail(error.message);
    if (!is_first && !of_page.fields.empty()) return fail("a `path` is said of the first page");
    texts += of_page.size();
  }
  if (wanted.front().size() == 0) return fail("`wanted` is needed: fields and their texts on the first page");
  if (texts > kMostWanted) return fail("`wanted` has more than " + std::to_string(kMostWanted) + " texts");
  return true;
}

void write_way(text::JsonWriter& json, const rules::Candidate& way) {
  write_paths(json, way.field);
  json.member("value", way.value);
}

/// What a field says on each page, and why that is not right.
void write_found(text::JsonWriter& json, const Making& making, const rules::FieldRule& field,
                 const std::vector<std::string>& reasons) {
  rules::Rule alone;
  alone.fields.push_back(field);
  alone.fields.back().required = false;
  json.key("found");
  json.begin_array();
  for (std::size_t i = 0; i < making.pages.size(); ++i) {
    const ParsedPage& page = making.pages[i];
    const rules::Applied applied = rules::apply(alone, page.document(), page.url());
    const std::vector<std::string> none;
    const std::vector<std::string>& texts = applied.rows.empty() ? none : applied.rows[0][0].texts;
    json.begin_object();
    json.member("page", page.id());
    json.member("value", texts.empty() ? std::string_view() : std::string_view(texts.front()));
    json.member("problem", reasons[i].empty() && texts.empty() ? "nothing found" : reasons[i]);
    write_nodes(json, page.document(), applied.places[0]);
    json.end_object();
  }
  json.end_array();
}

/// `order`: which page each further one of the maker is.
Response answer(const Making& making, const rules::RuleMaker& maker, const std::vector<std::size_t>& order,
                std::string_view name) {
  const std::vector<rules::Candidate> chosen = maker.chosen();
  rules::Rule rule = maker.rule(chosen);
  if (!name.empty()) rule.name = name;
  if (rule.name.empty()) rule.name = "rule";
  const std::string toml = rules::to_toml(rule);
  // Names of fields are the client's: what is no rule is not given out as one.
  if (const Result<rules::Rule> again = rules::read_rule(toml, "rule", rules::SheetFiles::refused); !again)
    return problem(kUnprocessable, again.error().message + ".");
  const std::vector<rules::Failure> failures = maker.failures(chosen);
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("rule", toml);
  json.key("fields");
  json.begin_array();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const rules::FieldRule& field = rule.fields[i];
    std::vector<std::string> reasons(making.pages.size());
    for (const rules::Failure& failure : failures)
      if (failure.field == field.name) reasons[order[failure.place]] = failure.reason;
    json.begin_object();
    json.member("name", field.name);
    write_paths(json, field);
    json.member("likeness", chosen[i].likeness);
    json.key("alternatives");
    json.begin_array();
    for (const rules::Candidate& way : maker.ways(i)) {
      if (way.field.paths.front().text == field.paths.front().text && way.field.take == field.take) continue;
      json.begin_object();
      write_way(json, way);
      json.end_object();
    }
    json.end_array();
    write_found(json, making, field, reasons);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json_response(out + '\n');
}

Response make(const Request& request, Engine& engine, const PageSets& sets) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::string_view name = arguments.text("name");
  arguments.know({"pages", "wanted"});
  arguments.refuse_others();
  Making making;
  if (arguments.problem() || !making.read(arguments, request, engine, *scratch, sets)) return *arguments.problem();
  const ParsedPage& first = making.pages.front();
  rules::RuleMaker maker(first.document(), first.url());
  const auto refuse = [](const Error& error) { return problem(kUnprocessable, error.message + "."); };
  for (const rules::WantedText& wanted : making.wanted.front().texts) {
    if (request.is_over()) return problem(kBusy, kAnswerOver);
    if (const Error error = maker.want(wanted)) return refuse(error);
  }
  for (rules::FieldRule& field : making.wanted.front().fields)
    if (const Error error = maker.want(std::move(field))) return refuse(error);
  // Those whose texts are known come before those that are only tried; the answer has them as they came.
  std::vector<std::size_t> order;
  for (const bool is_example : {true, false}) {
    for (std::size_t i = 1; i < making.pages.size(); ++i) {
      if ((making.wanted[i].size() > 0) != is_example) continue;
      if (request.is_over()) return problem(kBusy, kAnswerOver);
      const ParsedPage& page = making.pages[i];
      if (!is_example)
        maker.try_page(page.id(), page.document(), page.url());
      else if (const Error error = maker.add_example(page.id(), page.document(), page.url(), making.wanted[i].texts))
        return refuse(error);
      order.push_back(i);
    }
  }
  engine.metrics().pages += making.pages.size();
  return answer(making, maker, order, name);
}

// --- Keeping ----------------------------------------------------------------------------------------------

bool is_file_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kLongestName && name.front() != '.' &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return text::is_ascii_alphanumeric(c) || c == '.' || c == '-' || c == '_'; });
}

/// Writes a rule beside the others, which then go by it, too.
Response keep(const Request& request, Engine& engine, const std::string& folder, std::mutex& writing) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::string_view toml = arguments.text("rule");
  std::string file(arguments.text("file"));
  arguments.refuse_others();
  if (arguments.problem()) return *arguments.problem();
  if (folder.empty())
    return problem(kForbidden, "This service keeps no rules: it was started without --rules DIR and --edit-rules.");
  if (file.ends_with(".toml")) file.resize(file.size() - 5);
  if (!is_file_name(file))
    return problem(kUnprocessable, "`file` is needed: up to 64 letters, digits, points, - and _; .toml comes behind.");
  if (toml.size() > kMostRule)
    return problem(kUnprocessable, "`rule` has more than " + std::to_string(kMostRule) + " bytes.");
  file += ".toml";
  if (const Result<rules::Rule> rule = rules::read_rule(toml, file, rules::SheetFiles::refused); !rule)
    return problem(kUnprocessable, rule.error().message + ".");
  const std::lock_guard lock(writing);
  const std::string path = (fs::path(folder) / file).string();
  std::error_code failed;
  const bool is_new = !fs::exists(path, failed);
  if (const Error error = corpus::replace_file(path, toml)) return problem(kBroken, file + ": " + error.message + ".");
  Result<std::unique_ptr<rules::ArticleRules>> all = rules::ArticleRules::load(folder);
  if (!all) return problem(kBroken, "The rule is kept, but not in use: the folder " + all.error().message + ".");
  engine.use_site_rules(*std::move(all));
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("file", file);
  json.end_object();
  return json_response(out + '\n', is_new ? 201 : 200);
}

}  // namespace

void add_rules(Router& router, std::shared_ptr<const PageSets> sets, const std::string& folder) {
  router.add({.method = "GET", .pattern = "/v1/rules", .handler = [folder](const Request&, Engine& engine) {
                return list(engine, folder);
              }});
  const auto writing = std::make_shared<std::mutex>();
  router.add(
      {.method = "POST", .pattern = "/v1/rules", .handler = [folder, writing](const Request& request, Engine& engine) {
         return keep(request, engine, folder, *writing);
       }});
  using OnPages = Response (*)(const Request&, Engine&, const PageSets&);
  for (const auto& [pattern, answer] : {std::pair<const char*, OnPages>{"/v1/rules/apply", apply},
                                        std::pair<const char*, OnPages>{"/v1/rules/make", make},
                                        std::pair<const char*, OnPages>{"/v1/rules/test", test}})
    router.add({.method = "POST",
                .pattern = pattern,
                .handler = [sets, answer = answer](const Request& request, Engine& engine) {
                  return answer(request, engine, *sets);
                }});
}

}  // namespace pith::serve
