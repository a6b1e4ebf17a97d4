/* Prints the version, then what a method of the literature makes of a page of GBK bytes; on the way another learns a
 * site. Calls every function of pith/methods.h. Returns 0, or the number of the line that failed. */

#include <pith/methods.h>
#include <stdio.h>

#define CHECK(condition)                                                \
  do {                                                                  \
    if (!(condition)) return fprintf(stderr, "line %d\n", __LINE__), 1; \
  } while (0)

static const char kPage[] = "<title>\xD5\xFD\xCE\xC4</title><body><p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3";

static int extract_page(void) {
  pith_options options = {.size = sizeof options, .method = "song", .catalogue = pith_all_methods()};
  pith_page_info info = {.size = sizeof info, .charset = "gbk"};
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  CHECK(pith_method_count(pith_all_methods()) > pith_method_count(NULL));
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_extract(extractor, kPage, sizeof kPage - 1, &info, result) == PITH_OK);
  printf("%s\n%s\n", pith_version().data, pith_result_get(result, PITH_TEXT).data);
  pith_result_free(result);
  pith_extractor_free(extractor);
  return 0;
}

static int learn_a_site(void) {
  pith_options options = {.size = sizeof options, .method = "url-tree", .catalogue = pith_all_methods()};
  pith_extractor* extractor = NULL;
  pith_site_memory* memory = NULL;
  pith_result* result = pith_result_create();
  pith_page_info info = {.size = sizeof info, .site = "example.org"};
  pith_string saved;
  CHECK(pith_extractor_create(&options, &extractor) == PITH_OK);
  CHECK(pith_site_memory_create(extractor, &memory) == PITH_OK);
  info.memory = memory;
  CHECK(pith_extract(extractor, kPage, sizeof kPage - 1, &info, result) == PITH_OK);
  saved = pith_site_memory_save(memory);
  CHECK(saved.size > 0 && pith_site_memory_load(memory, saved.data, saved.size) == PITH_OK);
  pith_site_memory_free(memory);
  pith_result_free(result);
  pith_extractor_free(extractor);
  return 0;
}

int main(void) { return extract_page() || learn_a_site(); }
