#pragma once

#include <memory>
#include <string>
#include <vector>

#include "corpus/page_source.hpp"
#include "result.hpp"

namespace pith::corpus {

struct ListedAddress {
  std::string address;     ///< as it stands there
  std::uint64_t line = 0;  ///< from 1
};

/// A list of addresses, one a line, from a file (also .gz, .zst) or standard input ("-"); empty lines and those that
/// begin with # are passed over. O(file).
Result<std::vector<ListedAddress>> read_addresses(const std::string& path);

/// Such a list as records, which RecordParser fetches.
Result<std::unique_ptr<PageSource>> open_addresses(const std::string& path);

}  // namespace pith::corpus
