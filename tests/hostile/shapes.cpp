#include "hostile/shapes.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "text/hash.hpp"

namespace pith::hostile {

namespace {

/// Appends `unit` until `out` has grown to `size` bytes.
void fill(std::string& out, std::size_t size, std::string_view unit) {
  while (out.size() < size) out += unit;
}

/// Appends `unit` with each '#' replaced by a running number, until `out` has `size` bytes. Returns how often.
std::size_t fill_numbered(std::string& out, std::size_t size, std::string_view unit) {
  std::size_t n = 0;
  for (; out.size() < size; ++n)
    for (const char c : unit) {
      if (c == '#')
        out += std::to_string(n);
      else
        out += c;
    }
  return n;
}

void repeat(std::string& out, std::size_t count, std::string_view unit) {
  for (std::size_t i = 0; i < count; ++i) out += unit;
}

/// Deterministic pseudo-random numbers (the multiplier is Knuth's for 64 bits).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint32_t next(std::uint32_t below) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>((state_ >> 33) % below);
  }

 private:
  std::uint64_t state_;
};

/// The hash of the parser's table of a document's own tag names, to make names that share slots.
std::uint64_t hash_of_name(std::string_view name) {
  const std::uint64_t h = text::fnv64(name);
  return h ^ (h >> 32);
}

void colliding_names(std::string& out, std::size_t bytes) {
  std::vector<std::string> names;
  std::size_t total = 0;
  for (std::uint64_t i = 0; names.size() < 60'000 && total < bytes; ++i) {
    std::string name = "x";
    for (std::uint64_t rest = i; rest != 0; rest /= 26) name += static_cast<char>('a' + rest % 26);
    if ((hash_of_name(name) & 0x1FFFF) >= 2048) continue;
    total += name.size() + 2;
    names.push_back(std::move(name));
  }
  for (std::size_t i = 0; out.size() < bytes; i = (i + 1) % names.size()) out += '<' + names[i] + '>';
}

void tag_soup(std::string& out, std::size_t bytes) {
  static constexpr std::array kNames = {"a",        "b",    "i",        "p",       "div",           "table",
                                        "tr",       "td",   "tbody",    "caption", "select",        "option",
                                        "svg",      "math", "mi",       "title",   "template",      "form",
                                        "li",       "ul",   "dd",       "nobr",    "button",        "ruby",
                                        "rt",       "span", "h1",       "pre",     "style",         "script",
                                        "textarea", "body", "html",     "head",    "frameset",      "col",
                                        "object",   "font", "iframe",   "br",      "img",           "hr",
                                        "desc",     "g",    "noscript", "mtext",   "foreignobject", "annotation-xml",
                                        "x-y"};
  Random random(7);
  while (out.size() < bytes) {
    const std::string_view name = kNames[random.next(kNames.size())];
    switch (random.next(6)) {
      case 0:
        out += "text ";
        break;
      case 1:
      case 2:
        (out += "</") += name, out += '>';
        break;
      case 3:
        ((out += '<') += name) += " class=c id='i' color=x>";
        break;
      default:
        ((out += '<') += name) += '>';
        break;
    }
  }
}

void random_bytes(std::string& out, std::size_t bytes) {
  Random random(11);
  while (out.size() < bytes) out += static_cast<char>(random.next(256));
}

void random_markup_bytes(std::string& out, std::size_t bytes) {
  static constexpr std::string_view kBytes = "<<<>>//!-=\"'&;#x \n\r\tabdpis\x80\xE4\xB8\xAD";
  Random random(13);
  while (out.size() < bytes) out += kBytes[random.next(static_cast<std::uint32_t>(kBytes.size()))];
}

constexpr std::string_view kSentence = "The council met on Tuesday, and decided to build the bridge after all. ";
constexpr std::string_view kChinese = "市政府周二召开会议，决定重新修建大桥，预计明年完工。";

#define SHAPE(name, what, ...)                            \
  {                                                       \
    name, what, [](std::string& out, std::size_t bytes) { \
      static_cast<void>(bytes);                           \
      __VA_ARGS__;                                        \
    }                                                     \
  }

