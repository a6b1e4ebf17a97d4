// The page as a whole, and what kind it says it is.

#include "features/step.hpp"
#include "statements/discussion.hpp"
#include "statements/kind.hpp"

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
    const statements::DeclaredKind declared = statements::declared_kind(survey_, url_);
    bool forum = declared.forum;
    for (const NodeId id : {document_.html(), document_.body()}) {
      if (id == html::kNoNode || mask_names_) continue;
      if (statements::names_forum(document_.attribute(id, Attr::class_)) ||
          statements::names_forum(document_.attribute(id, Attr::id)))
        forum = true;
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
    fill(Column::page_article, static_cast<float>(survey_.articles));
    fill(Column::page_main, survey_.has_main ? 1.0F : 0.0F);
    fill(Column::page_h1, h1);
    fill(Column::page_type, static_cast<float>(declared.type));
    fill(Column::page_forum, forum ? 1.0F : 0.0F);
    fill(Column::page_noscript, page_.noscript_is_content() ? 1.0F : 0.0F);
  }
};

}  // namespace

void describe_page(const FeatureContext& context) { WholePage(context).describe_page(); }

}  // namespace pith::features
