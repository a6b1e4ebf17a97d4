#include "statements/json.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace pith::statements {

namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostValues = 100'000;

}  // namespace

class JsonReader::Reading {
 public:
  Reading(JsonReader& out, std::string_view text) : out_(out), text_(text) {}

  void run() {
    while (at_ < text_.size() && out_.values_.size() < kMostValues) {
      const char c = text_[at_];
      switch (c) {
        case '{':
          open(true);
          break;
        case '[':
          open(false);
          break;
        case '}':
        case ']':
          ++at_;
          if (skipped_ > 0) {
            --skipped_;
          } else if (depth_ > 0) {
            --depth_;
            expects_key_ = true;
          }
          break;
        case '"':
          take(read_string());
          break;
        case ':':
          expects_key_ = false;
          ++at_;
          break;
        case ',':
          expects_key_ = true;
          ++at_;
          break;
        default:
          if (text::is_ascii_space(c)) {
            ++at_;
          } else {
            read_bare();
          }
      }
    }
  }

 private:
  // An object or an array that is open.
  struct Level {
    std::int32_t object = -1;  // whose members its values are
    std::string_view key;      // of an array: its own; of an object: of the member that comes next
    bool is_object = false;
  };

  void open(bool is_object) {
    ++at_;
    if (depth_ == kDeepest) {
      ++skipped_;
      return;
    }
    const Level* around = depth_ > 0 ? &levels_[depth_ - 1] : nullptr;
    Level level;
    level.is_object = is_object;
    if (is_object) {
      level.object = static_cast<std::int32_t>(out_.objects_.size());
      JsonObject& object = out_.objects_.emplace_back();
      object.begin = at_ - 1;
      if (around != nullptr) {
        object.parent = around->object;
        object.key = around->key;
      }
    } else if (around != nullptr) {
      level.object = around->object;
      level.key = around->key;
    }
    levels_[depth_++] = level;
    expects_key_ = true;
  }

  void take(std::string_view value) {
    if (depth_ == 0 || skipped_ > 0) return;
    Level& level = levels_[depth_ - 1];
    if (level.is_object && (expects_key_ || next_is_colon())) {
      level.key = value;
      expects_key_ = false;
      return;
    }
    expects_key_ = true;
    if (level.object < 0) return;
    JsonObject& object = out_.objects_[static_cast<std::size_t>(level.object)];
    if (level.key == "@type" && object.type.empty()) object.type = value;
    if (level.key == "@id" && object.id.empty()) object.id = value;
    out_.values_.push_back({level.object, level.key, value});
  }

  [[nodiscard]] bool next_is_colon() const noexcept { return at_ < text_.size() && text_[at_] == ':'; }

  // Numbers, true, false, null; and comments, CDATA marks, or whatever else does not belong here.
  void read_bare() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !text::is_ascii_space(text_[at_]) &&
           std::string_view("{}[]\",:").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    const std::string_view bare = text_.substr(begin, at_ - begin);
    const char first = bare.front();
    if (text::is_ascii_digit(first) || (first == '-' && bare.size() > 1 && bare[1] != '-')) take(bare);
  }

  // A quotation mark ends a string where what follows can follow a string.
  [[nodiscard]] bool ends_string(std::size_t mark) const noexcept {
    std::size_t i = mark + 1;
    while (i < text_.size() && text::is_ascii_space(text_[i])) ++i;
    if (i == text_.size()) return true;
    const char c = text_[i];
    if (c == '}' || c == ']' || c == ':') return true;
    if (c == '"') return i > mark + 1;  // a comma misses
    if (c != ',') return false;
    // ", and" goes on; a value or a key comes behind a comma.
    ++i;
    while (i < text_.size() && text::is_ascii_space(text_[i])) ++i;
    if (i == text_.size()) return true;
    const char next = text_[i];
    return next == '"' || next == '{' || next == '[' || next == '}' || next == ']' || next == '-' || next == 't' ||
           next == 'f' || next == 'n' || text::is_ascii_digit(next);
  }

  std::string_view read_string() {
    const std::size_t begin = ++at_;
    bool escaped = false;
    std::size_t mark = begin;  // the next quotation mark, where it is not before at_
    while (at_ < text_.size()) {
      if (mark <= at_) mark = std::min(text_.find('"', at_), text_.size());
      const std::size_t escape = text_.substr(at_, mark - at_).find('\\');
      if (escape != std::string_view::npos) {
        escaped = true;
        at_ = std::min(at_ + escape + 2, text_.size());
        continue;
      }
      at_ = mark;
      if (at_ == text_.size() || ends_string(at_)) break;
      ++at_;
    }
    const std::string_view raw = text_.substr(begin, at_ - begin);
    if (at_ < text_.size()) ++at_;
    while (at_ < text_.size() && text::is_ascii_space(text_[at_])) ++at_;
    return escaped ? unescape(raw) : raw;
  }

  std::string_view unescape(std::string_view raw) {
    std::string& out = out_.unescaped_;
    const std::size_t begin = out.size();
    if (out.capacity() - begin < raw.size()) return raw;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '\\' || i + 1 == raw.size()) {
        out += raw[i];
        continue;
      }
      const char c = raw[++i];
      switch (c) {
        case 'n':
        case 'r':
        case 't':
        case 'b':
        case 'f':
          out += c == 'n' ? '\n' : ' ';
          break;
        case 'u':
          i = append_unicode(raw, i, out);
          break;
        default:
          out += c;
      }
    }
    return std::string_view(out).substr(begin);
  }

  // \uXXXX at `i`, the place of the u; returns the place of its last character. Never longer than what it stands for.
  static std::size_t append_unicode(std::string_view raw, std::size_t i, std::string& out) {
    const auto read = [raw](std::size_t at) {
      if (at + 4 > raw.size()) return -1;
      int value = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const int digit = text::hex_value(raw[at + k]);
        if (digit < 0) return -1;
        value = value * 16 + digit;
      }
      return value;
    };
    int value = read(i + 1);
    if (value < 0) return i;
    std::size_t last = i + 4;
    if (value >= 0xD800 && value < 0xDC00 && last + 2 < raw.size() && raw[last + 1] == '\\' && raw[last + 2] == 'u') {
      const int low = read(last + 3);
      if (low >= 0xDC00 && low < 0xE000) {
        value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
        last += 6;
      }
    }
    if (value < 0xD800 || value >= 0xE000) {
      text::append_utf8(static_cast<char32_t>(value), out);
    }
    return last;
  }

  JsonReader& out_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::array<Level, kDeepest> levels_{};
  std::size_t depth_ = 0, skipped_ = 0;
  bool expects_key_ = true;
};

void JsonReader::clear(std::size_t bytes) {
  objects_.clear();
  values_.clear();
  unescaped_.clear();
  unescaped_.reserve(bytes);
}

void JsonReader::read(std::string_view text) { Reading(*this, text).run(); }

}  // namespace pith::statements
