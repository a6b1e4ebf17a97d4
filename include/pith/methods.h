#ifndef PITH_METHODS_H
#define PITH_METHODS_H

/*
 * The methods of the literature: libpith_methods (pith::methods in CMake, pith-methods in pkg-config) on top of
 * libpith.
 *
 *   pith_options options = {.size = sizeof options, .method = "song", .catalogue = pith_all_methods()};
 */

#include "pith/pith.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The methods of the literature and those of libpith, which must be of the same version. Lives as long as the program;
 * NULL when there is no memory. */
PITH_API const pith_catalogue* pith_all_methods(void);

#ifdef __cplusplus
}
#endif

#endif /* PITH_METHODS_H */
