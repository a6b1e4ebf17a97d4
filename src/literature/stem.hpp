#pragma once

// Stems of English words, by the rules of Porter 1980 as Snowball's libstemmer has them, where the library was built
// with it.

#include <memory>
#include <string_view>

namespace pith::literature {

/// Not for two threads at once; making one costs about as much as stemming a few words.
class Stemmer {
 public:
  Stemmer();
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  /// False: built without libstemmer; stem() then gives the word back.
  [[nodiscard]] bool works() const noexcept;
  /// "relational" → "relat". `word`: letters in lower case, UTF-8; the result lives until the next call. O(word).
  std::string_view stem(std::string_view word);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::literature
