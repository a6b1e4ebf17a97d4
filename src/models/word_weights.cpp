#include "models/word_weights.hpp"

#include <bit>
#include <utility>

#include "models/model_text.hpp"

namespace pith::models {

// pith-words 1
// # training record
// digest DIGEST                 of what the features give
// bias B
// WORD W W W                    one weight a range
Error WordWeights::load(std::string_view text, std::uint32_t (*hash)(std::string_view word), std::string_view digest) {
  ModelReader in(text);
  if (!in.next_line() || in.line() != "pith-words 1") return in.wrong("not a pith-words 1 file");
  if (Error error = in.expect_digest(digest)) return error;
  WordWeights fresh;
  std::vector<std::uint32_t> hashes;
  while (in.next_line()) {
    const std::string_view word = in.word();
    if (word == "bias") {
      if (!in.number(fresh.bias_)) return in.wrong("bias needs a number");
      continue;
    }
    Weights weights{};
    for (float& weight : weights)
      if (!in.number(weight)) return in.wrong("a word has three weights");
    hashes.push_back(hash(word));
    fresh.weights_.push_back(weights);
  }
  fresh.words_ = hashes.size();
  fresh.slots_.assign(std::bit_ceil(2 * fresh.words_ + 1), {});
  fresh.mask_ = fresh.slots_.size() - 1;
  for (std::size_t i = 0; i < fresh.words_; ++i) {
    std::size_t at = hashes[i] & fresh.mask_;
    while (fresh.slots_[at].word != kFree) at = (at + 1) & fresh.mask_;
    fresh.slots_[at] = {hashes[i], static_cast<std::uint32_t>(i)};
  }
  *this = std::move(fresh);
  return {};
}

}  // namespace pith::models
