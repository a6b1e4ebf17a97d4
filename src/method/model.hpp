#pragma once

// Model files of the trained methods: a first line that names the method, comments that say how it was trained,
// and what Trainer::train wrote (docs/formats.md).

#include <string>
#include <string_view>

#include "learn/model_text.hpp"

namespace pith::method {

/// A model file from what Trainer::train wrote. `record`: how it was trained, lines for people.
std::string make_model(std::string_view method, std::string_view record, std::string_view learnt);

/// The text of the model that the setting `model` names: a path, or a model itself (which begins with its header).
/// False without one; `error` then says how to get it.
bool load_model(std::string_view method, const std::string& setting, std::string& text, std::string& error);

/// Passes over the header of a model of this method. False, and `error` says why, when it is another's.
bool open_model(std::string_view method, learn::ModelReader& in, std::string& error);

}  // namespace pith::method
