#include "corpus/dictionaries.hpp"

#include <zdict.h>
#include <zstd.h>

#include <map>

namespace pith::corpus {
namespace {

constexpr std::size_t kMostKnown = 64;                    // dictionaries in memory
constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of what was compressed

constexpr const char* kUnknown = "compressed with a dictionary that is not known";

template <auto Free>
struct Freeing {
  template <class T>
  void operator()(T* object) const noexcept {
    Free(object);
  }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Freeing<Free>>;

struct Dictionary {
  Owned<ZSTD_CDict, ZSTD_freeCDict> compressing;
  Owned<ZSTD_DDict, ZSTD_freeDDict> decompressing;
};

}  // namespace

struct Dictionaries::Impl {
  Owned<ZSTD_CCtx, ZSTD_freeCCtx> compressor{ZSTD_createCCtx()};
  Owned<ZSTD_DCtx, ZSTD_freeDCtx> decompressor{ZSTD_createDCtx()};
  std::map<std::int64_t, Dictionary> known;

  /// nullptr where it is not known, or none.
  const Dictionary* find(std::int64_t number) const {
    const auto found = known.find(number);
    return found == known.end() ? nullptr : &found->second;
  }
};

Dictionaries::Dictionaries() : impl_(std::make_unique<Impl>()) {}
Dictionaries::~Dictionaries() = default;
Dictionaries::Dictionaries(Dictionaries&&) noexcept = default;
Dictionaries& Dictionaries::operator=(Dictionaries&&) noexcept = default;

bool Dictionaries::knows(std::int64_t number) const { return number == 0 || impl_->find(number) != nullptr; }

void Dictionaries::add(std::int64_t number, std::string_view bytes) {
  if (impl_->known.size() >= kMostKnown) impl_->known.clear();
  Dictionary& dictionary = impl_->known[number];
  dictionary.compressing.reset(ZSTD_createCDict(bytes.data(), bytes.size(), ZSTD_CLEVEL_DEFAULT));
  dictionary.decompressing.reset(ZSTD_createDDict(bytes.data(), bytes.size()));
}

Error Dictionaries::compress(std::string_view bytes, std::int64_t dictionary, std::string& out) {
  if (!knows(dictionary)) return {ErrorCode::bad_data, kUnknown};
  out.resize(ZSTD_compressBound(bytes.size()));
  const Dictionary* const known = impl_->find(dictionary);
  const std::size_t size = known == nullptr
                               ? ZSTD_compressCCtx(impl_->compressor.get(), out.data(), out.size(), bytes.data(),
                                                   bytes.size(), ZSTD_CLEVEL_DEFAULT)
                               : ZSTD_compress_usingCDict(impl_->compressor.get(), out.data(), out.size(), bytes.data(),
                                                          bytes.size(), known->compressing.get());
  if (ZSTD_isError(size) != 0) return {ErrorCode::io, std::string("zstd: ") + ZSTD_getErrorName(size)};
  out.resize(size);
  return {};
}

Error Dictionaries::decompress(std::string_view frame, std::int64_t dictionary, std::string& out) {
  if (!knows(dictionary)) return {ErrorCode::bad_data, kUnknown};
  const unsigned long long bytes = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (bytes > kMostBytes) return {ErrorCode::bad_data, "damaged zstd data"};  // also where it does not say
  out.resize(bytes);
  const Dictionary* const known = impl_->find(dictionary);
  const std::size_t size =
      known == nullptr
          ? ZSTD_decompressDCtx(impl_->decompressor.get(), out.data(), out.size(), frame.data(), frame.size())
          : ZSTD_decompress_usingDDict(impl_->decompressor.get(), out.data(), out.size(), frame.data(), frame.size(),
                                       known->decompressing.get());
  if (ZSTD_isError(size) != 0)
    return {ErrorCode::bad_data, std::string("damaged zstd data: ") + ZSTD_getErrorName(size)};
  out.resize(size);
  return {};
}

std::string Dictionaries::train(const std::vector<std::string>& samples, std::size_t most_bytes) {
  std::string all;
  std::vector<std::size_t> sizes;
  for (const std::string& sample : samples) {
    all += sample;
    sizes.push_back(sample.size());
  }
  std::string dictionary(most_bytes, '\0');
  const std::size_t size = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), all.data(), sizes.data(),
                                                 static_cast<unsigned>(sizes.size()));
  if (ZDICT_isError(size) != 0) return {};
  dictionary.resize(size);
  return dictionary;
}

}  // namespace pith::corpus
