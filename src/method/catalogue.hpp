#pragma once

// Which methods there are to choose from.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "method/method.hpp"

namespace pith {

/// Immutable. The methods outlive it. Shown to libpith_methods, which makes another.
class PITH_API Catalogue {
 public:
  /// Of methods in any order. `version`: kVersion where they are compiled.
  Catalogue(std::vector<const method::Method*> methods, std::string_view version);

  /// In the order of their ids.
  [[nodiscard]] std::span<const method::Method* const> methods() const noexcept { return methods_; }
  /// The same, as they are shown.
  [[nodiscard]] const std::vector<MethodInfo>& infos() const noexcept { return infos_; }
  /// What values a setting takes, in words: describe_values().
  [[nodiscard]] const std::string& values_of(std::size_t method, std::size_t setting) const noexcept {
    return values_[method][setting];
  }
  /// nullptr when no method has this id. O(log methods).
  [[nodiscard]] const method::Method* find(std::string_view id) const noexcept;
  /// Whether libpith can run them: pages and choices look the same to both libraries in the same version only.
  [[nodiscard]] bool fits() const noexcept;

 private:
  std::string_view version_;
  std::vector<const method::Method*> methods_;
  std::vector<MethodInfo> infos_;
  std::vector<std::vector<std::string>> values_;  // of each method's settings
};

namespace method {

extern const Method kAll, kCetd, kPith;
/// These three: the default, and what it falls back on. Shown to libpith_methods.
PITH_API const Catalogue& built_in_methods();

}  // namespace method

}  // namespace pith
