#include "method/catalogue.hpp"

namespace pith::method {

namespace {

enum : Reason { kShown, kIsHidden, kIsNoscript, kIsOption };

void run(const page::Page& page, const MethodOptions&, Scratch&, Choice& choice) {
  const page::Flags invisible = page.invisible();
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    if (block.has(invisible)) {
      choice.judge(id, 0, block.has(page::kHidden) ? kIsHidden : kIsNoscript);
    } else if (block.has(page::kOption)) {
      choice.judge(id, 0, kIsOption);
    } else {
      choice.judge(id, 1, kShown);
      choice.keep(id);
    }
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  switch (choice.reason(block)) {
    case kShown:
      out += "visible";
      break;
    case kIsHidden:
      out += "hidden";
      break;
    case kIsNoscript:
      out += "only for readers without scripts";
      break;
    case kIsOption:
      out += "an option of a list to choose from";
      break;
    default:
      break;
  }
}

}  // namespace

const Method kAll{"all", "all visible text", "the baseline: every block a browser shows", run, describe};

}  // namespace pith::method
