#include "learn/scaling.hpp"

#include <algorithm>
#include <cmath>

namespace pith::learn {

Scaling::Scaling(const Schema& schema) {
  for (const Attribute& attribute : schema.attributes) {
    first_input_.push_back(inputs_);
    inputs_ += attribute.is_discrete() ? attribute.values.size() : 1;
  }
  mean_.assign(first_input_.size(), 0);
  deviation_.assign(first_input_.size(), 1);
}

void Scaling::fit(const Table& table) {
  for (std::size_t a = 0; a < mean_.size(); ++a) {
    if (table.schema().attributes[a].is_discrete()) continue;
    double known = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const float value = table.value(i, a);
      if (is_unknown(value)) continue;
      known += 1;
      sum += static_cast<double>(value);
    }
    const double mean = known > 0 ? sum / known : 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const float value = table.value(i, a);
      if (is_unknown(value)) continue;
      squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    }
    mean_[a] = mean;
    if (squares > 0) deviation_[a] = std::sqrt(squares / known);
  }
}

void Scaling::apply(const Schema& schema, std::span<const float> row, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t a = 0; a < row.size(); ++a) {
    if (is_unknown(row[a])) continue;
    const Attribute& attribute = schema.attributes[a];
    if (!attribute.is_discrete()) {
      out[first_input_[a]] = (static_cast<double>(row[a]) - mean_[a]) / deviation_[a];
    } else if (const auto v = static_cast<std::size_t>(row[a]); v < attribute.values.size()) {
      out[first_input_[a] + v] = 1;
    }
  }
}

void Scaling::write(const Schema& schema, models::ModelWriter& out) const {
  for (std::size_t a = 0; a < mean_.size(); ++a)
    if (!schema.attributes[a].is_discrete())
      out.line("scale").name(schema.attributes[a].name).number(mean_[a]).number(deviation_[a]);
}

Error Scaling::read(const Schema& schema, models::ModelReader& in) {
  std::string name;
  for (std::size_t a = 0; a < mean_.size(); ++a) {
    const Attribute& attribute = schema.attributes[a];
    if (attribute.is_discrete()) continue;
    if (!in.expect("scale") || !in.name(name) || name != attribute.name || !in.number(mean_[a]) ||
        !in.number(deviation_[a]) || !(deviation_[a] > 0))
      return in.wrong("expected `scale` of " + attribute.name + ": a mean and a deviation above 0");
  }
  return {};
}

}  // namespace pith::learn
