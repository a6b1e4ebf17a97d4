#pragma once

#include <cstdint>
#include <string>

namespace pith {

/// What can go wrong. Pages never do: a page without main content is an Article without bodies.
enum class ErrorCode : std::uint8_t {
  none,
  unknown_method,  ///< no method has this id
  bad_option,      ///< an option is out of its range
  bad_data,        ///< what was read is damaged or something else: a model, a memory of sites
  io,              ///< a file cannot be opened, read or written
};

/// What went wrong; true when something did.
struct [[nodiscard]] Error {
  ErrorCode code = ErrorCode::none;
  std::string message{};  ///< for people, without a final stop
  explicit operator bool() const noexcept { return code != ErrorCode::none; }
};

}  // namespace pith
