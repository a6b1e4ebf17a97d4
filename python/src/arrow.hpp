#pragma once

// Articles as Arrow record batches. The C data interface of Arrow is two published structs, so nothing of Arrow is
// needed to hand columns over without copying: https://arrow.apache.org/docs/format/CDataInterface.html

#include <nanobind/nanobind.h>

#include <memory>
#include <string_view>

#include "pages.hpp"

namespace pith::python {

/// A capsule "arrow_array_stream", as __arrow_c_stream__ returns it: a batch for each chunk of `pages`, whose column
/// `text` is in the format. Extraction goes on while whoever takes the batches works on one.
nanobind::object arrow_stream(std::shared_ptr<Pages> pages, std::string_view format, const RenderOptions& options);

}  // namespace pith::python
