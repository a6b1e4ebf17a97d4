// Blocks against what the page says of itself to machines: descriptions, JSON-LD.

#include <algorithm>
#include <array>

#include "features/step.hpp"
#include "features/words.hpp"
#include "text/hash.hpp"

namespace pith::features {

namespace {

constexpr std::size_t kMostSaidWords = 20'000;   // of descriptions and articleBody
constexpr std::size_t kMostSaidBytes = 200'000;  // of one string of JSON-LD

std::uint32_t pair(std::uint32_t a, std::uint32_t b) noexcept { return text::spread32(a) ^ b; }

class Data : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  void relate_to_data() {
    m_.said_words.clear();
    read_descriptions();
    compare_with_said(Column::in_description);
    fill(Column::page_described, static_cast<float>(m_.said_words.size()));
    m_.said_words.clear();
    for (const Survey::LinkedDataScript& script : survey_.linked_data) read_values(script, "articleBody");
    compare_with_said(Column::in_body);
    fill(Column::page_body, static_cast<float>(m_.said_words.size()));
  }

 private:
  // In document order: the last word of one and the first of the next are a pair, too.
  void read_descriptions() {
    auto script = survey_.linked_data.begin();
    for (const Survey::Meta& meta : survey_.metas) {
      if (!is_description(meta)) continue;
      for (; script != survey_.linked_data.end() && script->element < meta.element; ++script)
        read_values(*script, "description");
      if (m_.said_words.size() < kMostSaidWords) append_words(meta.content, m_.padded, m_.said_words);
    }
    for (; script != survey_.linked_data.end(); ++script) read_values(*script, "description");
  }

  static bool is_description(const Survey::Meta& meta) noexcept {
    return meta.name == "description" || meta.property == "og:description";
  }

  void read_values(const Survey::LinkedDataScript& script, std::string_view key) {
    if (m_.said_words.size() >= kMostSaidWords) return;
    for (const statements::JsonValue& value : survey_.values_of(script)) {
      if (value.key == key) append_words(value.value.substr(0, kMostSaidBytes), m_.padded, m_.said_words);
    }
  }

  void compare_with_said(Column column) {
    fill(column, 0);
    const auto& words = m_.said_words;
    auto& pairs = m_.said_pairs;
    pairs.clear();
    for (std::size_t i = 1; i < words.size(); ++i) pairs.push_back(pair(words[i - 1], words[i]));
    if (pairs.empty()) return;
    std::sort(pairs.begin(), pairs.end());
    std::array<std::uint64_t, 1024> filter{};
    for (const std::uint32_t p : pairs) filter[p >> 22] |= std::uint64_t{1} << ((p >> 16) & 63);
    for (std::size_t b = 0; b < blocks_; ++b) {
      const std::size_t begin = m_.word_begin[b], end = m_.word_begin[b + 1];
      float hits = 0;
      for (std::size_t i = begin + 1; i < end; ++i) {
        const std::uint32_t p = pair(m_.words[i - 1], m_.words[i]);
        if ((filter[p >> 22] >> ((p >> 16) & 63) & 1) != 0 && std::binary_search(pairs.begin(), pairs.end(), p))
          hits += 1;
      }
      if (end - begin > 2) set(column, b, hits / static_cast<float>(end - begin - 1));
    }
  }
};

}  // namespace

void relate_to_data(const FeatureContext& context) { Data(context).relate_to_data(); }

}  // namespace pith::features
