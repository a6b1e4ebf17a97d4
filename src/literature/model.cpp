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

bool load_model(std::string_view method, const std::string& setting, std::string& text, std::string& error) {
  const std::string id(method);
  if (setting.empty()) {
    error = "method " + id + " needs a model: train one with `pith train " + id +
            " PAGES.jsonl.zst -o MODEL`, then `--set model=MODEL`";
    return false;
  }
  if (setting.starts_with(kHeader)) {
    text = setting;
    return true;
  }
  std::ifstream file(setting, std::ios::binary);
  if (file) text.assign(std::istreambuf_iterator<char>(file), {});
  if (!file || file.bad()) {
    error = "model " + setting + ": cannot be read";
    return false;
  }
  return true;
}

void name_model(const std::string& setting, std::string& error) {
  if (!setting.starts_with(kHeader)) error.insert(0, "model " + setting + ", ");
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

bool open_model(std::string_view method, models::ModelReader& in, std::string& error) {
  if (!in.next_line() || in.word() != kHeader) {
    error = in.wrong("not a model of pith");
    return false;
  }
  if (in.word() != "1") {
    error = in.wrong("a model of another version of pith: train it anew");
    return false;
  }
  if (const std::string_view other = in.word(); other != method) {
    error = in.wrong("a model of method " + std::string(other) + ", not of " + std::string(method));
    return false;
  }
  return true;
}

}  // namespace pith::literature
