#pragma once

#include <string>
#include <vector>

#include "rules/apply.hpp"
#include "rules/rule.hpp"

namespace pith::rules {

/// How what a rule has given differs from the rows that a test wants, in words, a line or three each, indented; empty:
/// it does not. Fields that the test does not name are not looked at.
std::string differences(const Applied& applied, const std::vector<Row>& wanted);

}  // namespace pith::rules
