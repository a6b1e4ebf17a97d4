#include "text/statistics.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "text/decode.hpp"

namespace pith::text {
namespace {

using namespace std::string_view_literals;

struct Sentence {
  const char* name;
  Encoding encoding;
  std::string_view utf8;
  std::string_view bytes;
};

constexpr Sentence kSentences[] = {
    {"Gbk", Encoding::gb18030, "昨天下午，市政府在新闻发布会上说，今年将为老人和孩子们建设更多的公园。",
     "\xD7\xF2\xCC\xEC\xCF\xC2\xCE\xE7\xA3\xAC\xCA\xD0\xD5\xFE\xB8\xAE\xD4\xDA\xD0\xC2\xCE\xC5\xB7"
     "\xA2\xB2\xBC\xBB\xE1\xC9\xCF\xCB\xB5\xA3\xAC\xBD\xF1\xC4\xEA\xBD\xAB\xCE\xAA\xC0\xCF\xC8\xCB"
     "\xBA\xCD\xBA\xA2\xD7\xD3\xC3\xC7\xBD\xA8\xC9\xE8\xB8\xFC\xB6\xE0\xB5\xC4\xB9\xAB\xD4\xB0\xA1"
     "\xA3"},
    {"Big5", Encoding::big5, "昨天下午，市政府在記者會上說，今年將為老人和孩子們建設更多的公園。",
     "\xACQ\xA4\xD1\xA4U\xA4\xC8\xA1"
     "A\xA5\xAB\xAC"
     "F\xA9\xB2\xA6"
     "b\xB0O\xAA\xCC\xB7|\xA4W\xBB"
     "\xA1\xA1"
     "A\xA4\xB5\xA6~\xB1N\xAC\xB0\xA6\xD1\xA4H\xA9M\xAB\xC4\xA4l\xAD\xCC\xAB\xD8\xB3]"
     "\xA7\xF3\xA6h\xAA\xBA\xA4\xBD\xB6\xE9\xA1"
     "C"},
    {"ShiftJis", Encoding::shift_jis, "昨日の午後、市役所は新しい図書館を来年の春に開くと発表しました。",
     "\x8D\xF0\x93\xFA\x82\xCC\x8C\xDF\x8C\xE3\x81"
     "A\x8Es\x96\xF0\x8F\x8A\x82\xCD\x90V\x82\xB5"
     "\x82\xA2\x90}\x8F\x91\x8A\xD9\x82\xF0\x97\x88\x94N\x82\xCC\x8Ft\x82\xC9\x8AJ\x82\xAD\x82\xC6"
     "\x94\xAD\x95\\\x82\xB5\x82\xDC\x82\xB5\x82\xBD\x81"
     "B"},
    {"EucJp", Encoding::euc_jp, "昨日の午後、市役所は新しい図書館を来年の春に開くと発表しました。",
     "\xBA\xF2\xC6\xFC\xA4\xCE\xB8\xE1\xB8\xE5\xA1\xA2\xBB\xD4\xCC\xF2\xBD\xEA\xA4\xCF\xBF\xB7\xA4"
     "\xB7\xA4\xA4\xBF\xDE\xBD\xF1\xB4\xDB\xA4\xF2\xCD\xE8\xC7\xAF\xA4\xCE\xBD\xD5\xA4\xCB\xB3\xAB"
     "\xA4\xAF\xA4\xC8\xC8\xAF\xC9\xBD\xA4\xB7\xA4\xDE\xA4\xB7\xA4\xBF\xA1\xA3"},
    {"EucKr", Encoding::euc_kr, "시청은 어제 오후 기자회견에서 내년 봄에 새로운 도서관을 열겠다고 발표했다.",
     "\xBD\xC3\xC3\xBB\xC0\xBA \xBE\xEE\xC1\xA6 \xBF\xC0\xC8\xC4 \xB1\xE2\xC0\xDA\xC8\xB8\xB0\xDF"
     "\xBF\xA1\xBC\xAD \xB3\xBB\xB3\xE2 \xBA\xBD\xBF\xA1 \xBB\xF5\xB7\xCE\xBF\xEE \xB5\xB5\xBC\xAD"
     "\xB0\xFC\xC0\xBB \xBF\xAD\xB0\xDA\xB4\xD9\xB0\xED \xB9\xDF\xC7\xA5\xC7\xDF\xB4\xD9."},
    {"Windows1251", Encoding::windows_1251,
     "Вчера днём городской совет сообщил, что весной откроется новая библиотека.",
     "\xC2\xF7\xE5\xF0\xE0 \xE4\xED\xB8\xEC \xE3\xEE\xF0\xEE\xE4\xF1\xEA\xEE\xE9 \xF1\xEE\xE2\xE5"
     "\xF2 \xF1\xEE\xEE\xE1\xF9\xE8\xEB, \xF7\xF2\xEE \xE2\xE5\xF1\xED\xEE\xE9 \xEE\xF2\xEA\xF0"
     "\xEE\xE5\xF2\xF1\xFF \xED\xEE\xE2\xE0\xFF \xE1\xE8\xE1\xEB\xE8\xEE\xF2\xE5\xEA\xE0."},
    {"Koi8R", Encoding::koi8_r, "Вчера днём городской совет сообщил, что весной откроется новая библиотека.",
     "\xF7\xDE\xC5\xD2\xC1 \xC4\xCE\xA3\xCD \xC7\xCF\xD2\xCF\xC4\xD3\xCB\xCF\xCA \xD3\xCF\xD7\xC5"
     "\xD4 \xD3\xCF\xCF\xC2\xDD\xC9\xCC, \xDE\xD4\xCF \xD7\xC5\xD3\xCE\xCF\xCA \xCF\xD4\xCB\xD2"
     "\xCF\xC5\xD4\xD3\xD1 \xCE\xCF\xD7\xC1\xD1 \xC2\xC9\xC2\xCC\xC9\xCF\xD4\xC5\xCB\xC1."},
    {"Iso88595", Encoding::iso_8859_5, "Вчера днём городской совет сообщил, что весной откроется новая библиотека.",
     "\xB2\xE7\xD5\xE0\xD0 \xD4\xDD\xF1\xDC \xD3\xDE\xE0\xDE\xD4\xE1\xDA\xDE\xD9 \xE1\xDE\xD2\xD5"
     "\xE2 \xE1\xDE\xDE\xD1\xE9\xD8\xDB, \xE7\xE2\xDE \xD2\xD5\xE1\xDD\xDE\xD9 \xDE\xE2\xDA\xE0"
     "\xDE\xD5\xE2\xE1\xEF \xDD\xDE\xD2\xD0\xEF \xD1\xD8\xD1\xDB\xD8\xDE\xE2\xD5\xDA\xD0."},
    {"Ibm866", Encoding::ibm866, "Вчера днём городской совет сообщил, что весной откроется новая библиотека.",
     "\x82\xE7\xA5\xE0\xA0 \xA4\xAD\xF1\xAC \xA3\xAE\xE0\xAE\xA4\xE1\xAA\xAE\xA9 \xE1\xAE\xA2\xA5"
     "\xE2 \xE1\xAE\xAE\xA1\xE9\xA8\xAB, \xE7\xE2\xAE \xA2\xA5\xE1\xAD\xAE\xA9 \xAE\xE2\xAA\xE0"
     "\xAE\xA5\xE2\xE1\xEF \xAD\xAE\xA2\xA0\xEF \xA1\xA8\xA1\xAB\xA8\xAE\xE2\xA5\xAA\xA0."},
    {"Koi8U", Encoding::koi8_u,
     "Учора вдень міська рада повідомила, що навесні відкриється нова бібліотека, її чекають усі.",
     "\xF5\xDE\xCF\xD2\xC1 \xD7\xC4\xC5\xCE\xD8 \xCD\xA6\xD3\xD8\xCB\xC1 \xD2\xC1\xC4\xC1 \xD0\xCF"
     "\xD7\xA6\xC4\xCF\xCD\xC9\xCC\xC1, \xDD\xCF \xCE\xC1\xD7\xC5\xD3\xCE\xA6 \xD7\xA6\xC4\xCB\xD2"
     "\xC9\xA4\xD4\xD8\xD3\xD1 \xCE\xCF\xD7\xC1 \xC2\xA6\xC2\xCC\xA6\xCF\xD4\xC5\xCB\xC1, \xA7\xA7"
     " \xDE\xC5\xCB\xC1\xC0\xD4\xD8 \xD5\xD3\xA6."},
    {"German", Encoding::windows_1252,
     "Über die Öffnung der neuen Bücherei entschied der Rat am späten Nachmittag – „endlich“, hieß es.",
     "\xDC"
     "ber die \xD6"
     "ffnung der neuen B\xFC"
     "cherei entschied der Rat am sp\xE4ten Nachmittag"
     " \x96 \x84"
     "endlich\x93, hie\xDF es."},
    {"French", Encoding::windows_1252,
     "L’année dernière, la mairie a décidé d’ouvrir une bibliothèque à côté de l’école où j’ai étudié.",
     "L\x92"
     "ann\xE9"
     "e derni\xE8re, la mairie a d\xE9"
     "cid\xE9 d\x92ouvrir une biblioth\xE8que "
     "\xE0 c\xF4t\xE9 de l\x92\xE9"
     "cole o\xF9 j\x92"
     "ai \xE9tudi\xE9."},
    {"Polish", Encoding::windows_1250,
     "Wczoraj po południu rada ogłosiła, że wiosną będzie otwarta nowa książnica, większa niż poprzednia.",
     "Wczoraj po po\xB3udniu rada og\xB3osi\xB3"
     "a, \xBF"
     "e wiosn\xB9 b\xEA"
     "dzie otwarta nowa ksi"
     "\xB9\xBFnica, wi\xEAksza ni\xBF poprzednia."},
    {"PolishIso", Encoding::iso_8859_2,
     "Wczoraj po południu rada ogłosiła, że wiosną będzie otwarta nowa książnica, większa niż poprzednia.",
     "Wczoraj po po\xB3udniu rada og\xB3osi\xB3"
     "a, \xBF"
     "e wiosn\xB1 b\xEA"
     "dzie otwarta nowa ksi"
     "\xB1\xBFnica, wi\xEAksza ni\xBF poprzednia."},
    {"Czech", Encoding::windows_1250,
     "Město včera oznámilo, že příští jaro otevře nové čítárny a že všichni žáci dostanou průkaz zdarma.",
     "M\xECsto v\xE8"
     "era ozn\xE1milo, \x9E"
     "e p\xF8\xED\x9At\xED jaro otev\xF8"
     "e nov\xE9 \xE8"
     "\xEDt\xE1rny a \x9E"
     "e v\x9Aichni \x9E\xE1"
     "ci dostanou pr\xF9kaz zdarma."},
    {"Turkish", Encoding::windows_1254,
     "Belediye dün öğleden sonra yeni kütüphanenin gelecek bahar açılacağını, girişin ücretsiz olacağını açıkladı.",
     "Belediye d\xFCn \xF6\xF0leden sonra yeni k\xFCt\xFCphanenin gelecek bahar a\xE7\xFDlaca\xF0"
     "\xFDn\xFD, giri\xFEin \xFC"
     "cretsiz olaca\xF0\xFDn\xFD a\xE7\xFDklad\xFD."},
    {"Lithuanian", Encoding::windows_1257,
     "Vakar savivaldybė pranešė, kad pavasarį bus atidaryta nauja biblioteka, į kurią galės ateiti visi mokiniai ir jų "
     "tėvai.",
     "Vakar savivaldyb\xEB prane\xF0\xEB, kad pavasar\xE1 bus atidaryta nauja biblioteka, \xE1 kur"
     "i\xE0 gal\xEBs ateiti visi mokiniai ir j\xF8 t\xEBvai."},
    {"Greek", Encoding::windows_1253,
     "Χθες το απόγευμα ο δήμος ανακοίνωσε ότι την άνοιξη θα ανοίξει η νέα βιβλιοθήκη. Άλλοι χάρηκαν.",
     "\xD7\xE8\xE5\xF2 \xF4\xEF \xE1\xF0\xFC\xE3\xE5\xF5\xEC\xE1 \xEF \xE4\xDE\xEC\xEF\xF2 \xE1"
     "\xED\xE1\xEA\xEF\xDF\xED\xF9\xF3\xE5 \xFC\xF4\xE9 \xF4\xE7\xED \xDC\xED\xEF\xE9\xEE\xE7 \xE8"
     "\xE1 \xE1\xED\xEF\xDF\xEE\xE5\xE9 \xE7 \xED\xDD\xE1 \xE2\xE9\xE2\xEB\xE9\xEF\xE8\xDE\xEA\xE7"
     ". \xA2\xEB\xEB\xEF\xE9 \xF7\xDC\xF1\xE7\xEA\xE1\xED."},
    {"Hebrew", Encoding::windows_1255, "אתמול אחר הצהריים הודיעה העירייה כי באביב תיפתח ספרייה חדשה לכל התושבים.",
     "\xE0\xFA\xEE\xE5\xEC \xE0\xE7\xF8 \xE4\xF6\xE4\xF8\xE9\xE9\xED \xE4\xE5\xE3\xE9\xF2\xE4 \xE4"
     "\xF2\xE9\xF8\xE9\xE9\xE4 \xEB\xE9 \xE1\xE0\xE1\xE9\xE1 \xFA\xE9\xF4\xFA\xE7 \xF1\xF4\xF8\xE9"
     "\xE9\xE4 \xE7\xE3\xF9\xE4 \xEC\xEB\xEC \xE4\xFA\xE5\xF9\xE1\xE9\xED."},
    {"Arabic", Encoding::windows_1256,
     "أعلنت البلدية بعد ظهر أمس أن المكتبة الجديدة ستفتح في الربيع المقبل لجميع السكان.",
     "\xC3\xDA\xE1\xE4\xCA \xC7\xE1\xC8\xE1\xCF\xED\xC9 \xC8\xDA\xCF \xD9\xE5\xD1 \xC3\xE3\xD3 "
     "\xC3\xE4 \xC7\xE1\xE3\xDF\xCA\xC8\xC9 \xC7\xE1\xCC\xCF\xED\xCF\xC9 \xD3\xCA\xDD\xCA\xCD \xDD"
     "\xED \xC7\xE1\xD1\xC8\xED\xDA \xC7\xE1\xE3\xDE\xC8\xE1 \xE1\xCC\xE3\xED\xDA \xC7\xE1\xD3\xDF"
     "\xC7\xE4."},
    {"Thai", Encoding::windows_874, "เมื่อวานตอนบ่ายเทศบาลแจ้งว่าจะเปิดห้องสมุดแห่งใหม่ในฤดูใบไม้ผลิปีหน้า",
     "\xE0\xC1\xD7\xE8\xCD\xC7\xD2\xB9\xB5\xCD\xB9\xBA\xE8\xD2\xC2\xE0\xB7\xC8\xBA\xD2\xC5\xE1\xA8"
     "\xE9\xA7\xC7\xE8\xD2\xA8\xD0\xE0\xBB\xD4\xB4\xCB\xE9\xCD\xA7\xCA\xC1\xD8\xB4\xE1\xCB\xE8\xA7"
     "\xE3\xCB\xC1\xE8\xE3\xB9\xC4\xB4\xD9\xE3\xBA\xE4\xC1\xE9\xBC\xC5\xD4\xBB\xD5\xCB\xB9\xE9\xD2"},
};

class Statistics : public testing::TestWithParam<Sentence> {};

TEST_P(Statistics, FindsTheEncodingOfASentence) {
  const Sentence& sentence = GetParam();
  const std::string page =
      "<html><head><title>x</title></head><body class=a><p>" + std::string(sentence.bytes) + "</p></body></html>";
  const Guess guess = guess_encoding(page);
  EXPECT_EQ(name_of(guess.encoding), name_of(sentence.encoding));
  EXPECT_TRUE(guess.plausible);

  std::string buffer;
  const Text text = decode(page, {}, buffer);
  EXPECT_EQ(text.source, EncodingSource::statistics);
  EXPECT_NE(text.utf8.find(sentence.utf8), std::string_view::npos);
  EXPECT_EQ(text.replaced, 0u);
}

INSTANTIATE_TEST_SUITE_P(Languages, Statistics, testing::ValuesIn(kSentences),
                         [](const auto& sentence) { return std::string(sentence.param.name); });

TEST(StatisticsOfPages, TypographyAloneIsWindows1252) {
  EXPECT_EQ(guess_encoding("It\x92s \x93quoted\x94 \x96 and\xA0spaced\x85 \xA9 2009").encoding, Encoding::windows_1252);
  EXPECT_EQ(guess_encoding("a caf\xE9").encoding, Encoding::windows_1252);
}

TEST(StatisticsOfPages, NothingFitsNoise) {
  std::mt19937 random(3);
  std::string noise;
  for (int i = 0; i < 4000; ++i) noise += static_cast<char>(random() % 256);
  const Guess guess = guess_encoding(noise);
  EXPECT_FALSE(guess.plausible);
  EXPECT_FALSE(guess.overwhelming);
  EXPECT_EQ(guess.encoding, Encoding::windows_1252);
}

TEST(StatisticsOfPages, AsciiSaysNothing) {
  EXPECT_FALSE(guess_encoding("").plausible);
  EXPECT_FALSE(guess_encoding("plain text").plausible);
}

TEST(StatisticsOfPages, BrokenUtf8IsUtf8) {
  EXPECT_EQ(guess_encoding("中国的新闻\xE4\xB8").encoding, Encoding::utf_8);
  EXPECT_EQ(guess_encoding("Stra\xC3\x9F"
                           "e \xC3\xBC"
                           "ber \xFF gr\xC3\xB6\xC3\x9F"
                           "er sch\xC3\xB6n")
                .encoding,
            Encoding::utf_8);
}

TEST(StatisticsOfPages, FindsUtf16WithoutMark) {
  std::string little, big;
  for (const char c : "<html><head><title>A page</title>"sv) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  EXPECT_EQ(guess_encoding(little).encoding, Encoding::utf_16le);
  EXPECT_EQ(guess_encoding(big).encoding, Encoding::utf_16be);
  EXPECT_EQ(detect(little).encoding, Encoding::utf_16le);
}

TEST(StatisticsOfPages, SampleReachesTextAfterMuchMarkup) {
  const std::string page = std::string(300'000, ' ') + std::string(kSentences[0].bytes);
  EXPECT_EQ(guess_encoding(page).encoding, Encoding::gb18030);
}

TEST(StatisticsOfPages, OverwhelmingTakesMuchText) {
  const std::string sentence(kSentences[0].bytes);
  EXPECT_FALSE(guess_encoding(sentence.substr(0, 40)).overwhelming);
  EXPECT_TRUE(guess_encoding(sentence).overwhelming);
  EXPECT_FALSE(guess_encoding(sentence + "\xFF\xFF\xFF").overwhelming);
}

TEST(StatisticsOfPages, RunsTellTwoByteEncodingsFromAlphabets) {
  for (const Sentence& sentence : kSentences) {
    const bool two_bytes = sentence.name == "Gbk"sv || sentence.name == "Big5"sv || sentence.name == "ShiftJis"sv ||
                           sentence.name == "EucJp"sv || sentence.name == "EucKr"sv;
    if (two_bytes) {
      EXPECT_TRUE(beyond_ascii_in_runs(sentence.bytes)) << sentence.name;
    }
    if (sentence.encoding == Encoding::windows_1252) {
      EXPECT_FALSE(beyond_ascii_in_runs(sentence.bytes)) << sentence.name;
    }
  }
  EXPECT_FALSE(beyond_ascii_in_runs(""));
}

TEST(Utf8Evidence, Counts) {
  const Utf8Evidence evidence = utf8_evidence("a中é\xFF\xE4\xB8z\x80");
  EXPECT_EQ(evidence.good, 2u);
  EXPECT_EQ(evidence.bad, 3u);
}

}  // namespace
}  // namespace pith::text
