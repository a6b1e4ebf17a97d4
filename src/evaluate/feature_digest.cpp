#include "evaluate/feature_digest.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <memory>

#include "corpus/page_source.hpp"
#include "corpus/record.hpp"
#include "features/keys.hpp"
#include "method/best_cut.hpp"
#include "method/name_votes.hpp"
#include "text/decode.hpp"

namespace pith::evaluate {

void FeatureDigest::add(std::uint64_t value) noexcept { digest_ = features::mix(digest_, value); }

void FeatureDigest::add_value(float value) noexcept {
  constexpr int kBits = 12;
  int exponent = 0;
  const float mantissa = std::round(std::ldexp(std::frexp(value, &exponent), kBits));
  add(std::bit_cast<std::uint32_t>(std::ldexp(mantissa, exponent - kBits) + 0.0F));  // no negative zero
}

void FeatureDigest::add_name(std::string_view name) noexcept { add(features::hash_bytes(name)); }

void FeatureDigest::add(std::string_view html) {
  const text::Text text = text::decode(html, {}, decoded_);
  parser_.parse(text.utf8, {}, document_);
  page_.measure(document_);
  survey_.read(page_);
  columns_.compute(page_, survey_, {});
  add(std::uint64_t{columns_.blocks()});
  add_blocks();
  add_names_around_blocks();
  add_page();
}

void FeatureDigest::add_blocks() {
  for (std::size_t f = 0; f < features::kColumns; ++f) {
    add_name(features::names()[f]);
    for (const float value : columns_[features::to_column(f)]) add_value(value);
  }
}

void FeatureDigest::add_names_around_blocks() {
  for (page::BlockId b = 0; b < columns_.blocks(); ++b) {
    method::each_name(page_, columns_, b, [this](std::uint32_t name, std::size_t range) {
      add(name);
      add(std::uint64_t{range});
    });
  }
}

void FeatureDigest::add_page() {
  // The features of a page tell of its likely blocks, so some must be: any will do.
  constexpr std::size_t kStep = 37, kPeriod = 101;
  const std::span<const float> counted = columns_[features::Column::words];
  probability_.resize(columns_.blocks());
  words_.resize(columns_.blocks());
  for (std::size_t b = 0; b < columns_.blocks(); ++b) {
    probability_[b] = static_cast<float>(b * kStep % kPeriod) / kPeriod;
    words_[b] = std::max(counted[b], method::kLeastWords);
  }
  const std::span<const float> values = page_features_.compute(columns_, probability_, words_);
  for (std::size_t f = 0; f < values.size(); ++f) {
    add_name(method::PageFeatures::names()[f]);
    add_value(values[f]);
  }
}

std::string FeatureDigest::hex() const {
  std::string digits(16, '0');
  char* const end = digits.data() + digits.size();
  char buffer[16];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, digest_, 16);
  std::copy(buffer, written.ptr, end - (written.ptr - buffer));
  return digits;
}

Result<std::string> digest_features(const std::string& folder) {
  const Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(folder);
  if (!opened) return opened.error();
  corpus::PageSource& source = **opened;
  FeatureDigest digest;
  corpus::RawRecord raw;
  corpus::RecordParser records;
  corpus::PageRecord record;
  std::size_t pages = 0;
  for (std::string reason; source.next(raw); ++pages) {
    if (!raw.failure.empty() || records.parse(raw, record, reason) != corpus::RecordOutcome::page)
      return Error{ErrorCode::bad_data, "a page cannot be read: " + reason};
    digest.add(record.html);
  }
  if (!source.failure().empty()) return Error{ErrorCode::io, source.failure()};
  if (pages == 0) return Error{ErrorCode::bad_data, "it has no pages"};
  return digest.hex();
}

}  // namespace pith::evaluate
