#pragma once

// A table for each site: which are in memory, which in the store, and how all of them are written.

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "site/memory.hpp"

namespace pith::site {

/// `Table` has to_text(), from_text(), add_text() (the pages of another table), replay() (what a visit told),
/// memory_bytes() and describe().
template <class Base, class Table, class TableOptions>
class Sites : public Base {
 public:
  Sites(std::string_view method, const TableOptions& options) : method_(method), options_(options) {}

  void keep_in(Store& store, std::size_t bytes) override {
    store_ = &store;
    most_bytes_ = bytes;
  }

  [[nodiscard]] std::string to_text() const override {
    std::string out = begin_text(method_);
    for (const auto& [site, held] : sites_) append_site(site, held.table.to_text(), out);
    return out;
  }

  Error from_text(std::string_view text) override {
    clear();
    std::string_view method;
    std::vector<NamedTable> tables;
    bool good = read_text(text, method, tables) && method == method_;
    for (std::size_t i = 0; good && i < tables.size(); ++i)
      good = hold(tables[i].site, Table(options_))->table.from_text(tables[i].table);
    if (good) return {};
    clear();
    return {ErrorCode::bad_data, "is no memory of sites of method " + std::string(method_)};
  }

  Error add_table(std::string_view site, std::string_view table) override {
    Held* const held = find(site);
    if (held == nullptr) return this->trouble();
    return held->table.add_text(table) ? Error() : Error{ErrorCode::bad_data, "is no table of a site"};
  }

  Result<std::string> table_of(std::string_view site) override {
    const Held* const held = find(site);
    if (held == nullptr) return this->trouble();
    return held->table.to_text();
  }

  Result<std::string> describe(std::string_view site) override {
    const Held* const held = find(site);
    if (held == nullptr) return this->trouble();
    return held->table.describe();
  }

  [[nodiscard]] bool holds(std::string_view site) const override { return sites_.find(site) != sites_.end(); }

  void drop(std::string_view site) override {
    if (const auto found = sites_.find(site); found != sites_.end()) erase(found);
  }

 protected:
  struct Held {
    Table table;
    std::size_t bytes = 0;                      // as last counted
    std::list<std::string_view>::iterator use;  // in recent_
  };

  /// The table of a site, from the store where it lies there. nullptr when that failed.
  Held* find(std::string_view site) {
    if (const auto held = sites_.find(site); held != sites_.end()) {
      recent_.splice(recent_.begin(), recent_, held->second.use);
      return &held->second;
    }
    Table table(options_);
    if (store_ != nullptr) {
      std::string text;
      std::vector<std::string> visits;
      if (Error error = store_->load(site, text, visits)) {
        this->set_trouble(std::move(error));
        return nullptr;
      }
      bool good = text.empty() || table.from_text(text);
      for (const std::string& visit : visits) good = good && table.replay(visit);
      if (!good) {
        this->set_trouble({ErrorCode::bad_data, "what is kept of " + std::string(site) + " is damaged"});
        return nullptr;
      }
    }
    Held* const held = hold(site, std::move(table));
    count(*held);
    return held;
  }

  /// A visit was learnt: the store is told, and sites go that take too much memory.
  void learnt(std::string_view site, std::string_view visit, std::uint64_t turn) {
    if (store_ == nullptr) return;
    if (Error error = store_->add(site, visit, turn)) this->set_trouble(std::move(error));
    if (const auto held = sites_.find(site); held != sites_.end()) count(held->second);
  }

 private:
  void clear() {
    sites_.clear();
    recent_.clear();
    bytes_ = 0;
  }

  Held* hold(std::string_view site, Table table) {
    const auto [at, is_new] = sites_.try_emplace(std::string(site), Held{std::move(table), 0, {}});
    if (is_new) at->second.use = recent_.insert(recent_.begin(), at->first);
    return &at->second;
  }

  /// Only what the store can give back goes.
  void count(Held& held) {
    bytes_ -= held.bytes;
    held.bytes = held.table.memory_bytes();
    bytes_ += held.bytes;
    while (store_ != nullptr && bytes_ > most_bytes_ && recent_.size() > 1) erase(sites_.find(recent_.back()));
  }

  using Map = std::map<std::string, Held, std::less<>>;
  void erase(auto held) {  // an iterator of the map
    bytes_ -= held->second.bytes;
    recent_.erase(held->second.use);
    sites_.erase(held);
  }

  std::string_view method_;
  TableOptions options_;
  Map sites_;
  std::list<std::string_view> recent_;  // names in sites_, the one asked for last first
  std::size_t bytes_ = 0, most_bytes_ = 0;
  Store* store_ = nullptr;
};

}  // namespace pith::site
