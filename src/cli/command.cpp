#include "cli/command.hpp"

#include <algorithm>
#include <utility>

#include "filter/settings.hpp"
#include "pith/methods.hpp"
#include "render/formats.hpp"
#include "text/ascii.hpp"
#include "text/encoding.hpp"
#include "text/nearest.hpp"
#include "text/number.hpp"

namespace pith::cli {
namespace {

std::string join(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : ", ") + word;
  return joined;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = text::nearest(word, known);
  return near.empty() ? std::string() : "did you mean " + near + "? ";
}

/// The labels people type: those of the encodings that pages use, and the names of all others.
std::vector<std::string> charset_labels() {
  std::vector<std::string> labels = {"utf-8",      "gbk",    "gb18030", "gb2312",     "big5",  "shift_jis",
                                     "euc-jp",     "euc-kr", "latin1",  "iso-8859-1", "utf8",  "windows-1252",
                                     "big5-hkscs", "utf-16", "cp1252",  "cp1251",     "cp936", "sjis"};
  for (int i = 0; i <= static_cast<int>(text::Encoding::x_user_defined); ++i) {
    std::string name(text::name_of(static_cast<text::Encoding>(i)));
    std::transform(name.begin(), name.end(), name.begin(), text::ascii_lower);
    if (std::find(labels.begin(), labels.end(), name) == labels.end()) labels.push_back(std::move(name));
  }
  std::erase_if(labels,
                [](const std::string& label) { return !text::encoding_for_label(label) || label == "replacement"; });
  return labels;
}

}  // namespace

std::string with_hint(std::string problem, const Options& options) {
  for (const MethodInfo& method : methods(options.catalogue != nullptr ? *options.catalogue : all_methods())) {
    if (method.id != options.method) continue;
    std::vector<std::string> known;
    for (const SettingInfo& setting : method.settings) known.emplace_back(setting.name);
    for (const Setting& setting : options.settings) {
      if (setting.name == filter::kPipelineSetting || setting.name == filter::kProfileSetting) continue;
      const std::string near = text::nearest(setting.name, known);
      if (near != setting.name && !near.empty()) return problem.append("; did you mean ").append(near).append("?");
    }
  }
  return problem;
}

CLI::App* add_command(Program& program, const std::string& name, const std::string& summary, std::function<int()> run) {
  return add_command(program, program.app, name, summary, std::move(run));
}

CLI::App& add_group(Program& program, const std::string& name, const std::string& summary) {
  CLI::App& group = *program.app.add_subcommand(name, summary);
  group.require_subcommand(0, 1);  // none: its help is shown
  return group;
}

CLI::App* add_command(Program& program, CLI::App& group, const std::string& name, const std::string& summary,
                      std::function<int()> run) {
  CLI::App* command = group.add_subcommand(name, summary);
  command->parse_complete_callback([&program, run = std::move(run)] { program.action = run; });
  return command;
}

std::vector<const CLI::App*> members_of(const CLI::App& group) {
  return group.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<NamedCommand> commands_of(const Program& program) {
  std::vector<NamedCommand> all;
  for (const CLI::App* command : members_of(program.app)) {
    const std::vector<const CLI::App*> members = members_of(*command);
    if (members.empty()) all.push_back({command->get_name(), command});
    for (const CLI::App* member : members) all.push_back({command->get_name() + " " + member->get_name(), member});
  }
  return all;
}

CLI::Option* add_choice(Program& program, CLI::App& command, const std::string& name, std::string& value,
                        const std::string& help, std::vector<std::string> choices) {
  CLI::Option* option = command.add_option(name, value, help);
  const std::string what = name.substr(name.find_first_not_of('-'));
  option->check([choices, what](const std::string& given) {
    if (std::find(choices.begin(), choices.end(), given) != choices.end()) return std::string();
    return "there is no " + what + " `" + given + "`: " + suggestion(given, choices) + "possible are " + join(choices);
  });
  program.values.emplace(option, std::move(choices));
  return option;
}

void add_method_and_favor(Program& program, CLI::App& command, Options& options) {
  std::vector<std::string> ids;
  options.catalogue = &all_methods();
  for (const MethodInfo& method : methods(*options.catalogue)) ids.emplace_back(method.id);
  add_choice(program, command, "--method", options.method, "Extraction method; `pith methods` lists them", ids)
      ->type_name("ID")
      ->capture_default_str();
  add_settings(command, options.settings);
  add_threshold(command, options.settings);
  add_body(program, command, options.settings);
  add_favor(program, command, options.favor);
}

void add_favor(Program& program, CLI::App& command, Favor& value) {
  const std::vector<std::string> choices = {"precision", "recall"};
  CLI::Option* favor = command.add_option_function<std::string>(
      "--favor",
      [&value](const std::string& given) { value = given == "precision" ? Favor::precision : Favor::recall; },
      "Keep less (precision) or more (recall) than by default");
  favor->type_name("precision|recall");
  favor->check([choices](const std::string& given) {
    return given == choices[0] || given == choices[1]
               ? std::string()
               : "`" + given + "`: " + suggestion(given, choices) + "possible are " + join(choices);
  });
  program.values.emplace(favor, choices);
}

CLI::Option* add_settings(CLI::App& command, std::vector<Setting>& settings) {
  return command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&settings](const std::vector<std::string>& given) {
            for (const std::string& setting : given) {
              const std::size_t equals = setting.find('=');
              settings.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
            }
          },
          "A setting of the method; `pith methods ID` lists them")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE")
      ->check([](const std::string& given) {
        return given.find('=') == std::string::npos ? "`" + given + "` is not NAME=VALUE" : std::string();
      });
}

