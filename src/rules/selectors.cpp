#include "rules/selectors.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "rules/selector_program.hpp"
#include "text/ascii.hpp"

namespace pith::rules {

namespace {

using html::kNoNode;
using html::Node;
using html::NodeId;
using html::Tag;

/// Which nodes of the range match; by node, from the beginning of the range.
using Set = std::vector<std::uint8_t>;

constexpr std::string_view kSpace = " \t\n\f\r";

bool has_word(std::string_view value, std::string_view word, bool ignores_case) {
  if (word.empty()) return false;
  for (std::size_t at = value.find_first_not_of(kSpace); at < value.size();) {
    const std::size_t end = std::min(value.find_first_of(kSpace, at), value.size());
    const std::string_view one = value.substr(at, end - at);
    if (ignores_case ? text::equals_ignoring_case(one, word) : one == word) return true;
    at = value.find_first_not_of(kSpace, end);
  }
  return false;
}

bool fits(const AttributeTest& test, std::string_view value, std::string& lowered) {
  if (test.match == AttributeMatch::present) return true;
  if (test.ignores_case) {
    lowered = text::ascii_lowered(value);
    value = lowered;
  }
  const std::string_view wanted = test.value;
  switch (test.match) {
    case AttributeMatch::equal:
      return value == wanted;
    case AttributeMatch::word:
      return has_word(value, wanted, false);
    case AttributeMatch::language:
      return value.starts_with(wanted) && (value.size() == wanted.size() || value[wanted.size()] == '-');
    case AttributeMatch::prefix:
      return !wanted.empty() && value.starts_with(wanted);
    case AttributeMatch::suffix:
      return !wanted.empty() && value.ends_with(wanted);
    case AttributeMatch::part:
      return !wanted.empty() && value.find(wanted) != std::string_view::npos;
    default:
      return true;
  }
}

/// Whether a place, from 1, is one of step * n + offset, n = 0, 1, ...
bool is_at(std::uint32_t place, int step, int offset) {
  const std::int64_t distance = std::int64_t{place} - offset;
  return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0;
}

/// One run of a program over the nodes [begin, end): list after list, compound after compound, each for all nodes at
/// once. So no selector makes it go over a node more often than it has compounds.
class Run {
 public:
  Run(const html::Document& document, const std::vector<SelectorList>& lists, NodeId begin, NodeId end, NodeId scope)
      : document_(document),
        begin_(begin),
        end_(end),
        scope_(scope),
        quirks_(document.quirks_mode() == html::QuirksMode::quirks) {
    sets_.reserve(lists.size());
    for (const SelectorList& list : lists) {
      Set all(end_ - begin_);
      for (const Complex& complex : list) {
        const bool is_relative = complex.front().before != Combinator::none;
        const Set matched = is_relative ? match_having(complex) : match(complex);
        for (std::size_t i = 0; i < all.size(); ++i) all[i] |= matched[i];
      }
      sets_.push_back(std::move(all));
    }
  }

  [[nodiscard]] const Set& result() const noexcept { return sets_.back(); }

 private:
  [[nodiscard]] bool is_inside(NodeId id) const noexcept { return id >= begin_ && id < end_; }
  [[nodiscard]] bool has(const Set& set, NodeId id) const { return is_inside(id) && set[id - begin_] != 0; }

  template <class Visit>
  void for_each_element(Visit visit) const {
    for (NodeId id = begin_; id < end_; ++id)
      if (document_[id].is_element()) visit(id);
  }

  /// By element: the one before it among its siblings.
  const std::vector<NodeId>& previous() {
    if (!previous_.empty() || begin_ == end_) return previous_;
    previous_.assign(end_ - begin_, kNoNode);
    std::vector<NodeId> last(end_ - begin_, kNoNode);  // by parent
    for_each_element([&](NodeId id) {
      const NodeId parent = document_[id].parent;
      if (!is_inside(parent)) return;
      previous_[id - begin_] = std::exchange(last[parent - begin_], id);
    });
    return previous_;
  }

  // --- Selectors ---

  Set match(const Complex& complex) {
    Set matched = match(complex.front());
    for (std::size_t i = 1; i < complex.size(); ++i) {
      Set next = match(complex[i]);
      keep_behind(matched, complex[i].before, next);
      matched = std::move(next);
    }
    return matched;
  }

  /// Keeps of `set` what stands behind an element of `left`, as the combinator says.
  void keep_behind(const Set& left, Combinator combinator, Set& set) {
    Set behind(set.size());
    switch (combinator) {
      case Combinator::child:
        for_each_element([&](NodeId id) { behind[id - begin_] = has(left, document_[id].parent); });
        break;
      case Combinator::descendant:
        for (NodeId id = begin_; id < end_; ++id) {
          const NodeId parent = document_[id].parent;
          behind[id - begin_] = has(left, parent) || has(behind, parent);
        }
        break;
      case Combinator::next:
        for_each_element([&](NodeId id) { behind[id - begin_] = has(left, previous()[id - begin_]); });
        break;
      default:
        for_each_element([&](NodeId id) {
          const NodeId before = previous()[id - begin_];
          behind[id - begin_] = has(left, before) || has(behind, before);
        });
    }
    for (std::size_t i = 0; i < set.size(); ++i) set[i] &= behind[i];
  }

