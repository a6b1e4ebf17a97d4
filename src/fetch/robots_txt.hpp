#pragma once

// robots.txt, as RFC 9309 (Robots Exclusion Protocol) has it.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::fetch {

/// So much of a robots.txt is read, as much as RFC 9309 asks for (2.5).
inline constexpr std::size_t kRobotsBytes = 500u << 10;

/// What a site asks of one crawler.
class RobotsRules {
 public:
  /// Everything is allowed: there is no robots.txt (HTTP status 400 to 499: "unavailable", 2.3.1.3).
  RobotsRules() = default;
  /// Nothing is: it could not be reached (2.3.1.4).
  static RobotsRules disallow_all();

  /// The rules of all groups for a crawler whose product token (letters, "-", "_") `agent` begins with, in any case;
  /// without one those for "*". What is not valid is passed over. O(bytes), of which the first kRobotsBytes are read.
  static RobotsRules parse(std::string_view bytes, std::string_view agent);

  /// Whether an address may be fetched, or a path with its query: by the rule with the most octets, and of an "allow"
  /// and a "disallow" as long as each other the "allow". robots.txt itself always may. O(rules × address).
  [[nodiscard]] bool allows(std::string_view url) const;

  /// Seconds between two requests that the group asks for by Crawl-delay, which is not part of the RFC; 0: none.
  [[nodiscard]] double crawl_delay() const noexcept { return crawl_delay_; }
  /// Of the Sitemap lines, whoever's group they stand in (https://www.sitemaps.org/protocol.html#submit_robots); as
  /// they stand there.
  [[nodiscard]] const std::vector<std::string>& sitemaps() const noexcept { return sitemaps_; }

 private:
  struct Rule {
    std::string pattern, in_query;  // in the two forms that are compared: robots_path()
    bool allow = false;
  };
  std::vector<Rule> rules_;
  std::vector<std::string> sitemaps_;
  double crawl_delay_ = 0;
};

/// A path with its query as it is compared (2.2.2): octets beyond ASCII and reserved characters percent-encoded,
/// unreserved ones as they are. The RFC's table has "/" encoded in a query; rules that name no "?" cannot tell where
/// they match, so both forms are compared: `query_slashes` encodes them. In a pattern, "*" and "$" at the end keep
/// their meaning. O(path).
std::string robots_path(std::string_view path, bool is_pattern, bool query_slashes);

}  // namespace pith::fetch