constexpr Shape kShapes[] = {
    // --- nesting ---
    SHAPE("nested-div", "<div> n deep", fill(out, bytes, "<div>")),
    SHAPE("nested-div-closed", "<div> n deep, text, closed again",
          repeat(out, bytes / 11, "<div>"); out += kSentence; repeat(out, bytes / 11, "</div>")),
    SHAPE("nested-div-text", "text at each of n depths", fill(out, bytes, "<div>some words here")),
    SHAPE("nested-span", "<span> n deep with text", fill(out, bytes, "<span>x")),
    SHAPE("nested-ul-li", "<ul><li> n deep", fill(out, bytes, "<ul><li>")),
    SHAPE("nested-dl-dd", "<dl><dd><dt> n deep", fill(out, bytes, "<dl><dd><dt>")),
    SHAPE("nested-blockquote-p", "<blockquote><p>x n deep", fill(out, bytes, "<blockquote><p>x")),
    SHAPE("nested-b", "<b> n deep, all alike", fill(out, bytes, "<b>")),
    SHAPE("nested-font", "<font> n deep, all different", fill_numbered(out, bytes, "<font color=#>")),
    SHAPE("nested-a-div", "<a><div>: an adoption each", fill(out, bytes, "<a><div>")),
    SHAPE("nested-a-p", "<a><p>", fill(out, bytes, "<a><p>")),
    SHAPE("nested-span-p", "<span><p>", fill(out, bytes, "<span><p>")),
    SHAPE("nested-table", "<table><tr><td> n deep", fill(out, bytes, "<table><tr><td>")),
    SHAPE("nested-table-text", "tables n deep with text in each cell", fill(out, bytes, "<table><tr><td>cell</td><td>")),
    SHAPE("nested-template", "<template> n deep", fill(out, bytes, "<template>")),
    SHAPE("nested-template-td", "<template><td> n deep", fill(out, bytes, "<template><tr><td>")),
    SHAPE("nested-select", "<select><option> again and again", fill(out, bytes, "<select><option>")),
    SHAPE("nested-select-object", "selects inside selects behind <object>", fill(out, bytes, "<select><option><object>")),
    SHAPE("nested-form", "<form> n deep through templates", fill(out, bytes, "<template><form>")),
    SHAPE("nested-form-misclosed", "<form><div></form>: the form leaves the stack from its middle",
          fill(out, bytes, "<form><div></form>")),
    SHAPE("nested-button", "<button> n times, each closes the one before", fill(out, bytes, "<button>x")),
    SHAPE("nested-button-div", "<button><div>", fill(out, bytes, "<button><div>")),
    SHAPE("nested-object", "<object> n deep: a marker each", fill(out, bytes, "<object>")),
    SHAPE("nested-marquee-closed", "<marquee> n deep, then closed", repeat(out, bytes / 19, "<marquee>");
          repeat(out, bytes / 19, "</marquee>")),
    SHAPE("nested-heading", "<h1> inside <div> n deep", fill(out, bytes, "<h1><div>")),
    SHAPE("nested-ruby", "<ruby><rt>", fill(out, bytes, "<ruby>x<rt>y<rtc>")),
    SHAPE("nested-pre-list", "lists n deep in <pre>", out += "<pre>"; fill(out, bytes, "<ul>\n<li>\nx ")),
    SHAPE("nested-x", "unknown element n deep", fill(out, bytes, "<x-y>")),
    // --- foreign content ---
    SHAPE("svg-g", "<svg> and <g> n deep", out += "<svg>"; fill(out, bytes, "<g>")),
    SHAPE("svg-g-unknown-end", "<svg>, <g> n deep, n unknown end tags", out += "<svg>"; repeat(out, bytes / 8, "<g>");
          fill(out, bytes, "</x>")),
    SHAPE("svg-breakout", "<svg><g><p>: leaves foreign content each time", fill(out, bytes, "<svg><g><p>")),
    SHAPE("svg-template", "<svg><template>", fill(out, bytes, "<svg><template>")),
    SHAPE("svg-desc", "<svg><desc> n deep", fill(out, bytes, "<svg><desc>")),
    SHAPE("svg-attributes", "foreign attributes to adjust", out += "<svg>";
          fill(out, bytes, "<g viewbox=1 xlink:href=a preserveaspectratio=x definitionurl=y></g>")),
    SHAPE("math-mi", "<math><mi> n deep", fill(out, bytes, "<math><mi>")),
    SHAPE("math-svg-alternating", "<math><annotation-xml><svg><foreignObject> n deep",
          fill(out, bytes, "<math><annotation-xml encoding=text/html><svg><foreignObject>")),
    SHAPE("cdata", "CDATA sections in <svg>", out += "<svg>"; fill(out, bytes, "<![CDATA[ a < b ]]>")),
    SHAPE("cdata-open", "unclosed CDATA sections", out += "<svg>"; fill(out, bytes, "<![CDATA[")),
    SHAPE("cdata-in-html", "CDATA where there is none", fill(out, bytes, "<![CDATA[x]]>")),
    // --- formatting elements ---
    SHAPE("bomb-b-i", "n <b>, n <i>, all different, then n x</b>", const std::size_t n = bytes / 26;
          for (std::size_t i = 0; i < n; ++i) out += "<b a=" + std::to_string(i) + '>';
          for (std::size_t i = 0; i < n; ++i) out += "<i a=" + std::to_string(i) + '>'; fill(out, bytes, "x</b>")),
    SHAPE("bomb-font-p", "<font color=i><p>x: n reconstructions of n elements", fill_numbered(out, bytes, "<font color=#><p>x")),
    SHAPE("bomb-font-p-closed", "the same with closed paragraphs", fill_numbered(out, bytes, "<p><font color=#>x</p>")),
    SHAPE("bomb-nobr", "<nobr> inside <nobr>", fill(out, bytes, "<nobr>x")),
    SHAPE("bomb-a", "<a> inside <a>", fill(out, bytes, "<a href=x>y")),
    SHAPE("bomb-misnested", "<b><i><u></b></i></u>", fill(out, bytes, "<b><i><u>x</b>y</i>z</u>")),
    SHAPE("bomb-misnested-div", "<b><div></b>", fill(out, bytes, "<b>x<div>y</b>z")),
    SHAPE("bomb-eight", "eight rounds of adoption each", fill(out, bytes, "<b><b><b><b><b><b><b><b><div>x</b></b></b></b></b></b></b></b>")),
    SHAPE("adopt-over-span", "<b>, n <span>, <div></b>: n elements leave the stack at once", out += "<b>";
          fill(out, bytes, "<span>"); out += "<div></b>x"),
    SHAPE("adopt-under-span", "the same with as many <span> above, which all move each time", out += "<b>";
          fill(out, bytes / 2, "<span>"); out += "<div>"; fill(out, bytes, "<span>"); out += "</b>x"),
    SHAPE("adopt-over-span-often", "the same, 64 <span> at a time", while (out.size() < bytes) {
      out += "<b>";
      repeat(out, 64, "<span>");
      out += "<div></b>x";
    }),
    SHAPE("adopt-over-unlisted", "adoption over n <i> that left the list, with n <b> in it", 
          fill_numbered(out, bytes / 2, "<b a=#>"); out += "<u>"; fill(out, bytes, "<i>"); out += "<div></u>x"),
    SHAPE("list-unmatched-end", "n formatting elements, then end tags of another name", fill_numbered(out, bytes / 2, "<b a=#>");
          fill(out, bytes, "</i>")),
    SHAPE("list-search-a", "n formatting elements, then n <a>", fill_numbered(out, bytes / 2, "<b a=#>"); fill(out, bytes, "<a></a>")),
    SHAPE("list-search-far", "n <i>, n <b>, n </i>", const std::size_t n = bytes / 26;
          for (std::size_t i = 0; i < n; ++i) out += "<i a=" + std::to_string(i) + '>';
          for (std::size_t i = 0; i < n; ++i) out += "<b a=" + std::to_string(i) + '>'; fill(out, bytes, "</i>")),
    SHAPE("list-alike", "formatting elements with many attributes, all nearly alike",
          fill_numbered(out, bytes, "<b a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=#>")),
    SHAPE("list-after-cell", "formatting elements in cells", out += "<table><tr>"; fill_numbered(out, bytes, "<td><b a=#>x</td>")),
    // --- end tags ---
    SHAPE("div-end-span", "n <div>, n </span>", repeat(out, bytes / 12, "<div>"); fill(out, bytes, "</span>")),
    SHAPE("span-end-div", "n <span>, n </div>", repeat(out, bytes / 12, "<span>"); fill(out, bytes, "</div>")),
    SHAPE("span-end-b", "n <span>, n </b>", repeat(out, bytes / 10, "<span>"); fill(out, bytes, "</b>")),
    SHAPE("end-p", "n </p>", fill(out, bytes, "</p>")),
    SHAPE("end-br", "n </br>", fill(out, bytes, "</br>")),
    SHAPE("after-body", "content after </body>, again and again", fill(out, bytes, "</body>x<!-- y -->")),
    SHAPE("after-html", "content after </html>", fill(out, bytes, "</html><!-- x --> <p>y")),
    SHAPE("head-after-head", "metadata after </head>", out += "<head></head>"; fill(out, bytes, "<meta name=a content=b>\n")),
    SHAPE("frameset", "framesets n deep", fill(out, bytes, "<frameset><frame src=a>")),
    SHAPE("frameset-noframes", "<frameset>, then text and noframes", out += "<frameset></frameset>";
          fill(out, bytes, "x <noframes>y</noframes></html> ")),
    // --- names and attributes ---
    SHAPE("names", "a new tag name each", fill_numbered(out, bytes, "<x#>")),
    SHAPE("names-end", "new tag names, then end tags of others", fill_numbered(out, bytes / 2, "<x#>"); fill_numbered(out, bytes, "</y#>")),
    SHAPE("names-svg", "new tag names in <svg>, closed from far", out += "<svg>"; fill_numbered(out, bytes / 2, "<x#>");
          fill_numbered(out, bytes, "</x#>")),
    SHAPE("names-colliding", "tag names that share slots of the table of names", colliding_names(out, bytes)),
    SHAPE("name-long", "one tag name, as long as the page", out += '<'; fill(out, bytes, "abcdefgh"); out += '>'),
    SHAPE("attributes", "n attributes on one tag", out += "<p"; fill_numbered(out, bytes, " a#=1"); out += '>'),
    SHAPE("attributes-bare", "n attributes without values on one tag", out += "<p"; fill_numbered(out, bytes, " a#"); out += '>'),
    SHAPE("attributes-alike", "one attribute n times on one tag", out += "<p"; fill(out, bytes, " abc=1"); out += '>'),
    SHAPE("attributes-same-beginning", "names of 20 bytes that differ at the end", out += "<p";
          fill_numbered(out, bytes, " data-tracking-long-#"); out += '>'),
    SHAPE("attributes-one-too-many", "one attribute again and again after 64 others", out += "<p";
          for (int i = 0; i < 64; ++i) out += " a" + std::to_string(i); fill(out, bytes, " a"); out += '>'),
    SHAPE("attributes-long-names", "names of 5,000 bytes that differ at the end", out += "<p"; const std::string name(5000, 'a');
          for (std::size_t i = 0; out.size() < bytes; ++i) out += ' ' + name + std::to_string(i); out += '>'),
    SHAPE("attributes-512", "tags with 512 attributes each", while (out.size() < bytes) {
      out += "<p";
      for (int i = 0; i < 512; ++i) out += " a" + std::to_string(i);
      out += '>';
    }),
    SHAPE("attributes-end-tag", "attributes on end tags", fill(out, bytes, "</p a=1 b=2 c=3>")),
    SHAPE("attributes-html", "<html> again and again with another attribute", fill_numbered(out, bytes, "<html a#=b>")),
    SHAPE("attributes-body", "<body> with 300 attributes again and again", while (out.size() < bytes) {
      out += "<body";
      for (int i = 0; i < 300; ++i) out += " a" + std::to_string(i);
      out += '>';
    }),
    SHAPE("attribute-huge", "one attribute, as long as the page", out += "<p title=\""; fill(out, bytes, kSentence); out += "\">x"),
    SHAPE("attribute-huge-entities", "one attribute full of references", out += "<p title='"; fill(out, bytes, "&amp;&lt;&#20013;");
          out += "'>x"),
    SHAPE("attribute-open", "quotes that are never closed", fill(out, bytes, "<a href='x>y</a>\n")),
    SHAPE("src-long", "very long src", out += "<img src=\"data:image/png;base64,"; fill(out, bytes, "iVBORw0KGgoAAAANSUhEUgAA"); out += "\">"),
    SHAPE("src-many-long", "many long src and srcset", while (out.size() < bytes) {
      out += "<p>x<img src='http://example.com/";
      repeat(out, 200, "a/../");
      out += "' srcset='";
      repeat(out, 50, "/i.png 2x, ");
      out += "'>";
    }),
    SHAPE("class-long", "class attributes of thousands of words", while (out.size() < bytes) {
      out += "<div class='";
      repeat(out, 2000, "comment nav-");
      out += "'>x</div>";
    }),
    SHAPE("style-long", "inline style of thousands of rules", while (out.size() < bytes) {
      out += "<div style='";
      repeat(out, 1000, "display :none\t;x:y;");
      out += "'>x</div>";
    }),
    // --- text and references ---
    SHAPE("entities", "&amp; and numeric references", fill(out, bytes, "&amp;&#20013;&#x6587; ")),
    SHAPE("entities-long", "the longest name of all", fill(out, bytes, "&CounterClockwiseContourIntegral;")),
    SHAPE("entities-notit", "&notit", fill(out, bytes, "&notit")),
    SHAPE("entities-digits", "one reference of n digits", out += "&#"; fill(out, bytes, "1234567890")),
    SHAPE("entities-surrogates", "half surrogates and out of range", fill(out, bytes, "&#xD800;&#xDFFF;&#x110000;&#x80;&#0;")),
    SHAPE("ampersands", "&", fill(out, bytes, "&")),
    SHAPE("less-than", "<", fill(out, bytes, "<")),
    SHAPE("less-slash", "</", fill(out, bytes, "</")),
    SHAPE("nul", "NUL", fill(out, bytes, std::string_view("\0", 1))),
    SHAPE("nul-mixed", "NUL among words, in body, svg and table",
          fill(out, bytes, std::string_view("<p>a\0b<svg>c\0 d</svg><table>\0e</table>", 41))),
    SHAPE("cr", "CR", fill(out, bytes, "\r")),
    SHAPE("cr-mixed", "CR, LF and CRLF", fill(out, bytes, "a\rb\r\nc\n\rd<p title='\r\n'>")),
    SHAPE("white-space", "nothing but white space", fill(out, bytes, " \t\n\f ")),
    SHAPE("no-break-spaces", "kinds of white space", fill(out, bytes, "<p>\xC2\xA0\xE3\x80\x80 \xE2\x80\x8B")),
    SHAPE("text-one-line", "one line of text", fill(out, bytes, kSentence)),
    SHAPE("text-one-word", "one word", fill(out, bytes, "antidisestablishmentarianism")),
    SHAPE("text-chinese", "Chinese text in one block", out += "<p>"; fill(out, bytes, kChinese)),
    SHAPE("text-astral", "characters beyond U+FFFF", fill(out, bytes, "\xF0\x9F\x98\x80\xF0\xA0\x80\x80 ")),
    SHAPE("text-combining", "one base character and n combining ones", out += "<p>a"; fill(out, bytes, "\xCC\x81")),
    SHAPE("utf8-invalid", "ill-formed UTF-8", fill(out, bytes, "<p>\xFF\xC0\x80\xED\xA0\x80\xF4\x90\x80\x80 \xE4\xB8<b\xE4>")),
    SHAPE("bytes-random", "random bytes", random_bytes(out, bytes)),
    SHAPE("bytes-random-markup", "random bytes of markup", random_markup_bytes(out, bytes)),
    // --- raw text, comments, doctypes ---
    SHAPE("comments-open", "<!-- again and again", fill(out, bytes, "<!--")),
    SHAPE("comments", "closed comments", fill(out, bytes, "<!-- x -->y")),
    SHAPE("comments-bogus", "<? and <!", fill(out, bytes, "<?php x?><!y></ z>")),
    SHAPE("comments-dashes", "dashes that nearly close a comment", out += "<!--"; fill(out, bytes, "-- >--!x")),
    SHAPE("doctypes", "doctypes and junk in them", fill(out, bytes, "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2\" 'x' junk>")),
    SHAPE("doctype-open", "an unclosed doctype", fill(out, bytes, "<!DOCTYPE html SYSTEM \"")),
    SHAPE("script-double-escaped", "<script> and <!--<script>", out += "<script>"; fill(out, bytes, "<!--<script>")),
    SHAPE("script-half-closed", "end tags that nearly close a script", out += "<script>"; fill(out, bytes, "</scrip></script")),
    SHAPE("scripts", "many scripts", fill(out, bytes, "<script>var a = '<p>';</script>x")),
    SHAPE("textarea-open", "an unclosed textarea", fill(out, bytes, "<textarea>&amp;</textare>")),
    SHAPE("titles", "many titles", fill(out, bytes, "<title>a &amp; b</title>")),
    SHAPE("styles", "many style elements", fill(out, bytes, "<style>p > a { }</style>x")),
    SHAPE("plaintext", "plaintext", fill(out, bytes, "<plaintext>x</plaintext>")),
    SHAPE("noscript-iframe", "noscript with an iframe that is never closed", fill(out, bytes, "<noscript><iframe src=x></noscript><p>text")),
    SHAPE("noscript-deep", "noscript with deep markup", while (out.size() < bytes) {
      out += "<noscript>";
      repeat(out, 100, "<div><b>x");
      out += "</noscript>";
    }),
    SHAPE("noscript-open", "noscript that is never closed", fill(out, bytes, "<noscript><p>x")),
    SHAPE("xmp-iframe", "raw text elements", fill(out, bytes, "<xmp><p></xmp><iframe><p></iframe><noembed>x</noembed>")),
    // --- tables ---
    SHAPE("foster-b", "<table> and n x<b>", out += "<table>"; fill(out, bytes, "x<b>")),
    SHAPE("foster-text", "text between rows", out += "<table>"; fill(out, bytes, "x<tr>")),
    SHAPE("foster-text-spaces", "text and white space between cells", out += "<table>"; fill(out, bytes, "<tr> x <td>y</td> z ")),
    SHAPE("foster-div", "<div> n deep before a table", out += "<table>"; fill(out, bytes, "<div>")),
    SHAPE("foster-nested", "tables in tables without cells", fill(out, bytes, "<table>x<table>")),
    SHAPE("foster-a", "<table><a>", fill(out, bytes, "<table><a>x")),
    SHAPE("foster-select", "<table><select>", fill(out, bytes, "<table><select><option>x")),
    SHAPE("table-rows", "rows without end tags", out += "<table>"; fill(out, bytes, "<tr><td>1<td>2")),
    SHAPE("table-rows-links", "rows of links", out += "<table>";
          fill(out, bytes, "<tr><td><a href=/x>one</a></td><td><a href=/y>two</a></td></tr>")),
    SHAPE("table-cells", "one row of n cells", out += "<table><tr>"; fill(out, bytes, "<td>1")),
    SHAPE("table-captions", "captions and columns", out += "<table>"; fill(out, bytes, "<caption>x<col><colgroup>")),
    SHAPE("table-colspan", "colspan and rowspan past all bounds", out += "<table>";
          fill(out, bytes, "<tr><td colspan=9007199254740991 rowspan=65534>x<td colspan=-1>y")),
    SHAPE("table-tbody", "bodies without rows", out += "<table>"; fill(out, bytes, "<tbody><thead><tfoot>")),
    // --- what pages hold, too much of it ---
    SHAPE("p-unclosed", "<p>", fill(out, bytes, "<p>")),
    SHAPE("paragraphs", "paragraphs of text", fill(out, bytes, "<p>The council met on Tuesday, and decided.</p>\n")),
    SHAPE("paragraphs-chinese", "paragraphs of Chinese", while (out.size() < bytes) ((out += "<p>") += kChinese) += "</p>"),
    SHAPE("paragraphs-divs", "paragraphs in containers of their own",
          fill(out, bytes, "<div class=a><div class=b><p>The council met on Tuesday.</p></div></div>")),
    SHAPE("paragraph-alike", "a page of one paragraph repeated in one div", out += "<div>"; fill(out, bytes, "<p>x</p>")),
    SHAPE("br", "<br>", fill(out, bytes, "x<br>")),
    SHAPE("hr", "<hr>", fill(out, bytes, "<hr>x")),
    SHAPE("links", "links", fill(out, bytes, "<a href=/x>link</a> ")),
    SHAPE("list-items", "one list of n items", out += "<ul>"; fill(out, bytes, "<li>item")),
    SHAPE("options", "one select of n options", out += "<select>"; fill(out, bytes, "<option>a")),
    SHAPE("options-selected", "selectedcontent and n selected options", out += "<select><button><selectedcontent></button>";
          fill(out, bytes, "<option selected>a<b>c")),
    SHAPE("selectedcontents", "many selects with selectedcontent",
          fill(out, bytes, "<select><selectedcontent></selectedcontent><option>a<i>b</i></select>")),
    SHAPE("selectedcontent-big", "a big option mirrored, in selects behind objects", 
          fill(out, bytes, "<select><selectedcontent></selectedcontent><option><object>")),
    SHAPE("inputs", "inputs", fill(out, bytes, "<input type=hidden><input>")),
    SHAPE("images", "images", fill(out, bytes, "<img src=a.png alt=x><image>")),
    SHAPE("isindex", "obsolete elements", fill(out, bytes, "<isindex><listing><dir><menuitem><keygen>x")),
    SHAPE("tag-soup", "random tags of every kind", tag_soup(out, bytes)),
};
#undef SHAPE

}  // namespace

std::span<const Shape> shapes() { return kShapes; }

}  // namespace pith::hostile
