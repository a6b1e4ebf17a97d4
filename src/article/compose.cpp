#include "article/compose.hpp"

#include <algorithm>
#include <array>

#include "article/subject.hpp"
#include "page/block_text.hpp"
#include "statements/addresses.hpp"
#include "text/ascii.hpp"
#include "text/language.hpp"
#include "text/url.hpp"

namespace pith::article {

namespace {

constexpr std::size_t kMostTopics = 50;
constexpr std::size_t kLongestTopic = 100;  // bytes

// "zh_cn", " EN " → "zh-CN", "en"; empty for what is no language tag.
std::string language_tag(std::string_view said) {
  std::string tag;
  page::append_folded(said.substr(0, said.find_first_of(",;")), tag);
  while (!tag.empty() && tag.back() == ' ') tag.pop_back();
  std::replace(tag.begin(), tag.end(), '_', '-');
  std::size_t part = 0, begin = 0;
  for (std::size_t i = 0; i <= tag.size(); ++i) {
    if (i < tag.size() && tag[i] != '-') {
      const char c = tag[i];
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (part == 0 || c < '0' || c > '9')) return {};
      if (c >= 'A' && c <= 'Z') tag[i] = static_cast<char>(c + 32);
      continue;
    }
    const std::size_t length = i - begin;
    if (part == 0 && (length < 2 || length > 3)) return {};
    if (part > 0 && length == 2) {
      for (std::size_t k = begin; k < i; ++k)
        tag[k] = static_cast<char>(tag[k] >= 'a' && tag[k] <= 'z' ? tag[k] - 32 : tag[k]);
    }
    if (part > 0 && length == 4 && tag[begin] >= 'a' && tag[begin] <= 'z')
      tag[begin] = static_cast<char>(tag[begin] - 32);
    begin = i + 1;
    ++part;
  }
  return tag;
}

// Some text of the body, or of the page where there is none, to tell its language from.
std::string_view sample_of(const Subject& subject) {
  constexpr std::size_t kEnough = 3000, kOfABlock = 8000;
  std::string& sample = subject.buffers.sample;
  sample.clear();
  for (std::size_t body = 0; body < subject.choice.bodies() && sample.size() < kEnough; ++body) {
    for (const page::BlockId id : subject.choice.body(body)) {
      if (sample.size() >= kEnough) break;
      page::append_beginning(subject.page, subject.page.block(id), kOfABlock, sample);
      sample += '\n';
    }
  }
  for (page::BlockId id = 0; sample.size() < 200 && id < subject.page.blocks().size(); ++id) {
    page::append_beginning(subject.page, subject.page.block(id), kOfABlock, sample);
    sample += '\n';
  }
  return sample;
}

std::string settle_language(const Subject& subject, Statements& statements) {
  std::string declared;
  float trust = 0;
  for (const Statement& statement : statements.all()) {
    if (statement.field != Field::language || statement.trust <= trust) continue;
    std::string tag = language_tag(statement.value);
    if (tag.empty()) continue;
    declared = std::move(tag);
    trust = statement.trust;
  }
  constexpr float kSure = 0.85F;
  const text::Language detected = text::detect_language(sample_of(subject));
  if (detected.code.empty()) return declared;
  statements.add(Source::detected, detected.code, detected.confidence);
  const bool same = declared.starts_with(detected.code) &&
                    (declared.size() == detected.code.size() || declared[detected.code.size()] == '-');
  // What is declared stands where it is not told surely otherwise, and where it cannot be told at all: texts in a
  // language that is not known look like those in its neighbours.
  const std::string_view primary = std::string_view(declared).substr(0, declared.find('-'));
  const bool norwegian = detected.code == "nb" && (primary == "no" || primary == "nn");
  const bool told = detected.confidence >= kSure && !text::looks_like_another(primary);
  if (same || norwegian || (!declared.empty() && !told)) return declared;
  return std::string(detected.code);
}

// Where the title stands: the heading that says it, else the first block that does.
page::BlockId find_title_block(const Subject& subject, std::string_view title) {
  const page::Page& page = subject.page;
  const page::BlockId body_begin = subject.body_begin;
  const auto blocks = static_cast<page::BlockId>(page.blocks().size());
  page::BlockId first_h1 = blocks, plain = blocks;
  std::string& text = subject.buffers.text;
  text.clear();
  for (page::BlockId id = 0; id < blocks; ++id) {
    const page::Block& block = page.block(id);
    if (block.has(page.invisible())) continue;
    if (block.heading == 1 && first_h1 == blocks) first_h1 = id;
    if (block.heading == 0 && (plain != blocks || id > body_begin + 30)) continue;
    const std::uint32_t characters = page.text_of(block).characters;
    if (title.empty() || characters * 4 > title.size() * 4 + 400 || characters < 2 || characters > 400) continue;
    text.clear();
    page::append_text(page, block, text);
    const bool says = text == title || (text.size() > 8 && title.find(text) != std::string_view::npos) ||
                      (title.size() > 8 && text.find(title) != std::string_view::npos);
    if (!says) continue;
    if (block.heading != 0) return id;
    plain = id;
  }
  if (plain != blocks && (first_h1 == blocks || text.size() > 8)) return plain;
  if (first_h1 != blocks) return first_h1;
  return body_begin > 3 ? body_begin - 3 : 0;
}

// Parts "a, b; c" into topics, each once.
void add_topics(std::string_view list, std::vector<std::string>& topics) {
  while (!list.empty()) {
    std::size_t end = list.size(), length = 0;
    for (const std::string_view separator : {",", ";", "，", "、", "；", "|"}) {
      if (const std::size_t at = list.find(separator); at < end) end = at, length = separator.size();
    }
    std::string_view topic = list.substr(0, end);
    list.remove_prefix(std::min(list.size(), end + length));
    while (!topic.empty() && topic.front() == ' ') topic.remove_prefix(1);
    while (!topic.empty() && topic.back() == ' ') topic.remove_suffix(1);
    if (topic.empty() || topic.size() > kLongestTopic || topics.size() == kMostTopics) continue;
    // The number of an article, say; years and postal codes may be topics.
    if (topic.size() > 5 && topic.find_first_not_of("0123456789") == std::string_view::npos) continue;
    if (std::find(topics.begin(), topics.end(), topic) == topics.end()) topics.emplace_back(topic);
  }
}

// Topics of the most trusted kind of statement.
void settle_topics(const Statements& statements, Field field, std::vector<std::string>& topics) {
  const Statement* best = statements.best(field);
  if (best == nullptr) return;
  for (const Statement& statement : statements.all()) {
    if (statement.field == field && statement.source == best->source) add_topics(statement.value, topics);
  }
}

std::string value_of(const Statements& statements, Field field) {
  const Statement* best = statements.best(field);
  return best != nullptr ? best->value : std::string();
}

// Fields that are what the most trusted statement says, word for word, or the address it names.
struct PlainField {
  Field field;
  std::string Article::*member;
  bool is_address = false;
};
constexpr auto kPlainFields = std::to_array<PlainField>({
    {Field::source, &Article::source},
    {Field::editor, &Article::editor},
    {Field::description, &Article::description},
    {Field::licence, &Article::licence},
    {Field::canonical, &Article::canonical, true},  // first: stands for the page's address where that is not known
    {Field::image, &Article::image, true},
    {Field::next_page, &Article::next_page, true},
});

// The first statement that is an address at all, resolved against `base` where it is relative.
std::string address_of(const Statements& statements, Field field, std::string_view base, std::string& url) {
  std::string found;
  float trust = 0;
  for (const Statement& statement : statements.all()) {
    if (statement.field != field || statement.trust <= trust) continue;
    url.clear();
    if (!text::append_url(base, statement.value, url) || !text::starts_with_ignoring_case(url, "http")) continue;
    found = url;
    trust = statement.trust;
  }
  return found;
}

Subject subject_of(const page::Page& page, const Survey& survey, const method::Choice& choice, const PageInfo& info,
                   site::Memory* memory, Scratch& scratch) {
  Subject subject{page, choice, survey, scratch.buffers, info.url, {}, {}};
  subject.memory = memory;
  // Where it is not known where a page comes from, it may say so itself.
  if (const std::string_view said = statements::declared_address(survey);
      info.url.empty() && text::starts_with_ignoring_case(said, "http")) {
    subject.url = said;
  }
  if (!text::parse_date(info.fetched, subject.fetched)) subject.fetched = {};
  const auto blocks = static_cast<page::BlockId>(page.blocks().size());
  if (choice.bodies() != 0) {
    subject.body_begin = choice.body(0).front();
    subject.body_end = choice.body(0).back() + 1;
    // A method that keeps everything says nothing about where the body is.
    if (subject.body_begin == 0 && subject.body_end == blocks) subject.body_end = 0;
  }
  if (subject.body_end == 0) subject.body_begin = 0;
  return subject;
}

void state_title(Subject& subject, Statements& statements, std::string& title, std::string& site) {
  statements::add_statements(subject.page, subject.survey, subject.url, subject.buffers.text, statements);
  site = value_of(statements, Field::site);
  title = settle_title(subject, statements, site);
}

}  // namespace

