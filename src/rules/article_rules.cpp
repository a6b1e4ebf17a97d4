#include "rules/article_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "rules/apply.hpp"
#include "text/hash.hpp"

namespace pith::rules {

namespace {

constexpr std::array<std::string_view, 3> kBodyNames = {"body", "text", "content"};

bool is_body(std::string_view name) {
  return std::find(kBodyNames.begin(), kBodyNames.end(), name) != kBodyNames.end();
}

std::string_view member_of(std::string_view name) { return name == "time" ? "date" : name; }

}  // namespace

Result<std::unique_ptr<ArticleRules>> ArticleRules::load(const std::string& path, bool may_be_empty) {
  Result<RuleSet> set = RuleSet::load(path, may_be_empty);
  if (!set) return std::move(set).error();
  return std::unique_ptr<ArticleRules>(new ArticleRules(*std::move(set)));
}

std::optional<RuledPage> ArticleRules::apply(const html::Document& document, std::string_view url) const {
  const auto rule =
      std::find_if(set_.rules().begin(), set_.rules().end(), [url](const Rule& one) { return one.fits(url); });
  if (rule == set_.rules().end()) return std::nullopt;
  std::string_view body_field;
  for (const FieldRule& field : rule->fields)
    if (is_body(field.name) && body_field.empty()) body_field = field.name;
  AppliedPage applied = apply_to_page(*rule, document, url, body_field);
  RuledPage page;
  page.body = std::move(applied.body);
  for (Value& value : applied.row) {
    if (value.texts.empty()) continue;
    if (is_body(value.name))
      page.body_text = value.texts.front();
    else
      page.fields.emplace_back(member_of(value.name), std::move(value.texts));
  }
  for (const std::string& problem : applied.problems) page.reason += (page.reason.empty() ? "" : "; ") + problem;
  if (!applied.missing.empty()) {
    std::string names;
    for (const std::string& name : applied.missing) names += (names.empty() ? "`" : ", `") + name + "`";
    page.reason += (page.reason.empty() ? "" : "; ") + std::string("nothing for the required ") +
                   (applied.missing.size() == 1 ? "field " : "fields ") + names;
  }
  if (!page.reason.empty())
    page.reason = "rule " + rule->name + ": " + page.reason + ": what it lacks is extracted without it";
  return page;
}

std::string ArticleRules::digest() const {
  std::uint64_t hash = text::kFnv64Start;
  for (const Rule& rule : set_.rules()) hash = text::fnv64(rule.source, hash);
  return std::to_string(hash);
}

}  // namespace pith::rules
