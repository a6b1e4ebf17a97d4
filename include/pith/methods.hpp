#pragma once

// The methods of the literature: libpith_methods (pith::methods in CMake, pith-methods in pkg-config) on top of
// libpith.
//
//   pith::Options options;
//   options.method = "song";
//   options.catalogue = &pith::all_methods();
//   pith::Extractor extractor(options);

#include "pith/pith.hpp"

namespace pith {

/// The methods of the literature and those of libpith, which must be of the same version; lives as long as the program.
PITH_API const Catalogue& all_methods();

}  // namespace pith
