/* The C API, compiled as C and called from gtest by c_api_test.cpp. Returns 0 or the line that failed. */

#include <stddef.h>
#include <string.h>

#include "pith/methods.h"
#include "pith/pith.h"

#define CHECK(condition)               \
  do {                                 \
    if (!(condition)) return __LINE__; \
  } while (0)

static int equals(pith_string a, const char* b) {
  return a.size == strlen(b) && memcmp(a.data, b, a.size) == 0 && a.data[a.size] == '\0';
}

static const char kPage[] = "<html lang=en><title>Title</title><p>First paragraph.</p><p>Second paragraph.</p>";

int pith_c_api_extracts(void) {
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  pith_options options = {0};
  pith_page_info info = {0};
  pith_body body = {.size = sizeof body};
  pith_block block = {.size = sizeof block};
  options.size = sizeof options;
  options.method = "all";
  info.size = sizeof info;
  info.url = "http://example.org/";
  CHECK(result != NULL);
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(equals(pith_extractor_error(extractor), ""));

  CHECK(pith_extract(extractor, kPage, strlen(kPage), &info, result) == PITH_OK);
  CHECK(equals(pith_result_get(result, PITH_TITLE), "Title"));
  CHECK(equals(pith_result_get(result, PITH_URL), "http://example.org/"));
  CHECK(equals(pith_result_get(result, PITH_LANGUAGE), "en"));
  CHECK(equals(pith_result_get(result, PITH_METHOD), "all"));
  CHECK(equals(pith_result_get(result, PITH_TEXT), "First paragraph.\nSecond paragraph.\n"));
  CHECK(equals(pith_result_get(result, PITH_TRUNCATED), ""));
  CHECK(equals(pith_result_get(result, 99), ""));
  CHECK(pith_result_body_count(result) == 1);
  CHECK(pith_result_body(result, 0, &body) == 1);
  CHECK(equals(body.text, "First paragraph.\nSecond paragraph.\n"));
  CHECK(equals(body.author, "") && equals(body.date, "") && equals(body.path, ""));
  CHECK(pith_result_body(result, 1, &body) == 0);
  CHECK(equals(body.text, ""));
  CHECK(pith_result_block_count(result) == 0);
  CHECK(pith_result_get(result, PITH_JSON).data[0] == '{');
  CHECK(strstr(pith_result_get(result, PITH_JSON).data, "\"title\":\"Title\"") != NULL);

  CHECK(pith_explain(extractor, kPage, strlen(kPage), NULL, result) == PITH_OK);
  CHECK(equals(pith_result_get(result, PITH_URL), ""));
  CHECK(pith_result_block_count(result) == 2);
  CHECK(pith_result_block(result, 1, &block) == 1);
  CHECK(equals(block.text, "Second paragraph."));
  CHECK(equals(block.path, "html/body/p[2]"));
  CHECK(equals(block.reason, "visible"));
  CHECK(block.kept == 1 && block.body == 0 && block.post == -1 && block.comment == 0);
  CHECK(pith_result_block(result, 2, &block) == 0);
  CHECK(block.body == -1);
  CHECK(pith_result_block(result, 1, NULL) == 1);

  CHECK(pith_extract(extractor, NULL, 0, NULL, result) == PITH_OK);
  CHECK(pith_result_body_count(result) == 0);
  CHECK(equals(pith_result_get(result, PITH_TEXT), ""));
  CHECK(equals(pith_result_get(result, PITH_REASON), "the page holds no text"));

  pith_result_free(result);
  pith_extractor_free(extractor);
  return 0;
}

