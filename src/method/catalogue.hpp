#pragma once

// Which methods there are to choose from.

#include <span>
#include <string_view>
#include <vector>

#include "method/method.hpp"

namespace pith {

/// Immutable. The methods outlive it.
class Catalogue {
 public:
  /// In any order.
  explicit Catalogue(std::vector<const method::Method*> methods);

  /// In the order of their ids.
  [[nodiscard]] std::span<const method::Method* const> methods() const noexcept { return methods_; }
  /// The same, as they are shown.
  [[nodiscard]] const std::vector<MethodInfo>& infos() const noexcept { return infos_; }
  /// nullptr when no method has this id. O(log methods).
  [[nodiscard]] const method::Method* find(std::string_view id) const noexcept;

 private:
  std::vector<const method::Method*> methods_;
  std::vector<MethodInfo> infos_;
};

namespace method {

extern const Method kAll, kCetd, kPith;
/// These three: the default, and what it falls back on.
const Catalogue& built_in_methods();

}  // namespace method

}  // namespace pith
