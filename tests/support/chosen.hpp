#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"
#include "support/must.hpp"

namespace pith::testing {

/// Texts of the blocks of each body.
using Bodies = std::vector<std::vector<std::string>>;

/// A method run on a page, with settings.
struct Chosen {
  Chosen(std::string_view id, const Measured& measured, const std::vector<Setting>& given = {},
         method::MethodOptions options = {})
      : method(*all_methods().find(id)), m(measured) {
    const method::Settings settings = must(method::read_settings(method, given));
    options.settings = &settings;
    method::Scratch scratch;
    method::choose(method, m.page, options, scratch, choice);
  }

  [[nodiscard]] Bodies bodies() const {
    Bodies out;
    for (std::size_t body = 0; body < choice.bodies(); ++body) {
      out.emplace_back();
      for (const method::BlockId id : choice.body(body)) out.back().push_back(m.text(id));
    }
    return out;
  }
  /// What is kept, all bodies in a row.
  [[nodiscard]] std::vector<std::string> kept() const {
    std::vector<std::string> out;
    for (const std::vector<std::string>& body : bodies()) out.insert(out.end(), body.begin(), body.end());
    return out;
  }
  [[nodiscard]] std::string reason(method::BlockId id) const {
    std::string out;
    method.describe(m.page, choice, id, out);
    return out;
  }

  const method::Method& method;
  const Measured& m;
  method::Choice choice;
};

}  // namespace pith::testing
