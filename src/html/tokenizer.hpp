// The tokenizer (https://html.spec.whatwg.org/multipage/parsing.html#tokenization), compiled once an
// instruction set: included by parser_<set>.cpp only.
//
// It does not walk the standard's states byte by byte. Each kind of token has a straight path over the
// bytes that real pages hold, found by a SIMD search for the next byte that needs care; only strings
// with references, CR or NUL are copied, into the document's side buffer.

#include <cstring>
#include <limits>

#include "html/array.hpp"
#include "html/char_reference.hpp"
#include "html/document.hpp"
#include "html/name_table.hpp"
#include "html/token.hpp"
#include "text/hash.hpp"

namespace pith::html::PITH_ISA {

[[gnu::always_inline]] inline bool is_space(char c) noexcept {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
[[gnu::always_inline]] inline bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
[[gnu::always_inline]] inline bool is_letter(char c) noexcept { return is_upper(static_cast<char>(c & ~0x20)); }
[[gnu::always_inline]] inline char to_lower(char c) noexcept { return is_upper(c) ? static_cast<char>(c + 0x20) : c; }

/// Where the strings of a document live: the input and the side buffer.
struct Strings {
  const char* input = nullptr;
  Array<char>* side = nullptr;

  [[gnu::always_inline]] const char* data(StringRef s) const noexcept {
    return (s.offset & Document::kSideBit) != 0 ? side->data() + (s.offset & ~Document::kSideBit) : input + s.offset;
  }
  [[gnu::always_inline]] StringRef in_input(const char* begin, const char* end) const noexcept {
    return {static_cast<std::uint32_t>(begin - input), static_cast<std::uint32_t>(end - begin)};
  }
  /// The bytes of the side buffer from `begin` up.
  [[gnu::always_inline]] StringRef in_side(std::size_t begin) const noexcept {
    return {static_cast<std::uint32_t>(begin) | Document::kSideBit, static_cast<std::uint32_t>(side->size() - begin)};
  }
};

inline constexpr char kReplacement[] = "\xEF\xBF\xBD";

/// Reads [begin, end) of the input and calls the sink:
///   void text(StringRef, bool has_nul)            a whole run: what follows is another kind of token
///   ContentModel start_tag(TagToken&)
///   void end_tag(TagToken&)
///   void comment(StringRef)
///   void doctype(const DoctypeToken&)
///   void fragment(const char* begin, const char* end)   content of ContentModel::fragment
///   bool cdata_allowed()
///   bool stopped()                                asked after each tag
template <class Sink>
class Tokenizer {
 public:
  Tokenizer(Strings strings, Array<Attribute>& attributes, const Limits& limits, Sink& sink) noexcept
      : strings_(strings),
        side_(*strings.side),
        attributes_(attributes),
        sink_(sink),
        max_attributes_(limits.attributes_per_element < 0xFFFF ? limits.attributes_per_element : 0xFFFF) {}

  /// Whether an element had more attributes than the limit.
  [[nodiscard]] bool dropped_attributes() const noexcept { return dropped_attributes_; }

  /// `last_start_tag` closes the raw content models; lower case.
  void run(const char* begin, const char* end, ContentModel model, std::string_view last_start_tag,
           bool in_cdata = false) {
    p_ = begin;
    end_ = end;
    raw_name_ = last_start_tag;
    if (in_cdata) cdata();
    while (p_ < end_ && !sink_.stopped()) {
      switch (model) {
        case ContentModel::data:
          model = data();
          break;
        case ContentModel::rcdata:
          rcdata();
          model = ContentModel::data;
          break;
        case ContentModel::rawtext:
          raw(false, false);
          model = ContentModel::data;
          break;
        case ContentModel::script_data:
          raw(true, false);
          model = ContentModel::data;
          break;
        case ContentModel::fragment:
          raw(false, true);
          model = ContentModel::data;
          break;
        case ContentModel::plaintext:
          emit_normalised(p_, end_);
          p_ = end_;
          break;
      }
    }
  }

 private:
  static constexpr std::uint32_t kFewAttributes = 64;
  static constexpr std::size_t kMostProbes = 32;

  enum class Markup : std::uint8_t { none, nothing, start_tag, end_tag, declaration, question, bogus_end };

  /// What the '<' at `p` opens.
  [[gnu::always_inline]] Markup classify(const char* p) const noexcept {
    if (end_ - p < 2) return Markup::none;
    const char c = p[1];
    if (is_letter(c)) return Markup::start_tag;
    if (c == '/') {
      if (end_ - p < 3) return Markup::none;
      return is_letter(p[2]) ? Markup::end_tag : p[2] == '>' ? Markup::nothing : Markup::bogus_end;
    }
    return c == '!' ? Markup::declaration : c == '?' ? Markup::question : Markup::none;
  }

  /// Text and markup up to the next start tag that changes the content model, or the end.
  ContentModel data() {
    const char* start = p_;
    const char* p = start;
    for (;;) {
      p = find_any<'<', '&', '\r'>(p, end_);
      if (p == end_) {
        if (p != start) sink_.text(strings_.in_input(start, p), false);
        p_ = p;
        return ContentModel::data;
      }
      Markup markup = Markup::nothing;
      if (*p == '<') {
        markup = classify(p);
        if (markup == Markup::none) {
          ++p;
          continue;
        }
      }
      if (markup == Markup::nothing) {
        p = dirty_text(start, p);
        if (p == end_) {
          p_ = p;
          return ContentModel::data;
        }
        markup = classify(p);
      } else if (p != start) {
        sink_.text(strings_.in_input(start, p), false);
      }
      p_ = p;
      ContentModel model = ContentModel::data;
      switch (markup) {
        case Markup::start_tag:
          model = start_tag();
          break;
        case Markup::end_tag:
          end_tag();
          break;
        case Markup::declaration:
          declaration();
          break;
        case Markup::question:
          bogus_comment(p + 1);
          break;
        default:
          bogus_comment(p + 2);
          break;
      }
      if (model != ContentModel::data || sink_.stopped()) return model;
      start = p = p_;
    }
  }

  /// A run of text from `start` whose first byte that needs care is at `p`. Emits the whole run and
  /// returns where the next markup begins.
  const char* dirty_text(const char* start, const char* p) {
    const std::size_t begin = side_.size();
    bool has_nul = false;
    side_.append(start, static_cast<std::size_t>(p - start));
    while (p < end_) {
      const char c = *p;
      if (c == '<') {
        const Markup markup = classify(p);
        if (markup == Markup::nothing) {
          p += 3;
        } else if (markup == Markup::none) {
          side_.push_back('<');
          ++p;
        } else {
          break;
        }
      } else {
        if (c == '\0') has_nul = true;
        p = append_special(p, false, false);
      }
      const char* next = find_any<'<', '&', '\r'>(p, end_);
      side_.append(p, static_cast<std::size_t>(next - p));
      p = next;
    }
    if (side_.size() != begin) sink_.text(strings_.in_side(begin), has_nul);
    return p;
  }

  /// Appends what the '&', CR or NUL at `p` stands for; returns the place after it.
  const char* append_special(const char* p, bool in_attribute, bool replace_nul) {
    if (*p == '&') {
      const CharReference reference = read_char_reference(p + 1, end_, in_attribute);
      if (reference.consumed == 0) {
        side_.push_back('&');
        return p + 1;
      }
      side_.append(reference.utf8, reference.length);
      return p + 1 + reference.consumed;
    }
    if (*p == '\r') {
      side_.push_back('\n');
      return p + (end_ - p >= 2 && p[1] == '\n' ? 2 : 1);
    }
    if (replace_nul)
      side_.append(kReplacement, 3);
    else
      side_.push_back(*p);
    return p + 1;
  }

  /// [begin, end) with CR made LF and NUL made U+FFFD; a view of the input where there is neither.
  StringRef normalised(const char* begin, const char* end) {
    const char* p = find_any<'\r'>(begin, end);
    if (p == end) return strings_.in_input(begin, end);
    const std::size_t start = side_.size();
    side_.append(begin, static_cast<std::size_t>(p - begin));
    while (p < end) {
      const char* after = append_special(p, false, true);
      p = after < end ? after : end;
      const char* next = find_any<'\r'>(p, end);
      side_.append(p, static_cast<std::size_t>(next - p));
      p = next;
    }
    return strings_.in_side(start);
  }

  void emit_normalised(const char* begin, const char* end) {
    if (begin != end) sink_.text(normalised(begin, end), false);
  }

  /// Whether the "</" at `p` is followed by the name that closes the raw text, and then by its end.
  [[nodiscard]] bool closes_raw(const char* p) const noexcept {
    const std::size_t length = raw_name_.size();
    if (length == 0 || static_cast<std::size_t>(end_ - p) < length + 3) return false;
    p += 2;
    for (std::size_t i = 0; i < length; ++i)
      if (to_lower(p[i]) != raw_name_[i]) return false;
    return is_space(p[length]) || p[length] == '/' || p[length] == '>';
  }

  void rcdata() {
    const char* start = p_;
    const char* p = start;
    const std::size_t begin = side_.size();
    bool copied = false;
    for (;;) {
      const char* next = find_any<'<', '&', '\r'>(p, end_);
      if (copied) side_.append(p, static_cast<std::size_t>(next - p));
      p = next;
      if (p == end_ || (*p == '<' && end_ - p >= 2 && p[1] == '/' && closes_raw(p))) break;
      if (*p == '<') {
        if (copied) side_.push_back('<');
        ++p;
        continue;
      }
      if (!copied) side_.append(start, static_cast<std::size_t>(p - start));
      copied = true;
      p = append_special(p, false, true);
    }
    if (copied) {
      if (side_.size() != begin) sink_.text(strings_.in_side(begin), false);
    } else if (p != start) {
      sink_.text(strings_.in_input(start, p), false);
    }
    p_ = p;
    if (p != end_) end_tag();
  }

  void raw(bool script, bool as_fragment) {
    const char* close = script ? find_script_end(p_) : find_raw_end(p_);
    if (as_fragment)
      sink_.fragment(p_, close);
    else
      emit_normalised(p_, close);
    p_ = close;
    if (p_ != end_) end_tag();
  }

  [[nodiscard]] const char* find_raw_end(const char* p) const noexcept {
    while ((p = find_less(p)) != end_) {
      if (end_ - p >= 2 && p[1] == '/' && closes_raw(p)) return p;
      ++p;
    }
    return p;
  }

  [[nodiscard]] const char* find_less(const char* p) const noexcept {
    if (p == end_) return p;
    const void* hit = std::memchr(p, '<', static_cast<std::size_t>(end_ - p));
    return hit != nullptr ? static_cast<const char*>(hit) : end_;
  }

  /// The end of a script, minding `<!-- <script> </script> -->` (the script data escaped states).
  [[nodiscard]] const char* find_script_end(const char* p) const noexcept {
    while ((p = find_less(p)) != end_) {
      const std::ptrdiff_t left = end_ - p;
      if (left >= 2 && p[1] == '/' && closes_raw(p)) return p;
      if (left >= 4 && p[1] == '!' && p[2] == '-' && p[3] == '-') {
        bool closed = false;
        p = skip_script_comment(p, closed);
        if (closed) return p;
      } else {
        ++p;
      }
    }
    return p;
  }

  /// From the "<!--" at `p` in a script: to the end tag that closes the script inside the comment
  /// (`closed`), or past the "-->", or to the end.
  [[nodiscard]] const char* skip_script_comment(const char* p, bool& closed) const noexcept {
    const char* dashes = p + 2;  // the dashes of the opening count for "-->"
    bool inner_script = false;   // the double escaped state
    p += 4;
    for (; p < end_; ++p) {
      if (*p == '>') {
        if (p - dashes >= 2 && p[-1] == '-' && p[-2] == '-') return p + 1;
      } else if (*p == '<') {
        if (end_ - p >= 2 && p[1] == '/') {
          if (!inner_script) {
            if (closes_raw(p)) {
              closed = true;
              return p;
            }
          } else if (is_script_name(p + 2)) {
            inner_script = false;
            p += 2 + 6;
          }
        } else if (!inner_script && is_script_name(p + 1)) {
          inner_script = true;
          p += 1 + 6;
        }
      }
    }
    return p;
  }

  [[nodiscard]] bool is_script_name(const char* p) const noexcept {
    static constexpr char kScript[] = "script";
    if (end_ - p < 7) return false;
    for (int i = 0; i < 6; ++i)
      if (to_lower(p[i]) != kScript[i]) return false;
    return is_space(p[6]) || p[6] == '/' || p[6] == '>';
  }

  // --- tags ---------------------------------------------------------------------------------------

  /// Reads a name the careful way; lower-cased and with U+FFFD for NUL. `p` moves to its end.
  template <NameEnd Kind>
  StringRef slow_name(const char*& p) {
    const char* start = p;
    bool clean = true;
    for (; p < end_; ++p) {
      const char c = *p;
      if (is_space(c) || c == '/' || c == '>') break;
      if (Kind == NameEnd::attribute && c == '=' && p != start) break;
      clean = clean && c != '\0' && !is_upper(c);
    }
    if (clean) return strings_.in_input(start, p);
    const std::size_t begin = side_.size();
    for (const char* q = start; q < p; ++q) {
      if (*q == '\0')
        side_.append(kReplacement, 3);
      else
        side_.push_back(to_lower(*q));
    }
    return strings_.in_side(begin);
  }

  /// The tag whose name begins at `p`. False: the input ended inside it.
  [[gnu::always_inline]] bool tag(const char* p, TagToken& token, bool keep_attributes) {
    const ScannedName scanned = scan_name<NameEnd::tag>(p, end_);
    if (scanned.length != 0) {
      token.tag = kTagTable.find(scanned.key);
      if (token.tag == Tag::none) {
        if (scanned.has_upper)
          token.name = slow_name<NameEnd::tag>(p);
        else
          token.name = strings_.in_input(p, p + scanned.length), p += scanned.length;
      } else {
        p += scanned.length;
      }
    } else {
      token.name = slow_name<NameEnd::tag>(p);
      token.tag = find_tag_slow(token.name);
    }
    token.first_attribute = static_cast<std::uint32_t>(attributes_.size());
    if (p < end_ && *p == '>') {
      p_ = p + 1;
      return true;
    }
    return attributes(p, token, keep_attributes);
  }

  [[nodiscard]] Tag find_tag_slow(StringRef name) const noexcept {
    if (name.length == 0 || name.length > kNameKeyBytes) return Tag::none;
    return kTagTable.find(key_of(strings_.data(name), name.length));
  }
  [[nodiscard]] Attr find_attribute_slow(StringRef name) const noexcept {
    if (name.length == 0 || name.length > kNameKeyBytes) return Attr::other;
    return kAttributeTable.find(key_of(strings_.data(name), name.length));
  }
  static NameKey key_of(const char* name, std::size_t length) noexcept {
    char bytes[kNameKeyBytes] = {};
    std::memcpy(bytes, name, length);
    NameKey key;
    std::memcpy(&key.low, bytes, 8);
    std::memcpy(&key.high, bytes + 8, 8);
    return key;
  }

  bool attributes(const char* p, TagToken& token, bool keep) {
    hashed_ = false;
    std::uint64_t seen[2] = {0, 0};  // known names; names of the document alone, by hash
    for (;;) {
      while (p < end_ && is_space(*p)) ++p;
      if (p == end_) return false;
      if (*p == '>') {
        p_ = p + 1;
        return true;
      }
      if (*p == '/') {
        ++p;
        if (p < end_ && *p == '>') {
          token.self_closing = true;
          p_ = p + 1;
          return true;
        }
        continue;
      }
      Attribute attribute;
      StringRef name;
      const ScannedName scanned = scan_name<NameEnd::attribute>(p, end_);
      std::uint64_t hash = 0;
      if (scanned.length != 0) {
        attribute.id = kAttributeTable.find(scanned.key);
        hash = scanned.key.low ^ (scanned.key.high << 1);
        if (scanned.has_upper) {
          name = slow_name<NameEnd::attribute>(p);
        } else {
          name = strings_.in_input(p, p + scanned.length);
          p += scanned.length;
        }
      } else {
        name = slow_name<NameEnd::attribute>(p);
        attribute.id = find_attribute_slow(name);
        const NameKey key = key_of(strings_.data(name), name.length < kNameKeyBytes ? name.length : kNameKeyBytes);
        hash = key.low ^ (key.high << 1);
        if (name.length > 0xFFFF) name.length = 0xFFFF;
      }
      attribute.name_offset = name.offset;
      attribute.name_length = static_cast<std::uint16_t>(name.length);

      if (p < end_ && *p != '=') {
        while (p < end_ && is_space(*p)) ++p;
      }
      if (p < end_ && *p == '=') {
        ++p;
        while (p < end_ && is_space(*p)) ++p;
        if (p == end_) return false;
        bool complete = true;
        if (*p == '"') {
          attribute.value = quoted<'"'>(p, complete);
        } else if (*p == '\'') {
          attribute.value = quoted<'\''>(p, complete);
        } else if (*p != '>') {
          attribute.value = unquoted(p);
        } else {
          attribute.value = strings_.in_input(p, p);
        }
        if (!complete) return false;
      } else {
        attribute.value = strings_.in_input(p, p);
      }
      if (keep && is_new(token, attribute, hash, seen)) {
        if (token.attribute_count < max_attributes_) {
          attributes_.push_back(attribute);
          ++token.attribute_count;
        } else {
          dropped_attributes_ = true;
        }
      }
    }
  }

  /// Whether no earlier attribute of the tag has this name: the first of several counts.
  bool is_new(const TagToken& token, const Attribute& attribute, std::uint64_t hash, std::uint64_t (&seen)[2]) {
    const bool known = attribute.id != Attr::other;
    hash = text::spread64(known ? static_cast<std::uint64_t>(attribute.id) : hash);
    if (token.attribute_count >= kFewAttributes) [[unlikely]]
      return is_new_of_many(token, attribute);
    std::uint64_t& set = seen[known ? 0 : 1];
    const std::uint64_t bit = std::uint64_t{1} << (hash >> 58);
    if ((set & bit) == 0) {
      set |= bit;
      return true;
    }
    for (std::uint32_t i = 0; i < token.attribute_count; ++i)
      if (same_name(attributes_[token.first_attribute + i], attribute)) return false;
    return true;
  }

  [[nodiscard]] bool same_name(const Attribute& a, const Attribute& b) const noexcept {
    return a.id == b.id && a.name_length == b.name_length &&
           (a.id != Attr::other || std::memcmp(name_of_attribute(a), name_of_attribute(b), a.name_length) == 0);
  }
  [[nodiscard]] const char* name_of_attribute(const Attribute& a) const noexcept {
    return strings_.data({a.name_offset, a.name_length});
  }

  /// The same by a hash table of the tag's attributes, for tags with more of them than pages have. A name that finds
  /// kMostProbes places taken, which takes names chosen to do so, counts as one too many.
  bool is_new_of_many(const TagToken& token, const Attribute& attribute) {
    const std::uint32_t count = token.attribute_count;
    if (!hashed_ || 4 * std::size_t{count} > slots_.size()) {
      std::size_t size = 8;
      while (size < 8 * std::size_t{count}) size *= 2;
      slots_.resize(size);
      std::memset(slots_.data(), 0, size * sizeof(slots_[0]));
      for (std::uint32_t i = 0; i < count; ++i) find_slot(token, attributes_[token.first_attribute + i], i);
      hashed_ = true;
    }
    return find_slot(token, attribute, count);
  }

  /// Enters `attribute`, which is or will be the tag's attribute number `index`. False: there is one of its name.
  bool find_slot(const TagToken& token, const Attribute& attribute, std::uint32_t index) {
    std::uint64_t hash = text::fnv64({name_of_attribute(attribute), attribute.name_length});
    hash ^= hash >> 32;
    for (std::size_t probe = 0; probe < kMostProbes; ++probe) {
      std::uint32_t& slot = slots_[(hash + probe) & (slots_.size() - 1)];
      if (slot == 0) {
        if (index < max_attributes_) slot = index + 1;
        return true;
      }
      if (same_name(attributes_[token.first_attribute + slot - 1], attribute)) return false;
    }
    dropped_attributes_ = true;
    return false;
  }

  /// The value whose opening quote is at `p`, which moves past the closing one.
  template <char Quote>
  [[gnu::always_inline]] StringRef quoted(const char*& p, bool& complete) {
    const char* start = ++p;
    p = find_any<Quote, '&', '\r'>(p, end_);
    if (p < end_ && *p == Quote) return strings_.in_input(start, p++);
    return dirty_quoted<Quote>(start, p, complete);
  }

  template <char Quote>
  [[gnu::noinline]] StringRef dirty_quoted(const char* start, const char*& p, bool& complete) {
    const std::size_t begin = side_.size();
    side_.append(start, static_cast<std::size_t>(p - start));
    while (p < end_ && *p != Quote) {
      p = append_special(p, true, true);
      const char* next = find_any<Quote, '&', '\r'>(p, end_);
      side_.append(p, static_cast<std::size_t>(next - p));
      p = next;
    }
    complete = p < end_;
    if (complete) ++p;
    return strings_.in_side(begin);
  }

  StringRef unquoted(const char*& p) {
    const char* start = p;
    while (p < end_ && !is_space(*p) && *p != '>' && *p != '&' && *p != '\0') ++p;
    if (p == end_ || (*p != '&' && *p != '\0')) return strings_.in_input(start, p);
    const std::size_t begin = side_.size();
    side_.append(start, static_cast<std::size_t>(p - start));
    while (p < end_ && !is_space(*p) && *p != '>') {
      if (*p == '&' || *p == '\0')
        p = append_special(p, true, true);
      else
        side_.push_back(*p++);
    }
    return strings_.in_side(begin);
  }

  [[gnu::always_inline]] ContentModel start_tag() {
    TagToken token;
    token.source_offset = static_cast<std::uint32_t>(p_ - strings_.input);
    if (!tag(p_ + 1, token, true)) {
      attributes_.resize(token.first_attribute);
      p_ = end_;
      return ContentModel::data;
    }
    const ContentModel model = sink_.start_tag(token);
    if (model != ContentModel::data) raw_name_ = name_of(token.tag);
    return model;
  }

  [[gnu::always_inline]] void end_tag() {
    TagToken token;
    token.source_offset = static_cast<std::uint32_t>(p_ - strings_.input);
    if (!tag(p_ + 2, token, false)) {
      p_ = end_;
      return;
    }
    sink_.end_tag(token);
  }

  // --- comments, doctypes, CDATA ------------------------------------------------------------------

  [[nodiscard]] bool matches(const char* p, std::string_view lower) const noexcept {
    if (static_cast<std::size_t>(end_ - p) < lower.size()) return false;
    for (std::size_t i = 0; i < lower.size(); ++i)
      if (to_lower(p[i]) != lower[i]) return false;
    return true;
  }

  void declaration() {
    const char* p = p_ + 2;
    if (end_ - p >= 2 && p[0] == '-' && p[1] == '-') {
      comment(p + 2);
    } else if (matches(p, "doctype")) {
      doctype(p + 7);
    } else if (end_ - p >= 7 && std::memcmp(p, "[CDATA[", 7) == 0 && sink_.cdata_allowed()) {
      p_ = p + 7;
      cdata();
    } else {
      bogus_comment(p);
    }
  }

  void bogus_comment(const char* begin) {
    const char* p = find_greater(begin);
    sink_.comment(normalised(begin, p));
    p_ = p < end_ ? p + 1 : p;
  }

  [[nodiscard]] const char* find_greater(const char* p) const noexcept {
    if (p == end_) return p;
    const void* hit = std::memchr(p, '>', static_cast<std::size_t>(end_ - p));
    return hit != nullptr ? static_cast<const char*>(hit) : end_;
  }

  /// A comment whose content begins at `begin`: it ends at "-->" or "--!>", and at once at ">" or "->".
  void comment(const char* begin) {
    const char* p = begin;
    if (end_ - p >= 1 && p[0] == '>') {
      p_ = p + 1;
      sink_.comment(strings_.in_input(begin, begin));
      return;
    }
    if (end_ - p >= 2 && p[0] == '-' && p[1] == '>') {
      p_ = p + 2;
      sink_.comment(strings_.in_input(begin, begin));
      return;
    }
    for (; (p = find_greater(p)) != end_; ++p) {
      if (p - begin >= 2 && p[-1] == '-' && p[-2] == '-') {
        sink_.comment(normalised(begin, p - 2));
        p_ = p + 1;
        return;
      }
      if (p - begin >= 3 && p[-1] == '!' && p[-2] == '-' && p[-3] == '-') {
        sink_.comment(normalised(begin, p - 3));
        p_ = p + 1;
        return;
      }
    }
    // The input ends inside the comment: what would have begun its end is not part of it.
    const char* last = end_;
    const std::ptrdiff_t length = last - begin;
    if (length >= 3 && last[-1] == '!' && last[-2] == '-' && last[-3] == '-')
      last -= 3;
    else if (length >= 2 && last[-1] == '-' && last[-2] == '-')
      last -= 2;
    else if (length >= 1 && last[-1] == '-')
      last -= 1;
    sink_.comment(normalised(begin, last));
    p_ = end_;
  }

  void cdata() {
    const char* begin = p_;
    const char* p = begin;
    for (; (p = find_greater(p)) != end_; ++p)
      if (p - begin >= 2 && p[-1] == ']' && p[-2] == ']') break;
    const char* last = p == end_ ? end_ : p - 2;
    p_ = p == end_ ? end_ : p + 1;
    if (begin == last) return;
    const char* special = find_any<'\r'>(begin, last);
    if (special == last) {
      sink_.text(strings_.in_input(begin, last), false);
      return;
    }
    const std::size_t start = side_.size();
    bool has_nul = false;
    for (const char* q = begin; q < last;) {
      has_nul = has_nul || *q == '\0';
      if (*q == '\r')
        q = append_special(q, false, false);
      else
        side_.push_back(*q++);
    }
    sink_.text(strings_.in_side(start), has_nul);
  }

  void skip_spaces(const char*& p) const noexcept {
    while (p < end_ && is_space(*p)) ++p;
  }

  void doctype(const char* p) {
    DoctypeToken token;
    token.force_quirks = !doctype_parts(p, token);
    p_ = p;
    sink_.doctype(token);
  }

  /// Fills in the token; `p` moves past the doctype. False: it is broken in a way that forces quirks.
  bool doctype_parts(const char*& p, DoctypeToken& token) {
    skip_spaces(p);
    if (p == end_) return false;
    if (*p == '>') {
      ++p;
      return false;
    }
    const char* name = p;
    while (p < end_ && !is_space(*p) && *p != '>') ++p;
    token.has_name = true;
    token.name = lowered(name, p);
    skip_spaces(p);
    if (p == end_) return false;
    if (*p == '>') {
      ++p;
      return true;
    }
    const bool is_public = matches(p, "public");
    if (!is_public && !matches(p, "system")) return skip_bogus(p, false);
    p += 6;
    skip_spaces(p);
    if (is_public) {
      if (!doctype_id(p, token.public_id, token.has_public_id)) return false;
      skip_spaces(p);
      if (p == end_) return false;
      if (*p == '>') {
        ++p;
        return true;
      }
      if (*p != '"' && *p != '\'') return skip_bogus(p, false);
    }
    if (!doctype_id(p, token.system_id, token.has_system_id)) return false;
    skip_spaces(p);
    if (p == end_) return false;
    if (*p == '>') {
      ++p;
      return true;
    }
    return skip_bogus(p, true);
  }

  /// A quoted identifier. False: missing or broken off, and `p` stands after the doctype.
  bool doctype_id(const char*& p, StringRef& id, bool& present) {
    if (p == end_) return false;
    if (*p != '"' && *p != '\'') return skip_bogus(p, false);
    const char quote = *p++;
    const char* begin = p;
    while (p < end_ && *p != quote && *p != '>') ++p;
    present = true;
    id = normalised(begin, p);
    if (p == end_) return false;
    return *p++ == quote;
  }

  bool skip_bogus(const char*& p, bool result) const noexcept {
    p = find_greater(p);
    if (p < end_) ++p;
    return result;
  }

  StringRef lowered(const char* begin, const char* end) {
    const std::size_t start = side_.size();
    for (; begin < end; ++begin) {
      if (*begin == '\0')
        side_.append(kReplacement, 3);
      else
        side_.push_back(to_lower(*begin));
    }
    return strings_.in_side(start);
  }

  Strings strings_;
  Array<char>& side_;
  Array<Attribute>& attributes_;
  Sink& sink_;
  const char* p_ = nullptr;
  const char* end_ = nullptr;
  std::string_view raw_name_;
  bool hashed_ = false;         // `slots_` holds the attributes of the current tag
  Array<std::uint32_t> slots_;  // 1 + the number of an attribute of the current tag
  std::uint32_t max_attributes_;
  bool dropped_attributes_ = false;
};

}  // namespace pith::html::PITH_ISA
