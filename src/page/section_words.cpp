#include "page/section_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::page {

namespace {

constexpr std::size_t kLongest = 80;       // bytes of a heading
constexpr std::size_t kLongestBegun = 60;  // of one that begins with words below and goes on

// clang-format off
// Lower case; all there is in the heading, but for marks around it.
constexpr auto kWhole = [] {
  auto all = std::to_array<std::string_view>({
      // English
      "related", "more", "more stories", "more news", "more articles", "more posts", "more videos", "more like this",
      "more to read", "more to explore", "read next", "read also", "also read", "see also", "up next", "next up",
      "what to read next", "you may like", "you might like", "trending", "trending now", "popular", "most read",
      "most viewed", "most shared", "most commented", "must read", "must reads", "don't miss", "latest", "the latest",
      "recent", "similar", "other articles", "other news", "other stories", "other posts", "other products",
      "frequently bought together", "around the web", "from around the web", "from the web", "top stories",
      "top news", "headlines", "editor's picks", "editors' picks", "editor's choice", "our picks", "staff picks",
      "in case you missed it", "in this section", "keep reading", "further reading", "on the same topic", "sponsored",
      "promoted", "spotlight", "what's new", "what's hot", "best sellers", "bestsellers",
      // German
      "mehr", "zum thema", "mehr zum thema", "lesen sie auch", "lesen sie mehr", "auch interessant",
      "auch lesenswert", "das könnte sie auch interessieren", "das könnte sie interessieren",
      "das könnte dich auch interessieren", "das könnte ihnen auch gefallen", "das könnte dir auch gefallen",
      "weitere artikel", "weitere themen", "weitere meldungen", "weitere nachrichten", "weitere beiträge",
      "weitere news", "weitere produkte", "meistgelesen", "meist gelesen", "am meisten gelesen",
      "meistgelesene artikel", "zum weiterlesen", "siehe auch", "passend dazu", "zuletzt angesehen",
      "aus dem ressort", "top-themen", "topthemen", "anzeige",
      // French
      "à lire aussi", "a lire aussi", "lire aussi", "à lire également", "à lire", "sur le même sujet",
      "sur le même thème", "dans la même rubrique", "dans la même catégorie", "les plus lus", "les plus populaires",
      "le plus lu", "vous aimerez aussi", "vous aimerez peut-être", "vous pourriez aussi aimer",
      "vous pourriez également aimer", "voir aussi", "à voir aussi", "en savoir plus", "à la une",
      // Spanish
      "relacionados", "relacionadas", "te puede interesar", "también te puede interesar", "le puede interesar",
      "te podría interesar", "lo más leído", "lo más visto", "más noticias", "más leídas", "más leídos", "lo último",
      "ver también", "además",
      // Portuguese
      "leia também", "leia mais", "veja também", "veja mais", "mais lidas", "mais lidos", "as mais lidas",
      "você pode gostar", "mais notícias", "saiba mais",
      // Italian
      "leggi anche", "potrebbe interessarti", "potrebbero interessarti", "potrebbe interessarti anche", "correlati",
      "i più letti", "più letti", "le più lette", "altri articoli", "altre notizie", "vedi anche", "da leggere",
      // Dutch
      "lees ook", "lees meer", "lees verder", "meer nieuws", "meest gelezen", "bekijk ook", "ook interessant",
      "laatste nieuws",
      // Polish
      "czytaj także", "czytaj też", "czytaj również", "zobacz także", "zobacz też", "zobacz również",
      "przeczytaj także", "przeczytaj również", "polecamy", "najczęściej czytane", "najpopularniejsze",
      "warto przeczytać", "inne artykuły", "ostatnie wpisy", "więcej", "więcej na ten temat",
      // Czech, Slovak
      "čtěte také", "čtěte dále", "mohlo by vás zajímat", "nejčtenější", "čítajte aj", "najčítanejšie",
      // Russian, Ukrainian
      "читайте также", "читайте еще", "читать также", "смотрите также", "см. также", "по теме", "материалы по теме",
      "новости по теме", "статьи по теме", "еще по теме", "ещё по теме", "популярное", "самое читаемое",
      "самое популярное", "новости партнеров", "новости партнёров", "лента новостей", "главные новости", "главное",
      "еще новости", "вам может быть интересно", "недавно просмотренные", "выбор редакции", "архив новостей",
      "читайте також", "дивіться також", "за темою", "популярне", "новини партнерів",
      // Greek
      "διαβάστε επίσης", "διαβάστε ακόμα", "δείτε επίσης", "τελευταία νέα", "ροή ειδήσεων",
      // Turkish
      "ilginizi çekebilir", "bunlar da ilginizi çekebilir", "en çok okunanlar", "son haberler",
      // Swedish, Danish, Norwegian, Finnish
      "läs också", "läs även", "läs mer", "läs vidare", "mest läst", "mest lästa", "senaste nytt", "les også",
      "les mer", "mest lest", "læs også", "læs mere", "mest læste", "seneste nyt", "lue myös", "lue lisää",
      "luetuimmat",
      // Hungarian, Romanian
      "olvasta már", "ezt is olvassa el", "citește și", "citeste si", "vezi și",
      // Indonesian, Vietnamese
      "baca juga", "terpopuler", "lihat juga", "xem thêm", "đọc thêm", "tin mới", "cùng chuyên mục",
      // Arabic, Hebrew, Hindi
      "اقرأ أيضا", "اقرأ أيضاً", "مواضيع ذات صلة", "ذات صلة", "קראו עוד", "यह भी पढ़ें",
      // Chinese
      "更多", "排行榜", "热榜", "熱榜", "排行", "上一篇下一篇",
      // Japanese, Korean
      "ランキング", "こちらもおすすめ", "あわせて読みたい", "あわせて読む", "많이 본 뉴스", "인기 기사", "주요뉴스",
  });
  std::sort(all.begin(), all.end());
  return all;
}();

// Lower case; what the heading begins with, up to the end of a word where words have ends.
constexpr auto kBegin = [] {
  auto all = std::to_array<std::string_view>({
      "related", "you may also", "you might also", "you'll also", "more from", "more in", "more on", "more about",
      "more by", "also on", "elsewhere on", "most popular", "recommended", "popular posts", "popular articles",
      "popular products", "popular news", "trending in", "latest from", "latest in", "latest news", "latest articles",
      "latest posts", "latest stories", "latest videos", "recent posts", "recent articles", "recent news",
      "recent comments", "recent stories", "recently viewed", "recently added", "similar articles", "similar posts",
      "similar products", "similar items", "similar stories", "other articles", "others also", "people also",
      "customers also", "customers who", "readers also", "explore more", "discover more", "suggested", "sponsored by",
      "paid content", "mehr zu", "mehr aus", "mehr von", "ähnliche", "verwandte", "beliebte", "neueste", "empfohlen",
      "empfohlene", "empfehlungen", "kunden kauften", "kunden, die", "articles liés", "articles similaires",
      "articles récents", "articles recommandés", "derniers articles", "dernières actualités", "produits similaires",
      "plus d'articles", "recommandé", "nos recommandations", "noticias relacionadas", "artículos relacionados",
      "temas relacionados", "últimas noticias", "productos relacionados", "más en", "más sobre", "más de",
      "entradas recientes", "recomendado", "recomendados", "notícias relacionadas", "artigos relacionados",
      "posts relacionados", "produtos relacionados", "conteúdo relacionado", "mais sobre", "ti potrebbe",
      "articoli correlati", "notizie correlate", "ultime notizie", "prodotti correlati", "gerelateerd",
      "gerelateerde", "meer over", "meer van", "aanbevolen", "powiązane", "podobne", "polecane", "najnowsze",
      "więcej na temat", "zobacz więcej", "související", "súvisiace", "другие новости", "другие материалы",
      "другие статьи", "похожие", "популярные", "последние новости", "рекомендуем", "с этим товаром", "вам также",
      "останні новини", "схожі", "σχετικά", "σχετικές", "δημοφιλή", "περισσότερα", "ilgili haberler",
      "benzer haberler", "diğer haberler", "relaterat", "relaterade", "relaterede", "relaterte", "kapcsolódó",
      "ajánlott", "articole similare", "berita terkait", "artikel terkait", "berita lainnya", "tin liên quan",
      "bài viết liên quan",
      // Without spaces: what goes on belongs to the heading.
      "相关", "相關", "推荐阅读", "推薦閱讀", "推荐文章", "推荐新闻", "推荐视频", "热门", "熱門", "热点新闻",
      "热点推荐", "精彩推荐", "精选推荐", "今日推荐", "编辑推荐", "編輯推薦", "猜你喜", "您可能", "你可能", "您或许",
      "大家都在", "大家还", "延伸阅读", "延伸閱讀", "拓展阅读", "更多新闻", "更多文章", "更多推荐", "更多精彩",
      "更多相关", "更多新聞", "最新文章", "最新新闻", "最新资讯", "最新推荐", "最新消息", "最新动态", "最新新聞",
      "本类", "本栏", "点击排行", "阅读排行", "新闻排行", "图片新闻", "图片推荐", "为您推荐", "为你推荐", "為你推薦",
      "随机推荐", "随机文章", "其他新闻", "其它新闻", "往期回顾", "往期文章", "同类", "近期文章", "看更多",
      "您还可能", "看过本文", "関連", "おすすめ", "オススメ", "人気記事", "最新記事", "新着記事",
      "アクセスランキング", "관련", "추천 기사", "최신 기사", "최신뉴스",
  });
  std::sort(all.begin(), all.end());
  return all;
}();

// clang-format on

template <std::size_t N>
bool is_in(const std::array<std::string_view, N>& sorted, std::string_view text) noexcept {
  return std::binary_search(sorted.begin(), sorted.end(), text);
}

// Most blocks begin with characters that none of our headings begins with: two, or three where the first is of ASCII.
constexpr std::size_t kBeginnings = 4096;
template <class Fold>
constexpr std::size_t hash_of_beginning(const char* p, const char* end, Fold fold) noexcept {
  std::size_t hash = 0;
  for (int left = 3; left != 0 && p != end; --left) {
    const text::CodePoint c = text::read_utf8(p, end);
    const char32_t folded = fold(c.value);
    if (left == 3 && folded >= 0x80) --left;
    hash = hash * 61 + folded;
    p += c.length;
  }
  return hash % kBeginnings;
}
constexpr auto kKnownBeginnings = [] {
  std::array<std::uint64_t, kBeginnings / 64> bits{};
  const auto add = [&bits](const auto& headings) {
    for (const std::string_view heading : headings) {
      const std::size_t at =
          hash_of_beginning(heading.data(), heading.data() + heading.size(), [](char32_t c) { return c; });
      bits[at / 64] |= std::uint64_t{1} << at % 64;
    }
  };
  add(kWhole);
  add(kBegin);
  return bits;
}();

bool is_known(std::size_t beginning) noexcept { return (kKnownBeginnings[beginning / 64] >> beginning % 64 & 1) != 0; }

bool is_word_character(char32_t c) noexcept { return text::is_letter(c) || text::is_cjk(c); }

char32_t folded(char32_t c) noexcept { return c == U'’' ? U'\'' : text::to_lower(c); }

}  // namespace

