#pragma once

// What a list of selectors is compiled to. Selectors inside others come before them, so that to run a program is one
// loop over its lists.

#include <cstdint>
#include <string>
#include <vector>

#include "html/names.hpp"
#include "rules/selectors.hpp"

namespace pith::rules {

enum class Combinator : std::uint8_t {
  none,        // the first of a selector
  descendant,  // a b
  child,       // a > b
  next,        // a + b
  later,       // a ~ b
};

enum class AttributeMatch : std::uint8_t { present, equal, word, language, prefix, suffix, part };

struct AttributeTest {
  std::string name;  // lower case
  std::string value;
  AttributeMatch match = AttributeMatch::present;
  bool ignores_case = false;
};

enum class Pseudo : std::uint8_t {
  root,
  empty,
  scope,
  link,
  checked,
  enabled,
  disabled,
  language,
  nth_child,
  nth_last_child,
  nth_of_type,
  nth_last_of_type,
  is,
  is_not,
  has,
};

struct PseudoTest {
  Pseudo kind = Pseudo::root;
  int step = 0, offset = 0;  // of nth: step * n + offset
  int list = -1;             // of selectors: is, is_not, has, and nth where it has "of"
  std::string value;         // of language
};

/// "a.b#c[d]:e": what one element must be.
struct Compound {
  Combinator before = Combinator::none;
  std::string tag;  // empty: any
  std::string lower_tag;
  html::Tag known_tag = html::Tag::none;
  std::vector<std::string> ids, classes;
  std::vector<AttributeTest> attributes;
  std::vector<PseudoTest> pseudos;
};

/// Compounds from left to right. Inside :has the first one's combinator leads to the element that has it.
using Complex = std::vector<Compound>;
using SelectorList = std::vector<Complex>;

struct Selectors::Program {
  std::vector<SelectorList> lists;  // the last is the whole
  bool uses_scope = false;
};

/// Reads CSS into a program.
Error read_selectors(std::string_view css, std::vector<SelectorList>& lists, bool& uses_scope);

}  // namespace pith::rules
