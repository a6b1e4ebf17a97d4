#pragma once

// Jina Reader's interface (https://github.com/jina-ai/reader), for programs that call that: GET /r/<address> and POST
// /, its header fields, its shapes of answers. Without a browser, so what a page's scripts would fetch is not there,
// and header fields about waiting for them do nothing.

#include "serve/router.hpp"

namespace pith::serve {

void add_jina(Router& router);

}  // namespace pith::serve
