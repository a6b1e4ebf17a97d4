// What a block says: words, marks, shares of kinds of characters; copies of the same text.

#include <algorithm>
#include <array>

#include "features/keys.hpp"
#include "features/step.hpp"
#include "features/words.hpp"
#include "page/block_text.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/hash.hpp"
#include "text/utf8.hpp"

namespace pith::features {

namespace {

#include "features/function_words.inc"

constexpr auto kParticleCharacters = [] {
  std::array<char32_t, kParticles.size()> characters{};
  for (std::size_t i = 0; i < kParticles.size(); ++i)
    characters[i] = text::read_utf8(kParticles[i].data(), kParticles[i].data() + kParticles[i].size()).value;
  return characters;
}();

// In small buckets, so that a look-up has nothing to guess.
constexpr std::size_t kFunctionBuckets = 512, kBucket = 4;
constexpr std::size_t function_bucket(std::uint32_t hash) noexcept { return text::spread32(hash) >> 23; }
constexpr auto kFunctionTable = [] {
  std::array<std::array<std::uint32_t, kBucket>, kFunctionBuckets> table{};
  for (const std::string_view word : kFunctionWords) {
    const std::uint32_t hash = text::fnv32(word) | 1;
    std::size_t at = 0;
    while (table[function_bucket(hash)].at(at) != 0 && table[function_bucket(hash)][at] != hash) ++at;
    table[function_bucket(hash)][at] = hash;
  }
  return table;
}();

bool is_function_word(std::uint32_t hash) noexcept {
  const auto& bucket = kFunctionTable[function_bucket(hash)];
  return (static_cast<int>(bucket[0] == hash) | static_cast<int>(bucket[1] == hash) |
          static_cast<int>(bucket[2] == hash) | static_cast<int>(bucket[3] == hash)) != 0;
}

class Texts : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  void read_texts() {
    m_.text.clear();
    m_.text_begin.clear();
    m_.words.clear();
    m_.word_begin.clear();
    for (std::size_t b = 0; b < blocks_; ++b) {
      m_.text_begin.push_back(static_cast<std::uint32_t>(m_.text.size()));
      page::append_text(page_, block_at(b), m_.text);
      m_.text += '\0';  // where every word ends
    }
    m_.text_begin.push_back(static_cast<std::uint32_t>(m_.text.size()));
    m_.text.append(kWordPadding, '\0');
    for (std::size_t b = 0; b < blocks_; ++b) {
      m_.word_begin.push_back(static_cast<std::uint32_t>(m_.words.size()));
      read_text(b, text(b));
    }
    m_.word_begin.push_back(static_cast<std::uint32_t>(m_.words.size()));
  }

  void find_copies() {
    const std::uint32_t count = number_keys(
        m_, [this](std::size_t b) { return hash_bytes(text(b)); }, m_.text_group);
    m_.slots.assign(count, 0);
    for (std::size_t b = 0; b < blocks_; ++b) set(Column::copy, b, static_cast<float>(m_.slots[m_.text_group[b]]++));
    for (std::size_t b = 0; b < blocks_; ++b) set(Column::copies, b, static_cast<float>(m_.slots[m_.text_group[b]]));
  }

 private:
  // What is counted in a text while its words are read.
  struct Reader {
    std::vector<std::uint32_t>& word_hashes;
    float function_words = 0, capitalised = 0, words = 0, questions = 0, quotes = 0, separators = 0, prices = 0,
          code = 0, years = 0, numbers = 0, copyright = 0, lines = 0;
    char32_t first = 0, last = 0;
    std::uint32_t number = 0, digits = 0;  // of the run of digits at hand
    bool capital = false;                  // the word at hand begins with one

    void begin_word(char32_t c, bool is_upper) noexcept {
      end_number();
      capital = is_upper;
      if (first == 0) first = c;
    }
    void letters(char32_t c) noexcept { last = c; }
    void end_word(std::uint32_t hash) {
      word_hashes.push_back(hash);
      words += 1;
      capitalised += capital ? 1 : 0;
      function_words += is_function_word(hash) ? 1.0F : 0.0F;
    }
    void cjk(char32_t c, std::uint32_t hash) {
      end_number();
      word_hashes.push_back(hash);
      words += 1;
      if (std::find(kParticleCharacters.begin(), kParticleCharacters.end(), c) != kParticleCharacters.end())
        function_words += 1;
      see(c);
    }
    void ascii(unsigned char byte) noexcept {
      if (text::is_ascii_digit(static_cast<char>(byte))) {
        number = digits < 8 ? number * 10 + (byte - '0') : number;
        ++digits;
      } else {
        end_number();
        if (byte == ' ') return;
        mark(byte);
        if (byte < ' ') return;
      }
      see(byte);
    }
    void other(char32_t c) noexcept {
      end_number();
      mark(c);
      see(c);
    }
    void end_number() noexcept {
      if (digits != 0) {
        numbers += 1;
        if (digits == 4 && number >= 1990 && number < 2040) years += 1;
      }
      digits = number = 0;
    }

