#pragma once

// Cases to learn from: rows of attributes, each with a class and a weight. Knows nothing of what they mean.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace pith::learn {

/// The value of an attribute that is not known.
inline constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();
inline bool is_unknown(float value) noexcept { return value != value; }

/// A column. Names and values are single words: they are written into model files.
struct Attribute {
  std::string name;
  std::vector<std::string> values = {};  ///< of a discrete attribute; empty: a number

  [[nodiscard]] bool is_discrete() const noexcept { return !values.empty(); }
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// What a row holds, and which classes there are.
struct Schema {
  std::vector<Attribute> attributes;
  std::vector<std::string> classes;

  friend bool operator==(const Schema&, const Schema&) = default;
};

/// Rows of one schema. A discrete value is its number in Attribute::values.
class Table {
 public:
  explicit Table(Schema schema) : schema_(std::move(schema)) {}

  void add(std::span<const float> row, std::uint32_t label, float weight = 1);
  /// All rows of a table of the same schema.
  void append(const Table& other);
  void reserve(std::size_t rows);

  [[nodiscard]] const Schema& schema() const noexcept { return schema_; }
  [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
  [[nodiscard]] bool empty() const noexcept { return labels_.empty(); }
  [[nodiscard]] std::span<const float> row(std::size_t index) const noexcept {
    return {values_.data() + index * schema_.attributes.size(), schema_.attributes.size()};
  }
  [[nodiscard]] float value(std::size_t row, std::size_t attribute) const noexcept {
    return values_[row * schema_.attributes.size() + attribute];
  }
  [[nodiscard]] std::uint32_t label(std::size_t row) const noexcept { return labels_[row]; }
  [[nodiscard]] float weight(std::size_t row) const noexcept { return weights_[row]; }

 private:
  Schema schema_;
  std::vector<float> values_;  // row after row
  std::vector<std::uint32_t> labels_;
  std::vector<float> weights_;
};

}  // namespace pith::learn
