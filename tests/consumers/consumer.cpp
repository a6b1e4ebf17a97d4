// Prints the version, then the main content of a page of GBK bytes. On the way it calls every function of the C++
// headers: consumers_test.sh holds it to that. Returns 0, or 1 and names what failed.

#include <pith/pith.hpp>

#include <iostream>
#include <string>
#include <utility>

namespace {

constexpr std::string_view kPage = "<title>\xD5\xFD\xCE\xC4</title><body><p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3";

bool failed = false;
void check(bool good, const char* what) {
  if (!good) std::cerr << what << '\n';
  failed = failed || !good;
}

void extract_page() {
  pith::Extractor made({.method = "cetd", .settings = {{"density", "text"}}});
  pith::Extractor extractor;
  extractor = std::move(made);
  check(!extractor.error() && extractor.options().method == "cetd", "Extractor");
  pith::Workspace fresh, workspace(std::move(fresh));
  workspace = pith::Workspace();
  const pith::PageInfo info{.url = "http://example.org/", .content_type = "text/html; charset=gbk"};
  const pith::Article article = extractor.extract(kPage, info, workspace);
  check(extractor.extract(kPage, info).bodies.size() == 1, "extract without a workspace");
  check(extractor.explain(kPage, info).blocks.size() == 1, "explain without a workspace");
  check(extractor.explain(kPage, info, workspace).blocks.size() == 1, "explain");
  check(pith::describe(article.truncated).empty(), "describe");
  pith::Format format = pith::Format::text;
  check(pith::parse_format("html", format) && pith::name_of(format) == "html", "formats");
  check(pith::render(article, format).size() > pith::render(article, pith::Format::text, pith::RenderOptions()).size(),
        "render");
  const pith::Extractor moved(std::move(extractor));
  check(!moved.error(), "a moved Extractor");
  std::cout << pith::version() << '\n' << pith::text_of(article) << '\n';
}

void remember_sites() {
  const pith::Extractor extractor;
  pith::SiteMemory made(extractor), memory(std::move(made));
  check(!memory.error() && memory.method() == "pith", "SiteMemory");
  memory.pass(0);
  memory = pith::SiteMemory(extractor);
  check(!memory.load(memory.save()) && memory.load("x"), "save and load");
}

void list_methods() {
  check(pith::methods().size() == 3, "methods");
  for (const pith::MethodInfo& method : pith::methods())
    for (const pith::SettingInfo& setting : method.settings)
      check(!pith::describe_values(setting).empty(), "describe_values");
}

}  // namespace

int main() {
  extract_page();
  remember_sites();
  list_methods();
  return failed ? 1 : 0;
}
