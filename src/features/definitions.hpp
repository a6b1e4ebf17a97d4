#pragma once

// The features: the name of each, what it speaks of (features/column.hpp, Theme), and what it means. To add one is to
// add a line here and to write its column in a step (features/step.hpp); docs/features.md repeats these tables.

// clang-format off

// Numbers of a block's own text.
#define PITH_TEXT_FEATURES(X) \
  X(characters, text, "characters without white space") \
  X(words, text, "words: CJK characters / 1.6 + letters / 5") \
  X(word_length, text, "mean length of a word of letters") \
  X(cjk, text, "share of CJK characters") \
  X(digits, text, "share of digits") \
  X(capitals, text, "share of capitals among letters") \
  X(link_density, links, "share of characters inside links") \
  X(links, links, "links begun in the block") \
  X(commas, text, "commas") \
  X(stops, text, "sentence stops") \
  X(stop_density, text, "sentence stops per 100 characters") \
  X(punctuation, text, "punctuation per 100 characters") \
  X(chinese_punctuation, text, "Chinese punctuation per 100 characters") \
  X(last_mark, text, "how it ends: 3 full stop, 2 question or exclamation mark, 1 colon, 0 other") \
  X(first_kind, text, "how it begins: 3 capital, 2 small letter, 1 CJK, 0 digit or other") \
  X(function_words, text, "share of words that are function words of a European language, or of frequent Chinese particles") \
  X(capitalised, text, "share of words that begin with a capital") \
  X(distinct, text, "share of words that occur once in the block") \
  X(questions, text, "question marks") \
  X(quotes, text, "quotation marks") \
  X(separators, text, "separators: vertical bars, · » / •") \
  X(prices, text, "currency signs") \
  X(code_marks, text, "share of { } ; = < > _ and the like") \
  X(years, text, "numbers from 1990 to 2039") \
  X(numbers, text, "numbers") \
  X(copyright, text, "1 with a copyright sign") \
  X(lines, text, "line breaks inside") \
  X(copies, copies, "blocks of the page with the same text") \
  X(copy, copy, "which of these it is, from 0")

// Against what the page says of itself to machines: the description in its head, JSON-LD.
#define PITH_DATA_FEATURES(X) \
  X(in_description, text, "share of its pairs of words that a description has (meta, og:description, JSON-LD)") \
  X(in_body, text, "share of its pairs of words that the articleBody of JSON-LD has") \
  X(page_described, page, "words in descriptions (page)") \
  X(page_body, page, "words in articleBody (page)")

// Where the block stands, against title and headings too.
#define PITH_PLACE_FEATURES(X) \
  X(title_share, title, "share of its words that stand in the title") \
  X(title_cover, title, "share of the title's words that stand in it") \
  X(after_title, title_distance, "blocks after the block most like the title (negative: before)") \
  X(characters_after_title, title_distance, "characters after that block") \
  X(title_levels, title, "levels up to the smallest element that holds that block, too; -1: no block is like the title") \
  X(title_reach, title, "share of the page's characters in that element") \
  X(title_link_headings, title, "headings that are links, behind that block and up to this") \
  X(after_first_h1, headline_distance, "blocks after the first h1; -1000 without one") \
  X(after_last_h1, headline_distance, "blocks after the last h1; -1000 without one") \
  X(heading, heading, "level of the heading it is, 7 when none") \
  X(previous_heading, previous_heading, "blocks since the last heading") \
  X(previous_heading_level, previous_heading, "its level") \
  X(previous_heading_link, previous_heading, "its link density") \
  X(next_heading, next_heading, "blocks to the next heading") \
  X(next_heading_level, next_heading, "its level") \
  X(after_other_pages, text, "blocks since the last heading of other pages (\"Related articles\", 相关阅读); 1000 when none") \
  X(among_other_pages, text, "share of the page's characters in the section that such a heading heads and the block is in; 0 when in none") \
  X(run_words, text, "words of its run: the blocks around it that are no links, up to the next that is one; 0 for a link") \
  X(run_share, text, "the same as a share of the page's longest run") \
  X(run_place, text, "words of its run before it") \
  X(index, position, "number of the block") \
  X(index_from_end, position, "number of the block from the end") \
  X(relative_index, position, "index / blocks") \
  X(relative_characters, position, "share of the page's characters before it") \
  X(characters_before, position, "characters before it") \
  X(characters_behind, position, "characters behind it") \
  X(depth, position, "depth of its container") \
  X(list_depth, lists, "lists around it") \
  X(starts_item, lists, "1: the first block of its list item") \
  X(in_table, table, "1: inside a table cell") \
  X(invisible, visibility, "1: hidden, 2: noscript") \
  X(special, special, "1: option, 2: button, 3: caption, 4: quote, 5: preformatted")

// Places in the tree that hold much of the page.
#define PITH_CONTAINER_FEATURES(X) \
  X(half_depth, main_part, "levels from the deepest node with half of the long text down to the block; -1 when outside") \
  X(most_depth, main_part, "the same for four fifths of the long text") \
  X(half_share, main_part, "share of the long text in that first node's subtree (page)") \
  X(best_depth, best_container, "the same as half_depth for the node with the best paragraph score") \
  X(second_depth, second_container, "the same for the second best that is no ancestor or descendant of it") \
  X(best_score, best_container, "its score (page)") \
  X(second_score, second_container, "the second best's as a share of it (page)") \
  X(own_score, own_container, "largest paragraph score among its nearest four ancestors, as a share of the best") \
  X(after_best, best_distance, "blocks after the best node's last block (negative: before its first); 0 inside")