void compose(const page::Page& page, const Survey& survey, const method::Method& method, const method::Choice& choice,
             const PageInfo& info, Scratch& scratch, Article& article, site::Memory* memory) {
  Statements& statements = scratch.statements;
  statements.clear();
  Subject subject = subject_of(page, survey, choice, info, memory, scratch);
  state_title(subject, statements, article.title, article.site);
  subject.title_block = find_title_block(subject, article.title);
  if (subject.body_end <= subject.title_block) {  // the body is not known, or stands before the title
    subject.body_begin = subject.title_block + 1;
    subject.body_end = std::min(static_cast<page::BlockId>(page.blocks().size()), subject.body_begin + 30);
  }
  article.language = settle_language(subject, statements);
  const std::string lower_language = text::ascii_lowered(article.language);
  subject.language = lower_language;
  add_authors(subject, statements);
  add_credits(subject, statements);
  add_dates(subject, statements);
  add_links(subject, statements);
  prefer_known_places(subject, statements);

  if (const Statement* edited = statements.best(Field::editor);
      edited != nullptr && statements.best(Field::author) == nullptr) {
    scratch.buffers.text = edited->value;                       // the list may move
    statements.add(Source::only_editor, scratch.buffers.text);  // the one person who is named
  }
  article.authors = settle_authors(statements, article.site, statements::host_of(subject.url));
  for (const std::string& name : article.authors)
    article.author.append(article.author.empty() ? "" : ", ").append(name);
  if (const Statement* date = settle_date(statements, Field::published)) article.date = date->value;
  if (const Statement* date = settle_date(statements, Field::modified)) article.modified = date->value;
  for (const auto& [field, member, is_address] : kPlainFields) {
    const std::string_view base = info.url.empty() ? std::string_view(article.canonical) : info.url;
    article.*member =
        is_address ? address_of(statements, field, base, scratch.buffers.text) : value_of(statements, field);
  }
  settle_topics(statements, Field::tag, article.tags);
  settle_topics(statements, Field::category, article.categories);
  tell_memory(subject, statements, article);

  // What the method found itself is its own result.
  if (!choice.title().empty()) article.title = choice.title();
  if (!choice.time().empty()) article.date = choice.time();
  article.method = method.id;
  article.reason = describe(choice.empty());
  article.page_type = choice.page_type();
  article.page_type_probability = choice.page_type_probability();
  article.bodies.resize(choice.bodies());
  for (std::size_t i = 0; i < choice.bodies() && article.embedded.empty(); ++i) {
    const std::span<const page::BlockId> body = choice.body(i);
    const bool hidden =
        std::any_of(body.begin(), body.end(), [&](page::BlockId id) { return page.block(id).has(page::kNoscript); });
    if (hidden) article.embedded = "noscript";
  }
  sign_bodies(page, choice, subject.fetched, article);
  find_comments(page, choice, subject.fetched, scratch.comments, article);
}

