// Prints the version, then the main content of a page of GBK bytes.

#include <pith/pith.hpp>

#include <iostream>
#include <string>

int main() {
  const std::string page =
      "<meta charset=gbk><title>\xD5\xFD\xCE\xC4</title><body><p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3";
  const pith::Article article = pith::Extractor({.method = "all"}).extract(page);
  std::cout << pith::version() << '\n' << pith::text_of(article) << '\n';
}
