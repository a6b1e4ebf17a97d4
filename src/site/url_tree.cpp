#include "site/url_tree.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_set>
#include <utility>

#include "filter/hosts.hpp"
#include "site/visit.hpp"
#include "text/number.hpp"

namespace pith::site {

namespace {

constexpr std::string_view kHeader = "pith-urls 2\n", kHeaderWithoutTimes = "pith-urls 1\n";
constexpr std::int64_t kSecondsOfDay = 86'400;

// The number at the beginning of `text`, taken off.
template <class Number>
bool take_number(std::string_view& text, int base, Number& number) {
  const std::optional<Number> taken = text::take_number<Number>(text, base);
  if (taken) number = *taken;
  return taken.has_value();
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool is_numeric(std::string_view host) noexcept {
  return host.find_first_not_of("0123456789.") == std::string_view::npos || host.starts_with('[');
}

}  // namespace

std::string domain_of(std::string_view url) {
  std::string host = filter::host_of(url);
  if (is_numeric(host)) return host;
  return std::string(filter::domain_of_host(host));
}

std::vector<std::string> branch_of(std::string_view url) {
  std::vector<std::string> branch;
  const std::string host = filter::host_of(url), domain = domain_of(url);
  const std::string_view front = std::string_view(host).substr(0, host.size() - domain.size());
  std::vector<std::string_view> labels = split(front, '.');
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) branch.emplace_back(*label);

