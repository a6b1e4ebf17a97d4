#include "text/meta_scan.hpp"

#include "text/ascii.hpp"

namespace pith::text {
namespace {

constexpr bool is_space(char c) { return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' '; }

}  // namespace

bool MetaScan::next() {
  // The next byte of interest is always a "<"; each step leaves at_ on the last byte that it used up.
  for (at_ = bytes_.find('<', begun_ ? at_ + 1 : 0); at_ < bytes_.size(); at_ = bytes_.find('<', at_ + 1)) {
    begun_ = true;
    const std::string_view rest = bytes_.substr(at_);
    if (rest.starts_with("<!--")) {
      const std::size_t end = bytes_.find("-->", at_ + 2);  // "<!-->" is a whole comment
      if (end == std::string_view::npos) break;
      at_ = end + 2;
    } else if (starts_with_ignoring_case(rest, "<meta") && rest.size() > 5 && (is_space(rest[5]) || rest[5] == '/')) {
      at_ += 5;
      return true;
    } else if (only_head_ && starts_with_ignoring_case(rest, "<body")) {
      break;
    } else if (rest.size() > 1 &&
               (is_ascii_letter(rest[1]) || (rest[1] == '/' && rest.size() > 2 && is_ascii_letter(rest[2])))) {
      while (at_ < bytes_.size() && !is_space(bytes_[at_]) && bytes_[at_] != '>') ++at_;
      while (take(nullptr)) {
      }
    } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
      at_ = bytes_.find('>', at_ + 1);
      if (at_ == std::string_view::npos) break;
    }
  }
  bytes_ = {};
  return false;
}

/// "Get an attribute": false when there is none left in the tag or the bytes end. Leaves at_ on the
/// byte where the next attribute can begin, or on the ">" of the tag. Fills `found` unless it is null.
bool MetaScan::take(Attribute* found) {
  const auto ended = [this] { return at_ >= bytes_.size(); };
  const auto skip_space = [this, ended] {
    while (!ended() && is_space(bytes_[at_])) ++at_;
  };
  if (found != nullptr) {
    found->name.clear();
    found->value.clear();
  }
  const auto add_to_value = [this, found] {
    if (found != nullptr) found->value += ascii_lower(bytes_[at_]);
  };

  while (!ended() && (is_space(bytes_[at_]) || bytes_[at_] == '/')) ++at_;
  if (ended() || bytes_[at_] == '>') return false;

  for (bool first = true;; first = false, ++at_) {
    if (ended()) return false;
    const char c = bytes_[at_];
    if (c == '=' && !first) break;
    if (is_space(c)) {
      skip_space();
      if (ended()) return false;
      if (bytes_[at_] != '=') return true;
      break;
    }
    if (c == '/' || c == '>') return true;
    if (found != nullptr) found->name += ascii_lower(c);
  }

  ++at_;  // past the "="
  skip_space();
  if (ended()) return false;
  if (const char quote = bytes_[at_]; quote == '"' || quote == '\'') {
    for (++at_; !ended(); ++at_) {
      if (bytes_[at_] == quote) {
        ++at_;
        return true;
      }
      add_to_value();
    }
    return false;
  }
  for (; !ended(); ++at_) {
    if (is_space(bytes_[at_]) || bytes_[at_] == '>') return true;
    add_to_value();
  }
  return false;
}

}  // namespace pith::text
