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
#include <unordered_set>
#include <vector>

#include "evaluate/align.hpp"
#include "evaluate/page_reader.hpp"
#include "evaluate/tokens.hpp"
#include "method/registry.hpp"
#include "page/block_text.hpp"
#include "site/memory.hpp"
#include "workspace.hpp"

namespace pith::site {
namespace {

constexpr std::size_t kLeastPages = 20, kLearningPages = 10;
constexpr double kFooterShare = 0.2;  // of the pages of the site

struct Line {
  std::string text;
  bool body = false;   // at least half of it is in the gold
  bool after = false;  // behind the last line of the body
  bool visible = false;
};

struct LabelledPage {
  std::string url, html, charset, gold;
};
using SitePages = std::map<std::string, std::vector<LabelledPage>>;

// The sites of a set that have enough pages, each in file order.
SitePages sites_of(const std::string& path) {
  SitePages sites;
  std::string error;
  EXPECT_TRUE(evaluate::for_each_record(
      path, {.jobs = 1}, [](std::uint64_t) { return evaluate::Step::take; },
      [&](evaluate::Reader& reader, std::uint64_t) {
        if (!reader.labels.read(reader.record.bytes, reader.gold, reader.group, reader.reason)) return;
        if (!reader.gold.text || reader.gold.text->empty()) return;
        if (reader.parser.parse(reader.record, reader.page, reader.reason) != corpus::RecordOutcome::page) return;
        sites[reader.gold.site].push_back({std::string(reader.page.url), std::string(reader.page.html),
                                           std::string(reader.page.charset), *reader.gold.text});
      },
      [](std::uint64_t) {}, error))
      << error;
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
  std::size_t pages = 0, body = 0, lost_on_copies = 0, lost_twice = 0, lost = 0;
  std::size_t footers = 0, footers_left = 0;  // on the pages after the learning pages, like the following
  std::size_t notices = 0, notices_left = 0;

  Counts& operator+=(const Counts& o) {
    pages += o.pages, body += o.body, lost_on_copies += o.lost_on_copies, lost_twice += o.lost_twice, lost += o.lost;
    footers += o.footers, footers_left += o.footers_left, notices += o.notices, notices_left += o.notices_left;
    return *this;
  }
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
    const method::Method& method = *method::find(id);
    std::string error;
    const method::Settings settings = method::read_settings(method, given, error);
    EXPECT_EQ(error, "");
    const std::unique_ptr<method::SiteMemory> memory = make_memory(method, settings);
    Counts counts;
    std::unordered_set<std::string> seen;
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      measure(pages_[p]);
      method::MethodOptions options{.settings = &settings, .url = pages_[p].url, .site = site_};
      work_.choose(method, options);
      const method::Choice alone = work_.choice;
      options.memory = memory.get();
      work_.choose(method, options);
      add(p, alone, seen, counts);
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

  void add(std::size_t p, const method::Choice& alone, std::unordered_set<std::string>& seen, Counts& counts) const {
    const std::vector<Line>& lines = lines_[p];
    std::size_t characters = 0, known = 0;
    for (const Line& line : lines) {
      if (!line.body) continue;
      characters += line.text.size();
      if (seen.contains(line.text)) known += line.text.size();
    }
    const bool copy = 2 * known >= characters;
    std::map<std::string_view, int> in_page;
    for (page::BlockId id = 0; id < lines.size(); ++id) {
      const Line& line = lines[id];
      const bool again = in_page[line.text]++ > 0;
      if (alone.body_of(id) < 0) continue;
      const bool left = work_.choice.body_of(id) >= 0;
      if (line.body) {
        ++counts.body;
        if (!left) ++(copy ? counts.lost_on_copies : again ? counts.lost_twice : counts.lost);
      } else if (p >= kLearningPages) {
        const double share = static_cast<double>(pages_with_.at(line.text)) / static_cast<double>(pages_.size());
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
    for (const Line& line : lines) seen.insert(line.text);
  }

  const std::string& site_;
  const std::vector<LabelledPage>& pages_;
  Workspace::Impl work_;
  std::vector<std::vector<Line>> lines_;                     // by page and block
  std::unordered_map<std::string, std::size_t> pages_with_;  // a visible line
};

void print(const std::string& name, const Counts& c) {
  fmt::print("| {} | {} | {} | {} / {} / {} | {} of {} | {} of {} |\n", name, c.pages, c.body, c.lost_on_copies,
             c.lost_twice, c.lost, c.footers_left, c.footers, c.notices_left, c.notices);
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
        "{}\n| site | pages | lines of bodies | lost: on copies / repeated in a page / others | footers left | notices "
        "left |\n",
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

// Most lines that are lost stand on several pages, and only the labels take them for the body's: names, disclaimers,
// headings of other stories.
TEST_F(RealStreams, PunctLines) {
  const Counts all = run("punct-lines");
  EXPECT_LT(all.lost + all.lost_twice + all.lost_on_copies, all.body * 3 / 100);
  EXPECT_LT(all.footers_left, all.footers * 4 / 100);
}

// Lines that tell the time are another line each time, but for their letters.
TEST_F(RealStreams, PunctLinesByLetters) {
  const Counts all = run("punct-lines", {{"letters_only", "on"}});
  EXPECT_LT(all.footers_left, all.footers * 4 / 100);
  EXPECT_LT(all.notices_left, all.notices * 7 / 100);
}

TEST_F(RealStreams, UrlTree) {
  const Counts all = run("url-tree");
  EXPECT_LT(all.footers_left, all.footers * 3 / 100);
  EXPECT_LT(all.notices_left, all.notices * 5 / 100);
}

}  // namespace
}  // namespace pith::site
