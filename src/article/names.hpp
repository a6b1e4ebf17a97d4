#pragma once

// Names of people as pages write them: with labels, jobs, degrees and agencies around them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::article {

/// A text that names one person or several, without what stands around: labels ("By", "View all posts by"), marks, a
/// count behind, a copy of itself ("Ann LeeAnn Lee"), a job ("Ann Lee Staff Writer"). Empty for credits of pictures and
/// for labels alone. O(text).
std::string_view clean_names(std::string_view text);

/// The same without labels and marks alone. O(text).
std::string_view without_labels(std::string_view name);

/// Of "Ann Lee and Bob Ray, Harbour Post" the first. O(text).
std::string_view first_of(std::string_view names);

/// Whether a cleaned text begins with what can be a name: "Ann Lee and Bob Ray, Harbour Post". O(text).
bool names_somebody(std::string_view names);

/// Whether a cleaned text can be a name at all: short, few words, no button or phrase of pages. O(text).
bool is_name(std::string_view name);

/// Appends the names of "Ann Lee, MD and Bob Ray, Staff Writer, Reuters" to `names`, each once and no more than 20:
/// "Ann Lee, MD", "Bob Ray". Names that are those of the house, `site` or `host`, are left out. O(text · names).
void append_names(std::string_view text, std::string_view site, std::string_view host, std::vector<std::string>& names);

/// Whether `longer` is `name` with more words before or behind it: "Ann Lee The Harbour Post", "Ann Lee".
bool says_more_than(std::string_view longer, std::string_view name) noexcept;

}  // namespace pith::article
