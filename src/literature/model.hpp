#pragma once

// What the trained methods share. Model files have a first line that names the method, comments that say how it was
// trained, and what Trainer::train wrote (docs/formats.md).

#include <memory>
#include <string>
#include <string_view>

#include "literature/method.hpp"
#include "models/model_text.hpp"
#include "pith/pith.hpp"

namespace pith::literature {

/// A model file from what Trainer::train wrote. `record`: how it was trained, lines for people.
std::string make_model(std::string_view method, std::string_view record, std::string_view learnt);

/// The text of the model that the setting `model` names: a path, or a model itself (which begins with its header).
/// False without one; `error` then says how to get it.
bool load_model(std::string_view method, const std::string& setting, std::string& text, std::string& error);

/// Passes over the header of a model of this method. False, and `error` says why, when it is another's.
bool open_model(std::string_view method, models::ModelReader& in, std::string& error);

/// Puts the file that the setting `model` names in front of what is wrong with it.
void name_model(const std::string& setting, std::string& error);

/// Method::prepare of a trained method: the Model (a Prepared) that its setting `model`, the first of all, names.
/// `read(in, model, error)` reads what stands behind the header; when it returns false, `error` says why.
template <class Model, class Read>
std::shared_ptr<const Prepared> prepare_model(std::string_view method, const Settings& settings, std::string& error,
                                              const Read& read) {
  std::string text;
  if (!load_model(method, settings.text(0), text, error)) return nullptr;
  models::ModelReader in(text);
  auto model = std::make_shared<Model>();
  if (open_model(method, in, error) && read(in, *model, error)) return model;
  name_model(settings.text(0), error);
  return nullptr;
}

/// The probability above which a block is kept, as Favor shifts it.
double shifted(double threshold, Favor favor) noexcept;

/// Appends " (probability 0.93)".
void append_probability(double probability, std::string& out);

}  // namespace pith::literature
