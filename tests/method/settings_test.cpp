#include "method/settings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/must.hpp"

namespace pith::method {
namespace {

constexpr SettingInfo kInfos[] = {
    {"strict", SettingType::flag, "off", "h"},
    {"lines", SettingType::integer, "3", "h", 1, 10},
    {"lambda", SettingType::number, "0.8", "h", 0, 2.5},
    {"scope", SettingType::choice, "own", "h", 0, 0, "own,subtree"},
    {"words", SettingType::text, "版权所有", "h"},
};

struct Double : Prepared {
  explicit Double(double v) : value(v) {}
  double value;
};

Result<std::shared_ptr<const Prepared>> prepare(const Settings& settings) {
  if (settings.text(4).empty()) return Error{ErrorCode::bad_option, "words: there are none"};
  return std::shared_ptr<const Prepared>(std::make_shared<Double>(2 * settings.number(2)));
}

const Method kMethod{"m", "s", "o", nullptr, nullptr, kInfos, prepare};

std::string error_of(const std::string& name, const std::string& value) {
  const std::vector<Setting> given = {{name, value}};
  return read_settings(kMethod, given).error().message;
}

TEST(Settings, HaveDefaults) {
  const Settings settings = testing::must(read_settings(kMethod, {}));
  EXPECT_FALSE(settings.flag(0));
  EXPECT_EQ(settings.integer(1), 3u);
  EXPECT_EQ(settings.number(2), 0.8);
  EXPECT_EQ(settings.choice(3), 0u);
  EXPECT_EQ(settings.text(4), "版权所有");
  EXPECT_EQ(dynamic_cast<const Double*>(settings.prepared())->value, 1.6);
}

TEST(Settings, AreReadByTheirTypes) {
  const std::vector<Setting> given = {{"strict", "on"},     {"lines", "10"},    {"lines", "9"},
                                      {"scope", "subtree"}, {"lambda", "1e-2"}, {"words", "a=b"}};
  const Settings settings = testing::must(read_settings(kMethod, given));
  EXPECT_TRUE(settings.flag(0));
  EXPECT_EQ(settings.integer(1), 9u);  // the last one counts
  EXPECT_EQ(settings.number(2), 0.01);
  EXPECT_EQ(settings.choice(3), 1u);
  EXPECT_EQ(settings.text(4), "a=b");
}

TEST(Settings, ErrorsNameWhatIsPossible) {
  EXPECT_EQ(error_of("lamda", "1"), "method m has no setting `lamda`: it has strict, lines, lambda, scope, words");
  EXPECT_EQ(error_of("strict", "maybe"), "strict: `maybe` is not on or off");
  for (const char* bad : {"", "0", "11", "2.5", "x", "3x", "-1", "nan"})
    EXPECT_EQ(error_of("lines", bad), "lines: `" + std::string(bad) + "` is not a whole number from 1 to 10");
  for (const char* bad : {"", "-0.1", "2.6", "inf", "nan", "1,5"})
    EXPECT_EQ(error_of("lambda", bad), "lambda: `" + std::string(bad) + "` is not a number from 0 to 2.5");
  for (const char* bad : {"", "Own", "own,subtree"})
    EXPECT_EQ(error_of("scope", bad), "scope: `" + std::string(bad) + "` is not one of own,subtree");
  EXPECT_EQ(error_of("words", ""), "words: there are none");
  const std::vector<Setting> given = {{"x", "1"}};
  EXPECT_EQ(read_settings(*all_methods().find("all"), given).error().message,
            "method all has no setting `x`: it has none");
}

TEST(Settings, OfEveryMethodAreSound) {
  for (const Method* method : all_methods().methods()) {
    for (const SettingInfo& info : method->settings) {
      Settings settings(method->settings);
      EXPECT_EQ(settings.set(static_cast<std::size_t>(&info - method->settings.data()), info.value).message, "")
          << method->id;
      EXPECT_FALSE(info.help.empty()) << method->id << ' ' << info.name;
      EXPECT_EQ(info.name.find('='), std::string_view::npos);
    }
    const std::string error = read_settings(*method, {}).error().message;
    if (method->trainer == nullptr) {
      EXPECT_EQ(error, "") << method->id;
    } else {
      EXPECT_NE(error.find("needs a model"), std::string::npos) << method->id << ": " << error;
    }
  }
}

}  // namespace
}  // namespace pith::method
