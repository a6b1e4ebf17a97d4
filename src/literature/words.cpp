#include "literature/words.hpp"

#include <utility>

#ifdef PITH_HAVE_ICU
#include <unicode/ubrk.h>
#include <unicode/utext.h>
#endif

namespace pith::literature {

#ifdef PITH_HAVE_ICU

namespace {

struct Close {
  void operator()(UBreakIterator* iterator) const noexcept { ubrk_close(iterator); }
  void operator()(UText* text) const noexcept { utext_close(text); }
};

}  // namespace

struct WordFinder::Impl {
  explicit Impl(std::unique_ptr<UBreakIterator, Close> opened) noexcept : iterator(std::move(opened)) {}

  std::unique_ptr<UBreakIterator, Close> iterator;
};

WordFinder::WordFinder() {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<UBreakIterator, Close> iterator(ubrk_open(UBRK_WORD, "", nullptr, 0, &status));
  if (U_SUCCESS(status)) impl_ = std::make_unique<Impl>(std::move(iterator));
}

WordFinder WordFinder::copy() const {
  if (impl_ == nullptr) return WordFinder(nullptr);
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<UBreakIterator, Close> iterator(ubrk_clone(impl_->iterator.get(), &status));
  return WordFinder(U_SUCCESS(status) ? std::make_unique<Impl>(std::move(iterator)) : nullptr);
}

void WordFinder::find(std::string_view utf8, std::vector<Word>& words) {
  if (impl_ == nullptr || utf8.empty()) return;
  UErrorCode status = U_ZERO_ERROR;
  UText storage = UTEXT_INITIALIZER;
  const std::unique_ptr<UText, Close> text(
      utext_openUTF8(&storage, utf8.data(), static_cast<std::int64_t>(utf8.size()), &status));
  UBreakIterator* const iterator = impl_->iterator.get();
  ubrk_setUText(iterator, text.get(), &status);
  if (U_FAILURE(status)) return;
  std::int32_t begin = ubrk_first(iterator);
  for (std::int32_t end = ubrk_next(iterator); end != UBRK_DONE; end = ubrk_next(iterator)) {
    const std::int32_t rule = ubrk_getRuleStatus(iterator);
    if (rule >= UBRK_WORD_NUMBER) {
      const Word::Kind kind = rule >= UBRK_WORD_KANA     ? Word::Kind::ideographs
                              : rule >= UBRK_WORD_LETTER ? Word::Kind::letters
                                                         : Word::Kind::number;
      words.push_back({utf8.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)), kind});
    }
    begin = end;
  }
}

#else

struct WordFinder::Impl {};

WordFinder::WordFinder() = default;
WordFinder WordFinder::copy() const { return {}; }
void WordFinder::find(std::string_view, std::vector<Word>&) {}

#endif

WordFinder::WordFinder(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
WordFinder::~WordFinder() = default;
WordFinder::WordFinder(WordFinder&&) noexcept = default;
WordFinder& WordFinder::operator=(WordFinder&&) noexcept = default;
bool WordFinder::works() const noexcept { return impl_ != nullptr; }

}  // namespace pith::literature
