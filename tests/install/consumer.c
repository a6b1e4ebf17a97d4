/* Prints the version, then the main content of a page of GBK bytes. */

#include <pith/pith.h>
#include <stdio.h>

int main(void) {
  static const char page[] =
      "<meta charset=gbk><title>\xD5\xFD\xCE\xC4</title><body><p>\xD5\xFD\xCE\xC4\xD4\xDA\xB4\xCB\xA1\xA3";
  pith_options options = {sizeof options, "all", PITH_BALANCED, 0, 0};
  pith_extractor* extractor = NULL;
  pith_result* result = pith_result_create();
  int failed = pith_extractor_create(&options, &extractor) != PITH_OK ||
               pith_extract(extractor, page, sizeof page - 1, NULL, result) != PITH_OK;
  printf("%s\n%s\n", pith_version().data, pith_result_get(result, PITH_TEXT).data);
  pith_result_free(result);
  pith_extractor_free(extractor);
  return failed;
}
