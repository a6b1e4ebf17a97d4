#pragma once

// The way of a page through the steps, one by one: what Extractor does as a whole, open to benchmarks
// and tests. Inside the library only.

#include <memory>
#include <string>
#include <string_view>

#include "article/compose.hpp"
#include "filter/pipeline.hpp"
#include "html/document.hpp"
#include "html/parser.hpp"
#include "method/method.hpp"
#include "page/page.hpp"
#include "pith/pith.hpp"
#include "render/structure.hpp"
#include "site_rules.hpp"
#include "statements/survey.hpp"
#include "text/decode.hpp"

namespace pith {

/// Each step reads what the one before left here, so they are called in this order. All memory is
/// kept from page to page.
struct [[gnu::visibility("hidden")]] Workspace::Impl {
  void decode(std::string_view bytes, std::string_view charset, const Limits& limits);
  void parse(const Limits& limits);
  void measure();
  /// What the filters take out no later step sees.
  void apply_filters(const filter::Pipeline* pipeline);  // nullptr: none
  /// Filters that were undone, which would have taken out nearly all: a reason that stands beside what was extracted.
  void say_undone(const filter::Pipeline& pipeline, Article& article) const;
  void read_survey();
  void choose(const method::Method& method, const method::MethodOptions& options);
  /// In place of choose(): the blocks inside these nodes that readers see are the body. False: there are none.
  bool choose_inside(const std::vector<html::NodeId>& nodes);
  /// Everything but the text of the bodies.
  void compose(const method::Method& method, const PageInfo& info, Article& article, site::Memory* memory = nullptr);
  /// The content of the bodies and comments, and their text.
  void render(const Limits& limits, Article& article);
  /// Where the page shows no main text: that of its data, as bodies, marked by Article::embedded.
  void embed(const Limits& limits, Article& article);
  /// In place of embed(): what a rule of the user says goes before what was found.
  void take_over(RuledPage ruled, Article & article);
  /// A report on every block, as far as Limits::output_bytes goes.
  void report(const method::Method& method, const Limits& limits, Article& article);
  /// Puts the blocks that the filters have taken out among these, and gives all the paths they have on the page.
  void report_filtered(const filter::Pipeline& pipeline, const Limits& limits, Article& article);

  /// Rules of the user for pages of their sites; nullptr: none. They stay from page to page.
  const SiteRules* rules = nullptr;

  std::string decoded;  ///< holds `text` where the input was not UTF-8
  text::Text text;
  html::Parser parser;
  html::Document document;
  page::Page page;
  statements::Survey survey;  ///< what the page says of itself
  method::Scratch scratch;
  method::Choice choice;
  article::Scratch composing;
  rendering::StructureBuilder structure;
  std::string content, rendered;
  std::unique_ptr<filter::FilteredPage> filtered;  ///< of pages that are filtered; once that has changed something,
                                                   ///< its document is the page as it was
  std::unique_ptr<Impl> inner;                     ///< for the HTML that stands in a page's data; few pages need it
};

/// Whose choice it is where a rule has named the body.
extern const method::Method kRuled;

}  // namespace pith
