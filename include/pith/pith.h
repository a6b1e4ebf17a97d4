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
 * after page (it keeps its memory), and so a memory of sites. Strings are UTF-8, given as pointer and length, with a
 * zero byte behind them; they belong to the handle they were asked of. Every function takes NULL handles and does
 * nothing then. No C++ exception leaves the library.
 *
 * Without memory: functions that give a status give PITH_NO_MEMORY, those that make a string an empty one,
 * pith_result_create NULL. Every handle can be used on as if the call had not been, but that a result holds no page
 * then, and a memory of sites may hold a part of one.
 *
 * Binary compatibility: programs built against this header go on working with every later library of the same major
 * version (before 1.0: of the same minor version, which the name of the shared library holds). Functions, members and
 * values are only ever added. Every struct begins with its `size`, which the caller sets to sizeof: the library neither
 * reads nor writes beyond, and members are only added at the end. pith_string and pith_setting alone stay as they are.
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
  PITH_BAD_ARGUMENT = 1,   /* a pointer is NULL where it must not be; a memory of sites of another method */
  PITH_UNKNOWN_METHOD = 2, /* no method has this id */
  PITH_BAD_OPTION = 3,     /* an option is out of its range */
  PITH_NO_MEMORY = 4,
  PITH_INTERNAL = 5, /* a bug in pith */
  PITH_BAD_DATA = 6, /* what was read is damaged or something else: a model, a memory of sites */
  PITH_IO = 7        /* a file cannot be opened, read or written */
} pith_status;

/* Never NULL data; `size` does not count the zero byte. */
typedef struct pith_string {
  const char* data;
  size_t size;
} pith_string;

typedef enum pith_favor { PITH_BALANCED = 0, PITH_PRECISION = 1, PITH_RECALL = 2 } pith_favor;

/* A setting of a method and the value it gets, as written: {"threshold", "0.4"}; zero-terminated. What a method has is
 * told by pith_method_setting. */
typedef struct pith_setting {
  const char* name;
  const char* value;
} pith_setting;

/* Which methods there are to choose from. */
typedef struct pith_catalogue pith_catalogue;

/* Set `size` to sizeof(pith_options) and the rest to zero: zero means the default. The limits are those of
 * pith/limits.hpp. */
typedef struct pith_options {
  size_t size;
  const char* method;           /* id of the extraction method, zero-terminated */
  int favor;                    /* a pith_favor */
  size_t input_bytes;           /* bytes of a page that are looked at, at most 1 GiB */
  size_t output_bytes;          /* bytes of text given back */
  const pith_setting* settings; /* of the method */
  size_t setting_count;
  uint32_t depth;                  /* of elements; UINT32_MAX: no limit */
  uint32_t attributes_per_element; /* at most 65,535 */
  uint32_t cloned_elements;        /* by error recovery */
  uint32_t nodes;                  /* of the tree, at most 2^31 - 1 */
  uint32_t table_span;             /* most of colspan and rowspan */
  uint32_t work_per_byte;          /* steps of error recovery for each byte of input */
  const pith_catalogue* catalogue; /* where the method is looked for: pith_all_methods() of pith/methods.h; NULL: among
                                      those of this library. Outlives the extractor */
} pith_options;

typedef struct pith_extractor pith_extractor;
typedef struct pith_result pith_result;
typedef struct pith_site_memory pith_site_memory;

/* What is known of a page besides its bytes; zero-terminated, NULL where not known. Set `size` to
 * sizeof(pith_page_info). */
typedef struct pith_page_info {
  size_t size;
  const char* url;
  const char* charset;      /* label that is known from elsewhere; goes before that of content_type */
  const char* fetched;      /* when it was fetched, as ISO 8601: completes "3 hours ago" */
  const char* content_type; /* the HTTP field as it was sent; of what is no web page nothing is extracted */
  const char* site;         /* whose page it is, where the URL does not say; for `memory` alone */
  pith_site_memory* memory; /* what the pages before have taught; learns from this one, too */
} pith_page_info;

