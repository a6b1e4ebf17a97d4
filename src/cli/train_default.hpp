#pragma once

#include <string>
#include <vector>

namespace pith::cli {

/// `pith train default`: the model of the default extractor, from labelled files and those of the shipped model where
/// they are there, into a folder. Runs train/default.py, from share/pith/train of an installed tree or from the source
/// tree, by the Python that the environment's PYTHON names (default: python3). Returns the exit status.
int train_default(const std::vector<std::string>& labelled, const std::string& folder);

}  // namespace pith::cli
