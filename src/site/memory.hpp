#pragma once

// What is learnt of sites while their pages pass by: for the methods that ask for it.

#include <memory>

#include "method/method.hpp"

namespace pith::site {

/// The memory that a method learns in, empty; nullptr for methods that judge each page alone. `settings` are the
/// method's; what they say is copied, and is no part of the memory's text.
std::unique_ptr<method::SiteMemory> make_memory(const method::Method& method, const method::Settings& settings);

}  // namespace pith::site
