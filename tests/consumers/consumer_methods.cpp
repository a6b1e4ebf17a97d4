// Prints the version, then what a method of the literature makes of a page of GBK bytes; on the way another learns a
// site. Calls every function of pith/methods.hpp. Returns 0, or 1 and names what failed.

#include <pith/methods.hpp>

#include <iostream>
#include <string>

namespace {

constexpr std::string_view kPage = "<title>\xD5\xFD\xCE\xC4</title><body><p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3";

bool failed = false;
void check(bool good, const char* what) {
  if (!good) std::cerr << what << '\n';
  failed = failed || !good;
}

pith::Options with(const char* method) { return {.method = method, .catalogue = &pith::all_methods()}; }

void extract_page() {
  const pith::Extractor extractor(with("song"));
  check(!extractor.error(), "a method of the literature");
  check(!pith::Extractor(with("pith")).error(), "the default among all");
  check(pith::methods(pith::all_methods()).size() > pith::methods().size(), "methods");
  std::cout << pith::version() << '\n' << pith::text_of(extractor.extract(kPage, {.charset = "gbk"})) << '\n';
}

void learn_a_site() {
  const pith::Extractor extractor(with("url-tree"));
  pith::SiteMemory memory(extractor);
  check(!memory.error() && memory.method() == "url-tree", "SiteMemory");
  check(!extractor.extract(kPage, {.site = "example.org", .memory = &memory}).bodies.empty(), "extract with a memory");
  const std::string saved = memory.save();
  memory = pith::SiteMemory(extractor);
  check(!memory.load(saved) && memory.save() == saved, "save and load");
}

}  // namespace

int main() {
  extract_page();
  learn_a_site();
  return failed ? 1 : 0;
}
