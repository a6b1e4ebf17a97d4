#include "serve/labels.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "corpus/json_document.hpp"
#include "label/agreement.hpp"
#include "label/exchange.hpp"
#include "label/queue.hpp"
#include "label/store.hpp"
#include "label/training.hpp"
#include "serve/arguments.hpp"
#include "serve/engine.hpp"
#include "serve/scratch.hpp"
#include "text/decode.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

constexpr int kNotFound = 404, kConflict = 409, kUnsupported = 415, kUnprocessable = 422, kBroken = 500;
constexpr std::array<std::string_view, 2> kConventions = {"wide", "strict"};
constexpr std::array<std::string_view, 2> kTrainings = {"continued", "whole"};
constexpr std::size_t kNameBytes = 200;  // of an annotator

Response problem_of(const Error& error, int status = kUnprocessable) {
  return problem(error.code == ErrorCode::io ? kBroken : status, error.message);
}

label::Convention convention_of(Arguments& arguments) {
  return arguments.choice("convention", kConventions) == kConventions[1] ? label::Convention::strict
                                                                         : label::Convention::wide;
}

/// A name that may not be missing. Empty: the arguments have the problem.
std::string needed(Arguments& arguments, std::string_view name) {
  const std::string_view value = arguments.text(name);
  if (value.empty()) arguments.fail(kUnprocessable, fmt::format("`{}` is needed", name));
  if (value.size() > kNameBytes && name != "id" && name != "page")
    arguments.fail(kUnprocessable, fmt::format("`{}` is longer than {} bytes", name, kNameBytes));
  return std::string(value);
}

/// What a handler works with.
struct Call {
  const Request& request;
  Engine& engine;
  const LabelService& service;
  label::Store& store;
  Scratch& scratch;
  Arguments& arguments;

  [[nodiscard]] Result<std::shared_ptr<const Extractor>> extractor() const { return engine.extractor(Options{}); }
  /// The page as the extractor sees it.
  [[nodiscard]] Result<Article> explain(const label::StoredPage& page) const {
    const Result<std::shared_ptr<const Extractor>> made = extractor();
    if (!made) return made.error();
    return label::explain(page, **made, scratch.workspace);
  }
};

using Answer = Response (*)(Call&);

/// A member that is an object, as it was written; empty where there is none.
std::string object_text(Arguments& arguments, std::string_view name) {
  corpus::JsonObject object;
  if (arguments.has(name) && arguments.object() != nullptr &&
      (*arguments.object())[name].get(object) == simdjson::SUCCESS)
    return simdjson::minify(object);
  arguments.fail(kUnprocessable, fmt::format("`{}` is needed, an object", name));
  return {};
}

Response overview(Call& call) {
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::vector<label::PageEntry>> pages = call.store.pages();
  if (!pages) return problem_of(pages.error());
  std::map<std::string_view, std::size_t> annotators;
  std::size_t labelled = 0, settled = 0;
  for (const label::PageEntry& page : *pages) {
    labelled += !page.annotators.empty() || page.settled ? 1 : 0;
    settled += page.settled ? 1 : 0;
    for (const std::string& name : page.annotators) ++annotators[name];
  }
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  for (const auto& [name, value] : {std::pair<std::string_view, std::size_t>{"pages", pages->size()},
                                    {"labelled", labelled},
                                    {"settled", settled}}) {
    json.member(name, value);
  }
  json.key("annotators");
  json.begin_object();
  for (const auto& [name, count] : annotators) json.member(name, count);
  json.end_object();
  json.key("page_types");
  json.begin_array();
  for (const std::string_view kind : label::page_types()) json.string(kind);
  json.end_array();
  json.end_object();
  return json_response(std::move(out));
}

void append_entry(const label::PageEntry& page, text::JsonWriter& json) {
  json.begin_object();
  json.member("id", page.id);
  json.member("url", page.url);
  json.member("site", page.site);
  json.member("source", page.source);
  json.member("kind", page.estimate.kind);
  json.member("doubt", page.estimate.doubt);
  json.key("annotators");
  json.begin_array();
  for (const std::string& name : page.annotators) json.string(name);
  json.end_array();
  json.member("settled", page.settled);
  json.end_object();
}

