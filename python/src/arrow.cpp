#include "arrow.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <future>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/members.hpp"

namespace nb = nanobind;

// --- The ABI, in the words of its specification ---

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

namespace pith::python {
namespace {

constexpr std::int64_t kNullable = 2;  // ARROW_FLAG_NULLABLE

/// A column while it is filled, with its children: strings, lists, structs and floats are all that articles need.
/// Offsets are of 64 bits (large_string, large_list): a batch may hold more than 2 GiB of text.
struct Column {
  enum class Kind : std::uint8_t { text, number, list, structure };

  Column(std::string of, Kind what, std::vector<Column> parts = {})
      : name(std::move(of)), kind(what), children(std::move(parts)) {
    if (kind == Kind::text || kind == Kind::list) offsets.push_back(0);
  }

  std::string name;
  Kind kind;
  std::vector<Column> children;
  std::int64_t length = 0, nulls = 0;
  std::vector<std::uint8_t> valid;  // a bit an entry
  std::vector<std::int64_t> offsets;
  std::string bytes;
  std::vector<float> numbers;

  [[nodiscard]] const char* format() const noexcept {
    switch (kind) {
      case Kind::text:
        return "U";
      case Kind::number:
        return "f";
      case Kind::list:
        return "+L";
      case Kind::structure:
        break;
    }
    return "+s";
  }

  /// Ends an entry, whose parts have been added.
  void end(bool is_known = true) {
    if (length % 8 == 0) valid.push_back(0);
    if (is_known) {
      valid.back() = static_cast<std::uint8_t>(valid.back() | (1u << (length % 8)));
    } else {
      ++nulls;
    }
    ++length;
    if (kind == Kind::text) offsets.push_back(static_cast<std::int64_t>(bytes.size()));
    if (kind == Kind::list) offsets.push_back(children.front().length);
  }
  void add(std::string_view text) {
    bytes += text;
    end();
  }
  /// Nothing known is null.
  void add_known(std::string_view text) {
    bytes += text;
    end(!text.empty());
  }
};

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
  if (own.kind == Column::Kind::text) owned->buffers.push_back(own.bytes.data());
  if (own.kind == Column::Kind::number) owned->buffers.push_back(own.numbers.data());
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
  out = {column.format(),
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

// --- Articles as columns ---

using Kind = Column::Kind;

Column posts_column(std::string name) {
  std::vector<Column> parts;
  for (const char* part : {"text", "author", "date", "path"}) parts.emplace_back(part, Kind::text);
  std::vector<Column> item;
  item.emplace_back("item", Kind::structure, std::move(parts));
  return {std::move(name), Kind::list, std::move(item)};
}

void add_posts(const std::vector<Body>& posts, Column& column) {
  Column& item = column.children.front();
  for (const Body& post : posts) {
    item.children[0].add(post.text);
    item.children[1].add_known(post.author);
    item.children[2].add_known(post.date);
    item.children[3].add_known(post.path);
    item.end();
  }
  column.end();
}

/// The members of docs/formats.md in their order, without entries.
Column empty_batch() {
  std::vector<Column> columns;
  columns.emplace_back("id", Kind::text);
  for (const rendering::Member& member : rendering::kMembers) {
    if (member.text != nullptr) {
      columns.emplace_back(std::string(member.name), Kind::text);
    } else {
      std::vector<Column> item;
      item.emplace_back("item", Kind::text);
      columns.emplace_back(std::string(member.name), Kind::list, std::move(item));
    }
  }
  columns.emplace_back("page_type_probability", Kind::number);
  columns.emplace_back("truncated", Kind::text);
  columns.emplace_back("text", Kind::text);
  columns.push_back(posts_column("bodies"));
  columns.push_back(posts_column("comments"));
  return {"", Kind::structure, std::move(columns)};
}

void add_page(const ReadPage& page, Format format, const RenderOptions& options, const Limits& limits, Column& batch) {
  const Article& article = page.article;
  auto column = batch.children.begin();
  (column++)->add(page.id);
  for (const rendering::Member& member : rendering::kMembers) {
    if (member.text != nullptr) {
      column->add_known(article.*member.text);
    } else {
      for (const std::string& value : article.*member.list) column->children.front().add(value);
      column->end();
    }
    ++column;
  }
  column->numbers.push_back(article.page_type_probability);
  (column++)->end(!article.page_type.empty());
  (column++)->add_known(describe(article.truncated));
  if (article.bodies.empty()) {
    (column++)->end(false);
  } else {
    (column++)->add(render(article, format, options, limits));
  }
  add_posts(article.bodies, *column++);
  add_posts(article.comments, *column++);
  batch.end();
}

// --- The stream ---

class Stream {
 public:
  Stream(std::shared_ptr<Pages> pages, Format format, const RenderOptions& options)
      : pages_(std::move(pages)), format_(format), options_(options) {}

  int schema(ArrowSchema& out) {
    return guarded([&] { export_schema(empty_batch(), out); });
  }
  /// A released array is the end.
  int next(ArrowArray& out) {
    return guarded([&] {
      out = {};
      std::optional<Column> batch = ahead_.valid() ? ahead_.get() : make();
      if (!batch) return;
      ahead_ = std::async(std::launch::async, [this] { return make(); });
      export_array(std::move(*batch), out);
    });
  }
  [[nodiscard]] const char* error() const noexcept { return error_.empty() ? nullptr : error_.c_str(); }

 private:
  std::optional<Column> make() {
    const std::vector<ReadPage> pages = pages_->next();
    if (pages.empty()) return std::nullopt;
    Column batch = empty_batch();
    for (const ReadPage& page : pages) add_page(page, format_, options_, pages_->engine().limits(), batch);
    return batch;
  }

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

  std::shared_ptr<Pages> pages_;
  Format format_;
  RenderOptions options_;
  std::string error_;
  std::future<std::optional<Column>> ahead_;  // last: its thread uses the others
};

Stream& stream_of(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<Stream*>(stream->private_data);
  stream->release = nullptr;
}

constexpr const char* kCapsule = "arrow_array_stream";

/// Whoever took the stream over has left it released.
void release_capsule(PyObject* capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kCapsule));
  if (stream == nullptr) return;
  if (stream->release != nullptr) stream->release(stream);
  delete stream;
}

}  // namespace

nb::object arrow_stream(std::shared_ptr<Pages> pages, std::string_view format, const RenderOptions& options) {
  Format written = Format::text;
  if (!parse_format(format, written)) throw nb::value_error("there is no such format");
  auto inner = std::make_unique<Stream>(std::move(pages), written, options);
  auto stream = std::make_unique<ArrowArrayStream>(
      ArrowArrayStream{[](ArrowArrayStream* s, ArrowSchema* out) { return stream_of(s).schema(*out); },
                       [](ArrowArrayStream* s, ArrowArray* out) { return stream_of(s).next(*out); },
                       [](ArrowArrayStream* s) { return stream_of(s).error(); }, release_stream, inner.get()});
  PyObject* capsule = PyCapsule_New(stream.get(), kCapsule, release_capsule);
  if (capsule == nullptr) throw nb::python_error();
  inner.release();
  stream.release();
  return nb::steal(capsule);
}

}  // namespace pith::python
