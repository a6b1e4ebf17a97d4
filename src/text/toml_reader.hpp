#pragma once

// What files in TOML share, as people write them: settings of filters, rules of sites. Includes toml++: for the files
// that read TOML alone.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result.hpp"
#include "text/nearest.hpp"
#include "text/toml.hpp"

namespace pith::text {

inline std::string join_words(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : ", ") + word;
  return joined;
}

/// "did you mean `ratio`? possible are on, ratio".
inline std::string hint(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return (near.empty() ? "" : "did you mean `" + near + "`? ") + "possible are " + join_words(known);
}

inline Result<std::string> read_whole_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.good() && !file.eof()) return Error{ErrorCode::io, "cannot be read"};
  if (!file.is_open() || std::filesystem::is_directory(path)) return Error{ErrorCode::io, "cannot be read"};
  return text;
}

/// The base of what reads one file. The first thing that is wrong ends it: "FILE:3: ...".
class TomlReader {
 protected:
  explicit TomlReader(std::string name) : name_(std::move(name)) {}

  /// The tables of a file.
  static Result<toml::table> parse(std::string_view toml, const std::string& name) {
    toml::parse_result parsed = toml::parse(toml);
    if (parsed) return std::move(parsed).table();
    const toml::parse_error& error = parsed.error();
    return Error{ErrorCode::bad_data, name + ":" + std::to_string(error.source().begin.line) +
                                          ": not valid TOML: " + std::string(error.description())};
  }

  void fail(const toml::node& node, const std::string& message) {
    if (error_) return;
    error_ = {ErrorCode::bad_data, name_ + ":" + std::to_string(node.source().begin.line) + ": " + message};
  }

  void check_keys(const toml::table& table, const std::vector<std::string>& known, const std::string& of) {
    for (const auto& [key, node] : table) {
      const std::string word(key.str());
      if (std::find(known.begin(), known.end(), word) != known.end()) continue;
      fail(node, std::string("unknown key `").append(word).append("` of ").append(of).append(": ") + hint(word, known));
    }
  }

  template <class T>
  void read_value(const toml::table& table, std::string_view key, T& value, const char* kind) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return;
    const std::optional<T> read = node->value_exact<T>();
    if (read)
      value = *read;
    else
      fail(*node, "`" + std::string(key) + "` is no " + kind);
  }

  void read_number(const toml::table& table, std::string_view key, double least, double most, double& value) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return;
    const std::optional<double> read = node->is_number() ? node->value<double>() : std::nullopt;
    if (read && *read >= least && *read <= most)
      value = *read;
    else
      fail(*node, "`" + std::string(key) + "` is not a number from " + number(least) + " to " + number(most));
  }

  void read_count(const toml::table& table, std::string_view key, std::uint32_t& value) {
    constexpr std::int64_t kMost = 1'000'000;
    const toml::node* const node = table.get(key);
    if (node == nullptr) return;
    const std::optional<std::int64_t> read = node->value_exact<std::int64_t>();
    if (read && *read >= 0 && *read <= kMost)
      value = static_cast<std::uint32_t>(*read);
    else
      fail(*node, "`" + std::string(key) + "` is not a whole number from 0 to " + std::to_string(kMost));
  }

  /// Which of the choices.
  std::size_t read_choice(const toml::table& table, std::string_view key, const std::vector<std::string>& choices,
                          std::size_t otherwise) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return otherwise;
    const std::string word = node->value_exact<std::string>().value_or("");
    const auto it = std::find(choices.begin(), choices.end(), word);
    if (it != choices.end()) return static_cast<std::size_t>(it - choices.begin());
    fail(*node, "`" + std::string(key) + "` is `" + word + "`: " + hint(word, choices));
    return otherwise;
  }

  /// `take` gets each text of an array and says what is wrong with it.
  void read_texts(const toml::table& table, std::string_view key,
                  const std::function<std::string(const std::string&)>& take) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return;
    const toml::array* const array = node->as_array();
    if (array == nullptr) return fail(*node, "`" + std::string(key) + "` is no list of texts: write [\"...\"]");
    for (const toml::node& entry : *array) {
      const std::optional<std::string> text = entry.value_exact<std::string>();
      if (!text) return fail(entry, "`" + std::string(key) + "`: an entry is no text");
      if (const std::string wrong = take(*text); !wrong.empty())
        return fail(entry, "`" + std::string(key) + "`: " + wrong);
    }
  }

  void read_list(const toml::table& table, std::string_view key, std::vector<std::string>& list) {
    if (table.contains(key)) list.clear();
    read_texts(table, key, [&](const std::string& text) {
      list.push_back(text);
      return std::string();
    });
  }

  /// Calls `read` for each table of [[key]].
  void read_tables(const toml::table& table, std::string_view key,
                   const std::function<void(const toml::table&)>& read) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return;
    const toml::array* const array = node->as_array();
    if (array == nullptr)
      return fail(*node, "`" + std::string(key) + "` is no list of tables: write [[" + std::string(key) + "]]");
    for (const toml::node& entry : *array) {
      if (error_) return;
      if (entry.as_table() == nullptr) return fail(entry, "`" + std::string(key) + "`: an entry is no table");
      read(*entry.as_table());
    }
  }

  static std::string number(double value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
  }

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  std::string name_;
  Error error_;
};

}  // namespace pith::text
