#include "literature/visible.hpp"

#include <charconv>
#include <cmath>

namespace pith::literature {

void append_measure(std::string_view name, double value, std::string& out) {
  if (!out.empty() && out.back() == ')') {
    out.pop_back();
    out += ", ";
  } else {
    out += " (";
  }
  out.append(name) += ' ';
  char digits[32];
  const std::chars_format format = value != 0 && (std::abs(value) < 0.01 || std::abs(value) >= 1e7)
                                       ? std::chars_format::scientific
                                       : std::chars_format::fixed;
  const auto result = std::to_chars(digits, digits + sizeof digits, value, format, 2);
  out.append(digits, result.ptr);
  out += ')';
}

}  // namespace pith::literature