/* Makes an extractor; `options` may be NULL. On an error other than PITH_BAD_ARGUMENT and
 * PITH_NO_MEMORY there is a handle all the same, which pith_extractor_error tells the error of and which
 * extracts nothing. To be freed by pith_extractor_free in any case. */
PITH_API pith_status pith_extractor_create(const pith_options* options, pith_extractor** extractor);
PITH_API void pith_extractor_free(pith_extractor* extractor);
/* What is wrong with the options or the model; empty when nothing is. Lives as long as the extractor. */
PITH_API pith_string pith_extractor_error(const pith_extractor* extractor);

/* What a method that learns (pith_method_info) knows of sites from the pages it has seen: SiteMemory in pith.hpp. Makes
 * an empty one for the method and settings of `extractor`, which may be freed before it. PITH_BAD_OPTION when the
 * method judges each page alone; the status of the extractor when that has an error; *memory is NULL then. */
PITH_API pith_status pith_site_memory_create(const pith_extractor* extractor, pith_site_memory** memory);
PITH_API void pith_site_memory_free(pith_site_memory* memory);
/* All that was learnt, as text. Valid until the next call of this function on the memory or its end. */
PITH_API pith_string pith_site_memory_save(pith_site_memory* memory);
/* Takes such a text in place of all that was learnt. PITH_BAD_DATA when it is damaged or of another method; the memory
 * is empty then. */
PITH_API pith_status pith_site_memory_load(pith_site_memory* memory, const char* text, size_t size);

/* NULL when there is no memory. */
PITH_API pith_result* pith_result_create(void);
PITH_API void pith_result_free(pith_result* result);
/* What went wrong in the last pith_extract or pith_explain, in words, where that did not give PITH_OK: what is wrong
 * with the extractor, which argument is NULL. Else empty. */
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

typedef enum pith_number {
  PITH_PAGE_TYPE_PROBABILITY = 0, /* 0 to 1; 0 without a page type */
  PITH_CUT = 1 /* after pith_explain: what scores were held against; 0 where there is no such bound */
} pith_number;
/* A number (a pith_number) of the article; 0 where there is no such. */
PITH_API double pith_result_number(const pith_result* result, int number);

/* Limits that a page ran into, as bits. */
typedef enum pith_truncation {
  PITH_TRUNCATED_INPUT = 1,
  PITH_TRUNCATED_DEPTH = 2,
  PITH_TRUNCATED_ATTRIBUTES = 4,
  PITH_TRUNCATED_CLONED_ELEMENTS = 8,
  PITH_TRUNCATED_NODES = 16,
  PITH_TRUNCATED_OUTPUT = 32,
  PITH_TRUNCATED_TABLE_SPAN = 64,
  PITH_TRUNCATED_WORK = 128
} pith_truncation;
/* A set of pith_truncation; 0: none. PITH_TRUNCATED has it in words. */
PITH_API uint32_t pith_result_truncation(const pith_result* result);

/* What of an article is written; 1 where it is wanted so. Set `size` to sizeof(pith_render_options) and the rest to
 * zero for the default. */
typedef struct pith_render_options {
  size_t size;
  int no_links;        /* the text of links alone */
  int no_images;       /* neither images nor what only comes with them */
  int no_tables;       /* without tables */
  int no_headings;     /* without headings */
  int no_captions;     /* without captions of figures and tables */
  int comments;        /* what readers wrote, after the bodies */
  int strict;          /* text: nothing but sentences */
  int metadata;        /* text and Markdown: what is known of the page, before the bodies */
  int alternatives;    /* instead of each image its alternative text */
  uint32_t card_bytes; /* "cards" and "wml": bytes of text on a card, at most */
  size_t output_bytes; /* of all that is written, at most */
  int no_title;        /* Markdown and HTML: without the headline, authors and date in front */
  int plain_posts;     /* text and Markdown: nothing but an empty line between posts */
} pith_render_options;

/* The article in a format by its name (pith_format); `options` may be NULL. Valid until the next call of this function
 * or one that fills or frees the result. Empty when there is no such format or no memory. */
PITH_API pith_string pith_result_render(pith_result* result, const char* format, const pith_render_options* options);
/* The names of the formats: "text", "json", "markdown", ...; empty past the end. Lives as long as the program. */
PITH_API pith_string pith_format(size_t index);