  /// The elements that have others, to which the combinators lead.
  Set match_having(const Complex& complex) {
    Set matched = match(complex.back());
    for (std::size_t i = complex.size(); i-- > 0;) {
      Set before = leading_to(matched, complex[i].before);
      if (i == 0) return before;
      matched = match(complex[i - 1]);
      for (std::size_t k = 0; k < matched.size(); ++k) matched[k] &= before[k];
    }
    return matched;
  }

  /// The elements from which the combinator leads to one of `right`.
  Set leading_to(const Set& right, Combinator combinator) {
    Set leading(right.size());
    for (NodeId id = end_; id-- > begin_;) {  // from behind: an element comes after all that it leads to
      if (!document_[id].is_element()) continue;
      const bool is_right = right[id - begin_] != 0;
      const NodeId parent = document_[id].parent;
      switch (combinator) {
        case Combinator::child:
          if (is_right && is_inside(parent)) leading[parent - begin_] = 1;
          break;
        case Combinator::descendant:
          if ((is_right || leading[id - begin_] != 0) && is_inside(parent)) leading[parent - begin_] = 1;
          break;
        default: {
          const NodeId before = previous()[id - begin_];
          const bool leads = is_right || (combinator == Combinator::later && leading[id - begin_] != 0);
          if (leads && is_inside(before)) leading[before - begin_] = 1;
        }
      }
    }
    return leading;
  }

  // --- Compounds ---

  Set match(const Compound& compound) {
    Set matched(end_ - begin_);
    std::string buffer;
    for_each_element([&](NodeId id) { matched[id - begin_] = fits_itself(compound, id, buffer); });
    for (const PseudoTest& test : compound.pseudos) keep(test, matched);
    return matched;
  }

  bool fits_itself(const Compound& compound, NodeId id, std::string& buffer) const {
    const Node& node = document_[id];
    if (!compound.tag.empty()) {
      if (node.ns != html::Namespace::html) {
        if (document_.tag_name(id) != compound.tag) return false;
      } else if (compound.known_tag != Tag::none ? node.tag != compound.known_tag
                                                 : document_.tag_name(id) != compound.lower_tag) {
        return false;
      }
    }
    for (const std::string& wanted : compound.ids) {
      const std::string_view value = document_.attribute(id, html::Attr::id);
      if (quirks_ ? !text::equals_ignoring_case(value, text::ascii_lowered(wanted)) : value != wanted) return false;
    }
    for (const std::string& wanted : compound.classes) {
      const std::string_view value = document_.attribute(id, html::Attr::class_);
      if (!has_word(value, quirks_ ? text::ascii_lowered(wanted) : wanted, quirks_)) return false;
    }
    return std::all_of(compound.attributes.begin(), compound.attributes.end(), [&](const AttributeTest& test) {
      const auto all = document_.attributes(id);
      return std::any_of(all.begin(), all.end(), [&](const html::Attribute& attribute) {
        return text::equals_ignoring_case(document_.name(attribute), test.name) &&
               fits(test, document_.value(attribute), buffer);
      });
    });
  }

  /// Keeps the elements that pass the test.
  void keep(const PseudoTest& test, Set& matched) {
    const auto keep_where = [&](auto passes) {
      for_each_element([&](NodeId id) {
        std::uint8_t& is_in = matched[id - begin_];
        if (is_in != 0) is_in = passes(id) ? 1 : 0;
      });
    };
    switch (test.kind) {
      case Pseudo::root:
        return keep_where([&](NodeId id) { return !document_[document_[id].parent].is_element(); });
      case Pseudo::scope:
        return keep_where(
            [&](NodeId id) { return scope_ == 0 ? !document_[document_[id].parent].is_element() : id == scope_; });
      case Pseudo::empty:
        return keep_where([&](NodeId id) { return is_empty(id); });
      case Pseudo::link:
        return keep_where([&](NodeId id) {
          return (document_[id].is(Tag::a) || document_[id].is(Tag::area)) &&
                 document_.find(id, html::Attr::href) != nullptr;
        });
      case Pseudo::checked:
        return keep_where([&](NodeId id) {
          return (document_[id].is(Tag::input) && document_.find(id, html::Attr::checked) != nullptr) ||
                 (document_[id].is(Tag::option) && document_.find(id, html::Attr::selected) != nullptr);
        });
      case Pseudo::enabled:
      case Pseudo::disabled:
        return keep_where([&](NodeId id) {
          return is_control(id) &&
                 (document_.find(id, html::Attr::disabled) != nullptr) == (test.kind == Pseudo::disabled);
        });
      case Pseudo::language: {
        const Set in_language = elements_in(test.value);
        return keep_where([&](NodeId id) { return in_language[id - begin_] != 0; });
      }
      case Pseudo::is:
      case Pseudo::has:
        return keep_where([&](NodeId id) { return has(sets_[static_cast<std::size_t>(test.list)], id); });
      case Pseudo::is_not:
        return keep_where([&](NodeId id) { return !has(sets_[static_cast<std::size_t>(test.list)], id); });
      default: {
        const std::vector<std::uint32_t> places = places_of(test);
        return keep_where([&](NodeId id) { return is_at(places[id - begin_], test.step, test.offset); });
      }
    }
  }

