#include "cli/status_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/terminal.hpp"

namespace pith::cli {
namespace {

void write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

StatusLine::StatusLine() : start_(Clock::now()), shown_(start_), enabled_(is_terminal(STDERR_FILENO)) {}

bool StatusLine::is_due() const { return enabled_ && Clock::now() - shown_ >= std::chrono::milliseconds(200); }

double StatusLine::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void StatusLine::show(std::string_view line) {
  if (!enabled_) return;
  shown_ = Clock::now();
  write("\r\033[K" + cut_end(line, terminal_width(STDERR_FILENO, 80) - 1));
  visible_ = true;
}

void StatusLine::clear() {
  if (visible_) write("\r\033[K");
  visible_ = false;
}

std::string progress_bar(double share) {
  constexpr int kColumns = 24;
  share = std::clamp(share, 0.0, 1.0);
  const int filled = static_cast<int>(share * kColumns);
  return fmt::format("{:3.0f}% [{:=>{}}{:>{}}] ", share * 100, "", filled, "", kColumns - filled);
}

}  // namespace pith::cli
