#ifndef PITH_PITH_H
#define PITH_PITH_H

/*
 * pith for C and for everything that can call C: the main content of a web page.
 *
 *   pith_extractor *extractor = NULL;
 *   pith_result *result = pith_result_create();
 *   if (pith_extractor_create(NULL, &extractor) == PITH_OK &&
 *       pith_extract(extractor, bytes, size, NULL, result) == PITH_OK) {
 *     pith_string title = pith_result_get(result, PITH_TITLE);
 *     pith_string text = pith_result_get(result, PITH_TEXT);
 *     printf("%.*s\n%.*s", (int)title.size, title.data, (int)text.size, text.data);
 *   }
 *   pith_result_free(result);
 *   pith_extractor_free(extractor);
 *
 * An extractor may be used by any number of threads at once; a result by one thread at a time, for page
 * after page (it keeps its memory). Strings are UTF-8, given as pointer and length, with a zero byte
 * behind them; they belong to the handle they were asked of. Every function takes NULL handles and does
 * nothing then. No C++ exception leaves the library.
 */

#include <stddef.h>
#include <stdint.h>

#ifndef PITH_API
#define PITH_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a call came to. Pages never fail: one without main content gives PITH_OK and no bodies. */
typedef enum pith_status {
  PITH_OK = 0,
  PITH_BAD_ARGUMENT = 1,   /* a handle or pointer is NULL where it must not be */
  PITH_UNKNOWN_METHOD = 2, /* no method has this id */
  PITH_BAD_OPTION = 3,     /* an option is out of its range */
  PITH_NO_MEMORY = 4,
  PITH_INTERNAL = 5 /* a bug in pith */
} pith_status;

/* Never NULL data; `size` does not count the zero byte. */
typedef struct pith_string {
  const char* data;
  size_t size;
} pith_string;

typedef enum pith_favor { PITH_BALANCED = 0, PITH_PRECISION = 1, PITH_RECALL = 2 } pith_favor;

/* Set `size` to sizeof(pith_options) and the rest to zero: zero means the default. Options are only ever
 * added at the end, so that programs built against an older header go on working. */
typedef struct pith_options {
  size_t size;
  const char* method;  /* id of the extraction method, zero-terminated */
  int favor;           /* a pith_favor */
  size_t input_bytes;  /* bytes of a page that are looked at, at most 1 GiB */
  size_t output_bytes; /* bytes of text given back */
} pith_options;

/* What is known of a page besides its bytes; zero-terminated, NULL where not known. `size` as above. */
typedef struct pith_page_info {
  size_t size;
  const char* url;
  const char* charset; /* label from the transport */
  const char* fetched; /* when it was fetched, as ISO 8601: completes "3 hours ago" */
} pith_page_info;

typedef struct pith_extractor pith_extractor;
typedef struct pith_result pith_result;

/* Makes an extractor; `options` may be NULL. On an error other than PITH_BAD_ARGUMENT and
 * PITH_NO_MEMORY there is a handle all the same, which pith_extractor_error tells the error of and which
 * extracts nothing. To be freed by pith_extractor_free in any case. */
PITH_API pith_status pith_extractor_create(const pith_options* options, pith_extractor** extractor);
PITH_API void pith_extractor_free(pith_extractor* extractor);
/* What is wrong with the options; empty when nothing is. Lives as long as the extractor. */
PITH_API pith_string pith_extractor_error(const pith_extractor* extractor);

/* NULL when there is no memory. */
PITH_API pith_result* pith_result_create(void);
PITH_API void pith_result_free(pith_result* result);
/* What went wrong in the last call on this result; empty when nothing did. */
PITH_API pith_string pith_result_error(const pith_result* result);

/* Extracts the main content of a page into `result`, whose old content is dropped: strings asked of it
 * before become invalid. `info` may be NULL, `bytes` when `size` is 0. The bytes are not kept. */
PITH_API pith_status pith_extract(const pith_extractor* extractor, const char* bytes, size_t size,
                                  const pith_page_info* info, pith_result* result);
/* The same, with a report on every block. */
PITH_API pith_status pith_explain(const pith_extractor* extractor, const char* bytes, size_t size,
                                  const pith_page_info* info, pith_result* result);

