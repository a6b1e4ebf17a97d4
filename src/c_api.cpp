#include "pith/pith.h"

#include <array>
#include <cstddef>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pith/pith.hpp"
#include "render/json.hpp"

struct pith_extractor {
  pith::Extractor extractor;
};

struct pith_result {
  pith::Workspace workspace;
  pith::Article article;
  std::string text, truncated;
  mutable std::string json;  // made when it is asked for
  std::string rendered;      // by pith_result_render
  std::string error;
};

namespace {

// Of strings that end in a zero byte anyway: those of std::string and literals.
pith_string borrow(std::string_view text) noexcept { return {text.empty() ? "" : text.data(), text.size()}; }

std::string_view view(const char* text) noexcept {
  return text != nullptr ? std::string_view(text) : std::string_view();
}

// Whether the caller's struct, of which it knows `size` bytes, has the member.
#define PITH_HAS(object, member) \
  ((object)->size >= offsetof(std::remove_cvref_t<decltype(*(object))>, member) + sizeof((object)->member))

pith::Options read_options(const pith_options* given) {
  pith::Options options;
  if (given == nullptr) return options;
  if (PITH_HAS(given, method) && given->method != nullptr) options.method = given->method;
  if (PITH_HAS(given, favor)) {
    const bool known = given->favor >= PITH_BALANCED && given->favor <= PITH_RECALL;
    options.favor = known ? static_cast<pith::Favor>(given->favor) : pith::Favor{255};  // which the extractor refuses
  }
  if (PITH_HAS(given, input_bytes) && given->input_bytes != 0) options.limits.input_bytes = given->input_bytes;
  if (PITH_HAS(given, output_bytes) && given->output_bytes != 0) options.limits.output_bytes = given->output_bytes;
  return options;
}

pith_status status_of(pith::ErrorCode code) noexcept {
  switch (code) {
    case pith::ErrorCode::none:
      return PITH_OK;
    case pith::ErrorCode::unknown_method:
      return PITH_UNKNOWN_METHOD;
    case pith::ErrorCode::unknown_format:
    case pith::ErrorCode::bad_option:
      return PITH_BAD_OPTION;
  }
  return PITH_INTERNAL;
}

// Runs `work`, which gives a status, and turns exceptions into one.
template <class Work>
pith_status guarded(Work work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return PITH_NO_MEMORY;
  } catch (...) {
    return PITH_INTERNAL;
  }
}

pith_status fill(const pith_extractor* extractor, const char* bytes, size_t size, const pith_page_info* info,
                 pith_result* result, bool explain) noexcept {
  if (result == nullptr) return PITH_BAD_ARGUMENT;
  result->article = {};
  for (std::string* text : {&result->text, &result->truncated, &result->json, &result->rendered, &result->error})
    text->clear();
  const pith_status status = guarded([&] {
    if (extractor == nullptr || (bytes == nullptr && size != 0)) {
      result->error = "the extractor or the page is NULL";
      return PITH_BAD_ARGUMENT;
    }
    const pith::Extractor& engine = extractor->extractor;
    pith::PageInfo page;
    if (info != nullptr && PITH_HAS(info, url)) page.url = view(info->url);
    if (info != nullptr && PITH_HAS(info, charset)) page.charset = view(info->charset);
    if (info != nullptr && PITH_HAS(info, fetched)) page.fetched = view(info->fetched);
    const std::string_view input(bytes != nullptr ? bytes : "", size);
    result->article = explain ? engine.explain(input, page) : engine.extract(input, page, result->workspace);
    result->text = pith::text_of(result->article);
    result->truncated = pith::describe(result->article.truncated);
    result->error = engine.error().message;
    return status_of(engine.error().code);
  });
  if (status == PITH_NO_MEMORY) guarded([&] { return result->error = "out of memory", PITH_OK; });
  return status;
}

const std::vector<std::string>* list_of(const pith_result* result, int list) noexcept {
  if (result == nullptr) return nullptr;
  switch (list) {
    case PITH_AUTHORS:
      return &result->article.authors;
    case PITH_TAGS:
      return &result->article.tags;
    case PITH_CATEGORIES:
      return &result->article.categories;
    default:
      return nullptr;
  }
}

}  // namespace

pith_status pith_extractor_create(const pith_options* options, pith_extractor** extractor) {
  if (extractor == nullptr) return PITH_BAD_ARGUMENT;
  *extractor = nullptr;
  return guarded([&] {
    *extractor = new pith_extractor{pith::Extractor(read_options(options))};
    return status_of((*extractor)->extractor.error().code);
  });
}

void pith_extractor_free(pith_extractor* extractor) { delete extractor; }

pith_string pith_extractor_error(const pith_extractor* extractor) {
  return extractor != nullptr ? borrow(extractor->extractor.error().message) : borrow({});
}

pith_result* pith_result_create(void) {
  pith_result* result = nullptr;
  guarded([&] { return result = new pith_result, PITH_OK; });
  return result;
}

void pith_result_free(pith_result* result) { delete result; }

pith_string pith_result_error(const pith_result* result) {
  return borrow(result != nullptr ? result->error : std::string_view());
}

pith_status pith_extract(const pith_extractor* extractor, const char* bytes, size_t size, const pith_page_info* info,
                         pith_result* result) {
  return fill(extractor, bytes, size, info, result, false);
}

