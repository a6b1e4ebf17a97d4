// Reasons in words.

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "method/pith_steps.hpp"

namespace pith::method::learned {

namespace {

using features::Theme;

/// What the features of a theme say, as a person would.
struct Words {
  std::string_view speaks_for, speaks_against;
};
Words words_of(Theme theme) noexcept {
  switch (theme) {
    case Theme::text:
      return {"running text", "hardly any running text"};
    case Theme::links:
      return {"few links", "links"};
    case Theme::copies:
      return {"no other copy of it", "copies of it on the page"};
    case Theme::copy:
      return {"the first of its copies", "a further copy"};
    case Theme::title:
      return {"words of the title", "its words and the title's"};
    case Theme::title_distance:
      return {"after the title", "its distance from the title"};
    case Theme::headline_distance:
      return {"after the headline", "its distance from the headline"};
    case Theme::heading:
      return {"no heading or one that belongs", "the kind of heading"};
    case Theme::previous_heading:
      return {"the heading above it", "the heading above it"};
    case Theme::next_heading:
      return {"the heading below it", "the heading below it"};
    case Theme::main_part:
      return {"inside the part with most of the text", "outside the part with most of the text"};
    case Theme::best_container:
      return {"inside the best-scoring container", "outside the best-scoring container"};
    case Theme::second_container:
      return {"in a container that scores well", "outside the containers that score well"};
    case Theme::own_container:
      return {"a container full of paragraphs", "a container with hardly any paragraphs"};
    case Theme::best_distance:
      return {"near the best-scoring container", "far from the best-scoring container"};
    case Theme::tag_path:
      return {"blocks of the same tags are text", "blocks of the same tags are no text"};
    case Theme::class_path:
      return {"blocks of the same markup are text", "blocks of the same markup are no text"};
    case Theme::post:
      return {"part of a post", "apparatus of a post or comment"};
    case Theme::comments:
      return {"not among comments", "among comments"};
    case Theme::page:
      return {"the kind of page", "the kind of page"};
    case Theme::position:
      return {"its place on the page", "its place on the page"};
    case Theme::lists:
      return {"lists around it", "lists around it"};
    case Theme::table:
      return {"how it is shown", "how it is shown"};
    case Theme::visibility:
      return {"in sight", "out of sight"};
    case Theme::special:
      return {"how it is shown", "a caption, button or the like"};
    case Theme::elements:
      return {"the elements around it", "the elements around it"};
    case Theme::containers:
      return {"text around it", "little text or many links around it"};
    case Theme::previous:
      return {"the blocks before it", "the blocks before it"};
    case Theme::next:
      return {"the blocks behind it", "the blocks behind it"};
    case Theme::names:  // told by the names themselves
    case Theme::count:
      return {};
  }
  return {};
}
constexpr auto kThemes = static_cast<std::size_t>(Theme::count);

/// The theme of a column of the block model: of a feature, or of the verdict on the names behind them.
Theme theme_of(std::size_t column) noexcept {
  return column < features::kColumns ? features::theme_of(features::to_column(column)) : Theme::names;
}

void append_number(double value, std::string& out) {
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 2);
  out.append(digits, result.ptr);
}

/// The words in class names and the like that speak loudest for (sign 1) or against (-1) the block.
std::string loudest_names(const page::Page& page, const features::Columns& features, const models::WordWeights& weights,
                          BlockId block, float sign) {
  constexpr std::size_t kMost = 2;
  constexpr float kLeast = 0.1F;
  struct Named {
    std::uint32_t hash;
    float weight;
  };
  std::vector<Named> loud;
  each_name(page, features, block, [&](std::uint32_t hash, std::size_t range) {
    const auto* const w = weights.find(hash);
    if (w == nullptr || sign * (*w)[range] < kLeast) return;
    for (Named& n : loud)
      if (n.hash == hash) return void(n.weight += sign * (*w)[range]);
    loud.push_back({hash, sign * (*w)[range]});
  });
  std::stable_sort(loud.begin(), loud.end(), [](const Named& a, const Named& b) { return a.weight > b.weight; });
  if (loud.size() > kMost) loud.erase(loud.begin() + kMost, loud.end());
  std::string words;
  const html::Document& document = page.document();
  for (const Named& n : loud) {
    std::string_view found;
    std::string lower;
    for (html::NodeId id = document[page.block(block).begin].parent; id != html::kNoNode && found.empty();
         id = document[id].parent) {
      if (!document[id].is_element()) continue;
      if (page::hash_tag(document.tag_name(id)) == n.hash) found = document.tag_name(id);
      for (const html::Attribute& a : document.attributes(id))
        page::read_names(document.value(a), [&](std::string_view word, std::uint32_t hash) {
          if (hash == n.hash && found.empty()) found = lower = std::string(word);
        });
    }
    words.append(words.empty() ? "" : ", ").append(found);
  }
  return words;
}

}  // namespace

