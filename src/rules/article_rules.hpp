#pragma once

// Rules for the fields of articles: where one fits a page, its fields are the article's.

#include <memory>
#include <string>

#include "result.hpp"
#include "rules/rule_set.hpp"
#include "site_rules.hpp"

namespace pith::rules {

/// Fields are called as members of records are (docs/formats.md); `time` is the date, `body`, `text` and `content` are
/// the body. Others are nothing to an article.
class ArticleRules : public SiteRules {
 public:
  /// As RuleSet::load.
  static Result<std::unique_ptr<ArticleRules>> load(const std::string& path, bool may_be_empty = false);

  [[nodiscard]] std::optional<RuledPage> apply(const html::Document& document, std::string_view url) const override;
  [[nodiscard]] std::string digest() const override;
  [[nodiscard]] const RuleSet& set() const noexcept { return set_; }

 private:
  explicit ArticleRules(RuleSet set) : set_(std::move(set)) {}

  RuleSet set_;
};

}  // namespace pith::rules
