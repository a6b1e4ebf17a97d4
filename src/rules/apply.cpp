#include "rules/apply.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "rules/values.hpp"

namespace pith::rules {

using html::kNoNode;
using html::NodeId;

namespace {

/// One rule at work on one page.
class Application {
 public:
  Application(const Rule& rule, const html::Document& document, std::string_view url)
      : rule_(rule), document_(document), page_(document, url) {
    places.resize(rule.fields.size());
  }

  /// What the rows are: nodes of the document, or rows that the stylesheet has made.
  std::size_t find_rows() {
    if (rule_.stylesheet) {
      Result<std::vector<XmlRow>> made = rule_.stylesheet->transform(document_);
      if (!made) {
        problems.push_back(made.error().message);
        return 0;
      }
      made_ = *std::move(made);
      return made_.size();
    }
    if (rule_.rows.empty()) {
      rows_.push_back(0);
      return 1;
    }
    for (const Path& path : rule_.rows) {
      for (const Found& found : find(path, 0))
        if (found.node != kNoNode) rows_.push_back(found.node);
      if (!rows_.empty()) break;
    }
    if (rows_.size() > kMostRows) {
      problems.push_back("more than " + std::to_string(kMostRows) + " rows: the others are left out");
      rows_.resize(kMostRows);
    }
    return rows_.size();
  }

  /// The row at a place. `missing`: its required fields without a value.
  Row row(std::size_t place, std::vector<std::string>& missing) {
    Row row;
    if (rule_.stylesheet && rule_.fields.empty()) {
      for (const XmlValue& one : made_[place]) {
        Value& value = value_called(one.name, row);
        value.is_list = !value.texts.empty();
        value.texts.push_back(cleaned(one.text, {}));
      }
      return row;
    }
    row.reserve(rule_.fields.size());
    for (const FieldRule& field : rule_.fields) {
      Value& value = row.emplace_back();
      value.name = field.name;
      value.type = field.type;
      value.is_list = field.take == Take::all;
      value.texts = texts_of(field, place, places[static_cast<std::size_t>(&field - rule_.fields.data())]);
      if (value.texts.empty() && field.required) missing.push_back(field.name);
    }
    return row;
  }

  /// The nodes that gave the value of a field.
  std::vector<NodeId> nodes_of(std::string_view name, std::size_t place) {
    std::vector<NodeId> nodes;
    for (const FieldRule& field : rule_.fields) {
      if (field.name != name || rule_.stylesheet || !field.attribute.empty() || field.type != FieldType::text ||
          !field.cleaning.empty())
        continue;
      for (const Path& path : field.paths) {
        for (const Found& found : find(path, rows_[place]))
          if (found.node != kNoNode && !text_inside(document_, found.node).empty()) nodes.push_back(found.node);
        if (nodes.empty()) continue;
        if (field.take == Take::first) nodes.resize(1);
        return nodes;
      }
    }
    return nodes;
  }

  /// It has done or found more than a rule may: what it has not found may still be there.
  [[nodiscard]] bool is_over() const noexcept { return is_over_; }
  /// What the rows are, where the rule has `rows`.
  [[nodiscard]] const std::vector<NodeId>& row_nodes() const noexcept { return rows_; }

  std::vector<std::string> problems;
  std::vector<std::vector<NodeId>> places;  // by field: the elements that gave its values

 private:
  static Value& value_called(const std::string& name, Row& row) {
    const auto it = std::find_if(row.begin(), row.end(), [&](const Value& value) { return value.name == name; });
    if (it != row.end()) return *it;
    row.emplace_back().name = name;
    return row.back();
  }

  std::vector<std::string> texts_of(const FieldRule& field, std::size_t place, std::vector<NodeId>& nodes) {
    std::vector<std::string> texts;
    const auto add = [&](std::string raw, NodeId node = kNoNode) {
      std::optional<std::string> value = page_.typed(cleaned(std::move(raw), field.cleaning), field.type);
      if (value && keep(value->size())) {
        texts.push_back(*std::move(value));
        if (node != kNoNode) nodes.push_back(node);
      }
      return is_over_ || (field.take == Take::first && !texts.empty());
    };
    if (rule_.stylesheet) {
      for (const XmlValue& one : made_[place])
        if (one.name == field.name && add(field.type == FieldType::html ? one.markup : one.text)) break;
    }
    for (const Path& path : field.paths) {
      for (const Found& found : find(path, rows_[place])) {
        if (found.node != kNoNode && !take(document_[found.node].end - found.node)) break;
        if (add(page_.raw(found, field), found.node)) break;
      }
      if (!texts.empty()) break;
    }
    if (field.take == Take::join && texts.size() > 1) {
      std::string joined;
      for (const std::string& text : texts) joined += (joined.empty() ? "" : field.join) + text;
      texts = {std::move(joined)};
    }
    return texts;
  }

