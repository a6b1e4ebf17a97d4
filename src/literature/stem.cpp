#include "literature/stem.hpp"

#ifdef PITH_HAVE_STEMMER
#include <libstemmer.h>
#endif

namespace pith::literature {

#ifdef PITH_HAVE_STEMMER

struct Stemmer::Impl {
  explicit Impl(sb_stemmer* made) noexcept : stemmer(made) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { sb_stemmer_delete(stemmer); }

  sb_stemmer* stemmer;
};

Stemmer::Stemmer() {
  if (sb_stemmer* made = sb_stemmer_new("porter", "UTF_8"); made != nullptr) impl_ = std::make_unique<Impl>(made);
}

std::string_view Stemmer::stem(std::string_view word) {
  if (impl_ == nullptr || word.empty()) return word;
  const sb_symbol* stem =
      sb_stemmer_stem(impl_->stemmer, reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
  if (stem == nullptr) return word;  // out of memory
  return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(sb_stemmer_length(impl_->stemmer))};
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
