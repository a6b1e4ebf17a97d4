#include "site/memory.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "filter/hosts.hpp"
#include "method/site_methods.hpp"
#include "site/line_table.hpp"
#include "site/url_tree.hpp"
#include "text/number.hpp"

namespace pith::site {

namespace {

constexpr std::string_view kHeader = "pith-sites 1 ";

/// A table for each site.
template <class Table, class TableOptions>
class Sites : public method::SiteMemory {
 public:
  Sites(std::string_view method, const TableOptions& options) : method_(method), options_(options) {}

  /// "pith-sites 1 METHOD", then for each site, in order, "BYTES OF NAME BYTES OF TEXT NAME" and the text of its table.
  [[nodiscard]] std::string to_text() const override {
    std::string out = std::string(kHeader) + std::string(method_) + '\n';
    for (const auto& [site, table] : tables_) {
      const std::string text = table.to_text();
      out.append(std::to_string(site.size())).append(" ").append(std::to_string(text.size())).append(" ");
      out.append(site).append("\n").append(text);
    }
    return out;
  }

  bool from_text(std::string_view text) override {
    tables_.clear();
    const std::string header = std::string(kHeader) + std::string(method_) + '\n';
    bool good = text.starts_with(header);
    if (good) text.remove_prefix(header.size());
    while (good && !text.empty()) {
      std::size_t name = 0, bytes = 0;
      good = take_number(text, name) && take_number(text, bytes) && name < text.size() && text[name] == '\n' &&
             bytes <= text.size() - name - 1;
      if (!good) break;
      good = table_of(std::string(text.substr(0, name))).from_text(text.substr(name + 1, bytes));
      text.remove_prefix(name + 1 + bytes);
    }
    if (!good) tables_.clear();
    return good;
  }

 protected:
  Table& table_of(std::string site) { return tables_.try_emplace(std::move(site), options_).first->second; }

 private:
  /// The number at the beginning of `text` and the space behind it, taken off.
  static bool take_number(std::string_view& text, std::size_t& number) {
    const std::optional<std::size_t> taken = text::take_number<std::size_t>(text);
    if (!taken || !text.starts_with(' ')) return false;
    text.remove_prefix(1);
    number = *taken;
    return true;
  }

  std::string_view method_;
  TableOptions options_;
  std::map<std::string, Table> tables_;
};

class LineTables : public Sites<LineTable, LineTableOptions> {
 public:
  using Sites::Sites;

  void visit(const method::SitePage& page, std::span<const method::SiteLine> lines, std::span<bool> keep) override {
    table_of(page.url.empty() ? std::string(page.site) : filter::host_of(page.url)).visit(lines, keep);
  }
};

class UrlTrees : public Sites<UrlTree, UrlTreeOptions> {
 public:
  using Sites::Sites;

  void visit(const method::SitePage& page, std::span<const method::SiteLine> lines, std::span<bool> keep) override {
    table_of(page.url.empty() ? std::string(page.site) : domain_of(page.url)).visit(page.url, lines, keep, page.time);
  }
};

}  // namespace

std::unique_ptr<method::SiteMemory> make_memory(const method::Method& method, const method::Settings& settings) {
  if (method.id == method::kPunctLines.id) {
    return std::make_unique<LineTables>(method.id,
                                        LineTableOptions{.step = settings.integer(method::kPunctLinesStep),
                                                         .prune_every = settings.integer(method::kPunctLinesPrune),
                                                         .rare = settings.integer(method::kPunctLinesRare),
                                                         .once_per_page = settings.flag(method::kPunctLinesOnce),
                                                         .spare_copies = settings.flag(method::kPunctLinesCopies),
                                                         .learn = settings.flag(method::kPunctLinesLearn)});
  }
  if (method.id == method::kUrlTree.id) {
    return std::make_unique<UrlTrees>(
        method.id, UrlTreeOptions{.mode = static_cast<UrlTreeOptions::Mode>(settings.choice(method::kUrlTreeMode)),
                                  .least_pages = settings.integer(method::kUrlTreeLeast),
                                  .window = settings.integer(method::kUrlTreeWindow),
                                  .least_window = settings.integer(method::kUrlTreeWindowLeast),
                                  .days = settings.integer(method::kUrlTreeDays),
                                  .spare_copies = settings.flag(method::kUrlTreeCopies),
                                  .learn = settings.flag(method::kUrlTreeLearn)});
  }
  return nullptr;
}

}  // namespace pith::site
