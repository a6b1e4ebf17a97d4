#pragma once

// What is learnt of sites while their pages pass by: for the methods that ask for it.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "pith/error.hpp"

namespace pith::site {

struct LineTableOptions;
struct UrlTreeOptions;

/// A line of a page, as the memory of its site knows it.
struct Line {
  std::uint64_t digest = 0;
  std::uint32_t characters = 0;
  std::uint32_t spared = 0;  ///< on so many more pages than other lines it may be
};

/// What a memory of sites is told of a page besides its lines.
struct Origin {
  std::string_view url = {};   ///< may be empty
  std::string_view site = {};  ///< whose page it is, where the address does not say: "example.org"; may be empty
  std::int64_t time = 0;       ///< when it was fetched, in seconds since 1970; 0: not known
};

/// What the pages of sites have taught. Not for two threads at once; what it says depends on the pages before, in their
/// order.
class Memory {
 public:
  virtual ~Memory() = default;
  /// Takes note of the next page and says for each of its lines whether it is content. The page is of the site of its
  /// address; without one, of `page.site`.
  virtual void visit(const Origin& page, std::span<const Line> lines, std::span<bool> keep) = 0;
  /// All that was learnt, to be looked at and read back (docs/formats.md).
  [[nodiscard]] virtual std::string to_text() const = 0;
  /// On an error, when it is no text of such a memory, the memory is empty.
  virtual Error from_text(std::string_view text) = 0;
};

/// A line table for each site (site/line_table.hpp), a URL tree for each domain (site/url_tree.hpp). `method`, whose
/// memory it is, stands in the text; the options do not.
std::unique_ptr<Memory> make_line_tables(std::string_view method, const LineTableOptions& options);
std::unique_ptr<Memory> make_url_trees(std::string_view method, const UrlTreeOptions& options);

}  // namespace pith::site
