// Blocks against what the page says of itself to machines: descriptions, JSON-LD.

#include <algorithm>
#include <array>
#include <charconv>

#include "features/step.hpp"
#include "features/words.hpp"
#include "text/hash.hpp"

namespace pith::features {

namespace {

constexpr std::size_t kMostSaidWords = 20'000;   // of descriptions and articleBody
constexpr std::size_t kMostSaidBytes = 200'000;  // of one string of JSON

std::uint32_t pair(std::uint32_t a, std::uint32_t b) noexcept { return text::spread32(a) ^ b; }

class Data : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  void relate_to_data() {
    m_.said_by.clear();
    for (NodeId id = 0; id < document_.size(); ++id) {
      const Node& node = document_[id];
      if (node.is(Tag::meta)
              ? is_description(id)
              : node.is(Tag::script) && id + 1 < node.end && contains(document_.attribute(id, Attr::type), "ld+json"))
        m_.said_by.push_back(id);
    }
    for (const bool body : {false, true}) {
      m_.said_words.clear();
      for (const NodeId id : m_.said_by) {
        if (m_.said_words.size() >= kMostSaidWords) break;
        if (document_[id].is(Tag::meta)) {
          if (!body) append_words(document_.attribute(id, Attr::content), m_.said_words);
        } else {
          for (const std::string_view key : {"\"description\"", "\"articleBody\""})
            if (body == (key[1] == 'a')) append_values(document_.text(id + 1), key);
        }
      }
      compare_with_said(body ? Column::in_body : Column::in_description);
      fill(body ? Column::page_body : Column::page_described, static_cast<float>(m_.said_words.size()));
    }
  }

 private:
  [[nodiscard]] bool is_description(NodeId meta) const noexcept {
    return document_.attribute(meta, Attr::name) == "description" ||
           document_.attribute(meta, Attr::property) == "og:description";
  }

  // The words of the strings under a key; the JSON may be broken.
  void append_values(std::string_view json, std::string_view key) {
    for (std::size_t at = json.find(key); at != std::string_view::npos; at = json.find(key, at)) {
      at += key.size();
      while (at < json.size() && (json[at] == ':' || json[at] <= ' ')) ++at;
      if (at >= json.size() || json[at] != '"') continue;
      const std::size_t end = unescape(json, at + 1);
      append_words(m_.unescaped, m_.said_words);
      at = end;
    }
  }

  // A JSON string from its first character on. Returns where it ends.
  std::size_t unescape(std::string_view json, std::size_t at) {
    std::string& out = m_.unescaped;
    out.clear();
    for (; at < json.size() && json[at] != '"' && out.size() < kMostSaidBytes; ++at) {
      if (json[at] != '\\') {
        out += json[at];
        continue;
      }
      if (++at >= json.size()) break;
      if (json[at] != 'u') {
        out += json[at] == '"' || json[at] == '\\' || json[at] == '/' ? json[at] : ' ';
        continue;
      }
      std::uint32_t value = 0;
      const char* const first = json.data() + at + 1;
      const char* const last = first + std::min<std::size_t>(4, json.size() - at - 1);
      const auto read = std::from_chars(first, last, value, 16);
      at += static_cast<std::size_t>(read.ptr - first);
      const auto tail = [](std::uint32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
      if (value >= 0x800 && value < 0xD800)
        (out += static_cast<char>(0xE0 | (value >> 12))) += {tail(value >> 6), tail(value)};
      else if (value >= 0x80 && value < 0x800)
        (out += static_cast<char>(0xC0 | (value >> 6))) += tail(value);
      else
        out += value < 0x80 && value > ' ' ? static_cast<char>(value) : ' ';
    }
    return at;
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
