#include "page/features.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "page/block_text.hpp"
#include "page/discussion.hpp"
#include "page/section_words.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::page {

namespace {

using html::Attr;
using html::Document;
using html::Node;
using html::Tag;

// The columns, in order: text, place, containers, groups, page, then distances to tags and names, then
// what the levels of ancestors and the neighbours repeat.
enum Column : std::size_t {
#define PITH_X(name, meaning) c_##name,
  PITH_TEXT_FEATURES(PITH_X) PITH_DATA_FEATURES(PITH_X) PITH_PLACE_FEATURES(PITH_X) PITH_CONTAINER_FEATURES(PITH_X)
      PITH_GROUP_FEATURES(PITH_X) PITH_POST_FEATURES(PITH_X) PITH_PAGE_FEATURES(PITH_X)
#undef PITH_X
          kFirstNear,
};

constexpr std::array kTags = {
#define PITH_X(name) Tag::name,
    PITH_ANCESTOR_TAGS(PITH_X)
#undef PITH_X
};
constexpr std::size_t kFirstName = kFirstNear + kTags.size();
constexpr std::size_t kFirstLevel = kFirstName + kNameGroups;

constexpr const char* kLevelFeatures[] = {"characters", "link_density", "text_density", "share",
                                          "blocks",     "children",     "stops"};
constexpr std::size_t kLevelCount = std::size(kLevelFeatures);
constexpr const char* kLevelMeanings[] = {"characters in the container",
                                          "its link density",
                                          "characters an element in it",
                                          "its share of the page's characters",
                                          "blocks in it",
                                          "elements in it",
                                          "sentence stops per 100 characters in it"};
constexpr std::size_t kFirstNeighbour = kFirstLevel + kAncestorLevels * kLevelCount;

constexpr const char* kNeighbourFeatures[] = {"characters", "link_density", "stops",
                                              "same_path",  "same_class",   "common"};
constexpr std::size_t kNeighbourCount = std::size(kNeighbourFeatures);
constexpr const char* kNeighbourMeanings[] = {"characters of the neighbour",
                                              "its link density",
                                              "its sentence stops",
                                              "1: it has the same path of tags",
                                              "1: the same path of tags and classes",
                                              "levels up to the container both are in"};
constexpr std::size_t kFeatures = kFirstNeighbour + 2 * kNeighbours * kNeighbourCount;

constexpr float kNone = 40;  // "no such ancestor": further than any level that is looked at
constexpr std::size_t kMostLevels = 36;
constexpr std::size_t kKnownNames = 1024;  // values of attributes that are remembered on a page

constexpr auto kTagIndex = [] {
  std::array<std::int8_t, static_cast<std::size_t>(Tag::known_count)> index{};
  for (auto& i : index) i = -1;
  for (std::size_t i = 0; i < kTags.size(); ++i)
    index[static_cast<std::size_t>(kTags[i])] = static_cast<std::int8_t>(i);
  return index;
}();

const auto kTagTokens = [] {
  std::array<std::uint32_t, static_cast<std::size_t>(Tag::known_count)> tokens{};
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = hash_tag(name_of(static_cast<Tag>(i)));
  return tokens;
}();

// Frequent function words: English, German, French, Spanish, Portuguese, Italian, Dutch, Russian; and
// particles that make up a tenth of running Chinese.
constexpr std::string_view kFunctionWords =
    "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which "
    "you we her she will there been their has would what if can all who were when more no out so up into them than its "
    "der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass "
    "sie "
    "nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch "
    "man "
    "le la les et des en un du une que est pour qui dans par plus pas au sur ne se ce il sont avec mais ont cette ou "
    "son "
    "el los y del las por con una su para es al lo como más o pero sus le ha este sí porque esta entre cuando muy "
    "os do da em não uma dos mais foi ao das são como che di il per non sono è i gli della nel alla anche dei "
    "het van een op te niet zijn voor met die dat aan ook worden "
    "и в не на что с по как это из у за к от но он все так";
constexpr std::u32string_view kParticles = U"的了是在和有不我这他们也就与对及为等";

// In small buckets, so that a look-up has nothing to guess.
constexpr std::size_t kFunctionBuckets = 512, kBucket = 4;
constexpr std::size_t function_bucket(std::uint32_t hash) noexcept { return hash * 0x9E37'79B9u >> 23; }
constexpr auto kFunctionTable = [] {
  std::array<std::array<std::uint32_t, kBucket>, kFunctionBuckets> table{};
  std::string_view rest = kFunctionWords;
  while (!rest.empty()) {
    const std::size_t space = rest.find(' ');
    const std::uint32_t hash = hash_word(rest.substr(0, space)) | 1;
    rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
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

std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  a = (a ^ b) * 0x9E37'79B9'7F4A'7C15u;
  return a ^ (a >> 29);
}

std::uint64_t hash_bytes(std::string_view bytes) noexcept {
  std::uint64_t hash = bytes.size() * 0x9E37'79B9'7F4A'7C15u;
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    hash = mix(hash, word);
    bytes.remove_prefix(8);
  }
  std::uint64_t word = 0;
  if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
  return mix(hash, word);
}

// ASCII letters in lower case; 0 for all other bytes.
constexpr auto kLowerLetters = [] {
  std::array<unsigned char, 256> letters{};
  for (unsigned char c = 'a'; c <= 'z'; ++c) letters[c] = letters[c - 0x20u] = c;
  return letters;
}();

constexpr std::size_t kWordStep = 8;  // bytes that hash_letters() looks at, whatever they are

// Goes on with the hash of a word over the ASCII letters at `p`, eight at the most. Returns how many. How long a word
// is nobody can guess, so all eight are hashed, and the right one of the hashes taken.
std::size_t hash_letters(const char* p, std::uint32_t& hash) noexcept {
  constexpr std::uint64_t kEach = 0x0101'0101'0101'0101u, kHigh = 0x80 * kEach;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, p, kWordStep);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  std::uint64_t lower = bytes | 0x20 * kEach;
  const std::uint64_t low_bits = lower & ~kHigh;
  const std::uint64_t others =
      ~((low_bits + (0x80 - 'a') * kEach) & ~(low_bits + (0x7F - 'z') * kEach) & ~bytes) & kHigh;
  const std::size_t letters = static_cast<std::size_t>(std::countr_zero(others)) / 8;
  std::array<std::uint32_t, kWordStep + 1> hashes;
  hashes[0] = hash;
  for (std::size_t i = 0; i < kWordStep; ++i, lower >>= 8)
    hashes[i + 1] = (hashes[i] ^ static_cast<std::uint32_t>(lower & 0xFF)) * 0x0100'0193u;
  hash = hashes[letters];
  return letters;
}

float ratio(float part, float whole) noexcept { return whole > 0 ? part / whole : 0; }
float ratio(std::uint32_t part, std::uint32_t whole) noexcept {
  return ratio(static_cast<float>(part), static_cast<float>(whole));
}

float words_of(const TextSums& s) noexcept {
  return static_cast<float>(s.cjk) / 1.6F + static_cast<float>(s.letters) / 5.0F;
}

bool is_long(const TextSums& s) noexcept { return words_of(s) >= 15 && 3 * s.link_characters < s.characters; }

constexpr float kLeastLikeness = 0.3F;  // of a block and the title: it may be the headline

constexpr std::size_t kMostSaidWords = 20'000;   // of descriptions and articleBody
constexpr std::size_t kMostSaidBytes = 200'000;  // of one string of JSON

// A set of 32-bit values or a map from 64-bit ones, in memory that is kept.
std::size_t slots_for(std::size_t values) noexcept { return std::bit_ceil(2 * values + 2); }

}  // namespace

class Features::Computation {
 public:
  Computation(const Page& page, std::string_view url, bool mask_names, Features& out)
      : page_(page),
        document_(page.document()),
        out_(out),
        blocks_(page.blocks().size()),
        url_(url),
        mask_names_(mask_names) {}

