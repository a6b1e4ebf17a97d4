#if defined(__x86_64__)

#define PITH_ISA avx2_parser
#define PITH_SCAN_AVX2
#include "html/parser_kernel_impl.hpp"

namespace pith::html {
const ParserKernel kAvx2Parser = avx2_parser::kKernel;
}  // namespace pith::html

#endif
