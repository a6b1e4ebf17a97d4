// pith._core: pith.hpp, the reader of page files and the command line, as python/pith needs them. What people see, with
// its documentation, is written in Python on top of this.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "arrow.hpp"
#include "batches.hpp"
#include "cli/rules_option.hpp"
#include "cli/run.hpp"
#include "engine.hpp"
#include "evaluate/evaluation.hpp"
#include "evaluate/tables.hpp"
#include "method/page_kind.hpp"
#include "page_bytes.hpp"
#include "pages.hpp"
#include "site_memory.hpp"
#include "text/decode.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace pith::python {
namespace {

using Names = std::vector<std::string>;
using Settings = std::vector<std::pair<std::string, std::string>>;

void check(const Error& error) {
  if (error) throw nb::value_error(error.message.c_str());
}

Favor favor_of(std::string_view name) {
  if (name == "precision") return Favor::precision;
  if (name == "recall") return Favor::recall;
  return Favor::balanced;
}

Options options_of(const std::string& method, std::string_view favor, const Settings& settings) {
  Options options{.method = method, .favor = favor_of(favor), .catalogue = &all_methods()};
  for (const auto& [name, value] : settings) options.settings.push_back({name, value});
  return options;
}

Format format_of(std::string_view name) {
  Format format = Format::text;
  if (!parse_format(name, format)) throw nb::value_error("there is no such format");
  return format;
}

/// None for what is not known.
std::optional<std::string_view> known(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

struct PageArguments {
  std::string_view url, charset, content_type, fetched, site;
  SharedMemory* memory = nullptr;
};

/// The article of a page; the GIL is released for it.
Article extract(const Engine& engine, nb::handle page, const PageArguments& given, bool explain) {
  const PageBytes bytes(page);
  const nb::gil_scoped_release released;
  PageInfo info{.url = given.url,
                .charset = bytes.is_text() ? std::string_view("utf-8") : given.charset,
                .fetched = given.fetched,
                .content_type = given.content_type,
                .site = given.site};
  if (given.memory == nullptr) return engine.extract(bytes.view(), info, explain);
  const std::lock_guard lock(given.memory->mutex);
  info.memory = &given.memory->memory;
  return engine.extract(bytes.view(), info, explain);
}

/// What `pith.extract` does, with no object between.
std::optional<std::string> extract_text(const Engine& engine, nb::handle page, std::string_view url,
                                        std::string_view charset, std::string_view format,
                                        const RenderOptions& options) {
  const Format written = format_of(format);
  const Article article = extract(engine, page, {.url = url, .charset = charset}, false);
  if (article.bodies.empty()) return std::nullopt;
  const nb::gil_scoped_release released;
  return render(article, written, options, engine.limits());
}

std::string evaluate_files(const Names& golds, const std::vector<std::pair<std::string, Settings>>& methods,
                           std::string_view favor, const Names& predictions, const std::string& by, bool title,
                           unsigned threads, const std::string& folds, Names& warnings) {
  evaluate::EvaluationOptions options{.golds = golds,
                                      .methods = {},
                                      .predictions = predictions,
                                      .only = {},
                                      .by = by,
                                      .title = title,
                                      .jobs = threads,
                                      .folds = folds};
  for (const auto& [id, settings] : methods) options.methods.push_back(options_of(id, favor, settings));
  Result<evaluate::Evaluation> result = evaluate::evaluate(options, {});
  if (!result) throw nb::value_error(result.error().message.c_str());
  warnings = std::move(result->warnings);
  std::vector<std::vector<evaluate::Group>> groups;
  for (const evaluate::EvaluatedSet& set : result->sets) groups.push_back(evaluate::groups_of(set, !by.empty(), true));
  return evaluate::as_json(*result, groups);
}

int run_command_line(const Names& arguments) {
  std::vector<std::string> copies = arguments;
  std::vector<char*> pointers;
  for (std::string& argument : copies) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  return cli::run(static_cast<int>(copies.size()), pointers.data());
}

void bind_articles(nb::module_& m) {
  nb::class_<RenderOptions>(m, "RenderOptions")
      .def("__init__", [](RenderOptions* self) { new (self) RenderOptions(main_content_alone()); })
      .def_rw("links", &RenderOptions::links)
      .def_rw("images", &RenderOptions::images)
      .def_rw("tables", &RenderOptions::tables)
      .def_rw("headings", &RenderOptions::headings)
      .def_rw("captions", &RenderOptions::captions)
      .def_rw("comments", &RenderOptions::comments)
      .def_rw("metadata", &RenderOptions::metadata)
      .def_rw("strict", &RenderOptions::strict)
      .def_rw("title", &RenderOptions::title)
      .def_rw("alternatives", &RenderOptions::alternatives)
      .def_rw("card_bytes", &RenderOptions::card_bytes)
      .def_prop_rw(
          "posts", [](const RenderOptions& o) { return o.posts == PostStyle::headed ? "headed" : "plain"; },
          [](RenderOptions& o, std::string_view style) {
            o.posts = style == "headed" ? PostStyle::headed : PostStyle::plain;
          });

  const auto text = [](std::string Article::*member) {
    return [member](const Article& article) { return known(article.*member); };
  };
  const auto bodies = [](std::vector<Body> Article::*member) {
    return [member](const Article& article) {
      std::vector<std::tuple<std::string, std::string, std::string, std::string>> all;
      for (const Body& body : article.*member) all.emplace_back(body.text, body.author, body.date, body.path);
      return all;
    };
  };
  nb::class_<Article>(m, "Article")
      .def_prop_ro("url", text(&Article::url))
      .def_prop_ro("title", text(&Article::title))
      .def_prop_ro("author", text(&Article::author))
      .def_prop_ro("date", text(&Article::date))
      .def_prop_ro("modified", text(&Article::modified))
      .def_prop_ro("language", text(&Article::language))
      .def_prop_ro("page_type", text(&Article::page_type))
      .def_prop_ro("page_type_probability",
                   [](const Article& article) {
                     return article.page_type.empty() ? std::nullopt
                                                      : std::optional<float>(article.page_type_probability);
                   })
      .def_prop_ro("site", text(&Article::site))
      .def_prop_ro("source", text(&Article::source))
      .def_prop_ro("editor", text(&Article::editor))
      .def_prop_ro("description", text(&Article::description))
      .def_prop_ro("licence", text(&Article::licence))
      .def_prop_ro("image", text(&Article::image))
      .def_prop_ro("canonical", text(&Article::canonical))
      .def_prop_ro("next_page", text(&Article::next_page))
      .def_prop_ro("embedded", text(&Article::embedded))
      .def_prop_ro("encoding", text(&Article::encoding))
      .def_prop_ro("encoding_source", text(&Article::encoding_source))
      .def_prop_ro("method", text(&Article::method))
      .def_prop_ro("reason", text(&Article::reason))
      .def_ro("authors", &Article::authors)
      .def_ro("tags", &Article::tags)
      .def_ro("categories", &Article::categories)
      .def_prop_ro("truncated",
                   [](const Article& article) {
                     std::string limits = describe(article.truncated);
                     return limits.empty() ? std::nullopt : std::optional(std::move(limits));
                   })
      .def_prop_ro("bodies", bodies(&Article::bodies))
      .def_prop_ro("comments", bodies(&Article::comments))
      .def_prop_ro("is_empty", [](const Article& article) { return article.bodies.empty(); })
      .def_prop_ro("cut", [](const Article& article) { return article.cut; })
      .def(
          "text", [](const Article& article) { return text_of(article); }, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "render",
          [](const Article& article, std::string_view format, const RenderOptions& options) {
            return render(article, format_of(format), options);
          },
          "format"_a, "options"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("blocks",
           [](const Article& article) {
             std::vector<
                 std::tuple<std::string, std::string, float, bool, int, std::string, int, bool, std::string, int>>
                 all;
             for (const BlockReport& b : article.blocks)
               all.emplace_back(b.path, b.text, b.score, b.kept, b.body, b.reason, b.post, b.comment, b.kind, b.record);
             return all;
           })
      .def("fields", [](const Article& article) {
        std::vector<std::tuple<std::string, std::string, std::string, float, bool>> all;
        for (const FieldReport& f : article.fields)
          all.emplace_back(f.field, f.value, f.source, f.confidence, f.chosen);
        return all;
      });
}

void bind_engine(nb::module_& m) {
  nb::class_<Engine>(m, "Engine")
      .def(
          "__init__",
          [](Engine* self, const std::string& method, std::string_view favor, const Settings& settings,
             const std::string& path) {
            check(Extractor(options_of(method, favor, settings)).error());
            Result<std::unique_ptr<rules::ArticleRules>> loaded = cli::load_site_rules(path);
            if (!loaded) check(loaded.error());
            new (self) Engine(options_of(method, favor, settings), *std::move(loaded));
          },
          "method"_a, "favor"_a, "settings"_a, "rules"_a)
      .def(
          "extract",
          [](const Engine& self, nb::handle page, std::string_view url, std::string_view charset,
             std::string_view content_type, std::string_view fetched, std::string_view site, SharedMemory* memory,
             bool explain) {
            return extract(self, page, {url, charset, content_type, fetched, site, memory}, explain);
          },
          "page"_a.none(), "url"_a, "charset"_a, "content_type"_a, "fetched"_a, "site"_a, "memory"_a.none(),
          "explain"_a)
      .def("extract_text", extract_text, "page"_a.none(), "url"_a, "charset"_a, "format"_a, "options"_a);

  nb::class_<SharedMemory>(m, "SiteMemory")
      .def(
          "__init__",
          [](SharedMemory* self, const Engine& engine) {
            const Error error = SiteMemory(engine.extractor()).error();
            check(error);
            new (self) SharedMemory(engine);
          },
          "engine"_a)
      .def_prop_ro("method", [](const SharedMemory& self) { return self.memory.method(); })
      .def("save",
           [](SharedMemory& self) {
             const nb::gil_scoped_release released;
             const std::lock_guard lock(self.mutex);
             return self.memory.save();
           })
      .def(
          "load",
          [](SharedMemory& self, std::string_view text) {
            const Error error = [&] {
              const nb::gil_scoped_release released;
              const std::lock_guard lock(self.mutex);
              return self.memory.load(text);
            }();
            check(error);
          },
          "text"_a)
      .def(
          "add",
          [](SharedMemory& self, std::string_view text) {
            const Error error = [&] {
              const nb::gil_scoped_release released;
              const std::lock_guard lock(self.mutex);
              return self.add(text);
            }();
            check(error);
          },
          "text"_a);
}

void bind_pages(nb::module_& m) {
  nb::class_<batch::Selection>(m, "Selection")
      .def(nb::init<>())
      .def_rw("languages", &batch::Selection::languages)
      .def_rw("page_types", &batch::Selection::page_types)
      .def_rw("min_probability", &batch::Selection::min_probability)
      .def_rw("only_with_metadata", &batch::Selection::only_with_metadata)
      .def_rw("min_length", &batch::Selection::min_length)
      .def_rw("drop_duplicates", &batch::Selection::drop_duplicates)
      .def_rw("drop_near_duplicates", &batch::Selection::drop_near_duplicates);
  m.def("page_types", [] {
    Names names;
    for (std::size_t i = 0; i < method::kPageKinds; ++i) names.emplace_back(name_of(static_cast<method::PageKind>(i)));
    return names;
  });
  nb::class_<Pages>(m, "Pages")
      .def(nb::init<std::shared_ptr<const Engine>, Names, batch::Selection, bool, unsigned, std::size_t>(), "engine"_a,
           "paths"_a, "selection"_a, "verify_digests"_a, "threads"_a, "batch_pages"_a)
      .def("next",
           [](Pages& self) {
             std::vector<ReadPage> pages;
             {
               const nb::gil_scoped_release released;
               pages = self.next();
             }
             std::vector<std::pair<std::string, Article>> out;
             out.reserve(pages.size());
             for (ReadPage& page : pages) out.emplace_back(std::move(page.id), std::move(page.article));
             return out;
           })
      .def("counts",
           [](const Pages& self) {
             const PageCounts counts = self.counts();
             std::vector<std::pair<std::string_view, std::uint64_t>> left_out;
             for (std::size_t i = 1; i < batch::kLeftOutReasons; ++i)
               if (counts.left_out[i] > 0) left_out.emplace_back(batch::kLeftOutNames[i], counts.left_out[i]);
             return std::make_tuple(counts.pages, counts.empty, counts.skipped, counts.bad, std::move(left_out));
           })
      .def("problems", &Pages::problems);
  m.def(
      "arrow_stream",
      [](std::shared_ptr<Pages> pages, std::string_view format, const RenderOptions& options) {
        return arrow_stream(std::move(pages), {format_of(format), options});
      },
      "pages"_a, "format"_a, "options"_a);
}

void bind_batches(nb::module_& m) {
  nb::class_<OutBatch>(m, "OutBatch")
      .def(
          "__arrow_c_array__", [](OutBatch& self, nb::handle /*schema*/) { return self.capsules(); },
          "requested_schema"_a = nb::none());
  nb::class_<RawPages>(m, "RawPages")
      .def(nb::init<const std::string&, bool, std::size_t>(), "path"_a, "verify_digests"_a, "batch_pages"_a)
      .def(
          "__arrow_c_stream__", [](const RawPages& self, nb::handle /*schema*/) { return self.stream(); },
          "requested_schema"_a = nb::none())
      .def("counts",
           [](const RawPages& self) {
             const RawPages::Counts counts = self.counts();
             return std::make_tuple(counts.pages, counts.skipped, counts.bad);
           })
      .def("problems", &RawPages::problems);
  nb::class_<SiteOnTheWay>(m, "SiteOnTheWay").def(nb::init<const Engine&>(), "engine"_a);
  m.def("article_columns", [] { return OutBatch(article_columns()); });
  m.def(
      "articles_of",
      [](const Engine& engine, nb::handle pages, std::string_view format, const RenderOptions& options,
         SiteOnTheWay* sites) {
        BatchCounts counts;
        OutBatch batch = articles_of(engine, pages, {format_of(format), options}, sites, counts);
        return std::make_tuple(std::move(batch), counts.pages, counts.empty, counts.truncated, counts.bad);
      },
      "engine"_a, "pages"_a, "format"_a, "options"_a, "sites"_a.none());
  m.def("visits_of", visits_of, "engine"_a, "pages"_a);
  m.def(
      "learn_visits",
      [](const Engine& engine, std::string_view host, nb::bytes saved, nb::handle visits) {
        const std::string text = learn_visits(engine, host, {saved.c_str(), saved.size()}, visits);
        return nb::bytes(text.data(), text.size());
      },
      "engine"_a, "host"_a, "saved"_a, "visits"_a);
  m.def("hosts_of", hosts_of, "pages"_a);
  m.def("robots_of", robots_of, "pages"_a);
  m.def("measures_of", measures_of, "texts"_a);
  m.def("fingerprints_of", fingerprints_of, "texts"_a, "bands"_a, "rows"_a);
}

}  // namespace

NB_MODULE(_core, m) {
  m.attr("__version__") = std::string(version());
  bind_articles(m);
  bind_engine(m);
  bind_pages(m);
  bind_batches(m);
  m.def("formats", [] {
    Names names;
    for (int i = 0; i <= static_cast<int>(Format::wml); ++i) names.emplace_back(name_of(static_cast<Format>(i)));
    return names;
  });
  m.def("methods", [] {
    using Setting = std::tuple<std::string, std::string, std::string, std::string>;
    std::vector<std::tuple<std::string, std::string, std::string, std::vector<Setting>, bool, bool>> all;
    for (const MethodInfo& info : pith::methods(all_methods())) {
      std::vector<Setting> settings;
      for (const SettingInfo& s : info.settings) settings.emplace_back(s.name, s.value, describe_values(s), s.help);
      all.emplace_back(info.id, info.summary, info.source, std::move(settings), info.trained, info.learns_sites);
    }
    return all;
  });
  m.def(
      "evaluate",
      [](const Names& golds, const std::vector<std::pair<std::string, Settings>>& methods, std::string_view favor,
         const Names& predictions, const std::string& by, bool title, unsigned threads, const std::string& folds) {
        Names warnings;
        const nb::gil_scoped_release released;
        std::string json = evaluate_files(golds, methods, favor, predictions, by, title, threads, folds, warnings);
        return std::make_pair(std::move(json), std::move(warnings));
      },
      "golds"_a, "methods"_a, "favor"_a, "predictions"_a, "by"_a, "title"_a, "threads"_a, "folds"_a);
  m.def(
      "decode",
      [](nb::handle page, std::string_view charset) {
        const PageBytes bytes(page);
        std::string buffer;
        return std::string(text::decode(bytes.view(), {.charset = charset}, buffer).utf8);
      },
      "page"_a, "charset"_a);
  m.def("run", run_command_line, "arguments"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace pith::python
