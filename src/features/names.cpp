// Names of elements, and the paths of tags and classes down to each.

#include <algorithm>
#include <array>

#include "features/keys.hpp"
#include "features/step.hpp"

namespace pith::features {

namespace {

constexpr std::size_t kKnownNames = 1024;  // values of attributes that are remembered on a page

const auto kTagTokens = [] {
  std::array<std::uint32_t, static_cast<std::size_t>(Tag::known_count)> tokens{};
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = page::hash_tag(html::name_of(static_cast<Tag>(i)));
  return tokens;
}();

class Names : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  void name_elements() {
    const NodeId nodes = document_.size();
    m_.name_groups.assign(nodes, 0);
    m_.tag_path.resize(nodes);
    m_.class_path.resize(nodes);
    m_.names.clear();
    m_.names_begin.resize(nodes + 1);
    m_.known_names.assign(kKnownNames, {});
    m_.tag_path[0] = m_.class_path[0] = 1;
    for (NodeId id = 0; id < nodes; ++id) {
      m_.names_begin[id] = static_cast<std::uint32_t>(m_.names.size());
      if (document_[id].is_element() && page_.before(id).blocks != page_.before(document_[id].end).blocks)
        name_element(id);
    }
    m_.names_begin[nodes] = static_cast<std::uint32_t>(m_.names.size());
  }

 private:
  void name_element(NodeId id) {
    const Node& node = document_[id];
    const auto tag = static_cast<std::size_t>(node.tag);
    m_.names.push_back(tag < kTagTokens.size() ? kTagTokens[tag] : page::hash_tag(document_.tag_name(id)));
    std::uint64_t names = tag;
    if (!mask_names_) {
      for (const html::Attribute& a : document_.attributes(id)) {
        if (a.id != Attr::class_ && a.id != Attr::id && a.id != Attr::role && a.id != Attr::itemprop) continue;
        const std::string_view value = document_.value(a);
        const std::uint64_t hash = hash_bytes(value);
        if (a.id == Attr::class_) names = mix(names, hash);
        m_.name_groups[id] |= add_names(value, hash);
      }
    }
    m_.tag_path[id] = mix(m_.tag_path[node.parent], tag);
    m_.class_path[id] = mix(m_.class_path[node.parent], names);
  }

  // The groups of the words in an attribute's value; appends the words. Values repeat, so they are kept.
  NameGroups add_names(std::string_view value, std::uint64_t hash) {
    KnownNames& known = m_.known_names[hash % kKnownNames];
    std::vector<std::uint32_t>& names = m_.names;
    const auto begin = static_cast<std::uint32_t>(names.size());
    if (known.value.data() != nullptr && known.value == value) {
      names.resize(names.size() + known.count);
      std::copy_n(names.begin() + known.begin, known.count, names.begin() + begin);
      return known.groups;
    }
    const NameGroups groups =
        page::read_names(value, [&names](std::string_view, std::uint32_t word) { names.push_back(word); });
    known = {value, groups, begin, static_cast<std::uint32_t>(names.size()) - begin};
    return groups;
  }
};

}  // namespace

void name_elements(const FeatureContext& context) { Names(context).name_elements(); }

}  // namespace pith::features
