#include "rules/rule_set.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "rules/rule_file.hpp"

namespace pith::rules {

Result<RuleSet> RuleSet::load(const std::string& path, bool may_be_empty) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code failure;
  if (fs::is_directory(path, failure)) {
    for (auto it = fs::recursive_directory_iterator(path, failure);
         !failure && it != fs::recursive_directory_iterator(); it.increment(failure))
      if (it->path().extension() == ".toml" && it->is_regular_file(failure)) files.push_back(it->path().string());
    if (failure) return Error{ErrorCode::io, path + ": " + failure.message()};
    if (files.empty() && !may_be_empty)
      return Error{ErrorCode::bad_data, path + ": holds no rules: no file is called *.toml"};
    std::sort(files.begin(), files.end());
  } else {
    files.push_back(path);
  }
  RuleSet set;
  set.rules_.reserve(files.size());
  for (const std::string& file : files) {
    Result<Rule> rule = load_rule(file);
    if (!rule) return std::move(rule).error();
    set.rules_.push_back(*std::move(rule));
  }
  return set;
}

const Rule* RuleSet::find(std::string_view url) const {
  if (url.empty()) return rules_.size() == 1 ? rules_.data() : nullptr;
  const auto it = std::find_if(rules_.begin(), rules_.end(), [url](const Rule& rule) { return rule.fits(url); });
  return it == rules_.end() ? nullptr : &*it;
}

}  // namespace pith::rules