  void run() {
    out_.blocks_ = blocks_;
    out_.stride_ = (blocks_ + 7) / 8 * 8;
    if (out_.values_.size() < kFeatures * out_.stride_) out_.values_.resize(kFeatures * out_.stride_);
    // Each column is written by one step, which also writes its zeros; here only what lies behind the last block.
    for (std::size_t f = 0; f < kFeatures; ++f) std::fill(column(f) + blocks_, column(f) + out_.stride_, 0.0F);
    read_texts();
    if (blocks_ == 0) return;
    find_copies();
    relate_to_title();
    find_runs();
    relate_to_data();
    name_elements();
    find_containers();
    group_paths();
    place_blocks();
    walk_ancestors();
    compare_neighbours();
    relate_to_other_pages();
    relate_to_posts();
    describe_page();
  }

 private:
  float* column(std::size_t feature) noexcept { return out_.values_.data() + feature * out_.stride_; }
  void set(std::size_t feature, std::size_t block, float value) noexcept { column(feature)[block] = value; }
  void fill(std::size_t feature, float value) noexcept { std::fill_n(column(feature), blocks_, value); }
  TextSums sums(std::size_t block) const noexcept { return page_.text_of(page_.block(static_cast<BlockId>(block))); }

  // --- text ---------------------------------------------------------------------------------------

  void read_texts() {
    out_.text_.clear();
    out_.text_begin_.clear();
    out_.words_.clear();
    out_.word_begin_.clear();
    for (std::size_t b = 0; b < blocks_; ++b) {
      out_.text_begin_.push_back(static_cast<std::uint32_t>(out_.text_.size()));
      append_text(page_, page_.block(static_cast<BlockId>(b)), out_.text_);
      out_.text_ += '\0';  // where every word ends
    }
    out_.text_begin_.push_back(static_cast<std::uint32_t>(out_.text_.size()));
    out_.text_.append(kWordStep, '\0');
    for (std::size_t b = 0; b < blocks_; ++b) {
      out_.word_begin_.push_back(static_cast<std::uint32_t>(out_.words_.size()));
      read_text(b, out_.text(static_cast<BlockId>(b)));
    }
    out_.word_begin_.push_back(static_cast<std::uint32_t>(out_.words_.size()));
  }

  struct Marks {
    float function_words = 0, capitalised = 0, words = 0, questions = 0, quotes = 0, separators = 0, prices = 0,
          code = 0, years = 0, numbers = 0, copyright = 0, lines = 0;
    char32_t first = 0, last = 0;
  };

  void end_word(std::uint32_t hash, bool capital, Marks& m) {
    out_.words_.push_back(hash | 1);
    m.words += 1;
    m.capitalised += capital ? 1 : 0;
    m.function_words += is_function_word(hash | 1) ? 1.0F : 0.0F;
  }

  void mark(char32_t c, Marks& m) const noexcept {
    switch (c) {
      case '?':
      case U'？':
        m.questions += 1;
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
        m.quotes += 1;
        break;
      case '|':
      case U'·':
      case U'»':
      case U'›':
      case '/':
      case U'•':
      case U'｜':
      case U'>':
        m.separators += 1;
        break;
      case '$':
      case U'€':
      case U'£':
      case U'¥':
      case U'￥':
      case U'₽':
      case U'₹':
      case U'₩':
        m.prices += 1;
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
        m.code += 1;
        break;
      case U'©':
        m.copyright = 1;
        break;
      case '\n':
        m.lines += 1;
        break;
      default:
        break;
    }
    if (c == '>') m.code += 1;
  }

  void read_text(std::size_t b, std::string_view text) {
    Marks m;
    std::uint32_t hash = kWordHashStart;
    bool in_word = false, capital = false;
    std::uint32_t number = 0, digits = 0;
    const char* p = text.data();
    const char* const end = p + text.size();
    const auto stop_word = [&] {
      if (in_word) end_word(hash, capital, m);
      in_word = false;
    };
    const auto stop_number = [&] {
      if (digits != 0) {
        m.numbers += 1;
        if (digits == 4 && number >= 1990 && number < 2040) m.years += 1;
      }
      digits = number = 0;
    };
    const auto start_word = [&](bool is_capital) {
      if (in_word) return;
      stop_number();
      in_word = true;
      capital = is_capital;
      hash = kWordHashStart;
    };
    while (p < end) {
      const auto byte = static_cast<unsigned char>(*p);
      if (byte < 0x80) {
        const unsigned char lower = kLowerLetters[byte];
        if (lower != 0) {
          start_word(byte != lower);
          if (m.first == 0) m.first = byte;
          std::size_t letters = 0;
          do {
            p += letters = hash_letters(p, hash);
          } while (letters == kWordStep);
          m.last = static_cast<unsigned char>(p[-1]);
          continue;
        }
        ++p;
        stop_word();
        if (byte >= '0' && byte <= '9') {
          number = digits < 8 ? number * 10 + (byte - '0') : number;
          ++digits;
        } else {
          stop_number();
          if (byte == ' ') continue;
          mark(byte, m);
          if (byte < ' ') continue;
        }
        if (m.first == 0) m.first = byte;
        m.last = byte;
        continue;
      }
      const text::CodePoint point = text::read_utf8(p, end);
      p += point.length;
      const char32_t c = point.value;
      if (text::is_cjk(c)) {
        stop_word();
        stop_number();
        const std::uint32_t token = (kWordHashStart ^ static_cast<std::uint32_t>(c)) * 0x0100'0193u;
        out_.words_.push_back(token | 1);
        m.words += 1;
        if (kParticles.find(c) != std::u32string_view::npos) m.function_words += 1;
      } else if (text::is_letter(c)) {
        // As bytes, so that hash_word() of a list in the source gives the same.
        start_word(text::is_upper(c));
        for (const char* q = p - point.length; q < p; ++q)
          hash = (hash ^ static_cast<unsigned char>(*q)) * 0x0100'0193u;
      } else {
        stop_word();
        stop_number();
        mark(c, m);
      }
      if (m.first == 0) m.first = c;
      m.last = c;
    }
    stop_word();
    stop_number();

    const Block& block = page_.block(static_cast<BlockId>(b));
    const TextSums s = page_.text_of(block);
    const auto n = static_cast<float>(s.characters);
    const auto per_hundred = [n](std::uint32_t count) { return ratio(100.0F * static_cast<float>(count), n); };
    set(c_characters, b, n);
    set(c_words, b, words_of(s));
    set(c_word_length, b, ratio(s.letters, s.letter_runs));
    set(c_cjk, b, ratio(s.cjk, s.characters));
    set(c_digits, b, ratio(s.digits, s.characters));
    set(c_capitals, b, ratio(s.upper, s.letters));
    set(c_link_density, b, ratio(s.link_characters, s.characters));
    set(c_links, b, static_cast<float>(page_.before(block.end).links - page_.before(block.begin).links));
    set(c_commas, b, static_cast<float>(s.commas));
    set(c_stops, b, static_cast<float>(s.sentence_stops));
    set(c_stop_density, b, per_hundred(s.sentence_stops));
    set(c_punctuation, b, per_hundred(s.chinese_punctuation + s.ascii_punctuation));
    set(c_chinese_punctuation, b, per_hundred(s.chinese_punctuation));
    const char32_t last = m.last;
    set(c_last_mark, b,
        last == '.' || last == U'。'                                   ? 3.0F
        : last == '?' || last == '!' || last == U'？' || last == U'！' ? 2.0F
        : last == ':' || last == U'：'                                 ? 1.0F
                                                                       : 0.0F);
    set(c_first_kind, b,
        text::is_upper(m.first)    ? 3.0F
        : text::is_letter(m.first) ? 2.0F
        : text::is_cjk(m.first)    ? 1.0F
                                   : 0.0F);
    set(c_function_words, b, ratio(m.function_words, m.words));
    set(c_capitalised, b, ratio(m.capitalised, m.words));
    set(c_distinct, b, distinct_share(out_.word_begin_[b]));
    set(c_questions, b, m.questions);
    set(c_quotes, b, m.quotes);
    set(c_separators, b, m.separators);
    set(c_prices, b, m.prices);
    set(c_code_marks, b, ratio(100.0F * m.code, n));
    set(c_years, b, m.years);
    set(c_numbers, b, m.numbers);
    set(c_copyright, b, m.copyright);
    set(c_lines, b, m.lines);
  }