void add_rendering(Program& program, CLI::App& command, std::string& format, const std::string& help,
                   RenderOptions& options) {
  std::vector<std::string> names;
  std::string shown;
  for (const rendering::FormatInfo& info : rendering::formats()) {
    names.emplace_back(info.name);
    shown += (shown.empty() ? "" : "|") + names.back();
  }
  add_choice(program, command, "--format", format, help, names)->type_name(shown)->capture_default_str();
  command.add_flag("!--no-links", options.links, "The text of links without their addresses");
  command.add_flag("!--no-images", options.images, "Without images and what only comes with them");
  command.add_flag("--alternatives", options.alternatives, "Instead of images their alternative texts");
  command.add_flag("!--no-tables", options.tables, "Without tables");
  command.add_flag("!--no-headings", options.headings, "Without headings");
  command.add_flag("!--no-captions", options.captions, "Without captions of figures and tables");
  command.add_flag("--title,!--no-title", options.title,
                   "Markdown and HTML: with or without the headline, authors and date in front (default: " +
                       std::string(options.title ? "with" : "without; records have them as members") + ")");
  CLI::Option* posts = command.add_option_function<std::string>(
      "--posts",
      [&options](const std::string& given) { options.posts = given == "plain" ? PostStyle::plain : PostStyle::headed; },
      "Text and Markdown: posts and comments with who wrote them and when, or without");
  posts->type_name("plain|headed")->default_str(options.posts == PostStyle::plain ? "plain" : "headed");
  posts->check([](const std::string& given) {
    return given == "plain" || given == "headed" ? std::string() : "`" + given + "`: possible are plain, headed";
  });
  program.values.emplace(posts, std::vector<std::string>{"plain", "headed"});
  command.add_flag("--comments", options.comments, "What readers wrote, after the bodies");
  command.add_flag("--metadata", options.metadata,
                   "Title, author, date and so on before the text; in Markdown as YAML front matter");
  command.add_option("--card-size", options.card_bytes, "Cards and WML: bytes of text on a card, at most")
      ->check(CLI::Range(100u, 1'000'000u))
      ->type_name("BYTES")
      ->capture_default_str();
  command.add_flag("--strict", options.strict, "Text: nothing but sentences, for speech and summaries");
}

void add_threshold(CLI::App& command, std::vector<Setting>& settings) {
  command
      .add_option_function<std::string>(
          "--threshold",
          [&settings](const std::string& value) {
            settings.push_back({"threshold", value});
          },
          "Keep blocks of at least this probability, 0 to 1: --set threshold=P (default: what suits the page)")
      ->type_name("P")
      ->check([](const std::string& given) {
        const double value = text::parse_number<double>(given).value_or(-1);
        return value >= 0 && value <= 1 ? std::string()
                                        : "`" + given + "` is not a probability: possible are numbers from 0 to 1";
      });
}

void add_filters(CLI::App& command, std::vector<Setting>& settings) {
  const auto add = [&](const char* option, std::string_view setting, const char* help) {
    return command.add_option_function<std::string>(
        option,
        [&settings, setting](const std::string& given) {
          settings.push_back({std::string(setting), given});
        },
        help);
  };
  CLI::Option* const filters = add("--filters", filter::kPipelineSetting,
                                   "Take out of the pages first what these filters find: TOML, docs/filters.md");
  filters->type_name("FILE");
  add("--profile", filter::kProfileSetting, "The pipeline of this name in that file")
      ->type_name("NAME")
      ->needs(filters);
}

void add_body(Program& program, CLI::App& command, std::vector<Setting>& settings, bool* label) {
  std::vector<std::string> conventions{"strict", "wide", "auto"};
  std::string help =
      "What counts as main content: of lists nothing (strict) or their entries (wide); auto: what suits the page";
  if (label != nullptr) {
    conventions.emplace_back("label");
    help += "; label: strict where the label has `gold_wide`, too, else wide";
  }
  CLI::Option* body = command.add_option_function<std::string>(
      "--body",
      [&settings, label](const std::string& given) {
        if (label != nullptr && given == "label")
          *label = true;
        else
          settings.push_back({"body", given});
      },
      help);
  body->type_name(label == nullptr ? "strict|wide|auto" : "strict|wide|auto|label")
      ->check([conventions](const std::string& given) {
        if (std::find(conventions.begin(), conventions.end(), given) != conventions.end()) return std::string();
        return "`" + given + "`: possible are " + join(conventions);
      });
  program.values.emplace(body, conventions);
}

void add_charset(Program& program, CLI::App& command, std::string& charset) {
  CLI::Option* option = command.add_option("--charset", charset,
                                           "Encoding of the page when it is known, such as gbk (default: find out)");
  option->type_name("LABEL");
  option->check([](const std::string& label) {
    if (text::encoding_for_label(label)) return std::string();
    return "unknown charset `" + label + "`: " + suggestion(label, charset_labels()) +
           "known are utf-8, gbk, gb18030, big5, shift_jis, euc-jp, euc-kr, windows-1252, iso-8859-1 and all other "
           "labels "
           "of the WHATWG Encoding Standard";
  });
  program.values.emplace(option, charset_labels());
}

void add_fetched(CLI::App& command, std::string& fetched) {
  command
      .add_option("--fetched", fetched,
                  "When it was fetched (2024-05-03T15:47Z): completes \"3 hours ago\" (default for a URL: now)")
      ->type_name("DATE");
}

void add_content_type(CLI::App& command, std::string& content_type) {
  command.add_option("--content-type", content_type, "The HTTP field it came with, such as \"text/html; charset=gbk\"")
      ->type_name("VALUE");
}

}  // namespace pith::cli