template <class Pages>
Response pages_response(const Pages& pages) {
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.key("pages");
  json.begin_array();
  for (const label::PageEntry* page : pages) append_entry(*page, json);
  json.end_array();
  json.end_object();
  return json_response(std::move(out));
}

Response list_pages(Call& call) {
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::vector<label::PageEntry>> pages = call.store.pages();
  if (!pages) return problem_of(pages.error());
  std::vector<const label::PageEntry*> all;
  for (const label::PageEntry& page : *pages) all.push_back(&page);
  return pages_response(all);
}

Response list_queue(Call& call) {
  constexpr std::int64_t kMost = 1000;
  label::QueueOptions options;
  options.annotator = call.arguments.text("annotator");
  options.kind = call.arguments.text("kind");
  options.seed = static_cast<std::uint64_t>(call.arguments.whole("seed", 0, INT64_MAX, 0));
  options.choosing.count = static_cast<std::size_t>(call.arguments.whole("count", 1, kMost, 40));
  options.choosing.per_site = static_cast<std::size_t>(call.arguments.whole("per_site", 1, kMost, 2));
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::vector<label::PageEntry>> pages = call.store.pages();
  if (!pages) return problem_of(pages.error());
  return pages_response(label::queue_of(*pages, options));
}

/// Records of the body, as JSONL.
Response import_pages(Call& call) {
  label::ImportOptions options;
  options.annotator = call.arguments.text("annotator");
  options.convention = convention_of(call.arguments);
  options.source = call.arguments.text("source", "workbench");
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::shared_ptr<const Extractor>> extractor = call.extractor();
  if (!extractor) return problem_of(extractor.error());
  const Result<label::ImportCounts> counts = label::import_records(call.store, call.request.body, options, **extractor);
  if (!counts) return problem_of(counts.error());
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  for (const auto& [name, value] : {std::pair<std::string_view, std::size_t>{"pages", counts->pages},
                                    {"known", counts->known},
                                    {"labels", counts->labels}}) {
    json.member(name, value);
  }
  json.key("problems");
  json.begin_array();
  for (const std::string& one : counts->problems) json.string(one);
  json.end_array();
  json.end_object();
  return json_response(std::move(out));
}

Response show_page(Call& call) {
  const std::string id = needed(call.arguments, "id");
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<label::StoredPage> page = call.store.page(id);
  if (!page) return problem_of(page.error(), kNotFound);
  const Result<std::vector<label::LabelEntry>> labels = call.store.labels(id);
  if (!labels) return problem_of(labels.error());
  const Result<Article> article = call.explain(*page);
  if (!article) return problem_of(article.error());
  std::string out;
  text::JsonWriter json(out);
  label::append_page(*page, *article, *labels, json);
  return json_response(std::move(out));
}

/// The markup as UTF-8. As plain text: no page is to run in the workbench's origin.
Response page_markup(Call& call) {
  const std::string id = needed(call.arguments, "id");
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<label::StoredPage> page = call.store.page(id);
  if (!page) return problem_of(page.error(), kNotFound);
  text::DecodeOptions decoding;
  decoding.charset = page->charset;
  std::string decoded;
  return text_response(std::string(text::decode(page->html, decoding, decoded).utf8));
}

void append_doubts(const std::vector<label::Doubt>& doubts, text::JsonWriter& json) {
  json.key("doubts");
  json.begin_array();
  for (const label::Doubt& doubt : doubts) {
    json.begin_object();
    json.member("block", doubt.block);
    json.member("what", doubt.what);
    json.end_object();
  }
  json.end_array();
}

/// The label that a request says, checked against its page.
struct SaidLabel {
  label::LabelEntry entry;
  std::vector<label::Doubt> doubts;
  std::optional<Response> problem;
};
SaidLabel read_label(Call& call, std::string_view annotator) {
  SaidLabel said;
  said.entry.page = needed(call.arguments, "page");
  said.entry.annotator = annotator;
  said.entry.convention = convention_of(call.arguments);
  const std::string text = object_text(call.arguments, "label");
  call.arguments.refuse_others();
  if (call.arguments.problem()) {
    said.problem = call.arguments.problem();
    return said;
  }
  const Result<label::StoredPage> page = call.store.page(said.entry.page);
  if (!page) {
    said.problem = problem_of(page.error(), kNotFound);
    return said;
  }
  Result<label::Label> label = label::parse_label(text);
  if (!label) {
    said.problem = problem_of(label.error());
    return said;
  }
  const Result<Article> article = call.explain(*page);
  const Result<label::PlacedLabel> placed =
      article ? label::place(*label, article->blocks) : Result<label::PlacedLabel>(article.error());
  if (!placed) {
    said.problem = problem_of(placed.error());
    return said;
  }
  said.doubts = label::doubts_of(*label, *placed, article->blocks);
  said.entry.label = *std::move(label);
  return said;
}

