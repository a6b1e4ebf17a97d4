#include "cli/input.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "corpus/binary.hpp"
#include "corpus/byte_source.hpp"

namespace pith::cli {
namespace {

/// At most `most` bytes of a source.
Result<std::string> read_from(corpus::ByteSource& source, std::size_t most) {
  std::string bytes;
  constexpr std::size_t kPiece = 256u << 10;
  for (std::size_t got = kPiece; got > 0 && bytes.size() < most;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + std::min(kPiece, most - size));
    got = source.read(bytes.data() + size, bytes.size() - size);
    bytes.resize(size + got);
  }
  if (!source.failure().empty()) return Error{ErrorCode::io, source.failure()};
  return bytes;
}

Result<std::string> read_file(const std::string& name, std::size_t most) {
  std::error_code ignored;
  if (name != "-" && std::filesystem::is_directory(name, ignored))
    return Error{ErrorCode::io,
                 "is a directory; `pith batch " + name + " --output pages.jsonl` extracts all pages in it"};
  Result<std::unique_ptr<corpus::ByteSource>> opened = corpus::open_bytes(name);
  if (!opened) {
    if (name.find("://") != std::string::npos) return Error{ErrorCode::bad_option, fetch::wrong_address(name)};
    Error error = std::move(opened).error();
    if (fetch::lacks_scheme(name)) error.message += "; an address begins with https://: https://" + name;
    return error;
  }
  return read_from(**opened, most);
}

}  // namespace

Result<Input> load(const std::string& name, const Limits& limits, const fetch::FetchOptions& fetching) {
  Input input;
  const std::size_t most = limits.input_bytes + 1;
  if (fetch::is_url(name)) {
    if (std::string wrong = fetch::wrong_address(name); !wrong.empty())
      return Error{ErrorCode::bad_option, std::move(wrong)};
    fetch::FetchOptions options = fetching;
    options.largest_bytes = most;
    fetch::FetchResult page = fetch::fetch(name, options);
    if (!page.error.empty())
      return Error{ErrorCode::io, page.error + (page.refused ? " (--allow-private lets it be fetched)" : "")};
    input.bytes = std::move(page.body);
    input.url = std::move(page.url);
    input.content_type = std::move(page.content_type);
    input.fetched = std::to_string(std::time(nullptr));
  } else {
    Result<std::string> bytes = read_file(name, most);
    if (!bytes) return std::move(bytes).error();
    input.bytes = *std::move(bytes);
  }
  const std::string_view bytes = input.bytes;
  if (const std::string_view kind = corpus::binary_kind(bytes); !kind.empty())
    return Error{ErrorCode::bad_data, "is " + std::string(kind) + ", not a web page"};
  if (const bool json = corpus::looks_like_json(bytes); json || bytes.starts_with("WARC/")) {
    return Error{ErrorCode::bad_data, std::string("is ") + (json ? "JSON" : "a WARC file") +
                                          ", not a web page; `pith batch` reads files with many pages"};
  }
  return input;
}

}  // namespace pith::cli
