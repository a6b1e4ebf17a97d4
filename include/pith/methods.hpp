#pragma once

// The methods of the literature, beside those that libpith has by itself.

#include "pith/pith.hpp"

namespace pith {

class Catalogue;

/// The methods of the literature and those of libpith; lives as long as the program.
PITH_API const Catalogue& all_methods();

}  // namespace pith