Response answer_label(Call& call, SaidLabel said) {
  if (said.problem) return *said.problem;
  if (Error error = call.store.put(said.entry)) return problem_of(error);
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("page", said.entry.page);
  append_doubts(said.doubts, json);
  json.end_object();
  return json_response(std::move(out));
}

Response put_label(Call& call) {
  const std::string annotator = needed(call.arguments, "annotator");
  return answer_label(call, read_label(call, annotator));
}

Response settle(Call& call) {
  const std::string by = needed(call.arguments, "by");
  SaidLabel said = read_label(call, by);
  said.entry.settled = true;
  return answer_label(call, std::move(said));
}

Response unsettle(Call& call) {
  const std::string page = needed(call.arguments, "page");
  const label::Convention convention = convention_of(call.arguments);
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  if (Error error = call.store.unsettle(page, convention)) return problem_of(error);
  return json_response("{}");
}

Response history(Call& call) {
  const std::string page = needed(call.arguments, "page"), annotator = needed(call.arguments, "annotator");
  const label::Convention convention = convention_of(call.arguments);
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::vector<label::LabelEntry>> entries = call.store.history(page, annotator, convention);
  if (!entries) return problem_of(entries.error());
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.key("labels");
  json.begin_array();
  for (const label::LabelEntry& entry : *entries) append_json(entry, json);
  json.end_array();
  json.end_object();
  return json_response(std::move(out));
}

Response agreement(Call& call) {
  const std::string first = needed(call.arguments, "first"), second = needed(call.arguments, "second");
  const label::Convention convention = convention_of(call.arguments);
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::shared_ptr<const Extractor>> extractor = call.extractor();
  if (!extractor) return problem_of(extractor.error());
  const Result<label::ComparedPages> compared = label::compare_all(call.store, first, second, convention, **extractor);
  if (!compared) return problem_of(compared.error());
  return json_response(label::to_json(*compared));
}

Response export_labels(Call& call) {
  label::ExportOptions options;
  options.annotator = call.arguments.text("annotator");
  options.convention = convention_of(call.arguments);
  options.paths = call.arguments.flag("paths");
  options.all = call.arguments.flag("all");
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::shared_ptr<const Extractor>> extractor = call.extractor();
  if (!extractor) return problem_of(extractor.error());
  std::string lines;
  const Result<label::ExportCounts> counts =
      label::export_labels(call.store, options, **extractor, [&](std::string_view line) {
        lines += line;
        return !call.request.is_over();
      });
  if (!counts) return problem_of(counts.error());
  Response response = text_response(std::move(lines), "application/x-ndjson");
  response.headers.set("Content-Disposition", "attachment; filename=\"labels.jsonl\"");
  response.headers.set("Pith-Unsettled", std::to_string(counts->unsettled));
  return response;
}

// --- Models ---

Error use_adopted(label::Store& store, Engine& engine) {
  const Result<std::vector<label::Store::Model>> models = store.models();
  if (!models) return models.error();
  std::string folder;
  for (const label::Store::Model& model : *models)
    if (model.adopted) folder = model.folder;
  return engine.use_model(folder);
}

void append_model(const label::Store::Model& model, text::JsonWriter& json) {
  json.begin_object();
  json.member("number", model.number);
  json.member("made", model.made);
  json.member("how", model.how);
  json.member("state", model.state);
  json.member("adopted", model.adopted);
  json.member("log", model.folder.empty() ? std::string() : label::log_of(model));
  if (const Result<label::ModelComparison> comparison = label::comparison_of(model); comparison) {
    const label::ModelledKind& all = comparison->kinds.front();
    json.member("pages", all.pages);
    for (const auto& [name, value] : {std::pair<std::string_view, double>{"before", all.before},
                                      {"after", all.after},
                                      {"difference", all.difference},
                                      {"low", all.interval.low},
                                      {"high", all.interval.high}}) {
      json.member(name, value);
    }
  }
  json.end_object();
}

