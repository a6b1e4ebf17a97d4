/* The C API, compiled as C and called from gtest by c_api_test.cpp. Returns 0 or the line that failed. */

#include <string.h>

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
  CHECK(equals(pith_result_body(result, 0), "First paragraph.\nSecond paragraph.\n"));
  CHECK(equals(pith_result_body(result, 1), ""));
  CHECK(pith_result_block_count(result) == 0);
  CHECK(pith_result_get(result, PITH_JSON).data[0] == '{');
  CHECK(strstr(pith_result_get(result, PITH_JSON).data, "\"title\":\"Title\"") != NULL);

  CHECK(pith_explain(extractor, kPage, strlen(kPage), NULL, result) == PITH_OK);
  CHECK(equals(pith_result_get(result, PITH_URL), ""));
  CHECK(pith_result_block_count(result) == 2);
  CHECK(equals(pith_result_block(result, 1).text, "Second paragraph."));
  CHECK(equals(pith_result_block(result, 1).path, "html/body/p[2]"));
  CHECK(equals(pith_result_block(result, 1).reason, "visible"));
  CHECK(pith_result_block(result, 1).kept == 1);
  CHECK(pith_result_block(result, 2).body == -1);

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
  CHECK(equals(pith_extractor_error(extractor), "unknown method \"no such\""));
  CHECK(pith_extract(extractor, kPage, strlen(kPage), NULL, result) == PITH_UNKNOWN_METHOD);
  CHECK(equals(pith_result_error(result), "unknown method \"no such\""));
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
  CHECK(equals(pith_result_body(NULL, 0), ""));
  CHECK(equals(pith_result_block(NULL, 0).text, ""));
  CHECK(pith_result_body_count(NULL) == 0);
  CHECK(pith_result_block_count(NULL) == 0);
  pith_extractor_free(NULL);
  pith_result_free(NULL);
  pith_result_free(result);
  return 0;
}

int pith_c_api_lists_methods(void) {
  size_t i;
  int found = 0;
  CHECK(pith_method_count() >= 2);
  for (i = 0; i < pith_method_count(); ++i) {
    CHECK(pith_method(i).summary.size != 0);
    CHECK(pith_method(i).source.size != 0);
    found += equals(pith_method(i).id, "cetd");
  }
  CHECK(found == 1);
  CHECK(equals(pith_method(i).id, ""));
  CHECK(pith_version().size >= 5);
  return 0;
}
