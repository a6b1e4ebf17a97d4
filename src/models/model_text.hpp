#pragma once

// Model files are text, so that people can read what was learnt and two versions can be compared. A line is a
// keyword and words behind it; lines that begin with "#" tell how the model was trained (docs/formats.md).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pith/error.hpp"

namespace pith::models {

/// Words of a text, line by line, and the number of the line for messages. Looks into the text.
class ModelReader {
 public:
  explicit ModelReader(std::string_view text) : rest_(text) {}

  /// Goes to the next line that is neither empty nor a comment; comments are added to record(). False at the end.
  bool next_line();
  /// What is left of the line.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  /// The next word of the line; empty at its end.
  std::string_view word() noexcept;
  /// The next word as a number. False when it is none, or none of this type.
  bool number(double& value) noexcept;
  bool number(float& value) noexcept;
  bool number(std::int32_t& value) noexcept;
  bool number(std::uint32_t& value) noexcept;
  bool number(std::uint64_t& value) noexcept;
  /// The next word, undone what ModelWriter::name has done. False at the end of the line.
  bool name(std::string& value);
  /// Goes to the next line and takes its first word, which must be this.
  bool expect(std::string_view keyword);
  /// The same; where the next line begins otherwise, nothing is read.
  bool accept(std::string_view keyword);

  /// Goes to the next line, which must be `digest DIGEST` with this digest: what the model learnt from is what it will
  /// read. An empty digest asks for nothing: the line may be there or not.
  Error expect_digest(std::string_view digest);

  /// "line 12: what", as an error of the data.
  [[nodiscard]] Error wrong(std::string_view what) const;
  /// The comment lines so far, without "# ".
  [[nodiscard]] const std::string& record() const noexcept { return record_; }

 private:
  std::string_view rest_, line_;
  std::string record_;
  std::size_t number_ = 0;
};

/// Writes lines of words.
class ModelWriter {
 public:
  /// Begins a line.
  ModelWriter& line(std::string_view keyword);
  ModelWriter& word(std::string_view word);
  /// A name from outside: white space, "%" and control characters are written as %XX, nothing at all as "%".
  ModelWriter& name(std::string_view name);
  /// As short as it can be read back.
  ModelWriter& number(double value);
  ModelWriter& number(float value);
  ModelWriter& number(std::uint64_t value);
  /// Comment lines, one for each line of the text.
  void record(std::string_view text);

  /// The text, with its last line ended; the writer is then empty.
  [[nodiscard]] std::string take();

 private:
  std::string text_;
};

}  // namespace pith::models
