#include "statements/discussion.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"
#include "text/url.hpp"

namespace pith::statements {

namespace {

constexpr std::size_t kLongestAddress = 512, kLongestName = 256;

bool is_one_of(std::string_view word, const auto& words) noexcept {
  return std::binary_search(words.begin(), words.end(), word);
}

struct Place {
  std::string_view host, path;
};
#include "statements/discussions.inc"

bool is_host_of_discussions(std::string_view host) noexcept {
  if (host.find("forum") != std::string_view::npos) return true;
  while (!host.empty()) {
    const std::string_view label = host.substr(0, host.find('.'));
    // A label in front of a domain: "answers.com" is none.
    if (label.size() + 1 < host.size() && host.find('.', label.size() + 1) != std::string_view::npos &&
        is_one_of(label, kHostLabels))
      return true;
    if (label.size() > 3 && (label.starts_with("bbs") || label.ends_with("bbs"))) return true;
    host.remove_prefix(std::min(label.size() + 1, host.size()));
  }
  return false;
}

bool is_place(std::string_view host, std::string_view path) noexcept {
  return std::any_of(kPlaces.begin(), kPlaces.end(), [&](const Place& place) {
    return host.ends_with(place.host) &&
           (host.size() == place.host.size() || host[host.size() - place.host.size() - 1] == '.') &&
           path.starts_with(place.path) && path.size() > 1;
  });
}

// "-t12": how forums write the number of a topic behind its title.
bool ends_with_topic(std::string_view part) noexcept {
  std::size_t digits = 0;
  while (digits < part.size() && text::is_ascii_digit(part[part.size() - 1 - digits])) ++digits;
  return digits > 0 && part.substr(0, part.size() - digits).ends_with("-t");
}

bool is_discussion_part(std::string_view part) noexcept {
  const std::string_view name = part.substr(0, part.find('.'));
  if (is_one_of(name, kPathParts) || ends_with_topic(name)) return true;
  return std::any_of(kPartBeginnings.begin(), kPartBeginnings.end(), [part](std::string_view beginning) {
    if (!part.starts_with(beginning)) return false;
    const std::string_view number = part.substr(beginning.size());
    return !number.empty() &&
           (text::is_ascii_digit(number[0]) || (number.size() > 1 && text::is_ascii_digit(number[1])));
  });
}

}  // namespace

bool is_discussion_address(std::string_view address) noexcept {
  std::array<char, kLongestAddress> lower;
  address = address.substr(0, lower.size());
  std::transform(address.begin(), address.end(), lower.begin(), text::ascii_lower);
  auto [host, path, query] = text::split_address({lower.data(), address.size()});
  if (is_host_of_discussions(host) || is_place(host, path)) return true;
  bool numbered = false;  // so far, a part that counts where a number follows
  for (std::string_view* const parts : {&path, &query}) {
    const bool in_query = parts == &query;
    while (!parts->empty()) {
      parts->remove_prefix(1);
      const std::string_view part = parts->substr(0, parts->find_first_of(in_query ? "&/;" : "/"));
      if (is_discussion_part(part) || (numbered && !part.empty() && text::is_ascii_digit(part[0]))) return true;
      numbered |= is_one_of(part, kNumberedParts);
      if (in_query && std::any_of(kQueryMembers.begin(), kQueryMembers.end(),
                                  [part](std::string_view member) { return part.starts_with(member); }))
        return true;
      parts->remove_prefix(part.size());
    }
  }
  return false;
}

bool names_forum(std::string_view text) noexcept {
  std::array<char, kLongestName> lower;
  text = text.substr(0, lower.size());
  std::transform(text.begin(), text.end(), lower.begin(), text::ascii_lower);
  const std::string_view name(lower.data(), text.size());
  return std::any_of(kPrograms.begin(), kPrograms.end(),
                     [name](std::string_view program) { return name.find(program) != std::string_view::npos; });
}

}  // namespace pith::statements
