#include "batch/tree_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "corpus/output_file.hpp"
#include "corpus/page_source.hpp"

namespace pith::batch {
namespace {

namespace fs = std::filesystem;

std::string extension_of(Format format) {
  switch (format) {
    case Format::text:
      return ".txt";
    case Format::markdown:
      return ".md";
    case Format::tei:
      return ".xml";
    case Format::cards:
      return ".html";
    default:
      return "." + std::string(name_of(format));
  }
}

/// "site" of "/data/site/" and of "../site".
std::string name_of_input(const std::string& input) {
  const fs::path path = fs::absolute(input).lexically_normal();
  return (path.has_filename() ? path.filename() : path.parent_path().filename()).string();
}

/// The page beside this one that differs in its extension alone, "a.htm" beside "a.html", would have the same target.
bool has_twin(const fs::path& page) {
  for (const char* const extension : {".html", ".htm", ".xhtml"}) {
    fs::path other = page;
    std::error_code ignored;
    if (other.replace_extension(extension) != page && fs::exists(other, ignored)) return true;
  }
  return false;
}

}  // namespace

Result<TreeOutput> TreeOutput::open(const std::string& folder, const std::vector<std::string>& inputs, Format format) {
  std::vector<std::string> names;
  for (const std::string& input : inputs) {
    if (!corpus::holds_files(input))
      return within(input, {ErrorCode::bad_option, "is neither a directory nor an HTML file, as --keep-dirs needs"});
    names.push_back(name_of_input(input));
    if (std::count(names.begin(), names.end(), names.back()) > 1)
      return within(input,
                    {ErrorCode::bad_option, "another input has the same name, and would write to the same files"});
    std::error_code ignored;
    const fs::path from = fs::weakly_canonical(input, ignored), to = fs::weakly_canonical(folder, ignored);
    if (std::mismatch(from.begin(), from.end(), to.begin(), to.end()).first == from.end())
      return within(folder, {ErrorCode::bad_option, "lies in the input " + input});
  }
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return within(folder, {ErrorCode::io, failure.message()});
  return TreeOutput(folder, inputs, extension_of(format));
}

std::string TreeOutput::target_of(const corpus::RawRecord& record) const {
  const std::string& input = inputs_[record.input];
  std::error_code ignored;
  const bool is_folder = fs::is_directory(input, ignored);
  fs::path target(folder_);
  if (is_folder && inputs_.size() > 1) target /= name_of_input(input);
  target /= is_folder ? fs::path(record.name) : fs::path(record.name).filename();
  return (has_twin(record.bytes) ? target += extension_ : target.replace_extension(extension_)).string();
}

Error TreeOutput::write(const corpus::RawRecord& record, std::string_view content) {
  const std::string target = target_of(record), beside = target + ".new";
  std::error_code failure;
  fs::create_directories(fs::path(target).parent_path(), failure);
  if (failure) return within(target, {ErrorCode::io, failure.message()});
  Result<std::unique_ptr<corpus::OutputFile>> opened = corpus::OutputFile::open(beside, corpus::Compression::none);
  if (!opened) return within(target, std::move(opened).error());
  (*opened)->append(content);
  if (Error error = (*opened)->end_segment()) return within(target, std::move(error));
  if (std::rename(beside.c_str(), target.c_str()) != 0) return within(target, {ErrorCode::io, std::strerror(errno)});
  pending_ += content.size();
  return {};
}

Error TreeOutput::sync() {
  const int descriptor = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool good = descriptor >= 0 && ::syncfs(descriptor) == 0;  // one call for any number of files
  const int problem = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!good) return within(folder_, {ErrorCode::io, std::strerror(problem)});
  pending_ = 0;
  return {};
}

bool TreeOutput::has_content() const {
  std::error_code failure;
  return !fs::is_empty(folder_, failure) && !failure;
}

}  // namespace pith::batch
