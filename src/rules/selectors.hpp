#pragma once

// CSS selectors over a document: Selectors Level 3 with :is, :where, :not and :has of Level 4
// (https://www.w3.org/TR/selectors-4/). Without what needs a reader or a style: pseudo-elements, :hover and the like,
// namespaces.

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "html/document.hpp"
#include "result.hpp"

namespace pith::rules {

/// A list of selectors ("h1, .title > a"), read once; then immutable and shared by any number of threads.
class Selectors {
 public:
  /// The error names the offset in `css`, in bytes from 0, and what is possible there. At most 4,096 bytes, 200
  /// compounds and 16 selectors inside each other. O(css).
  static Result<Selectors> parse(std::string_view css);

  /// Appends the elements that match, in document order, each once. O(nodes * compounds), whatever the selectors.
  void select(const html::Document& document, std::vector<html::NodeId>& matched) const;
  /// The same below `scope`, which `:scope` and a combinator in front ("> td") stand for. Where these are used,
  /// elements outside of `scope` are not looked at; else a selector may begin there, as with querySelectorAll. O(nodes
  /// of the scope * compounds) where these are used, else O(nodes * compounds).
  void select_in(const html::Document& document, html::NodeId scope, std::vector<html::NodeId>& matched) const;
  /// Whether it asks for its scope.
  [[nodiscard]] bool uses_scope() const noexcept;
  /// Compounds, those inside of others too.
  [[nodiscard]] std::size_t compounds() const noexcept;

 private:
  struct Program;
  explicit Selectors(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

  std::shared_ptr<const Program> program_;
};

}  // namespace pith::rules
