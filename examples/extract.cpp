// The main content of files, with the C++ library.
//
//   extract FILE...

#include <pith/pith.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
  const pith::Extractor extractor;  // once for all pages
  pith::Workspace workspace;        // once a thread
  int status = argc > 1 ? 0 : 2;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.is_open() || file.bad()) {
      std::cerr << "extract: cannot read " << argv[i] << '\n';
      status = 2;
      continue;
    }
    // Bytes as they are, in whatever encoding: finding that out is part of the job.
    const pith::Article article = extractor.extract(bytes, {}, workspace);
    std::cout << "# " << article.title << "  [" << article.encoding << ", by " << article.encoding_source << "]\n\n"
              << pith::text_of(article) << '\n';
  }
  return status;
}
