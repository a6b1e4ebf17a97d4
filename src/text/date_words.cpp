#include "text/date_words.hpp"

#include <array>
#include <cstddef>

#include "text/hash.hpp"

namespace pith::text {

namespace {

struct Words {
  DateWord kind;
  std::int16_t value;
  std::string_view words;  // separated by spaces
};

constexpr std::int16_t value_of(DateUnit unit) { return static_cast<std::int16_t>(unit); }

// Languages in the order: en ar ro de fr es it pt nl sv/da/nb fi pl cs ru uk el tr id.
constexpr Words kWords[] = {
    {DateWord::month, 1,
     "january يناير ianuarie jan ianuarie januar jänner jän janvier janv enero ene gennaio gen janeiro januari "
     "tammikuuta "
     "tammikuu stycznia "
     "styczeń sty ledna leden января январь янв січня ιανουαρίου ιανουάριος ιαν ocak"},
    {DateWord::month, 2,
     "february فبراير feb februar feber février fevrier févr fév febrero febbraio febr fevereiro fev februari "
     "helmikuuta "
     "helmikuu lutego luty lut února únor февраля февраль фев февр лютого φεβρουαρίου φεβρουάριος φεβ şubat"},
    {DateWord::month, 3,
     "march مارس martie mar märz maerz mär mrz mars marzo março marco maart mrt mart maaliskuuta maaliskuu marca "
     "marzec "
     "března "
     "březen марта март мар березня μαρτίου μάρτιος μαρ maret"},
    {DateWord::month, 4,
     "april أبريل ابريل aprilie apr avril avr abril abr aprile huhtikuuta huhtikuu kwietnia kwiecień kwi dubna duben "
     "апреля апрель "
     "апр "
     "квітня απριλίου απρίλιος απρ nisan"},
    {DateWord::month, 5,
     "may مايو mai mayo maggio mag maio mei maj toukokuuta toukokuu maja května květen мая май травня μαΐου μάιος μαϊ "
     "mayıs"},
    {DateWord::month, 6,
     "june يونيو iunie jun juni juin junio giugno giu junho kesäkuuta kesäkuu czerwca czerwiec cze června červen июня "
     "июнь "
     "июн "
     "червня ιουνίου ιούνιος ιουν haziran"},
    {DateWord::month, 7,
     "july يوليو iulie jul juli juillet juil julio luglio lug julho heinäkuuta heinäkuu lipca lipiec lip července "
     "červenec "
     "июля "
     "июль июл липня ιουλίου ιούλιος ιουλ temmuz"},
    {DateWord::month, 8,
     "august أغسطس aug août aout agosto augustus augusti elokuuta elokuu sierpnia sierpień sie srpna srpen августа "
     "август авг серпня αυγούστου αύγουστος αυγ ağustos agustus"},
    {DateWord::month, 9,
     "september سبتمبر septembrie sept sep septembre septiembre setiembre settembre set setembro syyskuuta syyskuu "
     "września "
     "wrzesień wrz "
     "září сентября сентябрь сен сент вересня σεπτεμβρίου σεπτέμβριος σεπ eylül"},
    {DateWord::month, 10,
     "october أكتوبر octombrie oct oktober okt octobre octubre ottobre ott outubro out oktober lokakuuta lokakuu "
     "października "
     "październik paź října říjen октября октябрь окт жовтня οκτωβρίου οκτώβριος οκτ ekim"},
    {DateWord::month, 11,
     "november نوفمبر noiembrie nov novembre noviembre novembro marraskuuta marraskuu listopada listopad lis ноября "
     "ноябрь "
     "ноя нояб "
     "листопада νοεμβρίου νοέμβριος νοε kasım"},
    {DateWord::month, 12,
     "december ديسمبر decembrie dec dezember dez décembre decembre déc diciembre dic dicembre dezembro desember des "
     "joulukuuta joulukuu "
     "grudnia grudzień gru prosince prosinec декабря декабрь дек грудня δεκεμβρίου δεκέμβριος δεκ aralık"},
    {DateWord::unit, value_of(DateUnit::second),
     "second seconds sec secs sekunde sekunden seconde secondes segundo segundos secondi секунд секунды 秒 초"},
    {DateWord::unit, value_of(DateUnit::minute),
     "minute minutes min mins minuten minuto minutos minuti минут минуты минуту мин minuut minuter minut minuty "
     "dakika menit 分钟 分鐘 分 분"},
    {DateWord::unit, value_of(DateUnit::hour),
     "hour hours hr hrs h stunde stunden std heure heures hora horas ore ora час часа часов uur timmar timer godzin "
     "godziny godzinę saat jam 小时 小時 时 時 点 點 時間 시간 시"},
    {DateWord::unit, value_of(DateUnit::day),
     "day days d tag tage tagen jour jours día días dia dias giorni giorno день дня дней dag dagen dagar dage dni "
     "dzień gün hari 天 日 号 號 일"},
    {DateWord::unit, value_of(DateUnit::week),
     "week weeks w woche wochen semaine semaines semana semanas settimane settimana неделю недели недель weken uge "
     "veckor tygodni tydzień hafta minggu 周 週 週間 星期 주"},
    {DateWord::unit, value_of(DateUnit::month),
     "month months mo monat monate monaten mois mes meses mesi mese месяц месяца месяцев maand maanden månader "
     "måneder miesięcy miesiąc ay bulan 个月 個月 ヶ月 か月 月 개월 월"},
    {DateWord::unit, value_of(DateUnit::year),
     "year years y yr yrs jahr jahre jahren ans année año años ano anos anni anno год года лет jaar år lat rok yıl "
     "tahun 年 년"},
    {DateWord::before, 0, "geleden назад sedan siden temu fa atrás önce lalu 前 之前 以前 전"},
    {DateWord::before, 8, "ago"},  // August in Spanish and its neighbours
    {DateWord::leading, 0, "vor hace há"},
    {DateWord::leading, 1, "il"},  // of "il y a"
    {DateWord::one, 1, "a an one ein einer einem eine une un una um uma"},
    {DateWord::day, 0, "today heute aujourd hoy oggi hoje vandaag сегодня idag dzisiaj dziś bugün 今天 今日 오늘"},
    {DateWord::day, 1, "yesterday gestern hier ayer ieri ontem gisteren вчера igår wczoraj dün 昨天 昨日 어제"},
    {DateWord::day, 2, "vorgestern 前天 一昨日 그저께"},
    {DateWord::now, 0, "刚刚 剛剛 たった今"},
    {DateWord::half, 0, "am 上午 凌晨 早上 午前 오전"},
    {DateWord::half, 1, "pm 下午 晚上 中午 午後 오후"},
    {DateWord::zone, 0, "z utc gmt wet"},
    {DateWord::zone, 60, "cet mez bst west"},
    {DateWord::zone, 120, "cest mesz eet"},
    {DateWord::zone, 180, "msk eest"},
    {DateWord::zone, 330, "ist"},
    {DateWord::zone, 480, "hkt sgt"},
    {DateWord::zone, 540, "jst kst"},
    {DateWord::zone, -240, "edt"},
    {DateWord::zone, -300, "est cdt et"},
    {DateWord::zone, -360, "cst mdt"},
    {DateWord::zone, -420, "mst pdt"},
    {DateWord::zone, -480, "pst pt"},
    {DateWord::joint, 0,
     "t of de del do di the at um à a las los alle às kl uhr om в on den le г ngày tháng năm "
     "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun "
     "montag dienstag mittwoch donnerstag freitag samstag sonntag mi fr sa so "
     "lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo "
     "понедельник вторник среда четверг пятница суббота воскресенье "
     "星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日"},
    {DateWord::ordinal, 0, "st nd rd th er º ª"},
};

constexpr std::uint32_t hash_of(std::string_view word) {
  const std::uint32_t hash = fnv32(word);
  return hash ^ hash >> 15;
}

struct Slot {
  std::string_view word;
  DateWordEntry entry;
};

constexpr std::size_t kSlots = 2048;

// The first entry that lists a word has it.
constexpr auto make_slots() {
  std::array<Slot, kSlots> slots{};
  for (const Words& entry : kWords) {
    std::string_view rest = entry.words;
    while (!rest.empty()) {
      const std::size_t space = rest.find(' ');
      const std::string_view word = rest.substr(0, space);
      rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
      std::size_t at = hash_of(word) % kSlots;
      while (!slots[at].word.empty() && slots[at].word != word) at = (at + 1) % kSlots;
      if (slots[at].word.empty()) slots[at] = {word, {entry.kind, entry.value}};
    }
  }
  return slots;
}

constexpr std::array<Slot, kSlots> kSlotTable = make_slots();

// The first characters that words have beyond U+0800, by their last ten bits.
constexpr auto kFirstCharacters = [] {
  std::array<bool, 1024> firsts{};
  for (const Slot& slot : kSlotTable) {
    if (slot.word.size() < 3 || (static_cast<unsigned char>(slot.word[0]) & 0xF0) != 0xE0) continue;
    firsts[(static_cast<unsigned char>(slot.word[1]) & 0xFu) << 6 |
           (static_cast<unsigned char>(slot.word[2]) & 0x3Fu)] = true;
  }
  return firsts;
}();

}  // namespace

DateWordEntry find_date_word(std::string_view lower) noexcept {
  if (lower.empty() || lower.size() > kLongestDateWord) return {};
  for (std::size_t at = hash_of(lower) % kSlots; !kSlotTable[at].word.empty(); at = (at + 1) % kSlots) {
    if (kSlotTable[at].word == lower) return kSlotTable[at].entry;
  }
  return {};
}

bool may_begin_date_word(char32_t c) noexcept { return kFirstCharacters[c & 1023]; }

}  // namespace pith::text