pith_status pith_explain(const pith_extractor* extractor, const char* bytes, size_t size, const pith_page_info* info,
                         pith_result* result) {
  return fill(extractor, bytes, size, info, result, true);
}

pith_string pith_result_get(const pith_result* result, int field) {
  if (result == nullptr) return borrow({});
  const pith::Article& article = result->article;
  switch (field) {
    case PITH_URL:
      return borrow(article.url);
    case PITH_TITLE:
      return borrow(article.title);
    case PITH_AUTHOR:
      return borrow(article.author);
    case PITH_DATE:
      return borrow(article.date);
    case PITH_LANGUAGE:
      return borrow(article.language);
    case PITH_PAGE_TYPE:
      return borrow(article.page_type);
    case PITH_TEXT:
      return borrow(result->text);
    case PITH_ENCODING:
      return borrow(article.encoding);
    case PITH_ENCODING_SOURCE:
      return borrow(article.encoding_source);
    case PITH_METHOD:
      return borrow(article.method);
    case PITH_REASON:
      return borrow(article.reason);
    case PITH_MODIFIED:
      return borrow(article.modified);
    case PITH_SITE:
      return borrow(article.site);
    case PITH_SOURCE:
      return borrow(article.source);
    case PITH_EDITOR:
      return borrow(article.editor);
    case PITH_DESCRIPTION:
      return borrow(article.description);
    case PITH_LICENCE:
      return borrow(article.licence);
    case PITH_IMAGE:
      return borrow(article.image);
    case PITH_CANONICAL:
      return borrow(article.canonical);
    case PITH_NEXT_PAGE:
      return borrow(article.next_page);
    case PITH_EMBEDDED:
      return borrow(article.embedded);
    case PITH_TRUNCATED:
      return borrow(result->truncated);
    case PITH_JSON:
      if (result->json.empty()) {
        guarded([&] {
          return pith::rendering::append_json(article, nullptr, pith::text_of(article), result->json), PITH_OK;
        });
      }
      return borrow(result->json);
    default:
      return borrow({});
  }
}

pith_string pith_result_render(pith_result* result, const char* format, const pith_render_options* options) {
  pith::Format wanted = pith::Format::text;
  if (result == nullptr || !pith::parse_format(view(format), wanted)) return borrow({});
  pith::RenderOptions rendering;
  if (options != nullptr) {
    if (PITH_HAS(options, no_links)) rendering.links = options->no_links == 0;
    if (PITH_HAS(options, no_images)) rendering.images = options->no_images == 0;
    if (PITH_HAS(options, no_tables)) rendering.tables = options->no_tables == 0;
    if (PITH_HAS(options, no_headings)) rendering.headings = options->no_headings == 0;
    if (PITH_HAS(options, no_captions)) rendering.captions = options->no_captions == 0;
    if (PITH_HAS(options, comments)) rendering.comments = options->comments != 0;
    if (PITH_HAS(options, metadata)) rendering.metadata = options->metadata != 0;
    if (PITH_HAS(options, strict)) rendering.strict = options->strict != 0;
  }
  result->rendered.clear();
  guarded([&] { return result->rendered = pith::render(result->article, wanted, rendering), PITH_OK; });
  return borrow(result->rendered);
}

size_t pith_result_body_count(const pith_result* result) {
  return result != nullptr ? result->article.bodies.size() : 0;
}

pith_string pith_result_body(const pith_result* result, size_t index) {
  return index < pith_result_body_count(result) ? borrow(result->article.bodies[index].text) : borrow({});
}

size_t pith_result_list_size(const pith_result* result, int list) {
  const std::vector<std::string>* const values = list_of(result, list);
  return values != nullptr ? values->size() : 0;
}

pith_string pith_result_list_item(const pith_result* result, int list, size_t index) {
  return index < pith_result_list_size(result, list) ? borrow((*list_of(result, list))[index]) : borrow({});
}

size_t pith_result_comment_count(const pith_result* result) {
  return result != nullptr ? result->article.comments.size() : 0;
}

pith_comment pith_result_comment(const pith_result* result, size_t index) {
  if (index >= pith_result_comment_count(result)) return {borrow({}), borrow({}), borrow({})};
  const pith::Body& comment = result->article.comments[index];
  return {borrow(comment.text), borrow(comment.author), borrow(comment.date)};
}

size_t pith_result_block_count(const pith_result* result) {
  return result != nullptr ? result->article.blocks.size() : 0;
}

pith_block pith_result_block(const pith_result* result, size_t index) {
  if (index >= pith_result_block_count(result)) return {borrow({}), borrow({}), borrow({}), 0, 0, -1};
  const pith::BlockReport& block = result->article.blocks[index];
  return {borrow(block.path), borrow(block.text), borrow(block.reason), block.score, block.kept ? 1 : 0, block.body};
}

size_t pith_method_count(void) {
  size_t count = 0;
  guarded([&] { return count = pith::methods().size(), PITH_OK; });
  return count;
}

pith_method_info pith_method(size_t index) {
  if (index >= pith_method_count()) return {borrow({}), borrow({}), borrow({})};
  const pith::MethodInfo& info = pith::methods()[index];
  return {borrow(info.id), borrow(info.summary), borrow(info.source)};
}

pith_string pith_version(void) { return borrow(pith::version()); }
