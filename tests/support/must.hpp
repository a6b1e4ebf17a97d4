#pragma once

#include <stdexcept>
#include <utility>

#include "result.hpp"

namespace pith::testing {

/// The value. Where there is an error the test ends with it.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

}  // namespace pith::testing
