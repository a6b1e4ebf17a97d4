#include "cli/input.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "corpus/binary.hpp"
#include "corpus/byte_source.hpp"
#include "corpus/page_source.hpp"
#include "text/ascii.hpp"
#include "text/url.hpp"

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

/// "example.org/page": an address without its beginning.
bool looks_like_address(std::string_view name) {
  const std::string_view host = name.substr(0, name.find_first_of("/?#"));
  const std::size_t dot = host.rfind('.');
  if (host.find(' ') != std::string_view::npos || dot == std::string_view::npos || dot == 0) return false;
  const std::string_view last = host.substr(dot + 1);
  const bool letters = last.size() >= 2 && std::all_of(last.begin(), last.end(), text::is_ascii_letter);
  return letters && (host.size() < name.size() || host.starts_with("www."));
}

Result<std::string> read_file(const std::string& name, std::size_t most) {
  std::error_code ignored;
  if (name != "-" && std::filesystem::is_directory(name, ignored))
    return Error{ErrorCode::io,
                 "is a directory; `pith batch " + name + " --output pages.jsonl` extracts all pages in it"};
  Result<std::unique_ptr<corpus::ByteSource>> opened = corpus::open_bytes(name);
  if (!opened) {
    if (name.find("://") != std::string::npos) return Error{ErrorCode::bad_option, wrong_address(name)};
    Error error = std::move(opened).error();
    if (looks_like_address(name)) error.message += "; an address begins with https://: https://" + name;
    return error;
  }
  return read_from(**opened, most);
}

}  // namespace

std::string wrong_address(const std::string& address) {
  text::Url url;
  const bool is_read = url.parse(address);
  if (is_read && url.kind() != text::Url::Kind::http && url.kind() != text::Url::Kind::https)
    return "only http and https are fetched: an address is such as https://example.org/page";
  if (is_read) return {};
  return "`" + address + "` is no address: one is such as https://example.org/page" +
         (looks_like_address(address) ? "; perhaps https://" + address : "");
}

Result<std::vector<std::string>> read_list(const std::string& name) {
  Result<std::unique_ptr<corpus::ByteSource>> opened = corpus::open_bytes(name);
  if (!opened) return std::move(opened).error();
  constexpr std::size_t kMost = 256u << 20;
  const Result<std::string> bytes = read_from(**opened, kMost);
  if (!bytes) return bytes.error();
  if (const Error error = corpus::no_text(*bytes, name)) return error;
  std::vector<std::string> addresses;
  for (std::string_view rest = *bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = text::trim_ascii(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.empty() && line.front() != '#') addresses.emplace_back(line);
  }
  if (addresses.empty()) return Error{ErrorCode::bad_data, "has no addresses"};
  for (const std::string& address : addresses)
    if (const std::string wrong = wrong_address(address); !wrong.empty() || !fetch::is_url(address))
      return Error{ErrorCode::bad_data, wrong};
  return addresses;
}

Result<Input> load(const std::string& name, const Limits& limits, const fetch::FetchOptions& fetching) {
  Input input;
  const std::size_t most = limits.input_bytes + 1;
  if (fetch::is_url(name)) {
    if (std::string wrong = wrong_address(name); !wrong.empty()) return Error{ErrorCode::bad_option, std::move(wrong)};
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
