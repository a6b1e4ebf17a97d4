// Any bytes, in any encoding: valid UTF-8 comes out, the same at every instruction set.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "text/characters.hpp"
#include "text/decode.hpp"
#include "text/utf8.hpp"

namespace {

using namespace pith::text;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_valid(std::string_view utf8) { require(valid_utf8_prefix(utf8) == utf8.size()); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto encoding = static_cast<Encoding>(data[0] % (static_cast<int>(Encoding::x_user_defined) + 1));
  DecodeOptions options;
  if ((data[1] & 1) != 0) options.charset = name_of(encoding);
  if ((data[1] & 2) != 0) options.limits.input_bytes = data[1];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);

  std::string buffer;
  const Text text = decode(bytes, options, buffer);
  check_valid(text.utf8);
  require(text.truncated == pith::Truncation::none || bytes.size() > options.limits.input_bytes);

  std::string out;
  decode_as(bytes, encoding, out, (data[1] & 4) != 0);
  check_valid(out);

  const std::size_t valid = valid_utf8_prefix(bytes, SimdLevel::scalar);
  require(valid_utf8_prefix(bytes) == valid);
  if (simd_level() >= SimdLevel::sse42) require(valid_utf8_prefix(bytes, SimdLevel::sse42) == valid);

  std::string folded;
  append_folded(text.utf8, folded);
  check_valid(folded);
  require(folded.size() <= text.utf8.size());
  require(count(folded).chars == count(text.utf8).chars);
  count(bytes);
  return 0;
}
