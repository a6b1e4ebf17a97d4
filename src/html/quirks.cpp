#include "html/quirks.hpp"

#include <array>

#include "text/ascii.hpp"

namespace pith::html {

using text::equals_ignoring_case;
using text::starts_with_ignoring_case;

namespace {

// Beginnings of public identifiers, lower case.
constexpr std::array<std::string_view, 55> kQuirkyBeginnings = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

}  // namespace

QuirksMode quirks_of(std::string_view name, std::string_view public_id, bool has_system_id, std::string_view system_id,
                     bool force_quirks) noexcept {
  if (force_quirks || name != "html") return QuirksMode::quirks;
  if (equals_ignoring_case(public_id, "-//w3o//dtd w3 html strict 3.0//en//") ||
      equals_ignoring_case(public_id, "-/w3c/dtd html 4.0 transitional/en") ||
      equals_ignoring_case(public_id, "html") ||
      equals_ignoring_case(system_id, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"))
    return QuirksMode::quirks;
  for (const std::string_view beginning : kQuirkyBeginnings)
    if (starts_with_ignoring_case(public_id, beginning)) return QuirksMode::quirks;
  if (starts_with_ignoring_case(public_id, "-//w3c//dtd html 4.01 frameset//") ||
      starts_with_ignoring_case(public_id, "-//w3c//dtd html 4.01 transitional//"))
    return has_system_id ? QuirksMode::limited_quirks : QuirksMode::quirks;
  if (starts_with_ignoring_case(public_id, "-//w3c//dtd xhtml 1.0 frameset//") ||
      starts_with_ignoring_case(public_id, "-//w3c//dtd xhtml 1.0 transitional//"))
    return QuirksMode::limited_quirks;
  return QuirksMode::no_quirks;
}

}  // namespace pith::html
