#include "evaluate/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "render/csv.hpp"
#include "text/json_writer.hpp"

namespace pith::evaluate {
namespace {

using text::JsonWriter;

constexpr Figure kColumns[] = {Figure::f1,      Figure::p,     Figure::r,     Figure::wcxb, Figure::aeb,
                               Figure::lev,     Figure::mhr0,  Figure::mhr10, Figure::good, Figure::bad,
                               Figure::snippet, Figure::title, Figure::date,  Figure::ms};

constexpr Figure kFieldColumns[] = {Figure::title,     Figure::title_f1, Figure::author_f1, Figure::date,
                                    Figure::date_f1,   Figure::no_title, Figure::no_author, Figure::no_date,
                                    Figure::page_type, Figure::ms};

/// Shown as well where they were asked for.
constexpr Figure kBlockColumns[] = {Figure::scope_p,    Figure::scope_r,    Figure::scope_f,
                                    Figure::block_mhr0, Figure::block_mhr5, Figure::block_mhr10};

constexpr std::size_t kBootstrapSamples = 1000;

void write_number(JsonWriter& json, std::string_view name, double value) { json.member(name, value); }

void write_intervals(JsonWriter& json, std::string_view name, const Figures& values, const Intervals& intervals) {
  json.key(name);
  json.begin_object();
  for (std::size_t i = 0; i < kFigures; ++i) {
    if (std::isnan(values[i])) continue;
    json.key(name_of(static_cast<Figure>(i)));
    json.begin_array();
    json.number(intervals[i].low);
    json.number(intervals[i].high);
    json.end_array();
  }
  json.end_object();
}

void write_kinds(JsonWriter& json, const KindCounts& kinds) {
  json.key("kinds");
  json.begin_object();
  for (std::size_t i = 0; i < kBlockKinds; ++i) {
    const KindCount& count = kinds.of[i];
    json.key(name_of(static_cast<BlockKind>(i)));
    json.begin_object();
    for (const auto& [name, value] : {std::pair("belong", count.belong), std::pair("found", count.found),
                                      std::pair("kept", count.kept), std::pair("right", count.right)}) {
      json.member(name, value);
    }
    if (!std::isnan(count.recall())) write_number(json, "recall", count.recall());
    if (!std::isnan(count.precision())) write_number(json, "precision", count.precision());
    json.end_object();
  }
  for (const auto& [name, count] : {std::pair("rows", kinds.rows), std::pair("pairs", kinds.pairs)}) {
    json.key(name);
    json.begin_object();
    json.member("kept", count.kept);
    json.member("torn", count.torn);
    json.end_object();
  }
  json.end_object();
}

/// Recall and precision of each kind, and what was torn.
std::string kinds_table(std::string_view title, const std::vector<std::string>& methods, const Group& group,
                        std::size_t width) {
  const auto figure = [](double value) {
    return std::isnan(value) ? fmt::format("{:>12}", "-") : fmt::format("{:>12.4f}", value);
  };
  const std::size_t left = width + 11;
  std::string out = fmt::format("\n{}, kinds of blocks\n{:<{}}", title, "", left);
  for (std::size_t i = 0; i < kBlockKinds; ++i) out += fmt::format("{:>12}", name_of(static_cast<BlockKind>(i)));
  out += fmt::format("{:>16}{:>16}\n", "torn rows", "torn pairs");
  for (std::size_t m = 0; m < group.methods.size(); ++m) {
    const KindCounts& kinds = group.methods[m].kinds;
    out += fmt::format("{:<{}}", fmt::format("{:<{}} belong", methods[m], width), left);
    for (const KindCount& count : kinds.of) out += fmt::format("{:>12}", count.belong);
    for (const TornCount& count : {kinds.rows, kinds.pairs})
      out += fmt::format("{:>16}", fmt::format("{} of {}", count.torn, count.kept));
    out += fmt::format("\n{:<{}}", fmt::format("{:<{}} recall", "", width), left);
    for (const KindCount& count : kinds.of) out += figure(count.recall());
    out += fmt::format("\n{:<{}}", fmt::format("{:<{}} precision", "", width), left);
    for (const KindCount& count : kinds.of) out += figure(count.precision());
    out += '\n';
  }
  return out;
}

/// Gold page type → predicted page type → pages.
void write_confusion(JsonWriter& json, const EvaluatedSet& set, std::size_t method) {
  std::map<std::string, std::map<std::string, std::size_t>> counts;
  bool any = false;
  for (const EvaluatedPage& page : set.pages) {
    if (page.page_type.empty()) continue;
    ++counts[page.page_type][page.predicted_types[method]];
    any |= !page.predicted_types[method].empty();
  }
  if (!any) return;
  json.key("confusion");
  json.begin_object();
  for (const auto& [gold, of_gold] : counts) {
    json.key(gold);
    json.begin_object();
    for (const auto& [predicted, pages] : of_gold) json.member(predicted, pages);
    json.end_object();
  }
  json.end_object();
}

std::string cell(Figure figure, double value) {
  if (std::isnan(value)) return fmt::format("{:>10}", "-");
  return figure == Figure::ms ? fmt::format("{:>10.2f}", value) : fmt::format("{:>10.4f}", value);
}

}  // namespace

std::vector<Group> groups_of(const EvaluatedSet& set, bool grouped, bool intervals) {
  const std::size_t methods = set.pages.empty() ? 0 : set.pages.front().scores.size();
  std::vector<std::vector<PageScore>> all(methods);
  std::map<std::string, std::vector<std::vector<PageScore>>> by_name;
  for (const EvaluatedPage& page : set.pages) {
    std::vector<std::vector<PageScore>>* group = grouped ? &by_name[page.group] : nullptr;
    if (group != nullptr) group->resize(methods);
    for (std::size_t m = 0; m < methods; ++m) {
      all[m].push_back(page.scores[m]);
      if (group != nullptr) (*group)[m].push_back(page.scores[m]);
    }
  }
  const std::size_t samples = intervals ? kBootstrapSamples : 0;
  std::vector<Group> out;
  out.push_back({"all", summarise(all, samples)});
  for (const auto& [name, scores] : by_name) out.push_back({name, summarise(scores, samples)});
  return out;
}

void add_missing_groups(std::vector<std::vector<Group>>& groups, const std::vector<std::string>& names,
                        std::size_t methods) {
  std::set<std::string> all(names.begin(), names.end());
  for (const std::vector<Group>& of_set : groups)
    for (const Group& group : of_set) all.insert(group.name);
  Summary nothing;
  nothing.value.fill(kNone);
  nothing.difference.fill(kNone);
  for (std::vector<Group>& of_set : groups) {
    for (const std::string& name : all) {
      const bool is_there =
          std::any_of(of_set.begin(), of_set.end(), [&name](const Group& group) { return group.name == name; });
      if (!is_there) of_set.push_back({name, std::vector<Summary>(methods, nothing)});
    }
    std::sort(of_set.begin() + 1, of_set.end(), [](const Group& a, const Group& b) { return a.name < b.name; });
  }
}

std::string as_csv(const Evaluation& evaluation, const std::string& by) {
  using Value = double PageScore::*;
  static constexpr std::pair<std::string_view, Value> kValues[] = {
      {"f1", &PageScore::f1},
      {"p", &PageScore::p},
      {"r", &PageScore::r},
      {"wcxb", &PageScore::wcxb},
      {"aeb_p", &PageScore::aeb_p},
      {"aeb_r", &PageScore::aeb_r},
      {"lev", &PageScore::lev},
      {"error", &PageScore::error},
      {"title", &PageScore::title},
      {"title_f1", &PageScore::title_f1},
      {"no_title", &PageScore::no_title},
      {"author_f1", &PageScore::author_f1},
      {"no_author", &PageScore::no_author},
      {"date", &PageScore::date},
      {"no_date", &PageScore::no_date},
      {"page_type_right", &PageScore::page_type},
      {"scope_p", &PageScore::scope_p},
      {"scope_r", &PageScore::scope_r},
      {"scope_f", &PageScore::scope_f},
      {"ms", &PageScore::milliseconds},
  };
  const bool grouped = !by.empty() && by != "page_type";  // that one has a column of its own
  std::string out = "set,id,";
  if (grouped) {
    rendering::append_csv_value(by, out);
    out += ',';
  }
  out += "page_type,site,method,predicted_type,snippets_found,snippets_missed,snippets_wrong";
  for (const auto& [name, value] : kValues) out.append(",").append(name);
  out += "\r\n";
  for (const EvaluatedSet& set : evaluation.sets) {
    for (const EvaluatedPage& page : set.pages) {
      for (std::size_t m = 0; m < page.scores.size(); ++m) {
        const PageScore& score = page.scores[m];
        const auto text = [&out](std::string_view value) {
          rendering::append_csv_value(value, out);
          out += ',';
        };
        text(set.name);
        text(page.id);
        if (grouped) text(page.group);
        text(page.page_type);
        text(page.site);
        text(evaluation.methods[m]);
        text(page.predicted_types[m]);
        if (score.snippets) {
          out += fmt::format("{},{},{}", score.snippets_found, score.snippets_missed, score.snippets_wrong);
        } else {
          out += ",,";
        }
        for (const auto& [name, value] : kValues)
          out += std::isnan(score.*value) ? "," : fmt::format(",{:.6g}", score.*value);
        out += "\r\n";
      }
    }
  }
  return out;
}

std::string as_json(const Evaluation& evaluation, const std::vector<std::vector<Group>>& groups) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
    json.key(evaluation.sets[s].name);
    json.begin_object();
    for (std::size_t m = 0; m < evaluation.methods.size(); ++m) {
      json.key(evaluation.methods[m]);
      json.begin_object();
      for (const Group& group : groups[s]) {
        if (group.methods.empty()) continue;
        const Summary& summary = group.methods[m];
        if (summary.pages == 0 && &group != &groups[s].front()) continue;
        json.key(group.name);
        json.begin_object();
        json.member("pages", summary.pages);
        for (std::size_t i = 0; i < kFigures; ++i)
          if (!std::isnan(summary.value[i])) write_number(json, name_of(static_cast<Figure>(i)), summary.value[i]);
        write_intervals(json, "interval", summary.value, summary.interval);
        if (summary.kinds.counted) write_kinds(json, summary.kinds);
        if (m > 0) {
          json.key("difference");
          json.begin_object();
          json.member("to", evaluation.methods.front());
          for (std::size_t i = 0; i < kFigures; ++i)
            if (!std::isnan(summary.difference[i]))
              write_number(json, name_of(static_cast<Figure>(i)), summary.difference[i]);
          write_intervals(json, "interval", summary.difference, summary.difference_interval);
          json.end_object();
        }
        if (&group == &groups[s].front()) {
          if (evaluation.sets[s].trained_on[m]) json.member("trained_on", true);
          write_confusion(json, evaluation.sets[s], m);
        }
        json.end_object();
      }
      json.end_object();
    }
    json.end_object();
  }
  json.end_object();
  return out + '\n';
}

