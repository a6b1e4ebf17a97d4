#include "serve/set_evaluations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "evaluate/evaluation.hpp"
#include "evaluate/tables.hpp"
#include "pith/methods.hpp"
#include "serve/arguments.hpp"
#include "serve/scratch.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

constexpr std::size_t kWorst = 30;
constexpr std::size_t kSteps = 10;  // of F1, in the distribution
constexpr std::size_t kMostMethods = 4;

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

void write_distribution(text::JsonWriter& json, const evaluate::EvaluatedSet& set, std::size_t method) {
  std::array<std::uint64_t, kSteps> pages{};
  for (const evaluate::EvaluatedPage& page : set.pages) {
    const double f1 = page.scores[method].f1;
    if (!std::isnan(f1)) ++pages[std::min(kSteps - 1, static_cast<std::size_t>(f1 * kSteps))];
  }
  json.key("distribution");
  json.begin_array();
  for (const std::uint64_t count : pages) json.number(count);
  json.end_array();
}

void write_confusion(text::JsonWriter& json, const evaluate::EvaluatedSet& set, std::size_t method) {
  std::map<std::pair<std::string, std::string>, std::uint64_t> pages;
  for (const evaluate::EvaluatedPage& page : set.pages)
    if (!page.page_type.empty() && !page.predicted_types[method].empty())
      ++pages[{page.page_type, page.predicted_types[method]}];
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

void write_types(text::JsonWriter& json, const std::vector<evaluate::Group>& groups, std::size_t method) {
  json.key("types");
  json.begin_array();
  for (std::size_t g = 1; g < groups.size(); ++g) {
    const evaluate::Summary& summary = groups[g].methods[method];
    json.begin_object();
    json.member("type", groups[g].name);
    json.member("pages", summary.pages);
    json.member("f1", evaluate::at(summary.value, evaluate::Figure::f1));
    json.end_object();
  }
  json.end_array();
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

std::string SetEvaluations::figures_of(const PageSet& set, Run& run) {
  evaluate::EvaluationOptions options;
  options.golds = {set.path};
  options.by = "page_type";
  options.jobs = 1;
  options.body_of_label = true;
  for (const std::string& method : run.methods)
    options.methods.push_back({.method = method, .catalogue = &all_methods()});
  const Result<evaluate::Evaluation> evaluation = evaluate::evaluate(
      options, [&](std::uint64_t /*done*/, std::uint64_t /*total*/, std::uint64_t pages) { run.finished = pages; });
  if (!evaluation) return failed(set.name, evaluation.error().message);
  const evaluate::EvaluatedSet& judged = evaluation->sets.front();
  const std::vector<evaluate::Group> groups = evaluate::groups_of(judged, true, true);

  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("set", set.name);
  json.member("done", true);
  json.key("methods");
  json.begin_array();
  for (std::size_t m = 0; m < evaluation->methods.size(); ++m) {
    json.begin_object();
    json.member("method", evaluation->methods[m]);
    json.member("pages", groups.front().methods[m].pages);
    json.member("trained_on", judged.trained_on[m]);
    write_figures(json, groups.front().methods[m]);
    write_types(json, groups, m);
    write_distribution(json, judged, m);
    write_confusion(json, judged, m);
    json.end_object();
  }
  json.end_array();
  json.key("worst");
  json.begin_array();
  for (const std::size_t place : evaluate::worst_pages(judged, 0, kWorst)) {
    const evaluate::EvaluatedPage& page = judged.pages[place];
    // The record's place in the file is not the page's among those that are listed, where records hold no page.
    const auto listed = std::find_if(set.pages.begin(), set.pages.end(),
                                     [&](const ListedPage& candidate) { return candidate.id == page.id; });
    if (listed == set.pages.end()) continue;
    json.begin_object();
    json.member("record", listed - set.pages.begin());
    json.member("id", page.id);
    json.member("page_type", page.page_type);
    json.key("f1");
    json.begin_array();
    for (const evaluate::PageScore& score : page.scores) json.number(score.f1);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out;
}

Response SetEvaluations::evaluate(const Request& request, Engine& engine) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const PageSet* const set = sets_.find(arguments.text("set"));
  if (set == nullptr) arguments.fail(422, "there is no set of this name: /v1/workbench lists them");
  std::vector<std::string> methods = arguments.list("methods");
  if (methods.empty()) methods.emplace_back(Options{}.method);
  if (methods.size() > kMostMethods) arguments.fail(422, "at most 4 methods at a time");
  arguments.refuse_others();
  if (set == nullptr || arguments.problem()) return *arguments.problem();
  for (const std::string& method : methods) {
    Options options = engine.options().extraction;
    options.method = method;
    if (const auto extractor = engine.extractor(options); !extractor) return problem(422, extractor.error().message);
  }

  const std::lock_guard lock(mutex_);
  const bool is_asked_again = run_ != nullptr && run_->set == set->name && run_->methods == methods;
  if (!is_asked_again) {
    if (run_ != nullptr && !run_->done) return problem(503, "another evaluation is under way: " + run_->set);
    run_ = std::make_shared<Run>();
    run_->set = set->name;
    run_->methods = std::move(methods);
    run_->total = set->pages.size();
    thread_ = std::jthread([set, run = run_] {
      run->result = figures_of(*set, *run);
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
