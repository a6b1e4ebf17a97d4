#pragma once

// What a method is made of (method/), under its short names for all the methods of this folder.

#include "method/choice.hpp"
#include "method/method.hpp"
#include "method/scratch.hpp"
#include "method/settings.hpp"
#include "method/trainer.hpp"

namespace pith::literature {

using method::BlockId;
using method::Choice;
using method::choose;
using method::default_settings;
using method::Empty;
using method::kBelongs;
using method::LabelledPage;
using method::Lesson;
using method::Method;
using method::MethodOptions;
using method::Prepared;
using method::read_settings;
using method::Reason;
using method::Scratch;
using method::Settings;
using method::Trainer;

}  // namespace pith::literature
