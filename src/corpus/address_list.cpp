#include "corpus/address_list.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "corpus/byte_source.hpp"
#include "text/ascii.hpp"

namespace pith::corpus {
namespace {

class AddressSource final : public PageSource {
 public:
  explicit AddressSource(std::vector<ListedAddress> addresses) : addresses_(std::move(addresses)) {}

  bool next(RawRecord& record) override {
    if (next_ == addresses_.size()) return false;
    record.kind = RecordKind::address;
    record.bytes = addresses_[next_].address;
    record.position = addresses_[next_].line;
    record.name.clear();
    record.failure.clear();
    ++next_;
    return true;
  }
  [[nodiscard]] std::uint64_t consumed() const noexcept override { return 0; }

 private:
  std::vector<ListedAddress> addresses_;
  std::size_t next_ = 0;
};

}  // namespace

Result<std::vector<ListedAddress>> read_addresses(const std::string& path) {
  const Result<std::unique_ptr<ByteSource>> opened = open_bytes(path);
  if (!opened) return opened.error();
  std::string bytes;
  constexpr std::size_t kPiece = 256u << 10;
  for (std::size_t got = kPiece; got > 0;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kPiece);
    got = (*opened)->read(bytes.data() + size, kPiece);
    bytes.resize(size + got);
  }
  if (!(*opened)->failure().empty()) return Error{ErrorCode::io, (*opened)->failure()};
  if (Error error = no_text(bytes, path)) return error;
  std::vector<ListedAddress> addresses;
  std::string_view rest = bytes;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  for (std::uint64_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view address = text::trim_ascii(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!address.empty() && address.front() != '#') addresses.push_back({std::string(address), line});
  }
  if (addresses.empty()) return Error{ErrorCode::bad_data, "has no addresses"};
  return addresses;
}

Result<std::unique_ptr<PageSource>> open_addresses(const std::string& path) {
  Result<std::vector<ListedAddress>> addresses = read_addresses(path);
  if (!addresses) return std::move(addresses).error();
  return std::unique_ptr<PageSource>(std::make_unique<AddressSource>(*std::move(addresses)));
}

}  // namespace pith::corpus
