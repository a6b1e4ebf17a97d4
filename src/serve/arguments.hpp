#pragma once

// What a request asks for, by name: members of its JSON object, fields of its form, parameters of its query, in this
// order. Each is read with a check; the first mistake is kept, as a problem that says what is possible.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/json_document.hpp"
#include "serve/message.hpp"
#include "serve/multipart.hpp"

namespace pith::serve {

class Arguments {
 public:
  /// Takes the JSON object out of the body where its type is JSON (`json` is the memory for it), form fields where it
  /// is application/x-www-form-urlencoded. Both outlive what is read here. A body that is none of what it says is a
  /// problem of status 400.
  Arguments(const Request& request, corpus::JsonDocument& json);

  /// The first mistake.
  [[nodiscard]] const std::optional<Response>& problem() const noexcept { return problem_; }
  /// What was found wrong elsewhere; the first mistake stays.
  void fail(int status, std::string_view detail);

  /// The body as JSON; nullptr: it is something else.
  [[nodiscard]] const corpus::JsonObject* object() const noexcept { return is_json_ ? &object_ : nullptr; }
  /// Whether the body is a form.
  [[nodiscard]] bool is_form() const noexcept { return is_form_; }
  /// The first file of the form; nullptr: there is none.
  [[nodiscard]] const FormPart* file() const noexcept { return file_ ? &*file_ : nullptr; }

  /// Whether there is a value other than null.
  bool has(std::string_view name);

  // The value, or `otherwise` where there is none. Views live as long as the request and the document.
  std::string_view text(std::string_view name, std::string_view otherwise = {});
  /// true, false; in queries and forms also 1, 0, yes, no, and the name alone.
  bool flag(std::string_view name, bool otherwise = false);
  std::int64_t whole(std::string_view name, std::int64_t least, std::int64_t most, std::int64_t otherwise);
  double number(std::string_view name, double least, double most, double otherwise);
  /// One of the words; the first where there is none.
  std::string_view choice(std::string_view name, std::span<const std::string_view> words);
  /// An array of texts; in queries, forms and as one text with commas between them.
  std::vector<std::string> list(std::string_view name);
  /// An object of texts, numbers and truths; in queries and forms NAME=VALUE, any number of times.
  std::vector<Setting> settings(std::string_view name);

  /// Names that somebody else reads.
  void know(std::initializer_list<std::string_view> names);
  /// A name that was given, but neither known nor asked for, is a mistake: 422.
  void refuse_others();

 private:
  /// The member of the object, where it is not null.
  std::optional<corpus::JsonValue> member(std::string_view name);
  /// The first field of a form or query.
  std::optional<std::string_view> field(std::string_view name);
  void ask_for(std::string_view name);
  void wrong(std::string_view name, std::string_view what);

  const Request& request_;
  corpus::JsonObject object_;
  bool is_json_ = false, is_form_ = false;
  std::vector<Field> fields_;  // of a form
  std::optional<FormPart> file_;
  std::vector<std::string> asked_;
  std::optional<Response> problem_;
};

}  // namespace pith::serve
