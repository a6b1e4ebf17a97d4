#include "cli/input.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "corpus/binary.hpp"
#include "corpus/byte_source.hpp"

namespace pith::cli {
namespace {

void read_file(const std::string& name, std::size_t most, Input& input) {
  std::error_code ignored;
  if (name != "-" && std::filesystem::is_directory(name, ignored)) {
    input.error = "is a directory; `pith batch " + name + " --output pages.jsonl` extracts all pages in it";
    return;
  }
  const std::unique_ptr<corpus::ByteSource> source = corpus::open_bytes(name, input.error);
  if (source == nullptr) {
    if (name.find("://") != std::string::npos) input.error = "only http and https are fetched";
    return;
  }
  constexpr std::size_t kPiece = 256u << 10;
  for (std::size_t got = kPiece; got > 0 && input.bytes.size() < most;) {
    const std::size_t size = input.bytes.size();
    input.bytes.resize(size + std::min(kPiece, most - size));
    got = source->read(input.bytes.data() + size, input.bytes.size() - size);
    input.bytes.resize(size + got);
  }
  input.error = source->failure();
}

}  // namespace

Input load(const std::string& name, const Limits& limits, const fetch::FetchOptions& fetching) {
  Input input;
  const std::size_t most = limits.input_bytes + 1;
  if (fetch::is_url(name)) {
    fetch::FetchOptions options = fetching;
    options.largest_bytes = most;
    fetch::FetchResult page = fetch::fetch(name, options);
    input.error = std::move(page.error);
    if (page.refused) input.error += " (--allow-private lets it be fetched)";
    input.bytes = std::move(page.body);
    input.url = std::move(page.url);
    input.content_type = std::move(page.content_type);
  } else {
    read_file(name, most, input);
  }
  if (!input.error.empty()) return input;
  const std::string_view bytes = input.bytes;
  if (const std::string_view kind = corpus::binary_kind(bytes); !kind.empty()) {
    input.error = "is " + std::string(kind) + ", not a web page";
  } else if (bytes.starts_with("WARC/") || bytes.starts_with("{\"")) {
    input.error = std::string("is ") + (bytes.front() == '{' ? "JSON" : "a WARC file") +
                  ", not a web page; `pith batch` reads files with many pages";
  }
  return input;
}

}  // namespace pith::cli
