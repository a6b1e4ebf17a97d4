#include "corpus/packed_article.hpp"

#include <charconv>
#include <limits>
#include <vector>

#include "render/members.hpp"
#include "render/text.hpp"
#include "text/number.hpp"

// A row of names and values, each behind its length (LEB128: seven bits a byte, the lowest first; the highest bit says
// that more follow). `body` and `comment` begin one, which the names behind it are about.

namespace pith::corpus {
namespace {

constexpr std::string_view kProbability = "page_type_probability", kTruncated = "truncated", kMembers = "members",
                           kBody = "body", kComment = "comment";

struct BodyPart {
  std::string_view name;
  std::string Body::*text;
};
constexpr BodyPart kBodyParts[] = {{".author", &Body::author},
                                   {".date", &Body::date},
                                   {".path", &Body::path},
                                   {".content", &Body::content},
                                   {".text", &Body::text}};

void append_value(std::string_view value, std::string& out) {
  std::size_t length = value.size();
  for (; length >= 0x80; length >>= 7) out += static_cast<char>(0x80 | (length & 0x7F));
  out += static_cast<char>(length);
  out += value;
}

bool take_value(std::string_view& bytes, std::string_view& value) {
  std::size_t length = 0;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    if (bytes.empty()) return false;
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    length |= std::size_t{byte & 0x7Fu} << shift;
    if (byte >= 0x80) continue;
    if (length > bytes.size()) return false;
    value = bytes.substr(0, length);
    bytes.remove_prefix(length);
    return true;
  }
  return false;
}

void append_named(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  append_value(name, out);
  append_value(value, out);
}

/// The text of a content stream, as bodies have it.
std::string text_of_content(std::string_view content) {
  std::string text;
  if (rendering::append_text(content, std::numeric_limits<std::size_t>::max(), text) != Truncation::none) return {};
  return text;
}

void append_bodies(std::string_view kind, const std::vector<Body>& bodies, std::string& out) {
  for (const Body& body : bodies) {
    append_value(kind, out);
    append_value({}, out);
    // All but a few texts are what their content says.
    const bool says_text = !body.content.empty() && body.text == text_of_content(body.content);
    for (const BodyPart& part : kBodyParts)
      if (part.text != &Body::text || !says_text) append_named(part.name, body.*part.text, out);
  }
}

void take_into_body(std::string_view name, std::string_view value, Body& body) {
  for (const BodyPart& part : kBodyParts)
    if (part.name == name) body.*part.text = value;
}

void take_into_article(std::string_view name, std::string_view value, Article& article) {
  for (const rendering::Member& member : rendering::kMembers) {
    if (member.name != name) continue;
    if (member.text != nullptr) {
      article.*member.text = value;
    } else {
      (article.*member.list).emplace_back(value);
    }
  }
}

}  // namespace

void pack(const Article& article, std::string_view members, std::string& out) {
  for (const rendering::Member& member : rendering::kMembers) {
    if (member.text != nullptr) {
      append_named(member.name, article.*member.text, out);
    } else {
      for (const std::string& value : article.*member.list) append_named(member.name, value, out);
    }
  }
  if (article.page_type_probability != 0) {
    char digits[32];
    const auto written = std::to_chars(std::begin(digits), std::end(digits), article.page_type_probability);
    append_named(kProbability, {digits, static_cast<std::size_t>(written.ptr - digits)}, out);
  }
  if (article.truncated != Truncation::none)
    append_named(kTruncated, std::to_string(static_cast<std::uint32_t>(article.truncated)), out);
  append_named(kMembers, members, out);
  append_bodies(kBody, article.bodies, out);
  append_bodies(kComment, article.comments, out);
}

bool unpack(std::string_view bytes, Article& article, std::string& members) {
  Body* body = nullptr;
  const auto end_body = [&body] {
    if (body != nullptr && body->text.empty()) body->text = text_of_content(body->content);
  };
  while (!bytes.empty()) {
    std::string_view name, value;
    if (!take_value(bytes, name) || !take_value(bytes, value)) return false;
    if (name == kBody || name == kComment) {
      end_body();
      std::vector<Body>& list = name == kBody ? article.bodies : article.comments;
      body = &list.emplace_back();
    } else if (name.starts_with('.')) {
      if (body == nullptr) return false;
      take_into_body(name, value, *body);
    } else if (name == kProbability) {
      article.page_type_probability = text::parse_number<float>(value).value_or(0);
    } else if (name == kTruncated) {
      article.truncated = static_cast<Truncation>(text::parse_number<std::uint32_t>(value).value_or(0));
    } else if (name == kMembers) {
      members = value;
    } else {
      take_into_article(name, value, article);
    }
  }
  end_body();
  return true;
}

}  // namespace pith::corpus
