#include "page/post_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "text/ascii.hpp"
#include "text/date.hpp"
#include "text/number.hpp"

namespace pith::page {

namespace {

constexpr std::size_t kLongestHeading = 160;  // bytes
constexpr std::size_t kLongestUnspaced = 36;

// Lower case; other letters than ASCII as they are written.
constexpr std::array kComments = std::to_array<std::string_view>(
    {"comment",     "comments",    "responses",    "response",    "thoughts",     "kommentar",
     "kommentare",  "kommentarer", "kommentaren",  "commentaire", "commentaires", "comentario",
     "comentarios", "comentário",  "comentários",  "commento",    "commenti",     "reacties",
     "komentarze",  "komentarzy",  "komentar",     "Комментарии", "комментарии",  "комментариев",
     "комментария", "комментарий", "Комментариев", "yorum",       "yorumlar",     "leserkommentare"});
constexpr std::array kReplies =
    std::to_array<std::string_view>({"reply", "replies", "antwort", "antworten", "réponse", "respuesta", "resposta"});
constexpr std::array kRequests = std::to_array<std::string_view>(
    {"leave", "post", "add", "write", "submit", "schreibe", "schreiben", "hinterlasse", "laisser", "deja", "deixe",
     "lascia", "dejar", "ajouter", "neuen", "Оставить", "Добавить"});
constexpr std::array kFillers = std::to_array<std::string_view>(
    {"one",  "two", "no",   "reader", "readers", "user",  "users", "visitor", "visitors", "all",   "so",  "far",
     "a",    "an",  "your", "the",    "show",    "hide",  "view",  "einen",   "eine",     "un",    "una", "il",
     "tuo",  "o",   "seu",  "new",    "total",   "and",   "have",  "join",    "der",      "leser", "zum", "artikel",
     "this", "s",   "read", "them",   "it",      "below", "or",    "ping",    "responded"});
constexpr std::array kAbout = std::to_array<std::string_view>(
    {"to", "on", "for", "in", "about", "zu", "auf", "sur", "en", "sobre", "su", "до", "к"});

/// What a word of a heading says.
enum class Word : std::uint8_t { comments, reply, request, about, filler, other };

struct KnownWord {
  std::string_view text;
  Word meaning = Word::other;
};

constexpr auto kKnownWords = [] {
  std::array<KnownWord, kComments.size() + kReplies.size() + kRequests.size() + kAbout.size() + kFillers.size()> all;
  auto next = all.begin();
  const auto add = [&next](const auto& words, Word meaning) {
    for (const std::string_view word : words) *next++ = {word, meaning};
  };
  add(kComments, Word::comments);
  add(kReplies, Word::reply);
  add(kRequests, Word::request);
  add(kAbout, Word::about);
  add(kFillers, Word::filler);
  std::sort(all.begin(), all.end(), [](const KnownWord& a, const KnownWord& b) { return a.text < b.text; });
  return all;
}();
constexpr std::size_t kLongestKnown =
    std::max_element(kKnownWords.begin(), kKnownWords.end(), [](const KnownWord& a, const KnownWord& b) {
      return a.text.size() < b.text.size();
    })->text.size();  // bytes

/// `word` in any case.
Word meaning_of(std::string_view word) noexcept {
  if (word.find_first_not_of("0123456789") == std::string_view::npos) return Word::filler;
  if (word.size() > kLongestKnown) return Word::other;
  std::array<char, kLongestKnown> letters;
  std::transform(word.begin(), word.end(), letters.begin(), text::ascii_lower);
  const std::string_view lower(letters.data(), word.size());
  const auto known = std::lower_bound(kKnownWords.begin(), kKnownWords.end(), lower,
                                      [](const KnownWord& a, std::string_view b) { return a.text < b; });
  return known != kKnownWords.end() && known->text == lower ? known->meaning : Word::other;
}

// Without spaces: nothing but these, digits and marks, one of the first group among them.
constexpr std::array kUnspaced =
    std::to_array<std::string_view>({"评论", "評論", "留言", "跟帖", "热评", "コメント", "댓글"});
constexpr std::array kUnspacedFillers = std::to_array<std::string_view>(
    {"网友", "網友", "全部", "最新", "热门", "精彩", "用户", "读者", "讀者", "文章", "发表", "發表",
     "我要", "查看", "条",   "條",   "共",   "有",   "的",   "区",   "區",   "列表", "总数", "已",
     "参与", "人",   "写",   "个",   "一覧", "（",   "）",   "：",   "，",   "件",   "개"});

bool is_word(char c) noexcept { return text::is_ascii_alphanumeric(c) || static_cast<unsigned char>(c) >= 0x80; }

bool heads_unspaced(std::string_view text) noexcept {
  if (!text.empty() && text::is_ascii_letter(text[0])) return false;  // the usual case
  bool comments = false;
  const auto drop_any = [&text](std::span<const std::string_view> words) {
    const auto word = std::find_if(words.begin(), words.end(), [&](std::string_view w) { return text.starts_with(w); });
    if (word != words.end()) text.remove_prefix(word->size());
    return word != words.end();
  };
  while (!text.empty()) {
    if (drop_any(kUnspaced)) {
      comments = true;
    } else if (static_cast<unsigned char>(text[0]) < 0x80 && !text::is_ascii_letter(text[0])) {
      text.remove_prefix(1);
    } else if (!drop_any(kUnspacedFillers)) {
      return false;
    }
  }
  return comments;
}

// Before and behind a name. Longer ones first.
constexpr std::array kBefore = std::to_array<std::string_view>(
    {"originally posted by", "posted by", "comment by", "written by", "submitted by", "reply by", "answered by",
     "asked by", "by ", "by:", "von ", "par ", "por ", "from ", "作者", "来自", "@"});
constexpr std::array kBehind = std::to_array<std::string_view>(
    {" says",      " said",    " wrote", " writes", " sagt",  " sagte",    " schrieb",   " schreibt",
     " dit",       " a écrit", " dice",  " dijo",   " disse", " escribió", " commented", " replied",
     " responded", " 说",      "说道",   " 发表于", " 回复",  " пишет"});
constexpr std::array kLoose = std::to_array<std::string_view>({" at", " on", " am", " le", " el", " posted", " um"});
// clang-format off
constexpr std::array kNoNames = std::to_array<std::string_view>({
    "posted", "posted by", "posted on", "posted at", "by", "at", "on", "says", "said", "wrote", "reply",
    "comment", "permalink", "link", "report", "edit", "quote", "from", "am", "um", "von", "and", "edited",
    "asked", "answered", "share", "author", "more", "member", "contributor", "admin mod", "sign in", "log in",
    "posts", "op", "moderator", "topic author", "written by", "administrator", "junior member", "senior member",
    "joined", "offline", "online", "likes", "location", "follow", "no comments", "published", "publish date",
    "reviewed", "关注", "楼主",
});
// clang-format on
constexpr std::array kMarks =
    std::to_array<std::string_view>({":", "：", ",",  "，", "|",        "-",  "–",  "—",  "·", "•", "/",
                                     "(", ")",  "\"", " ",  "\xC2\xA0", "\t", "\n", "\r", "»", "«"});

bool drop_front(std::string_view& text, std::string_view mark) noexcept {
  if (!text::starts_with_ignoring_case(text, mark)) return false;
  text.remove_prefix(mark.size());
  return true;
}

bool drop_back(std::string_view& text, std::string_view mark) noexcept {
  if (text.size() < mark.size() || !text::equals_ignoring_case(text.substr(text.size() - mark.size()), mark))
    return false;
  text.remove_suffix(mark.size());
  return true;
}

// The bytes that words begin or end with, in either case: most texts are told from all of a list by one of theirs.
template <bool Front, std::size_t N>
constexpr std::array<bool, 256> ends_of(const std::array<std::string_view, N>& words) {
  std::array<bool, 256> bytes{};
  for (const std::string_view word : words) {
    const char c = Front ? word.front() : word.back();
    bytes[static_cast<unsigned char>(c)] = true;
    if (c >= 'a' && c <= 'z') bytes[static_cast<unsigned char>(c - 'a' + 'A')] = true;
  }
  return bytes;
}
constexpr auto kFrontOfBefore = ends_of<true>(kBefore);
constexpr auto kBackOfBehind = ends_of<false>(kBehind);
constexpr auto kBackOfLoose = ends_of<false>(kLoose);
constexpr auto kFrontOfNoNames = ends_of<true>(kNoNames);
constexpr auto kFrontOfMarks = ends_of<true>(kMarks);
constexpr auto kBackOfMarks = ends_of<false>(kMarks);

bool may_begin(const std::array<bool, 256>& bytes, std::string_view text) noexcept {
  return !text.empty() && bytes[static_cast<unsigned char>(text.front())];
}

bool may_end(const std::array<bool, 256>& bytes, std::string_view text) noexcept {
  return !text.empty() && bytes[static_cast<unsigned char>(text.back())];
}

void trim_marks(std::string_view& text) noexcept {
  const auto any = [&](auto drop) {
    return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) { return drop(text, mark); });
  };
  while (may_begin(kFrontOfMarks, text) && any(drop_front)) {
  }
  while (may_end(kBackOfMarks, text) && any(drop_back)) {
  }
}