   private:
    void see(char32_t c) noexcept {
      if (first == 0) first = c;
      last = c;
    }

    void mark(char32_t c) noexcept {
      switch (c) {
        case '?':
        case U'？':
          questions += 1;
          break;
        case '"':
        case U'“':
        case U'”':
        case U'„':
        case U'«':
        case U'「':
        case U'」':
        case U'‘':
        case U'’':
          quotes += 1;
          break;
        case '|':
        case U'·':
        case U'»':
        case U'›':
        case '/':
        case U'•':
        case U'｜':
        case U'>':
          separators += 1;
          break;
        case '$':
        case U'€':
        case U'£':
        case U'¥':
        case U'￥':
        case U'₽':
        case U'₹':
        case U'₩':
          prices += 1;
          break;
        case '{':
        case '}':
        case ';':
        case '=':
        case '<':
        case '_':
        case '\\':
        case '#':
        case '*':
          code += 1;
          break;
        case U'©':
          copyright = 1;
          break;
        case '\n':
          lines += 1;
          break;
        default:
          break;
      }
      if (c == '>') code += 1;
    }
  };

  void read_text(std::size_t b, std::string_view text) {
    Reader m{m_.words};
    for_each_word(text, m);
    m.end_number();

    const Block& block = block_at(b);
    const TextSums s = page_.text_of(block);
    const auto n = static_cast<float>(s.characters);
    const auto per_hundred = [n](std::uint32_t count) { return ratio(100.0F * static_cast<float>(count), n); };
    set(Column::characters, b, n);
    set(Column::words, b, words_of(s));
    set(Column::word_length, b, ratio(s.letters, s.letter_runs));
    set(Column::cjk, b, ratio(s.cjk, s.characters));
    set(Column::digits, b, ratio(s.digits, s.characters));
    set(Column::capitals, b, ratio(s.upper, s.letters));
    set(Column::link_density, b, ratio(s.link_characters, s.characters));
    set(Column::links, b, static_cast<float>(page_.before(block.end).links - page_.before(block.begin).links));
    set(Column::commas, b, static_cast<float>(s.commas));
    set(Column::stops, b, static_cast<float>(s.sentence_stops));
    set(Column::stop_density, b, per_hundred(s.sentence_stops));
    set(Column::punctuation, b, per_hundred(s.chinese_punctuation + s.ascii_punctuation));
    set(Column::chinese_punctuation, b, per_hundred(s.chinese_punctuation));
    const char32_t last = m.last;
    set(Column::last_mark, b,
        last == '.' || last == U'。'                                   ? 3.0F
        : last == '?' || last == '!' || last == U'？' || last == U'！' ? 2.0F
        : last == ':' || last == U'：'                                 ? 1.0F
                                                                       : 0.0F);
    set(Column::first_kind, b,
        text::is_upper(m.first)    ? 3.0F
        : text::is_letter(m.first) ? 2.0F
        : text::is_cjk(m.first)    ? 1.0F
                                   : 0.0F);
    set(Column::function_words, b, ratio(m.function_words, m.words));
    set(Column::capitalised, b, ratio(m.capitalised, m.words));
    set(Column::distinct, b, distinct_share(m_.word_begin[b]));
    set(Column::questions, b, m.questions);
    set(Column::quotes, b, m.quotes);
    set(Column::separators, b, m.separators);
    set(Column::prices, b, m.prices);
    set(Column::code_marks, b, ratio(100.0F * m.code, n));
    set(Column::years, b, m.years);
    set(Column::numbers, b, m.numbers);
    set(Column::copyright, b, m.copyright);
    set(Column::lines, b, m.lines);
  }

  // Distinct words by words, over the first 256 of the block.
  [[nodiscard]] float distinct_share(std::size_t begin) const noexcept {
    const std::size_t count = std::min<std::size_t>(m_.words.size() - begin, 256);
    if (count == 0) return 0;
    std::array<std::uint64_t, 16>
        seen{};  // 1,024 bits: about one in ten new words collides at 256, alike for all blocks
    std::size_t distinct = 0;
    for (std::size_t i = begin; i < begin + count; ++i) {
      const std::uint32_t at = text::spread32(m_.words[i]) >> 22;
      const std::uint64_t flag = std::uint64_t{1} << (at & 63);
      distinct += (seen[at >> 6] & flag) == 0;
      seen[at >> 6] |= flag;
    }
    return static_cast<float>(distinct) / static_cast<float>(count);
  }
};

}  // namespace

void read_texts(const FeatureContext& context) { Texts(context).read_texts(); }
void find_copies(const FeatureContext& context) { Texts(context).find_copies(); }

}  // namespace pith::features