// Blocks with the same path: of tags; of tags and classes.
#define PITH_GROUP_FEATURES(X) \
  X(path_blocks, tag_path, "blocks with its tag path") \
  X(path_share, tag_path, "share of the page's characters in them") \
  X(path_mean, tag_path, "mean characters of them") \
  X(path_deviation, tag_path, "standard deviation of that") \
  X(path_links, tag_path, "their link density") \
  X(path_stops, tag_path, "their sentence stops per 100 characters") \
  X(class_blocks, class_path, "blocks with its path of tags and classes") \
  X(class_share, class_path, "share of the page's characters in them") \
  X(class_mean, class_path, "mean characters of them") \
  X(class_deviation, class_path, "standard deviation of that") \
  X(class_links, class_path, "their link density") \
  X(class_stops, class_path, "their sentence stops per 100 characters") \
  X(class_first, class_path, "blocks since the first of them")

// Posts of threads, comments of readers, entries of lists (page/posts.hpp).
#define PITH_POST_FEATURES(X) \
  X(post_kind, post, "in a post: 1 comment of a reader, 2 post of a thread, 3 entry of a list; 0 in none") \
  X(post_part, post, "1: what was written, 2: apparatus around it") \
  X(in_comments, comments, "1: in a part of the page that is for comments") \
  X(post, post, "number of its post, from 1; 0 in none") \
  X(post_block, post, "blocks since the post began; -1 in none") \
  X(page_comments, page, "comments found (page)") \
  X(page_posts, page, "posts of a thread found (page)") \
  X(page_entries, page, "entries of a list found (page)") \
  X(posts_share, post, "share of the page's characters in posts (page)")

// The page as a whole.
#define PITH_PAGE_FEATURES(X) \
  X(page_blocks, page, "blocks") \
  X(page_characters, page, "characters") \
  X(page_link_density, page, "link density") \
  X(page_long, page, "long blocks: 15 words and more, link density under a third") \
  X(page_long_share, page, "share of characters in long blocks") \
  X(page_paragraphs, page, "p elements") \
  X(page_images, page, "images") \
  X(page_cjk, page, "share of CJK characters") \
  X(page_prices, page, "currency signs") \
  X(page_headings, page, "headings") \
  X(page_article, page, "article elements") \
  X(page_main, page, "1 with a main element") \
  X(page_h1, page, "h1 elements") \
  X(page_repeats, page, "largest number of blocks that share a path of tags and classes, as a share of all") \
  X(page_type, page, "og:type or schema.org: 1 article, 2 product, 3 discussion or questions, 4 list or collection, 5 web site, 0 none") \
  X(page_forum, page, "1: address, program, site name or schema.org type of a forum; the address is the one the page gives where none is known") \
  X(page_title_words, page, "different words of the title") \
  X(page_title_matched, page, "how many of them stand in the block most like the title") \
  X(page_title_likeness, page, "how like the title that block is, 0 to 1, a heading up to 1.2") \
  X(page_title_link, page, "link density of that block") \
  X(page_run, page, "words of the longest run of blocks that are no links") \
  X(page_dated, page, "short blocks with a year") \
  X(page_title_dated, page, "1: one of them stands beside the block most like the title") \
  X(page_noscript, page, "1: the text stands in noscript")

// The features that a block has once each.
#define PITH_PLAIN_FEATURES(X) \
  PITH_TEXT_FEATURES(X) \
  PITH_DATA_FEATURES(X) \
  PITH_PLACE_FEATURES(X) \
  PITH_CONTAINER_FEATURES(X) \
  PITH_GROUP_FEATURES(X) \
  PITH_POST_FEATURES(X) \
  PITH_PAGE_FEATURES(X)

// Elements to which the distance in levels is measured.
#define PITH_ANCESTOR_TAGS(X) \
  X(article) X(main) X(section) X(aside) X(nav) X(header) X(footer) X(form) X(ul) X(ol) X(li) X(dl) X(table) X(td) \
  X(figure) X(figcaption) X(blockquote) X(pre) X(dialog) X(button) X(label) X(details) X(p) X(div) X(a) X(h1) X(h2) \
  X(h3) X(h4) X(center) X(address) X(font) X(span)

// Of each container around a block, from its own upwards.
#define PITH_LEVEL_FEATURES(X) \
  X(characters, "characters in the container") \
  X(link_density, "its link density") \
  X(text_density, "characters an element in it") \
  X(share, "its share of the page's characters") \
  X(blocks, "blocks in it") \
  X(children, "elements in it") \
  X(stops, "sentence stops per 100 characters in it")

// Of each block beside a block.
#define PITH_NEIGHBOUR_FEATURES(X) \
  X(characters, "characters of the neighbour") \
  X(link_density, "its link density") \
  X(stops, "its sentence stops") \
  X(same_path, "1: it has the same path of tags") \
  X(same_class, "1: the same path of tags and classes") \
  X(common, "levels up to the container both are in")
// clang-format on
