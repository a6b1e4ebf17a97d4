#include "pith/pith.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "method/catalogue.hpp"
#include "pith/pith.hpp"
#include "render/json.hpp"
#include "render/members.hpp"

struct pith_extractor {
  pith::Extractor extractor;
};

struct pith_site_memory {
  pith::SiteMemory sites;
  std::string saved;  // by pith_site_memory_save
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
#define PITH_HAS(object, member)                                                  \
  ((object)->size >= offsetof(std::remove_cvref_t<decltype(*(object))>, member) + \
                         sizeof(std::remove_cvref_t<decltype((object)->member)>))

// Sets what the caller's struct has a place for.
#define PITH_READ(object, member, target)                                               \
  do {                                                                                  \
    if (PITH_HAS(object, member) && (object)->member != 0) (target) = (object)->member; \
  } while (false)

// Fills as much of the caller's struct as it has; whether there was something to fill it with.
template <class Item>
int give(Item* out, bool found, const Item& item) noexcept {
  if (out != nullptr && out->size > sizeof item.size)
    std::memcpy(reinterpret_cast<char*>(out) + sizeof item.size,
                reinterpret_cast<const char*>(&item) + sizeof item.size,
                std::min(out->size, sizeof item) - sizeof item.size);
  return found ? 1 : 0;
}

pith::Options read_options(const pith_options* given) {
  pith::Options options;
  if (given == nullptr) return options;
  if (PITH_HAS(given, method) && given->method != nullptr) options.method = given->method;
  if (PITH_HAS(given, favor)) {
    const bool known = given->favor >= PITH_BALANCED && given->favor <= PITH_RECALL;
    options.favor = known ? static_cast<pith::Favor>(given->favor) : pith::Favor{255};  // which the extractor refuses
  }
  PITH_READ(given, input_bytes, options.limits.input_bytes);
  PITH_READ(given, output_bytes, options.limits.output_bytes);
  PITH_READ(given, depth, options.limits.depth);
  PITH_READ(given, attributes_per_element, options.limits.attributes_per_element);
  PITH_READ(given, cloned_elements, options.limits.cloned_elements);
  PITH_READ(given, nodes, options.limits.nodes);
  PITH_READ(given, table_span, options.limits.table_span);
  PITH_READ(given, work_per_byte, options.limits.work_per_byte);
  if (PITH_HAS(given, catalogue)) options.catalogue = reinterpret_cast<const pith::Catalogue*>(given->catalogue);
  if (PITH_HAS(given, setting_count) && given->settings != nullptr) {
    for (std::size_t i = 0; i < given->setting_count; ++i)
      options.settings.push_back(
          {std::string(view(given->settings[i].name)), std::string(view(given->settings[i].value))});
  }
  return options;
}

pith_status status_of(pith::ErrorCode code) noexcept {
  switch (code) {
    case pith::ErrorCode::none:
      return PITH_OK;
    case pith::ErrorCode::unknown_method:
      return PITH_UNKNOWN_METHOD;
    case pith::ErrorCode::bad_option:
      return PITH_BAD_OPTION;
    case pith::ErrorCode::bad_data:
      return PITH_BAD_DATA;
    case pith::ErrorCode::io:
      return PITH_IO;
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

pith::PageInfo read_info(const pith_page_info* given) noexcept {
  pith::PageInfo info;
  if (given == nullptr) return info;
  if (PITH_HAS(given, url)) info.url = view(given->url);
  if (PITH_HAS(given, charset)) info.charset = view(given->charset);
  if (PITH_HAS(given, fetched)) info.fetched = view(given->fetched);
  if (PITH_HAS(given, content_type)) info.content_type = view(given->content_type);
  if (PITH_HAS(given, site)) info.site = view(given->site);
  if (PITH_HAS(given, memory) && given->memory != nullptr) info.memory = &given->memory->sites;
  return info;
}

pith_status fill(const pith_extractor* extractor, const char* bytes, size_t size, const pith_page_info* info,
                 pith_result* result, bool explain) noexcept {
  if (result == nullptr) return PITH_BAD_ARGUMENT;
  const auto clear = [result] {
    result->article = {};
    for (std::string* text : {&result->text, &result->truncated, &result->json, &result->rendered, &result->error})
      text->clear();
  };
  clear();
  const pith_status status = guarded([&] {
    if (extractor == nullptr || (bytes == nullptr && size != 0)) {
      result->error = extractor == nullptr ? "the extractor is NULL" : "the page is NULL";
      return PITH_BAD_ARGUMENT;
    }
    const pith::Extractor& engine = extractor->extractor;
    const std::string_view input(bytes != nullptr ? bytes : "", size);
    const pith::PageInfo page = read_info(info);
    if (!engine.error() && page.memory != nullptr && page.memory->method() != engine.options().method) {
      result->error = "the memory of sites is of another method";
      return PITH_BAD_ARGUMENT;
    }
    result->article =
        explain ? engine.explain(input, page, result->workspace) : engine.extract(input, page, result->workspace);
    result->text = pith::text_of(result->article);
    result->truncated = pith::describe(result->article.truncated);
    result->error = engine.error().message;
    return status_of(engine.error().code);
  });
  if (status == PITH_NO_MEMORY || status == PITH_INTERNAL) {
    clear();
    guarded([&] { return result->error = status == PITH_NO_MEMORY ? "out of memory" : "a bug in pith", status; });
  }
  return status;
}

const std::vector<std::string>* list_of(const pith_result* result, int list) noexcept {
  if (result == nullptr) return nullptr;
  for (const pith::rendering::Member& member : pith::rendering::kMembers)
    if (member.list != nullptr && member.id == list) return &(result->article.*member.list);
  return nullptr;
}

template <class Item>
const Item* at(const std::vector<Item>& items, std::size_t index) noexcept {
  return index < items.size() ? &items[index] : nullptr;
}

template <class Item>
const Item& empty() noexcept {
  static const Item item;
  return item;
}

int give_body(const pith::Body* found, pith_body* out) noexcept {
  const pith::Body& body = found != nullptr ? *found : empty<pith::Body>();
  return give(
      out, found != nullptr,
      pith_body{sizeof(pith_body), borrow(body.text), borrow(body.author), borrow(body.date), borrow(body.path)});
}

const pith::Catalogue& catalogue_of(const pith_catalogue* given) {
  return given != nullptr ? *reinterpret_cast<const pith::Catalogue*>(given) : pith::method::built_in_methods();
}

// nullptr without memory.
const std::vector<pith::MethodInfo>* methods_of(const pith_catalogue* given) noexcept {
  const std::vector<pith::MethodInfo>* infos = nullptr;
  guarded([&] { return infos = &catalogue_of(given).infos(), PITH_OK; });
  return infos;
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

pith_status pith_site_memory_create(const pith_extractor* extractor, pith_site_memory** memory) {
  if (memory == nullptr) return PITH_BAD_ARGUMENT;
  *memory = nullptr;
  if (extractor == nullptr) return PITH_BAD_ARGUMENT;
  return guarded([&] {
    pith::SiteMemory sites(extractor->extractor);
    const pith_status status = status_of(sites.error().code);
    if (status == PITH_OK) *memory = new pith_site_memory{std::move(sites), {}};
    return status;
  });
}

void pith_site_memory_free(pith_site_memory* memory) { delete memory; }

pith_string pith_site_memory_save(pith_site_memory* memory) {
  if (memory == nullptr) return borrow({});
  memory->saved.clear();
  guarded([&] { return memory->saved = memory->sites.save(), PITH_OK; });
  return borrow(memory->saved);
}

pith_status pith_site_memory_load(pith_site_memory* memory, const char* text, size_t size) {
  if (memory == nullptr || (text == nullptr && size != 0)) return PITH_BAD_ARGUMENT;
  return guarded([&] { return status_of(memory->sites.load({text != nullptr ? text : "", size}).code); });
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
    case PITH_TEXT:
      return borrow(result->text);
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
      for (const pith::rendering::Member& member : pith::rendering::kMembers)
        if (member.text != nullptr && member.id == field) return borrow(article.*member.text);
      return borrow({});
  }
}

pith_string pith_result_render(pith_result* result, const char* format, const pith_render_options* options) {
  pith::Format wanted = pith::Format::text;
  if (result == nullptr || !pith::parse_format(view(format), wanted)) return borrow({});
  pith::RenderOptions rendering;
  pith::Limits limits;
  if (options != nullptr) {
    if (PITH_HAS(options, no_links)) rendering.links = options->no_links == 0;
    if (PITH_HAS(options, no_images)) rendering.images = options->no_images == 0;
    if (PITH_HAS(options, no_tables)) rendering.tables = options->no_tables == 0;
    if (PITH_HAS(options, no_headings)) rendering.headings = options->no_headings == 0;
    if (PITH_HAS(options, no_captions)) rendering.captions = options->no_captions == 0;
    if (PITH_HAS(options, comments)) rendering.comments = options->comments != 0;
    if (PITH_HAS(options, metadata)) rendering.metadata = options->metadata != 0;
    if (PITH_HAS(options, strict)) rendering.strict = options->strict != 0;
    if (PITH_HAS(options, alternatives)) rendering.alternatives = options->alternatives != 0;
    if (PITH_HAS(options, no_title)) rendering.title = options->no_title == 0;
    if (PITH_HAS(options, plain_posts) && options->plain_posts != 0) rendering.posts = pith::PostStyle::plain;
    PITH_READ(options, card_bytes, rendering.card_bytes);
    PITH_READ(options, output_bytes, limits.output_bytes);
  }
  result->rendered.clear();
  guarded([&] { return result->rendered = pith::render(result->article, wanted, rendering, limits), PITH_OK; });
  return borrow(result->rendered);
}

pith_string pith_format(size_t index) {
  return borrow(index <= 255 ? pith::name_of(static_cast<pith::Format>(index)) : std::string_view());
}

double pith_result_number(const pith_result* result, int number) {
  if (result == nullptr) return 0;
  switch (number) {
    case PITH_PAGE_TYPE_PROBABILITY:
      return result->article.page_type.empty() ? 0 : result->article.page_type_probability;
    case PITH_CUT:
      return result->article.cut;
    default:
      return 0;
  }
}

uint32_t pith_result_truncation(const pith_result* result) {
  return result != nullptr ? static_cast<uint32_t>(result->article.truncated) : 0;
}

size_t pith_result_body_count(const pith_result* result) {
  return result != nullptr ? result->article.bodies.size() : 0;
}

int pith_result_body(const pith_result* result, size_t index, pith_body* body) {
  return give_body(result != nullptr ? at(result->article.bodies, index) : nullptr, body);
}

size_t pith_result_comment_count(const pith_result* result) {
  return result != nullptr ? result->article.comments.size() : 0;
}

int pith_result_comment(const pith_result* result, size_t index, pith_body* comment) {
  return give_body(result != nullptr ? at(result->article.comments, index) : nullptr, comment);
}

size_t pith_result_list_size(const pith_result* result, int list) {
  const std::vector<std::string>* const values = list_of(result, list);
  return values != nullptr ? values->size() : 0;
}

pith_string pith_result_list_item(const pith_result* result, int list, size_t index) {
  return index < pith_result_list_size(result, list) ? borrow((*list_of(result, list))[index]) : borrow({});
}

size_t pith_result_block_count(const pith_result* result) {
  return result != nullptr ? result->article.blocks.size() : 0;
}

int pith_result_block(const pith_result* result, size_t index, pith_block* block) {
  const pith::BlockReport* const report = result != nullptr ? at(result->article.blocks, index) : nullptr;
  const pith::BlockReport& b = report != nullptr ? *report : empty<pith::BlockReport>();
  return give(block, report != nullptr,
              pith_block{sizeof(pith_block), borrow(b.path), borrow(b.text), borrow(b.reason), b.score, b.kept ? 1 : 0,
                         b.body, b.post, b.comment ? 1 : 0, borrow(b.kind), b.record});
}

size_t pith_result_statement_count(const pith_result* result) {
  return result != nullptr ? result->article.fields.size() : 0;
}

int pith_result_statement(const pith_result* result, size_t index, pith_statement* statement) {
  const pith::FieldReport* const report = result != nullptr ? at(result->article.fields, index) : nullptr;
  const pith::FieldReport& f = report != nullptr ? *report : empty<pith::FieldReport>();
  return give(statement, report != nullptr,
              pith_statement{sizeof(pith_statement), borrow(f.field), borrow(f.value), borrow(f.source), f.confidence,
                             f.chosen ? 1 : 0});
}

size_t pith_method_count(const pith_catalogue* catalogue) {
  const std::vector<pith::MethodInfo>* const methods = methods_of(catalogue);
  return methods != nullptr ? methods->size() : 0;
}

int pith_method(const pith_catalogue* catalogue, size_t index, pith_method_info* method) {
  pith::MethodInfo m;
  const bool found = index < pith_method_count(catalogue);
  if (found) m = (*methods_of(catalogue))[index];
  return give(method, found,
              pith_method_info{sizeof(pith_method_info), borrow(m.id), borrow(m.summary), borrow(m.source),
                               m.settings.size(), m.trained ? 1 : 0, m.learns_sites ? 1 : 0});
}

int pith_method_setting(const pith_catalogue* catalogue, size_t method, size_t index, pith_setting_info* setting) {
  pith::SettingInfo s;
  std::string_view values;
  const bool found = method < pith_method_count(catalogue) && index < (*methods_of(catalogue))[method].settings.size();
  if (found) {
    s = (*methods_of(catalogue))[method].settings[index];
    values = catalogue_of(catalogue).values_of(method, index);
  }
  return give(
      setting, found,
      pith_setting_info{sizeof(pith_setting_info), borrow(s.name), borrow(s.value), borrow(s.help), borrow(s.choices),
                        borrow(values), found ? static_cast<int>(s.type) : 0, s.least, s.most});
}

pith_string pith_version(void) { return borrow(pith::version()); }
