#pragma once

// Articles as columns of Arrow.

#include <nanobind/nanobind.h>

#include <memory>
#include <string_view>

#include "columns.hpp"
#include "pages.hpp"

namespace pith::python {

/// How the column `text` is written.
struct Writing {
  Format format = Format::text;
  RenderOptions options;
};

/// The columns of articles, without entries: the members of docs/formats.md in their order.
Column article_columns();
/// One more entry of article_columns().
void add_article(std::string_view id, const Article& article, const Writing& writing, const Limits& limits,
                 Column& batch);

/// A capsule "arrow_array_stream", as __arrow_c_stream__ returns it: a batch for each chunk of `pages`.
nanobind::object arrow_stream(std::shared_ptr<Pages> pages, const Writing& writing);

}  // namespace pith::python
