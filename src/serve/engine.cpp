#include "serve/engine.hpp"

#include <thread>

#include "pith/methods.hpp"
#include "serve/scratch.hpp"
#include "workspace.hpp"

namespace pith::serve {
namespace {

constexpr std::string_view kModel = "model";  // setting of the default method

unsigned cores() { return std::max(1U, std::thread::hardware_concurrency()); }

EngineOptions completed(EngineOptions options) {
  if (options.threads == 0) options.threads = cores();
  if (options.extraction.catalogue == nullptr) options.extraction.catalogue = &all_methods();
  return options;
}

/// The default method has the model of a folder where the options name no other.
Options with_model(Options options, const std::string& folder) {
  if (folder.empty() || options.method != Options{}.method) return options;
  for (const Setting& setting : options.settings)
    if (setting.name == kModel) return options;
  options.settings.push_back({std::string(kModel), folder});
  return options;
}

/// Options that have the same key give the same extractor: all that requests can set.
std::string key_of(const Options& options) {
  std::string key = options.method;
  key += '\0';
  key += static_cast<char>('0' + static_cast<int>(options.favor));
  for (const Setting& setting : options.settings) {
    for (const std::string* const part : {&setting.name, &setting.value}) {
      key += '\0';
      key += std::to_string(part->size());
      key += ':';
      key += *part;
    }
  }
  return key;
}

}  // namespace

Engine::Engine(EngineOptions options, std::unique_ptr<PageFetcher> fetcher)
    : options_(completed(std::move(options))),
      fetcher_(std::move(fetcher)),
      memory_(options_.memory_bytes),
      site_rules_(options_.site_rules),
      workers_(options_.threads, options_.threads + (fetcher_ ? options_.fetching_threads : 0), options_.queued) {}

Engine::~Engine() = default;

Gauges Engine::gauges() const {
  return {.queued = workers_.queued(),
          .memory_used = memory_.used(),
          .memory_most = memory_.most(),
          .threads = workers_.running_at_most(),
          .fetcher = fetcher_ ? std::optional(fetcher_->counts()) : std::nullopt};
}

Result<std::shared_ptr<const Extractor>> Engine::extractor(const Options& options) {
  std::string key = key_of(options);
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = by_key_.find(key); it != by_key_.end()) {
      cached_.splice(cached_.begin(), cached_, it->second);
      return it->second->second;
    }
  }
  // Outside the lock: the first of a method may read a model. Two may be made at once, of which one is kept.
  const std::string model = model_in_use();
  auto made = std::make_shared<const Extractor>(with_model(options, model));
  if (made->error()) return made->error();
  const std::lock_guard lock(mutex_);
  if (model != model_) return std::shared_ptr<const Extractor>(std::move(made));  // another was taken meanwhile
  if (const auto it = by_key_.find(key); it != by_key_.end()) return it->second->second;
  cached_.emplace_front(std::move(key), made);
  by_key_.emplace(cached_.front().first, cached_.begin());
  if (cached_.size() > std::max<std::size_t>(1, options_.cached_extractors)) {
    by_key_.erase(cached_.back().first);
    cached_.pop_back();
  }
  return std::shared_ptr<const Extractor>(std::move(made));
}

Engine::Lease::Lease(Engine& engine, std::unique_ptr<Scratch> scratch) noexcept
    : engine_(&engine), scratch_(std::move(scratch)) {}

Engine::Lease::~Lease() {
  if (scratch_ == nullptr) return;  // moved from
  const std::lock_guard lock(engine_->mutex_);
  // Those of threads that wait for pages while others work are not worth keeping.
  if (engine_->scratches_.size() < engine_->options_.threads) engine_->scratches_.push_back(std::move(scratch_));
}

Engine::Lease Engine::scratch() {
  std::unique_ptr<Scratch> scratch;
  std::shared_ptr<const rules::ArticleRules> rules;
  {
    const std::lock_guard lock(mutex_);
    if (!scratches_.empty()) {
      scratch = std::move(scratches_.back());
      scratches_.pop_back();
    }
    rules = site_rules_;
  }
  if (scratch == nullptr) scratch = std::make_unique<Scratch>();
  scratch->site_rules = std::move(rules);
  scratch->workspace.impl().rules = scratch->site_rules.get();
  return {*this, std::move(scratch)};
}

fetch::FetchResult Engine::fetch(const FetchRequest& request) {
  const Workers::Waiting waiting(workers_);
  return fetcher_->fetch(request);
}

Error Engine::use_model(const std::string& folder) {
  if (Error error = Extractor(with_model({}, folder)).error()) return error;
  const std::lock_guard lock(mutex_);
  model_ = folder;
  by_key_.clear();
  cached_.clear();
  return {};
}

std::shared_ptr<const rules::ArticleRules> Engine::site_rules() {
  const std::lock_guard lock(mutex_);
  return site_rules_;
}

void Engine::use_site_rules(std::shared_ptr<const rules::ArticleRules> rules) {
  const std::lock_guard lock(mutex_);
  site_rules_ = std::move(rules);
}

std::string Engine::model_in_use() {
  const std::lock_guard lock(mutex_);
  return model_;
}

}  // namespace pith::serve