typedef enum pith_field {
  PITH_URL = 0,
  PITH_TITLE = 1,
  PITH_AUTHOR = 2,
  PITH_DATE = 3,
  PITH_LANGUAGE = 4,
  PITH_PAGE_TYPE = 5,
  PITH_TEXT = 6, /* all bodies, an empty line between them */
  PITH_ENCODING = 7,
  PITH_ENCODING_SOURCE = 8,
  PITH_METHOD = 9,
  PITH_REASON = 10,    /* why there is no body */
  PITH_TRUNCATED = 11, /* names of the limits the page ran into, comma-separated */
  PITH_JSON = 12,      /* the whole article as a JSON object */
  PITH_MODIFIED = 13,  /* when the page was changed last, as PITH_DATE */
  PITH_SITE = 14,
  PITH_SOURCE = 15, /* who the page says it took the text from */
  PITH_EDITOR = 16,
  PITH_DESCRIPTION = 17,
  PITH_LICENCE = 18,
  PITH_IMAGE = 19, /* this and the next two: absolute URLs */
  PITH_CANONICAL = 20,
  PITH_NEXT_PAGE = 21,
  PITH_EMBEDDED = 22 /* where the bodies stood when the page does not show them: "JSON-LD articleBody", ... */
} pith_field;

/* A field (a pith_field) of the article; empty when it was not found. Valid until the next call that
 * fills or frees the result. */
PITH_API pith_string pith_result_get(const pith_result* result, int field);

/* What of an article is written; 1 where it is wanted so. Set `size` to sizeof(pith_render_options) and the rest to
 * zero for the default. Members are only ever added at the end. */
typedef struct pith_render_options {
  size_t size;
  int no_links;    /* the text of links alone */
  int no_images;   /* neither images nor what only comes with them */
  int no_tables;   /* without tables */
  int no_headings; /* without headings */
  int no_captions; /* without captions of figures and tables */
  int comments;    /* what readers wrote, after the bodies */
  int strict;      /* text: nothing but sentences */
  int metadata;    /* text and Markdown: what is known of the page, before the bodies */
} pith_render_options;

/* The article in a format by its name: "text", "json", "markdown", "html", "xml", "tei", "csv",
 * "cards", "wml"; `options` may be NULL.
 * Valid until the next call of this function or one that fills or frees the result. Empty when there is no such format
 * or no memory. */
PITH_API pith_string pith_result_render(pith_result* result, const char* format, const pith_render_options* options);

PITH_API size_t pith_result_body_count(const pith_result* result);
/* Empty past the end. */
PITH_API pith_string pith_result_body(const pith_result* result, size_t index);

/* Lists of an article. */
typedef enum pith_list { PITH_AUTHORS = 0, PITH_TAGS = 1, PITH_CATEGORIES = 2 } pith_list;
PITH_API size_t pith_result_list_size(const pith_result* result, int list);
/* Empty past the end. */
PITH_API pith_string pith_result_list_item(const pith_result* result, int list, size_t index);

/* A comment of a reader; author and date empty where they are not known. All empty past the end. */
typedef struct pith_comment {
  pith_string text, author, date;
} pith_comment;
PITH_API size_t pith_result_comment_count(const pith_result* result);
PITH_API pith_comment pith_result_comment(const pith_result* result, size_t index);

/* One block of the page: see BlockReport in pith.hpp. */
typedef struct pith_block {
  pith_string path, text, reason;
  float score;
  int kept;     /* 1 or 0 */
  int32_t body; /* index of its body, or -1 */
} pith_block;

/* Blocks are there after pith_explain only. */
PITH_API size_t pith_result_block_count(const pith_result* result);
/* All empty past the end. */
PITH_API pith_block pith_result_block(const pith_result* result, size_t index);

typedef struct pith_method_info {
  pith_string id, summary, source;
} pith_method_info;

PITH_API size_t pith_method_count(void);
/* All empty past the end. Lives as long as the program. */
PITH_API pith_method_info pith_method(size_t index);

/* "major.minor.patch" */
PITH_API pith_string pith_version(void);

#ifdef __cplusplus
}
#endif

#endif /* PITH_PITH_H */
