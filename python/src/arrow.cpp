#include "arrow.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/members.hpp"

namespace nb = nanobind;

namespace pith::python {
namespace {

using Kind = Column::Kind;

Column posts_column(std::string name) {
  std::vector<Column> parts;
  for (const char* part : {"text", "author", "date", "path"}) parts.emplace_back(part, Kind::text);
  return list_column(std::move(name), Column("item", Kind::structure, std::move(parts)));
}

void add_posts(const std::vector<Body>& posts, Column& column) {
  Column& item = column.children.front();
  for (const Body& post : posts) {
    item.children[0].add(post.text);
    item.children[1].add_known(post.author);
    item.children[2].add_known(post.date);
    item.children[3].add_known(post.path);
    item.end();
  }
  column.end();
}

}  // namespace

Column article_columns() {
  std::vector<Column> columns;
  columns.emplace_back("id", Kind::text);
  for (const rendering::Member& member : rendering::kMembers) {
    if (member.text != nullptr) {
      columns.emplace_back(std::string(member.name), Kind::text);
    } else {
      columns.push_back(list_column(std::string(member.name), Column("item", Kind::text)));
    }
  }
  columns.emplace_back("page_type_probability", Kind::real);
  columns.emplace_back("truncated", Kind::text);
  columns.emplace_back("text", Kind::text);
  columns.push_back(posts_column("bodies"));
  columns.push_back(posts_column("comments"));
  return batch_of(std::move(columns));
}

void add_article(std::string_view id, const Article& article, const Writing& writing, const Limits& limits,
                 Column& batch) {
  auto column = batch.children.begin();
  (column++)->add_known(id);
  for (const rendering::Member& member : rendering::kMembers) {
    if (member.text != nullptr) {
      column->add_known(article.*member.text);
    } else {
      column->add_all(article.*member.list);
    }
    ++column;
  }
  (column++)->add_real(article.page_type_probability, !article.page_type.empty());
  (column++)->add_known(describe(article.truncated));
  if (article.bodies.empty()) {
    (column++)->end(false);
  } else {
    (column++)->add(render(article, writing.format, writing.options, limits));
  }
  add_posts(article.bodies, *column++);
  add_posts(article.comments, *column++);
  batch.end();
}

nb::object arrow_stream(std::shared_ptr<Pages> pages, const Writing& writing) {
  return stream_of(article_columns(), [pages = std::move(pages), writing]() -> std::optional<Column> {
    const std::vector<ReadPage> chunk = pages->next();
    if (chunk.empty()) return std::nullopt;
    Column batch = article_columns();
    for (const ReadPage& page : chunk) add_article(page.id, page.article, writing, pages->engine().limits(), batch);
    return batch;
  });
}

}  // namespace pith::python
