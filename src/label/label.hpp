#pragma once

// What somebody says of a page: its main content as blocks, and its fields (../shared/spec has the guide by which
// people decide). Blocks are named by their path on the page, "html/body/div[2]/p[1]", those that share one by its
// place among them: "html/body/div[2]#2" is the second block of that container. So a label holds without the text of
// the page.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "result.hpp"
#include "text/json_writer.hpp"

namespace pith::label {

/// What counts as main content: of index pages nothing (strict) or their entries (wide), and so on.
enum class Convention : std::uint8_t { wide, strict };
std::string_view name_of(Convention convention) noexcept;
Result<Convention> parse_convention(std::string_view name);

/// A body, a post of a thread or a comment.
struct LabelledBody {
  std::vector<std::string> blocks{};  ///< names, in the order of the page
  std::string author{}, date{};

  friend bool operator==(const LabelledBody&, const LabelledBody&) = default;
};

struct Label {
  std::string page_type{};    ///< "article", "forum", ... or "none": the page has no main content
  std::string title_block{};  ///< name of the headline's block; empty where the page shows none
  std::string title{}, author{}, date{};
  std::vector<LabelledBody> bodies{}, comments{};
  std::string quality = "ok";  ///< or "doubtful"
  std::string note{};
  double seconds = 0;  ///< that it took

  friend bool operator==(const Label&, const Label&) = default;
};

/// The kinds of page that a label may name.
std::span<const std::string_view> page_types() noexcept;

void append_json(const Label& label, text::JsonWriter& json);
std::string to_json(const Label& label);
/// Of a JSON object with the members of Label; those that are not there are empty, unknown ones an error.
Result<Label> parse_label(std::string_view json);

/// The name of each block of a page that Extractor::explain has looked at.
std::vector<std::string> names_of(const std::vector<BlockReport>& blocks);
/// "html/body/div[2]#2" → "html/body/div[2]".
std::string_view path_of(std::string_view name) noexcept;

/// A label as it lies on its page.
struct PlacedLabel {
  std::vector<std::int32_t> body_of;     ///< by block: the body that holds it, or -1
  std::vector<std::int32_t> comment_of;  ///< by block: the comment that holds it, or -1
  std::int32_t title = -1;               ///< the headline's block
};
/// What makes it no label of this page is an error that names the block: one that is not there, is named twice, or
/// stands before one named earlier in its body; a headline inside the body; a kind or quality that there is not.
Result<PlacedLabel> place(const Label& label, const std::vector<BlockReport>& blocks);

/// What is seldom meant, each in words: a row kept in part, a sub-heading with nothing below it, a block that the
/// extractor is sure of left out, or the other way round. `placed` is of these blocks.
struct Doubt {
  std::string block;  ///< its name; empty: the page
  std::string what;
};
std::vector<Doubt> doubts_of(const Label& label, const PlacedLabel& placed, const std::vector<BlockReport>& blocks);

/// What the extractor says of a page, as the label that one begins with.
Label suggest(const Article& article);

/// The texts of the blocks of all bodies, a block a line.
std::string text_of(const std::vector<LabelledBody>& bodies, const std::vector<BlockReport>& blocks);

}  // namespace pith::label
