#pragma once

#include <string>
#include <vector>

#include <pith/pith.hpp>

namespace pith::cli {

/// `pith train default`: the model of the default extractor, from labelled files and those of the shipped model where
/// they are there, into a folder. Runs train/default.py, from share/pith/train of an installed tree or from the source
/// tree, by the Python that the environment's PYTHON names (default: python3). Returns the exit status.
int train_default(const std::vector<std::string>& labelled, const std::string& folder);

/// Continues a model of the default method (that in the folder `base`; empty: the one that ships) with labelled pages,
/// without another program. `settings`: of the learner. The exit status.
int continue_default(const std::vector<std::string>& labelled, const std::string& base,
                     const std::vector<Setting>& settings, const std::string& folder);

}  // namespace pith::cli
