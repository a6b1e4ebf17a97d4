// Reasons in words.

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "method/pith_step.hpp"

namespace pith::method::learned {

namespace {

/// What several features have in common, as a person would say it.
struct Theme {
  std::string_view prefix;  // of the features' names; the first that fits holds
  std::string_view speaks_for, speaks_against;
};
constexpr Theme kThemes[] = {
    {"names", "", ""},  // told by the names themselves
    {"name_", "", ""},
    {"link", "few links", "links"},
    {"copies", "no other copy of it", "copies of it on the page"},
    {"copy", "the first of its copies", "a further copy"},
    {"title", "words of the title", "its words and the title's"},
    {"after_title", "after the title", "its distance from the title"},
    {"characters_after_title", "after the title", "its distance from the title"},
    {"after_first_h1", "after the headline", "its distance from the headline"},
    {"after_last_h1", "after the headline", "its distance from the headline"},
    {"heading", "no heading or one that belongs", "the kind of heading"},
    {"previous_heading", "the heading above it", "the heading above it"},
    {"next_heading", "the heading below it", "the heading below it"},
    {"half_", "inside the part with most of the text", "outside the part with most of the text"},
    {"most_", "inside the part with most of the text", "outside the part with most of the text"},
    {"best_", "inside the best-scoring container", "outside the best-scoring container"},
    {"second_", "in a container that scores well", "outside the containers that score well"},
    {"own_score", "a container full of paragraphs", "a container with hardly any paragraphs"},
    {"after_best", "near the best-scoring container", "far from the best-scoring container"},
    {"path_", "blocks of the same tags are text", "blocks of the same tags are no text"},
    {"class_", "blocks of the same markup are text", "blocks of the same markup are no text"},
    {"post", "part of a post", "apparatus of a post or comment"},
    {"in_comments", "not among comments", "among comments"},
    {"page_", "the kind of page", "the kind of page"},
    {"near_", "the elements around it", "the elements around it"},
    {"up", "text around it", "little text or many links around it"},
    {"previous", "the blocks before it", "the blocks before it"},
    {"next", "the blocks behind it", "the blocks behind it"},
    {"index", "its place on the page", "its place on the page"},
    {"relative_", "its place on the page", "its place on the page"},
    {"characters_", "its place on the page", "its place on the page"},
    {"depth", "its place on the page", "its place on the page"},
    {"list_depth", "lists around it", "lists around it"},
    {"starts_item", "lists around it", "lists around it"},
    {"in_table", "how it is shown", "how it is shown"},
    {"invisible", "in sight", "out of sight"},
    {"special", "how it is shown", "a caption, button or the like"},
    {"", "running text", "hardly any running text"},
};

std::size_t theme_of(std::string_view feature) {
  std::size_t t = 0;
  while (!feature.starts_with(kThemes[t].prefix)) ++t;
  return t;
}

/// The theme of each column of the block model.
const std::vector<std::size_t>& themes() {
  static const std::vector<std::size_t> all = [] {
    std::vector<std::size_t> list;
    for (const std::string& name : features::names()) list.push_back(theme_of(name));
    list.push_back(theme_of("names"));
    return list;
  }();
  return all;
}

void append_number(double value, std::string& out) {
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 2);
  out.append(digits, result.ptr);
}

/// The words in class names and the like that speak loudest for (sign 1) or against (-1) the block.
std::string loudest_names(const page::Page& page, const features::Columns& features, const learn::WordWeights& weights,
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

void explain(const Task& task, BlockId block) {
  Memory& m = task.memory;
  std::vector<float> contribution(m.columns.size());
  task.model.blocks.explain(m.columns, block, contribution);
  std::vector<float> by_theme(std::size(kThemes), 0);
  for (std::size_t f = 0; f < contribution.size(); ++f) by_theme[themes()[f]] += contribution[f];
  by_theme[0] += by_theme[1];
  by_theme[1] = 0;
  std::vector<std::size_t> order(by_theme.size());
  for (std::size_t t = 0; t < order.size(); ++t) order[t] = t;
  std::string words;
  for (const float sign : {1.0F, -1.0F}) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sign * by_theme[a] > sign * by_theme[b]; });
    words += sign > 0 ? "; for: " : "; against: ";
    for (std::size_t i = 0; i < 3 && sign * by_theme[order[i]] > 0.05F; ++i) {
      const std::size_t t = order[i];
      if (i != 0) words += ", ";
      if (t == 0) {
        const std::string names = loudest_names(task.page, m.features, task.model.names, block, sign);
        words += names.empty() ? "its names" : "names (" + names + ")";
      } else {
        words += sign > 0 ? kThemes[t].speaks_for : kThemes[t].speaks_against;
      }
      words += sign > 0 ? " +" : " ";
      append_number(static_cast<double>(by_theme[t]), words);
    }
    if (words.ends_with(": ")) words += "nothing";
  }
  task.choice.note(block, std::move(words));
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
    case kAmongLike:
      out += "between blocks of the same markup that are kept, probability ";
      break;
    case kUnlikely:
      out += "not likely enough, probability ";
      break;
    case kComment:
      out += "a comment of a reader, probability ";
      break;
    case kCopy:
      out += "a copy of a likelier block, probability ";
      break;
    case kAside:
      out += "stands around a product or a thread, probability ";
      break;
    case kFar:
      out += "in doubt, and outside the element around what is sure, probability ";
      break;
    case kWhole:
      out += "part of a table, or code, that is kept whole, probability ";
      break;
    case kFragment:
      out += "all of a fragment without links is kept, probability ";
      break;
    default:
      out += "no main content on this page (";
      append_number(static_cast<double>(choice.threshold()), out);
      out += "), probability of the block ";
      break;
  }
  append_number(static_cast<double>(choice.score(block)), out);
  if (choice.reason(block) != kEmptyPage && choice.reason(block) != kFragment) {
    out += " (cut at ";
    append_number(static_cast<double>(choice.threshold()), out);
    out += ')';
  }
  out += choice.note_of(block);
}

}  // namespace pith::method::learned
