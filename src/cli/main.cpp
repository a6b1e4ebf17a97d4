// pith: the command line.

#include "cli/run.hpp"

int main(int argc, char** argv) { return pith::cli::run(argc, argv); }
