#pragma once

// The tags and texts of XML one after the other, for feeds and sitemaps. Lenient as readers of feeds have to be: what
// is not well-formed is passed over, named characters of HTML are known, nothing is ever expanded that the file
// declares itself or fetched that it names. An XML parser by the letter would refuse such files, or lose their rest.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::fetch {

class XmlScan {
 public:
  enum class Kind : unsigned char { begin, end, text, stop };

  /// `xml` is UTF-8 and outlives the scan.
  explicit XmlScan(std::string_view xml) : rest_(xml) {}

  /// The next tag or text; false at the end. Comments, declarations and processing instructions are passed over. A tag
  /// that is closed in itself is a begin and an end. O(its bytes).
  bool next();

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  /// Of a tag: in lower case; its prefix is a known one where its namespace is: "content:encoded", "dc:date",
  /// "atom:link", "news:title"; the namespace of Atom in an Atom feed and that of a whole file have none.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Of a text, character references undone.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// Of a tag that begins: the value, or empty. `name` is in lower case.
  [[nodiscard]] std::string_view attribute(std::string_view name) const noexcept;

  /// Behind a begin: all that stands up to its end, with the tags as they are written where there are any. Texts that
  /// are HTML in their turn come out as HTML. O(bytes).
  std::string inside();
  /// Behind a begin: passes over all up to its end.
  void skip();

 private:
  bool take_tag();
  void take_text(std::string_view raw, bool is_literal);
  void take_attributes(std::string_view tag);
  std::string prefixed(std::string_view name) const;

  std::string_view rest_, raw_;  // raw_: the tag or text as it is written
  std::string name_, text_;
  std::vector<std::pair<std::string, std::string>> attributes_;
  std::vector<std::pair<std::string, std::string>> prefixes_;  // as the file has them, as they are known here
  Kind kind_ = Kind::stop;
  bool closes_ = false;  // the tag is closed in itself: its end comes next
};

/// Character references undone; ASCII white space as it is. O(bytes).
void append_unescaped(std::string_view raw, std::string& out);

/// The text of HTML as a line: without tags, references undone (twice where it was escaped twice), white space folded.
std::string text_of_html(std::string_view html);

}  // namespace pith::fetch
