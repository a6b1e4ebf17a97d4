#pragma once

// What a visit has told, as bytes: digests as they lie in memory (little-endian), numbers that are small as a rule in
// seven bits a byte, the lowest first (LEB128), texts behind their length. Written and read by the same version of a
// table; its first byte says which.

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "site/memory.hpp"

namespace pith::site {

class VisitWriter {
 public:
  static constexpr unsigned kBits = 7;
  static constexpr unsigned char kMore = 1U << kBits;

  explicit VisitWriter(std::string& out, char version) : out_(out) {
    out_.clear();
    out_ += version;
  }
  template <class Number>
  VisitWriter& number(Number value) {
    static_assert(std::is_arithmetic_v<Number>);
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out_.append(bytes, sizeof value);
    return *this;
  }
  /// One that is small as a rule.
  VisitWriter& count(std::uint64_t value) {
    for (; value >= kMore; value >>= kBits) out_ += static_cast<char>(value | kMore);
    out_ += static_cast<char>(value);
    return *this;
  }
  VisitWriter& text(std::string_view value) {
    count(value.size());
    out_.append(value);
    return *this;
  }

 private:
  std::string& out_;
};

class VisitReader {
 public:
  VisitReader(std::string_view in, char version) : rest_(in), good_(in.starts_with(version)) {
    if (good_) rest_.remove_prefix(1);
  }
  template <class Number>
  Number number() {
    Number value{};
    if (rest_.size() < sizeof value) {
      good_ = false;
      rest_ = {};
      return value;
    }
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  template <class Number>
  Number count() {
    std::uint64_t value = 0;
    unsigned char byte = VisitWriter::kMore;
    for (unsigned shift = 0; byte >= VisitWriter::kMore; shift += VisitWriter::kBits) {
      byte = number<unsigned char>();
      if (shift >= 64) good_ = false;
      if (!good_) return 0;
      value |= static_cast<std::uint64_t>(byte % VisitWriter::kMore) << shift;
    }
    if (value > std::numeric_limits<Number>::max()) good_ = false;
    return static_cast<Number>(value);
  }
  std::string_view text() {
    const auto size = count<std::size_t>();
    if (size > rest_.size()) good_ = false;
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(value.size());
    return value;
  }
  /// Whether all so far was there.
  [[nodiscard]] bool good() const noexcept { return good_; }
  [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_;
};

/// Of methods by lines.
struct LineVisit {
  std::string_view url;
  std::int64_t time = 0;
  std::span<const Line> lines;
};
void write_visit(const LineVisit& visit, std::string& out);
/// The lines go to `lines`; the address looks into `in`. False when it is no such visit.
bool read_visit(std::string_view in, LineVisit& visit, std::vector<Line>& lines);

}  // namespace pith::site