void report_fields(const Article& article, const Statements& statements, std::vector<FieldReport>& reports) {
  std::vector<const Statement*> order;
  for (const Statement& statement : statements.all()) order.push_back(&statement);
  std::stable_sort(order.begin(), order.end(), [](const Statement* a, const Statement* b) {
    return a->field != b->field ? a->field < b->field : a->trust > b->trust;
  });
  const auto chosen = [&article](const Statement& statement) {
    const auto among = [&statement](const std::vector<std::string>& values) {
      return std::any_of(values.begin(), values.end(),
                         [&](const std::string& value) { return statement.value.find(value) != std::string::npos; });
    };
    switch (statement.field) {
      case Field::title:
        return !article.title.empty() && statement.value.find(article.title) != std::string::npos;
      case Field::author:
        return among(article.authors);
      case Field::published:
        return statement.value == article.date;
      case Field::modified:
        return statement.value == article.modified;
      case Field::language:
        return language_tag(statement.value) == article.language;
      case Field::tag:
        return among(article.tags);
      case Field::category:
        return among(article.categories);
      case Field::site:
        return statement.value == article.site;
      default: {
        const auto* known =
            std::find_if(kPlainFields.begin(), kPlainFields.end(),
                         [&statement](const PlainField& plain) { return plain.field == statement.field; });
        if (known == kPlainFields.end()) return false;
        return statement.value == article.*(known->member);
      }
    }
  };
  for (const Statement* statement : order) {
    reports.push_back({std::string(name_of(statement->field)), statement->value,
                       std::string(info(statement->source).label), statement->trust, chosen(*statement)});
  }
}

}  // namespace pith::article
