#pragma once

// An extraction method: from the measured page to a choice of blocks. One file a method. To add one: write
// src/literature/<id>.cpp with its `extern const Method`, and name it in src/literature/methods.cpp.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "method/choice.hpp"
#include "method/scratch.hpp"
#include "method/settings.hpp"
#include "page/page.hpp"
#include "pith/pith.hpp"
#include "site/memory.hpp"
#include "statements/survey.hpp"

namespace pith::method {

struct Trainer;

/// What the caller asks of a method.
struct MethodOptions {
  Favor favor = Favor::balanced;
  const Settings* settings = nullptr;  ///< of this method; nullptr: the defaults (never so inside Method::run)
  std::string_view url{};              ///< address of the page; may be empty
  std::string_view site{};             ///< whose page it is, where the address does not say; may be empty
  std::int64_t time = 0;               ///< when it was fetched, in seconds since 1970; 0: not known
  std::uint64_t turn = site::kNoTurn;  ///< of the page in `memory`
  site::Memory* memory = nullptr;      ///< made by this method; nullptr: the page is judged alone
  /// What the page says of itself, where it has been read; else a method that asks reads it (survey_of).
  const statements::Survey* survey = nullptr;
  bool explain = false;  ///< reasons will be asked for: note what describe() cannot know later

  [[nodiscard]] site::Origin origin() const noexcept { return {url, site, time, turn}; }
};

struct Method {
  std::string_view id;       ///< "cetd"
  std::string_view summary;  ///< one line
  std::string_view source;   ///< paper or origin
  /// Chooses. `choice` comes reset to the page's blocks, `scratch` empty. Never fails: a page without
  /// main content is a choice without bodies. No method keeps state between pages but in `options.memory`.
  void (*run)(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice);
  /// Appends why a block was kept or left out, in words, without a final stop.
  void (*describe)(const page::Page& page, const Choice& choice, BlockId block, std::string& out);
  /// What can be set on it.
  std::span<const SettingInfo> settings{};
  /// Makes of the settings, once, what all pages share.
  Result<std::shared_ptr<const Prepared>> (*prepare)(const Settings& settings) = nullptr;
  /// Of a method that judges better when it has seen other pages of the site: an empty MethodOptions::memory. What the
  /// settings say is copied, and is no part of the memory's text.
  std::unique_ptr<site::Memory> (*make_memory)(const Settings& settings) = nullptr;
  /// Of a method that needs a model, which its setting `model` names.
  const Trainer* trainer = nullptr;
};

/// What a page says of itself: of the options, or read into `own`. O(document) then.
const statements::Survey& survey_of(const page::Page& page, const MethodOptions& options, statements::Survey& own);

/// Runs a method on a page; resets choice and scratch first and says why when nothing was chosen.
void choose(const Method& method, const page::Page& page, const MethodOptions& options, Scratch& scratch,
            Choice& choice);

}  // namespace pith::method