Response list_models(Call& call) {
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::vector<label::Store::Model>> models = label::models_of(call.store);
  if (!models) return problem_of(models.error());
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.key("models");
  json.begin_array();
  for (const label::Store::Model& model : *models) append_model(model, json);
  json.end_array();
  json.end_object();
  return json_response(std::move(out));
}

Response show_model(Call& call) {
  const std::int64_t number = call.arguments.whole("number", 1, INT64_MAX, 0);
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::vector<label::Store::Model>> models = label::models_of(call.store);
  if (!models) return problem_of(models.error());
  for (const label::Store::Model& model : *models) {
    if (model.number != number) continue;
    const Result<label::ModelComparison> comparison = label::comparison_of(model);
    if (!comparison)
      return problem(kConflict, fmt::format("model {} is {}: there is no comparison", number, model.state));
    return json_response(label::to_json(*comparison));
  }
  return problem(kNotFound, fmt::format("there is no model {}", number));
}

Response train(Call& call) {
  label::TrainingOptions options;
  options.training =
      call.arguments.choice("how", kTrainings) == kTrainings[1] ? label::Training::whole : label::Training::continued;
  options.labels.annotator = call.arguments.text("annotator");
  options.labels.convention = convention_of(call.arguments);
  options.program = call.service.program;
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  const Result<std::int64_t> number = label::start_training(call.service.store, options);
  if (!number) return problem_of(number.error(), kConflict);
  constexpr int kAccepted = 202;
  return json_response(fmt::format("{{\"number\":{}}}", *number), kAccepted);
}

Response cancel(Call& call) {
  const std::int64_t number = call.arguments.whole("number", 1, INT64_MAX, 0);
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  if (Error error = label::cancel_training(call.store, number)) return problem_of(error, kConflict);
  return json_response("{}");
}

Response adopt(Call& call) {
  const std::int64_t number = call.arguments.whole("number", 0, INT64_MAX, 0);
  call.arguments.refuse_others();
  if (call.arguments.problem()) return *call.arguments.problem();
  if (Error error = call.store.adopt(number)) return problem_of(error, kConflict);
  if (Error error = use_adopted(call.store, call.engine)) return problem_of(error, kConflict);
  return json_response("{}");
}

}  // namespace

Error use_adopted_model(const LabelService& service, Engine& engine) {
  Result<label::Store> store = label::Store::open(service.store, corpus::DatabaseUse::create);
  if (!store) return within(service.store, std::move(store).error());
  return use_adopted(*store, engine);
}

void add_label_routes(Router& router, const LabelService& service) {
  const auto shared = std::make_shared<const LabelService>(service);
  const auto add = [&](const char* method, const char* path, Answer answer) {
    router.add({.method = method,
                .pattern = std::string("/v1/labels") + path,
                .handler = [shared, answer](const Request& request, Engine& engine) -> Response {
                  // Other types may be sent by any web page without the browser asking first.
                  const std::string type = request.content_type();
                  if (request.method == "POST" && type != "application/json" && type != "application/x-ndjson")
                    return problem(kUnsupported, "The body is application/json; of pages also application/x-ndjson.");
                  Result<label::Store> store = label::Store::open(shared->store, corpus::DatabaseUse::create);
                  if (!store) return problem_of(store.error(), kBroken);
                  const Engine::Lease scratch = engine.scratch();
                  Arguments arguments(request, scratch->json);
                  Call call{request, engine, *shared, *store, *scratch, arguments};
                  return answer(call);
                }});
  };
  add("GET", "", overview);
  add("GET", "/pages", list_pages);
  add("POST", "/pages", import_pages);
  add("GET", "/queue", list_queue);
  add("GET", "/page", show_page);
  add("GET", "/markup", page_markup);
  add("POST", "/label", put_label);
  add("GET", "/history", history);
  add("GET", "/agreement", agreement);
  add("POST", "/settle", settle);
  add("POST", "/unsettle", unsettle);
  add("GET", "/export", export_labels);
  add("GET", "/models", list_models);
  add("GET", "/model", show_model);
  add("POST", "/train", train);
  add("POST", "/cancel", cancel);
  add("POST", "/adopt", adopt);
}

}  // namespace pith::serve
