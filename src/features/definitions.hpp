#pragma once

// The features by name, and what each means. docs/features.md is made of these tables.

// clang-format off

// Numbers of a block's own text.
#define PITH_TEXT_FEATURES(X) \
  X(characters, "characters without white space") \
  X(words, "words: CJK characters / 1.6 + letters / 5") \
  X(word_length, "mean length of a word of letters") \
  X(cjk, "share of CJK characters") \
  X(digits, "share of digits") \
  X(capitals, "share of capitals among letters") \
  X(link_density, "share of characters inside links") \
  X(links, "links begun in the block") \
  X(commas, "commas") \
  X(stops, "sentence stops") \
  X(stop_density, "sentence stops per 100 characters") \
  X(punctuation, "punctuation per 100 characters") \
  X(chinese_punctuation, "Chinese punctuation per 100 characters") \
  X(last_mark, "how it ends: 3 full stop, 2 question or exclamation mark, 1 colon, 0 other") \
  X(first_kind, "how it begins: 3 capital, 2 small letter, 1 CJK, 0 digit or other") \
  X(function_words, "share of words that are function words of a European language, or of frequent Chinese particles") \
  X(capitalised, "share of words that begin with a capital") \
  X(distinct, "share of words that occur once in the block") \
  X(questions, "question marks") \
  X(quotes, "quotation marks") \
  X(separators, "separators: vertical bars, · » / •") \
  X(prices, "currency signs") \
  X(code_marks, "share of { } ; = < > _ and the like") \
  X(years, "numbers from 1990 to 2039") \
  X(numbers, "numbers") \
  X(copyright, "1 with a copyright sign") \
  X(lines, "line breaks inside") \
  X(copies, "blocks of the page with the same text") \
  X(copy, "which of these it is, from 0")

// Against what the page says of itself to machines: the description in its head, JSON-LD.
#define PITH_DATA_FEATURES(X) \
  X(in_description, "share of its pairs of words that a description has (meta, og:description, JSON-LD)") \
  X(in_body, "share of its pairs of words that the articleBody of JSON-LD has") \
  X(page_described, "words in descriptions (page)") \
  X(page_body, "words in articleBody (page)")

// Where the block stands, against title and headings too.
#define PITH_PLACE_FEATURES(X) \
  X(title_share, "share of its words that stand in the title") \
  X(title_cover, "share of the title's words that stand in it") \
  X(after_title, "blocks after the block most like the title (negative: before)") \
  X(characters_after_title, "characters after that block") \
  X(title_levels, "levels up to the smallest element that holds that block, too; -1: no block is like the title") \
  X(title_reach, "share of the page's characters in that element") \
  X(title_link_headings, "headings that are links, behind that block and up to this") \
  X(after_first_h1, "blocks after the first h1; -1000 without one") \
  X(after_last_h1, "blocks after the last h1; -1000 without one") \
  X(heading, "level of the heading it is, 7 when none") \
  X(previous_heading, "blocks since the last heading") \
  X(previous_heading_level, "its level") \
  X(previous_heading_link, "its link density") \
  X(next_heading, "blocks to the next heading") \
  X(next_heading_level, "its level") \
  X(after_other_pages, "blocks since the last heading of other pages (\"Related articles\", 相关阅读); 1000 when none") \
  X(among_other_pages, "share of the page's characters in the section that such a heading heads and the block is in; 0 when in none") \
  X(run_words, "words of its run: the blocks around it that are no links, up to the next that is one; 0 for a link") \
  X(run_share, "the same as a share of the page's longest run") \
  X(run_place, "words of its run before it") \
  X(index, "number of the block") \
  X(index_from_end, "number of the block from the end") \
  X(relative_index, "index / blocks") \
  X(relative_characters, "share of the page's characters before it") \
  X(characters_before, "characters before it") \
  X(characters_behind, "characters behind it") \
  X(depth, "depth of its container") \
  X(list_depth, "lists around it") \
  X(starts_item, "1: the first block of its list item") \
  X(in_table, "1: inside a table cell") \
  X(invisible, "1: hidden, 2: noscript") \
  X(special, "1: option, 2: button, 3: caption, 4: quote, 5: preformatted")

