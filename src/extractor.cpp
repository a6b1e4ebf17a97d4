#include <optional>
#include <utility>

#include "method/registry.hpp"
#include "pith/pith.hpp"
#include "text/date.hpp"
#include "workspace.hpp"

namespace pith {

struct Extractor::Impl {
  Options options;
  Error error;
  const method::Method* method = nullptr;
  std::optional<method::Settings> settings;

  explicit Impl(Options wanted) : options(std::move(wanted)), method(method::find(options.method)) {
    if (method == nullptr) {
      error = {ErrorCode::unknown_method, "unknown method \"" + options.method + "\""};
    } else if (options.favor > Favor::recall) {
      error = {ErrorCode::bad_option, "favor is none of balanced, precision, recall"};
    } else if (options.limits.input_bytes > std::size_t{1} << 30) {
      error = {ErrorCode::bad_option, "limits.input_bytes is above 1 GiB"};
    } else if (options.limits.attributes_per_element > 65'535) {
      error = {ErrorCode::bad_option, "limits.attributes_per_element is above 65535"};
    } else if (options.limits.nodes > 0x7FFF'FFFF) {
      error = {ErrorCode::bad_option, "limits.nodes is above 2147483647"};
    } else {
      settings = method::read_settings(*method, options.settings, error.message);
      if (!error.message.empty()) error.code = ErrorCode::bad_option;
    }
  }

  Article extract(std::string_view bytes, const PageInfo& info, Workspace::Impl& work, bool explain) const {
    Article article;
    if (error) {
      article.url = info.url;
      article.reason = error.message;
      return article;
    }
    const Limits& limits = options.limits;
    work.decode(bytes, info.charset, limits);
    work.parse(limits);
    work.measure();
    work.choose(*method, {.favor = options.favor,
                          .settings = &*settings,
                          .url = info.url,
                          .site = work.site,
                          .time = text::seconds_of(info.fetched),
                          .memory = work.memory,
                          .explain = explain});
    work.compose(*method, info, article);
    work.render(limits, article);
    work.embed(limits, article);
    if (explain) work.report(*method, limits, article);
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
  return impl_->extract(bytes, info, workspace.impl(), false);
}

Article Extractor::extract(std::string_view bytes, const PageInfo& info) const {
  Workspace workspace;
  return extract(bytes, info, workspace);
}

Article Extractor::explain(std::string_view bytes, const PageInfo& info) const {
  Workspace workspace;
  return impl_->extract(bytes, info, workspace.impl(), true);
}

const std::vector<MethodInfo>& methods() {
  static const std::vector<MethodInfo> infos = [] {
    std::vector<MethodInfo> list;
    for (const method::Method* m : method::registry())
      list.push_back({m->id, m->summary, m->source, m->settings, m->trainer != nullptr});
    return list;
  }();
  return infos;
}

}  // namespace pith
