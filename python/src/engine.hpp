#pragma once

// The extractor as Python shares it: by any number of threads, each with scratch memory for the time of a call.

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <pith/methods.hpp>
#include <pith/pith.hpp>

#include "site_memory.hpp"
#include "site_rules.hpp"
#include "workspace.hpp"

namespace pith::python {

class Engine {
 public:
  /// `rules` of the user may be null.
  Engine(Options options, std::unique_ptr<const SiteRules> rules)
      : extractor_(std::move(options)), rules_(std::move(rules)) {}

  [[nodiscard]] const Extractor& extractor() const noexcept { return extractor_; }
  [[nodiscard]] const Limits& limits() const noexcept { return extractor_.options().limits; }

  Article extract(std::string_view bytes, const PageInfo& info, bool explain) const {
    Workspace workspace = borrow();
    Article article = explain ? extractor_.explain(bytes, info, workspace) : extractor_.extract(bytes, info, workspace);
    give_back(std::move(workspace));
    return article;
  }

 private:
  Workspace borrow() const {
    const std::lock_guard lock(mutex_);
    Workspace workspace;
    if (!idle_.empty()) {
      workspace = std::move(idle_.back());
      idle_.pop_back();
    }
    workspace.impl().rules = rules_.get();
    return workspace;
  }
  void give_back(Workspace workspace) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(workspace));
  }

  Extractor extractor_;
  std::unique_ptr<const SiteRules> rules_;
  mutable std::mutex mutex_;
  mutable std::vector<Workspace> idle_;  // at most as many as there were threads at once
};

/// SiteMemory, which is not for two threads at once.
struct SharedMemory {
  explicit SharedMemory(const Engine& engine) : memory(engine.extractor()) {}

  /// Adds what another memory has learnt, as SiteMemory::save() wrote it. An error when it is damaged or of another
  /// method; sites before the damage are then added.
  Error add(std::string_view text) {
    std::string_view method;
    std::vector<site::NamedTable> tables;
    if (!site::read_text(text, method, tables) || method != memory.method())
      return {ErrorCode::bad_data, "is no memory of sites of method " + std::string(memory.method())};
    for (const site::NamedTable& table : tables)
      if (Error error = memory.impl().sites->add_table(table.site, table.table)) return error;
    return {};
  }

  SiteMemory memory;
  std::mutex mutex;
};

/// How an article is written when Python does not say otherwise: its main content alone, as the member `text` of the
/// records of `pith batch`. Title, authors and dates are attributes.
inline RenderOptions main_content_alone() { return {.title = false, .posts = PostStyle::plain}; }

}  // namespace pith::python
