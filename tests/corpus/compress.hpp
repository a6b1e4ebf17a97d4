#pragma once

// Small compressed inputs for tests, and a folder that goes away.

#include <zlib.h>
#include <zstd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace pith::test {

inline std::string deflated(std::string_view text, int window) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string gzip(std::string_view text) { return deflated(text, 15 + 16); }

inline std::string zstd(std::string_view text, int window = 0) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  std::string out(ZSTD_compressBound(text.size()) + 64, '\0');
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  ZSTD_inBuffer from{text.data(), text.size(), 0};
  if (window > 0) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window);
  }
  // Streamed in two steps: the size of the whole stays out of the frame, and the window stays as large as asked for.
  ZSTD_compressStream2(context, &to, &from, ZSTD_e_continue);
  while (ZSTD_compressStream2(context, &to, &from, ZSTD_e_end) != 0) {
  }
  out.resize(to.pos);
  ZSTD_freeCCtx(context);
  return out;
}

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "pith-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, std::string_view content) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  void append(const std::string& name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary | std::ios::app) << content;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }

 private:
  std::filesystem::path path_;
};

}  // namespace pith::test
