#include "method/method.hpp"

#include <optional>

namespace pith::method {

const statements::Survey& survey_of(const page::Page& page, const MethodOptions& options, statements::Survey& own) {
  if (options.survey != nullptr) return *options.survey;
  own.read(page);
  return own;
}

void choose(const Method& method, const page::Page& page, const MethodOptions& options, Scratch& scratch,
            Choice& choice) {
  choice.reset(page.blocks().size());
  scratch.reset();
  const page::TextSums& all = page.total();
  if (all.characters == 0) {
    choice.set_empty(Empty::no_text);
  } else if (all.characters == all.hidden_characters && !page.hidden_is_content()) {
    choice.set_empty(Empty::hidden);
  } else {
    MethodOptions complete = options;
    std::optional<Settings> defaults;
    if (complete.settings == nullptr) complete.settings = &defaults.emplace(default_settings(method));
    method.run(page, complete, scratch, choice);
  }
}

}  // namespace pith::method
