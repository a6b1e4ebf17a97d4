#pragma once

#include <string>

#include "html/document.hpp"
#include "rules/rule.hpp"

namespace pith::rules {

/// How the rows of a page differ from those that a test wants, in words, a line or three each, indented; empty: they do
/// not. Fields that the test does not name are not looked at.
std::string differences(const Rule& rule, const RuleTest& test, const html::Document& document);

}  // namespace pith::rules
