// Every setting that `pith methods ID` lists does something: for each there is a value and a page, or for the methods
// that learn sites a stream of pages, on which the method's choice, its scores, its reasons or its model differ.

#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "literature/model.hpp"
#include "method/catalogue.hpp"
#include "method/trainer.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"
#include "support/must.hpp"

namespace pith::method {
namespace {

using testing::Measured;

// Pages of all that the methods look at, nested at random. What is drawn has a statement of its own: compilers evaluate
// the operands of + in one order or the other, and the pages are to be the same.
class PageWriter {
 public:
  explicit PageWriter(unsigned seed) : random_(seed) {}

  std::string page() {
    out_ = "<title>" + words(3) + " - Daily News</title><body>";
    for (int i = 0; i < 6; ++i) element(0);
    return out_ + "<p>" + text(40 + below(80)) + "</p>";
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  std::string words(unsigned count) {
    static constexpr const char* kWords[] = {"river", "bridge", "council", "harbour", "大桥", "合龙",
                                             "工程",  "market", "rivers",  "signal",  "年",   "Story"};
    std::string out;
    for (unsigned i = 0; i < count; ++i) out += std::string(i > 0 ? " " : "") + kWords[below(std::size(kWords))];
    return out;
  }

  std::string text(unsigned count) {
    static constexpr const char* kMarks[] = {"，", "。", ", ", ". ", "：", "! ", " ", " "};
    std::string out;
    for (unsigned i = 0; i < count; i += 3) {
      const char* const mark = kMarks[below(std::size(kMarks))];
      out += words(3) + mark;
    }
    return out;
  }

  void leaf() {
    switch (below(16)) {
      case 0: {
        const std::string shown = words(2);
        const std::string host = below(2) == 0 ? "ad.doubleclick.net" : "ads.test";
        out_ += "<a href='http://" + host + "/1'>" + shown + "</a>";
        break;
      }
      case 1:
      case 2:
      case 3: {
        const std::string shown = words(1 + below(6));
        out_ += "<a href='/" + std::to_string(below(100)) + "'>" + shown + "</a> ";
        break;
      }
      case 4:
        out_ += "<img src=x>";
        break;
      case 5:
        out_ += below(2) == 0 ? "<br>" : "<br><br>";
        break;
      case 6:
        out_ += "<button>" + words(2) + "</button>";
        break;
      case 7: {
        const std::string option = words(1);
        out_ += "<form><p>" + words(4) + "</p></form><select><option>" + option + "</select>";
        break;
      }
      case 8:
        out_ += "<noscript>" + words(3) + "</noscript>";
        break;
      case 9:
        out_ += "<p>版权所有 关于我们 联系我们 " + words(1) + "</p>";
        break;
      case 10:
        out_ += "<a href=/i><img src=y></a>" + words(1);
        break;
      case 11:
        out_ += words(1 + below(3)) + "\n";
        break;
      default:
        out_ += "<p>" + text(1 + below(90)) + "</p>\n";
    }
  }

  void element(int depth) {
    static constexpr const char* kTags[] = {"div", "div", "div", "section", "ul", "table", "h2", "article"};
    const std::string tag = kTags[below(std::size(kTags))];
    static constexpr const char* kClasses[] = {"", " class=post", " class=side", " class=nav", " style='x'"};
    out_ += '<' + tag + kClasses[below(std::size(kClasses))] + '>';
    for (unsigned i = 0, children = 1 + below(5); i < children; ++i) {
      if (tag == "table") out_ += "<tr><td>";
      if (tag == "ul") out_ += "<li>";
      depth<4 && tag != "h2" && below(3)> 0 ? element(depth + 1) : leaf();
    }
    out_ += "</" + tag + '>';
  }

  std::mt19937 random_;
  std::string out_;
};

const std::vector<std::string>& pages() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made;
    for (unsigned seed = 0; seed < 30; ++seed) made.push_back(PageWriter(seed).page());
    // A body, a notice, and what lies further off: for what asks how far elements are from each other.
    made.push_back("<body><div class=m><p>" + std::string(900, 'x') +
                   ", a, b, c, d, e, f.</p></div><div class=n><p>版权所有 关于我们 联系我们 网</p></div>"
                   "<div class=o><div class=p><p>" +
                   std::string(60, 'y') + ", a, b, c, d, e, f.</p></div></div>");
    // And one of few lines, for what asks how a source is cut into them.
    made.push_back("<body><ul><li><a href=1>menu</a></ul><p>" + std::string(3000, 'x') + ", " + std::string(900, 'y'));
    return made;
  }();
  return all;
}

// A stream of one site: menus on all pages, stories told twice, notices that stop and come again.
std::vector<std::pair<std::string, std::string>> stream() {
  std::vector<std::pair<std::string, std::string>> out;
  std::mt19937 random(3);
  for (int i = 0; i < 260; ++i) {
    const std::string number = std::to_string(i);
    std::string page = "<body><p>Menu, of all pages.</p><p>Menu without any mark</p>";
    if (i < 30 || i > 240) page += "<p>A notice, of some days.</p>";
    if (i % 40 == 7) page += "<p>A line, now and then.</p>";
    if (i % 2 == 0) page += "<p>Made at 10:" + std::to_string(10 + i % 50) + ", by " + number + ".</p>";
    page += "<p>Refrain, refrain.</p><p>!!,,..</p>";
    if (i == 210 || i == 213 || i == 216) page += "<p>Of the news alone, and late.</p>";
    if (i % 12 == 5) page += "<a href=/x>Teaser, of story " + std::to_string(i / 12) + ".</a>";
    if (i % 12 == 6) page += "<h2>Teaser, of story " + std::to_string(i / 12) + ".</h2>";
    if (i % 9 == 4) page += "<p>Own refrain of " + number + ".</p><p>Own refrain of " + number + ".</p>";
    std::string story = "Story " + std::to_string(i % 25 == 11 ? i - 1 : i) + ", which is long enough to be one,";
    for (int word = 0; word < 20; ++word) story += " and so on " + std::to_string((i % 25 == 11 ? i - 1 : i) + word);
    page += "<p>" + story + ".</p>";
    out.emplace_back("http://s.example/" + std::string(i % 3 == 0 ? "news/" : "sport/") + number, page);
  }
  return out;
}

void append(const Measured& m, const Method& method, const Choice& choice, std::string& out) {
  out += std::to_string(choice.bodies()) + ' ' + std::to_string(choice.threshold()) + ' ' + choice.title() + '\n';
  for (BlockId id = 0; id < m.page.blocks().size(); ++id) {
    out += std::to_string(choice.body_of(id)) + ' ' + std::to_string(choice.score(id)) + ' ';
    method.describe(m.page, choice, id, out);
    out += '\n';
  }
}

std::vector<Setting> trained(const Method& method, std::vector<Setting> given) {
  Method without_model = method;
  without_model.prepare = nullptr;
  const Settings settings = testing::must(read_settings(without_model, given));
  const std::vector<std::string_view> methods = {"all", "cetd", "mss"};
  std::vector<std::unique_ptr<const Lesson>> lessons;
  std::vector<const Lesson*> taught;
  for (unsigned i = 0; i < 16; ++i) {
    const Measured m(pages()[i]);
    std::vector<float> share(m.page.blocks().size());
    for (BlockId id = 0; id < share.size(); ++id) {
      const bool noise = m.text(id).find("signal") != std::string::npos;
      share[id] = m.page.text_of(m.page.block(id)).characters > 20 && !noise ? 1.0F : 0.0F;
    }
    if (method.trainer->takes_unlabelled && i > 11) share.clear();
    const std::vector<double> scores = {i % 3 == 0 ? .9 : .3, i % 3 == 1 ? .9 : .3, i % 3 == 2 ? .9 : .3};
    const std::string site = "site" + std::to_string(i % 3) + ".example";
    lessons.push_back(method.trainer->study(
        {.page = m.page, .share = share, .site = site, .methods = methods, .scores = scores}, settings));
    if (lessons.back() != nullptr) taught.push_back(lessons.back().get());
  }
  given.push_back(
      {"model", literature::make_model(method.id, "", testing::must(method.trainer->train(taught, settings, 1)))});
  return given;
}

// All that can be seen of a method with these settings.
std::string seen(const Method& method, std::vector<Setting> given) {
  if (method.trainer != nullptr) given = trained(method, std::move(given));
  std::string out;
  const Settings settings = testing::must(read_settings(method, given));
  Scratch scratch;
  Choice choice;
  if (method.make_memory != nullptr) {
    const std::unique_ptr<site::Memory> memory = method.make_memory(settings);
    std::int64_t time = 1'300'000'000;  // a page every three hours: a month
    for (const auto& [url, markup] : stream()) {
      const Measured m(markup);
      time += 3 * 3600;
      choose(method, m.page, {.settings = &settings, .url = url, .time = time, .memory = memory.get()}, scratch,
             choice);
      append(m, method, choice, out);
    }
    return out + memory->to_text();
  }
  for (const std::string& markup : pages()) {
    const Measured m(markup);
    choose(method, m.page, {.settings = &settings, .explain = true}, scratch, choice);
    append(m, method, choice, out);
  }
  return out;
}

std::vector<std::string> values_of(const Method& method, const SettingInfo& info) {
  static const std::map<std::string, std::string, std::less<>> kTexts = {
      {"wiehf copyright", "Impressum"},
      {"two-layer feature_words", "signal"},
      {"crunch filters", "none"},
      {"crunch block", "example.org,ads.test"},
      {"crunch allow", "doubleclick.net"},
      {"crunch table_substance", "none"},
      {"crunch table_tags", "table,div,ul"},
  };
  std::vector<std::string> values;
  if (info.type == SettingType::flag) {
    values = {info.value == "on" ? "off" : "on"};
  } else if (info.type == SettingType::choice) {
    for (std::string_view rest = info.choices; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      if (rest.substr(0, end) != info.value) values.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  } else if (info.type == SettingType::text) {
    const auto it = kTexts.find(std::string(method.id) + ' ' + std::string(info.name));
    if (it != kTexts.end()) values = {it->second};
  } else {
    double value = 0;
    std::from_chars(info.value.data(), info.value.data() + info.value.size(), value);
    for (const double other : {info.least, 2 * value, value / 4, value + 1, info.most}) {
      if (other < info.least || other > info.most || other == value) continue;
      if (info.type == SettingType::integer && other != static_cast<double>(static_cast<long>(other))) continue;
      char written[64];
      values.emplace_back(written, std::to_chars(written, written + sizeof written, other).ptr);
    }
  }
  return values;
}

// What must be set, too, for a setting to matter.
std::vector<Setting> beside(const Method& method, const SettingInfo& info) {
  const std::string name = std::string(method.id) + ' ' + std::string(info.name);
  if (name == "url-tree window") return {{"days", "0"}};
  if (name == "mss-nb importance") return {{"semi", "on"}};
  if (name == "cetr lambda") return {{"form", "threshold"}};
  if (name == "wiehf near" || name.starts_with("wiehf copyright")) return {{"guard", "0"}};
  return {};
}

class EverySetting : public ::testing::TestWithParam<const Method*> {};

TEST_P(EverySetting, DoesSomething) {
  const Method& method = *GetParam();
  const std::string by_default = seen(method, {});
  EXPECT_EQ(seen(method, {}), by_default);  // else a difference would mean nothing
  for (const SettingInfo& info : method.settings) {
    // Whether the trees ask for a share of nothing is a matter of luck: see TwoLayer.SharesOfNothing.
    // Whether a stretch of tokens holds a whole div is, too: see MssNb.CutsOutPairsInsideTheStretchAlone.
    if (info.name == "model" || info.name == "undefined" || info.name == "clean_div") continue;
    const std::vector<std::string> values = values_of(method, info);
    ASSERT_FALSE(values.empty()) << info.name;
    const std::vector<Setting> others = beside(method, info);
    const std::string before = others.empty() ? by_default : seen(method, others);
    std::size_t without_effect = 0;
    for (const std::string& value : values) {
      std::vector<Setting> given = others;
      given.push_back({std::string(info.name), value});
      const bool differs = seen(method, given) != before;
      without_effect += !differs;
      // Each choice is one for a reason; of numbers some may change nothing on these pages.
      EXPECT_TRUE(differs || info.type != SettingType::choice) << info.name << '=' << value;
      if (differs && info.type != SettingType::choice) break;
    }
    EXPECT_LT(without_effect, values.size()) << info.name;
  }
}

std::vector<const Method*> methods_with_settings() {
  std::vector<const Method*> out;
  for (const Method* method : all_methods().methods())
    if (!method->settings.empty() && method->id != "pith") out.push_back(method);  // `pith` has tests of its own
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, EverySetting, ::testing::ValuesIn(methods_with_settings()), [](const auto& param) {
  std::string name(param.param->id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace pith::method
