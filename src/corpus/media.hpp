#pragma once

// What records are that are no pages, and which bytes are pages whose type nobody has named.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::corpus {

/// Why a record is rightly no page.
enum class NoPage : std::uint8_t {
  request,
  revisit,       ///< the same as a record before it, without the page
  conversion,    ///< made of a page by somebody else: its text, as WET files have it
  other_record,  ///< warcinfo, metadata and the like
  redirection,   ///< HTTP status 300 to 399
  http_error,    ///< any other than 200 to 299
  empty,
  text,
  markup,  ///< XML that is no page, such as feeds
  json,
  script,
  style,
  font,
  image,
  audio,
  video,
  pdf,
  archive,
  other,
};
inline constexpr std::size_t kNoPageKinds = 19;
/// Names for people, for checkpoints and for statistics.
inline constexpr std::array<std::string_view, kNoPageKinds> kNoPageNames = {
    "request", "revisit", "conversion", "other_record", "redirection", "http_error", "empty",
    "text",    "markup",  "json",       "script",       "style",       "font",       "image",
    "audio",   "video",   "pdf",        "archive",      "other"};

/// By a media type other than that of a page: "image/png".
NoPage kind_of_type(std::string_view essence) noexcept;
/// By what binary_kind says: "a PNG image".
NoPage kind_of_binary(std::string_view kind) noexcept;

/// The bytes begin as those of an HTML page do, by the table of the MIME Sniffing Standard of the WHATWG, section 7.1
/// (https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type); or as XHTML.
bool looks_like_html(std::string_view bytes) noexcept;

}  // namespace pith::corpus
