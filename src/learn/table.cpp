#include "learn/table.hpp"

namespace pith::learn {

void Table::add(std::span<const float> row, std::uint32_t label, float weight) {
  values_.insert(values_.end(), row.begin(), row.end());
  labels_.push_back(label);
  weights_.push_back(weight);
}

void Table::append(const Table& other) {
  values_.insert(values_.end(), other.values_.begin(), other.values_.end());
  labels_.insert(labels_.end(), other.labels_.begin(), other.labels_.end());
  weights_.insert(weights_.end(), other.weights_.begin(), other.weights_.end());
}

void Table::reserve(std::size_t rows) {
  values_.reserve(rows * schema_.attributes.size());
  labels_.reserve(rows);
  weights_.reserve(rows);
}

}  // namespace pith::learn
