// The page as a whole, and what kind it says it is.

#include "features/step.hpp"
#include "page/discussion.hpp"

namespace pith::features {

namespace {

class WholePage : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

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
      const std::uint8_t level = block_at(b).heading;
      headings += level != 0;
      h1 += level == 1;
      prices += values(Column::prices)[b];
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
    if (page::is_discussion_address(declared.address)) declared.forum = true;
    for (const NodeId id : {document_.html(), document_.body()}) {
      if (id == html::kNoNode || mask_names_) continue;
      if (page::names_forum(document_.attribute(id, Attr::class_)) ||
          page::names_forum(document_.attribute(id, Attr::id)))
        declared.forum = true;
    }
    fill(Column::page_blocks, static_cast<float>(blocks_));
    fill(Column::page_characters, static_cast<float>(all.characters));
    fill(Column::page_link_density, ratio(all.link_characters, all.characters));
    fill(Column::page_long, long_blocks);
    fill(Column::page_long_share, ratio(long_characters, static_cast<float>(all.characters)));
    fill(Column::page_paragraphs, static_cast<float>(nodes.paragraphs));
    fill(Column::page_images, static_cast<float>(nodes.images));
    fill(Column::page_cjk, ratio(all.cjk, all.characters));
    fill(Column::page_prices, prices);
    fill(Column::page_headings, headings);
    fill(Column::page_article, articles);
    fill(Column::page_main, has_main);
    fill(Column::page_h1, h1);
    fill(Column::page_type, declared.type);
    fill(Column::page_forum, declared.forum ? 1.0F : 0.0F);
    fill(Column::page_noscript, page_.noscript_is_content() ? 1.0F : 0.0F);
  }

 private:
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
      declared.forum |= page::names_forum(content);
    } else if (property == "og:url" && declared.address.empty()) {
      declared.address = content;
    } else if (document_.attribute(id, Attr::name) == "generator") {
      declared.forum |= page::names_forum(content);
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
};

}  // namespace

void describe_page(const FeatureContext& context) { WholePage(context).describe_page(); }

}  // namespace pith::features
