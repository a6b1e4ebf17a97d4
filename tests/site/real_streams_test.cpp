// The methods that learn sites, over every site with at least 20 labelled pages in PITH_DATA/dev, in file order: what
// of its footers and notices is left after the learning pages, and what of its bodies is lost. Prints a row a site.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "evaluate/align.hpp"
#include "evaluate/page_reader.hpp"
#include "evaluate/tokens.hpp"
#include "method/catalogue.hpp"
#include "page/block_text.hpp"
#include "pith/methods.hpp"
#include "site/memory.hpp"
#include "support/must.hpp"
#include "workspace.hpp"

namespace pith::site {
namespace {

constexpr std::size_t kLeastPages = 20, kLearningPages = 10;
constexpr double kFooterShare = 0.2;      // of the pages of the site
constexpr std::uint32_t kParagraph = 40;  // characters: a line of so many says something

struct Line {
  std::string text;
  bool body = false;   // at least half of it is in the gold
  bool after = false;  // behind the last line of the body
  bool visible = false;
  bool in_links = false;
  std::uint32_t characters = 0;
};

struct LabelledPage {
  std::string url, html, charset, gold;
};
using SitePages = std::map<std::string, std::vector<LabelledPage>>;

// The sites of a set that have enough pages, each in file order.
SitePages sites_of(const std::string& path) {
  SitePages sites;
  const Error error = evaluate::for_each_record(
      path, {.jobs = 1}, [](std::uint64_t) { return evaluate::ReadAction::take; },
      [&](evaluate::Reader& reader, std::uint64_t) {
        if (!reader.labels.read(reader.record.bytes, reader.gold, reader.group, reader.reason)) return;
        if (!reader.gold.text || reader.gold.text->empty()) return;
        if (reader.parser.parse(reader.record, reader.page, reader.reason) != corpus::RecordOutcome::page) return;
        sites[reader.gold.site].push_back({std::string(reader.page.url), std::string(reader.page.html),
                                           std::string(reader.page.charset), *reader.gold.text});
      },
      [](std::uint64_t) {});
  EXPECT_FALSE(error) << error.message;
  std::erase_if(sites, [](const auto& site) { return site.second.size() < kLeastPages; });
  return sites;
}

bool is_notice(const std::string& text) {
  for (const char* word : {"©", "opyright", "COPYRIGHT", "版权所有", "版權所有", "ights reserved", "ights Reserved",
                           "RIGHTS RESERVED", "rawa zastrze", "опирайт", "рава защищены", "ICP"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}

struct Counts {
  std::size_t pages = 0, body = 0;
  // Lines of bodies that the memory costs: those that stand on a fifth of the pages and more, which the methods are
  // made to drop, whatever the labels say; of the others those in links, short ones, paragraphs.
  std::size_t lost_everywhere = 0, lost_links = 0, lost_short = 0, lost_paragraphs = 0;
  std::size_t footers = 0, footers_left = 0;  // on the pages after the learning pages, like the following
  std::size_t notices = 0, notices_left = 0;

  Counts& operator+=(const Counts& o) {
    pages += o.pages, body += o.body, lost_everywhere += o.lost_everywhere, lost_links += o.lost_links;
    lost_short += o.lost_short, lost_paragraphs += o.lost_paragraphs;
    footers += o.footers, footers_left += o.footers_left, notices += o.notices, notices_left += o.notices_left;
    return *this;
  }
  [[nodiscard]] std::size_t lost() const { return lost_everywhere + lost_links + lost_short + lost_paragraphs; }
};

class SiteStream {
 public:
  SiteStream(const std::string& site, const std::vector<LabelledPage>& pages) : site_(site), pages_(pages) {
    for (const LabelledPage& page : pages_) {
      measure(page);
      std::vector<Line>& lines = lines_.emplace_back();
      const page::Page& measured = work_.page;
      std::vector<evaluate::AlignedBlock> blocks;
      for (page::BlockId id = 0; id < measured.blocks().size(); ++id) {
        page::append_text(measured, measured.block(id), lines.emplace_back().text);
        lines.back().visible = !measured.block(id).has(measured.invisible());
        const page::TextSums sums = measured.text_of(measured.block(id));
        lines.back().characters = sums.characters;
        lines.back().in_links = 2 * sums.link_characters >= sums.characters;
      }
      for (page::BlockId id = 0; id < lines.size(); ++id)
        blocks.push_back({lines[id].text, measured.block(id).has(page::kHidden)});
      const std::vector<float> share = evaluate::cover(blocks, page.gold).of_blocks;
      bool after = true;
      std::set<std::string> once;
      for (std::size_t id = lines.size(); id-- > 0;) {
        lines[id].body = share[id] >= 0.5F;
        after = after && !lines[id].body;
        lines[id].after = after;
        if (lines[id].visible && once.insert(lines[id].text).second) ++pages_with_[lines[id].text];
      }
    }
  }

  Counts run(std::string_view id, const std::vector<Setting>& given) {
    const method::Method& method = *all_methods().find(id);
    const method::Settings settings = testing::must(method::read_settings(method, given));
    const std::unique_ptr<Memory> memory = method.make_memory(settings);
    Counts counts;
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      measure(pages_[p]);
      method::MethodOptions options{.settings = &settings, .url = pages_[p].url, .site = site_};
      work_.choose(method, options);
      const method::Choice alone = work_.choice;
      options.memory = memory.get();
      work_.choose(method, options);
      add(p, alone, counts);
    }
    counts.pages = pages_.size();
    return counts;
  }

 private:
  void measure(const LabelledPage& page) {
    work_.decode(page.html, page.charset, {});
    work_.parse({});
    work_.measure();
  }

  void add(std::size_t p, const method::Choice& alone, Counts& counts) const {
    const std::vector<Line>& lines = lines_[p];
    for (page::BlockId id = 0; id < lines.size(); ++id) {
      const Line& line = lines[id];
      if (alone.body_of(id) < 0) continue;
      const bool left = work_.choice.body_of(id) >= 0;
      const double share = static_cast<double>(pages_with_.at(line.text)) / static_cast<double>(pages_.size());
      if (line.body) {
        ++counts.body;
        if (!left)
          ++(share >= kFooterShare          ? counts.lost_everywhere
             : line.in_links                ? counts.lost_links
             : line.characters < kParagraph ? counts.lost_short
                                            : counts.lost_paragraphs);
      } else if (p >= kLearningPages) {
        if (line.after && share >= kFooterShare) {
          ++counts.footers;
          counts.footers_left += left;
        }
        if (is_notice(line.text)) {
          ++counts.notices;
          counts.notices_left += left;
        }
      }
    }
  }

  const std::string& site_;
  const std::vector<LabelledPage>& pages_;
  Workspace::Impl work_;
  std::vector<std::vector<Line>> lines_;                     // by page and block
  std::unordered_map<std::string, std::size_t> pages_with_;  // a visible line
};

void print(const std::string& name, const Counts& c) {
  fmt::print("| {} | {} | {} | {} | {} / {} / {} / {} | {} of {} | {} of {} |\n", name, c.pages, c.body, c.lost(),
             c.lost_everywhere, c.lost_links, c.lost_short, c.lost_paragraphs, c.footers_left, c.footers,
             c.notices_left, c.notices);
}

std::vector<std::filesystem::path> sets() {
  const char* data = std::getenv("PITH_DATA");
  const std::filesystem::path folder = data != nullptr ? std::filesystem::path(data) / "dev"
                                                       : std::filesystem::path(PITH_SOURCE_DIR) / "../shared/data/dev";
  std::vector<std::filesystem::path> paths;
  if (!std::filesystem::is_directory(folder)) return paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

struct RealStreams : ::testing::Test {
  void SetUp() override {
    if (sets().empty()) GTEST_SKIP() << "no labelled pages: set PITH_DATA to the folder with dev/ in it";
  }

  static Counts run(std::string_view id, const std::vector<Setting>& given = {}) {
    fmt::print(
        "{}\n| site | pages | lines of bodies | lost | on a fifth of the pages / links / short / paragraphs | footers "
        "left "
        "| notices left |\n",
        id);
    Counts all;
    for (const std::filesystem::path& path : sets()) {
      for (const auto& [site, pages] : sites_of(path.string())) {
        const Counts counts = SiteStream(site, pages).run(id, given);
        print(site, counts);
        all += counts;
      }
    }
    print("all", all);
    EXPECT_GT(all.pages, 400u);
    return all;
  }
};

// Most lines that are lost stand on many pages, and only the labels take them for the body's: rules for comments,
// disclaimers, names. Next to no paragraph is lost.
TEST_F(RealStreams, PunctLines) {
  const Counts all = run("punct-lines");
  EXPECT_LT(all.lost(), all.body * 2 / 100);
  EXPECT_LT(all.lost() - all.lost_everywhere, all.body / 100);
  EXPECT_LT(all.lost_paragraphs, all.body / 1000);
  EXPECT_LT(all.footers_left, all.footers * 4 / 100);
}

// Without what is ours in it.
TEST_F(RealStreams, PunctLinesOfThePaper) {
  const Counts all = run(
      "punct-lines", {{"once_per_page", "off"}, {"spare_copies", "off"}, {"tell_links", "off"}, {"long_line", "0"}});
  EXPECT_GT(all.lost(), all.body * 3 / 100);
}

// Lines that tell the time are another line each time, but for their letters.
TEST_F(RealStreams, PunctLinesByLetters) {
  const Counts all = run("punct-lines", {{"letters_only", "on"}});
  EXPECT_LT(all.footers_left, all.footers * 4 / 100);
  EXPECT_LT(all.notices_left, all.notices * 7 / 100);
}

TEST_F(RealStreams, UrlTree) {
  const Counts all = run("url-tree");
  EXPECT_LT(all.lost() - all.lost_everywhere, all.body * 3 / 100);
  EXPECT_LT(all.lost_paragraphs, all.body / 1000);
  EXPECT_LT(all.footers_left, all.footers * 3 / 100);
  EXPECT_LT(all.notices_left, all.notices * 5 / 100);
}

TEST_F(RealStreams, UrlTreeOfThePaper) {
  const Counts all = run("url-tree", {{"spare_copies", "off"}, {"tell_links", "off"}, {"long_line", "0"}});
  EXPECT_GT(all.lost(), all.body * 7 / 100);
}

}  // namespace
}  // namespace pith::site
