#include "cli/selecting.hpp"

#include <algorithm>

#include "batch/result_line.hpp"
#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "method/page_kind.hpp"
#include "text/ascii.hpp"
#include "text/nearest.hpp"

namespace pith::cli {

void add_languages(CLI::App& command, std::vector<std::string>& languages) {
  command.add_option("--language", languages, "Only pages in these languages, such as zh,en")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("CODE,CODE")
      ->check([](const std::string& tag) {
        const std::size_t letters = std::min(tag.find_first_of("-_"), tag.size());
        const bool code = letters >= 2 && letters <= 3 &&
                          std::all_of(tag.begin(), tag.begin() + static_cast<std::ptrdiff_t>(letters),
                                      [](char c) { return text::is_ascii_letter(c); });
        return code ? std::string() : "`" + tag + "` is no code of a language: these are such as en, zh, de";
      });
}

void add_page_types(CLI::App& command, std::vector<std::string>& page_types) {
  command.add_option("--page-type", page_types, "Only pages of these types, such as article,forum")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("TYPE,TYPE")
      ->check([](const std::string& type) {
        std::string all;
        for (std::size_t i = 0; i < method::kPageKinds; ++i) {
          const std::string_view name = name_of(static_cast<method::PageKind>(i));
          if (name == type) return std::string();
          all.append(all.empty() ? "" : ", ").append(name);
        }
        return "`" + type + "` is no type of page: these are " + all;
      });
}

void add_selection(CLI::App& command, batch::Selection& selection) {
  add_languages(command, selection.languages);
  add_page_types(command, selection.page_types);
  command.add_option("--min-probability", selection.min_probability, "Only pages whose type is so probable (0 to 1)")
      ->type_name("P")
      ->check(CLI::Range(0.0, 1.0));
  command.add_flag("--only-with-metadata", selection.only_with_metadata,
                   "Only pages whose title, date and address are known");
  command.add_option("--min-length", selection.min_length, "Only pages with at least N characters of text")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  command.add_flag("--drop-duplicates", selection.drop_duplicates, "Of pages with the same text only the first");
  command.add_flag("--drop-near-duplicates", selection.drop_near_duplicates,
                   "Of pages with the same or nearly the same text only the first");
}

void add_members(CLI::App& command, MemberOptions& members) {
  command.add_option("--fields", members.fields, "Records hold these members alone, such as id,url,title,text")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,NAME");
  command.add_flag("!--no-bodies", members.bodies, "Records without `bodies`, whose text stands in `text` as well");
}

Result<rendering::MemberChoice> MemberOptions::choice(Format format, bool of_batch,
                                                      const std::vector<std::string>& more) const {
  rendering::MemberChoice choice;
  if (!is_given()) return choice;
  std::vector<std::string> known = batch::member_names(format, of_batch);
  known.insert(known.end(), more.begin(), more.end());
  for (const std::string& name : fields) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string all;
    for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
    const std::string near = text::nearest(name, known);
    std::string problem = "--fields: records have no member `" + name + "`: ";
    if (!near.empty()) problem.append("did you mean ").append(near).append("? ");
    return Error{ErrorCode::bad_option, problem.append("possible are ").append(all)};
  }
  choice.names = fields.empty() ? known : fields;
  if (!bodies) std::erase(choice.names, "bodies");
  if (choice.names.empty()) return Error{ErrorCode::bad_option, "--fields and --no-bodies leave nothing of a record"};
  return choice;
}

std::string say_left_out(const std::array<std::uint64_t, batch::kLeftOutReasons>& counts) {
  std::string said;
  for (std::size_t i = 1; i < counts.size(); ++i)
    if (counts[i] > 0) said.append(", ").append(grouped(counts[i])).append(" ").append(batch::kLeftOutWords[i]);
  return said.empty() ? said : said + " left out";
}

}  // namespace pith::cli