int pith_c_api_names_where_the_text_stood(void) {
  static const char kBegin[] =
      "<title>Ferry</title><script type=application/ld+json>{\"@type\":\"NewsArticle\","
      "\"articleBody\":\"";
  static const char kSentence[] = "The ferry sails again from Monday, says the harbour master. ";
  char page[4096];
  int i;
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  strcpy(page, kBegin);
  for (i = 0; i < 30; ++i) strcat(page, kSentence);
  strcat(page, "\"}</script><p>Please wait.");
  CHECK(pith_extractor_create(NULL, &extractor) == PITH_OK);
  CHECK(pith_extract(extractor, page, strlen(page), NULL, result) == PITH_OK);
  CHECK(strncmp(pith_result_get(result, PITH_TEXT).data, kSentence, strlen(kSentence)) == 0);
  CHECK(equals(pith_result_get(result, PITH_EMBEDDED), "JSON-LD articleBody"));
  CHECK(pith_extract(extractor, kPage, strlen(kPage), NULL, result) == PITH_OK);
  CHECK(equals(pith_result_get(result, PITH_EMBEDDED), ""));
  pith_result_free(result);
  pith_extractor_free(extractor);
  return 0;
}

int pith_c_api_reports_errors(void) {
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  pith_options options = {0};
  options.size = sizeof options;
  options.method = "no such";
  CHECK(pith_extractor_create(&options, &extractor) == PITH_UNKNOWN_METHOD);
  CHECK(extractor != NULL);
  CHECK(equals(pith_extractor_error(extractor),
               "unknown method \"no such\": without a catalogue there are all, cetd, pith"));
  CHECK(pith_extract(extractor, kPage, strlen(kPage), NULL, result) == PITH_UNKNOWN_METHOD);
  CHECK(equals(pith_result_error(result), "unknown method \"no such\": without a catalogue there are all, cetd, pith"));
  CHECK(pith_result_body_count(result) == 0);
  pith_extractor_free(extractor);

  options.method = NULL;
  options.input_bytes = ((size_t)1 << 30) + 1;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_BAD_OPTION);
  pith_extractor_free(extractor);
  options.input_bytes = 0;
  options.favor = -1;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_BAD_OPTION);
  pith_extractor_free(extractor);

  /* A caller that knows no more of the options than their size. */
  options.size = sizeof options.size;
  options.method = "no such";
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_extract(extractor, NULL, 5, NULL, result) == PITH_BAD_ARGUMENT);
  CHECK(pith_result_error(result).size != 0);
  pith_extractor_free(extractor);
  pith_result_free(result);
  return 0;
}

int pith_c_api_takes_null(void) {
  pith_result* result = pith_result_create();
  CHECK(pith_extractor_create(NULL, NULL) == PITH_BAD_ARGUMENT);
  CHECK(pith_extract(NULL, kPage, 1, NULL, result) == PITH_BAD_ARGUMENT);
  CHECK(pith_extract(NULL, kPage, 1, NULL, NULL) == PITH_BAD_ARGUMENT);
  CHECK(pith_explain(NULL, kPage, 1, NULL, NULL) == PITH_BAD_ARGUMENT);
  CHECK(equals(pith_result_get(NULL, PITH_TEXT), ""));
  CHECK(equals(pith_result_error(NULL), ""));
  CHECK(equals(pith_extractor_error(NULL), ""));
  CHECK(pith_result_body(NULL, 0, NULL) == 0);
  CHECK(pith_result_comment(NULL, 0, NULL) == 0);
  CHECK(pith_result_block(NULL, 0, NULL) == 0);
  CHECK(pith_result_statement(NULL, 0, NULL) == 0);
  CHECK(pith_result_number(NULL, PITH_CUT) == 0);
  CHECK(pith_result_truncation(NULL) == 0);
  CHECK(pith_site_memory_create(NULL, NULL) == PITH_BAD_ARGUMENT);
  CHECK(pith_site_memory_load(NULL, "", 0) == PITH_BAD_ARGUMENT);
  CHECK(equals(pith_site_memory_save(NULL), ""));
  pith_site_memory_free(NULL);
  CHECK(pith_result_body_count(NULL) == 0);
  CHECK(pith_result_block_count(NULL) == 0);
  pith_extractor_free(NULL);
  pith_result_free(NULL);
  pith_result_free(result);
  return 0;
}