std::string as_table(const Evaluation& evaluation, const std::vector<std::vector<Group>>& groups, Columns columns,
                     std::size_t worst) {
  const bool of_text = columns == Columns::text;
  const std::span<const Figure> figures =
      of_text ? std::span<const Figure>(kColumns) : std::span<const Figure>(kFieldColumns);
  std::size_t width = 8;
  for (const std::string& method : evaluation.methods) width = std::max(width, method.size());
  std::string out;
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
    const EvaluatedSet& set = evaluation.sets[s];
    for (const Group& group : groups[s]) {
      const std::size_t pages = group.methods.empty() ? 0 : group.methods.front().pages;
      if (!out.empty()) out += '\n';
      out += fmt::format("{}{}: {} {}\n{:<{}}", set.name, group.name == "all" ? "" : ", " + group.name, pages,
                         pages == 1 ? "page" : "pages", "", width);
      for (const Figure figure : figures) out += fmt::format("{:>10}", name_of(figure));
      if (of_text) out += fmt::format("  {:>17}", "f1, 95 %");
      if (of_text && evaluation.methods.size() > 1) out += "  f1 - " + evaluation.methods.front();
      out += '\n';
      for (std::size_t m = 0; m < group.methods.size(); ++m) {
        const Summary& summary = group.methods[m];
        out += fmt::format("{:<{}}", evaluation.methods[m], width);
        for (const Figure figure : figures) out += cell(figure, at(summary.value, figure));
        if (!of_text) {
          out += '\n';
          continue;
        }
        const Interval& interval = summary.interval[0];
        if (!std::isnan(interval.low)) out += fmt::format("    {:.4f}..{:.4f}", interval.low, interval.high);
        if (m > 0 && !std::isnan(summary.difference[0]))
          out += fmt::format("  {:+.4f} ({:+.4f}..{:+.4f})", summary.difference[0], summary.difference_interval[0].low,
                             summary.difference_interval[0].high);
        out += '\n';
      }
    }
    for (const Group& group : groups[s]) {
      const bool any = std::any_of(group.methods.begin(), group.methods.end(), [](const Summary& summary) {
        return !std::isnan(at(summary.value, Figure::block_mhr0));
      });
      if (!any) continue;
      out += fmt::format("\n{}{}, whole blocks\n{:<{}}", set.name, group.name == "all" ? "" : ", " + group.name, "",
                         width);
      for (const Figure figure : kBlockColumns) out += fmt::format("{:>12}", name_of(figure));
      out += '\n';
      for (std::size_t m = 0; m < group.methods.size(); ++m) {
        out += fmt::format("{:<{}}", evaluation.methods[m], width);
        for (const Figure figure : kBlockColumns) {
          const double value = at(group.methods[m].value, figure);
          out += std::isnan(value) ? fmt::format("{:>12}", "-") : fmt::format("{:>12.4f}", value);
        }
        out += '\n';
      }
      out +=
          kinds_table(group.name == "all" ? set.name : set.name + ", " + group.name, evaluation.methods, group, width);
    }
    for (std::size_t m = 0; worst > 0 && m < evaluation.methods.size(); ++m) {
      out += fmt::format("\n{}: the worst of {}\n", set.name, evaluation.methods[m]);
      for (const std::size_t page : worst_pages(set, m, worst))
        out += fmt::format("{:.3f} {}\n", set.pages[page].scores[m].f1, set.pages[page].id);
    }
  }
  return out;
}

std::vector<std::size_t> worst_pages(const EvaluatedSet& set, std::size_t method, std::size_t count) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < set.pages.size(); ++i)
    if (!std::isnan(set.pages[i].scores[method].f1)) places.push_back(i);
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return set.pages[a].scores[method].f1 < set.pages[b].scores[method].f1;
  });
  if (places.size() > count) places.resize(count);
  return places;
}

}  // namespace pith::evaluate
