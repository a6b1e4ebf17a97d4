#pragma once

namespace pith::cli {

/// The command line as a whole: what `pith` does with these arguments, and its exit status. For once in a process: it
/// takes SIGPIPE and SIGINT for itself.
int run(int argc, char** argv);

}  // namespace pith::cli