void explain(const ExtractionContext& context, BlockId block) {
  ExtractionState& state = context.state;
  std::vector<float> contribution(state.columns.size());
  context.model.blocks.explain(state.columns, block, contribution);
  std::array<float, kThemes> by_theme{};
  for (std::size_t f = 0; f < contribution.size(); ++f)
    by_theme[static_cast<std::size_t>(theme_of(f))] += contribution[f];
  std::array<std::size_t, kThemes> order;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::string words;
  for (const float sign : {1.0F, -1.0F}) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sign * by_theme[a] > sign * by_theme[b]; });
    words += sign > 0 ? "; for: " : "; against: ";
    for (std::size_t i = 0; i < 3 && sign * by_theme[order[i]] > 0.05F; ++i) {
      const std::size_t t = order[i];
      const auto theme = static_cast<Theme>(t);
      if (i != 0) words += ", ";
      if (theme == Theme::names) {
        const std::string names = loudest_names(context.page, state.features, context.model.names, block, sign);
        words += names.empty() ? "its names" : "names (" + names + ")";
      } else {
        words += sign > 0 ? words_of(theme).speaks_for : words_of(theme).speaks_against;
      }
      words += sign > 0 ? " +" : " ";
      append_number(static_cast<double>(by_theme[t]), words);
    }
    if (words.ends_with(": ")) words += "nothing";
  }
  context.choice.note(block, std::move(words));
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  switch (choice.reason(block)) {
    case kDense:
      out += "too many blocks or elements to judge each; inside a part of dense text";
      return;
    case kSparse:
      out += "too many blocks or elements to judge each; outside the parts of dense text";
      return;
    case kLikely:
      out += "main content, probability ";
      break;
    case kPostText:
      out += "stands where the posts have their text, probability ";
      break;
    case kInSeries:
      out += "between blocks of the same markup that are kept, probability ";
      break;
    case kUnlikely:
      out += "not likely enough, probability ";
      break;
    case kComment:
      out += "a comment of a reader, probability ";
      break;
    case kDuplicate:
      out += "a copy of a likelier block, probability ";
      break;
    case kAside:
      out += "stands around a product or a thread, probability ";
      break;
    case kKeptWhole:
      out += "part of a table, a list or code that is kept whole, probability ";
      break;
    case kHeadsKept:
      out += "heads a section that is kept, probability ";
      break;
    case kSmallPage:
      out += "stands where nearly all text of a small page does, probability ";
      break;
    case kBare:
      out += "half of something, a heading with nothing under it or a button, probability ";
      break;
    case kFragment:
      out += "all of a fragment without links is kept, probability ";
      break;
    case kEmptyBlocks:
      out += "nothing is kept, as no block of the page is likely enough; probability of this one ";
      break;
    default:
      out += "nothing is kept, as the page seems to have no main content at all (probability ";
      append_number(static_cast<double>(choice.threshold()), out);
      out += "); probability of the block ";
      break;
  }
  append_number(static_cast<double>(choice.score(block)), out);
  const auto reason = choice.reason(block);
  if (reason != kEmptyPage && reason != kEmptyBlocks && reason != kFragment) {
    out += " (cut at ";
    append_number(static_cast<double>(choice.threshold()), out);
    out += ')';
  }
  out += choice.note_of(block);
}

}  // namespace pith::method::learned
