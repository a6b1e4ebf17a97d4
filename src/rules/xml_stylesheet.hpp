#pragma once

// XSLT 1.0 (https://www.w3.org/TR/1999/REC-xslt-19991116/) from the tree of a page to rows. A stylesheet sees the page
// alone: no files, no network, no document(), no xsl:import and xsl:include, no extension elements, no DTD.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "html/document.hpp"
#include "result.hpp"

namespace pith::rules {

/// An element inside a row of the result.
struct XmlValue {
  std::string name, text;
  std::string markup;  ///< of its content; the same as `text`, escaped, where there are no elements in it
};
using XmlRow = std::vector<XmlValue>;

/// Read once; then immutable and shared by any number of threads.
class Stylesheet {
 public:
  /// At most 1 MiB; `name` is for messages ("NAME:3: ...").
  static Result<Stylesheet> parse(std::string_view xml, const std::string& name);

  /// The elements called `row` of the result, each with its child elements; where there is none, the root of the
  /// result is the row. That it takes too much work, goes too deep or asks for what it must not is an error, and so is
  /// xsl:message with terminate="yes".
  Result<std::vector<XmlRow>> transform(const html::Document& document) const;

 private:
  struct Compiled;
  explicit Stylesheet(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace pith::rules
