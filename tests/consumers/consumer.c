/* Prints the version, then the main content of a page of GBK bytes. On the way it calls every function of pith.h:
 * consumers_test.sh holds it to that. Returns 0, or the number of the line that failed. */

#include <pith/pith.h>
#include <stdio.h>
#include <string.h>

#define CHECK(condition)                                                \
  do {                                                                  \
    if (!(condition)) return fprintf(stderr, "line %d\n", __LINE__), 1; \
  } while (0)

static const char kPage[] = "<title>\xD5\xFD\xCE\xC4</title><body><p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3";

static int extract_page(void) {
  pith_setting setting = {"density", "text"};
  pith_options options = {.size = sizeof options, .method = "cetd", .settings = &setting, .setting_count = 1};
  pith_page_info info = {.size = sizeof info, .url = "http://example.org/", .content_type = "text/html; charset=gbk"};
  pith_render_options rendering = {.size = sizeof rendering, .alternatives = 1};
  pith_body body = {.size = sizeof body};
  pith_block block = {.size = sizeof block};
  pith_statement statement = {.size = sizeof statement};
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_extractor_error(extractor).size == 0);
  CHECK(pith_extract(extractor, kPage, sizeof kPage - 1, &info, result) == PITH_OK);
  CHECK(pith_result_error(result).size == 0);
  CHECK(pith_result_body_count(result) == 1 && pith_result_body(result, 0, &body) && body.text.size > 0);
  CHECK(pith_result_comment_count(result) == 0 && !pith_result_comment(result, 0, &body));
  CHECK(pith_result_list_size(result, PITH_TAGS) == 0 && pith_result_list_item(result, PITH_TAGS, 0).size == 0);
  CHECK(pith_result_truncation(result) == 0);
  CHECK(pith_result_number(result, PITH_CUT) == 0);
  CHECK(strcmp(pith_format(1).data, "json") == 0);
  CHECK(pith_result_render(result, "html", &rendering).size > 0);
  CHECK(pith_explain(extractor, kPage, sizeof kPage - 1, &info, result) == PITH_OK);
  CHECK(pith_result_block_count(result) == 1 && pith_result_block(result, 0, &block) && block.kept);
  CHECK(pith_result_statement_count(result) > 0 && pith_result_statement(result, 0, &statement));
  printf("%s\n%s\n", pith_version().data, pith_result_get(result, PITH_TEXT).data);
  pith_result_free(result);
  pith_extractor_free(extractor);
  return 0;
}

static int have_no_memory(void) {
  pith_extractor* extractor = NULL;
  pith_options options = {0};
  pith_site_memory* memory = NULL;
  options.size = sizeof options;
  options.method = "cetd"; /* judges each page alone */
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_site_memory_create(extractor, &memory) == PITH_BAD_OPTION && memory == NULL);
  CHECK(pith_site_memory_save(memory).size == 0 && pith_site_memory_load(memory, "", 0) == PITH_BAD_ARGUMENT);
  pith_site_memory_free(memory);
  pith_extractor_free(extractor);
  return 0;
}

static int list_methods(void) {
  pith_method_info method = {.size = sizeof method};
  pith_setting_info setting = {.size = sizeof setting};
  size_t i, j, settings = 0;
  for (i = 0; pith_method(NULL, i, &method); ++i)
    for (j = 0; pith_method_setting(NULL, i, j, &setting); ++j) settings += setting.values.size > 0;
  CHECK(i == 3 && i == pith_method_count(NULL) && settings > i);
  return 0;
}

int main(void) { return extract_page() || have_no_memory() || list_methods(); }
