#include "version.hpp"

#include "pith/pith.hpp"

namespace pith {

std::string_view version() noexcept { return kVersion; }

}  // namespace pith
