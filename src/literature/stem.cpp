#include "literature/stem.hpp"

#include <utility>

#ifdef PITH_HAVE_STEMMER
#include <libstemmer.h>
#endif

namespace pith::literature {

#ifdef PITH_HAVE_STEMMER

namespace {

struct Delete {
  void operator()(sb_stemmer* stemmer) const noexcept { sb_stemmer_delete(stemmer); }
};

}  // namespace

struct Stemmer::Impl {
  explicit Impl(std::unique_ptr<sb_stemmer, Delete> made) noexcept : stemmer(std::move(made)) {}

  std::unique_ptr<sb_stemmer, Delete> stemmer;
};

Stemmer::Stemmer() {
  std::unique_ptr<sb_stemmer, Delete> stemmer(sb_stemmer_new("porter", "UTF_8"));
  if (stemmer != nullptr) impl_ = std::make_unique<Impl>(std::move(stemmer));
}

std::string_view Stemmer::stem(std::string_view word) {
  if (impl_ == nullptr || word.empty()) return word;
  const sb_symbol* stem = sb_stemmer_stem(impl_->stemmer.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                                          static_cast<int>(word.size()));
  if (stem == nullptr) return word;  // out of memory
  return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(sb_stemmer_length(impl_->stemmer.get()))};
}

#else

struct Stemmer::Impl {};

Stemmer::Stemmer() = default;
std::string_view Stemmer::stem(std::string_view word) { return word; }

#endif

Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;
bool Stemmer::works() const noexcept { return impl_ != nullptr; }

}  // namespace pith::literature