  // Distinct words by words, over the first 256 of the block.
  [[nodiscard]] float distinct_share(std::size_t begin) const noexcept {
    const std::size_t count = std::min<std::size_t>(out_.words_.size() - begin, 256);
    if (count == 0) return 0;
    std::array<std::uint64_t, 16>
        seen{};  // 1,024 bits: about one in ten new words collides at 256, alike for all blocks
    std::size_t distinct = 0;
    for (std::size_t i = begin; i < begin + count; ++i) {
      const std::uint32_t at = (out_.words_[i] * 0x9E37'79B9u) >> 22;
      const std::uint64_t flag = std::uint64_t{1} << (at & 63);
      distinct += (seen[at >> 6] & flag) == 0;
      seen[at >> 6] |= flag;
    }
    return static_cast<float>(distinct) / static_cast<float>(count);
  }

  // Gives each key a number, in order of first occurrence. Returns how many there are.
  template <class Key>
  std::uint32_t number_keys(Key&& key, std::vector<std::uint32_t>& number) {
    const std::size_t slots = slots_for(blocks_);
    out_.slots_.assign(slots, 0);
    out_.slot_keys_.resize(slots);
    number.resize(blocks_);
    std::uint32_t count = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const std::uint64_t k = key(b);
      std::size_t at = mix(k, 0x51ED) & (slots - 1);
      while (out_.slots_[at] != 0 && out_.slot_keys_[at] != k) at = (at + 1) & (slots - 1);
      if (out_.slots_[at] == 0) {
        out_.slots_[at] = ++count;
        out_.slot_keys_[at] = k;
      }
      number[b] = out_.slots_[at] - 1;
    }
    return count;
  }

  void find_copies() {
    const std::uint32_t count =
        number_keys([this](std::size_t b) { return hash_bytes(out_.text(static_cast<BlockId>(b))); }, out_.text_group_);
    out_.slots_.assign(count, 0);
    for (std::size_t b = 0; b < blocks_; ++b) set(c_copy, b, static_cast<float>(out_.slots_[out_.text_group_[b]]++));
    for (std::size_t b = 0; b < blocks_; ++b) set(c_copies, b, static_cast<float>(out_.slots_[out_.text_group_[b]]));
  }

  // --- title --------------------------------------------------------------------------------------

  void read_title() {
    out_.title_words_.clear();
    const NodeId head = document_.head();
    const NodeId end = head == kNoNode ? 0 : document_[head].end;
    std::string_view title;
    for (NodeId id = head; id < end; ++id) {
      if (document_[id].is(Tag::title) && id + 1 < document_[id].end && document_[id + 1].is_text())
        title = document_.text(id + 1);
      if (document_[id].is(Tag::meta) && document_.attribute(id, Attr::property) == "og:title") {
        const std::string_view content = document_.attribute(id, Attr::content);
        if (content.size() >= 8) title = content;
      }
    }
    append_words(title.substr(0, 400), out_.title_words_);
    std::sort(out_.title_words_.begin(), out_.title_words_.end());
    out_.title_words_.erase(std::unique(out_.title_words_.begin(), out_.title_words_.end()), out_.title_words_.end());
  }

  // Hashes of the words of a text, as read_text() makes them of blocks.
  static void append_words(std::string_view text, std::vector<std::uint32_t>& words) {
    std::uint32_t hash = kWordHashStart;
    bool in_word = false;
    const char* p = text.data();
    const char* const last = p + text.size();
    while (p < last) {
      const auto byte = static_cast<unsigned char>(*p);
      const text::CodePoint point = byte < 0x80 ? text::CodePoint{byte, 1} : text::read_utf8(p, last);
      const bool letter = byte < 0x80 ? ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z')
                                      : text::is_letter(point.value) && !text::is_cjk(point.value);
      if (letter) {
        if (!in_word) hash = kWordHashStart;
        in_word = true;
        for (std::uint32_t i = 0; i < point.length; ++i) {
          const auto value = static_cast<unsigned char>(p[i]);
          hash = (hash ^ (value < 0x80 ? value | 0x20u : value)) * 0x0100'0193u;
        }
      } else {
        if (in_word) words.push_back(hash | 1);
        in_word = false;
        if (text::is_cjk(point.value))
          words.push_back(((kWordHashStart ^ static_cast<std::uint32_t>(point.value)) * 0x0100'0193u) | 1);
      }
      p += point.length;
    }
    if (in_word) words.push_back(hash | 1);
  }

  // --- what the page says of itself to machines ----------------------------------------------------

  void relate_to_data() {
    out_.said_by_.clear();
    for (NodeId id = 0; id < document_.size(); ++id) {
      const Node& node = document_[id];
      if (node.is(Tag::meta)
              ? is_description(id)
              : node.is(Tag::script) && id + 1 < node.end && contains(document_.attribute(id, Attr::type), "ld+json"))
        out_.said_by_.push_back(id);
    }
    for (const bool body : {false, true}) {
      out_.said_words_.clear();
      for (const NodeId id : out_.said_by_) {
        if (out_.said_words_.size() >= kMostSaidWords) break;
        if (document_[id].is(Tag::meta)) {
          if (!body) append_words(document_.attribute(id, Attr::content), out_.said_words_);
        } else {
          for (const std::string_view key : {"\"description\"", "\"articleBody\""})
            if (body == (key[1] == 'a')) append_values(document_.text(id + 1), key);
        }
      }
      compare_with_said(body ? c_in_body : c_in_description);
      fill(body ? c_page_body : c_page_described, static_cast<float>(out_.said_words_.size()));
    }
  }

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
      append_words(out_.unescaped_, out_.said_words_);
      at = end;
    }
  }

