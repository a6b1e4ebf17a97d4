#pragma once

// What the trained methods share. Model files have a first line that names the method, comments that say how it was
// trained, and what Trainer::train wrote (docs/formats.md).

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "literature/method.hpp"
#include "models/model_text.hpp"
#include "pith/pith.hpp"

namespace pith::literature {

/// A model file from what Trainer::train wrote. `record`: how it was trained, lines for people.
std::string make_model(std::string_view method, std::string_view record, std::string_view learnt);

/// The text of the model that the setting `model` names: a path, or a model itself (which begins with its header).
/// Without one, how to get it.
Result<std::string> load_model(std::string_view method, const std::string& setting);

/// Passes over the header of a model, which must be of this method.
Error open_model(std::string_view method, models::ModelReader& in);

/// The error with the file that the setting `model` names in front.
Error name_model(const std::string& setting, Error error);

/// Method::prepare of a trained method: the Model (a Prepared) that its setting `model`, the first of all, names.
/// `read(in, model)` reads what stands behind the header and returns what is wrong with it.
template <class Model, class Read>
Result<std::shared_ptr<const Prepared>> prepare_model(std::string_view method, const Settings& settings,
                                                      const Read& read) {
  const Result<std::string> text = load_model(method, settings.text(0));
  if (!text) return text.error();
  models::ModelReader in(*text);
  auto model = std::make_shared<Model>();
  Error error = open_model(method, in);
  if (!error) error = read(in, *model);
  if (error) return name_model(settings.text(0), std::move(error));
  model->record = in.record();
  return std::shared_ptr<const Prepared>(std::move(model));
}

/// The probability above which a block is kept, as Favor shifts it.
double shifted(double threshold, Favor favor) noexcept;

/// Appends " (probability 0.93)".
void append_probability(double probability, std::string& out);

}  // namespace pith::literature
