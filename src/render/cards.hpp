#pragma once

// An article for small screens (methods.md §1.18, a reconstruction of Kaasinen and others 2000): a deck of cards, as
// one HTML page or as WML.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pith/pith.hpp"

namespace pith::rendering {

inline constexpr std::uint32_t kNoCard = 0xFFFF'FFFF;

/// A card that holds content, or one that lists the cards below it.
struct Card {
  std::string title = {};                 ///< of the page, or the first words on the card
  std::string content = {};               ///< a stream (content.hpp); empty: the card lists `below`
  std::vector<std::uint32_t> below = {};  ///< in order
  std::uint32_t up = kNoCard;             ///< the card that lists this one
  std::uint32_t before = kNoCard;         ///< the cards with content beside this one, in the order of the page
  std::uint32_t after = kNoCard;
};

/// The parts of a stream of at most `bytes` bytes of text each, in order, together the whole text. It is cut between
/// leaves; a leaf that alone is longer, behind the end of a sentence, else at white space, else between two characters.
/// What is open at a cut is closed and opened again. O(stream · depth).
std::vector<std::string> split_content(std::string_view stream, std::size_t bytes);

/// The cards of an article, the first of which is the top. Each body is a card, or several where it holds more than
/// RenderOptions::card_bytes. Bodies that have paths lie below lists that mirror the elements around them: one for each
/// element that holds several bodies and not all. Lists that would be too long for a card are parted. Images are left
/// out. O(output · depth).
std::vector<Card> deal(const Article& article, const RenderOptions& options);

/// Appends the cards as an HTML page that is as safe as append_html's: a section each, with links up, back and on.
void append_cards_html(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out);
/// Appends the cards as one deck of WML 1.1. Tables become lines, " | " between their cells.
void append_wml(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out);

}  // namespace pith::rendering
