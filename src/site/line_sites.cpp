// Memories of methods by lines. In a file of its own: a program that only extracts has nothing of them.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "filter/hosts.hpp"
#include "site/line_table.hpp"
#include "site/memory.hpp"
#include "site/sites.hpp"
#include "site/url_tree.hpp"
#include "site/visit.hpp"

namespace pith::site {

namespace {

/// What methods by lines have in common: a visit is the page's lines.
template <class Table, class TableOptions>
class LineSites : public Sites<LineMemory, Table, TableOptions> {
 public:
  using Sites<LineMemory, Table, TableOptions>::Sites;

 protected:
  /// `judge(table)` says whether the page counts from now on.
  template <class Judge>
  void visit_site(std::string site, const Origin& page, std::span<const Line> lines, const Judge& judge) {
    this->enter(page.turn);
    discard();
    auto* const held = this->find(site);
    if (held == nullptr || !judge(held->table)) return;
    write_visit({page.url, page.time, lines}, visit_);
    site_ = std::move(site);
    is_in_ = true;
  }

  void learn(std::uint64_t turn) override {
    if (is_in_) this->learnt(site_, visit_, turn);
    discard();
  }
  void discard() override { is_in_ = false; }

 private:
  std::string site_, visit_;  // of the page that was let in
  bool is_in_ = false;
};

class LineTables : public LineSites<LineTable, LineTableOptions> {
 public:
  using LineSites::LineSites;
  void visit(const Origin& page, std::span<const Line> lines, std::span<bool> keep) override {
    visit_site(page.url.empty() ? std::string(page.site) : filter::host_of(page.url), page, lines,
               [&](LineTable& table) { return table.visit(lines, keep, !is_frozen()); });
  }
};

class UrlTrees : public LineSites<UrlTree, UrlTreeOptions> {
 public:
  using LineSites::LineSites;
  void visit(const Origin& page, std::span<const Line> lines, std::span<bool> keep) override {
    visit_site(page.url.empty() ? std::string(page.site) : domain_of(page.url), page, lines,
               [&](UrlTree& tree) { return tree.visit(page.url, lines, keep, page.time, !is_frozen()); });
  }
};

}  // namespace

std::unique_ptr<LineMemory> make_line_tables(std::string_view method, const LineTableOptions& options) {
  return std::make_unique<LineTables>(method, options);
}

std::unique_ptr<LineMemory> make_url_trees(std::string_view method, const UrlTreeOptions& options) {
  return std::make_unique<UrlTrees>(method, options);
}

}  // namespace pith::site
