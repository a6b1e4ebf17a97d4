#include "render/json.hpp"

#include <cmath>

#include "render/members.hpp"
#include "text/json_writer.hpp"

namespace pith::rendering {

namespace {

// Calls `write` for what each member is written from, in their order: a Member, or its name.
template <class Write>
void for_each_member(Write&& write) {
  write("id");
  for (const Member& member : kMembers)
    if (member.part == Part::leading) write(member);
  write("page_type_probability");
  for (const Member& member : kMembers)
    if (member.part == Part::known) write(member);
  for (const char* name : {"text", "comments", "bodies", "truncated"}) write(name);
  for (const Member& member : kMembers)
    if (member.part == Part::extraction) write(member);
}

class RecordWriter {
 public:
  RecordWriter(const Article& article, const std::string_view* id, std::string_view body_text,
               const MemberChoice& choice, std::string& out)
      : article_(article), id_(id), text_(body_text), choice_(choice), json_(out) {}

  void write() {
    json_.begin_object();
    for_each_member(*this);
    json_.end_object();
  }

  void operator()(const Member& member) {
    if (!choice_.has(member.name)) return;
    if (member.text != nullptr) {
      const std::string& value = article_.*member.text;
      if (!value.empty() || member.part != Part::known) json_.member(member.name, value);
    } else if (const std::vector<std::string>& values = article_.*member.list; !values.empty()) {
      json_.key(member.name);
      json_.begin_array();
      for (const std::string& value : values) json_.string(value);
      json_.end_array();
    }
  }

  void operator()(std::string_view name) {
    if (!choice_.has(name)) return;
    if (name == "id") {
      if (id_ != nullptr) json_.member(name, *id_);
    } else if (name == "page_type_probability") {
      if (article_.page_type.empty()) return;
      json_.member(name, std::round(1e4 * article_.page_type_probability) / 1e4);
    } else if (name == "text") {
      json_.member(name, text_);
    } else if (name == "truncated") {
      json_.member(name, describe(article_.truncated));
    } else {
      bodies(name, name == "comments" ? article_.comments : article_.bodies);
    }
  }

 private:
  void bodies(std::string_view name, const std::vector<Body>& list) {
    json_.key(name);
    json_.begin_array();
    for (const Body& body : list) {
      json_.begin_object();
      if (!body.author.empty()) json_.member("author", body.author);
      if (!body.date.empty()) json_.member("date", body.date);
      json_.member("text", body.text);
      json_.end_object();
    }
    json_.end_array();
  }

  const Article& article_;
  const std::string_view* id_;
  std::string_view text_;
  const MemberChoice& choice_;
  text::JsonWriter json_;
};

}  // namespace

void append_json(const Article& article, const std::string_view* id, std::string_view body_text, std::string& out,
                 const MemberChoice& choice) {
  RecordWriter(article, id, body_text, choice, out).write();
}

std::vector<std::string_view> json_members() {
  struct Names {
    std::vector<std::string_view>& all;
    void operator()(const Member& member) { all.push_back(member.name); }
    void operator()(std::string_view name) { all.push_back(name); }
  };
  std::vector<std::string_view> all;
  for_each_member(Names{all});
  return all;
}

}  // namespace pith::rendering