/* A caller with an older header has smaller structs: nothing behind `size` is read or written. */
int pith_c_api_keeps_to_the_size_of_structs(void) {
  struct {
    pith_body body;
    char behind;
  } old;
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  pith_options options;
  pith_page_info info;
  memset(&old, 0x5A, sizeof old);
  memset(&options, 0x5A, sizeof options);
  memset(&info, 0x5A, sizeof info);
  options.size = offsetof(pith_options, favor);
  options.method = "all";
  info.size = offsetof(pith_page_info, charset);
  info.url = "http://example.org/";
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_extract(extractor, kPage, strlen(kPage), &info, result) == PITH_OK);
  old.body.size = offsetof(pith_body, author);
  CHECK(pith_result_body(result, 0, &old.body) == 1);
  CHECK(equals(old.body.text, "First paragraph.\nSecond paragraph.\n"));
  CHECK(old.body.size == offsetof(pith_body, author));
  CHECK(*(unsigned char*)&old.body.author == 0x5A);
  /* One with a newer header: what the library does not know stays. */
  old.body.size = sizeof old;
  CHECK(pith_result_body(result, 0, &old.body) == 1);
  CHECK(equals(old.body.path, ""));
  CHECK(old.behind == 0x5A);
  pith_result_free(result);
  pith_extractor_free(extractor);
  return 0;
}

int pith_c_api_takes_settings_and_limits(void) {
  static const char kDeep[] = "<div><div><div><div><p>Deep.</p></div></div></div></div>";
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  pith_setting setting = {"threshold", "0.4"};
  pith_options options = {0};
  options.size = sizeof options;
  options.settings = &setting;
  options.setting_count = 1;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  pith_extractor_free(extractor);
  setting.value = "4";
  CHECK(pith_extractor_create(&options, &extractor) == PITH_BAD_OPTION);
  CHECK(equals(pith_extractor_error(extractor), "threshold: `4` is not a number from 0 to 1"));
  CHECK(pith_extract(extractor, kDeep, strlen(kDeep), NULL, result) == PITH_BAD_OPTION);
  CHECK(equals(pith_result_error(result), "threshold: `4` is not a number from 0 to 1"));
  pith_extractor_free(extractor);
  setting.name = NULL;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_BAD_OPTION);
  pith_extractor_free(extractor);
  setting.name = "model";
  setting.value = "/no/such/folder";
  CHECK(pith_extractor_create(&options, &extractor) == PITH_IO);
  CHECK(strstr(pith_extractor_error(extractor).data, "/no/such/folder") != NULL);
  pith_extractor_free(extractor);

  options.setting_count = 0;
  options.method = "all";
  options.depth = 4;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_extract(extractor, kDeep, strlen(kDeep), NULL, result) == PITH_OK);
  CHECK(pith_result_truncation(result) == PITH_TRUNCATED_DEPTH);
  CHECK(equals(pith_result_get(result, PITH_TRUNCATED), "depth"));
  CHECK(equals(pith_result_get(result, PITH_TEXT), "Deep.\n"));
  pith_extractor_free(extractor);
  options.depth = UINT32_MAX;
  options.nodes = 3;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_extract(extractor, kDeep, strlen(kDeep), NULL, result) == PITH_OK);
  CHECK(pith_result_truncation(result) == PITH_TRUNCATED_NODES);
  pith_extractor_free(extractor);
  options.nodes = 0;
  options.attributes_per_element = 65536;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_BAD_OPTION);
  pith_extractor_free(extractor);
  pith_result_free(result);
  return 0;
}

