#include <optional>
#include <utility>

#include "filter/settings.hpp"
#include "method/catalogue.hpp"
#include "pith/pith.hpp"
#include "site_memory.hpp"
#include "text/content_type.hpp"
#include "text/date.hpp"
#include "workspace.hpp"

namespace pith {

namespace {

// What a larger page has made of the memory of a thread is not kept for the pages after it: a run over millions takes
// what its usual pages take, not what the largest page that each thread has come across took.
constexpr std::size_t kLargestKept = 1u << 20;

void forget_page(Workspace& workspace) {
  const SiteRules* const rules = workspace.impl().rules;
  workspace = Workspace();
  workspace.impl().rules = rules;
}

std::string known_methods() {
  std::string ids;
  for (const MethodInfo& info : methods()) ids.append(ids.empty() ? "" : ", ").append(info.id);
  return ids;
}

}  // namespace

struct [[gnu::visibility("hidden")]] Extractor::Impl {
  Options options;
  Error error;
  const method::Method* method = nullptr;
  std::optional<method::Settings> settings;
  std::shared_ptr<const filter::Pipeline> filters;  // nullptr: the method sees the page as it is

  explicit Impl(Options wanted) : options(std::move(wanted)) {
    const Catalogue& catalogue = options.catalogue != nullptr ? *options.catalogue : method::built_in_methods();
    method = catalogue.find(options.method);
    if (!catalogue.fits()) {
      error = {ErrorCode::bad_option, "the catalogue of methods is of another version of pith"};
    } else if (method == nullptr) {
      error = {ErrorCode::unknown_method, "unknown method \"" + options.method + "\""};
      if (options.catalogue == nullptr) error.message += ": without a catalogue there are " + known_methods();
    } else if (options.favor > Favor::recall) {
      error = {ErrorCode::bad_option, "favor is none of balanced, precision, recall"};
    } else if (options.limits.input_bytes > std::size_t{1} << 30) {
      error = {ErrorCode::bad_option, "limits.input_bytes is above 1 GiB"};
    } else if (options.limits.attributes_per_element > 65'535) {
      error = {ErrorCode::bad_option, "limits.attributes_per_element is above 65535"};
    } else if (options.limits.nodes > 0x7FFF'FFFF) {
      error = {ErrorCode::bad_option, "limits.nodes is above 2147483647"};
    } else {
      Result<method::Settings> read = method::read_settings(*method, options.settings);
      Result<std::shared_ptr<const filter::Pipeline>> pipeline = filter::pipeline_of(options.settings);
      if (!read) {
        error = std::move(read).error();
      } else if (!pipeline) {
        error = std::move(pipeline).error();
      } else {
        settings = *std::move(read);
        filters = *std::move(pipeline);
      }
    }
  }

  Article extract(std::string_view bytes, const PageInfo& info, Workspace::Impl& work, bool explain) const {
    Article article;
    const text::ContentType type = text::parse_content_type(info.content_type);
    site::Memory* const memory = info.memory != nullptr ? info.memory->impl_->sites.get() : nullptr;
    if (error) {
      article.reason = error.message;
    } else if (!type.may_be_page()) {
      article.reason = "the Content-Type says " + type.essence + ", which is no web page";
    } else if (memory != nullptr && info.memory->impl_->method != method) {
      article.reason = std::string("the memory of sites is of method ")
                           .append(info.memory->method())
                           .append(", not of ")
                           .append(method->id);
    }
    if (!article.reason.empty()) {
      article.url = info.url;
      if (memory != nullptr) memory->pass(info.turn);
      return article;
    }
    const Limits& limits = options.limits;
    work.decode(bytes, info.charset.empty() ? std::string_view(type.charset) : info.charset, limits);
    work.parse(limits);
    work.measure();
    work.apply_filters(filters.get());
    work.read_survey();
    std::optional<RuledPage> ruled;
    if (work.rules != nullptr) ruled = work.rules->apply(work.document, info.url);
    const bool is_ruled = ruled && work.choose_inside(ruled->body);
    if (is_ruled) {
      ruled->body_text.clear();
      work.compose(kRuled, info, article);
      if (memory != nullptr) memory->pass(info.turn);
    } else {
      work.choose(*method, {.favor = options.favor,
                            .settings = &*settings,
                            .url = info.url,
                            .site = info.site,
                            .time = text::seconds_of(info.fetched),
                            .turn = info.turn,
                            .memory = memory,
                            .explain = explain});
      work.compose(*method, info, article, memory);
      if (memory != nullptr) memory->leave(info.turn);
    }
    work.render(limits, article);
    if (!is_ruled) work.embed(limits, article);
    if (ruled) work.take_over(*std::move(ruled), article);
    if (filters != nullptr) work.say_undone(*filters, article);
    if (explain) work.report(is_ruled ? kRuled : *method, limits, article);
    if (explain && filters != nullptr) work.report_filtered(*filters, limits, article);
    return article;
  }
};

Extractor::Extractor() : Extractor(Options{}) {}
Extractor::Extractor(Options options) : impl_(std::make_unique<const Impl>(std::move(options))) {}
Extractor::~Extractor() = default;
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;

const Error& Extractor::error() const noexcept { return impl_->error; }
const Options& Extractor::options() const noexcept { return impl_->options; }

Article Extractor::extract(std::string_view bytes, const PageInfo& info, Workspace& workspace) const {
  Article article = impl_->extract(bytes, info, workspace.impl(), false);
  if (bytes.size() > kLargestKept) forget_page(workspace);
  return article;
}

Article Extractor::extract(std::string_view bytes, const PageInfo& info) const {
  Workspace workspace;
  return extract(bytes, info, workspace);
}

Article Extractor::explain(std::string_view bytes, const PageInfo& info, Workspace& workspace) const {
  Article article = impl_->extract(bytes, info, workspace.impl(), true);
  if (bytes.size() > kLargestKept) forget_page(workspace);
  return article;
}

Article Extractor::explain(std::string_view bytes, const PageInfo& info) const {
  Workspace workspace;
  return explain(bytes, info, workspace);
}

SiteMemory::SiteMemory(const Extractor& extractor) : impl_(std::make_unique<Impl>()) {
  const Extractor::Impl& engine = *extractor.impl_;
  if (engine.error) {
    impl_->error = engine.error;
  } else if (engine.method->make_memory == nullptr) {
    impl_->error = {ErrorCode::bad_option, "method " + std::string(engine.method->id) + " keeps no memory of sites"};
  } else {
    impl_->method = engine.method;
    impl_->sites = engine.method->make_memory(*engine.settings);
  }
}
SiteMemory::~SiteMemory() = default;
SiteMemory::SiteMemory(SiteMemory&&) noexcept = default;
SiteMemory& SiteMemory::operator=(SiteMemory&&) noexcept = default;

const Error& SiteMemory::error() const noexcept { return impl_->error; }

std::string_view SiteMemory::method() const noexcept {
  return impl_->method != nullptr ? impl_->method->id : std::string_view();
}

void SiteMemory::pass(std::uint64_t turn) {
  if (impl_->sites != nullptr) impl_->sites->pass(turn);
}

std::string SiteMemory::save() const { return impl_->sites != nullptr ? impl_->sites->to_text() : std::string(); }

Error SiteMemory::load(std::string_view text) {
  return impl_->sites != nullptr ? impl_->sites->from_text(text) : impl_->error;
}

}  // namespace pith
