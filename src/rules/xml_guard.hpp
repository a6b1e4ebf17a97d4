#pragma once

// Bounds on what libxml2 and libxslt do for a page. Only for files that are built with them.

#include <cstddef>
#include <string>
#include <string_view>

#include "result.hpp"
#include "rules/xml_tree.hpp"

namespace pith::rules {

/// Pages with more nodes have no tree in libxml2; real ones have up to 30,000.
inline constexpr std::size_t kMostXmlNodes = 200'000;

/// Prepares libxml2 and libxslt for this process, once: allocations are counted, nothing is loaded from anywhere,
/// nothing is printed.
void prepare_xml();

/// While it lives, allocations of this thread count; once they are more than the budget, the counters that it was given
/// are set to their limits, which ends the evaluation. What was spent, by these counters too, is taken off the budget.
class XmlGuard {
 public:
  explicit XmlGuard(XmlBudget& budget);
  ~XmlGuard();
  XmlGuard(const XmlGuard&) = delete;
  XmlGuard& operator=(const XmlGuard&) = delete;

  /// `count` goes up to `limit` by itself. Both must outlive the guard.
  void watch(unsigned long& count, unsigned long& limit);
  [[nodiscard]] bool is_over() const noexcept;
  /// "takes more than ...".
  [[nodiscard]] static std::string message();

  void charge(std::size_t bytes) noexcept;

 private:
  void end() noexcept;

  XmlBudget& budget_;
  unsigned long* counts_[2] = {};
  unsigned watched_ = 0;
  unsigned long work_ = 0, next_look_ = 0;
  double begin_ = 0;  // on the clock of the thread
  bool over_ = false;
};

/// What the thread's errors of libxslt, which knows no other way, have said since the last call.
std::string take_xml_messages();

/// Whether an expression keeps the bounds that libxml2 must not be trusted with: brackets inside each other, steps.
Error check_expression(std::string_view xpath);

}  // namespace pith::rules
