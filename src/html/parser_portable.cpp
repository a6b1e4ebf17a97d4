#define PITH_ISA portable_parser
#include "html/parser_kernel_impl.hpp"

namespace pith::html {
const ParserKernel kPortableParser = portable_parser::kKernel;
}  // namespace pith::html
