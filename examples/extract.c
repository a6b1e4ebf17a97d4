/* The main content of files, with the C library.
 *
 *   extract FILE...
 */

#include <pith/pith.h>
#include <stdio.h>
#include <stdlib.h>

/* The bytes of a file, to be freed; NULL when it cannot be read. */
static char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  char* bytes = NULL;
  long end;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
    *size = (size_t)end;
    bytes = malloc(*size + 1);
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
      free(bytes);
      bytes = NULL;
    }
  }
  fclose(file);
  return bytes;
}

int main(int argc, char** argv) {
  pith_extractor* extractor = NULL;           /* once for all pages */
  pith_result* result = pith_result_create(); /* once a thread */
  int status = argc > 1 ? 0 : 2;
  if (result == NULL || pith_extractor_create(NULL, &extractor) != PITH_OK) {
    fprintf(stderr, "extract: no memory\n");
    status = 2;
    argc = 0;
  }
  for (int i = 1; i < argc; ++i) {
    size_t size = 0;
    char* bytes = read_file(argv[i], &size);
    if (bytes == NULL) {
      fprintf(stderr, "extract: cannot read %s\n", argv[i]);
      status = 2;
      continue;
    }
    if (pith_extract(extractor, bytes, size, NULL, result) == PITH_OK) {
      printf("# %s  [%s, by %s]\n\n%s\n", pith_result_get(result, PITH_TITLE).data,
             pith_result_get(result, PITH_ENCODING).data, pith_result_get(result, PITH_ENCODING_SOURCE).data,
             pith_result_get(result, PITH_TEXT).data);
    } else {
      fprintf(stderr, "extract: %s: %s\n", argv[i], pith_result_error(result).data);
      status = 2;
    }
    free(bytes);
  }
  pith_result_free(result);
  pith_extractor_free(extractor);
  return status;
}
