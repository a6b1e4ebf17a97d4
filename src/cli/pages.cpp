#include "cli/pages.hpp"

#include <filesystem>
#include <memory>
#include <system_error>

#include "cli/input.hpp"
#include "cli/terminal.hpp"
#include "corpus/binary.hpp"
#include "corpus/byte_source.hpp"
#include "corpus/page_source.hpp"
#include "html/parser.hpp"
#include "text/content_type.hpp"
#include "text/decode.hpp"

namespace pith::cli {
namespace {

/// The input holds many pages: told by its first bytes.
bool holds_many(const std::string& input) {
  if (fetch::is_url(input) || input == "-") return false;
  std::error_code ignored;
  if (std::filesystem::is_directory(input, ignored)) return true;
  const Result<std::unique_ptr<corpus::ByteSource>> source = corpus::open_bytes(input);
  if (!source) return false;
  char head[256];
  const std::size_t got = (*source)->read(head, sizeof head);
  const std::string_view bytes(head, got);
  return bytes.starts_with("WARC/") || corpus::looks_like_json(bytes);
}

class Reader {
 public:
  Reader(const PageReading& reading, const std::function<void(const ReadPage&)>& visit)
      : reading_(reading), visit_(visit) {}

  bool read_one(const std::string& input) {
    const Result<Input> page = load(input, {}, reading_.fetching);
    if (!page) {
      complain(input, page.error().message);
      return false;
    }
    visit(input, page->bytes, page->url, text::parse_content_type(page->content_type).charset);
    return true;
  }

  bool read_many(const std::string& input) {
    const Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(input);
    if (!opened) {
      complain(input, opened.error().message);
      return false;
    }
    corpus::PageSource& source = **opened;
    corpus::RecordParser parser;
    corpus::RawRecord raw;
    bool all = true;
    while (source.next(raw)) {
      corpus::PageRecord page;
      std::string reason = raw.failure;
      const corpus::RecordOutcome outcome =
          reason.empty() ? parser.parse(raw, page, reason) : corpus::RecordOutcome::bad;
      if (outcome == corpus::RecordOutcome::page) {
        visit(page.id, page.html, page.url, page.charset);
      } else if (outcome == corpus::RecordOutcome::bad) {
        complain(input, corpus::place_of(raw) + ": " + reason);
        all = false;
      }
    }
    if (!source.failure().empty()) complain(input, source.failure());
    return all && source.failure().empty();
  }

 private:
  void visit(const std::string& id, std::string_view bytes, std::string_view url, std::string_view charset) {
    const text::DecodeOptions decoding{.charset = reading_.charset.empty() ? charset : reading_.charset};
    const text::Text text = text::decode(bytes, decoding, decoded_);
    parser_.parse(text.utf8, {}, document_);
    visit_({id, reading_.url.empty() ? url : reading_.url, &document_});
  }

  const PageReading& reading_;
  const std::function<void(const ReadPage&)>& visit_;
  std::string decoded_;
  html::Parser parser_;
  html::Document document_;
};

}  // namespace

bool for_each_page(const std::string& input, const PageReading& reading,
                   const std::function<void(const ReadPage&)>& visit) {
  Reader reader(reading, visit);
  return holds_many(input) ? reader.read_many(input) : reader.read_one(input);
}

}  // namespace pith::cli
