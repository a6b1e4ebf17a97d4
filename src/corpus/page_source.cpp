#include "corpus/page_source.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "corpus/binary.hpp"
#include "corpus/stream_source.hpp"
#include "text/ascii.hpp"

namespace pith::corpus {
namespace {

namespace fs = std::filesystem;

bool has_html_name(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), text::ascii_lower);
  return extension == ".html" || extension == ".htm" || extension == ".xhtml";
}

/// HTML files, each a record.
class FilesSource final : public PageSource {
 public:
  struct File {
    std::string path, name;
  };
  explicit FilesSource(std::vector<File> files) : files_(std::move(files)) {}

  bool next(RawRecord& record) override {
    if (next_ == files_.size()) return false;
    record.kind = RecordKind::file;
    record.bytes = files_[next_].path;
    record.name = files_[next_].name;
    record.position = 0;
    record.failure.clear();
    ++next_;
    return true;
  }
  std::uint64_t skip(std::uint64_t count) override {
    const std::size_t passed = static_cast<std::size_t>(std::min<std::uint64_t>(count, files_.size() - next_));
    next_ += passed;
    return passed;
  }
  [[nodiscard]] std::uint64_t consumed() const noexcept override { return 0; }

 private:
  std::vector<File> files_;
  std::size_t next_ = 0;
};

Result<std::unique_ptr<PageSource>> open_directory(const std::string& path) {
  std::vector<FilesSource::File> files;
  std::error_code failure;
  // Links to directories are not followed: they may form circles.
  for (fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, failure), end;
       !failure && it != end; it.increment(failure)) {
    if (has_html_name(it->path()) && it->is_regular_file(failure))
      files.push_back({it->path().string(), it->path().lexically_relative(path).generic_string()});
    failure.clear();
  }
  if (failure) return Error{ErrorCode::io, failure.message()};
  if (files.empty()) return Error{ErrorCode::bad_data, "no *.html or *.htm files in this directory"};
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return std::unique_ptr<PageSource>(std::make_unique<FilesSource>(std::move(files)));
}

constexpr std::string_view kSpace = " \t\r\n";

/// The next line with something in it, trimmed, taken from `rest`.
std::string_view take_line(std::string_view& rest) {
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
    line = line.substr(0, line.find_last_not_of(kSpace) + 1);
    if (!line.empty()) return line;
  }
  return {};
}

/// JSON that is not one object a line: an array of records, or one with line ends in it.
Error no_lines(std::string_view head, const std::string& path) {
  std::string_view rest = head;
  const std::string_view first = take_line(rest), second = take_line(rest);
  // A line that is a whole array among lines that are objects is a bad record, and no reason to leave the others.
  if (first.starts_with('[') && !(first.ends_with(']') && second.starts_with('{')))
    return {ErrorCode::bad_data,
            "is one JSON array, not one record a line; `jq -c '.[]' " + path + "` makes such lines (JSONL) of it"};
  if (first == "{" || (first.starts_with('{') && first.ends_with(',') && second.starts_with('"')))
    return {ErrorCode::bad_data, "is JSON with line ends inside its records, not one record a line; `jq -c . " + path +
                                     "` makes such lines (JSONL) of it"};
  return {};
}

bool begins_with_address(std::string_view head) {
  const std::string_view first = take_line(head);
  return first.starts_with("http://") || first.starts_with("https://");
}

}  // namespace

bool holds_files(const std::string& path) {
  std::error_code failure;
  return path != "-" && fs::exists(path, failure) && (fs::is_directory(path, failure) || has_html_name(path));
}

Error no_text(std::string_view head, const std::string& path) {
  if (is_utf16(head))
    return {ErrorCode::bad_data, "is in UTF-16; `iconv -f UTF-16 -t UTF-8 " + path + "` makes UTF-8 of it"};
  const std::string_view kind = binary_kind(head);
  if (kind == "a Parquet file") {
    return {ErrorCode::bad_data,
            "is a Parquet file, which is not read; DuckDB makes JSONL of it: duckdb -c \"COPY "
            "(FROM '" +
                path + "') TO 'pages.jsonl'\""};
  }
  if (!kind.empty()) return {ErrorCode::bad_data, "is " + std::string(kind) + ", neither JSONL nor WARC"};
  return {};
}

std::uint64_t PageSource::skip(std::uint64_t count) {
  RawRecord record;
  std::uint64_t passed = 0;
  while (passed < count && next(record)) ++passed;
  return passed;
}

Result<std::unique_ptr<PageSource>> open_pages(const std::string& path, const SourceLimits& limits) {
  if (holds_files(path)) {
    if (std::error_code failure; fs::is_directory(path, failure)) return open_directory(path);
    return std::unique_ptr<PageSource>(std::make_unique<FilesSource>(std::vector<FilesSource::File>{{path, path}}));
  }
  Result<std::unique_ptr<ByteSource>> source = open_bytes(path);
  if (!source) return std::move(source).error();
  BufferedBytes bytes(*std::move(source));
  const std::string_view head = bytes.peek(4096);
  if (head.empty() && !bytes.source().failure().empty()) return Error{ErrorCode::io, bytes.source().failure()};
  if (head.starts_with("WARC/")) return warc_source(std::move(bytes), limits);
  const std::size_t first = head.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  const bool named_jsonl = path.find(".jsonl") != std::string::npos || path.find(".ndjson") != std::string::npos;
  if (const Error error = no_text(head, path)) return error;
  if (const Error error = no_lines(head, path)) return error;
  if (head.empty() || named_jsonl || (first != std::string_view::npos && head[first] == '{'))
    return jsonl_source(std::move(bytes), limits);
  const bool html = first != std::string_view::npos && head[first] == '<';
  return Error{ErrorCode::bad_data, std::string("is neither JSONL nor WARC") +
                                        (html                        ? "; a single page is for `pith extract`"
                                         : begins_with_address(head) ? "; a list of addresses is read by --urls " + path
                                                                     : "")};
}

std::uint64_t total_of(const std::string& path) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace pith::corpus