  if (const std::size_t slashes = url.find("//"); slashes != std::string_view::npos) url.remove_prefix(slashes + 2);
  url = url.substr(0, url.find('#'));
  const std::size_t query = url.find('?');
  std::string_view path = url.substr(0, query);
  const std::size_t begin = path.find('/');
  path = begin == std::string_view::npos ? std::string_view() : path.substr(begin);
  const std::vector<std::string_view> segments = split(path, '/');
  const bool last_is_folder = path.ends_with('/') || query != std::string_view::npos;
  for (std::size_t i = 0; i + (last_is_folder ? 0 : 1) < segments.size(); ++i) branch.emplace_back(segments[i]);
  return branch;
}

bool is_boilerplate(std::uint32_t count, std::uint32_t pages, UrlTreeOptions::Mode mode) noexcept {
  switch (mode) {
    case UrlTreeOptions::Mode::slow:
      return count > pages / 100 + 1;
    case UrlTreeOptions::Mode::fast:
      return count > pages / 50 + 1;
    case UrlTreeOptions::Mode::simple:
      return count > 1;
  }
  return false;
}

struct UrlTree::Node {
  struct Seen {
    std::uint32_t count = 0;
    std::uint32_t page = 0;  // the last it was on
  };
  std::uint32_t pages = 0;
  std::unordered_map<std::uint64_t, Seen> counts;
  std::map<std::string, std::unique_ptr<Node>> children;
};

UrlTree::UrlTree(const UrlTreeOptions& options) : options_(options), root_(std::make_unique<Node>()) {}
UrlTree::~UrlTree() = default;
UrlTree::UrlTree(UrlTree&&) noexcept = default;
UrlTree& UrlTree::operator=(UrlTree&&) noexcept = default;

std::vector<UrlTree::Node*> UrlTree::path_to(const std::vector<std::string>& branch) {
  std::vector<Node*> path = {root_.get()};
  for (const std::string& step : branch) {
    std::unique_ptr<Node>& child = path.back()->children[step];
    if (child == nullptr) {
      child = std::make_unique<Node>();
      ++nodes_;
    }
    path.push_back(child.get());
  }
  return path;
}

std::vector<const UrlTree::Node*> UrlTree::known_path(const std::vector<std::string>& branch) const {
  std::vector<const Node*> path = {root_.get()};
  for (const std::string& step : branch) {
    const auto child = path.back()->children.find(step);
    if (child == path.back()->children.end()) break;
    path.push_back(child->second.get());
  }
  return path;
}

void UrlTree::add(std::string_view url, std::span<const Line> blocks, std::int64_t time) {
  newest_ = std::max(newest_, time);
  std::vector<Line> unique;
  std::unordered_set<std::uint64_t> seen;
  for (const Line& block : blocks)
    if (seen.insert(block.digest).second) unique.push_back(block);

  PageEntry* entry = nullptr;
  const auto it = by_url_.find(url);
  const bool again = it != by_url_.end() && !url.empty();
  if (again) {
    entry = it->second;
    const std::unordered_set<std::uint64_t> known(entry->digests.begin(), entry->digests.end());
    std::erase_if(unique,
                  [&](const Line& block) { return known.contains(block.digest) || block.characters <= kLongLine; });
  } else {
    window_.push_back(
        std::make_unique<PageEntry>(PageEntry{std::string(url), branch_of(url), {}, time != 0 ? time : newest_}));
    entry = window_.back().get();
    if (!url.empty()) by_url_.emplace(entry->url, entry);
  }
  ++added_;
  for (Node* node : path_to(entry->branch)) {
    if (!again) ++node->pages;
    for (const Line& block : unique) {
      Node::Seen& record = node->counts[block.digest];
      record.page = added_;
      if (++record.count == 1) ++records_;
    }
  }
  for (const Line& block : unique) entry->digests.push_back(block.digest);
  forget_old();
}

// Pages stand in the order in which they came: one that came late with an early time goes when it is its turn.
void UrlTree::forget_old() {
  const std::int64_t oldest = newest_ - options_.days * kSecondsOfDay;
  const auto is_expired = [&] {
    const std::int64_t time = window_.front()->time;
    return options_.days > 0 && time != 0 && time < oldest && window_.size() > options_.least_window;
  };
  while (!window_.empty() && (window_.size() > options_.window || is_expired())) forget_oldest();
}

void UrlTree::forget_oldest() {
  const PageEntry& entry = *window_.front();
  const std::vector<Node*> path = path_to(entry.branch);
  for (std::size_t level = path.size(); level-- > 0;) {
    Node& node = *path[level];
    --node.pages;
    for (const std::uint64_t digest : entry.digests) {
      const auto it = node.counts.find(digest);
      if (it != node.counts.end() && --it->second.count == 0) {
        node.counts.erase(it);
        --records_;
      }
    }
    if (level > 0 && node.pages == 0 && node.children.empty()) {
      path[level - 1]->children.erase(entry.branch[level - 1]);
      --nodes_;
    }
  }
  if (!entry.url.empty()) by_url_.erase(entry.url);
  window_.pop_front();
}

bool UrlTree::visit(std::string_view url, std::span<const Line> blocks, std::span<bool> keep, std::int64_t time,
                    bool learn) {
  const auto origin_of = [this](std::uint64_t digest) {
    const auto it = root_->counts.find(digest);
    return it != root_->counts.end() && it->second.count == 1 ? it->second.page : 0;
  };
  const bool again = !url.empty() && by_url_.contains(url);
  const bool copy = options_.spare_copies && !again && copies_.is_copy(blocks, origin_of);
  const bool counts = learn && options_.learn && !copy;
  if (counts) add(url, blocks, time);
  std::vector<const Node*> voters = known_path(branch_of(url));
  if (options_.mode == UrlTreeOptions::Mode::simple) {
    voters = {voters.back()};
  } else {
    std::erase_if(voters, [&](const Node* node) { return node->pages < options_.least_pages; });
    if (voters.empty()) voters = {root_.get()};
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::size_t against = 0;
    for (const Node* node : voters) {
      const auto it = node->counts.find(blocks[i].digest);
      against += it != node->counts.end() && it->second.count > blocks[i].spared &&
                 is_boilerplate(it->second.count - blocks[i].spared, node->pages, options_.mode);
    }
    const bool tie = 2 * against == voters.size();
    keep[i] = tie ? options_.mode == UrlTreeOptions::Mode::fast : 2 * against < voters.size();
  }
  return counts;
}

bool UrlTree::replay(std::string_view visit) {
  LineVisit told;
  std::vector<Line> blocks;
  if (!read_visit(visit, told, blocks)) return false;
  const auto keep = std::make_unique<bool[]>(blocks.size());
  this->visit(told.url, blocks, {keep.get(), blocks.size()}, told.time);
  return true;
}

std::string UrlTree::to_text() const {
  std::string out(kHeader);
  for (const std::unique_ptr<PageEntry>& entry : window_) {
    out += std::to_string(entry->url.size()) + ' ' + entry->url + ' ' + std::to_string(entry->time);
    for (const std::uint64_t digest : entry->digests) {
      char written[17];
      out += ' ';
      out.append(written, std::to_chars(written, written + sizeof written, digest, 16).ptr);
    }
    out += '\n';
  }
  return out;
}

bool UrlTree::from_text(std::string_view text) {
  *this = UrlTree(options_);
  if (add_text(text)) return true;
  *this = UrlTree(options_);
  return false;
}

bool UrlTree::add_text(std::string_view text) {
  const bool with_times = text.starts_with(kHeader);
  bool good = with_times || text.starts_with(kHeaderWithoutTimes);
  if (good) text.remove_prefix(kHeader.size());
  std::vector<Line> blocks;
  while (good && !text.empty()) {
    std::size_t bytes = 0;
    good = take_number(text, 10, bytes) && text.starts_with(' ') && bytes < text.size();
    if (!good) break;
    const std::string_view url = text.substr(1, bytes);
    text.remove_prefix(bytes + 1);
    blocks.clear();
    std::int64_t time = 0;
    if (with_times) {
      good = text.starts_with(' ');
      if (good) text.remove_prefix(1);
      good = good && take_number(text, 10, time);
    }
    while (good && text.starts_with(' ')) {
      text.remove_prefix(1);
      good = take_number(text, 16, blocks.emplace_back().digest);
    }
    good = good && text.starts_with('\n');
    if (!good) break;
    text.remove_prefix(1);
    add(url, blocks, time);
  }
  return good;
}

std::string UrlTree::describe() const {
  return "pages: " + std::to_string(pages()) + "\nbranches: " + std::to_string(nodes_) +
         "\nblocks known, by branch: " + std::to_string(records_) + '\n';
}

std::size_t UrlTree::memory_bytes() const noexcept {
  constexpr std::size_t kOfRecord = 64, kOfNode = 300, kOfPage = 400;
  return kOfRecord * records_ + kOfNode * nodes_ + kOfPage * window_.size();
}

}  // namespace pith::site
