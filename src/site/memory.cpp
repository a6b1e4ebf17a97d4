#include "site/memory.hpp"

#include <optional>

#include "site/sites.hpp"
#include "text/number.hpp"

namespace pith::site {

void Memory::enter(std::uint64_t turn) {
  if (turn == kNoTurn) return;
  std::unique_lock lock(mutex_);
  moved_.wait(lock, [&] { return next_ >= turn; });
}

void Memory::leave(std::uint64_t turn) {
  learn(turn);
  end(turn);
}

void Memory::start(std::uint64_t turn) {
  const std::lock_guard lock(mutex_);
  next_ = turn;
  passed_.clear();
}

void Memory::pass(std::uint64_t turn) {
  {
    const std::lock_guard lock(mutex_);
    if (turn == kNoTurn || turn == next_) discard();  // it may have been let in
  }
  end(turn);
}

void Memory::end(std::uint64_t turn) {
  if (turn == kNoTurn) return;
  const std::lock_guard lock(mutex_);
  if (turn >= next_) passed_.insert(turn);
  while (passed_.erase(next_) > 0) ++next_;
  moved_.notify_all();
}

namespace {

constexpr std::string_view kHeader = "pith-sites 1 ";

/// The number at the beginning of `text` and the space behind it, taken off.
bool take_number(std::string_view& text, std::size_t& number) {
  const std::optional<std::size_t> taken = text::take_number<std::size_t>(text);
  if (!taken || !text.starts_with(' ')) return false;
  text.remove_prefix(1);
  number = *taken;
  return true;
}

}  // namespace

// "pith-sites 1 METHOD", then for each site, in order, "BYTES OF NAME BYTES OF TEXT NAME" and the text of its table.
std::string begin_text(std::string_view method) { return std::string(kHeader).append(method).append("\n"); }

void append_site(std::string_view site, std::string_view table, std::string& out) {
  out.append(std::to_string(site.size())).append(" ").append(std::to_string(table.size())).append(" ");
  out.append(site).append("\n").append(table);
}

bool read_text(std::string_view text, std::string_view& method, std::vector<NamedTable>& tables) {
  tables.clear();
  const std::size_t end = text.find('\n');
  if (!text.starts_with(kHeader) || end == std::string_view::npos) return false;
  method = text.substr(kHeader.size(), end - kHeader.size());
  text.remove_prefix(end + 1);
  while (!text.empty()) {
    std::size_t name = 0, bytes = 0;
    if (!take_number(text, name) || !take_number(text, bytes) || name >= text.size() || text[name] != '\n' ||
        bytes > text.size() - name - 1)
      return false;
    tables.push_back({text.substr(0, name), text.substr(name + 1, bytes)});
    text.remove_prefix(name + 1 + bytes);
  }
  return true;
}

}  // namespace pith::site
