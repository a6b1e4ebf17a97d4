#pragma once

// What can be set on a method, and what has been: the constants of the papers, by name.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/pith.hpp"
#include "result.hpp"

namespace pith::method {

/// What a method makes of its settings once and all pages share: a model, a list read into a table.
struct Prepared {
  virtual ~Prepared() = default;

  /// How the model in it was trained, the comment lines of its file; empty: there is no model in it.
  std::string record = {};
};

/// The values of a method's settings, in the order in which the method declares them.
class Settings {
 public:
  /// With the defaults.
  explicit Settings(std::span<const SettingInfo> infos);

  /// Sets one from what the user wrote. An error when the value is none of this setting, which then stays.
  Error set(std::size_t index, std::string_view written);

  // By the place in the method's declaration; each for its own type only.
  [[nodiscard]] bool flag(std::size_t index) const noexcept { return values_[index].number != 0; }
  [[nodiscard]] std::uint32_t integer(std::size_t index) const noexcept {
    return static_cast<std::uint32_t>(values_[index].number);
  }
  [[nodiscard]] double number(std::size_t index) const noexcept { return values_[index].number; }
  /// Which of the choices: 0 is the first.
  [[nodiscard]] std::uint32_t choice(std::size_t index) const noexcept { return integer(index); }
  [[nodiscard]] const std::string& text(std::size_t index) const noexcept { return values_[index].text; }

  /// What Method::prepare made of them; nullptr when the method prepares nothing.
  [[nodiscard]] const Prepared* prepared() const noexcept { return prepared_.get(); }
  void set_prepared(std::shared_ptr<const Prepared> prepared) { prepared_ = std::move(prepared); }

 private:
  struct Value {
    double number = 0;
    std::string text;
  };
  std::span<const SettingInfo> infos_;
  std::vector<Value> values_;
  std::shared_ptr<const Prepared> prepared_;
};

struct Method;

/// The settings of a method as the user wants them, prepared; or what is wrong with the first that is.
Result<Settings> read_settings(const Method& method, std::span<const Setting> given);

/// Those of a method on which nothing is set.
Settings default_settings(const Method& method);

}  // namespace pith::method