/* The functions below read the item at `index` into a struct whose `size` the caller has set. They give 1, and 0, with
 * all that they would fill empty or zero, where there is no such item:
 *
 *   pith_body body = {.size = sizeof body};
 *   for (size_t i = 0; pith_result_body(result, i, &body); ++i) ...
 */

/* A body of a page (an article has one, a thread one a post) or a comment of a reader: Body in pith.hpp. */
typedef struct pith_body {
  size_t size;
  pith_string text;
  pith_string author, date; /* of a post or comment */
  pith_string path;         /* "html/body/div[2]": the element that holds it; only of pages with several bodies */
} pith_body;
PITH_API size_t pith_result_body_count(const pith_result* result);
PITH_API int pith_result_body(const pith_result* result, size_t index, pith_body* body);
PITH_API size_t pith_result_comment_count(const pith_result* result);
PITH_API int pith_result_comment(const pith_result* result, size_t index, pith_body* comment);

/* Lists of an article. */
typedef enum pith_list { PITH_AUTHORS = 0, PITH_TAGS = 1, PITH_CATEGORIES = 2 } pith_list;
PITH_API size_t pith_result_list_size(const pith_result* result, int list);
/* Empty past the end. */
PITH_API pith_string pith_result_list_item(const pith_result* result, int list, size_t index);

/* One block of the page: BlockReport in pith.hpp. After pith_explain only. */
typedef struct pith_block {
  size_t size;
  pith_string path, text, reason;
  float score;
  int kept;         /* 1 or 0 */
  int32_t body;     /* index of its body, or -1 */
  int32_t post;     /* which post or comment of the page it belongs to, or -1 */
  int comment;      /* 1: it lies in a part for comments of readers */
  pith_string kind; /* "paragraph", "heading", "item", "cell", "term", "definition", "quote", "caption", "code" */
  int32_t record; /* the same number for the cells of a row, a term and its definitions, a label and its value; or -1 */
} pith_block;
PITH_API size_t pith_result_block_count(const pith_result* result);
PITH_API int pith_result_block(const pith_result* result, size_t index, pith_block* block);

/* One statement about a field of the article: FieldReport in pith.hpp. After pith_explain only. */
typedef struct pith_statement {
  size_t size;
  pith_string field, value, source;
  float confidence; /* 0 to 1 */
  int chosen;       /* 1: the article's field comes from here */
} pith_statement;
PITH_API size_t pith_result_statement_count(const pith_result* result);
PITH_API int pith_result_statement(const pith_result* result, size_t index, pith_statement* statement);

/* A method; lives as long as the program. */
typedef struct pith_method_info {
  size_t size;
  pith_string id, summary, source;
  size_t setting_count;
  int trained;      /* 1: needs a model of one's own, which its setting "model" names */
  int learns_sites; /* 1: judges better with a pith_site_memory */
} pith_method_info;
/* Those of a catalogue, in the order of their ids; NULL: of this library. */
PITH_API size_t pith_method_count(const pith_catalogue* catalogue);
PITH_API int pith_method(const pith_catalogue* catalogue, size_t index, pith_method_info* method);

typedef enum pith_setting_type {
  PITH_FLAG = 0,
  PITH_INTEGER = 1,
  PITH_NUMBER = 2,
  PITH_CHOICE = 3,
  PITH_STRING = 4
} pith_setting_type;

/* What can be set on a method; lives as long as the program. */
typedef struct pith_setting_info {
  size_t size;
  pith_string name, value; /* the default, as it would be written */
  pith_string help;        /* one line */
  pith_string choices;     /* of a choice: "own,subtree" */
  pith_string values;      /* in words: "a number from 0 to 1" */
  int type;                /* a pith_setting_type */
  double least, most;      /* of an integer or a number */
} pith_setting_info;
PITH_API int pith_method_setting(const pith_catalogue* catalogue, size_t method, size_t index,
                                 pith_setting_info* setting);

/* "major.minor.patch" */
PITH_API pith_string pith_version(void);

#ifdef __cplusplus
}
#endif

#endif /* PITH_PITH_H */
