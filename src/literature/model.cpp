#include "literature/model.hpp"

#include <cmath>
#include <fstream>
#include <iterator>

#include "literature/visible.hpp"

namespace pith::literature {

namespace {
constexpr std::string_view kHeader = "pith-model";
}

std::string make_model(std::string_view method, std::string_view record, std::string_view learnt) {
  models::ModelWriter out;
  out.line(kHeader).word("1").word(method);
  out.record(record);
  return out.take() + std::string(learnt);
}

Result<std::string> load_model(std::string_view method, const std::string& setting) {
  if (setting.empty()) {
    const std::string id(method);
    return Error{ErrorCode::bad_option, "method " + id + " needs a model: train one with `pith train " + id +
                                            " PAGES.jsonl.zst -o MODEL`, then `--set model=MODEL`"};
  }
  if (setting.starts_with(kHeader)) return setting;
  std::ifstream file(setting, std::ios::binary);
  std::string text;
  if (file) text.assign(std::istreambuf_iterator<char>(file), {});
  if (!file || file.bad()) return Error{ErrorCode::io, "model " + setting + ": cannot be read"};
  return text;
}

Error name_model(const std::string& setting, Error error) {
  if (!setting.starts_with(kHeader)) error.message.insert(0, "model " + setting + ", ");
  return error;
}

double shifted(double threshold, Favor favor) noexcept {
  switch (favor) {
    case Favor::balanced:
      break;
    case Favor::precision:
      return threshold + (1 - threshold) * 0.4;
    case Favor::recall:
      return threshold * 0.4;
  }
  return threshold;
}

void append_probability(double probability, std::string& out) {
  append_measure("probability", std::round(probability * 100) / 100, out);
}

Error open_model(std::string_view method, models::ModelReader& in) {
  if (!in.next_line() || in.word() != kHeader) return in.wrong("not a model of pith");
  if (in.word() != "1") return in.wrong("a model of another version of pith: train it anew");
  if (const std::string_view other = in.word(); other != method)
    return in.wrong("a model of method " + std::string(other) + ", not of " + std::string(method));
  return {};
}

}  // namespace pith::literature