bool heads_other_pages(std::string_view text) noexcept {
  if (text.size() > kLongest) return false;
  const char *begin = text.data(), *const end = begin + text.size();
  text::CodePoint c;
  for (;; begin += c.length) {
    if (begin == end) return false;
    c = text::read_utf8(begin, end);
    if (is_word_character(c.value)) break;
  }
  if (!is_known(hash_of_beginning(begin, end, folded))) return false;
  // In lower case, from the first letter to the last.
  std::array<char, kLongest * 2> lower;
  std::size_t size = 0, last = 0;
  std::array<std::size_t, kLongest> ends;  // of words, and of characters that are words
  std::size_t words = 0;
  bool inside = false;
  for (const char* p = begin; p != end; p += c.length) {
    c = text::read_utf8(p, end);
    const bool cjk = text::is_cjk(c.value), word = cjk || text::is_letter(c.value);
    if (inside && (!word || cjk)) ends[words++] = size;
    inside = word;
    size = static_cast<std::size_t>(text::write_utf8(folded(c.value), lower.data() + size) - lower.data());
    if (word) last = size;
  }
  const std::string_view heading(lower.data(), last);
  if (is_in(kWhole, heading) || is_in(kBegin, heading)) return true;
  if (heading.size() > kLongestBegun) return false;
  return std::any_of(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(words),
                     [heading](std::size_t word_end) { return is_in(kBegin, heading.substr(0, word_end)); });
}

}  // namespace pith::page
