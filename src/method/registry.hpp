#pragma once

#include <span>
#include <string_view>

#include "method/method.hpp"

namespace pith::method {

/// All methods, in the order of their ids.
std::span<const Method* const> registry() noexcept;
/// The method of an id, or nullptr.
const Method* find(std::string_view id) noexcept;

}  // namespace pith::method
