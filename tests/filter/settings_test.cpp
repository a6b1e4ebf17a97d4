#include "filter/settings.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/must.hpp"

namespace pith::filter {
namespace {

using testing::must;

std::string problem(std::string_view toml) {
  const Result<PipelineFile> file = read_pipelines(toml, "S.toml");
  return file ? "none" : file.error().message;
}

TEST(FilterSettings, WrittenAndReadAgainAreTheSameBytes) {
  const std::string toml = R"(undo = 0.9
[[filter]]
kind = "links"
mode = "words"
cells = ["td", "li"]
[[filter]]
kind = "attributes"
remove = ["style", "on*"]
rename = { data-src = "src" }
[[filter]]
kind = "advertisements"
deny = ["ads.test"]
known = false
[profile."very strict"]
undo = 1
[[profile."very strict".filter]]
kind = "elements"
remove = ["forms", "nav"]
[[profile."very strict".filter]]
kind = "line_breaks"
on = false
[profile.nothing]
filter = []
)";
  const std::string once = to_toml(must(read_pipelines(toml, "S.toml")));
  const PipelineFile again = must(read_pipelines(once, "S.toml"));
  EXPECT_EQ(to_toml(again), once);
  EXPECT_EQ(again.pipeline.undo, 0.9);
  EXPECT_EQ(again.pipeline.filters[0].study.links.ratio, 0.5);  // suits the mode
  EXPECT_EQ(again.pipeline.filters[0].study.links.cells.size(), 2U);
  EXPECT_FALSE(again.profiles.at("very strict").filters[1].on);
  EXPECT_TRUE(again.profiles.at("nothing").filters.empty());
  EXPECT_EQ(to_toml(must(read_pipelines(to_toml({}), "S.toml"))), to_toml({}));
  EXPECT_EQ(must(take_profile(again, "")).filters.size(), 3U);
  EXPECT_EQ(take_profile(again, "x").error().message, "there is no profile `x`: possible are nothing, very strict");
}

TEST(FilterSettings, ErrorsNameTheLineAndWhatIsPossible) {
  EXPECT_EQ(problem("[[filter]]\nkind = 'links'\nration = 1\n"),
            "S.toml:3: unknown key `ration` of filter links: did you mean `ratio`? possible are kind, on, mode, ratio, "
            "which, remove, cells");
  EXPECT_EQ(problem("[[filter]]\nkind = 'link'\n"),
            "S.toml:2: `kind` is `link`: did you mean `links`? possible are advertisements, links, empty_tables, "
            "elements, attributes, flatten_tables, alternatives, line_breaks, hidden");
  EXPECT_EQ(problem("[[filter]]\nkind = 'links'\nratio = -1\n"), "S.toml:3: `ratio` is not a number from 0 to 1e+06");
  EXPECT_EQ(problem("\n[[filter]]\nkind = 'links'\ncells = ['tdd']\n"),
            "S.toml:4: `cells`: `tdd` is no element of HTML");
  EXPECT_EQ(problem("[[filter]]\non = true\n").substr(0, 33), "S.toml:1: a filter without `kind`");
  EXPECT_EQ(problem("[[filter]]\nkind = 'elements'\nremove = ['form5']\n").substr(0, 82),
            "S.toml:3: `remove`: `form5` is neither an element nor a group of such: did you mea");
  EXPECT_EQ(problem("[[filter]\n").substr(0, 26), "S.toml:1: not valid TOML: ");
  EXPECT_EQ(problem("\u00f6p\U0004aff3\u6e39").substr(0, 26), "S.toml:1: not valid TOML: ");
  EXPECT_EQ(problem("[[#ilter]]\n").substr(0, 26), "S.toml:1: not valid TOML: ");
  EXPECT_EQ(problem("[[filter]]\nkind = 'advertisements'\ndeny_files = ['none.txt']\n"),
            "S.toml:3: `deny_files`: none.txt cannot be read");
  EXPECT_EQ(problem("[filters]\n").substr(0, 53), "S.toml:1: unknown key `filters` of a file of filters:");
}

TEST(FilterSettings, ReadsListsOfHosts) {
  HostList list;
  EXPECT_EQ(list.add_lines("# comment\n"
                           "127.0.0.1 localhost\n"
                           "0.0.0.0 ads.one.test track.one.test # both\r\n"
                           "! of EasyList\n"
                           "||two.test^\n"
                           "||three.test^$third-party\n"
                           "||four.test/banner\n"
                           "@@||five.test^\n"
                           "six.test##.ad\n"
                           "seven.test\n"),
            5U);
  for (const char* host : {"ads.one.test", "track.one.test", "a.two.test", "three.test", "seven.test"})
    EXPECT_TRUE(list.holds(host)) << host;
  for (const char* host : {"one.test", "localhost", "four.test", "five.test", "127.0.0.1"})
    EXPECT_FALSE(list.holds(host)) << host;
}

}  // namespace
}  // namespace pith::filter
