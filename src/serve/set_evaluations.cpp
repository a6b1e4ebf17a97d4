#include "serve/set_evaluations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "evaluate/evaluation.hpp"
#include "evaluate/tables.hpp"
#include "serve/arguments.hpp"
#include "serve/extraction.hpp"
#include "serve/scratch.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

constexpr std::size_t kSteps = 10;  // of F1, in the distribution

void write_figures(text::JsonWriter& json, const evaluate::Summary& summary) {
  json.key("figures");
  json.begin_object();
  for (std::size_t f = 0; f < evaluate::kFigures; ++f) {
    if (std::isnan(summary.value[f])) continue;
    json.key(evaluate::name_of(static_cast<evaluate::Figure>(f)));
    json.begin_object();
    json.member("value", summary.value[f]);
    json.member("low", summary.interval[f].low);
    json.member("high", summary.interval[f].high);
    json.end_object();
  }
  json.end_object();
}

void write_distribution(text::JsonWriter& json, const evaluate::EvaluatedSet& set) {
  std::array<std::uint64_t, kSteps> pages{};
  for (const evaluate::EvaluatedPage& page : set.pages) {
    const double f1 = page.scores.front().f1;
    if (!std::isnan(f1)) ++pages[std::min(kSteps - 1, static_cast<std::size_t>(f1 * kSteps))];
  }
  json.key("distribution");
  json.begin_array();
  for (const std::uint64_t count : pages) json.number(count);
  json.end_array();
}

void write_confusion(text::JsonWriter& json, const evaluate::EvaluatedSet& set) {
  std::map<std::pair<std::string, std::string>, std::uint64_t> pages;
  for (const evaluate::EvaluatedPage& page : set.pages)
    if (!page.page_type.empty() && !page.predicted_types.front().empty())
      ++pages[{page.page_type, page.predicted_types.front()}];
  json.key("confusion");
  json.begin_array();
  for (const auto& [types, count] : pages) {
    json.begin_object();
    json.member("labelled", types.first);
    json.member("judged", types.second);
    json.member("pages", count);
    json.end_object();
  }
  json.end_array();
}

void write_types(text::JsonWriter& json, const std::vector<evaluate::Group>& groups) {
  json.key("types");
  json.begin_array();
  for (std::size_t g = 1; g < groups.size(); ++g) {
    const evaluate::Summary& summary = groups[g].methods.front();
    json.begin_object();
    json.member("type", groups[g].name);
    json.member("pages", summary.pages);
    json.member("f1", evaluate::at(summary.value, evaluate::Figure::f1));
    write_figures(json, summary);
    json.end_object();
  }
  json.end_array();
}

/// Each page with its F1, under the number by which the service opens it.
void write_results(text::JsonWriter& json, const PageSet& set, const evaluate::EvaluatedSet& judged) {
  // The record's place in the file is not the page's among those that are listed, where records hold no page.
  std::unordered_map<std::string_view, std::size_t> listed;
  for (std::size_t place = 0; place < set.pages.size(); ++place) listed.try_emplace(set.pages[place].id, place);
  json.key("results");
  json.begin_array();
  for (const evaluate::EvaluatedPage& page : judged.pages) {
    const auto place = listed.find(page.id);
    if (place == listed.end()) continue;
    json.begin_object();
    json.member("record", place->second);
    json.member("id", page.id);
    json.member("page_type", page.page_type);
    const evaluate::PageScore& score = page.scores.front();
    for (const auto& [name, value] : {std::pair("f1", score.f1), std::pair("p", score.p), std::pair("r", score.r),
                                      std::pair("ms", score.milliseconds)})
      json.member(name, value);
    json.end_object();
  }
  json.end_array();
}

/// What makes two runs the same.
std::string key_of(const PageSet& set, const Options& options) {
  std::string key;
  text::JsonWriter json(key);
  json.begin_array();
  json.string(set.name);
  json.string(options.method);
  json.number(static_cast<int>(options.favor));
  for (const Setting& setting : options.settings) {
    json.string(setting.name);
    json.string(setting.value);
  }
  json.end_array();
  return key;
}

std::string failed(const std::string& set, std::string_view message) {
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("set", set);
  json.member("done", true);
  json.member("error", message);
  json.end_object();
  return out;
}

}  // namespace

std::string SetEvaluations::figures_of(const PageSet& set, const Options& extraction, Run& run) {
  evaluate::EvaluationOptions options;
  options.golds = {set.path};
  options.by = "page_type";
  options.jobs = 1;
  options.body_of_label = true;
  options.methods = {extraction};
  const Result<evaluate::Evaluation> evaluation = evaluate::evaluate(
      options, [&](std::uint64_t /*done*/, std::uint64_t /*total*/, std::uint64_t pages) { run.finished = pages; });
  if (!evaluation) return failed(set.name, evaluation.error().message);
  const evaluate::EvaluatedSet& judged = evaluation->sets.front();
  const std::vector<evaluate::Group> groups = evaluate::groups_of(judged, true, true);
  const evaluate::Summary& all = groups.front().methods.front();

  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("set", set.name);
  json.member("done", true);
  json.member("method", evaluation->methods.front());
  json.member("pages", all.pages);
  json.member("trained_on", bool{judged.trained_on.front()});
  write_figures(json, all);
  write_types(json, groups);
  write_distribution(json, judged);
  write_confusion(json, judged);
  write_results(json, set, judged);
  json.end_object();
  return out;
}

Response SetEvaluations::evaluate(const Request& request, Engine& engine) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const PageSet* const set = sets_.find(arguments.text("set"));
  if (set == nullptr) arguments.fail(422, "there is no set of this name: /v1/workbench lists them");
  const std::shared_ptr<const Extractor> extractor = read_extractor(arguments, engine);
  arguments.refuse_others();
  if (set == nullptr || extractor == nullptr || arguments.problem()) return *arguments.problem();

  const Options& options = extractor->options();
  std::string key = key_of(*set, options);
  const std::lock_guard lock(mutex_);
  if (run_ == nullptr || run_->key != key) {
    if (run_ != nullptr && !run_->done) return problem(503, "another evaluation is under way: " + run_->set);
    run_ = std::make_shared<Run>();
    run_->set = set->name;
    run_->key = std::move(key);
    run_->total = set->pages.size();
    thread_ = std::jthread([set, options, run = run_] {
      run->result = figures_of(*set, options, *run);
      run->done = true;
    });
  }
  if (run_->done) return json_response(run_->result);
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("set", run_->set);
  json.member("done", false);
  json.member("finished", run_->finished.load());
  json.member("total", run_->total);
  json.end_object();
  return json_response(std::move(out));
}

}  // namespace pith::serve
