#pragma once

// Lists of hosts: an address is in a list when its host is, or is below, one of them.

#include <string>
#include <string_view>
#include <unordered_set>

namespace pith::filter {

/// The host of an absolute address ("//a.example/x" too), in lower case, without user and port; empty for relative
/// ones.
std::string host_of(std::string_view url);

/// What pages of one publisher have in common: the last two labels of a host, three where the last but one is a common
/// second level of a country ("news.example.co.uk" → "example.co.uk"). Short, and by a list of the common second levels
/// only, which is enough to keep a publisher's pages together and those of others apart.
std::string_view domain_of_host(std::string_view host) noexcept;

class HostList {
 public:
  HostList() = default;
  /// Hosts separated by commas or white space; anything else in an entry is taken literally.
  explicit HostList(std::string_view hosts) { add(hosts); }

  void add(std::string_view hosts);
  /// The lines of a list as they are passed around: a host; an address and hosts, as in a file of hosts
  /// ("0.0.0.0 ads.example"); "||ads.example^" with or without options, as in EasyList. Of EasyList only rules for
  /// whole hosts are taken. "#" and "!" begin comments. How many lines held a host comes back.
  std::size_t add_lines(std::string_view text);
  /// Suffix match at the dots: "ads.example.com" is in the list of "example.com". O(labels).
  [[nodiscard]] bool holds(std::string_view host) const;
  [[nodiscard]] bool empty() const noexcept { return hosts_.empty(); }

 private:
  std::unordered_set<std::string> hosts_;
};

/// Hosts that serve advertisements and nothing else (data/hosts.tsv; users add theirs).
HostList known_advertisers();

}  // namespace pith::filter
