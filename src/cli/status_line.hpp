#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace pith::cli {

/// The line at the bottom of a terminal while long work runs. Nothing when standard error is no terminal.
class StatusLine {
 public:
  StatusLine();

  /// Whether it is time to write anew: at most five times a second.
  [[nodiscard]] bool is_due() const;
  /// Since the line was made.
  [[nodiscard]] double seconds() const;
  void show(std::string_view line);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_, shown_;
  bool enabled_;
  bool visible_ = false;
};

/// " 37% [=========               ] " for a share of 0 to 1.
std::string progress_bar(double share);

}  // namespace pith::cli
