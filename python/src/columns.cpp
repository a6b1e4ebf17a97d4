#include "columns.hpp"

#include <cerrno>
#include <cstring>
#include <exception>
#include <future>
#include <memory>
#include <new>
#include <utility>

namespace nb = nanobind;

namespace pith::python {

Column::Column(std::string of, Kind what, std::vector<Column> parts)
    : name(std::move(of)), kind(what), children(std::move(parts)) {
  if (kind == Kind::text || kind == Kind::bytes || kind == Kind::list) offsets.push_back(0);
}

void Column::end(bool is_known) {
  if (length % 8 == 0) valid.push_back(0);
  if (is_known) {
    valid.back() = static_cast<std::uint8_t>(valid.back() | (1u << (length % 8)));
  } else {
    ++nulls;
  }
  ++length;
  if (kind == Kind::text || kind == Kind::bytes) offsets.push_back(static_cast<std::int64_t>(characters.size()));
  if (kind == Kind::list) offsets.push_back(children.front().length);
}

Column list_column(std::string name, Column item) {
  std::vector<Column> parts;
  parts.push_back(std::move(item));
  return {std::move(name), Column::Kind::list, std::move(parts)};
}

Column batch_of(std::vector<Column> columns) { return {"", Column::Kind::structure, std::move(columns)}; }

namespace {

constexpr std::int64_t kNullable = 2;  // ARROW_FLAG_NULLABLE

const char* format_of(Column::Kind kind) noexcept {
  switch (kind) {
    case Column::Kind::text:
      return "U";
    case Column::Kind::bytes:
      return "Z";
    case Column::Kind::real:
      return "f";
    case Column::Kind::integer:
      return "l";
    case Column::Kind::list:
      return "+L";
    case Column::Kind::structure:
      break;
  }
  return "+s";
}

/// What an exported array owns.
struct ExportedArray {
  Column column;
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

void release_array(ArrowArray* array) {
  const std::unique_ptr<ExportedArray> owned(static_cast<ExportedArray*>(array->private_data));
  for (ArrowArray& child : owned->children)
    if (child.release != nullptr) child.release(&child);  // else somebody has taken it over
  array->release = nullptr;
}

void export_array(Column&& column, ArrowArray& out) {
  auto owned = std::make_unique<ExportedArray>(ExportedArray{std::move(column), {}, {}, {}});
  Column& own = owned->column;
  owned->buffers.push_back(own.nulls > 0 ? own.valid.data() : nullptr);
  if (!own.offsets.empty()) owned->buffers.push_back(own.offsets.data());
  if (own.kind == Column::Kind::text || own.kind == Column::Kind::bytes)
    owned->buffers.push_back(own.characters.data());
  if (own.kind == Column::Kind::real) owned->buffers.push_back(own.reals.data());
  if (own.kind == Column::Kind::integer) owned->buffers.push_back(own.integers.data());
  owned->children.resize(own.children.size());
  for (std::size_t i = 0; i < own.children.size(); ++i) {
    export_array(std::move(own.children[i]), owned->children[i]);
    owned->pointers.push_back(&owned->children[i]);
  }
  out = {own.length,
         own.nulls,
         0,
         static_cast<std::int64_t>(owned->buffers.size()),
         static_cast<std::int64_t>(owned->children.size()),
         owned->buffers.data(),
         owned->pointers.data(),
         nullptr,
         release_array,
         nullptr};
  out.private_data = owned.release();
}

/// What an exported schema owns.
struct ExportedSchema {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

void release_schema(ArrowSchema* schema) {
  const std::unique_ptr<ExportedSchema> owned(static_cast<ExportedSchema*>(schema->private_data));
  for (ArrowSchema& child : owned->children)
    if (child.release != nullptr) child.release(&child);
  schema->release = nullptr;
}

void export_schema(const Column& column, ArrowSchema& out) {
  auto owned = std::make_unique<ExportedSchema>();
  owned->name = column.name;
  owned->children.resize(column.children.size());
  for (std::size_t i = 0; i < column.children.size(); ++i) {
    export_schema(column.children[i], owned->children[i]);
    owned->pointers.push_back(&owned->children[i]);
  }
  out = {format_of(column.kind),
         owned->name.c_str(),
         nullptr,
         kNullable,
         static_cast<std::int64_t>(owned->children.size()),
         owned->pointers.data(),
         nullptr,
         release_schema,
         nullptr};
  out.private_data = owned.release();
}

class Stream {
 public:
  Stream(Column schema, std::function<std::optional<Column>()> make)
      : schema_(std::move(schema)), make_(std::move(make)) {}

  int schema(ArrowSchema& out) {
    return guarded([&] { export_schema(schema_, out); });
  }
  /// A released array is the end.
  int next(ArrowArray& out) {
    return guarded([&] {
      out = {};
      std::optional<Column> batch = ahead_.valid() ? ahead_.get() : make_();
      if (!batch) return;
      ahead_ = std::async(std::launch::async, make_);
      export_array(std::move(*batch), out);
    });
  }
  [[nodiscard]] const char* error() const noexcept { return error_.empty() ? nullptr : error_.c_str(); }

