#include "text/language.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

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

TEST(Language, IsToldFromOneSentence) {
  const std::pair<std::string_view, std::string_view> sentences[] = {
      {"uk", "Пором знову вийде в море в понеділок, і вся громада рада."},
      {"tr", "Feribot pazartesi günü yeniden sefere çıkacak ve ada sevinçli."},
      {"fi", "Lautta lähtee jälleen merelle maanantaina, ja koko saari iloitsee."},
      {"sv", "Färjan går igen på måndag och hela ön är glad."},
      {"nb", "Fergen går igjen fra mandag, og hele øya er glad for det."},
      {"da", "Færgen sejler igen på mandag, og hele øen glæder sig over det."},
      {"pl", "Prom wypłynie znowu w poniedziałek i cała wyspa się cieszy."},
      {"cs", "Trajekt vypluje znovu v pondělí a celý ostrov má radost."},
      {"sk", "Trajekt vypláva znova v pondelok a celý ostrov sa teší."},
      {"sl", "Trajekt bo spet odplul v ponedeljek in ves otok je vesel."},
      {"hr", "Trajekt će opet isploviti u ponedjeljak i cijeli otok je sretan."},
      {"hu", "A komp hétfőn újra elindul, és az egész sziget örül neki."},
      {"ro", "Feribotul va pleca din nou luni și toată insula se bucură."},
      {"bg", "Фериботът отново ще отплава в понеделник и целият остров се радва."},
      {"mk", "Фериботот повторно ќе исплови во понеделник и целиот остров е среќен."},
      {"be", "Паром зноў выйдзе ў мора ў панядзелак, і ўвесь востраў рады."},
      {"sr", "Трајект ће поново испловити у понедељак и цело острво је срећно."},
      {"kk", "Паром дүйсенбі күні қайтадан теңізге шығады, бұл бүкіл аралды қуантады, ғажап."},
      {"et", "Praam sõidab jälle esmaspäeval ja kogu saar on rõõmus."},
      {"lv", "Prāmis atkal kuģos pirmdien, un visa sala ir priecīga."},
      {"lt", "Keltas vėl išplauks pirmadienį, ir visa sala džiaugiasi."},
      {"nl", "De veerboot vaart maandag weer en het hele eiland is blij."},
      {"pt", "O barco volta a navegar na segunda-feira e toda a ilha está feliz."},
      {"it", "Il traghetto riparte lunedì e tutta l'isola è contenta della notizia."},
      {"ca", "El transbordador tornarà a sortir dilluns i tota l'illa n'està contenta."},
      {"vi", "Chuyến phà sẽ hoạt động trở lại vào thứ hai và cả đảo đều vui mừng."},
      {"id", "Kapal feri akan berlayar lagi pada hari Senin dan seluruh pulau gembira."},
      {"tl", "Muling maglalayag ang lantsa sa Lunes at masaya ang buong isla."},
      {"sw", "Kivuko kitasafiri tena siku ya Jumatatu na kisiwa chote kina furaha."},
      {"af", "Die veerboot vaar weer van Maandag af en die hele eiland is bly."},
      {"sq", "Trageti do të lundrojë përsëri të hënën dhe i gjithë ishulli është i gëzuar."},
      {"cy", "Bydd y fferi yn hwylio eto ddydd Llun ac mae'r ynys gyfan yn hapus."},
      {"fa",
       "کشتی از روز دوشنبه دوباره حرکت می‌کند و همه جزیره خوشحال "
       "است."},
      {"ar", "ستبحر العبارة مرة أخرى يوم الاثنين والجزيرة كلها سعيدة بذلك."},
      {"ur", "کشتی پیر کے دن دوبارہ روانہ ہوگی اور پورا جزیرہ بڑا خوش ہے۔"},
      {"hi", "नाव सोमवार को फिर से चलेगी और पूरा द्वीप इससे खुश है।"},
      {"mr", "बोट सोमवारी पुन्हा सुरू होणार आहे आणि संपूर्ण बेट आनंदी आहे."},
      {"bn", "সোমবার থেকে ফেরি আবার চলবে এবং পুরো দ্বীপ খুশি।"},
      {"ta", "திங்கட்கிழமை முதல் படகு மீண்டும் இயங்கும்."},
      {"ka", "ბორანი ორშაბათს ისევ გაცურავს და მთელი კუნძული ხარობს."},
      {"hy", "Լաստանավը երկուշաբթի օրը կրկին կմեկնի, և ամբողջ կղզին ուրախ է։"},
      {"he", "המעבורת תפליג שוב ביום שני וכל האי שמח."},
      {"el", "Το πλοίο θα ξαναπλεύσει τη Δευτέρα και όλο το νησί χαίρεται."},
      {"th", "เรือข้ามฟากจะแล่นอีกครั้งในวันจันทร์"},
  };
  for (const auto& [code, sentence] : sentences) EXPECT_EQ(detect_language(sentence).code, code) << sentence;
}

TEST(Language, OfSomeLooksLikeAnother) {
  EXPECT_TRUE(looks_like_another("gl"));
  EXPECT_TRUE(looks_like_another("sr"));
  EXPECT_FALSE(looks_like_another("uk"));
  EXPECT_FALSE(looks_like_another("eng"));  // no tag of a language at all
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
