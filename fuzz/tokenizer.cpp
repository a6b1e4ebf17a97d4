// The tokenizer, from each state it can be started in: all instruction sets give the same tokens, text is normalised,
// and no tag has an attribute twice.

#include <set>

#include "html/token.hpp"
#include "support.hpp"

using namespace pith;

namespace {

bool same(const html::Token& a, const html::Token& b) {
  return a.kind == b.kind && a.name == b.name && a.data == b.data && a.attributes == b.attributes &&
         a.public_id == b.public_id && a.system_id == b.system_id && a.has_name == b.has_name &&
         a.has_public_id == b.has_public_id && a.has_system_id == b.has_system_id && a.self_closing == b.self_closing &&
         a.force_quirks == b.force_quirks;
}

void check(const html::Token& token, const html::Token* before) {
  using Kind = html::Token::Kind;
  FUZZ_CHECK(token.data.find('\r') == std::string::npos || token.kind == Kind::characters);  // &#13; gives one
  if (token.kind == Kind::characters) {
    FUZZ_CHECK(!token.data.empty());
    FUZZ_CHECK(before == nullptr || before->kind != Kind::characters);  // adjacent text is joined
  }
  if (token.kind == Kind::start_tag || token.kind == Kind::end_tag) {
    FUZZ_CHECK(!token.name.empty());
    for (const char c : token.name)
      FUZZ_CHECK(!(c >= 'A' && c <= 'Z') && c != '\0' && c != '>' && c != '/' && c != ' ');
    std::set<std::string_view> names;
    for (const auto& [name, value] : token.attributes) {
      FUZZ_CHECK(!name.empty());
      FUZZ_CHECK(names.insert(name).second);
      FUZZ_CHECK(value.find('\0') == std::string::npos);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  using Model = html::ContentModel;
  html::TokenizeOptions options;
  for (const Model state : {Model::data, Model::rcdata, Model::rawtext, Model::script_data, Model::plaintext}) {
    options.state = state;
    options.last_start_tag = state == Model::rcdata        ? "title"
                             : state == Model::rawtext     ? "style"
                             : state == Model::script_data ? "script"
                                                           : "";
    for (const bool cdata : {false, true}) {
      if (cdata && state != Model::data) continue;
      options.cdata_section = cdata;
      options.simd = html::SimdLevel::portable;
      const std::vector<html::Token> tokens = html::tokenize(input.page(), options);
      for (std::size_t i = 0; i < tokens.size(); ++i) check(tokens[i], i == 0 ? nullptr : &tokens[i - 1]);
      for (const html::SimdLevel level : {html::SimdLevel::sse2, html::SimdLevel::avx2}) {
        options.simd = level;
        const std::vector<html::Token> others = html::tokenize(input.page(), options);
        FUZZ_CHECK(others.size() == tokens.size());
        for (std::size_t i = 0; i < tokens.size(); ++i) FUZZ_CHECK(same(tokens[i], others[i]));
      }
    }
  }
  return 0;
}