NamePhrase cut_phrase(std::string_view text) noexcept {
  NamePhrase phrase;
  trim_marks(text);
  for (const std::string_view word : kBefore) {
    if (!may_begin(kFrontOfBefore, text)) break;
    if (!drop_front(text, word)) continue;
    phrase.said = true;
    trim_marks(text);
    break;
  }
  for (const std::string_view word : kBehind) {
    if (!may_end(kBackOfBehind, text)) break;
    if (text.size() == word.size() || !drop_back(text, word)) continue;
    phrase.said = true;
    trim_marks(text);
    break;
  }
  for (const std::string_view word : kLoose) {
    if (!may_end(kBackOfLoose, text)) break;
    if (drop_back(text, word)) trim_marks(text);
  }
  bool none =
      may_begin(kFrontOfNoNames, text) && std::any_of(kNoNames.begin(), kNoNames.end(), [&](std::string_view word) {
        return word.size() == text.size() && text::equals_ignoring_case(text, word);
      });
  // Counters: "Posts: 486", "16,287 posts".
  none |= text::starts_with_ignoring_case(text, "posts:") || text::starts_with_ignoring_case(text, "likes:") ||
          (text.find_first_of("0123456789") == 0 && text.size() > 5 &&
           text::equals_ignoring_case(text.substr(text.size() - 5), "posts"));
  if (!none) phrase.name = text;
  return phrase;
}

