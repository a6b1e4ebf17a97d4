#include "html/foreign_names.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"

namespace pith::html {

namespace {

// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign and
// #adjust-svg-attributes; sorted by their lower-case form.
constexpr std::array<std::string_view, 37> kSvgElements = {"altGlyph",
                                                           "altGlyphDef",
                                                           "altGlyphItem",
                                                           "animateColor",
                                                           "animateMotion",
                                                           "animateTransform",
                                                           "clipPath",
                                                           "feBlend",
                                                           "feColorMatrix",
                                                           "feComponentTransfer",
                                                           "feComposite",
                                                           "feConvolveMatrix",
                                                           "feDiffuseLighting",
                                                           "feDisplacementMap",
                                                           "feDistantLight",
                                                           "feDropShadow",
                                                           "feFlood",
                                                           "feFuncA",
                                                           "feFuncB",
                                                           "feFuncG",
                                                           "feFuncR",
                                                           "feGaussianBlur",
                                                           "feImage",
                                                           "feMerge",
                                                           "feMergeNode",
                                                           "feMorphology",
                                                           "feOffset",
                                                           "fePointLight",
                                                           "feSpecularLighting",
                                                           "feSpotLight",
                                                           "feTile",
                                                           "feTurbulence",
                                                           "foreignObject",
                                                           "glyphRef",
                                                           "linearGradient",
                                                           "radialGradient",
                                                           "textPath"};

constexpr std::array<std::string_view, 58> kSvgAttributes = {"attributeName",
                                                             "attributeType",
                                                             "baseFrequency",
                                                             "baseProfile",
                                                             "calcMode",
                                                             "clipPathUnits",
                                                             "diffuseConstant",
                                                             "edgeMode",
                                                             "filterUnits",
                                                             "glyphRef",
                                                             "gradientTransform",
                                                             "gradientUnits",
                                                             "kernelMatrix",
                                                             "kernelUnitLength",
                                                             "keyPoints",
                                                             "keySplines",
                                                             "keyTimes",
                                                             "lengthAdjust",
                                                             "limitingConeAngle",
                                                             "markerHeight",
                                                             "markerUnits",
                                                             "markerWidth",
                                                             "maskContentUnits",
                                                             "maskUnits",
                                                             "numOctaves",
                                                             "pathLength",
                                                             "patternContentUnits",
                                                             "patternTransform",
                                                             "patternUnits",
                                                             "pointsAtX",
                                                             "pointsAtY",
                                                             "pointsAtZ",
                                                             "preserveAlpha",
                                                             "preserveAspectRatio",
                                                             "primitiveUnits",
                                                             "refX",
                                                             "refY",
                                                             "repeatCount",
                                                             "repeatDur",
                                                             "requiredExtensions",
                                                             "requiredFeatures",
                                                             "specularConstant",
                                                             "specularExponent",
                                                             "spreadMethod",
                                                             "startOffset",
                                                             "stdDeviation",
                                                             "stitchTiles",
                                                             "surfaceScale",
                                                             "systemLanguage",
                                                             "tableValues",
                                                             "targetX",
                                                             "targetY",
                                                             "textLength",
                                                             "viewBox",
                                                             "viewTarget",
                                                             "xChannelSelector",
                                                             "yChannelSelector",
                                                             "zoomAndPan"};

constexpr int compare_lowered(std::string_view mixed, std::string_view lowered) {
  const std::size_t n = std::min(mixed.size(), lowered.size());
  for (std::size_t i = 0; i < n; ++i)
    if (const char c = text::ascii_lower(mixed[i]); c != lowered[i]) return c < lowered[i] ? -1 : 1;
  return mixed.size() == lowered.size() ? 0 : mixed.size() < lowered.size() ? -1 : 1;
}

template <std::size_t N>
std::string_view look_up(const std::array<std::string_view, N>& names, std::string_view lowered) noexcept {
  const auto at = std::lower_bound(names.begin(), names.end(), lowered,
                                   [](std::string_view a, std::string_view b) { return compare_lowered(a, b) < 0; });
  return at != names.end() && compare_lowered(*at, lowered) == 0 ? *at : std::string_view();
}

}  // namespace

std::string_view svg_element_name(std::string_view lowered) noexcept { return look_up(kSvgElements, lowered); }
std::string_view svg_attribute_name(std::string_view lowered) noexcept { return look_up(kSvgAttributes, lowered); }
std::string_view mathml_attribute_name(std::string_view lowered) noexcept {
  return lowered == "definitionurl" ? std::string_view("definitionURL") : std::string_view();
}

std::string_view foreign_attribute_prefix(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 11> kNames = {"xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role",
                                                       "xlink:show",    "xlink:title",   "xlink:type", "xml:lang",
                                                       "xml:space",     "xmlns",         "xmlns:xlink"};
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) return {};
  const std::size_t colon = name.find(':');
  return name.substr(0, colon);
}

}  // namespace pith::html
