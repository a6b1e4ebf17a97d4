#include "filter/filtering.hpp"

#include "html/parser.hpp"
#include "html/path.hpp"
#include "html/serialize.hpp"
#include "page/block_text.hpp"
#include "text/json_writer.hpp"

namespace pith::filter {

Filtering::Filtering(std::string_view bytes, std::string_view charset, const Pipeline& pipeline)
    : bytes_(bytes), pipeline_(pipeline) {
  text_ = text::decode(bytes, {.charset = charset}, decoded_);
  document_ = html::parse(text_.utf8);
  page_.measure(document_);
  filtered_.run(page_, pipeline);
}

std::string Filtering::as_html() {
  if (!filtered_.is_changed()) return std::string(bytes_);
  std::string out = text_.encoding == text::Encoding::utf_8 ? "" : "\xEF\xBB\xBF";
  html::append_html(filtered_.document(), out);
  return out;
}

std::string Filtering::as_text() const {
  const page::Page& page = left();
  std::string out;
  for (const page::Block& block : page.blocks()) {
    if (block.has(page.invisible())) continue;
    const std::size_t before = out.size();
    page::append_text(page, block, out);
    if (out.size() > before) out += '\n';
  }
  return out;
}

std::uint64_t Filtering::characters_before(std::size_t filter) const {
  std::uint64_t left = page_.total().characters;
  for (std::size_t i = 0; i < filter; ++i)
    if (!outcomes()[i].undone) left -= outcomes()[i].characters;
  return left;
}

void write_members(text::JsonWriter& json, const Filter& filter, const Outcome& outcome) {
  json.member("kind", name_of(filter.kind));
  json.member("on", filter.on);
  json.member("removed", outcome.removed);
  json.member("changed", outcome.changed);
  json.member("characters", outcome.characters);
  json.member("undone", outcome.undone);
}

std::string Filtering::as_json(std::string_view id) {
  const html::Paths paths(document_);
  std::string out;
  text::JsonWriter json(out);
  const auto place = [&](html::NodeId node) {
    std::string path;
    paths.append(document_[node].is_element() ? node : document_[node].parent, path);
    json.member("path", path);
    json.member("element", document_[node].is_element() ? document_.tag_name(node)
                           : document_[node].is_text()  ? "text"
                                                        : "comment");
  };
  json.begin_object();
  json.member("id", id);
  json.member("encoding", text::name_of(text_.encoding));
  json.member("characters", page_.total().characters);
  json.member("characters_left", left().total().characters);
  json.key("filters");
  json.begin_array();
  for (std::size_t i = 0; i < pipeline_.filters.size(); ++i) {
    json.begin_object();
    json.member("filter", i + 1);
    write_members(json, pipeline_.filters[i], filtered_.outcomes()[i]);
    json.end_object();
  }
  json.end_array();
  json.key("removed");
  json.begin_array();
  for (const Removal& removal : filtered_.removals()) {
    json.begin_object();
    place(removal.node);
    json.member("filter", removal.filter + 1);
    json.member("kind", name_of(pipeline_.filters[removal.filter].kind));
    json.member("characters", removal.characters);
    json.member("reason", removal.reason);
    json.end_object();
  }
  json.end_array();
  json.key("changed");
  json.begin_array();
  for (const Change& change : filtered_.changes()) {
    json.begin_object();
    place(change.node);
    json.member("filter", change.filter + 1);
    json.member("kind", name_of(pipeline_.filters[change.filter].kind));
    json.member("change", change.what);
    json.end_object();
  }
  json.end_array();
  json.member("text", as_text());
  std::string html;
  html::append_html(filtered_.is_changed() ? filtered_.document() : document_, html);
  json.member("html", html);
  json.end_object();
  return out + '\n';
}

}  // namespace pith::filter
