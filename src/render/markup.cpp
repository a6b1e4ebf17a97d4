#include "render/markup.hpp"

#include <array>

#include "render/content.hpp"

namespace pith::rendering {

namespace {

constexpr auto kSpecial = [] {
  std::array<bool, 256> special{};
  for (std::size_t i = 0; i < 0x20; ++i) special[i] = i != '\t' && i != '\n';
  for (const unsigned char c : {'&', '<', '>', '"', '\x7F'}) special[c] = true;
  special[0xEF] = true;  // U+FFFE, U+FFFF
  return special;
}();

}  // namespace

void append_escaped(std::string_view text, std::string& out) {
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!kSpecial[byte]) continue;
    std::size_t length = 1;
    std::string_view written;
    switch (byte) {
      case '&':
        written = "&amp;";
        break;
      case '<':
        written = "&lt;";
        break;
      case '>':
        written = "&gt;";
        break;
      case '"':
        written = "&quot;";
        break;
      case 0xEF:
        if (!text.substr(i).starts_with("\xEF\xBF\xBE") && !text.substr(i).starts_with("\xEF\xBF\xBF")) continue;
        length = 3;
        break;
      default:
        break;
    }
    out.append(text, copied, i - copied).append(written);
    i += length - 1;
    copied = i + 1;
  }
  out.append(text, copied, text.size() - copied);
}

void append_attribute(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out.append(" ").append(name).append("=\"");
  append_escaped(value, out);
  out += '"';
}

bool is_whole(const RenderOptions& options) noexcept {
  return options.links && options.images && options.tables && options.headings && options.captions &&
         !options.alternatives;
}

std::string_view content_of(const Body& body, const RenderOptions& options, std::string& storage) {
  std::string_view content = body.content;
  std::string made;
  if (content.empty() && !body.text.empty()) {
    append_content(body.text, made);
    content = made;
  }
  const bool whole = is_whole(options);
  if (whole && made.empty()) return content;
  storage.clear();
  if (whole) {
    storage = std::move(made);
  } else {
    append_selected(content, options, storage);
  }
  return storage;
}

}  // namespace pith::rendering
