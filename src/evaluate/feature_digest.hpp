#pragma once

// One number for what the features of the default extractor give on some pages: it changes when one of them changes its
// meaning. Models carry it (method/feature_digest.hpp).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "features/columns.hpp"
#include "html/parser.hpp"
#include "method/page_features.hpp"
#include "page/page.hpp"
#include "result.hpp"
#include "statements/survey.hpp"

namespace pith::evaluate {

/// The features of blocks, the names around them, and the features of the page, of all pages that are added, in order.
/// Values count to twelve bits, so that compilers and instruction sets that round another way give the same number.
class FeatureDigest {
 public:
  /// `html` as it was served, its encoding said by itself.
  void add(std::string_view html);
  /// 16 hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  void add(std::uint64_t value) noexcept;
  void add_value(float value) noexcept;
  void add_name(std::string_view name) noexcept;
  void add_blocks();
  void add_names_around_blocks();
  void add_page();

  std::uint64_t digest_ = 0;
  std::string decoded_;
  html::Parser parser_;
  html::Document document_;
  page::Page page_;
  statements::Survey survey_;
  features::Columns columns_;
  method::PageFeatures page_features_;
  std::vector<float> probability_, words_;
};

/// The digest of all pages of a folder (*.html, in order of their names).
Result<std::string> digest_features(const std::string& folder);

}  // namespace pith::evaluate
