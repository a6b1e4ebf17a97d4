#include "site/memory.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "filter/hosts.hpp"
#include "site/line_table.hpp"
#include "site/url_tree.hpp"
#include "text/number.hpp"

namespace pith::site {

namespace {

constexpr std::string_view kHeader = "pith-sites 1 ";

/// A table for each site.
template <class Table, class TableOptions>
class Sites : public Memory {
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

  Error from_text(std::string_view text) override {
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
    if (good) return {};
    tables_.clear();
    return {ErrorCode::bad_data, "is no memory of sites of method " + std::string(method_)};
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

  void visit(const Origin& page, std::span<const Line> lines, std::span<bool> keep) override {
    table_of(page.url.empty() ? std::string(page.site) : filter::host_of(page.url)).visit(lines, keep);
  }
};

class UrlTrees : public Sites<UrlTree, UrlTreeOptions> {
 public:
  using Sites::Sites;

  void visit(const Origin& page, std::span<const Line> lines, std::span<bool> keep) override {
    table_of(page.url.empty() ? std::string(page.site) : domain_of(page.url)).visit(page.url, lines, keep, page.time);
  }
};

}  // namespace

std::unique_ptr<Memory> make_line_tables(std::string_view method, const LineTableOptions& options) {
  return std::make_unique<LineTables>(method, options);
}

std::unique_ptr<Memory> make_url_trees(std::string_view method, const UrlTreeOptions& options) {
  return std::make_unique<UrlTrees>(method, options);
}

}  // namespace pith::site