  std::vector<Found> find(const Path& path, NodeId below) {
    std::vector<Found> found;
    if (path.is_xpath()) {
      const Result<const XmlTree*> tree = page_.tree();
      const Error error = tree ? std::get<XPath>(path.compiled).select(**tree, below, found) : tree.error();
      if (error) complain("`" + path.text + "` " + error.message);
      return found;
    }
    const auto& selectors = std::get<Selectors>(path.compiled);
    const std::size_t all_nodes = document_.size();
    std::vector<NodeId> nodes;
    if (selectors.uses_scope()) {
      const std::size_t looked_at = below == 0 ? all_nodes : document_[below].end - below;
      if (take(looked_at * selectors.compounds())) selectors.select_in(document_, below, nodes);
    } else {
      // What it selects of the page is the same for all rows.
      const auto [all, is_new] = selected_.try_emplace(&path);
      if (is_new && take(all_nodes * selectors.compounds())) selectors.select(document_, all->second);
      const auto first = std::upper_bound(all->second.begin(), all->second.end(), below);
      const auto last = std::lower_bound(first, all->second.end(), document_[below].end);
      if (take(1 + static_cast<std::size_t>(last - first))) nodes.assign(first, last);
    }
    found.reserve(nodes.size());
    for (const NodeId node : nodes) found.push_back({node, {}});
    return found;
  }

  /// Takes steps off what the rule may do; false: it has done it all.
  bool take(std::size_t steps) {
    if (!is_over_ && steps > steps_) {
      is_over_ = true;
      complain("takes more than " + std::to_string(kMostSteps) + " steps on the page: the rest is left out");
    }
    if (!is_over_) steps_ -= steps;
    return !is_over_;
  }
  /// Likewise bytes of values.
  bool keep(std::size_t bytes) {
    if (!is_over_ && bytes > bytes_) {
      is_over_ = true;
      complain("gives more than " + std::to_string(kMostValueBytes) + " bytes: the rest is left out");
    }
    if (!is_over_) bytes_ -= bytes;
    return !is_over_;
  }

  /// Once of each kind.
  void complain(std::string problem) {
    if (std::find(problems.begin(), problems.end(), problem) == problems.end()) problems.push_back(std::move(problem));
  }

  const Rule& rule_;
  const html::Document& document_;
  RulePage page_;
  std::vector<NodeId> rows_;
  std::vector<XmlRow> made_;  // by the stylesheet
  std::map<const Path*, std::vector<NodeId>> selected_;
  std::size_t steps_ = kMostSteps, bytes_ = kMostValueBytes;
  bool is_over_ = false;
};

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "`" : ", `") + name + "`";
  return out;
}

}  // namespace

Applied apply(const Rule& rule, const html::Document& document, std::string_view url) {
  Applied applied;
  Application application(rule, document, url);
  const std::size_t rows = application.find_rows();
  for (std::size_t i = 0; i < rows && !application.is_over(); ++i) {
    std::vector<std::string> missing;
    Row row = application.row(i, missing);
    if (application.is_over()) break;
    if (missing.empty()) {
      applied.rows.push_back(std::move(row));
    } else {
      application.problems.push_back((rows > 1 ? "row " + std::to_string(i + 1) + ": " : std::string()) +
                                     "nothing for the required " + (missing.size() == 1 ? "field " : "fields ") +
                                     listed(missing));
    }
  }
  applied.problems = std::move(application.problems);
  applied.places = std::move(application.places);
  if (!rule.rows.empty()) applied.row_nodes = application.row_nodes();
  return applied;
}

AppliedPage apply_to_page(const Rule& rule, const html::Document& document, std::string_view url,
                          std::string_view body_field) {
  AppliedPage applied;
  Application application(rule, document, url);
  if (application.find_rows() > 0) {
    applied.row = application.row(0, applied.missing);
    applied.body = application.nodes_of(body_field, 0);
  } else {
    for (const FieldRule& field : rule.fields)
      if (field.required) applied.missing.push_back(field.name);
  }
  applied.problems = std::move(application.problems);
  return applied;
}

}  // namespace pith::rules
