#include "evaluate/written_page.hpp"

#include "evaluate/report_assets.hpp"
#include "render/markup.hpp"

namespace pith::evaluate {
namespace {

bool has_components() { return !kReportScript[0].empty(); }

std::string escaped(std::string_view text) {
  std::string out;
  rendering::append_escaped(text, out);
  return out;
}

std::string page_of(std::string_view title, std::string_view body) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
      written_page_policy() +
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>" +
      escaped(title) + "</title>\n<style>";
  for (const std::string_view piece : kReportStyle) out += piece;
  out += "</style>\n</head>\n<body>\n";
  out += body;
  return out += "</body>\n</html>\n";
}

}  // namespace

std::string written_page_policy() {
  // Pages are shown in frames, which have this policy too: their own styles may stand in them.
  return std::string("default-src 'none'; script-src '") + kReportScriptHash +
         "'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
}

Result<std::string> written_page(std::string_view title, std::string_view kind, std::string_view data,
                                 std::string_view without_script) {
  if (!has_components())
    return Error{ErrorCode::bad_option,
                 "this pith was built without its pages for browsers: run scripts/web.sh in its sources (that needs "
                 "npm), and build again"};
  std::string body = "<div id=\"app\"></div>\n<noscript>\n";
  body += without_script;
  body += "</noscript>\n<script type=\"application/json\" id=\"data\" data-kind=\"";
  body += kind;
  body += "\">";
  for (const char c : data) {
    if (c == '<') {
      body += "\\u003c";  // no text can end the element
    } else {
      body += c;
    }
  }
  body += "</script>\n<script>";
  for (const std::string_view piece : kReportScript) body += piece;
  body += "</script>\n";
  return page_of(title, body);
}

std::string explanation_page(const Article& article, std::string_view view) {
  std::string blocks = "<h1>" + escaped(article.title) + "</h1>\n";
  if (article.bodies.empty()) blocks += "<p>Nothing extracted: " + escaped(article.reason) + "</p>\n";
  for (const BlockReport& block : article.blocks) {
    blocks += block.kept ? "<section class=\"block kept\"><h2>kept</h2>" : "<section class=\"block\"><h2>left out</h2>";
    blocks += "<p dir=\"auto\">" + escaped(block.text) + "</p><p><small>" + escaped(block.reason) +
              "</small></p></section>\n";
  }
  const std::string title = article.title.empty() ? "pith explain" : article.title + " – pith explain";
  const Result<std::string> page = written_page(title, "view", view, blocks);
  return page ? *page : page_of(title, blocks);
}

}  // namespace pith::evaluate