  // A JSON string from its first character on. Returns where it ends.
  std::size_t unescape(std::string_view json, std::size_t at) {
    std::string& out = out_.unescaped_;
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

  static std::uint32_t pair(std::uint32_t a, std::uint32_t b) noexcept { return (a * 0x9E37'79B9u) ^ b; }

  void compare_with_said(std::size_t feature) {
    fill(feature, 0);
    const auto& words = out_.said_words_;
    auto& pairs = out_.said_pairs_;
    pairs.clear();
    for (std::size_t i = 1; i < words.size(); ++i) pairs.push_back(pair(words[i - 1], words[i]));
    if (pairs.empty()) return;
    std::sort(pairs.begin(), pairs.end());
    std::array<std::uint64_t, 1024> filter{};
    for (const std::uint32_t p : pairs) filter[p >> 22] |= std::uint64_t{1} << ((p >> 16) & 63);
    for (std::size_t b = 0; b < blocks_; ++b) {
      const std::size_t begin = out_.word_begin_[b], end = out_.word_begin_[b + 1];
      float hits = 0;
      for (std::size_t i = begin + 1; i < end; ++i) {
        const std::uint32_t p = pair(out_.words_[i - 1], out_.words_[i]);
        if ((filter[p >> 22] >> ((p >> 16) & 63) & 1) != 0 && std::binary_search(pairs.begin(), pairs.end(), p))
          hits += 1;
      }
      if (end - begin > 2) set(feature, b, hits / static_cast<float>(end - begin - 1));
    }
  }

  // The block that is most like the title, a heading rather than another.
  struct TitleBlock {
    std::size_t block = 0;
    float likeness = 0, matched = 0;  // words of the title in it
    [[nodiscard]] bool is_title() const noexcept { return likeness >= kLeastLikeness; }
  };

  void relate_to_title() {
    read_title();
    const TitleBlock best = find_title();
    fill(c_page_title_words, static_cast<float>(out_.title_words_.size()));
    fill(c_page_title_matched, best.matched);
    fill(c_page_title_likeness, best.likeness);
    fill(c_page_title_link, best.matched > 0 ? column(c_link_density)[best.block] : 0);
    find_dated(best);
    if (!best.is_title()) {
      fill(c_after_title, -1000);
      fill(c_characters_after_title, -1000);
      fill(c_title_levels, -1);
      fill(c_title_reach, 0);
      fill(c_title_link_headings, 0);
      return;
    }
    const std::uint32_t from = characters_before(best.block);
    const NodeId title = container(best.block);
    const auto total = static_cast<float>(page_.total().characters);
    NodeId measured = kNoNode;
    float levels = 0, reach = 0, link_headings = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      set(c_after_title, b, static_cast<float>(b) - static_cast<float>(best.block));
      set(c_characters_after_title, b, static_cast<float>(characters_before(b)) - static_cast<float>(from));
      if (const NodeId own = container(b); own != measured) {
        measured = own;
        const NodeId both = common_container(own, title);
        levels = static_cast<float>(document_[own].depth - document_[both].depth);
        reach = ratio(static_cast<float>(page_.text_in(both).characters), total);
      }
      set(c_title_levels, b, levels);
      set(c_title_reach, b, reach);
      const bool is_heading = page_.block(static_cast<BlockId>(b)).heading != 0;
      if (b > best.block && is_heading && is_link(b)) link_headings += 1;
      set(c_title_link_headings, b, link_headings);
    }
  }

  TitleBlock find_title() {
    fill(c_title_share, 0);
    fill(c_title_cover, 0);
    const auto& title = out_.title_words_;
    std::array<std::uint64_t, 16> filter{};
    for (const std::uint32_t w : title) filter[(w * 0x9E37'79B9u) >> 28] |= std::uint64_t{1} << ((w >> 8) & 63);
    TitleBlock best;
    for (std::size_t b = 0; b < blocks_ && !title.empty(); ++b) {
      const std::size_t begin = out_.word_begin_[b], end = out_.word_begin_[b + 1];
      const std::size_t most = std::min<std::size_t>(end, begin + 60);
      std::uint64_t covered[8] = {};
      float hits = 0;
      for (std::size_t i = begin; i < most; ++i) {
        const std::uint32_t w = out_.words_[i];
        if ((filter[(w * 0x9E37'79B9u) >> 28] >> ((w >> 8) & 63) & 1) == 0) continue;
        const auto at = std::lower_bound(title.begin(), title.end(), w);
        if (at == title.end() || *at != w) continue;
        hits += 1;
        const auto index = static_cast<std::size_t>(at - title.begin());
        if (index < 512) covered[index >> 6] |= std::uint64_t{1} << (index & 63);
      }
      if (hits == 0) continue;
      int distinct = 0;
      for (const std::uint64_t c : covered) distinct += std::popcount(c);
      const auto matched = static_cast<float>(distinct);
      const float share = hits / static_cast<float>(most - begin);
      const float cover = matched / static_cast<float>(title.size());
      set(c_title_share, b, share);
      set(c_title_cover, b, cover);
      const float heading = page_.block(static_cast<BlockId>(b)).heading != 0 ? 1.2F : 1.0F;
      const float likeness = 2 * share * cover / (share + cover) * heading;
      if (likeness > best.likeness) best = {b, likeness, matched};
    }
    return best;
  }

  // Where the headline is an article's, its date stands beside it; a list has a date an item.
  void find_dated(const TitleBlock& title) {
    constexpr std::size_t kBefore = 3, kBehind = 5;
    constexpr float kShort = 15;  // words
    float dated = 0, beside = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (column(c_years)[b] == 0 || column(c_words)[b] > kShort) continue;
      dated += 1;
      if (title.is_title() && b + kBefore >= title.block && b <= title.block + kBehind) beside = 1;
    }
    fill(c_page_dated, dated);
    fill(c_page_title_dated, beside);
  }

  [[nodiscard]] std::uint32_t characters_before(std::size_t b) const noexcept {
    return page_.text_before(page_.block(static_cast<BlockId>(b))).characters;
  }

  // --- runs of text -------------------------------------------------------------------------------

  [[nodiscard]] bool is_link(std::size_t b) noexcept { return column(c_link_density)[b] > 0.5F; }

  // An article is one long run of blocks, teasers are many short ones between the links that they belong to.
  void find_runs() {
    float longest = 0, words = 0;
    std::size_t begin = 0;
    for (std::size_t b = 0; b <= blocks_; ++b) {
      if (b < blocks_ && !is_link(b)) {
        set(c_run_place, b, words);
        words += column(c_words)[b];
        continue;
      }
      std::fill(column(c_run_words) + begin, column(c_run_words) + b, words);
      longest = std::max(longest, words);
      words = 0;
      begin = b + 1;
      if (b == blocks_) break;
      set(c_run_words, b, 0);
      set(c_run_place, b, 0);
    }
    fill(c_page_run, longest);
    for (std::size_t b = 0; b < blocks_; ++b) set(c_run_share, b, ratio(column(c_run_words)[b], longest));
  }

  // --- names and paths of elements ----------------------------------------------------------------

  void name_elements() {
    const NodeId nodes = document_.size();
    out_.name_groups_.assign(nodes, 0);
    out_.tag_path_.resize(nodes);
    out_.class_path_.resize(nodes);
    out_.names_.clear();
    out_.names_begin_.resize(nodes + 1);
    out_.known_names_.assign(kKnownNames, {});
    out_.tag_path_[0] = out_.class_path_[0] = 1;
    for (NodeId id = 0; id < nodes; ++id) {
      out_.names_begin_[id] = static_cast<std::uint32_t>(out_.names_.size());
      if (document_[id].is_element() && page_.before(id).blocks != page_.before(document_[id].end).blocks)
        name_element(id);
    }
    out_.names_begin_[nodes] = static_cast<std::uint32_t>(out_.names_.size());
  }

  void name_element(NodeId id) {
    const Node& node = document_[id];
    const auto tag = static_cast<std::size_t>(node.tag);
    out_.names_.push_back(tag < kTagTokens.size() ? kTagTokens[tag] : hash_tag(document_.tag_name(id)));
    std::uint64_t names = tag;
    if (!mask_names_) {
      for (const html::Attribute& a : document_.attributes(id)) {
        if (a.id != Attr::class_ && a.id != Attr::id && a.id != Attr::role && a.id != Attr::itemprop) continue;
        const std::string_view value = document_.value(a);
        const std::uint64_t hash = hash_bytes(value);
        if (a.id == Attr::class_) names = mix(names, hash);
        out_.name_groups_[id] |= add_names(value, hash);
      }
    }
    out_.tag_path_[id] = mix(out_.tag_path_[node.parent], tag);
    out_.class_path_[id] = mix(out_.class_path_[node.parent], names);
  }

  // The groups of the words in an attribute's value; appends the words. Values repeat, so they are kept.
  NameGroups add_names(std::string_view value, std::uint64_t hash) {
    KnownNames& known = out_.known_names_[hash % kKnownNames];
    std::vector<std::uint32_t>& names = out_.names_;
    const auto begin = static_cast<std::uint32_t>(names.size());
    if (known.value.data() != nullptr && known.value == value) {
      names.resize(names.size() + known.count);
      std::copy_n(names.begin() + known.begin, known.count, names.begin() + begin);
      return known.groups;
    }
    const NameGroups groups =
        read_names(value, [&names](std::string_view, std::uint32_t word) { names.push_back(word); });
    known = {value, groups, begin, static_cast<std::uint32_t>(names.size()) - begin};
    return groups;
  }

  [[nodiscard]] NodeId container(std::size_t b) const noexcept {
    const NodeId c = page_.block(static_cast<BlockId>(b)).container;
    return c == kNoNode ? 0 : c;
  }

  // --- containers ---------------------------------------------------------------------------------

  [[nodiscard]] float long_in(NodeId id) const noexcept {
    return out_.long_before_[page_.before(document_[id].end).blocks] - out_.long_before_[page_.before(id).blocks];
  }

  // From `from` down to the deepest node that holds at least `least` of the long text.
  [[nodiscard]] NodeId deepest_with(NodeId from, float least) const noexcept {
    for (;;) {
      NodeId next = kNoNode;
      for (NodeId child = document_.first_child(from); child != kNoNode; child = document_.next_sibling(child)) {
        if (document_[child].is_element() && long_in(child) >= least) {
          next = child;
          break;
        }
      }
      if (next == kNoNode) return from;
      from = next;
    }
  }

  [[nodiscard]] bool inside(std::size_t b, NodeId node) const noexcept {
    const NodeId c = container(b);
    return c >= node && c < document_[node].end;
  }
  [[nodiscard]] float depth_below(std::size_t b, NodeId node) const noexcept {
    return inside(b, node) ? static_cast<float>(document_[container(b)].depth - document_[node].depth) : -1;
  }

  void find_containers() {
    out_.long_before_.resize(blocks_ + 1);
    float sum = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      out_.long_before_[b] = sum;
      const TextSums s = sums(b);
      if (is_long(s) && !page_.block(static_cast<BlockId>(b)).has(kHidden)) sum += words_of(s);
    }
    out_.long_before_[blocks_] = sum;
    const NodeId most = sum > 0 ? deepest_with(0, 0.8F * sum) : 0;
    const NodeId half = sum > 0 ? deepest_with(most, 0.5F * sum) : 0;
    fill(c_half_share, ratio(long_in(half), sum));

    score_paragraphs();
    auto& score = out_.score_;
    NodeId best = 0, second = kNoNode;
    for (NodeId id = 0; id < document_.size(); ++id)
      if (score[id] > score[best]) best = id;
    for (NodeId id = 0; id < document_.size(); ++id) {
      const bool related = (id >= best && id < document_[best].end) || (best >= id && best < document_[id].end);
      if (!related && score[id] > 0 && (second == kNoNode || score[id] > score[second])) second = id;
    }
    const float best_score = score[best];
    fill(c_best_score, best_score);
    fill(c_second_score, second == kNoNode ? 0 : ratio(score[second], best_score));
    const auto best_begin = static_cast<float>(page_.before(best).blocks);
    const auto best_end = static_cast<float>(page_.before(document_[best].end).blocks);
    for (std::size_t b = 0; b < blocks_; ++b) {
      set(c_half_depth, b, depth_below(b, half));
      set(c_most_depth, b, depth_below(b, most));
      set(c_best_depth, b, best_score > 0 ? depth_below(b, best) : -1);
      set(c_second_depth, b, second == kNoNode ? -1 : depth_below(b, second));
      float own = 0;
      NodeId id = container(b);
      for (int level = 0; level < 4 && id != kNoNode; ++level, id = document_[id].parent)
        own = std::max(own, score[id]);
      set(c_own_score, b, ratio(own, best_score));
      const auto at = static_cast<float>(b);
      set(c_after_best, b, at < best_begin ? at - best_begin : at >= best_end ? at - best_end + 1 : 0);
    }
  }

  // What Readability's readers know: a paragraph speaks for its parent, half for the one above.
  void score_paragraphs() {
    out_.score_.assign(document_.size(), 0);
    for (std::size_t b = 0; b < blocks_; ++b) {
      const TextSums s = sums(b);
      const float words = words_of(s);
      if (words < 5 || page_.block(static_cast<BlockId>(b)).has(kHidden)) continue;
      const float plain = 1 - ratio(s.link_characters, s.characters);
      const float value = (1 + static_cast<float>(s.commas) + std::min(words / 20, 3.0F)) * plain;
      NodeId id = container(b);
      if (id == 0) continue;
      id = document_[id].parent;
      for (int level = 1; level <= 3 && id != kNoNode; ++level, id = document_[id].parent) {
        out_.score_[id] += level == 1 ? value : value / static_cast<float>(level + 1);
      }
    }
    for (NodeId id = 0; id < document_.size(); ++id) {
      if (out_.score_[id] == 0) continue;
      const TextSums s = page_.text_in(id);
      out_.score_[id] *= 1 - ratio(s.link_characters, s.characters);
    }
  }

  // --- groups of paths ----------------------------------------------------------------------------

  void group_paths() {
    const auto total = static_cast<float>(page_.total().characters);
    float largest = 0;
    for (const bool classes : {false, true}) {
      const auto& paths = classes ? out_.class_path_ : out_.tag_path_;
      auto& group_of = classes ? out_.class_group_ : out_.tag_group_;
      const std::uint32_t count = number_keys([&](std::size_t b) { return paths[container(b)]; }, group_of);
      auto& groups = out_.groups_;
      groups.assign(count, Group{});
      for (std::size_t b = blocks_; b-- > 0;) {
        const TextSums s = sums(b);
        const auto n = static_cast<float>(s.characters);
        Group& g = groups[group_of[b]];
        g.blocks += 1;
        g.characters += n;
        g.squares += n * n;
        g.links += static_cast<float>(s.link_characters);
        g.stops += static_cast<float>(s.sentence_stops);
        g.first = static_cast<std::uint32_t>(b);
      }
      const std::size_t at = classes ? c_class_blocks : c_path_blocks;
      for (std::size_t b = 0; b < blocks_; ++b) {
        const Group& g = groups[group_of[b]];
        const float mean = g.characters / g.blocks;
        set(at, b, g.blocks);
        set(at + 1, b, ratio(g.characters, total));
        set(at + 2, b, mean);
        set(at + 3, b, std::sqrt(std::max(0.0F, g.squares / g.blocks - mean * mean)));
        set(at + 4, b, ratio(g.links, g.characters));
        set(at + 5, b, ratio(100 * g.stops, g.characters));
        if (classes) {
          set(c_class_first, b, static_cast<float>(b - g.first));
          largest = std::max(largest, g.blocks);
        }
      }
    }
    fill(c_page_repeats, largest / static_cast<float>(blocks_));
  }

  // --- place --------------------------------------------------------------------------------------

  void place_blocks() {
    const auto total = static_cast<float>(page_.total().characters);
    const auto n = static_cast<float>(blocks_);
    float previous = -1, previous_level = 7, previous_link = 0, first_h1 = -1, last_h1 = -1;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (page_.block(static_cast<BlockId>(b)).heading != 1) continue;
      if (first_h1 < 0) first_h1 = static_cast<float>(b);
      last_h1 = static_cast<float>(b);
    }
    for (std::size_t b = 0; b < blocks_; ++b) {
      const Block& block = page_.block(static_cast<BlockId>(b));
      const auto at = static_cast<float>(b);
      const auto before = static_cast<float>(characters_before(b));
      set(c_index, b, at);
      set(c_index_from_end, b, n - 1 - at);
      set(c_relative_index, b, at / n);
      set(c_relative_characters, b, ratio(before, total));
      set(c_characters_before, b, before);
      set(c_characters_behind, b, total - before - static_cast<float>(sums(b).characters));
      set(c_depth, b, static_cast<float>(document_[container(b)].depth));
      set(c_list_depth, b, static_cast<float>(block.list_depth));
      set(c_starts_item, b, block.has(kStartsItem) ? 1.0F : 0.0F);
      set(c_in_table, b, block.cell != kNoNode ? 1.0F : 0.0F);
      set(c_invisible, b, block.has(kHidden) ? 1.0F : block.has(kNoscript) ? 2.0F : 0.0F);
      set(c_special, b,
          block.has(kOption)         ? 1.0F
          : block.has(kButton)       ? 2.0F
          : block.has(kCaption)      ? 3.0F
          : block.has(kQuote)        ? 4.0F
          : block.has(kPreformatted) ? 5.0F
                                     : 0.0F);
      set(c_heading, b, block.heading == 0 ? 7.0F : static_cast<float>(block.heading));
      set(c_after_first_h1, b, first_h1 < 0 ? -1000 : at - first_h1);
      set(c_after_last_h1, b, last_h1 < 0 ? -1000 : at - last_h1);
      set(c_previous_heading, b, previous < 0 ? 1000 : at - previous);
      set(c_previous_heading_level, b, previous_level);
      set(c_previous_heading_link, b, previous_link);
      if (block.heading != 0) {
        previous = at;
        previous_level = static_cast<float>(block.heading);
        previous_link = column(c_link_density)[b];
      }
    }
    float next = -1, next_level = 7;
    for (std::size_t b = blocks_; b-- > 0;) {
      const Block& block = page_.block(static_cast<BlockId>(b));
      set(c_next_heading, b, next < 0 ? 1000 : next - static_cast<float>(b));
      set(c_next_heading_level, b, next_level);
      if (block.heading != 0) {
        next = static_cast<float>(b);
        next_level = static_cast<float>(block.heading);
      }
    }
  }

  // --- ancestors and neighbours -------------------------------------------------------------------

  void walk_ancestors() {
    const auto total = static_cast<float>(page_.total().characters);
    for (std::size_t i = kFirstNear; i < kFirstLevel; ++i) fill(i, kNone);
    std::array<Level, kAncestorLevels> levels;
    for (std::size_t b = 0; b < blocks_; ++b) {
      std::uint64_t seen_tags = 0;
      NameGroups seen = 0;
      // Inline elements between the container and the block's text count as level 0.
      NodeId id = document_[page_.block(static_cast<BlockId>(b)).begin].parent;
      const NodeId own = container(b);
      std::size_t level = 0;
      for (bool below = true; id != kNoNode && level < kMostLevels; id = document_[id].parent) {
        const Node& node = document_[id];
        if (id == own) below = false;
        if (node.is_element()) {
          const auto value = static_cast<float>(level);
          const auto tag = static_cast<std::size_t>(node.tag);
          if (tag < kTagIndex.size() && kTagIndex[tag] >= 0 && (seen_tags >> kTagIndex[tag] & 1) == 0) {
            seen_tags |= std::uint64_t{1} << kTagIndex[tag];
            set(kFirstNear + static_cast<std::size_t>(kTagIndex[tag]), b, value);
          }
          NameGroups fresh = out_.name_groups_[id] & ~seen;
          seen |= fresh;
          for (; fresh != 0; fresh &= fresh - 1)
            set(kFirstName + static_cast<std::size_t>(std::countr_zero(fresh)), b, value);
        }
        if (below) continue;
        if (level < kAncestorLevels) {
          if (levels[level].id != id) levels[level] = measure_level(id, total);
          write_level(level, levels[level], b);
        }
        ++level;
      }
      for (; level < kAncestorLevels; ++level) {
        levels[level] = {};
        write_level(level, levels[level], b);
      }
    }
  }

  // A container as it is measured; neighbours stand in much the same ones.
  struct Level {
    NodeId id = kNoNode;
    std::array<float, kLevelCount> values{};
  };

  void write_level(std::size_t level, const Level& from, std::size_t b) noexcept {
    float* to = column(kFirstLevel + level * kLevelCount) + b;
    for (std::size_t f = 0; f < kLevelCount; ++f, to += out_.stride_) *to = from.values[f];
  }

  [[nodiscard]] Level measure_level(NodeId id, float total) const noexcept {
    const TextSums s = page_.text_in(id);
    const NodeSums n = page_.nodes_in(id);
    const auto characters = static_cast<float>(s.characters);
    return {
        id,
        {characters, ratio(s.link_characters, s.characters), characters / static_cast<float>(std::max(n.elements, 1u)),
         ratio(characters, total), static_cast<float>(n.blocks), static_cast<float>(n.elements),
         ratio(100.0F * static_cast<float>(s.sentence_stops), characters)}};
  }

  [[nodiscard]] NodeId common_container(NodeId a, NodeId b) const noexcept {
    while (a != 0 && !(b >= a && b < document_[a].end)) a = document_[a].parent;
    return a;
  }

  void compare_neighbours() {
    for (std::size_t distance = 1; distance <= kNeighbours; ++distance) {
      const std::size_t previous = kFirstNeighbour + 2 * (distance - 1) * kNeighbourCount;
      const std::size_t next = previous + kNeighbourCount;
      for (std::size_t b = 0; b < std::min(distance, blocks_); ++b) {
        set_no_neighbour(previous, b);
        set_no_neighbour(next, blocks_ - 1 - b);
      }
      for (std::size_t b = 0; b + distance < blocks_; ++b) {
        const std::size_t o = b + distance;
        const NodeId own = container(b), other = container(o);
        const int common = document_[common_container(own, other)].depth;
        const float same_path = out_.tag_path_[own] == out_.tag_path_[other] ? 1.0F : 0.0F;
        const float same_class = out_.class_path_[own] == out_.class_path_[other] ? 1.0F : 0.0F;
        set_neighbour(next, b, o, same_path, same_class, static_cast<float>(document_[own].depth - common));
        set_neighbour(previous, o, b, same_path, same_class, static_cast<float>(document_[other].depth - common));
      }
    }
  }

  void set_no_neighbour(std::size_t first, std::size_t b) noexcept {
    set(first, b, -1);
    for (std::size_t f = 1; f < 5; ++f) set(first + f, b, 0);
    set(first + 5, b, kNone);
  }

  void set_neighbour(std::size_t first, std::size_t b, std::size_t other, float same_path, float same_class,
                     float levels) noexcept {
    set(first, b, column(c_characters)[other]);
    set(first + 1, b, column(c_link_density)[other]);
    set(first + 2, b, column(c_stops)[other]);
    set(first + 3, b, same_path);
    set(first + 4, b, same_class);
    set(first + 5, b, levels);
  }

  // --- headings of other pages --------------------------------------------------------------------

  // What stands below "Related articles": up to the end of the smallest element that holds the heading and a block
  // behind it. Sections that overlap are one.
  void relate_to_other_pages() {
    const auto total = static_cast<float>(page_.total().characters);
    float since = 1000, share = 0;
    std::size_t end = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (heads_other_pages(b)) {
        since = 0;
        std::size_t own_end = b + 1;
        for (NodeId up = container(b); up != kNoNode && own_end <= b + 1; up = document_[up].parent)
          own_end = page_.before(document_[up].end).blocks;
        const std::uint32_t behind = own_end < blocks_ ? characters_before(own_end) : page_.total().characters;
        if (b >= end) share = ratio(static_cast<float>(behind - characters_before(b)), total);
        end = std::max(end, own_end);
      }
      set(c_after_other_pages, b, since);
      set(c_among_other_pages, b, b < end ? share : 0);
      if (since < 1000) ++since;
    }
  }

  [[nodiscard]] bool heads_other_pages(std::size_t b) const noexcept {
    const TextSums s = sums(b);
    const Block& block = page_.block(static_cast<BlockId>(b));
    // A link is one to more, unless it is a heading.
    if (s.characters < 2 || (block.heading == 0 && s.link_characters * 2 > s.characters) || block.has(kOption))
      return false;
    return page::heads_other_pages(out_.text(static_cast<BlockId>(b)));
  }

  // --- posts --------------------------------------------------------------------------------------

  void relate_to_posts() {
    const Posts& posts = page_.posts();
    float inside = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const auto id = static_cast<BlockId>(b);
      const std::int32_t number = posts.post_of(id);
      set(c_in_comments, b, posts.in_comments(id) ? 1.0F : 0.0F);
      if (number < 0) {
        set(c_post_kind, b, 0);
        set(c_post_part, b, 0);
        set(c_post, b, 0);
        set(c_post_block, b, -1);
        continue;
      }
      const Post& post = posts.list()[static_cast<std::size_t>(number)];
      set(c_post_kind, b, 1 + static_cast<float>(post.kind));
      set(c_post_part, b, static_cast<float>(posts.part_of(id)));
      set(c_post, b, static_cast<float>(number + 1));
      set(c_post_block, b, static_cast<float>(b - post.begin));
      inside += column(c_characters)[b];
    }
    fill(c_page_comments, static_cast<float>(posts.count(PostKind::comment)));
    fill(c_page_posts, static_cast<float>(posts.count(PostKind::post)));
    fill(c_page_entries, static_cast<float>(posts.count(PostKind::entry)));
    fill(c_posts_share, ratio(inside, static_cast<float>(page_.total().characters)));
  }

  // --- the page -----------------------------------------------------------------------------------

  static bool contains(std::string_view text, std::string_view part) noexcept {
    return text.find(part) != std::string_view::npos;
  }

  void describe_page() {
    const TextSums& all = page_.total();
    const NodeSums nodes = page_.nodes_in(0);
    float long_blocks = 0, long_characters = 0, headings = 0, h1 = 0, prices = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const TextSums s = sums(b);
      if (is_long(s)) {
        long_blocks += 1;
        long_characters += static_cast<float>(s.characters);
      }
      const std::uint8_t level = page_.block(static_cast<BlockId>(b)).heading;
      headings += level != 0;
      h1 += level == 1;
      prices += column(c_prices)[b];
    }
    float articles = 0, has_main = 0;
    Declared declared{.address = url_};
    for (NodeId id = 0; id < document_.size(); ++id) {
      const Node& node = document_[id];
      if (node.is(Tag::article))
        articles += 1;
      else if (node.is(Tag::main))
        has_main = 1;
      else if (node.is(Tag::meta))
        read_meta(id, declared);
      else if (node.is(Tag::link)) {
        if (declared.address.empty() && document_.attribute(id, Attr::rel) == "canonical")
          declared.address = document_.attribute(id, Attr::href);
      } else if (node.is(Tag::script) && contains(document_.attribute(id, Attr::type), "ld+json")) {
        if (id + 1 >= node.end) continue;
        // Forums call a thread an article in og:type, too.
        const std::string_view data = document_.text(id + 1).substr(0, kDataRead);
        if (declared.type == 0 || is_thread_schema(data)) declared.type = schema_type(data);
      } else if (declared.type == 0 && node.is_element()) {
        const std::string_view item = document_.attribute(id, Attr::itemtype);
        if (!item.empty()) declared.type = schema_type(item.substr(0, kDataRead));
      }
    }
    if (declared.type == 0 && declared.website) declared.type = kTypeWebsite;
    if (declared.type == kTypeThread) declared.forum = true;
    if (is_discussion_address(declared.address)) declared.forum = true;
    for (const NodeId id : {document_.html(), document_.body()}) {
      if (id == html::kNoNode || mask_names_) continue;
      if (names_forum(document_.attribute(id, Attr::class_)) || names_forum(document_.attribute(id, Attr::id)))
        declared.forum = true;
    }
    fill(c_page_blocks, static_cast<float>(blocks_));
    fill(c_page_characters, static_cast<float>(all.characters));
    fill(c_page_link_density, ratio(all.link_characters, all.characters));
    fill(c_page_long, long_blocks);
    fill(c_page_long_share, ratio(long_characters, static_cast<float>(all.characters)));
    fill(c_page_paragraphs, static_cast<float>(nodes.paragraphs));
    fill(c_page_images, static_cast<float>(nodes.images));
    fill(c_page_cjk, ratio(all.cjk, all.characters));
    fill(c_page_prices, prices);
    fill(c_page_headings, headings);
    fill(c_page_article, articles);
    fill(c_page_main, has_main);
    fill(c_page_h1, h1);
    fill(c_page_type, declared.type);
    fill(c_page_forum, declared.forum ? 1.0F : 0.0F);
    fill(c_page_noscript, page_.noscript_is_content() ? 1.0F : 0.0F);
  }

  static constexpr std::size_t kDataRead = 4096;  // bytes of structured data, at its beginning

  /// What the page says of itself.
  struct Declared {
    std::string_view address;  // the one it came from; else the one it gives
    float type = 0;
    bool website = false;  // next to nothing: said of everything, whatever else is said
    bool forum = false;
  };

  void read_meta(NodeId id, Declared& declared) const noexcept {
    const std::string_view content = document_.attribute(id, Attr::content);
    const std::string_view property = document_.attribute(id, Attr::property);
    if (property == "og:type") {
      if (contains(content, "article"))
        declared.type = kTypeArticle;
      else if (contains(content, "product"))
        declared.type = kTypeProduct;
      else if (contains(content, "website"))
        declared.website = true;
    } else if (property == "og:site_name") {
      declared.forum |= names_forum(content);
    } else if (property == "og:url" && declared.address.empty()) {
      declared.address = content;
    } else if (document_.attribute(id, Attr::name) == "generator") {
      declared.forum |= names_forum(content);
    }
  }

  static bool is_thread_schema(std::string_view text) noexcept {
    return contains(text, "DiscussionForumPosting") || contains(text, "QAPage");
  }

  static float schema_type(std::string_view text) noexcept {
    if (is_thread_schema(text)) return kTypeThread;
    if (contains(text, "Article\"") || contains(text, "BlogPosting") || contains(text, "NewsArticle"))
      return kTypeArticle;
    if (contains(text, "Product\"") || contains(text, "/Product")) return kTypeProduct;
    if (contains(text, "CollectionPage") || contains(text, "ItemList\"")) return kTypeList;
    return 0;
  }

  const Page& page_;
  const Document& document_;
  Features& out_;
  const std::size_t blocks_;
  const std::string_view url_;
  const bool mask_names_;
};

void Features::compute(const Page& page, std::string_view url, bool mask_names) {
  Computation(page, url, mask_names, *this).run();
}

std::size_t feature_count() noexcept { return kFeatures; }

std::span<const std::string> feature_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {
#define PITH_X(name, meaning) #name,
        PITH_TEXT_FEATURES(PITH_X) PITH_DATA_FEATURES(PITH_X) PITH_PLACE_FEATURES(PITH_X)
            PITH_CONTAINER_FEATURES(PITH_X) PITH_GROUP_FEATURES(PITH_X) PITH_POST_FEATURES(PITH_X)
                PITH_PAGE_FEATURES(PITH_X)
#undef PITH_X
    };
    for (const Tag tag : kTags) all.push_back("near_" + std::string(name_of(tag)));
    for (const char* name : {
#define PITH_X(name) #name,
             PITH_NAME_GROUPS(PITH_X)
#undef PITH_X
         })
      all.push_back(std::string("name_") + name);
    for (std::size_t level = 0; level < kAncestorLevels; ++level)
      for (const char* name : kLevelFeatures) all.push_back("up" + std::to_string(level) + "_" + name);
    for (std::size_t distance = 1; distance <= kNeighbours; ++distance)
      for (const char* side : {"previous", "next"})
        for (const char* name : kNeighbourFeatures) all.push_back(side + std::to_string(distance) + "_" + name);
    return all;
  }();
  return names;
}

std::string describe_feature(std::size_t feature) {
  static constexpr const char* kMeanings[] = {
#define PITH_X(name, meaning) meaning,
      PITH_TEXT_FEATURES(PITH_X) PITH_DATA_FEATURES(PITH_X) PITH_PLACE_FEATURES(PITH_X) PITH_CONTAINER_FEATURES(PITH_X)
          PITH_GROUP_FEATURES(PITH_X) PITH_POST_FEATURES(PITH_X) PITH_PAGE_FEATURES(PITH_X)
#undef PITH_X
  };
  if (feature < kFirstNear) return kMeanings[feature];
  if (feature < kFirstName)
    return "levels up to the nearest " + std::string(name_of(kTags[feature - kFirstNear])) + "; 40 when there is none";
  if (feature < kFirstLevel)
    return "levels up to the nearest class, id, role or itemprop of this group; 40 when there is none";
  if (feature < kFirstNeighbour) {
    const std::size_t i = feature - kFirstLevel;
    return std::string(kLevelMeanings[i % kLevelCount]) + ", " + std::to_string(i / kLevelCount) +
           " levels above the block's own";
  }
  const std::size_t i = feature - kFirstNeighbour;
  const std::size_t side = i / kNeighbourCount;
  return std::string(kNeighbourMeanings[i % kNeighbourCount]) + " (" + std::to_string(side / 2 + 1) +
         (side % 2 == 0 ? " before)" : " behind)");
}

}  // namespace pith::page
