#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "html/parser.hpp"
#include "page/block_text.hpp"
#include "page/page.hpp"
#include "statements/survey.hpp"

namespace pith::testing {

/// A page from its markup, with all it looks into.
struct Measured {
  explicit Measured(std::string markup) : html(std::move(markup)), document(html::parse(html)) {
    page.measure(document);
    survey.read(page);
  }
  Measured(const Measured&) = delete;
  Measured& operator=(const Measured&) = delete;

  [[nodiscard]] std::string text(page::BlockId id) const {
    std::string out;
    page::append_text(page, page.block(id), out);
    return out;
  }
  /// The texts of all blocks, in order.
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> out;
    for (page::BlockId id = 0; id < page.blocks().size(); ++id) out.push_back(text(id));
    return out;
  }
  /// The first element of a tag.
  [[nodiscard]] html::NodeId element(html::Tag tag) const {
    for (html::NodeId id = 0; id < document.size(); ++id) {
      if (document[id].is(tag)) return id;
    }
    return html::kNoNode;
  }
  /// The first block that reads so; the test fails where there is none.
  [[nodiscard]] page::BlockId block(std::string_view wanted) const {
    for (page::BlockId id = 0; id < page.blocks().size(); ++id)
      if (text(id) == wanted) return id;
    ADD_FAILURE() << "no block says \"" << wanted << '"';
    return 0;
  }

  std::string html;
  html::Document document;
  page::Page page;
  statements::Survey survey;
};

}  // namespace pith::testing
