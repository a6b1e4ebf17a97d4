#pragma once

// How functions say that something went wrong (docs/architecture.md, "Errors"): those that give a value return a
// Result, the others an Error. Neither may be dropped unread.

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pith/error.hpp"

namespace pith {

/// A value, or why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor): functions just return either
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) { assert(error_.code != ErrorCode::none); }
  // NOLINTEND(google-explicit-constructor)

  /// Whether there is a value.
  explicit operator bool() const noexcept { return value_.has_value(); }
  /// Why there is none; no error where there is one.
  [[nodiscard]] const Error& error() const& noexcept { return error_; }
  [[nodiscard]] Error&& error() && noexcept { return std::move(error_); }

  // Where there is a value only.
  [[nodiscard]] T& operator*() & noexcept { return *value_; }
  [[nodiscard]] const T& operator*() const& noexcept { return *value_; }
  [[nodiscard]] T&& operator*() && noexcept { return *std::move(value_); }
  [[nodiscard]] T* operator->() noexcept { return &*value_; }
  [[nodiscard]] const T* operator->() const noexcept { return &*value_; }

 private:
  std::optional<T> value_;
  Error error_;
};

/// The same error, its message with what it is about in front: "model.txt: line 3: ...".
inline Error within(std::string_view what, Error error) {
  error.message.insert(0, std::string(what) + ": ");
  return error;
}

}  // namespace pith
