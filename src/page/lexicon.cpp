#include "page/lexicon.hpp"

#include <array>
#include <cstddef>

namespace pith::page {

namespace {

struct GroupWords {
  NameGroup group;
  std::string_view words;  // separated by spaces
};

using enum NameGroup;

constexpr GroupWords kWords[] = {
    {content,
     "content contents contenu inhalt contenido maincontent contentbox newscontent articlecontent postcontent "
     "pagecontent contentbody neirong cont contentmain contentarea richtext wysiwyg markdown prose copy"},
    {article,
     "article articles artikel artical articlebody articulo arti artibody articletext wenzhang art news "
     "newsarticle blogposting artcontent"},
    {post, "post posts posting postbody postmessage blogpost tiezi message messages msg postlist"},
    {entry, "entry entries hentry entrycontent"},
    {body, "body bodytext bd mainbody bodycopy zhengwen articlebody"},
    {text, "text txt texte textbody paragraph para paragraphs textcontent fulltext longtext"},
    {story, "story stories storybody report"},
    {main, "main primary maincol mainbox center middle principal zhu"},
    {comment,
     "comment comments commentlist respond disqus kommentar kommentare pinglun commentaires comentarios cmt "
     "liuyan guestbook discuss discussion livefyre"},
    {reply, "reply replies answer answers huifu answercount respuesta followup response"},
    {review, "review reviews bewertung bewertungen testimonials avis opinion opinions pingjia"},
    {rating, "rating ratings stars star score vote votes voting karma upvote aggregaterating pingfen likes like"},
    {share,
     "share sharing shares social socials addthis sharethis fenxiang facebook twitter weibo weixin wechat "
     "qrcode bdshare jiathis follow whatsapp pinterest linkedin sns"},
    {related,
     "related relate relation similar more morenews xiangguan readmore seealso further crosslink crosslinks "
     "also backlinks verwandt teaser teasers"},
    {recommend,
     "recommend recommended recommendation recommendations recommends tuijian suggested suggestion "
     "suggestions outbrain taboola youmaylike trending popular upsell crosssell"},
    {nav, "nav navigation navbar navi daohang navigator subnav topnav mainnav sitenav navigationlink"},
    {menu, "menu menus submenu dropdown megamenu hamburger menuitem caidan tabs tab tabbar tablist"},
    {breadcrumb, "breadcrumb breadcrumbs crumb crumbs bread path location weizhi position mbx breadcrumblist"},
    {footer, "footer foot bottom footnotes footnav footerlinks contentinfo dibu pagefooter"},
    {header, "header head top topbar masthead banner headline toolbar pageheader toubu hd"},
    {sidebar, "sidebar side sidebars aside rightcol leftcol right left rail complementary secondary youce sidenav"},
    {widget, "widget widgets gadget plugin module block portlet"},
    {ad,
     "ad ads adv advert adverts advertisement advertising adsense adbox adwrap guanggao sponsor sponsored dfp gpt "
     "adsbygoogle werbung banners anzeige publicite gg"},
    {promo,
     "promo promos promotion promotional promotions marketing campaign offer offers deal deals cta donate donation"},
    {cookie, "cookie cookies consent gdpr privacy onetrust ccpa cookiebanner"},
    {banner, "billboard leaderboard notice alert alerts notification ribbon announcement gonggao"},
    {modal, "modal modals popup popups dialog overlay lightbox tooltip drawer offcanvas tanchuang popover toast"},
    {newsletter, "newsletter newsletters subscribe subscription signup mailing optin email dingyue"},
    {login, "login signin register registration account denglu zhuce auth paywall passport"},
    {author, "author authors byline writer contributor zuozhe creator autor auteur bio avatar editor source laiyuan"},
    {date, "date time datetime timestamp published pubdate updated modified shijian riqi datum datepublished ago"},
    {meta, "meta metadata info infos information postmeta entrymeta articleinfo details stats views count counter"},
    {tag,
     "tag tags tagcloud keywords keyword category categories cat cats biaoqian label labels topic topics taxonomy"},
    {caption, "caption captions figcaption credit credits legend photo image img picture pic tupian imagecaption"},
    {product, "product products produkt produkte prodotto producto item itemdetail sku shangpin goods pdp offers"},
    {price, "price prices pricing preis prix precio cost saleprice discount jiage msrp currency amount"},
    {cart,
     "cart basket checkout buy purchase wishlist compare quantity qty stock availability delivery shipping addtocart "
     "variant variants swatch swatches"},
    {spec, "spec specs specification specifications technical attributes attribute properties canshu features"},
    {description, "description desc descr beschreibung descripcion overview about jieshao xiangqing longdescription"},
    {faq, "faq faqs question questions qa accordion collapse toggle wenti"},
    {card, "card cards tile tiles panel box thumb thumbnail carditem"},
    {grid, "grid row rows col cols column columns masonry flex carousel slider slick swiper slide slides"},
    {list, "list lists listing listings items results result archive feed loop liebiao collection listbox newslist ul"},
    {item, "li listitem itemlist element cell entryitem"},
    {button, "button btn buttons btns link links action actions control controls anniu more"},
    {search, "search searchbox suche recherche buscar sousuo filter filters facet facets sort sorting refine"},
    {pager, "pager pagination paging paginate pages pagenav next prev previous fanye pagebar nextprev loadmore"},
    {title, "title titles heading subtitle titel titre titulo biaoti caption kicker subhead subheading h"},
    {summary,
     "summary abstract excerpt lead intro introduction standfirst dek lede zhaiyao daodu preview snippet teasertext"},
    {thread, "thread threads forum forums board viewtopic showthread topicbody bbs luntan lou floor threadlist"},
    {signature, "signature sig signatures postsig qianming"},
    {user, "user users username profile member members poster userinfo nickname postauthor yonghu"},
    {quote, "quote quotes blockquote cite citation quoted bbcode pullquote yinyong"},
    {code, "code highlight syntax codeblock pre gist hljs prettyprint sourcecode snippet daima"},
    {hidden, "hidden hide invisible sr visuallyhidden screenreader offscreen noprint none sronly mobile desktop print"},
    {copyright, "copyright legal disclaimer terms rights banquan shengming license icp beian imprint impressum"},
    {rank, "rank ranking hot hots top topten paihang remen latest newest recent mostread mostpopular"},
    {download, "download downloads file files attachment attachments xiazai fujian app apps"},
    {feature, "feature featured highlights benefits benefit advantage advantages usp highlight"},
    {hero, "hero jumbotron splash cover stage intro billboard"},
    {testimonial, "testimonial customer customers client clients partner partners logo logos team case cases"},
    {section, "section sections part chapter abschnitt region segment container wrapper wrap inner outer"},
    {table, "table tables tbl datatable wikitable infobox tabelle toc"},
    {gallery, "gallery photos images media video videos player slideshow album embed audio podcast"},
};

struct Slot {
  std::uint32_t hash = 0;
  std::string_view word;
  NameGroup group = NameGroup::count;
};

constexpr std::size_t kSlots = 2048;

// The first group that lists a word has it.
constexpr auto make_slots() {
  std::array<Slot, kSlots> slots{};
  for (const GroupWords& entry : kWords) {
    std::string_view rest = entry.words;
    while (!rest.empty()) {
      const std::size_t space = rest.find(' ');
      const std::string_view word = rest.substr(0, space);
      rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
      if (word.empty()) continue;
      const std::uint32_t hash = text::fnv32(word);
      std::size_t at = hash % kSlots;
      while (!slots[at].word.empty() && slots[at].word != word) at = (at + 1) % kSlots;
      if (slots[at].word.empty()) slots[at] = {hash, word, entry.group};
    }
  }
  return slots;
}

constexpr std::array<Slot, kSlots> kSlotTable = make_slots();

}  // namespace

NameGroup find_group(std::string_view word, std::uint32_t hash) noexcept {
  for (std::size_t at = hash % kSlots; !kSlotTable[at].word.empty(); at = (at + 1) % kSlots) {
    if (kSlotTable[at].hash == hash && kSlotTable[at].word == word) return kSlotTable[at].group;
  }
  return NameGroup::count;
}

}  // namespace pith::page
