#include "batch/status.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "corpus/file_lock.hpp"

namespace pith::batch {
namespace {

std::uint64_t bytes_of(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) {
    const std::uintmax_t size = std::filesystem::file_size(path, ignored);
    return ignored ? 0 : size;
  }
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path, ignored)) {
    std::error_code error;
    if (const std::uintmax_t size = entry.is_regular_file(error) ? entry.file_size(error) : 0; !error) bytes += size;
  }
  return bytes;
}

}  // namespace

std::string_view name_of(RunState state) noexcept {
  constexpr std::string_view kNames[] = {"running", "interrupted", "finished"};
  return kNames[static_cast<std::size_t>(state)];
}

Result<RunStatus> run_status(const std::string& output) {
  const std::string resume = output + ".resume";
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(output, error);
  const std::string part = is_folder ? output : output + ".part";
  const bool has_part = is_folder || std::filesystem::exists(part, error);
  RunStatus status;
  if (std::ifstream file(resume, std::ios::binary); file) {
    const std::string json{std::istreambuf_iterator<char>(file), {}};
    if (!from_json(json, status.checkpoint)) return Error{ErrorCode::bad_data, resume + ": is damaged"};
    status.has_counts = true;
    status.state = RunState::interrupted;
    const auto age = std::filesystem::file_time_type::clock::now() - std::filesystem::last_write_time(resume, error);
    if (!error && age.count() > 0)
      status.seconds_since = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(age).count());
  } else if (!is_folder && has_part) {
    status.state = RunState::interrupted;  // or just begun
  } else if (!std::filesystem::exists(output, error)) {
    return Error{ErrorCode::io, output + ": there is no run with this output"};
  }
  status.output_bytes = bytes_of(status.state == RunState::finished ? output : part);
  // A run keeps others from what it writes.
  if (status.state == RunState::interrupted && has_part && corpus::FileLock::take(part).error())
    status.state = RunState::running;
  return status;
}

}  // namespace pith::batch
