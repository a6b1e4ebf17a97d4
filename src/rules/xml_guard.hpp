#pragma once

// Bounds on what libxml2 and libxslt do for a page. Only for files that are built with them.

#include <cstddef>
#include <string>
#include <string_view>

#include "result.hpp"

namespace pith::rules {

/// Work is counted in operations of XPath, an allocation of n bytes as 1 + n / 64 of them: so what copies strings
/// again and again is counted, too. On real pages an expression takes some thousands.
inline constexpr unsigned long kMostOperations = 4'000'000;
/// What holds a node-set against another is not counted, so there is a clock behind the count.
inline constexpr double kMostSeconds = 0.8;  // of the processor
/// Pages with more nodes have no tree in libxml2; real ones have up to 30,000.
inline constexpr std::size_t kMostXmlNodes = 200'000;

/// Prepares libxml2 and libxslt for this process, once: allocations are counted, nothing is loaded from anywhere,
/// nothing is printed.
void prepare_xml();

/// While it lives, allocations of this thread count; once they are too many, the counters that it was given are set to
/// their limits, which ends the evaluation.
class XmlGuard {
 public:
  XmlGuard();
  ~XmlGuard();
  XmlGuard(const XmlGuard&) = delete;
  XmlGuard& operator=(const XmlGuard&) = delete;

  void watch(unsigned long& count) { counts_[watched_++] = &count; }
  [[nodiscard]] bool is_over() const noexcept { return over_; }
  /// "takes more than ...".
  [[nodiscard]] static std::string message();

  void charge(std::size_t bytes) noexcept;

 private:
  void end() noexcept;

  unsigned long* counts_[2] = {};
  unsigned watched_ = 0;
  unsigned long work_ = 0, next_look_ = 0;
  double end_ = 0;  // on the clock of the thread
  bool over_ = false;
};

/// What the thread's errors of libxslt, which knows no other way, have said since the last call.
std::string take_xml_messages();

/// Whether an expression keeps the bounds that libxml2 must not be trusted with: brackets inside each other, steps.
Error check_expression(std::string_view xpath);

}  // namespace pith::rules
