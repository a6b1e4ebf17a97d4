#pragma once

// Columns of Arrow: filled here and handed on, or handed in and read, without copying (arrow_abi.hpp).

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_abi.hpp"

namespace pith::python {

/// A column while it is filled, with its children. Offsets are of 64 bits (large_string, large_list): a batch may hold
/// more than 2 GiB of text.
struct Column {
  enum class Kind : std::uint8_t { text, bytes, real, integer, list, structure };

  Column(std::string of, Kind what, std::vector<Column> parts = {});

  std::string name;
  Kind kind;
  std::vector<Column> children;
  std::int64_t length = 0, nulls = 0;
  std::vector<std::uint8_t> valid;  // a bit an entry
  std::vector<std::int64_t> offsets;
  std::string characters;
  std::vector<float> reals;
  std::vector<std::int64_t> integers;

  /// Ends an entry, whose parts have been added.
  void end(bool is_known = true);
  void add(std::string_view text) {
    characters += text;
    end();
  }
  /// Nothing known is null.
  void add_known(std::string_view text) {
    characters += text;
    end(!text.empty());
  }
  void add_real(float number, bool is_known = true) {
    reals.push_back(number);
    end(is_known);
  }
  void add_integer(std::int64_t number) {
    integers.push_back(number);
    end();
  }
  /// An entry of a list of texts.
  template <class Texts>
  void add_all(const Texts& texts) {
    for (const auto& text : texts) children.front().add(text);
    end();
  }
};

Column list_column(std::string name, Column item);
/// A record batch, or the schema of one.
Column batch_of(std::vector<Column> columns);

/// A record batch on its way out: takes part in the PyCapsule interface (__arrow_c_array__).
class OutBatch {
 public:
  explicit OutBatch(Column columns) : columns_(std::move(columns)) {}
  /// Capsules "arrow_schema" and "arrow_array". Once.
  nanobind::object capsules();

 private:
  std::optional<Column> columns_;
};

/// A capsule "arrow_array_stream": batches like `schema`, as `make` gives them; nothing is the end. The next one is
/// made while whoever takes the batches works on one.
nanobind::object stream_of(Column schema, std::function<std::optional<Column>()> make);

/// A column of texts or bytes that was handed in; views of what it lends.
class TextColumn {
 public:
  TextColumn() = default;
  TextColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t offset);

  /// Empty where nothing is known.
  [[nodiscard]] std::string_view operator[](std::int64_t row) const noexcept;
  /// Characters, no bytes of an encoding that is to be found.
  [[nodiscard]] bool is_text() const noexcept { return is_text_; }

 private:
  const std::uint8_t* valid_ = nullptr;
  const std::int32_t* narrow_ = nullptr;
  const std::int64_t* wide_ = nullptr;
  const char* characters_ = nullptr;
  std::int64_t offset_ = 0;
  bool is_text_ = false;
};

/// A record batch that was handed in (`__arrow_c_array__`): its columns of text. Made and destroyed with the GIL held.
class InBatch {
 public:
  explicit InBatch(nanobind::handle batch);

  [[nodiscard]] std::int64_t rows() const noexcept { return array_->length; }
  /// An empty column where there is none of this name. Throws ValueError when it holds neither text nor bytes.
  [[nodiscard]] TextColumn column(std::string_view name) const;

 private:
  nanobind::object capsules_;  // which own what is below
  const ArrowSchema* schema_ = nullptr;
  const ArrowArray* array_ = nullptr;
};

}  // namespace pith::python
