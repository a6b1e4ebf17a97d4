#pragma once

// Several pages of one article or thread as one.

#include <cstddef>
#include <string>
#include <vector>

#include <pith/pith.hpp>

namespace pith::harvest {

/// So many pages are joined at most.
inline constexpr std::size_t kMostParts = 50;

/// An article while its pages come in, in their order.
class JoinedArticle {
 public:
  /// Begins with the first page; `url` is where it lies.
  JoinedArticle(Article first, const std::string& url);

  /// Where the next page lies: of the same host, and none that was there before; empty: there is none, or too many.
  [[nodiscard]] std::string next() const;
  /// Adds the bodies and comments of the next page, but for what the pages before have said already: posts that stand
  /// on two pages, a headline, the beginning that each page repeats. False: it says nothing new, and there is no next
  /// one.
  bool add(const Article& part, const std::string& url);

  [[nodiscard]] const std::vector<std::string>& urls() const noexcept { return urls_; }
  /// With its texts made anew where pages were added.
  Article finish(const Limits& limits = {});

 private:
  Article whole_;
  std::vector<std::string> urls_;
};

}  // namespace pith::harvest