  [[nodiscard]] bool is_empty(NodeId id) const {
    for (NodeId child = document_.first_child(id); child != kNoNode; child = document_.next_sibling(child))
      if (document_[child].is_element() || (document_[child].is_text() && !document_.text(child).empty())) return false;
    return true;
  }

  [[nodiscard]] bool is_control(NodeId id) const {
    static constexpr std::array kControls = {Tag::button,   Tag::input,    Tag::select, Tag::textarea,
                                             Tag::optgroup, Tag::fieldset, Tag::option};
    return std::any_of(kControls.begin(), kControls.end(), [&](Tag tag) { return document_[id].is(tag); });
  }

  [[nodiscard]] Set elements_in(std::string_view language) const {
    Set inside(end_ - begin_);
    for_each_element([&](NodeId id) {
      const html::Attribute* declared = document_.find(id, html::Attr::lang);
      if (declared == nullptr) declared = document_.find(id, html::Attr::xml_lang);
      if (declared == nullptr) {
        inside[id - begin_] = has(inside, document_[id].parent);
        return;
      }
      const std::string_view value = document_.value(*declared);
      inside[id - begin_] = text::starts_with_ignoring_case(value, language) &&
                            (value.size() == language.size() || value[language.size()] == '-');
    });
    return inside;
  }

  /// By element: which of its siblings it is, of those that the test counts, from 1; 0: it is none of them.
  std::vector<std::uint32_t> places_of(const PseudoTest& test) const {
    const bool by_type = test.kind == Pseudo::nth_of_type || test.kind == Pseudo::nth_last_of_type;
    const bool from_end = test.kind == Pseudo::nth_last_child || test.kind == Pseudo::nth_last_of_type;
    std::vector<std::uint32_t> places(end_ - begin_), counts(by_type ? 0 : end_ - begin_);
    std::map<std::tuple<NodeId, Tag, html::Namespace>, std::uint32_t> counts_of_type;
    const auto count = [&](NodeId id) {
      const Node& node = document_[id];
      if (!node.is_element() || (test.list >= 0 && !has(sets_[static_cast<std::size_t>(test.list)], id))) return;
      if (by_type) {
        places[id - begin_] = ++counts_of_type[{node.parent, node.tag, node.ns}];
      } else if (is_inside(node.parent)) {
        places[id - begin_] = ++counts[node.parent - begin_];
      } else {
        places[id - begin_] = 1;  // the range begins here
      }
    };
    if (from_end) {
      for (NodeId id = end_; id-- > begin_;) count(id);
    } else {
      for (NodeId id = begin_; id < end_; ++id) count(id);
    }
    return places;
  }

  const html::Document& document_;
  NodeId begin_, end_, scope_;
  bool quirks_;
  std::vector<Set> sets_;  // by list
  std::vector<NodeId> previous_;
};

}  // namespace

Result<Selectors> Selectors::parse(std::string_view css) {
  const auto program = std::make_shared<Program>();
  if (Error error = read_selectors(css, program->lists, program->uses_scope)) return error;
  for (SelectorList& list : program->lists)
    for (Complex& complex : list)
      for (Compound& compound : complex)
        for (AttributeTest& test : compound.attributes)
          if (test.ignores_case) test.value = text::ascii_lowered(test.value);
  return Selectors(program);
}

bool Selectors::uses_scope() const noexcept { return program_->uses_scope; }

std::size_t Selectors::compounds() const noexcept {
  std::size_t compounds = 0;
  for (const SelectorList& list : program_->lists)
    for (const Complex& complex : list) compounds += complex.size();
  return compounds;
}

void Selectors::select(const html::Document& document, std::vector<NodeId>& matched) const {
  select_in(document, 0, matched);
}

void Selectors::select_in(const html::Document& document, NodeId scope, std::vector<NodeId>& matched) const {
  const bool is_whole = scope == 0 || !program_->uses_scope;
  const NodeId begin = is_whole ? 0 : scope, end = is_whole ? document.size() : document[scope].end;
  const Run run(document, program_->lists, begin, end, scope);
  const NodeId last = document[scope].end;
  for (NodeId id = scope + 1; id < last; ++id)
    if (run.result()[id - begin] != 0) matched.push_back(id);
}

}  // namespace pith::rules
