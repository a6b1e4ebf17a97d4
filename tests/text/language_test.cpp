#include "text/language.hpp"

#include <gtest/gtest.h>

namespace pith::text {
namespace {

TEST(Language, IsToldByScriptAndFrequentWords) {
  EXPECT_EQ(detect_language("云江大桥三日凌晨合龙，全长两千一百米，历时三年，预计年底通车。").code, "zh");
  EXPECT_EQ(detect_language("大橋は三日の朝につながり、年末に開通する予定だと発表された。").code, "ja");
  EXPECT_EQ(detect_language("다리는 사흘 아침에 이어졌으며 연말에 개통될 예정이라고 발표했다.").code, "ko");
  EXPECT_EQ(
      detect_language("The ferry will sail again from Monday, and the island is glad that it was not for long.").code,
      "en");
  EXPECT_EQ(
      detect_language("Die Fähre fährt ab Montag wieder, und die Insel ist froh, dass es nicht länger dauerte.").code,
      "de");
  EXPECT_EQ(detect_language(
                "Le ferry reprendra la mer lundi, et les habitants sont heureux que ce ne soit pas plus long pour eux.")
                .code,
            "fr");
  EXPECT_EQ(
      detect_language(
          "El transbordador volverá a zarpar el lunes, y los vecinos están contentos por la noticia de las obras.")
          .code,
      "es");
  EXPECT_EQ(
      detect_language("Паром снова пойдёт в понедельник, и жители рады, что это было не так долго и по плану.").code,
      "ru");
}

TEST(Language, IsNotKnownOfTooLittleText) {
  EXPECT_EQ(detect_language("").code, "");
  EXPECT_EQ(detect_language("OK 123").code, "");
  EXPECT_EQ(detect_language("XKCD LMNOP qwerty asdfgh zxcvbn poiuyt lkjhgf mnbvcx qazwsx edcrfv tgbyhn ujmikl plokmi "
                            "njuhbv gytfcr dxeszw")
                .code,
            "");
}

}  // namespace
}  // namespace pith::text