int pith_c_api_takes_the_content_type(void) {
  static const char kGbk[] = "<p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3";
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  pith_options options = {0};
  pith_page_info info = {0};
  options.size = sizeof options;
  options.method = "all";
  info.size = sizeof info;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  info.content_type = "text/html; charset=gbk";
  CHECK(pith_extract(extractor, kGbk, strlen(kGbk), &info, result) == PITH_OK);
  CHECK(equals(pith_result_get(result, PITH_ENCODING), "GBK"));
  CHECK(equals(pith_result_get(result, PITH_ENCODING_SOURCE), "transport"));
  info.content_type = "image/png";
  CHECK(pith_extract(extractor, kGbk, strlen(kGbk), &info, result) == PITH_OK);
  CHECK(pith_result_body_count(result) == 0);
  CHECK(equals(pith_result_get(result, PITH_REASON), "the Content-Type says image/png, which is no web page"));
  pith_result_free(result);
  pith_extractor_free(extractor);
  return 0;
}

int pith_c_api_learns_sites(void) {
  static const char kStory[] = "<p>The council has met, it says.</p><p>All rights, it says, are ours.</p>";
  static const char kOther[] = "<p>The bridge is open, it says.</p><p>All rights, it says, are ours.</p>";
  pith_extractor *extractor = NULL, *other = NULL;
  pith_site_memory *memory = NULL, *copy = NULL;
  pith_result* result = pith_result_create();
  pith_options options = {0};
  pith_page_info info = {0};
  pith_string saved;
  options.size = sizeof options;
  info.size = sizeof info;
  info.site = "example.org";
  options.method = "cetd";
  CHECK(pith_extractor_create(&options, &other) == PITH_OK);
  CHECK(pith_site_memory_create(other, &memory) == PITH_BAD_OPTION);
  CHECK(memory == NULL);
  options.method = "punct-lines";
  options.catalogue = pith_all_methods();
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_site_memory_create(extractor, &memory) == PITH_OK);
  CHECK(pith_site_memory_create(extractor, &copy) == PITH_OK);

  info.memory = memory;
  CHECK(pith_extract(extractor, kStory, strlen(kStory), &info, result) == PITH_OK);
  CHECK(equals(pith_result_get(result, PITH_TEXT), "The council has met, it says.\nAll rights, it says, are ours.\n"));
  saved = pith_site_memory_save(memory);
  CHECK(pith_site_memory_load(copy, saved.data, saved.size) == PITH_OK);
  CHECK(pith_extract(extractor, kOther, strlen(kOther), &info, result) == PITH_OK);
  CHECK(equals(pith_result_get(result, PITH_TEXT), "The bridge is open, it says.\n"));
  info.memory = copy;
  CHECK(pith_extract(extractor, kOther, strlen(kOther), &info, result) == PITH_OK);
  CHECK(equals(pith_result_get(result, PITH_TEXT), "The bridge is open, it says.\n"));
  CHECK(pith_site_memory_load(copy, "x", 1) == PITH_BAD_DATA);
  CHECK(pith_extract(extractor, kOther, strlen(kOther), &info, result) == PITH_OK);
  CHECK(pith_result_get(result, PITH_TEXT).size > 40);

  CHECK(pith_extract(other, kOther, strlen(kOther), &info, result) == PITH_BAD_ARGUMENT);
  CHECK(equals(pith_result_error(result), "the memory of sites is of another method"));
  pith_site_memory_free(memory);
  pith_site_memory_free(copy);
  pith_result_free(result);
  pith_extractor_free(extractor);
  pith_extractor_free(other);
  return 0;
}

