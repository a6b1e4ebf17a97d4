#include "method/catalogue.hpp"

#include <algorithm>
#include <utility>

#include "version.hpp"

namespace pith {

namespace {
bool before(const method::Method* method, std::string_view id) noexcept { return method->id < id; }
}  // namespace

Catalogue::Catalogue(std::vector<const method::Method*> methods, std::string_view version)
    : version_(version), methods_(std::move(methods)) {
  std::sort(methods_.begin(), methods_.end(),
            [](const method::Method* a, const method::Method* b) { return a->id < b->id; });
  for (const method::Method* m : methods_) {
    infos_.push_back({m->id, m->summary, m->source, m->settings, m->trainer != nullptr, m->make_memory != nullptr});
    values_.emplace_back();
    for (const SettingInfo& setting : m->settings) values_.back().push_back(describe_values(setting));
  }
}

const method::Method* Catalogue::find(std::string_view id) const noexcept {
  const auto it = std::lower_bound(methods_.begin(), methods_.end(), id, before);
  return it != methods_.end() && (*it)->id == id ? *it : nullptr;
}

bool Catalogue::fits() const noexcept { return version_ == kVersion; }

const std::vector<MethodInfo>& methods() { return method::built_in_methods().infos(); }
const std::vector<MethodInfo>& methods(const Catalogue& catalogue) noexcept { return catalogue.infos(); }

const Catalogue& method::built_in_methods() {
  static const Catalogue methods({&kAll, &kCetd, &kPith}, kVersion);
  return methods;
}

}  // namespace pith