 private:
  template <class Work>
  int guarded(Work&& work) {
    try {
      work();
      return 0;
    } catch (const std::bad_alloc&) {
      error_ = "out of memory";
      return ENOMEM;
    } catch (const std::exception& problem) {
      error_ = problem.what();
      return EIO;
    }
  }

  Column schema_;
  std::function<std::optional<Column>()> make_;
  std::string error_;
  std::future<std::optional<Column>> ahead_;  // last: its thread uses the others
};

Stream& behind(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<Stream*>(stream->private_data);
  stream->release = nullptr;
}

template <class Struct>
constexpr const char* kCapsule = nullptr;
template <>
constexpr const char* kCapsule<ArrowSchema> = "arrow_schema";
template <>
constexpr const char* kCapsule<ArrowArray> = "arrow_array";
template <>
constexpr const char* kCapsule<ArrowArrayStream> = "arrow_array_stream";

/// Takes over what the struct owns. Whoever takes it out of the capsule leaves it released.
template <class Struct>
nb::object capsule_of(std::unique_ptr<Struct> owned) {
  PyObject* capsule = PyCapsule_New(owned.get(), kCapsule<Struct>, [](PyObject* self) {
    auto* content = static_cast<Struct*>(PyCapsule_GetPointer(self, kCapsule<Struct>));
    if (content == nullptr) return;
    if (content->release != nullptr) content->release(content);
    delete content;
  });
  if (capsule == nullptr) {
    owned->release(owned.get());
    throw nb::python_error();
  }
  owned.release();
  return nb::steal(capsule);
}

}  // namespace

nb::object OutBatch::capsules() {
  if (!columns_) throw nb::value_error("this batch has been taken");
  auto schema = std::make_unique<ArrowSchema>();
  auto array = std::make_unique<ArrowArray>();
  export_schema(*columns_, *schema);
  export_array(std::move(*columns_), *array);
  columns_.reset();
  nb::object first = capsule_of(std::move(schema));
  return nb::make_tuple(std::move(first), capsule_of(std::move(array)));
}

nb::object stream_of(Column schema, std::function<std::optional<Column>()> make) {
  auto inner = std::make_unique<Stream>(std::move(schema), std::move(make));
  auto stream = std::make_unique<ArrowArrayStream>(
      ArrowArrayStream{[](ArrowArrayStream* s, ArrowSchema* out) { return behind(s).schema(*out); },
                       [](ArrowArrayStream* s, ArrowArray* out) { return behind(s).next(*out); },
                       [](ArrowArrayStream* s) { return behind(s).error(); }, release_stream, inner.get()});
  inner.release();
  return capsule_of(std::move(stream));
}

TextColumn::TextColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t offset)
    : offset_(array.offset + offset) {
  const std::string_view format = schema.format;
  const bool is_wide = format == "U" || format == "Z";
  is_text_ = format == "U" || format == "u";
  if (format == "n") return;  // nothing is known of any row
  if (!is_wide && !is_text_ && format != "z")
    throw nb::value_error((std::string("column '") + schema.name +
                           "' is to be of text or bytes, not of Arrow's type \"" + schema.format + "\"")
                              .c_str());
  if (array.null_count != 0) valid_ = static_cast<const std::uint8_t*>(array.buffers[0]);
  if (is_wide) {
    wide_ = static_cast<const std::int64_t*>(array.buffers[1]);
  } else {
    narrow_ = static_cast<const std::int32_t*>(array.buffers[1]);
  }
  characters_ = static_cast<const char*>(array.buffers[2]);
}

std::string_view TextColumn::operator[](std::int64_t row) const noexcept {
  const std::int64_t at = row + offset_;
  if (valid_ != nullptr && (valid_[at / 8] >> (at % 8) & 1) == 0) return {};
  if (wide_ != nullptr) return {characters_ + wide_[at], static_cast<std::size_t>(wide_[at + 1] - wide_[at])};
  if (narrow_ != nullptr) return {characters_ + narrow_[at], static_cast<std::size_t>(narrow_[at + 1] - narrow_[at])};
  return {};
}

InBatch::InBatch(nb::handle batch) : capsules_(batch.attr("__arrow_c_array__")()) {
  const auto content = [&](int which, const char* name) {
    const nb::object capsule = capsules_[which];
    void* pointer = PyCapsule_GetPointer(capsule.ptr(), name);
    if (pointer == nullptr) throw nb::python_error();
    return pointer;
  };
  schema_ = static_cast<const ArrowSchema*>(content(0, kCapsule<ArrowSchema>));
  array_ = static_cast<const ArrowArray*>(content(1, kCapsule<ArrowArray>));
  if (std::strcmp(schema_->format, "+s") != 0) throw nb::type_error("this is no record batch");
}

TextColumn InBatch::column(std::string_view name) const {
  for (std::int64_t i = 0; i < schema_->n_children; ++i)
    if (name == schema_->children[i]->name) return {*schema_->children[i], *array_->children[i], array_->offset};
  return {};
}

}  // namespace pith::python
