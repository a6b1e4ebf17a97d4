#pragma once

// Pages that people label, and what each says of them, in one SQLite file that any number of programs may use at once.
// Nothing that was said is lost: each change of a label is a revision of its own. What several say of a page is settled
// by one more label, which then is the page's.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/database.hpp"
#include "label/label.hpp"
#include "result.hpp"

namespace pith::label {

/// A page as it came.
struct StoredPage {
  std::string id;                        ///< names it, as the record did
  std::string url{}, site{}, charset{};  ///< as in corpus::PageRecord
  std::string source{};                  ///< the set it is from
  std::string html{};                    ///< raw bytes
};

/// What the extractor thinks of a page, for the queue.
struct PageEstimate {
  std::string kind{};
  double doubt = 0;
};

struct PageEntry {
  std::string id;
  std::string url{}, site{}, source{};
  PageEstimate estimate{};
  std::vector<std::string> annotators{};  ///< who have labelled it, by either convention
  bool settled = false;
};

struct LabelEntry {
  std::string page, annotator;
  Convention convention = Convention::wide;
  std::uint64_t revision = 1;
  bool settled = false;  ///< the page's label, whatever others say; `annotator` settled it
  std::string at{};      ///< when, as ISO 8601
  Label label{};
};

void append_json(const LabelEntry& entry, text::JsonWriter& json);

enum class Added : std::uint8_t { added, known };

/// Not for two threads at once; each opens the file for itself.
class Store {
 public:
  static Result<Store> open(const std::string& path, corpus::DatabaseUse use);

  // --- Pages ---

  /// A page with this id and other bytes is an error.
  Result<Added> add(const StoredPage& page, const PageEstimate& estimate);
  /// An error where there is none.
  Result<StoredPage> page(std::string_view id);
  /// In the order in which they came.
  Result<std::vector<PageEntry>> pages();
  Error estimate(std::string_view id, const PageEstimate& estimate);

  // --- Labels ---

  /// The next revision of what the annotator says. Where that says the same as the last, nothing is added. The label is
  /// not checked against the page (label::place).
  Error put(LabelEntry entry);
  /// The last revision; nothing where there is none.
  Result<std::optional<LabelEntry>> find(std::string_view page, std::string_view annotator, Convention convention);
  Result<std::optional<LabelEntry>> settled(std::string_view page, Convention convention);
  /// The last revision of all, or of those of one page: by page, convention and annotator, what was settled first.
  Result<std::vector<LabelEntry>> labels(std::string_view page = {});
  /// All revisions of one, the last first.
  Result<std::vector<LabelEntry>> history(std::string_view page, std::string_view annotator, Convention convention);
  /// No longer settled.
  Error unsettle(std::string_view page, Convention convention);

  // --- Models ---

  struct Model {
    std::int64_t number = 0;
    std::string made{}, state{};  ///< when; "running", "done", "failed", "cancelled"
    std::string folder{}, how{};
    std::int64_t process = 0;
    bool adopted = false;
  };
  Result<std::int64_t> begin_model(std::string_view how);
  /// Of one that runs; what has ended stays as it is.
  Error set_model(const Model& model);
  Result<std::vector<Model>> models();
  /// 0: the one that ships.
  Error adopt(std::int64_t number);

  [[nodiscard]] const std::string& path() const noexcept { return database_.path(); }

 private:
  explicit Store(corpus::Database database) : database_(std::move(database)) {}
  Result<std::vector<LabelEntry>> read(const std::string& sql, std::string_view page, std::string_view annotator,
                                       std::string_view convention);

  corpus::Database database_;
};

}  // namespace pith::label
