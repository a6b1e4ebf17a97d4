#include "filter/hosts.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"
#include "text/url.hpp"

namespace pith::filter {

namespace {
#include "filter/hosts.inc"
}  // namespace

std::string host_of(std::string_view url) { return text::ascii_lowered(text::split_address(url).host); }

std::string_view domain_of_host(std::string_view host) noexcept {
  const std::size_t last = host.rfind('.');
  if (last == std::string_view::npos || last == 0) return host;
  std::size_t cut = host.rfind('.', last - 1);
  if (cut == std::string_view::npos) return host;
  const std::string_view second = host.substr(cut + 1, last - cut - 1);
  if (cut > 0 && host.size() - last == 3 && std::binary_search(kSecondLevels.begin(), kSecondLevels.end(), second))
    cut = host.rfind('.', cut - 1);
  return cut == std::string_view::npos ? host : host.substr(cut + 1);
}

void HostList::add(std::string_view hosts) {
  constexpr std::string_view kBetween = ", \t\n\r";
  while (!hosts.empty()) {
    const std::size_t end = std::min(hosts.find_first_of(kBetween), hosts.size());
    if (end > 0) hosts_.insert(host_of("//" + std::string(hosts.substr(0, end))));
    hosts.remove_prefix(std::min(end + 1, hosts.size()));
  }
}

std::size_t HostList::add_lines(std::string_view text) {
  const auto is_host = [](std::string_view word) {
    return word.find('.') != std::string_view::npos &&
           word.find_first_not_of("0123456789.:") != std::string_view::npos &&
           word.find_first_of("/*|^$@[]=,") == std::string_view::npos;
  };
  std::size_t taken = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text::trim_ascii(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with('!') || line.starts_with("@@")) continue;
    if (line.starts_with("||")) {
      // A path behind the host makes it a rule for some addresses of it alone.
      const std::string_view host = line.substr(2, line.find_first_of("^$/*", 2) - 2);
      const std::string_view rest = line.substr(2 + host.size());
      if (!is_host(host) || !(rest.empty() || rest == "^" || rest.starts_with("^$third-party"))) continue;
      add(host);
      ++taken;
      continue;
    }
    line = text::trim_ascii(line.substr(0, line.find('#')));
    bool any = false;
    while (!line.empty()) {
      const std::size_t word_end = std::min(line.find_first_of(" \t"), line.size());
      const std::string_view word = line.substr(0, word_end);
      if (is_host(word)) any = true, add(word);
      line = text::trim_ascii(line.substr(word_end));
    }
    taken += any ? 1 : 0;
  }
  return taken;
}

bool HostList::holds(std::string_view host) const {
  while (!host.empty()) {
    if (hosts_.contains(std::string(host))) return true;
    const std::size_t dot = host.find('.');
    if (dot == std::string_view::npos) return false;
    host.remove_prefix(dot + 1);
  }
  return false;
}

HostList known_advertisers() {
  HostList list;
  for (const std::string_view host : kAdvertisers) list.add(host);
  return list;
}

}  // namespace pith::filter