// Places in the tree that hold much of the page.
#define PITH_CONTAINER_FEATURES(X) \
  X(half_depth, "levels from the deepest node with half of the long text down to the block; -1 when outside") \
  X(most_depth, "the same for four fifths of the long text") \
  X(half_share, "share of the long text in that first node's subtree (page)") \
  X(best_depth, "the same as half_depth for the node with the best paragraph score") \
  X(second_depth, "the same for the second best that is no ancestor or descendant of it") \
  X(best_score, "its score (page)") \
  X(second_score, "the second best's as a share of it (page)") \
  X(own_score, "largest paragraph score among its nearest four ancestors, as a share of the best") \
  X(after_best, "blocks after the best node's last block (negative: before its first); 0 inside")

// Blocks with the same path: of tags; of tags and classes.
#define PITH_GROUP_FEATURES(X) \
  X(path_blocks, "blocks with its tag path") \
  X(path_share, "share of the page's characters in them") \
  X(path_mean, "mean characters of them") \
  X(path_deviation, "standard deviation of that") \
  X(path_links, "their link density") \
  X(path_stops, "their sentence stops per 100 characters") \
  X(class_blocks, "blocks with its path of tags and classes") \
  X(class_share, "share of the page's characters in them") \
  X(class_mean, "mean characters of them") \
  X(class_deviation, "standard deviation of that") \
  X(class_links, "their link density") \
  X(class_stops, "their sentence stops per 100 characters") \
  X(class_first, "blocks since the first of them")

// Posts of threads, comments of readers, entries of lists (page/posts.hpp).
#define PITH_POST_FEATURES(X) \
  X(post_kind, "in a post: 1 comment of a reader, 2 post of a thread, 3 entry of a list; 0 in none") \
  X(post_part, "1: what was written, 2: apparatus around it") \
  X(in_comments, "1: in a part of the page that is for comments") \
  X(post, "number of its post, from 1; 0 in none") \
  X(post_block, "blocks since the post began; -1 in none") \
  X(page_comments, "comments found (page)") \
  X(page_posts, "posts of a thread found (page)") \
  X(page_entries, "entries of a list found (page)") \
  X(posts_share, "share of the page's characters in posts (page)")

// The page as a whole.
#define PITH_PAGE_FEATURES(X) \
  X(page_blocks, "blocks") \
  X(page_characters, "characters") \
  X(page_link_density, "link density") \
  X(page_long, "long blocks: 15 words and more, link density under a third") \
  X(page_long_share, "share of characters in long blocks") \
  X(page_paragraphs, "p elements") \
  X(page_images, "images") \
  X(page_cjk, "share of CJK characters") \
  X(page_prices, "currency signs") \
  X(page_headings, "headings") \
  X(page_article, "article elements") \
  X(page_main, "1 with a main element") \
  X(page_h1, "h1 elements") \
  X(page_repeats, "largest number of blocks that share a path of tags and classes, as a share of all") \
  X(page_type, "og:type or schema.org: 1 article, 2 product, 3 discussion or questions, 4 list or collection, 5 web site, 0 none") \
  X(page_forum, "1: address, program, site name or schema.org type of a forum; the address is the one the page gives where none is known") \
  X(page_title_words, "different words of the title") \
  X(page_title_matched, "how many of them stand in the block most like the title") \
  X(page_title_likeness, "how like the title that block is, 0 to 1, a heading up to 1.2") \
  X(page_title_link, "link density of that block") \
  X(page_run, "words of the longest run of blocks that are no links") \
  X(page_dated, "short blocks with a year") \
  X(page_title_dated, "1: one of them stands beside the block most like the title") \
  X(page_noscript, "1: the text stands in noscript")
// clang-format on

// Elements to which the distance in levels is measured.
// clang-format off
#define PITH_ANCESTOR_TAGS(X) \
  X(article) X(main) X(section) X(aside) X(nav) X(header) X(footer) X(form) X(ul) X(ol) X(li) X(dl) X(table) X(td) \
  X(figure) X(figcaption) X(blockquote) X(pre) X(dialog) X(button) X(label) X(details) X(p) X(div) X(a) X(h1) X(h2) \
  X(h3) X(h4) X(center) X(address) X(font) X(span)
// clang-format on
