#if defined(__x86_64__)

#define PITH_ISA sse2_parser
#define PITH_SCAN_SSE2
#include "html/parser_kernel_impl.hpp"

namespace pith::html {
const ParserKernel kSse2Parser = sse2_parser::kKernel;
}  // namespace pith::html

#endif
