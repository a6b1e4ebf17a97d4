#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/fingerprint.hpp"
#include "corpus/record.hpp"
#include "corpus/store.hpp"
#include "render/members.hpp"

namespace pith::batch {

/// Name of the member that add_robots() writes.
inline constexpr std::string_view kRobotsMember = "robots";

/// How records are written.
struct RecordStyle {
  Format format = Format::text;  ///< of the member `text`; csv: rows instead of objects
  RenderOptions rendering;
  rendering::MemberChoice members;
  Limits limits;
};

/// Appends the object of one page and a line end, or its row (docs/formats.md).
void append_result(std::string_view id, const Article& article, const RecordStyle& style, std::string& out);

/// Where a page of a WARC file comes from.
struct WarcPlace {
  std::string_view file, date;
  std::optional<std::uint64_t> offset;
};

/// Adds to an object that append_result has written: what is known of other pages with its text, ...
void add_duplicate(const corpus::Fingerprint& fingerprint, const std::optional<corpus::SeenTexts::Match>& match,
                   const rendering::MemberChoice& choice, std::string& line);
/// ... where it comes from, ...
void add_place(const WarcPlace& place, const rendering::MemberChoice& choice, std::string& line);
/// ... of its revisions in a store, ...
void add_revision(const corpus::StoredRecord& record, const rendering::MemberChoice& choice, std::string& line);
/// The names that it writes.
std::vector<std::string> revision_members();
/// ... what it asks of robots, ...
void add_robots(const std::vector<std::string_view>& robots, std::string& line);
/// ... and members of its record, as PageRecord::members has them.
void add_members(std::string_view members, std::string& line);

/// The names of all members that records of a format can have, of a batch those that the functions above add, too.
std::vector<std::string> member_names(Format format, bool of_batch);

/// Appends the object that keeps a bad record aside, and a line end.
void append_bad(std::string_view input, const corpus::RawRecord& record, std::string_view id, std::string_view reason,
                std::string& out);

}  // namespace pith::batch
