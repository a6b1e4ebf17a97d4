#include "literature/notice_words.hpp"

#include <span>

namespace pith::literature {

namespace {

constexpr std::string_view kFeatureWords[] = {"相关新闻",   "下一页",   "版权所有", "Copyright",
                                              "转载",  // these five are the authors'
                                              "相关报道",   "相关链接", "相关专题", "上一页",    "All Rights Reserved",
                                              "未经授权",   "免责声明", "网友评论", "发表评论",  "推荐阅读",
                                              "热点新闻",   "返回首页", "打印本页", "关闭窗口",  "收藏本页",
                                              "我来说两句", "责任声明"};

constexpr std::string_view kCopyrightWords[] = {"版权所有", "Copyright", "All Rights Reserved",
                                                "ICP备",    "许可证",    "联系我们",
                                                "关于我们", "网站地图",  "法律声明",
                                                "举报",     "客服",      "备案号",
                                                "隐私",     "免责声明"};

// Every word begins with one of A, C, I or a Chinese character.
bool holds_one_of(std::string_view text, std::span<const std::string_view> words) noexcept {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c != 'A' && c != 'C' && c != 'I' && (c < 0xE4 || c > 0xE9)) continue;
    for (const std::string_view word : words)
      if (text[i] == word[0] && text[i + 1] == word[1] && text.substr(i).starts_with(word)) return true;
  }
  return false;
}

}  // namespace

bool has_feature_word(std::string_view text) noexcept { return holds_one_of(text, kFeatureWords); }
bool has_copyright_word(std::string_view text) noexcept { return holds_one_of(text, kCopyrightWords); }

}  // namespace pith::literature
