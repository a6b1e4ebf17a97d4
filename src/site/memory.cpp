#include "site/memory.hpp"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "filter/hosts.hpp"
#include "method/site_methods.hpp"
#include "site/line_table.hpp"
#include "site/url_tree.hpp"

namespace pith::site {

namespace {

class LineTables : public method::SiteMemory {
 public:
  explicit LineTables(const LineTableOptions& options) : options_(options) {}

  void visit(std::string_view url, std::span<const method::SiteLine> lines, std::span<bool> keep) override {
    digests_.clear();
    for (const method::SiteLine& line : lines) digests_.push_back(line.digest);
    tables_.try_emplace(filter::host_of(url), options_).first->second.visit(digests_, keep);
  }

 private:
  LineTableOptions options_;
  std::unordered_map<std::string, LineTable> tables_;  // by host
  std::vector<std::uint64_t> digests_;
};

class UrlTrees : public method::SiteMemory {
 public:
  explicit UrlTrees(const UrlTreeOptions& options) : options_(options) {}

  void visit(std::string_view url, std::span<const method::SiteLine> lines, std::span<bool> keep) override {
    blocks_.clear();
    for (const method::SiteLine& line : lines) blocks_.push_back({line.digest, line.characters});
    trees_.try_emplace(domain_of(url), options_).first->second.visit(url, blocks_, keep);
  }

 private:
  UrlTreeOptions options_;
  std::unordered_map<std::string, UrlTree> trees_;  // by domain
  std::vector<TreeBlock> blocks_;
};

}  // namespace

std::unique_ptr<method::SiteMemory> make_memory(const method::Method& method, const method::Settings& settings) {
  if (method.id == method::kPunctLines.id) {
    return std::make_unique<LineTables>(LineTableOptions{.step = settings.integer(method::kPunctLinesStep),
                                                         .prune_every = settings.integer(method::kPunctLinesPrune),
                                                         .once_per_page = settings.flag(method::kPunctLinesOnce)});
  }
  if (method.id == method::kUrlTree.id) {
    return std::make_unique<UrlTrees>(
        UrlTreeOptions{.mode = static_cast<UrlTreeOptions::Mode>(settings.choice(method::kUrlTreeMode)),
                       .least_pages = settings.integer(method::kUrlTreeLeast),
                       .window = settings.integer(method::kUrlTreeWindow)});
  }
  return nullptr;
}

}  // namespace pith::site