// Small letters only: "3D" and "5M" are other things.
constexpr std::array kShortUnits =
    std::to_array<std::string_view>({"y", "yr", "yrs", "mo", "mos", "w", "wk", "d", "h", "hr", "hrs", "m", "min"});

// In the path or the query of a person's page.
constexpr std::array kProfiles = std::to_array<std::string_view>(
    {"/user/",    "/users/",  "/user.php",   "/usercenter", "/u/",        "/member/",      "/members/", "/profile",
     "/people/",  "/author/", "/@",          "/~",          "member.php", "profile.php",   "uid=",      "uid-",
     "mod=space", "userid=",  "/home/main?", "showuser",    "memberlist", "action=profile"});

}  // namespace

bool may_head_comments(std::string_view beginning) noexcept {
  const auto is_mark = [](char c) { return static_cast<unsigned char>(c) < 0x80 && !text::is_ascii_letter(c); };
  const auto begin = std::find_if_not(beginning.begin(), beginning.end(), is_mark);
  const auto end = std::find_if_not(begin, beginning.end(), text::is_ascii_letter);
  // A word that goes on, with digits, in other letters or in the next text, is left to the whole test.
  if (begin == end || end == beginning.end() || is_word(*end)) return true;
  return meaning_of({begin, end}) != Word::other;
}

bool heads_comments(std::string_view text) noexcept {
  if (text.size() > kLongestHeading) return false;
  if (text.size() <= kLongestUnspaced && heads_unspaced(text)) return true;
  bool comments = false, replies = false, request = false;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    std::string_view word = text.substr(at, end - at);
    at = end;
    while (word.size() > 3 && (word.ends_with("…") || word.ends_with("”") || word.ends_with("»"))) {
      word.remove_suffix(word.ends_with("»") ? 2 : 3);
    }
    switch (meaning_of(word)) {
      case Word::comments:
        comments = true;
        break;
      case Word::reply:
        replies = true;
        break;
      case Word::request:
        request = true;
        break;
      case Word::about:
        if (comments) return true;
        return replies && request;
      case Word::filler:
        break;
      case Word::other:
        return replies && request;
    }
  }
  return comments || (replies && request);
}

bool is_short_moment(std::string_view text) noexcept {
  trim_marks(text);
  const auto drop_number = [&text] {
    const std::size_t digits = text::leading_digits(text);
    text.remove_prefix(digits);
    return digits;
  };
  const std::size_t first = drop_number();
  if (first == 0 || first > 2 || text.empty()) return false;
  if (const char mark = text[0]; mark == '/' || mark == '.' || mark == '-') {
    text.remove_prefix(1);
    const std::size_t second = drop_number();
    if (second == 0 || second > 2 || text.empty() || text[0] != mark) return false;
    text.remove_prefix(1);
    return drop_number() == 2 && text.empty();
  }
  while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  if (text.ends_with(" ago")) text.remove_suffix(4);
  return std::find(kShortUnits.begin(), kShortUnits.end(), text) != kShortUnits.end();
}

bool is_time_of_day(std::string_view text) noexcept {
  trim_marks(text);
  const auto digit = [text](std::size_t at) { return at < text.size() && text::is_ascii_digit(text[at]); };
  const std::size_t colon = digit(1) ? 2 : 1;
  return digit(0) && colon < text.size() && text[colon] == ':' && digit(colon + 1) && digit(colon + 2);
}

bool leads_to_profile(std::string_view address) noexcept {
  // Without the host, whose name may say anything.
  if (const std::size_t host = address.find("//"); host != std::string_view::npos) {
    const std::size_t path = address.find('/', host + 2);
    address.remove_prefix(std::min(path, address.size()));
  }
  return std::any_of(kProfiles.begin(), kProfiles.end(),
                     [address](std::string_view part) { return address.find(part) != std::string_view::npos; });
}

NamePhrase cut_name(std::string_view text) noexcept {
  if (text.find_first_of("0123456789") == std::string_view::npos) return cut_phrase(text);
  const text::DateMatch date = text::find_date(text);
  if (!date) return cut_phrase(text);
  const NamePhrase behind = cut_phrase(text.substr(date.end));
  if (behind.said && !behind.name.empty()) return behind;
  return cut_phrase(text.substr(0, date.begin));
}

}  // namespace pith::page