/* A page of posts: statements, numbers, formats. */
int pith_c_api_tells_all_of_an_article(void) {
  static const char kBegin[] =
      "<title>Bridge</title><nav><a href=/>Home</a> <a href=/b>News of the river</a> <a href=/c>Forum</a></nav>"
      "<h1>Bridge</h1>";
  static const char kPost[] =
      "<article class=post><span class=author>Ann Lee</span> <time datetime=2024-05-03T10:00>May 3</time><p>The bridge "
      "over the river is closed for the winter, says the harbour master. It opens again in spring, when the ice has "
      "gone and the painters have done their work on it. <img src=/a.png alt='A bridge'></p></article>";
  char page[4096];
  size_t i;
  int chosen = 0;
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  pith_page_info info = {0};
  pith_statement statement = {.size = sizeof statement};
  pith_render_options rendering = {0};
  strcpy(page, kBegin);
  for (i = 0; i < 3; ++i) strcat(page, kPost);
  info.size = sizeof info;
  info.url = "http://example.org/forum/1";
  CHECK(pith_extractor_create(NULL, &extractor) == PITH_OK);
  CHECK(pith_explain(extractor, page, strlen(page), &info, result) == PITH_OK);
  CHECK(pith_result_number(result, PITH_CUT) > 0);
  CHECK(pith_result_number(result, PITH_PAGE_TYPE_PROBABILITY) > 0);
  CHECK(pith_result_number(result, 99) == 0);
  CHECK(pith_result_statement_count(result) > 0);
  for (i = 0; pith_result_statement(result, i, &statement); ++i)
    if (equals(statement.field, "title") && equals(statement.value, "Bridge") && statement.chosen) ++chosen;
  CHECK(i == pith_result_statement_count(result));
  CHECK(chosen >= 1);
  CHECK(equals(statement.field, ""));

  for (i = 0; pith_format(i).size != 0; ++i) CHECK(pith_result_render(result, pith_format(i).data, NULL).size != 0);
  CHECK(i >= 9);
  CHECK(equals(pith_format((size_t)-1), ""));
  rendering.size = sizeof rendering;
  rendering.alternatives = 1;
  CHECK(strstr(pith_result_render(result, "markdown", &rendering).data, "A bridge") != NULL);
  CHECK(strstr(pith_result_render(result, "markdown", &rendering).data, "a.png") == NULL);
  rendering.output_bytes = 20;
  CHECK(pith_result_render(result, "text", &rendering).size <= 20);
  CHECK(equals(pith_result_render(result, "no such", NULL), ""));
  pith_result_free(result);
  pith_extractor_free(extractor);
  return 0;
}

int pith_c_api_lists_methods(void) {
  size_t i, j;
  int found = 0, settings = 0;
  pith_method_info method = {.size = sizeof method};
  pith_setting_info setting = {.size = sizeof setting};
  const pith_catalogue* all = pith_all_methods();
  CHECK(pith_method_count(NULL) == 3);
  CHECK(pith_method(NULL, 2, &method) && equals(method.id, "pith"));
  CHECK(pith_method_count(all) > pith_method_count(NULL));
  for (i = 0; pith_method(all, i, &method); ++i) {
    CHECK(method.summary.size != 0);
    CHECK(method.source.size != 0);
    found += equals(method.id, "cetd");
    CHECK((method.learns_sites != 0) ==
          (equals(method.id, "pith") || equals(method.id, "punct-lines") || equals(method.id, "url-tree")));
    if (equals(method.id, "mss-nb")) CHECK(method.trained == 1);
    for (j = 0; pith_method_setting(all, i, j, &setting); ++j) {
      CHECK(setting.name.size != 0 && setting.help.size != 0 && setting.values.size != 0);
      if (!equals(method.id, "pith") || !equals(setting.name, "threshold")) continue;
      CHECK(setting.type == PITH_NUMBER && setting.most == 1);
      CHECK(equals(setting.values, "a number from 0 to 1"));
      ++settings;
    }
    CHECK(j == method.setting_count);
  }
  CHECK(i == pith_method_count(all));
  CHECK(found == 1);
  CHECK(settings == 1);
  CHECK(equals(method.id, ""));
  CHECK(pith_method_setting(all, i, 0, &setting) == 0);
  CHECK(pith_version().size >= 5);
  return 0;
}
